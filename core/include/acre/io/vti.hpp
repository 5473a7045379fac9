#pragma once

#include <acre/array/copy.hpp>
#include <acre/array/creation.hpp>
#include <acre/error.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

/// Arrays over a regular grid as VTK's files of image data (.vti), and series of them in time
/// (.pvd): what ParaView and VisIt open (library target acre::io).
namespace acre::io {

/// Coordinates of a grid's points, in the order x, y, z: the last axis of an array is x.
struct vti_grid {
  std::array<double, 3> origin{0, 0, 0}, spacing{1, 1, 1};
};

/// Values at the points of a grid, with a name, in the host's memory.
struct vti_field {
  std::string name;
  char kind = 'f';                  ///< b, i, u or f, as of npy_array; bool is written as 0 and 1
  std::size_t itemsize = 8;         ///< bytes an element: b 1, i and u 1 2 4 8, f 4 8
  std::vector<std::int64_t> shape;  ///< of 1 to 3 axes, none of them empty
  std::vector<std::byte> data;      ///< in C order
};

/// Writes fields of one shape as an .vti file with appended raw data (VTK's XML format 1.0),
/// atomically: the file holds what it held before, or all of this.
/// Throws  file_error naming the file where it can't be written; value_error for no field, a name
///         that is empty, one twice, a kind or itemsize that VTK lacks, spacings that are not
///         above 0 and finite; shape_error for more than 3 axes, empty ones, fields of different
///         shapes, and data of another size.
void write_vti(std::filesystem::path const& path, std::vector<vti_field> const& fields,
               vti_grid const& grid = {});

/// An array or expression of 1 to 3 axes as a field. Waits for the copy, and throws index errors
/// that are pending on the space.
template <expression E>
vti_field make_vti_field(std::string name, E const& e)
{
  using T = acre::detail::canonical_t<typename E::value_type>;
  using acre::detail::kind;
  constexpr kind k = acre::detail::kind_of<T>();
  static_assert(k != kind::complex,
                "acre: VTK's files hold no complex numbers; write real(x) and imag(x)");
  static_assert(E::rank >= 1 && E::rank <= 3, "acre: an .vti file holds arrays of 1 to 3 axes");
  auto const a = acre::detail::contiguous(evaluate(e));
  vti_field f{std::move(name),
              k == kind::boolean    ? 'b'
              : k == kind::floating ? 'f'
              : std::is_signed_v<T> ? 'i'
                                    : 'u',
              sizeof(T),
              {a.shape().begin(), a.shape().end()},
              {}};
  f.data.resize(static_cast<std::size_t>(a.size()) * sizeof(T));
  if (f.data.empty())
    a.space().fence();
  else
    a.space().copy_to_host(f.data.data(), a.data(), f.data.size());
  return f;
}

/// One array or expression as an .vti file: make_vti_field(), then write_vti().
template <expression E>
void save_vti(std::filesystem::path const& path, std::string name, E const& e,
              vti_grid const& grid = {})
{
  std::vector<vti_field> fields;
  fields.push_back(make_vti_field(std::move(name), e));
  write_vti(path, fields, grid);
}

/// A file of a series and the time it belongs to.
struct pvd_entry {
  double time = 0;
  std::filesystem::path file;  ///< as the series names it: relative to the series' own folder
};

/// Writes a series of files, atomically. Throws file_error naming the file where it can't be
/// written; value_error for a time that is not finite.
void write_pvd(std::filesystem::path const& path, std::vector<pvd_entry> const& entries);

}  // namespace acre::io
