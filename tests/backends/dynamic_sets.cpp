// Values that are different, runs of equal ones and sets, in every kind of dtype, against plain
// models and the standard library.

#include <acre/dynamic/creation.hpp>
#include <acre/dynamic/order.hpp>
#include <acre/dynamic/shape.hpp>
#include <acre_test/drawn.hpp>
#include <acre_test/dynamic_order_models.hpp>
#include <acre_test/dynamic_values.hpp>

#include <iterator>
#include <set>

using acre::dtype, acre::dynamic_array, acre::dynamic_space;
using acre_test::crowded, acre_test::draw, acre_test::dynamic_unique_model, acre_test::has_elements,
    acre_test::has_numbers, acre_test::host_elements, acre_test::place;
namespace dynamic = acre::dynamic;

namespace {

void expect_unique(dynamic_array const& x, dynamic_unique_model const& wanted)
{
  EXPECT_TRUE(has_numbers(dynamic::unique(x), wanted.values));
  auto const all = dynamic::unique_all(x);
  EXPECT_TRUE(has_numbers(all.values, wanted.values));
  EXPECT_TRUE(has_elements(all.indices, wanted.first));
  EXPECT_TRUE(has_elements(all.inverse_indices, wanted.inverse));
  EXPECT_EQ(acre_test::shape_of(all.inverse_indices), acre_test::shape_of(x));
  EXPECT_TRUE(has_elements(all.counts, wanted.counts));
}

void tells_all(dtype type, std::int64_t rows, std::int64_t columns, dynamic_space const& space)
{
  SCOPED_TRACE(acre::name(type) + std::string(" ") + std::to_string(rows * columns));
  auto const v = crowded(type, rows * columns, 1);
  expect_unique(place(space, v, {rows, columns}), dynamic_unique_model(v));
}

DYNAMIC_SWEEP(dynamic_sets, unique_values_places_and_counts)
{
  for (std::int64_t const n : {0, 1, 2, 3, 30, 2047, 2048, 2049, 2050, 50000})
    tells_all(dtype::float32, 1, n, space);
  for (auto const type : {dtype::int32, dtype::boolean, dtype::complex128})
    tells_all(type, 7, 900, space);
}

/// Many integers of few values are counted where they lie close together: beside the ends of their
/// dtype, too; and are not where one lies elsewhere, which the first elements don't tell.
template <class T>
void tells_many(T low, std::uint64_t span, dynamic_space const& space)
{
  SCOPED_TRACE(acre::dtype_name<T>());
  constexpr std::int64_t n = (1 << 19) + 5;
  std::vector<T> v;
  for (auto const step : acre_test::noise<std::uint32_t>(n))
    v.push_back(static_cast<T>(static_cast<std::uint64_t>(low) + step % span));
  for (bool const apart : {false, true}) {
    if (apart) v[n / 2] = static_cast<T>(low ^ (T{1} << (8 * sizeof(T) - 2)));
    dynamic_unique_model const wanted{host_elements(v)};
    expect_unique(place(space, v, {n / 7, 7}), wanted);
    auto const reversed = dynamic::flip(place(space, v));
    EXPECT_TRUE(has_numbers(dynamic::unique(reversed), wanted.values));
    auto const all = dynamic::unique_all(reversed);
    EXPECT_TRUE(has_numbers(all.values, wanted.values));
    EXPECT_TRUE(has_elements(dynamic::flip(all.inverse_indices), wanted.inverse));
    EXPECT_TRUE(has_elements(all.counts, wanted.counts));
  }
}

DYNAMIC_SWEEP(dynamic_sets, many_integers_of_few_values)
{
  tells_many<std::int8_t>(-128, 256, space);
  tells_many<std::uint16_t>(60000, 5536, space);
  tells_many<std::int32_t>(-70, 1000, space);
  tells_many<std::int64_t>(INT64_MIN, 100000, space);
  tells_many<std::uint64_t>(UINT64_MAX - 4095, 4096, space);
}

DYNAMIC_SWEEP(dynamic_sets, runs_that_go_through_many_tiles)
{
  std::vector<std::int64_t> const wanted{1,    2047, 2048, 1,  100000, 63, 1985,  4096 * 7,
                                         2048, 1,    1,    64, 70001,  8,  300001};
  std::vector<std::int16_t> v, values;
  std::vector<std::int64_t> starts;
  for (std::int64_t const length : wanted) {
    starts.push_back(static_cast<std::int64_t>(v.size()));
    values.push_back(static_cast<std::int16_t>(values.size() + 1));
    v.insert(v.end(), static_cast<std::size_t>(length), values.back());
  }
  auto const x = place(space, v);
  auto const got = dynamic::run_lengths(x);
  EXPECT_TRUE(has_elements(got.values, values));
  EXPECT_TRUE(has_elements(got.starts, starts));
  EXPECT_TRUE(has_elements(got.lengths, wanted));
  auto const all = dynamic::unique_all(x);
  EXPECT_TRUE(has_elements(all.counts, wanted));
  EXPECT_TRUE(has_elements(all.indices, starts));
}

/// A and B, in which the dtypes of the operands are `a_type` and `b_type`, in the common dtype.
void expect_sets(dynamic_space const& space, host_elements const& a, host_elements const& b,
                 dtype a_type, dtype b_type)
{
  SCOPED_TRACE(std::to_string(a.count()) + " of " + acre::name(a_type) + " and " +
               std::to_string(b.count()) + " of " + acre::name(b_type));
  auto const in = [](host_elements const& v, std::byte const* x) {
    for (std::size_t i = 0; i < v.count(); ++i)
      if (v.equal(v.at(i), x)) return true;
    return false;
  };
  std::vector<bool> member;
  for (std::size_t i = 0; i < a.count(); ++i) member.push_back(in(b, a.at(i)));
  host_elements both = a.with({}), only_a = both, one = both, one_in_order = both, all = a;
  auto const of_a = dynamic_unique_model(a).values, of_b = dynamic_unique_model(b).values;
  for (std::size_t i = 0; i < of_a.count(); ++i) {
    (in(b, of_a.at(i)) ? both : only_a).push_back(of_a.at(i));
    if (!in(b, of_a.at(i))) one.push_back(of_a.at(i));
  }
  for (std::size_t i = 0; i < of_b.count(); ++i)
    if (!in(a, of_b.at(i))) one.push_back(of_b.at(i));
  for (auto const at : order_of(one)) one_in_order.push_back(one.at(static_cast<std::size_t>(at)));
  all.bytes.insert(all.bytes.end(), b.bytes.begin(), b.bytes.end());

  auto const x = dynamic::astype(place(space, a), a_type),
             y = dynamic::astype(place(space, b), b_type);
  EXPECT_TRUE(has_elements(dynamic::isin(x, y), member));
  EXPECT_TRUE(has_numbers(dynamic::intersect1d(x, y), both));
  auto const difference = dynamic::setdiff1d(x, y);
  EXPECT_EQ(difference.dtype(), a_type);
  EXPECT_TRUE(has_numbers(dynamic::astype(difference, a.type), only_a));
  EXPECT_TRUE(has_numbers(dynamic::setxor1d(x, y), one_in_order));
  EXPECT_TRUE(has_numbers(dynamic::union1d(x, y), dynamic_unique_model(all).values));
}

template <class A, class B>
void are_sets(std::int64_t n, std::int64_t m, dynamic_space const& space)
{
  using T = acre::promote_t<A, B>;
  auto const a = acre_test::crowded<A>(n, 1);
  auto const b = acre_test::crowded<B>(m, 2);
  expect_sets(space, host_elements(std::vector<T>(a.begin(), a.end())),
              host_elements(std::vector<T>(b.begin(), b.end())), acre::dtype_of<A>,
              acre::dtype_of<B>);
}

DYNAMIC_SWEEP(dynamic_sets, agree_with_loops)
{
  for (std::int64_t const n : {0, 1, 5, 300}) {
    are_sets<std::int32_t, std::int32_t>(n, 200, space);
    are_sets<float, float>(200, n, space);
  }
  are_sets<std::int8_t, std::int16_t>(3000, 500, space);
  are_sets<float, double>(300, 500, space);
  are_sets<double, double>(20000, 700, space);
}

// A CPU looks integers that are near each other up in a table, what is far apart by cells.
DYNAMIC_SWEEP(dynamic_sets, isin_of_many)
{
  for (std::int64_t const step : {std::int64_t{1}, std::int64_t{1} << 51}) {
    std::vector<std::int64_t> a, b;
    for (std::uint64_t i = 0; i < 20001; ++i)
      a.push_back((static_cast<std::int64_t>(acre_test::mix(i) % 3000) - 1500) * step);
    for (std::uint64_t i = 0; i < 700; ++i)
      b.push_back((static_cast<std::int64_t>(acre_test::mix(i + 99) % 2500) - 1200) * step);
    std::set<std::int64_t> const sorted(b.begin(), b.end());
    std::vector<bool> member;
    for (auto const v : a) member.push_back(sorted.contains(v));
    EXPECT_TRUE(has_elements(dynamic::isin(place(space, a), place(space, b)), member));
  }
}

using values = std::vector<std::int32_t>;
values drawn(draw& random, int different)
{
  values v(static_cast<std::size_t>(random.length(9000)));
  for (auto& x : v) x = random.below(different) - different / 2;
  return v;
}

DYNAMIC_SWEEP(dynamic_sets, drawn_ones_are_those_of_the_standard_library)
{
  draw random(1);
  for (int k = acre_test::property_cases(150); k > 0; --k) {
    int const different = 1 + random.below(random.once_in(5) ? 1 << 30 : 40);
    auto const a = drawn(random, different), b = drawn(random, different);
    std::set<std::int32_t> const x(a.begin(), a.end()), y(b.begin(), b.end());
    auto const in_a = place(space, a), in_b = place(space, b);
    auto const of = [&](auto const& operation) {
      values v;
      operation(x.begin(), x.end(), y.begin(), y.end(), std::back_inserter(v));
      return v;
    };
    ASSERT_TRUE(
        has_elements(dynamic::union1d(in_a, in_b), of([](auto... e) { std::set_union(e...); })))
        << "case " << k;
    ASSERT_TRUE(has_elements(dynamic::intersect1d(in_a, in_b),
                             of([](auto... e) { std::set_intersection(e...); })))
        << "case " << k;
    ASSERT_TRUE(has_elements(dynamic::setdiff1d(in_a, in_b),
                             of([](auto... e) { std::set_difference(e...); })))
        << "case " << k;
    ASSERT_TRUE(has_elements(dynamic::setxor1d(in_a, in_b),
                             of([](auto... e) { std::set_symmetric_difference(e...); })))
        << "case " << k;
    std::vector<bool> among;
    for (auto const e : a) among.push_back(y.contains(e));
    ASSERT_TRUE(has_elements(dynamic::isin(in_a, in_b), among)) << "case " << k;
  }
}

DYNAMIC_SWEEP(dynamic_sets, drawn_runs_are_those_of_equal_neighbours)
{
  draw random(2);
  for (int k = acre_test::property_cases(150); k > 0; --k) {
    auto const v = drawn(random, 1 + random.below(4));
    values first;
    std::vector<std::int64_t> starts, lengths;
    for (std::size_t i = 0; i < v.size(); ++i) {
      if (i == 0 || v[i] != v[i - 1]) {
        first.push_back(v[i]);
        starts.push_back(static_cast<std::int64_t>(i));
        lengths.push_back(0);
      }
      ++lengths.back();
    }
    auto const runs = dynamic::run_lengths(place(space, v));
    ASSERT_TRUE(has_elements(runs.values, first)) << "case " << k;
    ASSERT_TRUE(has_elements(runs.starts, starts)) << "case " << k;
    ASSERT_TRUE(has_elements(runs.lengths, lengths)) << "case " << k;
  }
}

}  // namespace
