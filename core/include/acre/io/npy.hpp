#pragma once

#include <acre/array/copy.hpp>
#include <acre/array/creation.hpp>
#include <acre/array/read_only.hpp>
#include <acre/io/detail/pieces.hpp>
#include <acre/io/npy_file.hpp>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <variant>
#include <vector>

/// NumPy's .npy files as arrays (library target acre::io). The bits in the file are those of the
/// array, whichever space it is on.
namespace acre::io {

namespace detail {

/// The letter of a dtype's kind in a .npy file. NumPy has none for bfloat16: V2, two bytes without
/// a meaning, is what ml_dtypes writes.
template <element T>
constexpr char npy_kind_of()
{
  using acre::detail::kind;
  constexpr kind k = acre::detail::kind_of<T>();
  return std::is_same_v<T, bfloat16> ? 'V'
         : k == kind::boolean        ? 'b'
         : k == kind::floating       ? 'f'
         : k == kind::complex        ? 'c'
         : std::is_signed_v<T>       ? 'i'
                                     : 'u';
}

/// The elements of an attribute, which has to be of this dtype. Throws dtype_error naming `what`.
template <element T>
std::vector<T> numbers_of(npy_array const& found, std::string const& what)
{
  require_wanted(found, npy_kind_of<T>(), sizeof(T), found.shape.size(), what);
  std::vector<T> out(found.data.size() / sizeof(T));
  for (std::size_t k = 0; k < out.size(); ++k) {
    T value{};
    std::memcpy(static_cast<void*>(&value), found.data.data() + k * sizeof(T), sizeof(T));
    out[k] = value;
  }
  return out;
}

/// A file's elements as memory, and their strides, counted in elements.
struct npy_mapped {
  std::shared_ptr<void> memory;
  std::vector<std::int64_t> strides;
};

class npy_source;

/// A file that has to hold an array of this dtype and rank, whose bytes are read in C order and
/// native byte order; those of bool are 0 or 1.
class npy_contents {
 public:
  npy_contents(std::filesystem::path const& path, char kind, std::size_t itemsize, int rank);
  /// Likewise from what `from` reads, which messages call `name`.
  npy_contents(std::unique_ptr<npy_source> from, std::string const& name, char kind,
               std::size_t itemsize, int rank);
  npy_contents(npy_contents const&) = delete;
  npy_contents& operator=(npy_contents const&) = delete;
  ~npy_contents();
  std::vector<std::int64_t> const& shape() const;
  /// The next whole elements.
  void read(void* to, std::size_t size);
  npy_mapped map() const;

 private:
  struct file;
  std::unique_ptr<file> file_;
};

/// Writes a file of this kind, itemsize and shape, whose bytes `content` hands over.
void write_npy_pieces(std::filesystem::path const& path, npy_array const& layout,
                      std::function<void(take_bytes const&)> const& content);

template <int Rank>
shape_t<Rank> shape_from(std::vector<std::int64_t> const& extents)
{
  shape_t<Rank> shape{};
  std::copy_n(extents.begin(), Rank, shape.begin());
  return shape;
}

/// One of the build's spaces, as in <acre/dynamic/array.hpp>.
template <class Space>
concept run_time_space = requires { std::variant_size<Space>::value; };

template <class T, int Rank, class Space>
read_only_array<T, Rank, Space> mapped_array(Space const& space, npy_contents const& contents)
{
  static_assert(Space::host_accessible,
                "acre: a file is mapped into the host's memory; load_npy brings it to a GPU's");
  auto const mapped = contents.map();
  return read_only(array<T, Rank, Space>(space, mapped.memory, static_cast<T*>(mapped.memory.get()),
                                         shape_from<Rank>(contents.shape()),
                                         shape_from<Rank>(mapped.strides)));
}

}  // namespace detail

/// The array of a file: load_npy<float, 2>(space, "map.npy"). Dtype and rank are those of the file;
/// what has a file's own is made by load_npy(dynamic_space, path) of <acre/io/dynamic.hpp>.
/// Waits for the copy.
/// Throws  file_error naming the file, as read_npy; dtype_error and shape_error naming the file
///         where it holds another dtype or rank; out_of_memory.
template <element T, int Rank = 1, acre::detail::space_argument Space>
array<T, Rank, Space> load_npy(Space const& space, std::filesystem::path const& path)
{
  detail::npy_contents file(path, detail::npy_kind_of<T>(), sizeof(T), Rank);
  array<T, Rank, Space> a(space, detail::shape_from<Rank>(file.shape()));
  detail::fill(a, [&](void* to, std::size_t size) { file.read(to, size); });
  return a;
}
template <element T, int Rank = 1>
auto load_npy(std::filesystem::path const& path)
{
  return load_npy<T, Rank>(default_space(), path);
}

/// The array of a file without reading it: memory of the file's own, of which the system reads the
/// parts that are touched, at once from its cache where they are there. For arrays larger than
/// memory, and for programs that read the same file; read only, by expressions on `space`, one of
/// the host's. A file in Fortran order is an array of such strides. The file has to stay as it is:
/// one that is made shorter ends the program by SIGBUS (save_npy makes a new file beside it, which
/// does no harm). A GPU's arrays are loaded by load_npy, which is quicker than a copy of these.
/// Throws  as load_npy; file_error where elements are in the other byte order, begin at an address
///         that isn't a multiple of their size, or are bool and neither 0 nor 1
///
/// ```cpp
/// #include <acre/io/npy.hpp>
/// io::save_npy("squares.npy", square(arange(1000.0)));
/// auto const squares = io::map_npy<double>("squares.npy");
/// std::cout << sum(squares(slice(0, 4))) << '\n';
/// ```
/// ```text
/// 14.0
/// ```
template <element T, int Rank = 1, acre::detail::space_argument Space>
read_only_array<T, Rank, Space> map_npy(Space const& space, std::filesystem::path const& path)
{
  return detail::mapped_array<T, Rank>(
      space, detail::npy_contents(path, detail::npy_kind_of<T>(), sizeof(T), Rank));
}
template <element T, int Rank = 1>
auto map_npy(std::filesystem::path const& path)
{
  return map_npy<T, Rank>(host(), path);
}

/// Writes an array or expression in C order as numpy.save does, atomically: the file holds what it
/// held before, or all of the array. Waits, and throws index errors that are pending on the space.
/// Throws  file_error naming the file where it can't be written.
template <expression E>
void save_npy(std::filesystem::path const& path, E const& e)
{
  using T = acre::detail::canonical_t<typename E::value_type>;
  auto const a = acre::detail::contiguous(evaluate(e));
  a.space().fence();
  detail::write_npy_pieces(
      path, {detail::npy_kind_of<T>(), sizeof(T), {a.shape().begin(), a.shape().end()}, {}},
      [&](detail::take_bytes const& to) { detail::empty_out(a, to); });
}

}  // namespace acre::io

#include <acre/io/detail/refusals/npy.hpp>
