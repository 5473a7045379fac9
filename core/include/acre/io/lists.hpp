#pragma once

#include <acre/io/npy.hpp>
#include <acre/ragged/table.hpp>

#include <filesystem>
#include <string>

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
