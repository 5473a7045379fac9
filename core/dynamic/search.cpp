#include <acre/dynamic/index.hpp>
#include <acre/dynamic/order.hpp>
#include <acre/order/sets.hpp>

#include <array>

#include "ordering_rows.hpp"

namespace acre::dynamic {

namespace {

using namespace detail;

/// Whether one is uint64 and the other of signed integers, which promote to float64.
bool differ_in_sign(dynamic_array const& x, dynamic_array const& y)
{
  return kind_of(x.dtype()) == kind::integer && kind_of(y.dtype()) == kind::integer &&
         promote(x.dtype(), y.dtype()) == dtype::float64;
}

/// Both in the dtype that they are compared in: one, or (`as_numbers`) int64 and uint64.
struct comparands {
  dynamic_array a, b;

  comparands(dynamic_array const& x, dynamic_array const& y, bool as_numbers)
  {
    if (x.space().index() != y.space().index())
      throw backend_error(std::string("the operands live on ") + name(x.space()) + " and " +
                          name(y.space()));
    if (as_numbers && differ_in_sign(x, y)) {
      a = x.dtype() == dtype::uint64 ? x : astype(x, dtype::int64);
      b = y.dtype() == dtype::uint64 ? y : astype(y, dtype::int64);
      return;
    }
    dtype const type = ordered_dtype(promote(x.dtype(), y.dtype()));
    a = astype(x, type);
    b = astype(y, type);
  }
};

/// f(a of rank RankA, b of rank RankB), of one dtype or int64 and uint64.
template <int RankA, int RankB, class F>
dynamic_array with_both(char const* function, comparands const& both, F const& f)
{
  if (both.a.dtype() != both.b.dtype())
    return with_rank<type_list<std::int64_t, std::uint64_t>, RankA>(
        function, both.a, [&]<class T, int Rank, class Space>(array<T, Rank, Space> const& a) {
          using other = acre::detail::sized_int<8, std::is_unsigned_v<T>>;
          return f(a, both.b.as<other, RankB, Space>());
        });
  return with_rank<ordered_types, RankA>(
      function, both.a, [&]<class T, int Rank, class Space>(array<T, Rank, Space> const& a) {
        return f(a, both.b.as<T, RankB, Space>());
      });
}

dynamic_array selected(dynamic_array const& values, dynamic_array const& which)
{
  std::array<index_term, 1> const list{which};
  return getitem(values, list);
}

/// Values of x that y has, or has not.
dynamic_array filtered(dynamic_array const& x, dynamic_array const& y, bool without)
{
  auto const values = unique(x);
  return selected(values, isin(values, y, without));
}

}  // namespace

dynamic_array searchsorted(dynamic_array const& sorted, dynamic_array const& values,
                           search_side side, std::optional<dynamic_array> const& sorter)
{
  if (sorted.rank() > 1) throw value_error("object too deep for desired array");
  if (sorted.rank() < 1) throw value_error("object of too small depth for desired array");
  if (sorter) {
    if (kind_of(sorter->dtype()) != kind::integer)
      throw dtype_error("sorter must only contain integers");
    if (sorter->size() != sorted.size()) throw value_error("sorter.size must equal a.size");
    return searchsorted(take(sorted, ravel(*sorter), 0), values, side);
  }
  auto const positions = with_both<1, max_rank>(
      "searchsorted", comparands(sorted, values, true),
      [&](auto const& a, auto const& v) { return evaluate(acre::searchsorted(a, v, side)); });
  return of_rank(positions, values.rank());
}

dynamic_array merge(dynamic_array const& a, dynamic_array const& b)
{
  if (a.rank() != 1 || b.rank() != 1)
    throw shape_error("merge takes one-dimensional arrays, not ranks " + std::to_string(a.rank()) +
                      " and " + std::to_string(b.rank()));
  comparands const both(a, b, false);
  return astype(with_rank<ordered_types, 1>(
                    "merge", both.a,
                    [&]<class T, int Rank, class Space>(array<T, Rank, Space> const& x) {
                      return acre::merge(x, both.b.as<T, 1, Space>());
                    }),
                promote(a.dtype(), b.dtype()));
}

dynamic_array isin(dynamic_array const& a, dynamic_array const& values, bool invert)
{
  auto const found = with_both<max_rank, 1>(
      "isin", comparands(a, ravel(values), true),
      [&](auto const& x, auto const& v) { return evaluate(acre::isin(x, v) != invert); });
  return of_rank(found, a.rank());
}

dynamic_array intersect1d(dynamic_array const& a, dynamic_array const& b)
{
  if (differ_in_sign(a, b)) return astype(filtered(a, b, false), dtype::uint64);
  return filtered(astype(a, promote(a.dtype(), b.dtype())), b, false);
}

dynamic_array setdiff1d(dynamic_array const& a, dynamic_array const& b)
{
  return filtered(a, b, true);
}

dynamic_array setxor1d(dynamic_array const& a, dynamic_array const& b)
{
  if (differ_in_sign(a, b)) return unique(merge(filtered(a, b, true), filtered(b, a, true)));
  dtype const type = promote(a.dtype(), b.dtype());
  auto const x = astype(a, type), y = astype(b, type);
  return merge(filtered(x, y, true), filtered(y, x, true));
}

dynamic_array union1d(dynamic_array const& a, dynamic_array const& b)
{
  std::array<dynamic_array, 2> const parts{ravel(a), ravel(b)};
  return unique(concatenate(parts));
}

}  // namespace acre::dynamic
