#pragma once

#include <acre/array/array.hpp>
#include <acre/array/dtype.hpp>
#include <acre/array/shape.hpp>
#include <acre/backends.hpp>
#include <acre/elementwise/detail/evaluate.hpp>

#include <algorithm>
#include <cstring>
#include <span>
#include <tuple>
#include <type_traits>

/// Arguments of a run-time compiled kernel, without their types.
namespace acre::detail::jit {

/// An array's elements or a number. Views the array's shape and strides.
struct operand {
  dtype type{};
  int item_size = 0;
  backends::queue* queue = nullptr;  // of an array's memory; null: a number
  void* data = nullptr;
  extents_view shape, strides;
  alignas(8) unsigned char value[16]{};
};

template <class A>
concept array_argument = requires(A const& a) {
  a.ref();
  requires expression<A>;
};
template <class A>
concept kernel_argument = expression<A> || scalar<A>;

/// Whether these are arguments of a kernel; a sentence where they are not.
template <class... A>
constexpr bool takes()
{
  static_assert((kernel_argument<A> && ...),
                "acre: a run-time compiled kernel takes arrays, expressions of them, and numbers");
  return (kernel_argument<A> && ...);
}

/// An array or a number as it is, an expression as an array.
template <class A>
decltype(auto) settled(A const& a)
{
  if constexpr (scalar<A> || array_argument<A>)
    return (a);
  else
    return evaluate(a);
}

template <class A>
operand operand_of(A const& a)
{
  operand o;
  if constexpr (scalar<A>) {
    canonical_t<A> const value = a;
    o.type = dtype_traits<A>::code;
    o.item_size = sizeof value;
    std::memcpy(o.value, &value, sizeof value);
  } else {
    o.type = dtype_traits<typename A::value_type>::code;
    o.item_size = sizeof(typename A::value_type);
    o.queue = &a.space().queue();
    o.data = acre::detail::node::first(a);
    o.shape = a.shape();
    o.strides = a.strides();
  }
  return o;
}

/// The space of the first array.
template <class A, class... Rest>
auto const& space_of(A const& a, Rest const&... rest)
{
  static_assert(
      !scalar<A> || sizeof...(Rest) > 0,
      "acre: a run-time compiled kernel takes an array at least, which says where it runs");
  if constexpr (scalar<A>)
    return space_of(rest...);
  else
    return a.space();
}

template <class Space, class... A>
constexpr bool all_in = ((scalar<A> ||
                          [] {
                            if constexpr (expression<A>)
                              return spaces_agree<Space, typename A::space_type>;
                            return true;
                          }()) &&
                         ...);

template <class... A>
constexpr int highest_rank()
{
  int rank = 0;
  auto const add = [&]<class B>(std::type_identity<B>) {
    if constexpr (expression<B>) rank = std::max(rank, B::rank);
  };
  (add(std::type_identity<A>()), ...);
  return rank;
}

}  // namespace acre::detail::jit
