#pragma once

#include <acre/array/read_only.hpp>
#include <acre/io/entry.hpp>
#include <acre/io/npy.hpp>

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// NumPy's .npz files: several .npy files in a zip file (library target acre::npz).
namespace acre::io {

/// Lists what a .npz file holds, and reads its arrays one by one. Each is compared with its CRC-32
/// when it is read.
///
/// ```cpp
/// #include <acre/io/npz.hpp>
/// io::save_npz("run.npz", {{"x", arange(4.0)}, {"steps", 7}}, {.compressed = true});
/// io::npz_reader const file("run.npz");
/// for (std::string const& name : file.names()) std::cout << name << ' ' <<
/// file.layout(name).dtype() << '\n'; std::cout << file.load<double>("x") << ' ' <<
/// file.load<std::int32_t, 0>("steps") << '\n';
/// ```
/// ```text
/// x float64
/// steps int32
/// [0. 1. 2. 3.] 7
/// ```
class npz_reader {
 public:
  /// Throws file_error naming the file: it can't be opened, is no zip file, truncated, broken,
  /// encrypted, packed in another way than deflated, or has two members of a name. Sizes and
  /// numbers of members beyond 32 bits (zip64) are read.
  explicit npz_reader(std::filesystem::path const& path);
  npz_reader(npz_reader&&) noexcept;
  npz_reader& operator=(npz_reader&&) noexcept;
  ~npz_reader();

  std::filesystem::path const& path() const;
  /// In the order of the file; what isn't a .npy file is left out.
  std::vector<std::string> names() const;
  bool contains(std::string_view name) const;
  /// Kind, itemsize and shape; no data. Throws file_error naming file and array, as read_npy does,
  /// and where there is none of that name (with the names that there are).
  npy_array layout(std::string_view name) const;
  /// The array in C order and native byte order. Throws as layout(), and file_error where its bytes
  /// are not those that were written.
  npy_array read(std::string_view name) const;

  /// The array on a space. Waits. Throws as read(), dtype_error and shape_error naming file and
  /// array where it has another dtype or rank; out_of_memory.
  template <element T, int Rank = 1, acre::detail::space_argument Space>
  array<T, Rank, Space> load(Space const& space, std::string_view name) const
  {
    auto const contents = open(name, {detail::npy_kind_of<T>(), sizeof(T)}, Rank);
    array<T, Rank, Space> a(space, detail::shape_from<Rank>(contents->shape()));
    detail::fill(a, [&](void* to, std::size_t size) { contents->read(to, size); });
    return a;
  }
  template <element T, int Rank = 1>
  auto load(std::string_view name) const
  {
    return load<T, Rank>(default_space(), name);
  }
  /// With the dtype and rank that it has: a dynamic_array (<acre/io/dynamic.hpp>). Waits.
  template <detail::run_time_space Space>
  auto load(Space const& space, std::string_view name) const
  {
    return to_dynamic(space, read(name), where(name));
  }
  /// An array that isn't compressed, without reading it, as map_npy; its bytes are not compared.
  /// Throws file_error also where it is compressed.
  template <element T, int Rank = 1, acre::detail::space_argument Space>
  read_only_array<T, Rank, Space> map(Space const& space, std::string_view name) const
  {
    auto const contents = open(name, {detail::npy_kind_of<T>(), sizeof(T)}, Rank);
    return detail::mapped_array<T, Rank>(space, *contents);
  }

 private:
  struct dtype {
    char kind;
    std::size_t itemsize;
  };
  std::string where(std::string_view name) const;
  std::unique_ptr<detail::npy_contents> open(std::string_view name, dtype type, int rank) const;

  struct file;
  std::unique_ptr<file> file_;
};

/// One array of a file: load_npz<float, 2>(space, "maps.npz", "sea"). Waits. Throws as npz_reader.
template <element T, int Rank = 1, acre::detail::space_argument Space>
array<T, Rank, Space> load_npz(Space const& space, std::filesystem::path const& path,
                               std::string_view name)
{
  return npz_reader(path).load<T, Rank>(space, name);
}
template <element T, int Rank = 1>
auto load_npz(std::filesystem::path const& path, std::string_view name)
{
  return load_npz<T, Rank>(default_space(), path, name);
}

template <detail::run_time_space Space>
auto load_npz(Space const& space, std::filesystem::path const& path, std::string_view name)
{
  return npz_reader(path).load(space, name);
}

struct npz_format {
  bool compressed = false;  ///< deflated, as numpy.savez_compressed does
};

/// Writes arrays as numpy.savez does, atomically, in their order; not compressed they begin at
/// multiples of 64 bytes. No time stands in the file: what isn't compressed gives the same bytes
/// everywhere. Lists and tables (<acre/io/lists.hpp>) are written as NAME/offsets, NAME/content and
/// NAME/COLUMN. Waits. Throws value_error for a name that is empty, is there twice, has control
/// characters or leads out of a folder, and for a text; file_error naming the file.
void save_npz(std::filesystem::path const& path, std::vector<entry> const& entries,
              npz_format format = {});

}  // namespace acre::io
