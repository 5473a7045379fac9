#pragma once

#include <acre/io/detail/stored.hpp>
#include <acre/io/npy.hpp>
#include <acre/io/npy_file.hpp>
#include <acre/ragged/table.hpp>

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

/// Lists and tables as NumPy's .npy files (library target acre::io): what Awkward's and uproot's
/// users write with numpy.save. Files are read and written as load_npy and save_npy do; each is
/// written whole or not at all.
namespace acre::io {

namespace detail {

/// npz_reader, hdf5_reader.
template <class Reader>
concept reader_of_names = requires(Reader const& file, std::string const& name) {
  file.contains(name);
  file.path();
};

}  // namespace detail

/// Lists from a file of offsets (Index: int64, or int32) and one of elements. Waits.
///
/// Lists of lists are `ragged(io::load_npy<std::int64_t>(space, "outer.npy"), lists)`, whose outer
/// offsets count the inner lists.
///
/// Throws  file_error naming the file of offsets where these decrease or reach beyond the elements,
///         and as load_npy.
template <element T, acre::detail::list_index Index = std::int64_t,
          acre::detail::space_argument Space>
ragged<T, Space, Index> load_lists(Space const& space, std::filesystem::path const& offsets,
                                   std::filesystem::path const& elements)
{
  auto const positions = load_npy<Index>(space, offsets);
  auto const content = load_npy<T>(space, elements);
  try {
    return {positions, content};
  } catch (value_error const& e) {
    throw file_error(offsets.string() + ": " + e.message());
  }
}

/// Lists that an .npz or HDF5 file has as NAME/offsets and NAME/content, which save_npz and
/// save_hdf5 write of an entry NAME. Waits. Throws as the reader's load(), file_error naming file
/// and entry for offsets that decrease or reach beyond the elements.
template <element T, acre::detail::list_index Index = std::int64_t,
          acre::detail::space_argument Space, detail::reader_of_names Reader>
ragged<T, Space, Index> load_lists(Space const& space, Reader const& file, std::string const& name)
{
  auto const positions = file.template load<Index>(space, name + "/offsets");
  auto const content = file.template load<T>(space, name + "/content");
  try {
    return {positions, content};
  } catch (value_error const& e) {
    throw file_error("cannot read " + file.path().string() + ": " + name + ": " + e.message());
  }
}

/// Writes the elements of lists, then their offsets, which begin with 0. Waits. Throws file_error.
template <ragged_expression E>
void save_lists(std::filesystem::path const& offsets, std::filesystem::path const& elements,
                E const& e)
{
  static_assert(!acre::detail::nested_lists<E>,
                "acre: save_lists writes lists of one level: of nested ones flatten(x), and the "
                "outer offsets by save_npy");
  auto const& lists = *e.structure();
  save_npy(elements, e.flat());
  save_npy(offsets, cast<typename E::index_type>(lists.offsets - lists.first));
}

namespace detail {

/// An array that is made of what a file holds, of this dtype and rank.
template <class Array>
class new_array : public stored {
  using T = typename Array::value_type;
  using space_type = typename Array::space_type;

 public:
  explicit new_array(space_type const& space) : space_(space) {}
  npy_array layout() override { return {npy_kind_of<T>(), sizeof(T), {}, {}}; }
  void save(take_bytes const&) override {}
  void prepare(npy_array const& found, std::string_view, std::string const& what) override
  {
    npy_array wanted = layout();
    wanted.shape = found.shape;
    require_stored(found, wanted, what);
    if (found.shape.size() != std::size_t{Array::rank})
      throw shape_error(what + " holds an array of shape " + found.shape_string() + ", not of " +
                        std::to_string(Array::rank) + (Array::rank == 1 ? " axis" : " axes"));
    made_ = Array(space_, shape_from<Array::rank>(found.shape));
  }
  void restore(give_bytes const& from) override
  {
    detail::fill(made_, [&](void* to, std::size_t size) {
      from(to, size);
      if constexpr (std::is_same_v<T, bool>) make_bools(to, size);
    });
  }
  Array const& value() const { return made_; }

 private:
  space_type space_;
  Array made_;
};

/// The arrays that a column or lists are made of, for saving and for restoring.
template <class V>
struct pieces_of;

template <class T, int Rank, class Space>
struct pieces_of<array<T, Rank, Space>> {
  using V = array<T, Rank, Space>;
  explicit pieces_of(Space const& space) : made(std::make_shared<new_array<V>>(space)) {}
  static void save(V const& a, std::string const& name, std::vector<stored_part>& parts)
  {
    parts.push_back({name, std::make_shared<saved_array<V>>(a)});
  }
  void restore(std::string const& name, std::vector<stored_part>& parts) const
  {
    parts.push_back({name, made});
  }
  V value() const { return made->value(); }
  std::shared_ptr<new_array<V>> made;
};

template <class T, class Space, class Index>
struct pieces_of<ragged<T, Space, Index>> {
  using V = ragged<T, Space, Index>;
  using positions = array<Index, 1, Space>;
  explicit pieces_of(Space const& space) : offsets(space), content(space) {}
  static void save(V const& a, std::string const& name, std::vector<stored_part>& parts)
  {
    auto const& lists = *a.structure();
    pieces_of<positions>::save(evaluate(cast<Index>(lists.offsets - lists.first)),
                               name + "/offsets", parts);
    pieces_of<typename V::content_type>::save(a.flat(), name + "/content", parts);
  }
  void restore(std::string const& name, std::vector<stored_part>& parts) const
  {
    offsets.restore(name + "/offsets", parts);
    content.restore(name + "/content", parts);
  }
  V value() const { return {offsets.value(), content.value()}; }
  pieces_of<positions> offsets;
  pieces_of<typename V::content_type> content;
};

template <class... Columns>
struct pieces_of<table<Columns...>> {
  using V = table<Columns...>;
  explicit pieces_of(typename V::space_type const& space)
      : columns(pieces_of<typename Columns::content_type>(space)...)
  {}
  static void save(V const& t, std::string const& name, std::vector<stored_part>& parts)
  {
    std::apply(
        [&](auto const&... values) {
          (pieces_of<typename Columns::content_type>::save(
               values, name + '/' + std::string(Columns::name.view()), parts),
           ...);
        },
        t.contents());
  }
  void restore(std::string const& name, std::vector<stored_part>& parts) const
  {
    std::apply(
        [&](auto const&... column) {
          (column.restore(name + '/' + std::string(Columns::name.view()), parts), ...);
        },
        columns);
  }
  V value() const
  {
    return std::apply([](auto const&... column) { return V(Columns{column.value()}...); }, columns);
  }
  std::tuple<pieces_of<typename Columns::content_type>...> columns;
};

/// Lists or a table of a checkpoint.
template <class V>
class parts_of_rows : public stored_parts {
 public:
  explicit parts_of_rows(V& variable) : variable_(variable) {}
  std::vector<stored_part> saved() override
  {
    std::vector<stored_part> parts;
    pieces_of<V>::save(variable_, "", parts);
    return parts;
  }
  std::vector<stored_part> restored() override
  {
    std::vector<stored_part> parts;
    pieces_ = std::make_unique<pieces_of<V>>(variable_.space());
    pieces_->restore("", parts);
    return parts;
  }
  void assemble() override { made_ = std::make_unique<V>(pieces_->value()); }
  void settle() override { variable_ = std::move(*made_), made_.reset(), pieces_.reset(); }

 private:
  V& variable_;
  std::unique_ptr<pieces_of<V>> pieces_;
  std::unique_ptr<V> made_;
};

template <class T, class Space, class Index>
struct stored_as<ragged<T, Space, Index>> {
  using parts = parts_of_rows<ragged<T, Space, Index>>;
};
template <class... Columns>
struct stored_as<table<Columns...>> {
  using parts = parts_of_rows<table<Columns...>>;
};

/// An array in a file, read by rows along its first axis.
class rows_of_file {
 public:
  virtual ~rows_of_file() = default;
  virtual std::string name() const = 0;  ///< that messages begin with
  virtual npy_array const& layout() const = 0;
  virtual npy_array read(std::int64_t first, std::int64_t count) = 0;
  std::int64_t rows() const { return layout().shape.empty() ? 1 : layout().shape.front(); }
};

}  // namespace detail

/// Lists in files larger than memory, some at a time: offsets, and any number of files of elements
/// that they count. After next() load<T>(space, k) gives the part's elements in file k as lists;
/// those of several files are zipped. One part is in memory: what is made of a part, and put
/// together part after part, is what all at once give, to the bit, as long as it is of lists.
class lists_in_parts {
 public:
  /// A part has as many lists as have at most so many elements together, and no more than so many
  /// lists; one at least: a longer list is a part of its own. Throws file_error as npy_reader, and
  /// where offsets are none, of another dtype than int64 or int32, begin or end outside the
  /// elements, or files of elements have different lengths: nothing is read then.
  lists_in_parts(std::filesystem::path const& offsets,
                 std::vector<std::filesystem::path> const& elements, std::int64_t most_elements);
  /// Likewise for other files than .npy (hdf5_lists_in_parts).
  lists_in_parts(std::unique_ptr<detail::rows_of_file> offsets,
                 std::vector<std::unique_ptr<detail::rows_of_file>> elements,
                 std::int64_t most_elements);

  std::int64_t lists() const { return lists_; }  ///< in all parts
  std::int64_t read() const { return end_; }     ///< lists of the parts so far
  /// Goes to the next part, the first at first; false behind the last. Throws file_error naming the
  /// offsets' file where these decrease.
  bool next();

  /// The part's offsets, which begin with 0.
  std::vector<std::int64_t> const& offsets() const { return offsets_; }
  /// The part's elements in one of the files. Throws dtype_error naming it where it has another
  /// dtype; file_error.
  template <element T>
  npy_array elements(std::size_t file)
  {
    return elements_as(file, detail::npy_kind_of<T>(), sizeof(T));
  }
  /// These as lists. Waits.
  template <element T, acre::detail::space_argument Space>
  ragged<T, Space> load(Space const& space, std::size_t file)
  {
    auto const part = elements<T>(file);
    std::span<T const> const values(reinterpret_cast<T const*>(part.data.data()),
                                    part.data.size() / sizeof(T));
    return {from_host<std::int64_t>(space, offsets_),
            from_host<T>(space, values, shape(values.size()))};
  }

 private:
  npy_array elements_as(std::size_t file, char kind, std::size_t itemsize);

  std::unique_ptr<detail::rows_of_file> offset_file_;
  std::vector<std::unique_ptr<detail::rows_of_file>> files_;
  std::int64_t lists_ = 0, elements_ = 0, most_, begin_ = 0, end_ = 0, first_element_ = 0;
  std::vector<std::int64_t> offsets_;
};

/// A table of the files STEM_pt.npy, STEM_eta.npy, …: load_table<float, float>(space, "electron",
/// "pt"_col, "eta"_col). Waits. Throws as load_npy, and shape_error where files have different
/// lengths.
template <element... T, acre::detail::space_argument Space, acre::detail::column_name... Names>
  requires(sizeof...(T) == sizeof...(Names) && sizeof...(T) > 0)
auto load_table(Space const& space, std::filesystem::path const& stem, column_key<Names>... keys)
{
  return table(
      (keys = load_npy<T>(space, stem.string() + '_' + std::string(keys.name) + ".npy"))...);
}

/// A table that an .npz or HDF5 file has as NAME/pt, NAME/eta, …, which save_npz and save_hdf5
/// write of an entry NAME: load_table<float, float>(space, npz_reader("e.npz"), "electron",
/// "pt"_col, "eta"_col). Waits. Throws as the reader's load(), and shape_error where columns have
/// different lengths.
template <element... T, acre::detail::space_argument Space, detail::reader_of_names Reader,
          acre::detail::column_name... Names>
  requires(sizeof...(T) == sizeof...(Names) && sizeof...(T) > 0)
auto load_table(Space const& space, Reader const& file, std::string const& name,
                column_key<Names>... keys)
{
  return table((keys = file.template load<T>(space, name + '/' + std::string(keys.name)))...);
}

/// Writes these. Waits. Throws file_error.
template <class... Columns>
void save_table(std::filesystem::path const& stem, table<Columns...> const& t)
{
  auto const names = t.names();
  std::size_t k = 0;
  std::apply(
      [&](auto const&... values) {
        (save_npy(stem.string() + '_' + names[k++] + ".npy", values), ...);
      },
      t.contents());
}

}  // namespace acre::io
