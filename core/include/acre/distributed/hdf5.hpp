#pragma once

#include <acre/distributed/array.hpp>
#include <acre/distributed/detail/bytes.hpp>
#include <acre/distributed/detail/files.hpp>
#include <acre/io/detail/hdf5_room.hpp>
#include <acre/io/hdf5.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// HDF5 files of distributed arrays, by acre::io's names (links acre::hdf5 beside
/// acre::distributed). The file is the one that one process writes, byte for byte, for any number
/// of processes and any cut, and the library is the HDF5 that acre::hdf5 has, not parallel HDF5:
/// that library's packages clash with it, and wait for a process that is gone for ever. Process 0
/// lays out the file by it; elements are written by the system's calls, each process its own.
///
/// Together. Errors are those of acre::io, the same on all processes, whichever of them meets one.
namespace acre::distributed {

namespace detail {

/// A distributed array as an entry of a file.
class saved_blocks : public io::detail::hdf5_room {
 public:
  saved_blocks(processes all, std::shared_ptr<detail::layout const> where,
               io::npy_array const& whole)
      : hdf5_room(whole), all_(std::move(all)), where_(std::move(where)), item_size_(whole.itemsize)
  {}
  processes const& all() const { return all_; }
  detail::layout const& where() const { return *where_; }
  /// This process' elements. What it throws is noted in `failed`.
  virtual block_to_write compute(std::optional<failure>& failed) = 0;

 protected:
  std::size_t item_size() const { return item_size_; }
  [[noreturn]] void refuse() const override
  {
    throw value_error(
        "a distributed array is no entry of one process' file: distributed::save_hdf5(all, path, "
        "entries) saves several, save_npy(path, x) one, and gather_to(x, 0) brings it together");
  }

 private:
  processes all_;
  std::shared_ptr<detail::layout const> where_;
  std::size_t item_size_;
};

template <class Term>
class saved_term final : public saved_blocks {
 public:
  template <whole_operand E>
  explicit saved_term(E const& e) : saved_term(as_term(e), 0)
  {}
  block_to_write compute(std::optional<failure>& failed) override
  {
    block_ = computed_in_c_order(term_);
    if (!failed) failed = block_.failed;
    return {&where(), item_size(), block_.bytes()};
  }

 private:
  saved_term(Term const& t, int) : saved_blocks(t.all, t.where, layout_of(t)), term_(t) {}
  static io::npy_array layout_of(Term const& t)
  {
    using T = acre::detail::canonical_t<typename Term::value_type>;
    auto const s = t.shape();
    return {io::detail::npy_kind_of<T>(), sizeof(T), {s.begin(), s.end()}, {}};
  }
  Term term_;
  decltype(computed_in_c_order(std::declval<Term const&>())) block_;
};

}  // namespace detail
}  // namespace acre::distributed

namespace acre::io::detail {

template <class Local, std::size_t N>
struct stored_as<acre::distributed::detail::term<Local, N>> {
  using saved = acre::distributed::detail::saved_term<acre::distributed::detail::term<Local, N>>;
  using restored = saved;
};
template <class T, int Rank, class Space>
struct stored_as<acre::distributed::array<T, Rank, Space>> {
  using saved = acre::distributed::detail::saved_term<decltype(acre::distributed::detail::as_term(
      std::declval<acre::distributed::array<T, Rank, Space> const&>()))>;
  using restored = saved;
};

}  // namespace acre::io::detail

namespace acre::distributed {

/// Writes a new file with these entries, as acre::io::save_hdf5 writes it: distributed arrays and
/// expressions among them, and numbers, texts, arrays and attributes, which are process 0's. `path`
/// is what it was until all processes have written, and holds all entries from then on: a
/// checkpoint, from which any number of processes goes on with the same bits.
///
/// ```cpp
/// #include <acre/distributed/hdf5.hpp>
/// using namespace distributed;
/// virtual_processes(4, [](processes const& all) {
///   distributed::array<double, 2> u(all, blocks(shape(6, 8), axes(0, 1), halo(1)));
///   u = coordinate(u, 1);
///   save_hdf5(all, "state.h5", {{"u", u}, {"u@units", "K"}, {"@step", std::int64_t{7}}});
/// });
/// virtual_processes(3, [](processes const& all) {
///   auto const u = load_hdf5<double>(all, "state.h5", "u", blocks(shape(6, 8), halo(1)));
///   auto const step = io::hdf5_reader("state.h5").number<std::int64_t>("@step");  // each its own
///   double const total = sum(u);
///   if (all.rank() == 0) std::cout << "step " << step << ": " << total << '\n';
/// });
/// ```
/// ```text
/// step 7: 168
/// ```
///
/// Datasets lie in one piece, not compressed. Messages and memory as save_npy's, for each entry.
/// Throws on all processes: as save_npy; what acre::io::save_hdf5 throws; value_error where
/// processes name other entries, or an array is of other processes than `all`.
inline void save_hdf5(processes const& all, std::filesystem::path const& path,
                      std::vector<io::entry> const& entries)
{
  auto const in_file = io::entry::in_file(entries);
  std::optional<detail::failure> failed;
  std::vector<detail::saved_blocks*> saved;
  std::vector<detail::block_to_write> blocks;
  std::string what = path.string();
  for (auto const& e : in_file) {
    what += ", " + e.name();
    auto* const of_all = dynamic_cast<detail::saved_blocks*>(&e.value());
    if (of_all == nullptr) continue;
    if (!(of_all->all() == all))
      throw value_error("distributed::save_hdf5: " + e.name() + " is an array of other processes");
    what += " of " + of_all->layout().dtype() + " " + of_all->where().text();
    saved.push_back(of_all);
    blocks.push_back(of_all->compute(failed));
  }
  detail::save_together(all, {"save_hdf5", "its entries", nullptr}, path, what, std::move(failed),
                        blocks, [&](io::detail::new_file const& file) {
                          io::detail::begin_hdf5(file, in_file);
                          std::vector<std::uint64_t> places;
                          for (auto const* s : saved) places.push_back(s->place);
                          return places;
                        });
}

namespace detail {

/// A dataset as process 0 has found it.
struct found_hdf5 {
  std::string shown, name, version;
  std::vector<std::int64_t> shape;
};

/// Together.
inline found_hdf5 find_hdf5_together(processes const& all, joint_name const& name,
                                     std::filesystem::path const& path, std::string const& dataset,
                                     io::npy_array const& wanted)
{
  std::optional<failure> failed = take_pending(all);
  writer mine;
  mine.text(path.string() + ": " + dataset);
  if (all.rank() == 0 && !failed) try {
      io::hdf5_reader const file(path);
      auto const found = file.layout(dataset);
      io::detail::require_wanted(found, wanted.kind, wanted.itemsize, wanted.shape.size(),
                                 path.string() + ": " + dataset);
      auto const whole_name = std::filesystem::absolute(path);
      mine.text(whole_name.string());
      mine.text(
          io::detail::file_parts(whole_name, path, io::detail::file_parts::use::read).version());
      for (auto const n : found.shape) mine.number(n);
    } catch (std::exception const&) {
      failed = current_failure();
    }
  auto const told = gather_all(all, name, std::move(mine.out), failed);
  require_one_text(name.operation.c_str(), told);
  reader from(told.of(0));
  found_hdf5 f{from.text(), from.text(), from.text(), {}};
  while (!from.at_end()) f.shape.push_back(from.number());
  return f;
}

template <class T, int Rank, class Space>
void read_hdf5(array<T, Rank, Space> const& a, found_hdf5 const& found, std::string const& dataset)
{
  std::optional<failure> failed;
  if (size_of(a.local().shape()) > 0) try {
      io::detail::file_parts const there(found.name, found.shown,
                                         io::detail::file_parts::use::read);
      if (there.version() != found.version)
        throw file_error("cannot read " + found.shown +
                         ": another file has taken its place since process 0 has opened it");
      std::array<slice, Rank> mine;
      auto const first = a.first();
      for (int axis = 0; axis < Rank; ++axis)
        mine[static_cast<std::size_t>(axis)] =
            slice(first[axis], first[axis] + a.local().extent(axis));
      auto const block = std::apply(
          [&](auto const&... part) {
            return io::load_hdf5<T, Rank>(a.space(), found.name, dataset, part...);
          },
          mine);
      acre::detail::assign(a.local(), block);
      a.space().fence();
    } catch (std::exception const&) {
      failed = current_failure();
    }
  gather_all(a.all(), {"load_hdf5", dtype_name<T>(), &array_access::layout_of(a)}, {}, failed);
}

}  // namespace detail

/// A dataset of an HDF5 file in blocks of any number of processes, each of which reads its own part
/// by the HDF5 library, of compressed datasets too. Halos are 0. Waits; sends a few words to all.
/// Throws on all processes: as acre::io::load_hdf5; shape_error where the dataset's shape isn't
/// that of the blocks; file_error where a process doesn't see the file, or another takes its place
/// meanwhile; value_error where paths, datasets or blocks differ; out_of_memory.
template <element T, int Rank, acre::detail::space_argument Space>
array<T, Rank, Space> load_hdf5(processes const& all, Space const& space,
                                std::filesystem::path const& path, std::string const& dataset,
                                blocks<Rank> const& where)
{
  array<T, Rank, Space> a(all, space, where);
  auto const found = detail::find_hdf5_together(
      all, {"load_hdf5", dtype_name<T>(), &detail::array_access::layout_of(a)}, path, dataset,
      detail::npy_of<T, Rank>());
  auto const wanted = where.shape();
  if (!std::equal(wanted.begin(), wanted.end(), found.shape.begin()))
    throw shape_error(found.shown + " has shape " + io::detail::npy_shape(found.shape) + ", not " +
                      acre::to_string(wanted));
  detail::read_hdf5(a, found, dataset);
  return a;
}
template <element T, int Rank>
auto load_hdf5(processes const& all, std::filesystem::path const& path, std::string const& dataset,
               blocks<Rank> const& where)
{
  return load_hdf5<T>(all, acre::host(), path, dataset, where);
}

/// Likewise of the shape that the dataset has, in slabs, or as blocks()'s options say:
/// load_hdf5<double, 2>(all, "state.h5", "u", axes(0, 1), halo(1)).
template <element T, int Rank = 1, acre::detail::space_argument Space, class... Option>
array<T, Rank, Space> load_hdf5(processes const& all, Space const& space,
                                std::filesystem::path const& path, std::string const& dataset,
                                Option const&... option)
{
  auto const found = detail::find_hdf5_together(all, {"load_hdf5", dtype_name<T>(), nullptr}, path,
                                                dataset, detail::npy_of<T, Rank>());
  array<T, Rank, Space> a(all, space, blocks(io::detail::shape_from<Rank>(found.shape), option...));
  detail::read_hdf5(a, found, dataset);
  return a;
}
template <element T, int Rank = 1, class... Option>
auto load_hdf5(processes const& all, std::filesystem::path const& path, std::string const& dataset,
               Option const&... option)
{
  return load_hdf5<T, Rank>(all, acre::host(), path, dataset, option...);
}

}  // namespace acre::distributed
