// Scans by name, with initial values, of nothing, and of operations of one's own.

#include <acre/elementwise/operators.hpp>
#include <acre/reduce/scan.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/scan_model.hpp>
#include <acre_test/spaces.hpp>

using acre::ALL, acre::none, acre::shape, acre::slice;
using acre_test::add, acre_test::equals, acre_test::noise, acre_test::place, acre_test::scanned;

namespace {

template <class T>
using values = std::vector<T>;

/// A user's own: the composition of maps x -> factor x + term, which shows any other order of the
/// elements.
struct affine {
  std::uint64_t factor = 1, term = 0;
};
struct composition {
  using value_type = affine;
  KOKKOS_FUNCTION affine empty() const { return {}; }
  KOKKOS_FUNCTION affine combine(affine a, affine b) const
  {
    return {a.factor * b.factor, a.term * b.factor + b.term};
  }
  KOKKOS_FUNCTION std::uint64_t finish(affine a) const { return a.term; }
};
struct affine_of : acre::detail::same_type {
  template <class T>
  KOKKOS_FUNCTION affine operator()(T x) const
  {
    return {0x9e3779b97f4a7c15u, static_cast<std::uint64_t>(x)};
  }
};

/// Sums beside the value itself, in N words.
template <int N>
struct words {
  std::int32_t v[N] = {};
  words() = default;
  KOKKOS_FUNCTION words(std::int32_t x)
  {
    for (std::int32_t& word : v) word = x;
  }
};
template <int N>
struct sum_of_words {
  using value_type = words<N>;
  KOKKOS_FUNCTION words<N> combine(words<N> a, words<N> const& b) const
  {
    for (int k = 0; k + 1 < N; ++k) a.v[k] += b.v[k];
    a.v[N - 1] = b.v[N - 1];
    return a;
  }
  KOKKOS_FUNCTION std::int32_t finish(words<N> const& a) const { return a.v[0] * 3 + a.v[N - 1]; }
};

template <class Space>
class scan : public ::testing::Test {};
TYPED_TEST_SUITE(scan, acre_test::spaces, acre_test::space_names);

TYPED_TEST(scan, takes_operations_that_do_not_commute)
{
  std::int64_t const n = 200000;
  auto const v = noise<std::int32_t>(n);
  values<affine> maps;
  for (auto const x : v) maps.push_back(affine_of{}(x));
  values<std::uint64_t> wanted, before{0};
  for (affine all; auto const& map : maps) {
    all = composition{}.combine(all, map);
    wanted.push_back(all.term);
    before.push_back(all.term);
  }
  before.pop_back();
  for (auto const& space : acre_test::instances<TypeParam>()) {
    auto const x = place(space, v);
    auto const all = acre::detail::make_unary<affine_of>(x);
    EXPECT_TRUE(equals(inclusive_scan(all, composition{}), wanted));
    EXPECT_TRUE(equals(exclusive_scan(all, composition{}), before));
    auto const table = acre::detail::make_unary<affine_of>(x.reshape(shape(200, 5, 200)));
    auto const one = acre::to_vector(exclusive_scan(table, composition{}, 0)(ALL, 3, 77));
    affine so_far;
    for (std::size_t k = 0; k < 200; ++k) {
      ASSERT_EQ(one[k], so_far.term) << k;
      so_far = composition{}.combine(so_far, maps[k * 1000 + 677]);
    }
  }
}

TYPED_TEST(scan, accumulators_have_any_size)
{
  values<std::int32_t> v, wanted;
  for (auto const x : noise<std::int8_t>(70001)) v.push_back(x);
  for (std::int32_t sum = 0; auto const x : v) wanted.push_back((sum += x) * 3 + x);
  for (auto const& space : acre_test::instances<TypeParam>()) {
    auto const x = place(space, v);
    EXPECT_TRUE(equals(inclusive_scan(x, sum_of_words<3>{}), wanted));
    EXPECT_TRUE(equals(inclusive_scan(x, sum_of_words<32>{}), wanted));
  }
}

TYPED_TEST(scan, first_elements_are_untouched)
{
  double const nan = std::nan(""), inf = INFINITY;
  for (auto const& space : acre_test::instances<TypeParam>()) {
    auto const x = place(space, values<double>{-0.0, -0.0, 3, -inf, nan, 1});
    EXPECT_TRUE(equals<double>(cumsum(x), {-0.0, -0.0, 3, -inf, nan, nan}));
    EXPECT_TRUE(equals<double>(cummax(x), {-0.0, -0.0, 3, 3, nan, nan}));
    EXPECT_TRUE(equals<double>(cummin(x), {-0.0, -0.0, -0.0, -inf, nan, nan}));
    EXPECT_TRUE(equals<double>(nancumsum(x(slice(2, none))), {3, -inf, -inf, -inf}));
    EXPECT_TRUE(equals<double>(nancumprod(x(slice(4, none))), {1, 1}));
  }
}

TYPED_TEST(scan, initial_values_come_first)
{
  for (auto const& space : acre_test::instances<TypeParam>()) {
    auto const x = place(space, values<float>{1, 2, 3, 4, 5, 6}, shape(2, 3));
    EXPECT_TRUE(
        equals<float>(cumulative_sum(x, 1, acre::include_initial), {0, 1, 3, 6, 0, 4, 9, 15}));
    EXPECT_TRUE(
        equals<float>(cumulative_sum(x, 0, acre::include_initial), {0, 0, 0, 1, 2, 3, 5, 7, 9}));
    EXPECT_TRUE(equals<float>(cumulative_prod(x(1), acre::include_initial), {1, 4, 20, 120}));
    EXPECT_TRUE(equals<float>(cumulative_sum(x, -1), {1, 3, 6, 4, 9, 15}));
    EXPECT_TRUE(equals<float>(cumulative_sum(x(0, slice(0, 0)), acre::include_initial), {0}));
    auto const v = noise<double>(20001);
    auto wanted = scanned(v, add{});
    wanted.insert(wanted.begin(), 0);
    EXPECT_TRUE(equals(cumulative_sum(place(space, v), acre::include_initial), wanted));
  }
}

TYPED_TEST(scan, nothing_has_no_sums)
{
  for (auto const& space : acre_test::instances<TypeParam>()) {
    auto const x = acre::zeros<float>(space, shape(3, 0, 2));
    EXPECT_EQ(cumsum(x).shape(), shape(0));
    EXPECT_EQ(cumsum(x, 0).shape(), shape(3, 0, 2));
    EXPECT_EQ(cumsum(x, 1).shape(), shape(3, 0, 2));
    EXPECT_TRUE(equals<float>(cumulative_sum(x, 1, acre::include_initial), values<float>(6, 0)));
    EXPECT_TRUE(equals<double>(cumsum(place(space, values<double>{7}, shape())), {7}));
  }
}

TYPED_TEST(scan, refuses_axes_that_are_not_there)
{
  TypeParam const space;
  auto const x = acre::zeros<float>(space, shape(2, 3));
  auto const text = [&](int axis) {
    return acre_test::error_of<acre::index_error>([&] { cumsum(x, axis); });
  };
  EXPECT_EQ(text(2), "axis 2 is out of bounds for array of dimension 2");
  EXPECT_EQ(text(-3), "axis -3 is out of bounds for array of dimension 2");
}

}  // namespace
