#pragma once

#include <acre/io/npy_file.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>

/// Files of which several programs write or read a part each: one of them makes the file, and tells
/// the others its name and their places.
namespace acre::io::detail {

/// A new file beside the one whose place it takes in the end, as write_file_atomically() writes it,
/// with a name that is known before it is there. Goes with this object, unless it has taken that
/// place.
class new_file {
 public:
  /// No file yet. Throws file_error naming `path`: as write_file_atomically(), and for a device or
  /// a pipe.
  explicit new_file(std::filesystem::path const& path);
  new_file(new_file const&) = delete;
  new_file& operator=(new_file const&) = delete;
  ~new_file();

  std::filesystem::path const& path() const;  ///< of the place that it takes
  std::filesystem::path const& name() const;  ///< until then; from the root
  /// The others follow this. Throws file_error naming `path`.
  void make() const;
  std::FILE* stream() const;
  /// Hands what was written to the system. Throws file_error naming `path`.
  void flush() const;
  /// Throws file_error naming `path`.
  void take_place() const;

 private:
  struct beside;
  std::unique_ptr<beside> beside_;
};

/// Bytes at any place of a file that is there. Messages call it `shown`, and say file_error: cannot
/// write SHOWN: why.
class file_parts {
 public:
  enum class use { write, read };
  file_parts(std::filesystem::path const& name, std::filesystem::path const& shown, use what_for);
  file_parts(file_parts const&) = delete;
  file_parts& operator=(file_parts const&) = delete;
  ~file_parts();

  void write(std::uint64_t at, void const* from, std::uint64_t size) const;
  void read(std::uint64_t at, void* to, std::uint64_t size) const;
  /// Some file systems tell here what they could not write.
  void close();
  /// Changes with the content (the file's size and when it was written).
  std::string version() const;

 private:
  [[noreturn]] void fail(std::string const& why) const;

  std::string shown_;
  use use_;
  int descriptor_ = -1;
};

/// Begins a .npy file, and returns where its elements are to be written, in C order.
std::uint64_t begin_npy(new_file const& file, npy_array const& layout);

/// An array's elements in a .npy file.
struct npy_place {
  npy_array layout;         ///< no data
  std::uint64_t begin = 0;  ///< where they are
  bool swapped = false;     ///< in the other byte order
  bool fortran_order = false;
  std::string version;  ///< file_parts::version()

  /// Makes elements of what was read there.
  void to_native(void* elements, std::size_t size) const;
};
/// Throws as load_npy(path).
npy_place find_npy(std::filesystem::path const& path, char kind, std::size_t itemsize, int rank);

}  // namespace acre::io::detail
