#pragma once

#include <acre/array/detail/declaration.hpp>
#include <acre/array/detail/memory_handle.hpp>
#include <acre/array/shape.hpp>
#include <acre/dynamic/dtype.hpp>

#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace acre {

namespace detail {

template <class List>
struct variant_of;
template <class... T>
struct variant_of<type_list<T...>> {
  using type = std::variant<T...>;
};

}  // namespace detail

/// An instance of one of the build's spaces.
using dynamic_space = typename detail::variant_of<all_spaces>::type;

/// "openmp", "cuda:0" as a space. Throws backend_error as parse_space().
dynamic_space space_named(std::string_view name);
char const* name(dynamic_space const& space);

/// An array whose dtype, rank and space are known at run time only: what a file, a manifest or
/// another language hands over. A handle with shared ownership, as array is; converting from and
/// to array<T, Rank, Space> copies no element.
///
/// The operations on it (acre/dynamic/*.hpp, namespace acre::dynamic, library target acre::dynamic)
/// run the same kernels as array's: kernels don't depend on the static rank, so they are compiled
/// once for rank 6, where axes of extent 1 in front cost nothing, and once for each dtype of
/// the result that operands are promoted to.
class dynamic_array {
 public:
  /// One element of no use: a placeholder to assign to.
  dynamic_array() = default;

  /// Shares a's elements.
  template <element T, int Rank, class Space>
  dynamic_array(array<T, Rank, Space> const& a) : dynamic_array(a, Rank)
  {}

  /// The last `rank` axes of an array whose other axes have extent 1.
  template <element T, int Rank, class Space>
  dynamic_array(array<T, Rank, Space> const& a, int rank)
      : space_(a.space()),
        dtype_(dtype_of<T>),
        memory_(detail::memory_access<array<T, Rank, Space>>::of(a)),
        data_(detail::memory_access<array<T, Rank, Space>>::first(a)),
        rank_(rank)
  {
    for (int axis = 0; axis < rank; ++axis) {
      shape_[axis] = a.shape()[Rank - rank + axis];
      stride_[axis] = a.strides()[Rank - rank + axis];
    }
  }

  /// Memory that `owner` keeps alive; strides count elements. Throws shape_error for more than 8
  /// axes or a negative extent.
  dynamic_array(dynamic_space space, acre::dtype type, std::shared_ptr<void> owner, void* data,
                extents_view shape, extents_view strides);
  /// The memory of another array on that space.
  dynamic_array(detail::memory_handle memory, dynamic_space space, acre::dtype type, void* data,
                extents_view shape, extents_view strides);

  acre::dtype dtype() const { return dtype_; }
  int rank() const { return rank_; }
  extents_view shape() const { return {shape_.data(), static_cast<std::size_t>(rank_)}; }
  extents_view strides() const { return {stride_.data(), static_cast<std::size_t>(rank_)}; }
  std::int64_t size() const { return size_of(shape()); }
  dynamic_space const& space() const { return space_; }
  std::shared_ptr<void> const& owner() const { return memory_.owner(); }
  detail::memory_handle const& memory() const { return memory_; }
  /// The address of size() elements that lie side by side. Throws value_error where they have gaps:
  /// dynamic::contiguous(a) has none.
  void* data() const;
  /// Where the first element lies, however the others do: strides() says.
  void* first() const { return data_; }

  /// The memory seen with another shape: `first` is the element (of dynamic_array's own, counted in
  /// elements) at which the view begins.
  dynamic_array view(std::int64_t first, extents_view shape, extents_view strides) const;

  /// The elements as a typed array, with axes of extent 1 put in front up to Rank. Throws
  /// dtype_error, backend_error or shape_error if it isn't one. (<acre/array/array.hpp> defines
  /// it.)
  template <element T, int Rank = max_rank, class Space = default_space>
  array<T, Rank, Space> as() const
  {
    Space const* const space = std::get_if<Space>(&space_);
    require(dtype_of<T>, Rank, space != nullptr, Space::name);
    shape_t<Rank> extent{}, stride{};
    for (int axis = 0; axis < Rank; ++axis) {
      int const from = axis - (Rank - rank_);
      extent[axis] = from < 0 ? 1 : shape_[from];
      stride[axis] = from < 0 ? 0 : stride_[from];
    }
    return detail::memory_access<array<T, Rank, Space>>::array_of(
        *space, memory_, static_cast<T*>(data_), extent, stride);
  }

 private:
  void require(acre::dtype type, int rank, bool same_space, char const* space) const;

  dynamic_space space_{};
  acre::dtype dtype_ = acre::dtype::float64;
  detail::memory_handle memory_;
  void* data_ = nullptr;
  int rank_ = 0;
  shape_t<max_rank> shape_{};
  shape_t<max_rank> stride_{};
};

namespace dynamic {

/// Host elements in C order on a space; copies and waits. Throws value_error if `bytes` is not
/// what shape and dtype need, out_of_memory.
dynamic_array from_host(dynamic_space const& space, dtype type, std::span<std::byte const> bytes,
                        extents_view shape);

/// The elements on the host in C order. Waits, and throws index errors that are pending.
std::vector<std::byte> to_host(dynamic_array const& a);

/// Waits for the space of `a`; throws index errors that are pending there.
void fence(dynamic_array const& a);

/// One element, of an array that has just one, as a host value. Waits. Throws value_error with
/// NumPy's text for any other size, as truth() does.
template <element T>
T item(dynamic_array const& a)
{
  T value{};
  auto const bytes = to_host(a);
  if (a.dtype() != dtype_of<T> || bytes.size() != sizeof(T))
    throw value_error("item() wants one element of " + std::string(dtype_name<T>()) +
                      ", not shape " + to_string(a.shape()) + " of " + name(a.dtype()));
  std::copy(bytes.begin(), bytes.end(), reinterpret_cast<std::byte*>(&value));
  return value;
}

/// Whether the only element is not zero: Python's bool(a). Waits.
bool truth(dynamic_array const& a);

/// A C-contiguous array: `a` itself where it is one, else a copy. Queued.
dynamic_array contiguous(dynamic_array const& a);

/// A deep copy, C-contiguous. Queued.
dynamic_array copy(dynamic_array const& a);

/// A deep copy on another space, C-contiguous, also where both are the same. Waits.
dynamic_array copy_to(dynamic_space const& space, dynamic_array const& a);

/// Uninitialised, C-contiguous.
dynamic_array empty(dynamic_space const& space, dtype type, extents_view shape);

/// Another dtype, as cast(); `a` itself where it has it. Throws dtype_error for complex to real.
dynamic_array astype(dynamic_array const& a, dtype type);

/// a's elements over `b`'s dtype and shape written into b's memory: b[...] = a. Throws
/// shape_error as an assignment of arrays does.
void assign(dynamic_array const& to, dynamic_array const& from);

}  // namespace dynamic
}  // namespace acre
