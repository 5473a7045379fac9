// Positions at which values belong among sorted ones, and merged arrays, in pairs of dtypes against
// the standard library.

#include <acre/dynamic/order.hpp>
#include <acre_test/dynamic_order_models.hpp>

#include <iterator>

using acre::dynamic_space;
using acre_test::crowded, acre_test::has_elements, acre_test::host_elements, acre_test::place;
namespace dynamic = acre::dynamic;

namespace {

template <class T>
std::vector<T> in_order(std::vector<T> const& raw)
{
  std::vector<T> sorted;
  for (auto const at : order_of(host_elements(raw)))
    sorted.push_back(raw[static_cast<std::size_t>(at)]);
  return sorted;
}

/// Elements as they are, and in the dtype that they are compared in.
struct operand {
  host_elements own, compared;

  template <class Compared, class T>
  static operand of(std::vector<T> const& v)
  {
    return {host_elements(v), host_elements(std::vector<Compared>(v.begin(), v.end()))};
  }
};

/// The place of an element behind those for which `is_before` is true.
template <class Before>
std::int64_t bound(host_elements const& sorted, Before const& is_before)
{
  std::size_t low = 0, high = sorted.count();
  while (low < high) {
    std::size_t const middle = (low + high) / 2;
    if (is_before(sorted.at(middle)))
      low = middle + 1;
    else
      high = middle;
  }
  return static_cast<std::int64_t>(low);
}

void expect_places(dynamic_space const& space, operand const& sorted, operand const& values)
{
  auto const& all = sorted.compared;
  std::vector<std::int64_t> left, right;
  for (std::size_t i = 0; i < values.compared.count(); ++i) {
    std::byte const* const value = values.compared.at(i);
    left.push_back(bound(all, [&](std::byte const* x) { return all.ascending(x, value); }));
    right.push_back(bound(all, [&](std::byte const* x) { return !all.ascending(value, x); }));
  }
  auto const a = place(space, sorted.own), v = place(space, values.own);
  EXPECT_TRUE(has_elements(dynamic::searchsorted(a, v), left));
  EXPECT_TRUE(has_elements(dynamic::searchsorted(a, v, acre::search_side::right), right));
}

template <class S, class V>
void finds(dynamic_space const& space, std::int64_t n, std::int64_t queries, bool ordered = false)
{
  SCOPED_TRACE(std::to_string(n) + " of " + std::string(acre::dtype_name<S>()) + ", " +
               std::to_string(queries) + " of " + std::string(acre::dtype_name<V>()));
  using T = acre::promote_t<S, V>;
  auto const values = crowded<V>(queries, 2);
  expect_places(space, operand::of<T>(in_order(crowded<S>(n, 1))),
                operand::of<T>(ordered ? in_order(values) : values));
}

DYNAMIC_SWEEP(dynamic_searchsorted, finds_what_std_finds)
{
  for (std::int64_t const n : {0, 1, 2, 3, 4, 5, 7, 8, 9, 1000, 1023, 1024, 1025}) {
    finds<float, float>(space, n, 500);
    finds<std::int32_t, std::int32_t>(space, n, 500);
  }
  finds<double, float>(space, 300, 700);
  finds<std::int64_t, double>(space, 300, 700);
  finds<std::uint8_t, std::int8_t>(space, 300, 700);
  finds<acre::complex<double>, acre::complex<double>>(space, 300, 700);
  finds<acre::complex<float>, float>(space, 300, 700);
}

/// So many values that a GPU's blocks keep the upper levels of the search in memory of their own.
DYNAMIC_SWEEP(dynamic_searchsorted, finds_many_values)
{
  for (std::int64_t const n : {1, 100, 20000}) finds<double, double>(space, n, 300001);
  finds<std::int32_t, float>(space, 40000, 300001);
}

/// Values in order, whose searches go much the same way: as many as the elements, more, fewer.
DYNAMIC_SWEEP(dynamic_searchsorted, finds_values_in_order)
{
  for (std::int64_t const n : {0, 1, 2, 3, 5, 8, 1000, 1025}) {
    finds<float, float>(space, n, 500, true);
    finds<std::int32_t, std::int32_t>(space, n, 5000, true);
  }
  finds<double, double>(space, 20000, 100, true);
  finds<double, float>(space, 300, 700, true);
  finds<std::uint8_t, std::int8_t>(space, 300, 700, true);
  finds<acre::complex<float>, acre::complex<float>>(space, 300, 700, true);
}

/// A position found in an array that isn't sorted means nothing, but it is the same however many
/// values are looked for at once, and in which order.
DYNAMIC_SWEEP(dynamic_searchsorted, finds_the_same_in_what_is_not_sorted)
{
  auto const a = place(space, crowded<double>(1000, 1));
  auto const values = in_order(crowded<double>(300, 2));
  auto const together =
      acre_test::elements_of<std::int64_t>(dynamic::searchsorted(a, place(space, values)));
  for (std::size_t i = 0; i < values.size(); ++i)
    EXPECT_EQ(together[i], dynamic::item<std::int64_t>(
                               dynamic::searchsorted(a, place(space, std::vector{values[i]}, {}))))
        << i;
}

template <class A, class B>
void merges(dynamic_space const& space, std::int64_t n, std::int64_t m)
{
  using T = acre::promote_t<A, B>;
  auto const a = operand::of<T>(in_order(crowded<A>(n, 1))),
             b = operand::of<T>(in_order(crowded<B>(m, 2)));
  auto const &x = a.compared, &y = b.compared;
  host_elements wanted = x.with({});
  for (std::size_t i = 0, k = 0; i < x.count() || k < y.count();) {
    bool const from_y = i == x.count() || (k < y.count() && x.ascending(y.at(k), x.at(i)));
    wanted.push_back(from_y ? y.at(k++) : x.at(i++));
  }
  auto const got = dynamic::merge(place(space, a.own), place(space, b.own));
  EXPECT_EQ(got.dtype(), wanted.type);
  EXPECT_TRUE(dynamic::to_host(got) == wanted.bytes) << n << " and " << m;
}

DYNAMIC_SWEEP(dynamic_searchsorted, merges_as_std_does)
{
  for (std::int64_t const n : {0, 1, 2, 100, 5000})
    for (std::int64_t const m : {0, 1, 3, 700}) {
      merges<float, float>(space, n, m);
      merges<std::int32_t, std::int16_t>(space, n, m);
    }
  merges<acre::complex<float>, acre::complex<float>>(space, 300, 200);
}

}  // namespace
