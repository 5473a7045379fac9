#pragma once

#include <acre/array/copy.hpp>
#include <acre/array/creation.hpp>
#include <acre/io/npy_file.hpp>

#include <algorithm>
#include <filesystem>

/// NumPy's .npy files as arrays (library target acre::io). The bits in the file are those of the
/// array, whichever space it is on.
namespace acre::io {

namespace detail {

/// The letter of a dtype's kind in a .npy file.
template <element T>
constexpr char npy_kind_of()
{
  using acre::detail::kind;
  constexpr kind k = acre::detail::kind_of<T>();
  return k == kind::boolean    ? 'b'
         : k == kind::floating ? 'f'
         : k == kind::complex  ? 'c'
         : std::is_signed_v<T> ? 'i'
                               : 'u';
}

/// read_npy of a file that has to hold this. Bytes of bool are 0 or 1.
npy_array read_npy_as(std::filesystem::path const& path, char kind, std::size_t itemsize, int rank);

}  // namespace detail

/// The array of a file: load_npy<float, 2>(space, "map.npy"). Dtype and rank are those of the file;
/// what has a file's own is made by load_npy(dynamic_space, path) of <acre/io/dynamic_npy.hpp>.
/// Waits for the copy.
/// Throws  file_error naming the file, as read_npy; dtype_error and shape_error naming the file
///         where it holds another dtype or rank; out_of_memory.
template <element T, int Rank = 1, acre::detail::space_argument Space>
array<T, Rank, Space> load_npy(Space const& space, std::filesystem::path const& path)
{
  auto const file = detail::read_npy_as(path, detail::npy_kind_of<T>(), sizeof(T), Rank);
  shape_t<Rank> shape{};
  std::copy_n(file.shape.begin(), Rank, shape.begin());
  array<T, Rank, Space> a(space, shape);
  if (!file.data.empty()) space.copy_from_host(a.data(), file.data.data(), file.data.size());
  return a;
}
template <element T, int Rank = 1>
auto load_npy(std::filesystem::path const& path)
{
  return load_npy<T, Rank>(default_space(), path);
}

/// Writes an array or expression in C order as numpy.save does, atomically: the file holds what it
/// held before, or all of the array. Waits, and throws index errors that are pending on the space.
/// Throws  file_error naming the file where it can't be written.
template <expression E>
void save_npy(std::filesystem::path const& path, E const& e)
{
  using T = acre::detail::canonical_t<typename E::value_type>;
  auto const a = acre::detail::contiguous(evaluate(e));
  npy_array file{detail::npy_kind_of<T>(), sizeof(T), {a.shape().begin(), a.shape().end()}, {}};
  file.data.resize(static_cast<std::size_t>(a.size()) * sizeof(T));
  if (file.data.empty())
    a.space().fence();
  else
    a.space().copy_to_host(file.data.data(), a.data(), file.data.size());
  write_npy(path, file);
}

}  // namespace acre::io
