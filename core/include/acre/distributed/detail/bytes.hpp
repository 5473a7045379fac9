#pragma once

#include <acre/backends/common/communicator.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>

/// Numbers and texts in a message.
namespace acre::distributed::detail {

class writer {
 public:
  void number(std::int64_t n)
  {
    auto const* const p = reinterpret_cast<std::byte const*>(&n);
    out.insert(out.end(), p, p + sizeof n);
  }
  void text(std::string const& t)
  {
    number(static_cast<std::int64_t>(t.size()));
    auto const* const p = reinterpret_cast<std::byte const*>(t.data());
    out.insert(out.end(), p, p + t.size());
  }
  backends::byte_message out;
};

class reader {
 public:
  explicit reader(std::span<std::byte const> b) : in_(b) {}
  bool at_end() const { return at_ == in_.size(); }
  std::int64_t number()
  {
    std::int64_t n = 0;
    std::memcpy(&n, in_.data() + at_, sizeof n);
    at_ += sizeof n;
    return n;
  }
  std::string text()
  {
    auto const n = static_cast<std::size_t>(number());
    std::string t(reinterpret_cast<char const*>(in_.data() + at_), n);
    at_ += n;
    return t;
  }

 private:
  std::span<std::byte const> in_;
  std::size_t at_ = 0;
};

}  // namespace acre::distributed::detail
