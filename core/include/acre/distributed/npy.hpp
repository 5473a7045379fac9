#pragma once

#include <acre/distributed/array.hpp>
#include <acre/distributed/detail/files.hpp>
#include <acre/distributed/detail/pack.hpp>
#include <acre/io/npy.hpp>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

/// NumPy's .npy files of distributed arrays, by acre::io's names: the file is the one that one
/// process writes, byte for byte, for any number of processes and any cut. Needs a folder that all
/// processes see, and no more: each writes and reads its part of the file by the system's calls.
///
/// Together. Errors are those of acre::io, the same on all processes, whichever of them meets one.
namespace acre::distributed {

/// Writes an array or expression as acre::io::save_npy writes the whole: `path` is what it was
/// until all processes have written, and all of the array from then on, also where one of them is
/// killed. When it returns, on any process, the file is there.
///
/// ```cpp
/// using namespace distributed;
/// virtual_processes(3, [](processes const& all) {
///   distributed::array<double, 2> u(all, blocks(shape(4, 5), axes(1), halo(1)));
///   u = coordinate(u, 0) + 0.1 * coordinate(u, 1);
///   save_npy("plate.npy", u);
/// });
/// virtual_processes(2, [](processes const& all) {  // rows here, columns there
///   auto const u = load_npy<double>(all, "plate.npy", blocks(shape(4, 5), halo(1)));
///   if (all.rank() == 1) std::cout << u.local() << '\n';
/// });
/// ```
/// ```text
/// [[2.  2.1 2.2 2.3 2.4]
///  [3.  3.1 3.2 3.3 3.4]]
/// ```
///
/// Rows of less than 1 MiB that a cut goes through are put together on the way, each element
/// crossing once: 16 MiB a process at a time, twice. Slabs send nothing but four words to all.
///
/// Throws on all processes: file_error naming the file where any of them can't write its part (no
/// permission, no space left, a folder that one doesn't see), for a device and a pipe; what
/// acre::io::save_npy throws; value_error where paths, calls, dtypes or blocks differ;
/// communication_error. Of a file that isn't finished nothing is left, unless all are killed at
/// once, or process 0 in the moment in which it has told the file's name: then it is
/// PATH.tmp.NUMBER.NUMBER.
template <detail::whole_operand E>
void save_npy(std::filesystem::path const& path, E const& e)
{
  using T = acre::detail::canonical_t<typename E::value_type>;
  auto const t = detail::as_term(e);
  auto const mine = detail::computed_in_c_order(t);
  auto const shape = t.shape();
  detail::save_together(
      t.all, {"save_npy", dtype_name<T>(), t.where.get()}, path, path.string(), mine.failed,
      {{t.where.get(), sizeof(T), mine.bytes()}}, [&](io::detail::new_file const& file) {
        io::npy_array const layout{
            io::detail::npy_kind_of<T>(), sizeof(T), {shape.begin(), shape.end()}, {}};
        return std::vector{io::detail::begin_npy(file, layout)};
      });
}

namespace detail {

template <class T, int Rank, class Space>
void read_npy(array<T, Rank, Space> const& a, found_npy const& file)
{
  // the halo is in between, and Fortran's order is that of the axes backwards
  shape_t<Rank> extent = a.local().shape();
  if (file.place.fortran_order) std::reverse(extent.begin(), extent.end());
  std::optional<failure> failed;
  acre::array<T, Rank, Space> dense;
  backends::byte_message on_host;  // of a GPU's
  try_to(failed, [&] {
    dense = acre::array<T, Rank, Space>(a.space(), extent);
    dense.space().fence();
    if constexpr (!Space::host_accessible)
      on_host.resize(static_cast<std::size_t>(dense.size()) * sizeof(T));
  });
  joint_name const name{"load_npy", dtype_name<T>(), &array_access::layout_of(a)};
  gather_all(a.all(), name, {}, failed);
  if constexpr (Space::host_accessible) {
    read_together(a.all(), name, file, array_access::layout_of(a), dense.data());
  } else {
    read_together(a.all(), name, file, array_access::layout_of(a), on_host.data());
    if (!on_host.empty()) a.space().copy_from_host(dense.data(), on_host.data(), on_host.size());
  }
  shape_t<Rank> strides = dense.strides();
  if (file.place.fortran_order) std::reverse(strides.begin(), strides.end());
  acre::detail::assign(a.local(), acre::detail::node::view<acre::array<T, Rank, Space>>(
                                      dense, dense.data(), a.local().shape(), strides));
  a.space().fence();
}

}  // namespace detail

/// The elements of a file in blocks of any number of processes: load_npy<double>(all, "u.npy",
/// blocks(shape(1000, 500), axes(0, 1), halo(1))). Halos are 0. Files may have either order of
/// elements and of bytes, as acre::io::load_npy reads them. Waits.
///
/// Throws on all processes: as acre::io::load_npy (a missing or truncated file, another dtype or
/// rank); shape_error where the file's shape isn't that of the blocks; file_error where a process
/// doesn't see the file, or another takes its place meanwhile; value_error where paths or blocks
/// differ; out_of_memory.
template <element T, int Rank, acre::detail::space_argument Space>
array<T, Rank, Space> load_npy(processes const& all, Space const& space,
                               std::filesystem::path const& path, blocks<Rank> const& where)
{
  array<T, Rank, Space> a(all, space, where);
  auto const file = detail::find_npy_together(
      all, {"load_npy", dtype_name<T>(), &detail::array_access::layout_of(a)}, path,
      detail::npy_of<T, Rank>());
  auto const wanted = where.shape();
  if (!std::equal(wanted.begin(), wanted.end(), file.place.layout.shape.begin()))
    throw shape_error(file.shown + " holds an array of shape " + file.place.layout.shape_string() +
                      ", not " + acre::to_string(wanted));
  detail::read_npy(a, file);
  return a;
}
template <element T, int Rank>
auto load_npy(processes const& all, std::filesystem::path const& path, blocks<Rank> const& where)
{
  return load_npy<T>(all, acre::host(), path, where);
}

/// Likewise of the shape that the file has, in slabs, or as blocks()'s options say:
/// load_npy<double, 2>(all, "u.npy", axes(0, 1), halo(1)).
template <element T, int Rank = 1, acre::detail::space_argument Space, class... Option>
array<T, Rank, Space> load_npy(processes const& all, Space const& space,
                               std::filesystem::path const& path, Option const&... option)
{
  auto const file = detail::find_npy_together(all, {"load_npy", dtype_name<T>(), nullptr}, path,
                                              detail::npy_of<T, Rank>());
  array<T, Rank, Space> a(all, space,
                          blocks(io::detail::shape_from<Rank>(file.place.layout.shape), option...));
  detail::read_npy(a, file);
  return a;
}
template <element T, int Rank = 1, class... Option>
auto load_npy(processes const& all, std::filesystem::path const& path, Option const&... option)
{
  return load_npy<T, Rank>(all, acre::host(), path, option...);
}

}  // namespace acre::distributed
