#pragma once

#include <acre/io/npy.hpp>

#include <functional>
#include <string>

#include "../npy_source.hpp"
#include "zip.hpp"

namespace acre::io::detail {

/// A member of a zip file that is a .npy file.
class npy_member : public npy_source {
 public:
  npy_member(zip_reader const& zip, zip_member const& member) : content_(zip, member) {}
  std::uint64_t left() const override { return content_.left(); }
  void read(void* to, std::uint64_t size, char const*) override { content_.read(to, size); }
  [[noreturn]] void fail(std::string const& why) const override { content_.fail(why); }
  /// Reads what is left, for the checksum's sake.
  void finish() override { content_.finish(); }
  readable_place place() const override { return content_.place(); }

 private:
  zip_content content_;
};

/// An array as a member NAME.npy, of whose bytes `content` hands over all.
inline void write_npy_member(zip_writer& zip, std::string const& name, npy_array const& layout,
                             bool deflated, std::function<void(take_bytes const&)> const& content)
{
  std::string const start = make_npy_start(layout);
  std::uint64_t const bytes = static_cast<std::uint64_t>(npy_size(layout.shape)) * layout.itemsize;
  zip.begin(name + ".npy", start.size() + bytes, deflated);
  zip.write(start.data(), start.size());
  content([&](void const* from, std::size_t size) { zip.write(from, size); });
  zip.end();
}

}  // namespace acre::io::detail
