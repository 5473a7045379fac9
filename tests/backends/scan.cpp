// Scans: their order, against the model written from its description, and what is computed from
// what.

#include <acre/elementwise.hpp>
#include <acre/index/advanced.hpp>
#include <acre/rearrange.hpp>
#include <acre/reduce/scan.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/order_hashes.hpp>
#include <acre_test/scan_model.hpp>
#include <acre_test/spaces.hpp>

using acre::ALL, acre::none, acre::shape, acre::slice;
using acre_test::equals, acre_test::expect_hash, acre_test::noise, acre_test::place,
    acre_test::scanned;

// of the hashes below
static_assert(acre::backends::scan_order_version == 1);

namespace {

template <class T>
using values = std::vector<T>;

struct add {
  template <class T>
  T operator()(T a, T b) const
  {
    return a + b;
  }
};

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
  affine operator()(affine a, affine b) const { return combine(a, b); }
};
struct affine_of : acre::detail::same_type {
  template <class T>
  KOKKOS_FUNCTION affine operator()(T x) const
  {
    return {0x9e3779b97f4a7c15u, static_cast<std::uint64_t>(x)};
  }
};

/// Floats whose order has small groups: several supergroups of them are few elements.
struct short_order {
  float value = 0;
  short_order() = default;
  KOKKOS_FUNCTION short_order(float v) : value(v) {}
};
struct sum_in_short_order {
  using value_type = short_order;
  KOKKOS_FUNCTION short_order combine(short_order a, short_order b) const
  {
    return a.value + b.value;
  }
  KOKKOS_FUNCTION float finish(short_order a) const { return a.value; }
  short_order operator()(short_order a, short_order b) const { return combine(a, b); }
};

}  // namespace

template <>
struct acre::backends::scan_order<short_order> {
  static constexpr int items = 2, group = 64, supergroup = 2;
};

namespace {

template <class Space>
class scan : public ::testing::Test {
 protected:
  /// Along a row: contiguous, from an odd address, backwards, every third element.
  template <class T>
  void rows(std::int64_t n)
  {
    auto const v = noise<T>(3 * n + 1);
    auto const picked = [&](std::int64_t first, std::int64_t step) {
      values<T> s;
      for (std::int64_t k = 0; k < n; ++k)
        s.push_back(v[static_cast<std::size_t>(first + k * step)]);
      return scanned(s, add{});
    };
    for (auto const& space : acre_test::instances<Space>()) {
      auto const x = place(space, v);
      EXPECT_TRUE(equals(cumsum(x(slice(0, n))), picked(0, 1))) << n;
      EXPECT_TRUE(equals(cumsum(x(slice(1, n + 1))), picked(1, 1))) << n << " misaligned";
      EXPECT_TRUE(equals(cumsum(x(slice(n - 1, none, -1))), picked(n - 1, -1))) << n << " reversed";
      EXPECT_TRUE(equals(cumsum(x(slice(0, 3 * n, 3))), picked(0, 3))) << n << " every third";
    }
  }
};
TYPED_TEST_SUITE(scan, acre_test::spaces, acre_test::space_names);

TYPED_TEST(scan, rows_have_the_order_of_the_contract)
{
  // chunks of 32, pieces of 1024, tiles of 8192, lines of 262144
  for (std::int64_t const n :
       {1, 2, 31, 32, 33, 63, 64, 65, 1023, 1024, 1025, 2047, 8191, 8192, 8193, 16385, 270337})
    this->template rows<float>(n);
  // half as long; a group is 524288
  for (std::int64_t const n : {1, 15, 16, 17, 511, 512, 513, 4095, 4096, 4097, 131073, 528385})
    this->template rows<double>(n);
}

TYPED_TEST(scan, groups_chain_and_so_do_supergroups)
{
  // tiles of 512, groups of 32768, supergroups of 65536
  auto const v = noise<float>(300001);
  values<short_order> in(v.begin(), v.end());
  values<float> wanted;
  for (auto const x : scanned(in, sum_in_short_order{})) wanted.push_back(x.value);
  for (auto const& space : acre_test::instances<TypeParam>()) {
    auto const x = place(space, v);
    EXPECT_TRUE(equals(inclusive_scan(x, sum_in_short_order{}), wanted));
    for (std::int64_t const n : {511, 512, 513, 32767, 32768, 32769, 65536, 65537, 131073}) {
      values<float> const first(wanted.begin(), wanted.begin() + n);
      EXPECT_TRUE(equals(inclusive_scan(x(slice(0, n)), sum_in_short_order{}), first)) << n;
    }
    // a column is what the row is, wherever its neighbours are
    auto const columns = broadcast_to(x.reshape(shape(-1, 1)), shape(x.size(), 5));
    EXPECT_TRUE(equals(inclusive_scan(columns, sum_in_short_order{}, 0)(ALL, 3), wanted));
  }
}

TYPED_TEST(scan, axes_have_the_order_of_rows)
{
  auto const v = noise<float>(40 * 1100 * 9);
  values<double> const w(v.begin(), v.end());
  for (auto const& s : {values<std::int64_t>{40, 1100, 9},
                        {9, 40, 1100},
                        {1100, 9, 40},
                        {3, 1, 1100},
                        {1, 30000, 2},
                        {2, 8197, 1},
                        {5, 4, 1},
                        {60, 7, 33}}) {
    auto const n = s[0] * s[1] * s[2];
    values<float> const part(v.begin(), v.begin() + n);
    values<double> const wide(w.begin(), w.begin() + n);
    for (auto const& space : acre_test::instances<TypeParam>()) {
      auto const x = place(space, part, shape(s[0], s[1], s[2]));
      auto const y = place(space, wide, shape(s[0], s[1], s[2]));
      for (int axis = 0; axis < 3; ++axis) {
        EXPECT_TRUE(equals(cumsum(x, axis), scanned(part, s, axis, add{}))) << axis;
        EXPECT_TRUE(equals(cumsum(y, axis - 3), scanned(wide, s, axis, add{}))) << axis;
      }
      EXPECT_TRUE(equals(cumsum(x), scanned(part, add{})));
      auto const turned = x.transpose();
      auto const flat = acre::to_vector(turned);
      EXPECT_TRUE(equals(cumsum(turned), scanned(flat, add{})));
      EXPECT_TRUE(equals(cumsum(turned, 1), scanned(flat, {s[2], s[1], s[0]}, 1, add{})));
      EXPECT_TRUE(equals(cumsum(turned, 2), scanned(flat, {s[2], s[1], s[0]}, 2, add{})));
    }
  }
}

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

TYPED_TEST(scan, dtypes_are_those_of_sums)
{
  for (auto const& space : acre_test::instances<TypeParam>()) {
    auto const flags = noise<bool>(10000);
    auto const b = acre::evaluate(place(space, noise<std::int32_t>(10000)) > 0);
    values<std::int64_t> counts;
    for (std::int64_t count = 0; auto const f : acre::to_vector(b)) counts.push_back(count += f);
    EXPECT_TRUE(equals(cumsum(b), counts));
    static_assert(std::is_same_v<typename decltype(cumsum(b))::value_type, std::int64_t>);
    auto const z = place(space, noise<acre::complex<float>>(3000));
    EXPECT_TRUE(equals(cumsum(z), scanned(acre::to_vector(z), add{})));
    auto const i = place(space, values<std::int8_t>{100, 100, 100, -7});
    EXPECT_TRUE(equals<std::int64_t>(cumsum(i), {100, 200, 300, 293}));
    EXPECT_TRUE(equals<std::int8_t>(cumsum<std::int8_t>(i), {100, -56, 44, 37}));
    EXPECT_TRUE(equals<std::uint64_t>(cumprod(place(space, values<std::uint8_t>{3, 200, 2})),
                                      {3, 600, 1200}));
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

TYPED_TEST(scan, may_be_assigned_to_what_they_read)
{
  auto const v = noise<float>(30000);
  for (auto const& space : acre_test::instances<TypeParam>()) {
    auto x = place(space, v);
    x(ALL) = cumsum(x);
    EXPECT_TRUE(equals(x, scanned(v, add{})));
    auto y = place(space, v);
    y = cumsum(2.0f * y - 1.0f);
    values<float> mapped;
    for (float const e : v) mapped.push_back(2.0f * e - 1.0f);
    EXPECT_TRUE(equals(y, scanned(mapped, add{})));
    // looked up, long operations, and operands that stand still
    auto const i = place(space, noise<std::int32_t>(30000));
    auto const e = exp(place(space, v)(i, acre::index_mode::wrap) * 0.01f) *
                   broadcast_to(place(space, values<float>{3}), shape(30000));
    EXPECT_TRUE(equals(cumsum(e), scanned(acre::to_vector(e), add{})));
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

/// The bits, recorded: see <acre_test/order_hashes.hpp>.
TYPED_TEST(scan, bits_are_recorded)
{
  auto const all = [](auto const& values) {
    return [&values](TypeParam const& space, acre_test::hasher& h) {
      auto const x = place(space, values);
      h.add(acre::to_vector(cumsum(x)));
      h.add(acre::to_vector(cumsum(x.reshape(shape(3, -1, 1, 7)), 1)));
      h.add(acre::to_vector(cumsum(x.reshape(shape(-1, 700)), -1)));
    };
  };
  auto const f = noise<float>(700000);
  auto const d = noise<double>(700000);
  auto const z = noise<acre::complex<double>>(210000);
  (void)f, (void)d, (void)z, (void)all;
}

}  // namespace
