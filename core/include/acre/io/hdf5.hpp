#pragma once

#include <acre/array/slice.hpp>
#include <acre/io/detail/part.hpp>
#include <acre/io/entry.hpp>
#include <acre/io/lists.hpp>
#include <acre/io/npy.hpp>

#include <concepts>
#include <filesystem>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/// HDF5 files by the HDF5 C library (library target acre::hdf5, which is there where that is).
/// Dtypes are taken as they are, never converted: integers of 8 to 64 bits, float32 and float64 in
/// either byte order, bool and complex as h5py has them; texts of fixed and variable length. Names
/// are paths from the root, with or without a / in front. One thread at a time, as the C library.
namespace acre::io {

/// Lists what an HDF5 file holds, and reads its datasets whole or in part.
///
/// ```cpp
/// #include <acre/io/hdf5.hpp>
/// auto const u = reshape(arange(12.0), shape(3, 4));
/// io::save_hdf5("run.h5", {{"run/u", u}, {"run/u@units", "K"}, {"@step", 7}},
///               {.chunk = {1, 4}, .deflate = 4});
/// io::hdf5_reader const file("run.h5");
/// std::cout << file.datasets()[0] << ' ' << file.layout("run/u").shape_string() << " in "
///           << file.text("run/u@units") << ", step " << file.number<std::int32_t>("@step") <<
///           '\n';
/// std::cout << file.load<double, 2>("run/u", slice(1, none), slice(none, none, 2)) << '\n';
/// ```
/// ```text
/// run/u (3, 4) in K, step 7
/// [[ 4.  6.]
///  [ 8. 10.]]
/// ```
class hdf5_reader {
 public:
  /// Throws file_error naming the file: it can't be opened, or is no HDF5 file.
  explicit hdf5_reader(std::filesystem::path const& path);
  hdf5_reader(hdf5_reader&&) noexcept;
  hdf5_reader& operator=(hdf5_reader&&) noexcept;
  ~hdf5_reader();

  std::filesystem::path const& path() const;
  /// Paths from the root without the first /, in the order of their names; other files that links
  /// lead to are not opened.
  std::vector<std::string> datasets() const;
  /// Names of the attributes of a dataset, a group or "/". Throws file_error where nothing has this
  /// name.
  std::vector<std::string> attributes(std::string const& object) const;
  bool contains(std::string const& dataset) const;
  /// Kind, itemsize and shape; no data. Throws file_error naming file and dataset: there is none
  /// (with those that there are), or its type is none of acre's.
  npy_array layout(std::string const& dataset) const;
  /// Throws as layout(); file_error where it can't be read, naming the filter that is missing here
  /// where it is packed by a plugin's.
  npy_array read(std::string const& dataset) const;
  /// Rows first … first + count - 1 along the first axis. Throws shape_error where they aren't
  /// there.
  npy_array read(std::string const& dataset, std::int64_t first, std::int64_t count) const;

  /// A dataset, or of its first axes what slices say (which have NumPy's meaning), on a space; only
  /// that is read. Waits. Throws as layout(), dtype_error and shape_error naming file and dataset
  /// where it has another dtype or rank, value_error for a slice's step of 0; out_of_memory.
  template <element T, int Rank = 1, acre::detail::space_argument Space,
            std::same_as<slice>... Slices>
    requires(sizeof...(Slices) <= Rank)
  array<T, Rank, Space> load(Space const& space, std::string const& dataset, Slices... slices) const
  {
    npy_array found{detail::npy_kind_of<T>(), sizeof(T), std::vector<std::int64_t>(Rank), {}};
    require(dataset, found);
    return detail::load_part<T, Rank>(
        space, select(dataset, found, {slices...}),
        [&](detail::selection const& part, void* to) { read(dataset, found, part, to); });
  }
  template <element T, int Rank = 1, std::same_as<slice>... Slices>
  auto load(std::string const& dataset, Slices... slices) const
  {
    return load<T, Rank>(default_space(), dataset, slices...);
  }

  /// Reads it with the dtype and rank that it has: a dynamic_array (<acre/io/dynamic.hpp>). Throws
  /// shape_error naming file and dataset where there are more slices than axes, and for more than 8
  /// axes.
  template <detail::run_time_space Space, std::same_as<slice>... Slices>
  auto load(Space const& space, std::string const& dataset, Slices... slices) const
  {
    npy_array const found = layout(dataset);
    return load_dynamic_part(
        space, found, select(dataset, found, {slices...}), where(dataset),
        [&](detail::selection const& part, void* to) { read(dataset, found, part, to); });
  }

  /// An attribute by "dataset@name", "group@name" or "@name" of the root. Throw file_error where
  /// there is none, or it is several numbers; dtype_error where it has another dtype.
  template <element T>
  T number(std::string const& attribute) const
  {
    T value{};
    read_attribute(attribute, {detail::npy_kind_of<T>(), sizeof(T), {}, {}}, &value);
    return value;
  }
  /// The numbers of an attribute of any shape, in C order.
  template <element T>
  std::vector<T> numbers(std::string const& attribute) const
  {
    return detail::numbers_of<T>(this->attribute(attribute), where(attribute));
  }
  /// An attribute with the dtype and shape it has. Throws file_error where there is none,
  /// dtype_error where it is text or of a type that is none of acre's.
  npy_array attribute(std::string const& attribute) const;
  /// The texts of an attribute or a dataset, whole and in C order; text(): of one. Throw file_error
  /// where there is none, or it holds no text.
  std::vector<std::string> texts(std::string const& name) const;
  std::string text(std::string const& name) const;

 private:
  /// Puts the dataset's extents into `wanted`.
  void require(std::string const& dataset, npy_array& wanted) const;
  std::string where(std::string const& dataset) const;
  detail::selected select(std::string const& dataset, npy_array const& layout,
                          std::initializer_list<slice> slices) const;
  void read(std::string const& dataset, npy_array const& layout, detail::selection const& part,
            void* to) const;
  void read_attribute(std::string const& attribute, npy_array const& wanted, void* to) const;

  struct file;
  std::unique_ptr<file> file_;
};

/// One dataset of a file: load_hdf5<float, 2>(space, "run.h5", "maps/sea"). Waits. Throws as
/// hdf5_reader.
template <element T, int Rank = 1, acre::detail::space_argument Space,
          std::same_as<slice>... Slices>
array<T, Rank, Space> load_hdf5(Space const& space, std::filesystem::path const& path,
                                std::string const& dataset, Slices... slices)
{
  return hdf5_reader(path).load<T, Rank>(space, dataset, slices...);
}
template <element T, int Rank = 1, std::same_as<slice>... Slices>
auto load_hdf5(std::filesystem::path const& path, std::string const& dataset, Slices... slices)
{
  return load_hdf5<T, Rank>(default_space(), path, dataset, slices...);
}

template <detail::run_time_space Space, std::same_as<slice>... Slices>
auto load_hdf5(Space const& space, std::filesystem::path const& path, std::string const& dataset,
               Slices... slices)
{
  return hdf5_reader(path).load(space, dataset, slices...);
}

/// Lists in datasets larger than memory, some at a time (see lists_in_parts): their offsets, and
/// any number of datasets of elements. Throws as lists_in_parts and hdf5_reader, naming file and
/// dataset.
lists_in_parts hdf5_lists_in_parts(std::filesystem::path const& path, std::string const& offsets,
                                   std::vector<std::string> const& elements,
                                   std::int64_t most_elements);

/// How datasets lie in a file; the default is in one piece.
struct hdf5_format {
  /// Extents of the pieces that datasets of as many axes are stored and compressed in; of others,
  /// and where `deflate` or `unlimited` is given alone, pieces of at most about 1 MiB are chosen.
  std::vector<std::int64_t> chunk{};
  int deflate = 0;  ///< 1, quickest, to 9, smallest; 0: not compressed
  /// The axis along which append_hdf5 can add to the datasets that have it; -1 is the last one.
  /// Others keep their shape.
  std::optional<int> unlimited{};
};

/// Writes a new file with these datasets, atomically: the file is what it was or holds all of them.
/// Groups in names ("run/u") are made, of lists and tables too (<acre/io/lists.hpp>); "run/u@units"
/// is an attribute of what was named before. Both are numbers or texts, arrays of any shape or one;
/// texts take the bytes of the longest. No times stand in the file. Waits. Throws value_error for a
/// name that is empty or there twice, for an attribute of more than 60000 bytes, and for chunk and
/// deflate that can't be; file_error naming the file.
void save_hdf5(std::filesystem::path const& path, std::vector<entry> const& entries,
               hdf5_format const& format = {});

/// Adds to a file: datasets and attributes whose names are new, and elements to datasets that can
/// grow, along the axis that is unlimited in the file (of several, format.unlimited says which). An
/// array of an axis less is one place along it: a time step of shape (ny, nx), or a number.
/// Appended elements take the dataset's dtype; texts are no longer than the longest there was.
///
/// ```cpp
/// #include <acre/io/hdf5.hpp>
/// io::save_hdf5("steps.h5", {{"u", zeros<float>(shape(0, 2, 3))}, {"t", zeros<double>(shape(0))}},
///               {.unlimited = 0});
/// for (int step = 0; step < 4; ++step)
///   io::append_hdf5("steps.h5", {{"u", full(shape(2, 3), float(step))}, {"t", 0.5 * step}});
/// io::hdf5_reader const steps("steps.h5");
/// std::cout << steps.layout("u").shape_string() << ' ' << steps.load<double>("t") << '\n';
/// ```
/// ```text
/// (4, 2, 3) [0.  0.5 1.  1.5]
/// ```
///
/// Costs what is added, not what is there. All entries are added or none: an exception, and a full
/// disk, leave the file as it was. The file is written in place, new elements behind its end, and
/// at last the few blocks of 4096 bytes of it that change. A program that is killed before leaves
/// the file as it was (and bytes after its end, which no reader sees). One that is killed in the
/// fraction of a millisecond in which these blocks are written leaves a log after the file's end:
/// the next hdf5_reader (that may write to the file) or append_hdf5 finishes them; for other
/// programs the file may be unreadable until then. A power cut in the seconds before the system has
/// written all can leave a file that can't be read. If that must not be, save_hdf5 writes a new
/// file. If a reader has the file open, a copy of it takes its place instead, which costs its size,
/// and the reader keeps what it has opened. Programs that add to a file at once wait for one
/// another, 10 seconds at most; where the file system has no locks, they must not.
/// Throws  as save_hdf5; file_error also for a name that is there and can't grow; dtype_error and
///         shape_error where an entry doesn't fit; value_error for lists that are there.
void append_hdf5(std::filesystem::path const& path, std::vector<entry> const& entries,
                 hdf5_format const& format = {});

}  // namespace acre::io
