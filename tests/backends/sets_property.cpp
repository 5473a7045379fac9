// Sets of drawn elements against the standard library's.

#include <acre/order/run_lengths.hpp>
#include <acre/order/sets.hpp>
#include <acre_test/drawn.hpp>
#include <acre_test/spaces.hpp>

#include <iterator>
#include <set>

using acre_test::draw, acre_test::equals, acre_test::place;

namespace {

template <class Space>
class sets_property : public ::testing::Test {};
TYPED_TEST_SUITE(sets_property, acre_test::spaces, acre_test::space_names);

using values = std::vector<std::int32_t>;
values drawn(draw& random, int different)
{
  values v(static_cast<std::size_t>(random.length(9000)));
  for (auto& x : v) x = random.below(different) - different / 2;
  return v;
}

TYPED_TEST(sets_property, are_those_of_the_standard_library)
{
  draw random(1);
  for (int k = acre_test::property_cases(150); k > 0; --k) {
    int const different = 1 + random.below(random.once_in(5) ? 1 << 30 : 40);
    auto const a = drawn(random, different), b = drawn(random, different);
    std::set<std::int32_t> const x(a.begin(), a.end()), y(b.begin(), b.end());
    auto const in_a = place(TypeParam(), a), in_b = place(TypeParam(), b);
    auto const of = [&](auto const& operation) {
      values v;
      operation(x.begin(), x.end(), y.begin(), y.end(), std::back_inserter(v));
      return v;
    };
    ASSERT_TRUE(equals(acre::union1d(in_a, in_b), of([](auto... e) { std::set_union(e...); })))
        << "case " << k;
    ASSERT_TRUE(
        equals(acre::intersect1d(in_a, in_b), of([](auto... e) { std::set_intersection(e...); })))
        << "case " << k;
    ASSERT_TRUE(
        equals(acre::setdiff1d(in_a, in_b), of([](auto... e) { std::set_difference(e...); })))
        << "case " << k;
    ASSERT_TRUE(equals(acre::setxor1d(in_a, in_b),
                       of([](auto... e) { std::set_symmetric_difference(e...); })))
        << "case " << k;
    std::vector<unsigned char> among;
    for (auto const e : a) among.push_back(y.contains(e));
    ASSERT_TRUE(equals(evaluate(acre::isin(in_a, in_b)), among)) << "case " << k;
  }
}

TYPED_TEST(sets_property, runs_are_those_of_equal_neighbours)
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
    auto const runs = acre::run_lengths(place(TypeParam(), v));
    ASSERT_TRUE(equals(runs.values, first)) << "case " << k;
    ASSERT_TRUE(equals(runs.starts, starts)) << "case " << k;
    ASSERT_TRUE(equals(runs.lengths, lengths)) << "case " << k;
  }
}

}  // namespace
