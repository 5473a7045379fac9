#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>

namespace acre::io::detail {

/// Bytes of one call of the system's.
inline constexpr std::uint64_t most_a_call = std::uint64_t{1} << 30;

/// Throws file_error for names that the system takes for others: an empty one, and one with a zero
/// byte. `what_for`: read, write.
void require_file_name(std::string const& what_for, std::filesystem::path const& path);

/// A name of an open file, for libraries that take names alone.
std::string name_of(int descriptor);
std::string name_of(std::FILE* file);

/// Which content an open file has, as far as the system knows without reading it: its size and when
/// it was written.
std::string version_of(int descriptor);

/// A file that is read at any place. Throws file_error: cannot read PATH: why.
class readable_file {
 public:
  explicit readable_file(std::filesystem::path const& path);
  readable_file(readable_file const&) = delete;
  readable_file& operator=(readable_file const&) = delete;
  ~readable_file();
  std::filesystem::path const& path() const { return path_; }
  std::uint64_t size() const { return size_; }
  std::string version() const { return version_of(descriptor_); }
  /// `size` bytes from `at` on as memory that is the file's own, to be read only. Throws file_error
  /// where the system can't.
  std::shared_ptr<void> map(std::uint64_t at, std::uint64_t size) const;
  void read(std::uint64_t at, void* to, std::uint64_t size) const;
  [[noreturn]] void fail(std::string const& why) const;

 private:
  std::filesystem::path path_;
  int descriptor_ = -1;
  std::uint64_t size_ = 0;
};

}  // namespace acre::io::detail
