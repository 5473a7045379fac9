#pragma once

#include <acre/io/npy.hpp>
#include <acre/io/npy_file.hpp>
#include <acre/ragged/table.hpp>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

/// Lists and tables as NumPy's .npy files (library target acre::io): what Awkward's and uproot's
/// users write with numpy.save. Files are read and written as load_npy and save_npy do; each is
/// written whole or not at all.
namespace acre::io {

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
    throw file_error(offsets.string() + ": " + e.what());
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
  /// The same of other files than .npy (hdf5_lists_in_parts).
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
