#pragma once

#include <acre/array/axes.hpp>
#include <acre/array/detail/array_handle.hpp>
#include <acre/array/detail/assignment.hpp>
#include <acre/array/detail/declaration.hpp>
#include <acre/array/detail/floating_point.hpp>
#include <acre/array/detail/storage.hpp>
#include <acre/array/detail/view_rules.hpp>
#include <acre/array/slice.hpp>
#include <acre/backends/common/failure_log.hpp>
#include <acre/backends/common/index_failure.hpp>
#include <acre/backends/common/operation.hpp>
#include <acre/backends/common/read.hpp>
#include <acre/elementwise/detail/expression.hpp>
#include <acre/index/detail/index_arguments.hpp>

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <source_location>
#include <string>
#include <type_traits>
#include <utility>

namespace acre {

#ifdef ACRE_DEBUG_CHECKS
inline constexpr bool checks_access = true;
#else
inline constexpr bool checks_access = false;
#endif

namespace detail {

template <class To, class From>
KOKKOS_INLINE_FUNCTION void refer_to(To& to, From const& from)
{
  to.data = from.data;
  for (int axis = 0; axis < static_cast<int>(sizeof(to.extent) / sizeof(to.extent[0])); ++axis) {
    to.extent[axis] = from.extent[axis];
    to.stride[axis] = from.stride[axis];
  }
}

/// Refuses arguments that an array is often made of by mistake: array<double, 2>(3, 4),
/// array<double>{1.0, 2.0}.
template <class First>
inline constexpr int extents_in = -1;
template <std::size_t N>
inline constexpr int extents_in<std::array<std::int64_t, N>> = static_cast<int>(N);
template <int Rank, class First>
concept no_shape_of =
    scalar<First> || no_array_yet<First> || (extents_in<First> >= 0 && extents_in<First> != Rank);
template <class First>
constexpr void refuse_no_shape()
{
  constexpr bool is_shape = extents_in<First> >= 0;
  static_assert(!is_shape,
                "acre: the shape has not as many extents as the array has axes: "
                "array<double, 2>(shape(3, 4)) has two");
  static_assert(is_shape,
                "acre: an array is made with a shape, array<double, 2>(shape(3, 4)) or "
                "zeros(shape(3, 4)), or of elements: from_host({1.0, 2.0}), from_host(v) of a "
                "std::vector, from_view(space, view) of a Kokkos::View");
}

/// a.reshape(2, 3), a.transpose(1, 0).
template <class I, class Array>
Array const& refuse_extents(Array const& a)
{
  static_assert(never<I>,
                "acre: extents are written as a shape, axes as axes: a.reshape(shape(2, 3)), "
                "a.transpose(axes(1, 0))");
  return a;
}

}  // namespace detail

/// A plain pointer with extents and strides: what a kernel captures. Trivially copyable, owns
/// nothing. Negative strides are allowed.
///
/// a(i, j) is not checked, unless the build has ACRE_DEBUG (preset debug): then an index outside
/// [0, extent) is an index_error at the next synchronisation, as an index array's (naming the
/// array's label, axis, extent and the line that called ref()), and the access refers to a spare
/// element. If there are several, the one along the first axis is reported, there the first in C
/// order.
///
/// An array_ref<T const, Rank>, to which a.ref() converts, is for memory that no thread of the
/// launch writes: a(i, j) is a value then, and a GPU has several elements' under way at once.
template <class T, int Rank, bool Checked = checks_access>
struct array_ref {
  using reference = std::conditional_t<std::is_const_v<T>, std::remove_const_t<T>, T&>;
  T* data;
  std::int64_t extent[Rank > 0 ? Rank : 1];
  std::int64_t stride[Rank > 0 ? Rank : 1];

  template <std::integral... Index>
    requires(sizeof...(Index) == Rank)
  KOKKOS_INLINE_FUNCTION reference operator()(Index... index) const
  {
    std::int64_t const at[] = {static_cast<std::int64_t>(index)..., 0};
    std::int64_t offset = 0;
    for (int axis = 0; axis < Rank; ++axis) offset += at[axis] * stride[axis];
    if constexpr (std::is_const_v<T>)
      return backends::read_unwritten(data + offset);
    else
      return data[offset];
  }
  template <std::same_as<T const> U>
  KOKKOS_INLINE_FUNCTION operator array_ref<U, Rank, false>() const
  {
    array_ref<U, Rank, false> r{};
    detail::refer_to(r, *this);
    return r;
  }
};

template <class T, int Rank>
struct array_ref<T, Rank, true> {
  using reference = std::conditional_t<std::is_const_v<T>, std::remove_const_t<T>, T&>;
  T* data;
  std::int64_t extent[Rank > 0 ? Rank : 1];
  std::int64_t stride[Rank > 0 ? Rank : 1];
  backends::index_failure* failure;
  std::uint64_t check;  // number of the first axis' check, the others follow

  template <std::integral... Index>
    requires(sizeof...(Index) == Rank)
  KOKKOS_INLINE_FUNCTION reference operator()(Index... index) const
  {
    std::int64_t const at[] = {static_cast<std::int64_t>(index)..., 0};
    std::int64_t offset = 0, place = 0;
    int bad = -1;
    for (int axis = Rank - 1; axis >= 0; --axis)
      if (at[axis] < 0 || at[axis] >= extent[axis]) bad = axis;
    for (int axis = 0; axis < Rank; ++axis) {
      offset += at[axis] * stride[axis];
      place = place * extent[axis] + at[axis];
    }
    if (bad < 0) return data[offset];
    backends::report(failure, check + static_cast<std::uint64_t>(bad), place, at[bad]);
    return *reinterpret_cast<T*>(failure->spare);
  }
  template <std::same_as<T const> U>
  KOKKOS_INLINE_FUNCTION operator array_ref<U, Rank, true>() const
  {
    array_ref<U, Rank, true> r{};
    detail::refer_to(r, *this);
    r.failure = failure;
    r.check = check;
    return r;
  }
};

/// A dense array of rank 0 to 8 in the memory of a space.
///
/// A handle with shared ownership: copying one is cheap and both see the same elements, as with
/// Kokkos::View; copy(a) is deep. Row-major when made; slices and transposes have any strides.
///
/// A whole array is a name. Assigning an array of the same type rebinds it. Assigning an expression
/// or a scalar gives it these values and leaves every other name as it is: another copy of the
/// handle, or an operand that an expression keeps. It keeps its memory where no other name has it
/// (what the assigned expression itself holds not counted, unless that is stored), and takes new
/// memory of the same shape, on the same space and under the same label, where one has.
///
/// Slices, other views, and memory that somebody else owns are places: they keep the memory alive
/// and are no names. Assigning them an expression or a scalar writes elements, as does assigning
/// anything to what has no variable (a(ALL) = b), +=, and every kernel: names and slices of these
/// elements see it. A view that is the last to have its memory (that of a temporary, or of an array
/// of a function which returns the view) is a whole array from then on.
///
/// ```cpp
/// auto a = zeros(shape(3)), b = ones(shape(3));
/// auto const was = a;
/// a = b + 1;                   // was keeps its elements; shape_error if b does not broadcast to a
/// a(slice(0, 2)) = b(0) * 5;   // writes two of a's elements
/// std::cout << a << ' ' << was << ' ';
/// a = b;                       // a is b now
/// a(ALL) = 7;                  // and so b is
/// std::cout << b << '\n';
/// ```
/// ```text
/// [5. 5. 2.] [0. 0. 0.] [7. 7. 7.]
/// ```
///
/// An array made without a shape has none: assigning an expression to it makes it an array of
/// the expression's shape, writing a scalar, with += or to a slice is a value_error. Work is queued
/// on the array's space and does not wait; item(), to_vector(), printing and fence() do.
template <detail::element_of_array T, int Rank, class Space>
class array : public detail::expression_tag {
  static_assert(Rank >= 0 && Rank <= max_rank, "acre: an array's rank is 0 to 8");

 public:
  using value_type = T;
  using space_type = Space;
  using shape_type = shape_t<Rank>;
  static constexpr int rank = Rank;
  static constexpr int leaf_count = 1;
  static constexpr bool may_lie_alike = true;

  /// No memory and no shape yet (rank 0 has one element always and needs a space: see empty()).
  array() = default;

  /// Uninitialised elements, C-contiguous. Throws shape_error for a negative extent,
  /// out_of_memory with the size and shape.
  array(Space space, shape_type const& shape)
      : handle_(std::move(space), extents_view(shape), sizeof(T), dtype_name<T>()),
        data_(static_cast<T*>(handle_.owner().get())),
        shape_(shape),
        stride_(detail::row_major_strides(shape)),
        has_shape_(true)
  {}

  /// An array in the default space.
  explicit array(shape_type const& shape) : array(Space(), shape) {}

  /// Refused with a sentence: extents that are no shape, a shape of another rank, elements.
  template <class First, class... Rest>
    requires detail::no_shape_of<Rank, First>
  explicit array(First const&, Rest const&...)
  {
    detail::refuse_no_shape<First>();
  }
  template <class First, class... Rest>
    requires detail::no_shape_of<Rank, First>
  array(Space const&, First const&, Rest const&...)
  {
    detail::refuse_no_shape<First>();
  }
  template <scalar First>
  array(std::initializer_list<First>)
  {
    detail::refuse_no_shape<First>();
  }
  template <scalar First>
  array(std::initializer_list<std::initializer_list<First>>)
  {
    detail::refuse_no_shape<First>();
  }

  /// Memory that somebody else owns or shares: `owner` keeps it alive. Strides count elements. A
  /// place: assigning an expression writes that memory.
  array(Space space, std::shared_ptr<void> owner, T* data, shape_type const& shape,
        shape_type const& strides)
      : handle_(std::move(space), std::move(owner)),
        data_(data),
        shape_(shape),
        stride_(strides),
        has_shape_(true)
  {}

  // (Inlined, as what was stored in parts would be loaded as a whole where an operator moves it,
  // which takes a processor longer than the copy.)
  [[gnu::always_inline]] array(array const&) = default;
  array(array&&) noexcept = default;

  /// A new array with the elements of an expression of the same rank (one kernel).
  template <expression E>
    requires(!std::same_as<std::remove_cvref_t<E>, array> && E::rank == Rank)
  array(E const& e) : array(detail::space_for<Space>(e), e.shape())
  {
    detail::assignment<array>::of(*this, e);
  }

  array& operator=(array const& other) &
  {
    array copy(other);
    swap(copy);
    return *this;
  }
  array& operator=(array&& other) & noexcept
  {
    swap(other);
    return *this;
  }
  /// Writes elements: the left side is a slice, or any other array without a name.
  array const& operator=(array const& other) const&&
  {
    detail::assignment<array>::of(*this, other);
    return *this;
  }
  array& operator=(array const& other) &&
  {
    detail::assignment<array>::of(*this, other);
    return *this;
  }
  /// Writes elements; into new memory, which becomes this name's, where another name's elements
  /// would change with them (variable_way).
  template <expression E>
    requires(!std::same_as<std::remove_cvref_t<E>, array>)
  array& operator=(E&& e) &
  {
    return assign_variable(e, std::is_lvalue_reference_v<E>);
  }
  template <expression E>
    requires(!std::same_as<std::remove_cvref_t<E>, array>)
  array& operator=(E const& e) &&
  {
    detail::assignment<array>::of(*this, e);
    return *this;
  }
  template <class S>
    requires(scalar<S> || detail::no_array_yet<S>)
  array& operator=(S const& value) &
  {
    return assign_variable(detail::as_node<T>(value), false);
  }
  template <class S>
    requires(scalar<S> || detail::no_array_yet<S>)
  array& operator=(S const& value) &&
  {
    detail::assignment<array>::of(*this, detail::as_node<T>(value));
    return *this;
  }

  void swap(array& other) noexcept
  {
    handle_.swap(other.handle_);
    std::swap(data_, other.data_);
    std::swap(shape_, other.shape_);
    std::swap(stride_, other.stride_);
    std::swap(has_shape_, other.has_shape_);
  }

  /// False of an array made without a shape, until it is given one.
  bool has_shape() const { return has_shape_; }
  shape_type const& shape() const { return shape_; }
  std::int64_t extent(axis_number axis) const
  {
    return shape_[detail::normalized_axis(axis, Rank)];
  }
  std::int64_t size() const { return size_of(shape_); }
  /// In elements; negative for a reversed axis, 0 for a broadcast one.
  shape_type const& strides() const { return stride_; }
  /// The address of size() elements that lie side by side in the space's memory, in C order where
  /// is_contiguous() says so, else in that of the strides (of a matrix' transpose()). It is valid
  /// until the array is given other memory: by an array that is assigned to it, or by an expression
  /// where another array has its elements, too. Throws value_error where they have gaps, as a
  /// column's: contiguous(a) has none, and a.ref() has the address with the strides; and for a
  /// default-constructed array of rank 0.
  T* data() const
  {
    if constexpr (Rank > 0)
      if (!detail::lies_densely(shape_, stride_)) detail::refuse_address(shape_, stride_);
    return first();
  }
  Space const& space() const { return handle_.space(); }
  /// Keeps the memory alive; shared with every slice of this array.
  std::shared_ptr<void> owner() const { return handle_.owner(); }

  /// Names the elements for index errors and reports of memory; slices keep the
  /// name.
  array labelled(std::string name) const
  {
    array a = *this;
    handle_.labelled(std::move(name)).swap(a.handle_);
    return a;
  }
  /// Empty where none was given.
  std::string label() const { return detail::name_of(handle_.owner()); }
  bool is_contiguous() const { return detail::is_contiguous(shape_, stride_); }

  /// A kernel captures this: pointer, extents and strides. (Whether it is checked is part of the
  /// function's name, so that files with and without ACRE_DEBUG_CHECKS can be linked.)
  template <bool Checked = checks_access>
  array_ref<T, Rank, Checked> ref(
      std::source_location where = std::source_location::current()) const
  {
    array_ref<T, Rank, Checked> r{};
    r.data = first();
    for (int axis = 0; axis < Rank; ++axis) {
      r.extent[axis] = shape_[axis];
      r.stride[axis] = stride_[axis];
    }
    if constexpr (Checked) {
      backends::index_check checks[Rank + 1];
      for (int axis = 0; axis < Rank; ++axis)
        checks[axis] = {backends::element_access, label(), axis, shape_[axis], where};
      r.failure = space().queue().failure_record();
      r.check = space().queue().begin_lasting_checks(checks, Rank);
    }
    return r;
  }

  /// Basic indexing as in NumPy: integers drop an axis, slices keep it, newaxis adds one,
  /// ellipsis stands for the axes left out; axes not named are whole. A view: nothing is copied.
  /// Throws index_error: index 6 is out of bounds for axis 0 with size 6
  template <class... Index>
    requires detail::basic_indices<Rank, Index...>
  auto operator()(Index... index) const
  {
    constexpr int result_rank =
        Rank - detail::count_of_integers<Index...> + detail::count_of_newaxis<Index...>;
    static_assert(result_rank <= max_rank, "acre: the result would have more than 8 axes");
    shape_t<result_rank> extent{}, stride{};
    T* const elements = first();
    std::int64_t offset = 0;  // of `elements`, which is null where there are none
    int from = 0, to = 0;
    auto const keep = [&](slice const& s) {
      auto const r = detail::resolve(s, shape_[from]);
      extent[to] = r.count;
      stride[to] = stride_[from] * r.step;
      if (r.count > 0) offset += r.first * stride_[from];
      ++from, ++to;
    };
    [[maybe_unused]] auto const apply = [&](auto i) {
      using I = decltype(i);
      if constexpr (std::same_as<I, slice>) {
        keep(i);
      } else if constexpr (std::same_as<I, newaxis_t>) {
        extent[to] = 1;
        stride[to] = 0;
        ++to;
      } else if constexpr (std::same_as<I, ellipsis_t>) {
        for (int n = Rank - detail::count_of_used<Index...>; n > 0; --n) keep(ALL);
      } else {
        offset += detail::resolve(detail::index_value(i), shape_[from], from) * stride_[from];
        ++from;
      }
    };
    (apply(index), ...);
    while (from < Rank) keep(ALL);
    return array<T, result_rank, Space>(*this, elements == nullptr ? elements : elements + offset,
                                        extent, stride);
  }

  /// Advanced indexing: a(i, ALL, mask), read and written. The contract, and the definition that a
  /// file which writes it includes, stand in <acre/index/advanced.hpp>.
  template <class A, class B = detail::absent, class C = detail::absent, class D = detail::absent,
            class E = detail::absent, class F = detail::absent, class G = detail::absent>
    requires(detail::any_array_index<A, B, C, D, E, F, G>)
  auto operator()(A const& a, B const& b = {}, C const& c = {}, D const& d = {}, E const& e = {},
                  F const& f = {}, G const& g = {},
                  std::source_location where = std::source_location::current()) const
  {
    return detail::advanced_index<array>::of(*this, where, a, b, c, d, e, f, g);
  }

  /// Refused: what is no index, and more of them than there are axes.
  template <class... Index>
    requires(!detail::basic_indices<Rank, Index...> && !detail::any_array_index<Index...>)
  double operator()(Index const&...) const
  {
    return detail::refuse_indices<array, Index...>();
  }
  template <class First, class... Index>
  double operator()(std::initializer_list<First>, Index const&...) const
  {
    return detail::refuse_indices<array, std::initializer_list<First>, Index...>();
  }

  /// Refused: C++20 has one index in brackets.
  template <class I>
  T& operator[](I const&) const
  {
    static_assert(
        detail::never<I>,
        "acre: an array's indices stand in round brackets: a(0), a(i, j), a(slice(1, 3))");
    return *data_;  // so that what stands around it complains of nothing
  }

  /// The axes in reverse order, or in the given one (NumPy's transpose): a.transpose(axes(2, 0,
  /// 1)), or std::array's, as a program has computed them. A view.
  array transpose() const
  {
    shape_type extent{}, stride{};
    detail::transposed({shape_, stride_}, {extent, stride});
    return array(*this, data_, extent, stride);
  }
  array transpose(shape_type const& axes) const
  {
    shape_type extent{}, stride{};
    detail::transposed({shape_, stride_}, axes, {extent, stride});
    return array(*this, data_, extent, stride);
  }
  template <std::size_t N>
  array transpose(axis_list<N> const& axes) const
  {
    static_assert(static_cast<int>(N) == Rank, "acre: transpose names every axis once");
    shape_type order{};
    std::copy_n(axes.axis.begin(), std::min(axes.axis.size(), order.size()), order.begin());
    return transpose(order);
  }

  /// The elements in C order with another shape; one extent may be -1. A view where the strides
  /// allow it, else a copy. Throws value_error with NumPy's text: cannot reshape array of size 6
  /// into shape (4,)
  template <std::size_t NewRank>
  array<T, static_cast<int>(NewRank), Space> reshape(
      std::array<std::int64_t, NewRank> const& wanted) const
  {
    auto const extent = detail::resolved_reshape(wanted, size());
    shape_t<static_cast<int>(NewRank)> stride{};
    if (detail::reshape_strides(shape_, stride_, extent, stride))
      return array<T, static_cast<int>(NewRank), Space>(*this, data_, extent, stride);
    return detail::contiguous_copy(*this).reshape(extent);
  }

  /// Refused: one extent by its number; extents, and axes, that are no shape.
  template <std::integral I>
  std::int64_t shape(I) const
  {
    static_assert(detail::never<I>,
                  "acre: one extent is a.extent(0), a.extent(-1); a.shape() has all of them");
    return 0;
  }
  template <std::integral First, std::integral... I>
  array reshape(First, I...) const
  {
    return detail::refuse_extents<First>(*this);
  }
  template <class I = std::int64_t>
  array reshape(std::initializer_list<std::int64_t>) const
  {
    return detail::refuse_extents<I>(*this);
  }
  template <std::size_t N>
    requires(static_cast<int>(N) != Rank)
  array transpose(std::array<std::int64_t, N> const&) const
  {
    static_assert(static_cast<int>(N) == Rank, "acre: transpose names every axis once");
    return *this;
  }
  template <std::integral First, std::integral... I>
  array transpose(First, I...) const
  {
    return detail::refuse_extents<First>(*this);
  }

  /// One element, of an array of any rank that has just one. Waits, and throws index errors that
  /// are pending on the space. Throws value_error if the size is not 1.
  T item() const
  {
    if (size() != 1) detail::refuse_item(shape_);
    T value;
    space().copy_to_host(&value, data(), sizeof(T));
    return value;
  }
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
  detail::array_handle<Space> handle_;
  T* data_ = nullptr;
  shape_type shape_{};
  shape_type stride_{};
  bool has_shape_ = false;

  template <detail::element_of_array, int, class>
  friend class array;
  friend struct detail::node;
  template <class>
  friend struct detail::memory_access;

  /// Where the first element lies.
  T* first() const
  {
    if constexpr (Rank == 0)
      if (!data_) detail::refuse_no_element();
    return data_;
  }
  /// 1, if this is a name of the same memory.
  int names(detail::memory_handle const& memory) const { return handle_ == memory; }
  template <class Target>
  [[gnu::always_inline]] bool lies_as(Target const& to, detail::row_operands& row) const
  {
    if constexpr (Target::rank == Rank)
      if (shape_ == to.shape_ && stride_ == to.stride_)
        return space() == to.space() && row.add(first(), sizeof(T));
    return lies_along(to, row);
  }
  /// Likewise where it does not lie as the target does, along a target of one axis.
  template <class Target>
  bool lies_along(Target const& to, detail::row_operands& row) const
  {
    if constexpr (Target::rank == 1 && Rank < 2)
      return space() == to.space() &&
             row.add(first(), sizeof(T), Rank == 0 ? 1 : shape_[0], Rank == 0 ? 0 : stride_[0]);
    return false;
  }
  void describe(detail::leaf_layout*& leaf, extents_view common) const
  {
    detail::describe_memory(*leaf++, common, shape_, stride_, first(), sizeof(T), space().queue());
  }
  // (Inlined, as most of it is not asked for where a program is bound to one row.)
  [[gnu::always_inline]] detail::load_program<T> lower(detail::lowering& leaves) const
  {
    detail::leaf_layout const& leaf = leaves.take();
    return {leaves.elements(data_), detail::row_offset(leaf), leaf.gathered};
  }

  /// A view of another array's elements: it has its name, and no shape where that one has none.
  template <element Of, int OfRank>
  array(array<Of, OfRank, Space> const& of, T* data, shape_type const& shape,
        shape_type const& strides)
      : handle_(of.handle_.as_place()),
        data_(data),
        shape_(shape),
        stride_(strides),
        has_shape_(of.has_shape_)
  {}

  /// Elements in the memory of a handle.
  array(detail::array_handle<Space>&& memory, T* data, shape_type const& shape,
        shape_type const& strides)
      : handle_(std::move(memory)), data_(data), shape_(shape), stride_(strides), has_shape_(true)
  {}

  /// An assignment a = e to a variable takes the first of these ways that is open.
  ///
  ///   shaped    the array has no shape, and e has as many axes: new memory of e's shape
  ///   anew      the array is a name, and another name of its memory would see what is written:
  ///             new memory of the same shape under the same label. Names that e holds go with the
  ///             statement and see nothing, unless e is stored
  ///   in_place  the array is a name that is alone, or a place: elements are written where they lie
  ///
  /// Elements are also written where they lie if the left side is no variable (a(ALL) = e), and by
  /// a += e. How e is computed: assign_way in elementwise/detail/evaluate.hpp.
  enum class variable_way { shaped, anew, in_place };
  template <class E>
  static constexpr bool may_give_shape =
      E::rank == Rank && !std::is_same_v<typename E::space_type, detail::no_space>;
  template <class E>
  [[gnu::always_inline]] variable_way way_of(E const& e, bool is_stored) const
  {
    if (may_give_shape<E> && !has_shape_) return variable_way::shaped;
    if (handle_.may_have_others() &&
        handle_.others(is_stored ? 0 : detail::node::names(e, handle_)))
      return variable_way::anew;
    return variable_way::in_place;
  }
  template <class E>
  [[gnu::always_inline]] array& assign_variable(E const& e, bool is_stored)
  {
    variable_way const way = way_of(e, is_stored);
    if (way == variable_way::anew) return assign_anew(&e, write_erased<E>);
    if constexpr (may_give_shape<E>)
      if (way == variable_way::shaped) *this = array(detail::space_for<Space>(e), e.shape());
    detail::assignment<array>::of(*this, e);
    return *this;
  }

  template <class E>
  static void write_erased(array const& to, void const* e)
  {
    detail::assignment<array>::of(to, *static_cast<E const*>(e));
  }
  [[gnu::noinline]] array& assign_anew(void const* e, void (*write)(array const&, void const*))
  {
    auto memory = handle_.anew(shape_, sizeof(T), dtype_name<T>());
    auto* const elements = static_cast<T*>(memory.owner().get());
    array made(std::move(memory), elements, shape_, detail::row_major_strides(shape_));
    write(made, e);
    swap(made);
    return *this;
  }
};

template <expression E>
array(E const&) -> array<typename E::value_type, E::rank, typename E::space_type>;
/// Refused by the constructor: array({1.0, 2.0}), array(v) of a std::vector.
template <scalar T>
array(std::initializer_list<T>) -> array<detail::canonical_t<T>>;
template <scalar T>
array(std::initializer_list<std::initializer_list<T>>) -> array<detail::canonical_t<T>, 2>;
template <detail::no_array_yet V>
array(V const&) -> array<double>;

namespace detail {
template <class Array>
struct memory_access {
  static memory_handle const& of(Array const& a) { return a.handle_; }
  static auto* first(Array const& a) { return a.first(); }
  static Array array_of(typename Array::space_type const& space, memory_handle memory,
                        typename Array::value_type* data, typename Array::shape_type const& shape,
                        typename Array::shape_type const& strides)
  {
    return Array(array_handle<typename Array::space_type>(space, std::move(memory)), data, shape,
                 strides);
  }
};
}  // namespace detail

/// The value of an expression as an array: itself if it is one, else a new one (one kernel). One of
/// rank 0 converts to its value as an array of rank 0 does, which waits: double x = 2 * mean(a);
template <expression E>
auto evaluate(E const& e)
{
  return array<typename E::value_type, E::rank, typename E::space_type>(e);
}

namespace detail {
template <class E>
typename E::value_type item_of(E const& e)
{
  return evaluate(e).item();
}
}  // namespace detail

}  // namespace acre

#include <acre/array/detail/refusals/array.hpp>
