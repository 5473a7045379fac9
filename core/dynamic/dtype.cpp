#include <acre/dynamic/dtype.hpp>

#include <algorithm>
#include <array>

#include "common_dtype.hpp"

namespace acre {

namespace {

using detail::kind;
using detail::stored_dtypes;
using detail::type_list;

template <class T>
using table = std::array<T, dtype_count>;

template <class A, class... B>
constexpr table<dtype> promotions_of(type_list<B...>)
{
  return {dtype_of<promote_t<A, B>>...};
}
template <class... T>
constexpr table<table<dtype>> promotions(type_list<T...> all)
{
  return {promotions_of<T>(all)...};
}
template <class A>
constexpr std::array<dtype, 4> scalar_promotions_of()
{
  return {dtype_of<promote_scalar_t<A, bool>>, dtype_of<promote_scalar_t<A, std::int64_t>>,
          dtype_of<promote_scalar_t<A, double>>, dtype_of<promote_scalar_t<A, complex<double>>>};
}
template <class... T>
constexpr table<std::array<dtype, 4>> scalar_promotions(type_list<T...>)
{
  return {scalar_promotions_of<T>()...};
}

struct facts {
  char const* name;
  int size;
  detail::kind kind;
  dtype inexact, sum, quotient, real;
};
template <class... T>
constexpr table<facts> all_facts(type_list<T...>)
{
  return {facts{dtype_name<T>(), static_cast<int>(sizeof(T)), detail::kind_of<T>(),
                dtype_of<inexact_t<T>>, dtype_of<sum_t<T>>, dtype_of<quotient_t<T>>,
                dtype_of<real_t<T>>}...};
}

template <class... T>
constexpr bool in_the_order_of_codes(type_list<T...>)
{
  int at = 0;
  return ((static_cast<int>(dtype_of<T>) == at++) && ...);
}
static_assert(in_the_order_of_codes(stored_dtypes()));

constexpr auto promotion = promotions(stored_dtypes());
constexpr auto scalar_promotion = scalar_promotions(stored_dtypes());
constexpr auto fact = all_facts(stored_dtypes());

facts const& of(dtype d) { return fact[static_cast<std::size_t>(d)]; }

}  // namespace

char const* name(dtype d) { return of(d).name; }
int item_size(dtype d) { return of(d).size; }
detail::kind kind_of(dtype d) { return of(d).kind; }
dtype inexact(dtype d) { return of(d).inexact; }
dtype sum_dtype(dtype d) { return of(d).sum; }
dtype quotient_dtype(dtype d) { return of(d).quotient; }
dtype real_dtype(dtype d) { return of(d).real; }
dtype promote(dtype a, dtype b)
{
  return promotion[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)];
}
dtype promote_scalar(dtype array, detail::kind scalar)
{
  return scalar_promotion[static_cast<std::size_t>(array)][static_cast<std::size_t>(scalar)];
}

dtype dynamic::detail::common_dtype(std::span<dynamic_array const> all)
{
  auto widest = kind_of(dtype::boolean);
  for (auto const& a : all) widest = std::max(widest, kind_of(a.dtype()));
  dtype main = dtype::boolean, common = dtype::boolean;  // which changes no other
  for (auto const& a : all)
    if (kind_of(a.dtype()) == widest) main = promote(main, a.dtype());
  for (auto const& a : all) common = promote(common, promote(main, a.dtype()));
  return common;
}

std::optional<dtype> dtype_named(std::string_view wanted)
{
  for (int d = 0; d < dtype_count; ++d)
    if (fact[static_cast<std::size_t>(d)].name == wanted) return static_cast<dtype>(d);
  return {};
}

}  // namespace acre
