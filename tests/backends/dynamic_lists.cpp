// Lists whose dtype is known at run time only: what ragged gives, to the bit.
#include <acre/array.hpp>
#include <acre/dynamic/lists.hpp>
#include <acre/dynamic/reduce.hpp>
#include <acre/elementwise.hpp>
#include <acre/ragged.hpp>
#include <acre/reduce.hpp>
#include <acre_test/on_space.hpp>

#include <vector>

#include <gtest/gtest.h>

using acre::dtype, acre::dynamic_array, acre::ragged;
namespace dynamic = acre::dynamic;

namespace {

template <class Space>
class dynamic_lists : public acre_test::on_space<Space> {
 protected:
  /// Lists of no, one and many elements, some beyond a reduction's tiles.
  ragged<float, Space, std::int64_t> drawn() const
  {
    std::vector<std::int64_t> offsets{3};
    std::vector<float> content;
    std::uint32_t state = 1;
    auto const next = [&] { return state = state * 1664525u + 1013904223u; };
    for (int k = 0; k < 200; ++k) {
      std::int64_t const length = k == 70 ? 9000 : k == 71 ? 64 : next() >> 28;
      offsets.push_back(offsets.back() + length);
    }
    for (std::int64_t i = 0; i < offsets.back() + 5; ++i)
      content.push_back(static_cast<float>(static_cast<std::int32_t>(next())) * 1e-6f);
    return {acre::from_host(this->space, offsets), acre::from_host(this->space, content)};
  }
  static dynamic::lists of(ragged<float, Space, std::int64_t> const& x)
  {
    return {dynamic_array(x.offsets()), dynamic_array(x.content())};
  }
  template <class A>
  static void expect_same(dynamic_array const& made, A const& wanted)
  {
    dynamic_array const other(acre::evaluate(wanted));
    EXPECT_EQ(made.dtype(), other.dtype());
    EXPECT_EQ(dynamic::to_host(made), dynamic::to_host(other));
  }
  template <class R>
  static void expect_lists(dynamic::lists const& made, R const& wanted)
  {
    auto const x = acre::evaluate(wanted);
    expect_same(dynamic::count(made), acre::count(x, 1));
    expect_same(made.content(), acre::flatten(x));
  }
};
TYPED_TEST_SUITE(dynamic_lists, acre_test::spaces, acre_test::space_names);

TYPED_TEST(dynamic_lists, are_reduced_as_ragged)
{
  auto const x = this->drawn();
  auto const y = this->of(x);
  EXPECT_EQ(y.size(), 200);
  this->expect_same(dynamic::reduce("sum", y), sum(x, 1));
  this->expect_same(dynamic::reduce("max", y), max(x, 1));
  this->expect_same(dynamic::reduce("min", y, 0.0), min(x, 1, acre::fill(0.0f)));
  this->expect_same(dynamic::reduce("argmax", y), argmax(x, 1));
  this->expect_same(dynamic::reduce("argmin", y), argmin(x, 1));
  this->expect_same(dynamic::reduce("any", y), any(x, 1));
  this->expect_same(dynamic::reduce("count_nonzero", y), count_nonzero(x, 1));
  auto const means = dynamic::reduce("mean", y);
  auto const some = acre::evaluate(acre::count(x, 1) > 0);
  EXPECT_TRUE(acre::all(
      acre::where(some, acre::mean(x, 1) == means.template as<float, 1, TypeParam>(), true)));
}

TYPED_TEST(dynamic_lists, are_picked_and_ordered_as_ragged)
{
  auto const x = this->drawn();
  auto const y = this->of(x);
  auto const positive = dynamic::binary("greater", y.content(), 0.0);
  this->expect_lists(dynamic::select(y, y.holding(positive)), x(x > 0.0f));
  this->expect_lists(dynamic::select(y, acre::slice(1, acre::none, 2)),
                     x(acre::ALL, acre::slice(1, acre::none, 2)));
  this->expect_lists(dynamic::take(y, acre::slice(3, 90)), x(acre::slice(3, 90)));
  this->expect_lists(dynamic::sort(y), sort(x, 1));
  this->expect_lists(dynamic::concatenate(y, y, 1), concatenate(std::tuple(x, x), 1));
  this->expect_same(dynamic::pad(y, 5, -1.0), pad(x, 5, -1.0f));
  this->expect_same(dynamic::local_index(y), acre::flatten(acre::local_index(x)));
}

TYPED_TEST(dynamic_lists, are_combined_as_ragged)
{
  auto const x = this->drawn()(acre::slice(80, 200));
  auto const y = this->of(x);
  auto const [a, b] = acre::combinations<2>(x);
  auto const pairs = dynamic::combinations(y, 2);
  this->expect_lists(pairs[0], acre::ragged(a * 1.0f));
  this->expect_lists(pairs[1], acre::ragged(b * 1.0f));
  auto const [c, d, e] = acre::combinations<3>(x);
  this->expect_lists(dynamic::combinations(y, 3)[2], acre::ragged(e * 1.0f));
  auto const [u, v] = acre::cartesian(x, x);
  auto const crossed = dynamic::cartesian(y, y);
  this->expect_lists(crossed[0], acre::ragged(u * 1.0f));
  this->expect_lists(crossed[1], acre::ragged(v * 1.0f));
}

TYPED_TEST(dynamic_lists, refuse_as_ragged)
{
  auto const y = this->of(this->drawn());
  dynamic_array const two(acre::zeros<std::int64_t>(this->space, acre::shape(2)));
  EXPECT_THROW(dynamic::lists(dynamic_array(acre::from_host(this->space, std::vector{0, 9, 3})),
                              y.content()),
               acre::value_error);
  EXPECT_THROW(dynamic::unflatten(y.content(), two), acre::value_error);
  EXPECT_THROW(dynamic::beside(y, two), acre::shape_error);
  EXPECT_THROW(dynamic::item(y, 200), acre::index_error);
  EXPECT_THROW(dynamic::item_of_each(y, 100), acre::index_error);
  EXPECT_THROW(dynamic::combinations(y, 0), acre::value_error);
  EXPECT_THROW(dynamic::reduce("median", y), acre::value_error);
  EXPECT_THROW(dynamic::reduce("sum", y, 1.0), acre::value_error);
  EXPECT_THROW(dynamic::pad(y, -1, 0.0), acre::value_error);
}

}  // namespace
