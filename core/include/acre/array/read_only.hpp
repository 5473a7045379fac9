#pragma once

#include <acre/array/array.hpp>
#include <acre/array/detail/foreign_bools.hpp>
#include <acre/elementwise/detail/evaluate.hpp>

#include <memory>
#include <utility>

namespace acre {

/// An array's elements to be read and not written: what memory is seen as that somebody else has
/// declared const (from_view, from_span, from_mdspan of const elements, from_dlpack), without a
/// copy. An expression, which stands wherever an operand does, with the kernels and bits of the
/// array's own; what writes elements takes none. A handle with shared ownership; copy(r) is an
/// array.
///
/// ```cpp
/// auto const fixed = read_only(arange(4.0));
/// std::cout << fixed(slice(1, none)) + 1 << ' ' << sum(fixed) << '\n';
/// ```
/// ```text
/// [2. 3. 4.] 6.0
/// ```
template <element T, int Rank = 1, class Space = default_space>
class read_only_array : public detail::expression_tag {
 public:
  using value_type = T;
  using space_type = Space;
  static constexpr int rank = Rank;
  static constexpr int leaf_count = 1;
  static constexpr bool may_lie_alike = true;

  explicit read_only_array(array<T, Rank, Space> a) : a_(std::move(a)) {}

  shape_t<Rank> const& shape() const { return a_.shape(); }
  std::int64_t extent(axis_number axis) const { return a_.extent(axis); }
  std::int64_t size() const { return a_.size(); }
  shape_t<Rank> const& strides() const { return a_.strides(); }
  T const* data() const { return a_.data(); }
  Space const& space() const { return a_.space(); }
  std::shared_ptr<void const> owner() const { return a_.owner(); }
  bool is_contiguous() const { return a_.is_contiguous(); }

  /// A kernel captures this.
  template <bool Checked = checks_access>
  array_ref<T const, Rank, Checked> ref(
      std::source_location where = std::source_location::current()) const
  {
    return a_.template ref<Checked>(where);
  }

  /// Basic indexing, as an array's.
  template <class... Index>
    requires detail::basic_indices<Rank, Index...>
  auto operator()(Index... index) const
  {
    auto const view = a_(index...);
    using array_type = std::remove_const_t<decltype(view)>;
    return read_only_array<T, array_type::rank, Space>(view);
  }
  read_only_array transpose() const { return read_only_array(a_.transpose()); }

  T item() const { return a_.item(); }
  operator T() const
    requires(Rank == 0)
  {
    return item();
  }
  explicit operator bool() const
    requires(Rank > 0)
  {
    return detail::refuse_truth_value<T>();
  }

 private:
  array<T, Rank, Space> a_;

  friend struct detail::node;
  T const* first() const { return detail::node::first(a_); }
  int names(detail::memory_handle const& memory) const { return detail::node::names(a_, memory); }
  template <class Target>
  bool lies_as(Target const& to, detail::row_operands& row) const
  {
    return detail::node::lies_as(a_, to, row);
  }
  void describe(detail::leaf_layout*& leaf, extents_view common) const
  {
    detail::node::describe(a_, leaf, common);
  }
  auto lower(detail::lowering& leaves) const { return detail::node::lower(a_, leaves); }
};

/// a's elements, not to be written through this name.
template <element T, int Rank, class Space>
auto read_only(array<T, Rank, Space> const& a)
{
  return read_only_array<T, Rank, Space>(a);
}

namespace detail {

/// Memory that `owner` keeps alive as an array, or, where it is const, as one to be read. Throws
/// value_error where it is of bool and has bytes other than 0 and 1.
template <class T, class Space, std::size_t Rank>
auto as_array(Space const& space, std::shared_ptr<void> owner, T* data,
              std::array<std::int64_t, Rank> const& shape,
              std::array<std::int64_t, Rank> const& strides)
{
  using value_type = std::remove_const_t<T>;
  if constexpr (std::is_same_v<value_type, bool>) require_bools_of(space, data, shape, strides);
  array<value_type, static_cast<int>(Rank), Space> const a(
      space, std::move(owner), const_cast<value_type*>(data), shape, strides);
  if constexpr (std::is_const_v<T>)
    return read_only(a);
  else
    return a;
}

/// An array whose pointer is handed out, and of what: array<T>'s are T, read_only_array<T>'s const.
template <class A>
inline constexpr bool lies_in_memory = false;
template <class T, int Rank, class Space>
inline constexpr bool lies_in_memory<array<T, Rank, Space>> = true;
template <class T, int Rank, class Space>
inline constexpr bool lies_in_memory<read_only_array<T, Rank, Space>> = true;

template <class A>
using pointed_to = std::remove_pointer_t<decltype(std::declval<A const&>().data())>;

/// How elements may have to lie for another library's type.
enum class lies { in_c_order, in_fortran_order, apart };

/// Throws shape_error, with what to pass instead, unless the elements lie so; `apart`: along axes
/// that run forwards, no element twice. `wanted` is the type's name.
void require_lies(lies how, char const* function, char const* wanted, extents_view shape,
                  extents_view strides);

}  // namespace detail
}  // namespace acre
