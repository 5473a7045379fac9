#pragma once

#include <acre/dynamic/array.hpp>
#include <acre/io/npy_file.hpp>

#include <filesystem>
#include <string_view>

/// .npy files as arrays whose dtype and rank are the file's. Links acre::dynamic and acre::io.
namespace acre::io {

/// The array of a file on a space. Waits for the copy.
/// Throws  file_error naming the file, as read_npy; dtype_error naming the file for float16, which
///         acre does not have; shape_error for more than 6 axes; out_of_memory.
inline dynamic_array load_npy(dynamic_space const& space, std::filesystem::path const& path)
{
  auto const file = read_npy(path);
  auto const type = dtype_named(file.dtype());
  if (!type)
    throw dtype_error(path.string() + " is of dtype " + file.dtype() +
                      ", which acre does not have");
  return dynamic::from_host(space, *type, file.data, file.shape);
}

/// Writes an array as save_npy of <acre/io/npy.hpp> does.
inline void save_npy(std::filesystem::path const& path, dynamic_array const& a)
{
  using acre::detail::kind;
  kind const k = kind_of(a.dtype());
  bool const is_unsigned = std::string_view(name(a.dtype())).starts_with('u');
  char const letter = k == kind::boolean    ? 'b'
                      : k == kind::floating ? 'f'
                      : k == kind::complex  ? 'c'
                      : is_unsigned         ? 'u'
                                            : 'i';
  write_npy(path, {letter,
                   static_cast<std::size_t>(item_size(a.dtype())),
                   {a.shape().begin(), a.shape().end()},
                   dynamic::to_host(a)});
}

}  // namespace acre::io
