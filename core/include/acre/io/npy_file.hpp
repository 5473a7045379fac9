#pragma once

#include <acre/error.hpp>

#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

/// NumPy's .npy files as bytes on the host (library target acre::io). Needs nothing else of acre.
namespace acre::io {

/// An array as a .npy file holds it, brought to C order and native byte order.
struct npy_array {
  char kind = 'f';                  ///< b bool, i signed, u unsigned, f floating point, c complex
  std::size_t itemsize = 8;         ///< bytes an element: b 1, i and u 1 2 4 8, f 2 4 8, c 8 16
  std::vector<std::int64_t> shape;  ///< empty for a 0-d array, which has one element
  std::vector<std::byte> data;      ///< itemsize times the product of shape

  std::int64_t size() const { return static_cast<std::int64_t>(data.size() / itemsize); }
  std::string dtype() const;         ///< NumPy's name: bool, int32, float64, complex64, ...
  std::string shape_string() const;  ///< as NumPy prints it: (), (3,), (3, 4)

  /// The elements as T (float16 and bfloat16 as arrays of them, or by their bits in data).
  /// Throws dtype_error if T isn't the array's type.
  template <typename T>
  std::span<T const> view() const;
};

/// How write_npy lays out a file; the default is what numpy.save writes on this machine.
struct npy_format {
  int version = 1;  ///< 1, 2 or 3; version 1 becomes 2 by itself for a header beyond 64 KiB
  bool fortran_order = false;
  bool other_byte_order = false;
};

/// Reads formats 1.0 to 3.0, C and Fortran order, both byte orders, dtypes by any name that NumPy
/// reads ('<f8', 'd', 'float64'). Bytes after the array in the
/// file are ignored, as numpy.load does. Throws file_error naming the file: it can't be opened,
/// isn't a .npy file, has a broken
///         header, is truncated (with the bytes there are and should be), or has a dtype that is
///         not among those of npy_array (objects, text, dates, structures, 80- and 128-bit floats).
npy_array read_npy(std::filesystem::path const& path);

/// A .npy file of which parts are read: for arrays larger than memory.
class npy_reader {
 public:
  /// Throws as read_npy does, which reads all of it: a truncated file is refused here. Files in
  /// Fortran order of more than one axis can't be read in parts.
  explicit npy_reader(std::filesystem::path path);
  npy_reader(npy_reader&&) noexcept;
  npy_reader& operator=(npy_reader&&) noexcept;
  ~npy_reader();

  std::filesystem::path const& path() const { return path_; }
  npy_array const& layout() const { return layout_; }  ///< kind, itemsize and shape; no data
  /// How many parts there can be at most: the extent of the first axis, 1 for a 0-d array.
  std::int64_t rows() const { return layout_.shape.empty() ? 1 : layout_.shape.front(); }
  /// Rows first … first + count - 1 along the first axis. Throws shape_error where they aren't
  /// there, file_error naming the file where reading fails.
  npy_array read(std::int64_t first, std::int64_t count);

 private:
  struct file;
  std::filesystem::path path_;
  npy_array layout_;
  std::unique_ptr<file> file_;
};

/// Writes atomically; the file ends where the array ends.
/// Throws  file_error naming the file: it can't be written, or kind, itemsize, shape and
///         the size of data contradict each other.
void write_npy(std::filesystem::path const& path, npy_array const& array, npy_format format = {});

/// An npy_array of a copy of values, in C order. Throws shape_error if shape has another number of
/// elements.
template <typename T>
npy_array make_npy(std::span<T const> values, std::vector<std::int64_t> shape);

namespace detail {

template <typename T>
struct is_complex : std::false_type {};
template <typename T>
struct is_complex<std::complex<T>> : std::true_type {};

template <typename T>
constexpr char npy_kind()
{
  if constexpr (std::is_same_v<T, bool>)
    return 'b';
  else if constexpr (std::is_floating_point_v<T>)
    return 'f';
  else if constexpr (is_complex<T>::value)
    return 'c';
  else
    return std::is_signed_v<T> ? 'i' : 'u';
}

/// The product of shape. Throws shape_error on a negative extent or overflow.
std::int64_t npy_size(std::vector<std::int64_t> const& shape);

/// Makes its data as large as kind, itemsize and shape say. Throws out_of_memory.
void allocate(npy_array& a);

/// Throws dtype_error and shape_error where `found`, in a file, is of another dtype or rank: x.npy
/// is of dtype float32, not float64; x.npy holds an array of shape (3,), not of 2 axes
void require_wanted(npy_array const& found, char kind, std::size_t itemsize, std::size_t rank,
                    std::string const& what);

std::string npy_dtype(char kind, std::size_t itemsize);
std::string npy_shape(std::vector<std::int64_t> const& shape);

}  // namespace detail

template <typename T>
std::span<T const> npy_array::view() const
{
  static_assert(std::is_arithmetic_v<T> || detail::is_complex<T>::value);
  if (kind != detail::npy_kind<T>() || itemsize != sizeof(T))
    throw dtype_error("the array is " + dtype() + ", not " +
                      detail::npy_dtype(detail::npy_kind<T>(), sizeof(T)));
  return {reinterpret_cast<T const*>(data.data()), static_cast<std::size_t>(size())};
}

template <typename T>
npy_array make_npy(std::span<T const> values, std::vector<std::int64_t> shape)
{
  static_assert(std::is_arithmetic_v<T> || detail::is_complex<T>::value);
  if (detail::npy_size(shape) != static_cast<std::int64_t>(values.size()))
    throw shape_error(std::to_string(values.size()) + " values don't fill shape " +
                      detail::npy_shape(shape));
  npy_array out{detail::npy_kind<T>(), sizeof(T), std::move(shape), {}};
  out.data.resize(values.size_bytes());
  if (!out.data.empty()) std::memcpy(out.data.data(), values.data(), values.size_bytes());
  return out;
}

}  // namespace acre::io
