#pragma once

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
  void finish() { content_.finish(); }

 private:
  zip_content content_;
};

}  // namespace acre::io::detail
