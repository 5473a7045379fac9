#pragma once

#include <acre/io/npy_file.hpp>

#include <cstdint>
#include <string>

#include "readable_file.hpp"

namespace acre::io::detail {

/// Place in a file of the bytes that are read next.
struct readable_place {
  readable_file const* file = nullptr;
  std::uint64_t at = 0;
};

/// Bytes that a .npy file's are read from, in their order.
class npy_source {
 public:
  virtual ~npy_source() = default;
  virtual std::uint64_t left() const = 0;
  /// Throws file_error where there are fewer.
  virtual void read(void* to, std::uint64_t size, char const* what) = 0;
  /// Throws file_error naming where the bytes come from.
  [[noreturn]] virtual void fail(std::string const& why) const = 0;
  /// Throws file_error where they are not in the file as they are.
  virtual readable_place place() const = 0;
  /// Behind the array: looks at what is left, if that says something of the array.
  virtual void finish() {}
};

/// Facts about an array from the start of a .npy file.
struct npy_start {
  npy_array array;          ///< no data yet
  std::uint64_t bytes = 0;  ///< that the array has
  bool swapped = false, fortran_order = false;
};

/// Text, NumPy's |S, is not given to users: only callers that ask for it get kind 'S', without
/// axes.
enum class npy_text { refused, taken };

/// Reads it. Throws file_error as read_npy does.
npy_start read_npy_start(npy_source& in, npy_text text = npy_text::refused);

/// The array behind it, in C order and native byte order.
npy_array read_npy_rest(npy_source& in, npy_start start);

/// The bytes before an array's: their number is a multiple of 64.
std::string make_npy_start(npy_array const& layout, npy_format format = {});

/// Throws file_error where kind, itemsize, shape and the size of data contradict each other.
void require_consistent(npy_array const& array, std::string const& to);

}  // namespace acre::io::detail
