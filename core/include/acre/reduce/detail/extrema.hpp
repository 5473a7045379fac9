#pragma once

#include <acre/elementwise/functions.hpp>
#include <acre/index/detail/found.hpp>
#include <acre/reduce/detail/over_axes.hpp>

#include <cmath>
#include <string>

namespace acre {

/// A value and where it is: maxloc, minloc.
template <class T>
struct located {
  T value;
  std::int64_t index;
  friend bool operator==(located const&, located const&) = default;
};

}  // namespace acre

namespace acre::detail {

/// Smallest and largest value of a dtype, infinities where it has them.
template <class T>
KOKKOS_INLINE_FUNCTION constexpr T lowest_of()
{
  if constexpr (std::is_same_v<T, bool>)
    return false;
  else if constexpr (std::is_floating_point_v<T>)
    return static_cast<T>(-HUGE_VAL);
  else if constexpr (is_complex<T>::value)
    return T(lowest_of<typename T::value_type>(), lowest_of<typename T::value_type>());
  else if constexpr (std::is_unsigned_v<T>)
    return 0;
  else
    return static_cast<T>(std::uint64_t{1} << (8 * sizeof(T) - 1));
}
template <class T>
KOKKOS_INLINE_FUNCTION constexpr T highest_of()
{
  if constexpr (std::is_same_v<T, bool>)
    return true;
  else if constexpr (std::is_floating_point_v<T>)
    return static_cast<T>(HUGE_VAL);
  else if constexpr (is_complex<T>::value)
    return T(highest_of<typename T::value_type>(), highest_of<typename T::value_type>());
  else if constexpr (std::is_unsigned_v<T>)
    return static_cast<T>(~T{0});
  else
    return static_cast<T>((std::uint64_t{1} << (8 * sizeof(T) - 1)) - 1);
}

template <class T>
struct max_reducer {
  static constexpr char const* name = "max";
  using value_type = T;
  KOKKOS_INLINE_FUNCTION T identity() const { return lowest_of<T>(); }
  KOKKOS_INLINE_FUNCTION T empty() const { return lowest_of<T>(); }
  KOKKOS_INLINE_FUNCTION T combine(T a, T b) const { return maximum_op{}(a, b); }
  KOKKOS_INLINE_FUNCTION T finish(T a) const { return a; }
};
template <class T>
struct min_reducer {
  static constexpr char const* name = "min";
  using value_type = T;
  KOKKOS_INLINE_FUNCTION T identity() const { return highest_of<T>(); }
  KOKKOS_INLINE_FUNCTION T empty() const { return highest_of<T>(); }
  KOKKOS_INLINE_FUNCTION T combine(T a, T b) const { return minimum_op{}(a, b); }
  KOKKOS_INLINE_FUNCTION T finish(T a) const { return a; }
};

struct pair_with_index {
  template <class T>
  KOKKOS_INLINE_FUNCTION found<T> operator()(T value, std::int64_t index) const
  {
    return {value, index};
  }
};
/// The first of the largest (smallest); the first NaN, if there is one.
template <class T, bool Largest>
struct arg_reducer {
  static constexpr char const* name = Largest ? "argmax" : "argmin";
  using value_type = found<T>;
  KOKKOS_INLINE_FUNCTION found<T> identity() const { return {T{}, -1}; }
  KOKKOS_INLINE_FUNCTION found<T> empty() const { return identity(); }
  KOKKOS_INLINE_FUNCTION found<T> combine(found<T> a, found<T> b) const
  {
    // lanes are combined after their elements: neither side comes first as a whole
    if (a.index < 0) return b;
    if (b.index < 0) return a;
    bool const a_wins =
        is_nan(a.value) ||
        (!is_nan(b.value) && (Largest ? less_than(b.value, a.value) : less_than(a.value, b.value)));
    bool const b_wins =
        is_nan(b.value) ||
        (!is_nan(a.value) && (Largest ? less_than(a.value, b.value) : less_than(b.value, a.value)));
    return a_wins != b_wins ? (a_wins ? a : b) : (a.index < b.index ? a : b);
  }
  KOKKOS_INLINE_FUNCTION std::int64_t finish(found<T> a) const { return a.index; }
};

/// An expression's elements paired with their positions.
template <class T, class E, class I>
struct indexed : expression_tag {
  using value_type = found<T>;
  using space_type = typename E::space_type;
  static constexpr int rank = E::rank;
  static constexpr int leaf_count = E::leaf_count + I::leaf_count;
  E values;
  I positions;

  indexed(E v, I p) : values(std::move(v)), positions(std::move(p)) {}
  auto shape() const { return values.shape(); }
  auto const& space() const { return values.space(); }
  void describe(leaf_layout*& leaf, extents_view common) const
  {
    node::describe(values, leaf, common);
    node::describe(positions, leaf, common);
  }
  auto lower(lowering& leaves) const
  {
    auto v = node::lower(values, leaves);
    auto p = node::lower(positions, leaves);
    return binary_program<pair_with_index, T, std::int64_t, decltype(v), decltype(p)>{{}, v, p};
  }
};

/// The same with the value.
template <class T, bool Largest>
struct location_reducer : arg_reducer<T, Largest> {
  static constexpr char const* name = Largest ? "maxloc" : "minloc";
  KOKKOS_INLINE_FUNCTION located<T> finish(found<T> a) const { return {a.value, a.index}; }
};

template <class Reducer, expression E, class... Axes>
auto arg_reduce(E const& e, Axes const&... which)
{
  using T = typename E::value_type;
  return over_axes(
      [&](auto const& x, auto const& mask, auto rank) {
        auto const shape = x.shape();
        if (reduced_count(shape, mask) == 0)
          throw value_error(std::string("attempt to get ") + Reducer::name +
                            " of an empty sequence");
        // position along the reduced axes, in C order
        shape_t<E::rank> stride{};
        std::int64_t step = 1;
        for (int axis = E::rank - 1; axis >= 0; --axis)
          if (mask[axis]) {
            stride[axis] = step;
            step *= shape[axis];
          }
        using numbers = indices<typename E::space_type, E::rank>;
        numbers const where(x.space(), shape, stride);
        indexed<T, E, numbers> const pairs(x, where);
        return reduce<rank()>(pairs, mask, Reducer{});
      },
      e, which...);
}

}  // namespace acre::detail
