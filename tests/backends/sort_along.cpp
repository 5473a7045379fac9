#include <acre/index/along_axis.hpp>
#include <acre/order/lexsort.hpp>
#include <acre/order/partition.hpp>
#include <acre/order/sort_by_key.hpp>
#include <acre/order/topk.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/order_models.hpp>
#include <acre_test/sorted_rows.hpp>
#include <acre_test/spaces.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <span>

namespace {

template <class Space>
class sort_along : public ::testing::Test {};
TYPED_TEST_SUITE(sort_along, acre_test::spaces, acre_test::space_names);

TYPED_TEST(sort_along, rows_around_the_sizes_at_which_the_way_changes)
{
  for (TypeParam const& space : acre_test::instances<TypeParam>())
    for (std::int64_t const n : {1,   2,   3,    31,   47,   48,   49,   64,   65,   255,
                                 256, 257, 1025, 2047, 2048, 2049, 4095, 4096, 4097, 9001})
      acre_test::sorts<float>(acre::shape(5, n), 1, static_cast<std::uint64_t>(n), space);
}

TYPED_TEST(sort_along, an_element_of_each_equal_pair_keeps_its_place)
{
  auto const x = acre::from_host<double>(TypeParam(), {0.0, -0.0, 0.0, -0.0});
  EXPECT_TRUE(acre_test::equals<std::int64_t>(acre::argsort(x), {0, 1, 2, 3}));
  EXPECT_TRUE(acre_test::equals<std::int64_t>(acre::argsort(x, acre::descending), {0, 1, 2, 3}));
  double const nan = std::numeric_limits<double>::quiet_NaN();
  auto const y = acre::from_host<double>(TypeParam(), {nan, 1, -nan, -1});
  EXPECT_TRUE(acre_test::equals<std::int64_t>(acre::argsort(y), {3, 1, 0, 2}));
  EXPECT_TRUE(acre_test::equals<std::int64_t>(acre::argsort(y, acre::descending), {1, 3, 0, 2}));
}

TYPED_TEST(sort_along, places_of_rows_whose_keys_differ_in_a_few_bits)
{
  auto const check = [&]<class T>(std::vector<T> const& some) {
    std::int64_t const rows = 19;
    for (std::int64_t const n : {1, 2, 16, 31, 33, 100, 128, 129}) {
      std::vector<T> v;
      std::vector<std::int64_t> wanted;
      for (std::int64_t row = 0; row < rows; ++row) {
        std::vector<std::int64_t> order(static_cast<std::size_t>(n));
        for (std::size_t i = 0; i < order.size(); ++i) {
          order[i] = static_cast<std::int64_t>(i);
          v.push_back(some[(static_cast<std::size_t>(row) + i * i * 7) % some.size()]);
        }
        T const* const own = v.data() + row * n;
        std::ranges::stable_sort(order, {}, [=](std::int64_t i) { return own[i]; });
        wanted.insert(wanted.end(), order.begin(), order.end());
      }
      auto const x = acre_test::place(TypeParam(), v, acre::shape(rows, n));
      EXPECT_TRUE(acre_test::equals(acre::argsort(x, 1), wanted))
          << acre::dtype_name<T>() << ' ' << n;
      auto const falling = acre::argsort(x, 1, acre::descending);
      for (std::int64_t const k : {std::int64_t{1}, (n + 1) / 2, n})
        EXPECT_TRUE(
            acre_test::equals(acre::topk(x, k).indices,
                              acre::to_vector(acre::copy(falling(acre::ALL, acre::slice(0, k))))))
            << acre::dtype_name<T>() << ' ' << k << " of " << n;
    }
  };
  constexpr double close = 0x1p-52;
  check(std::vector<double>{-1e300, 1 + 5 * close, 1 + 3 * close, 1, 1 + 4 * close, 1 + close,
                            1 + 2 * close, 1 + 3 * close});
  check(std::vector<double>{1 + close, 1, 1 + 3 * close, 1 + 2 * close});
  check(std::vector<std::int64_t>{1'700'000'000'000'000'003, 1'700'000'000'000'000'001, 0,
                                  1'700'000'000'000'000'002, -5});
  check(std::vector<std::int64_t>{7, -7, 3, 0, 3, 5, -2});
  check(std::vector<std::uint64_t>{~std::uint64_t{0}, 0, ~std::uint64_t{0} - 1, 1});
  check(std::vector<std::int16_t>{-300, 300, 0, 7, -300});
  check(std::vector<float>{1.5f, -2, 0, 3e30f, 1.5f, -1e-30f});
  check(std::vector<float>{-0.0f, 1, 0, -1, 0, -0.0f, -std::numeric_limits<float>::infinity()});
}

TYPED_TEST(sort_along, bits_are_in_one_order)
{
  auto const v = acre_test::crowded<float>(5000, 11);
  auto const word = [](float x) {
    std::uint32_t bits;
    std::memcpy(&bits, &x, sizeof bits);
    return bits;
  };
  auto wanted = v;
  std::sort(wanted.begin(), wanted.end(), [&](float a, float b) {
    if (acre_test::comes_before(a, b) || acre_test::comes_before(b, a))
      return acre_test::comes_before(a, b);
    if (a == 0) return std::signbit(a) && !std::signbit(b);  // -0.0 before 0.0
    return word(a) < word(b);                                // positive NaNs first
  });
  auto const got = acre::to_vector(acre::sort(acre_test::place(TypeParam(), v)));
  EXPECT_EQ(std::memcmp(got.data(), wanted.data(), wanted.size() * sizeof(float)), 0);
}

TYPED_TEST(sort_along, takes_views_expressions_and_nothing)
{
  auto const x = acre_test::place(TypeParam(), acre_test::noise<float>(24), acre::shape(4, 6));
  auto const backwards = x(acre::ALL, acre::slice(acre::none, acre::none, -1));
  EXPECT_TRUE(acre_test::equals(acre::sort(backwards), acre::to_vector(acre::sort(x))));
  EXPECT_TRUE(acre_test::equals(acre::sort(-x), acre::to_vector(-acre::sort(x, acre::descending))));
  EXPECT_TRUE(acre_test::equals(acre::sort(x.transpose(), 0),
                                acre::to_vector(acre::evaluate(acre::sort(x, 1).transpose()))));
  EXPECT_TRUE(acre_test::equals(acre::evaluate(acre::take_along_axis(x, acre::argsort(x), 1)),
                                acre::to_vector(acre::sort(x))));
  EXPECT_EQ(acre::sort(acre::array<float, 2, TypeParam>(TypeParam(), acre::shape(0, 3)), 0).shape(),
            acre::shape(0, 3));
}

TYPED_TEST(sort_along, refuses_what_numpy_does)
{
  auto const x = acre_test::place(TypeParam(), acre_test::noise<float>(24), acre::shape(4, 6));
  EXPECT_EQ(acre_test::error_of<acre::error>([&] { acre::sort(x, 2); }),
            "axis 2 is out of bounds for array of dimension 2");
  EXPECT_EQ(acre_test::error_of<acre::error>([&] { acre::argsort(x, -3); }),
            "axis -3 is out of bounds for array of dimension 2");
  EXPECT_EQ(acre_test::error_of<acre::error>([&] { acre::partition(x, 6); }),
            "kth(=6) out of bounds (6)");
  EXPECT_EQ(acre_test::error_of<acre::error>([&] { acre::partition(x, {1, 6}); }),
            "kth(=6) out of bounds (6)");
  EXPECT_EQ(acre_test::error_of<acre::error>([&] { acre::argpartition(x, -5, 0); }),
            "kth(=-1) out of bounds (4)");
  EXPECT_EQ(acre_test::error_of<acre::error>([&] { acre::topk(x, 7); }),
            "topk: 7 elements of an axis with 6");
  EXPECT_EQ(acre_test::error_of<acre::error>([&] { acre::lexsort(x, x(acre::slice(0, 2))); }),
            "all keys need to be the same shape: (4,6) and (2,6)");
  EXPECT_EQ(acre::lexsort(x(0, 1), x(2, 3)).item(), 0);
  auto const y = acre::evaluate(x * 7 - 3 * x * x);
  EXPECT_TRUE(acre_test::equals(
      acre::lexsort(x, y, 0),
      acre::to_vector(acre::swapaxes(
          acre::lexsort(acre::swapaxes(x, 0, -1), acre::swapaxes(y, 0, -1)), 0, -1))));
  EXPECT_EQ(acre_test::error_of<acre::index_error>([&] { acre::lexsort(x, y, 2); }),
            "axis 2 is out of bounds for array of dimension 2");
  EXPECT_EQ(acre_test::error_of<acre::error>([&] { acre::sort_by_key(x(0), x(acre::ALL, 0)); }),
            "sort_by_key: 6 keys and 4 values");
}

TYPED_TEST(sort_along, partition_and_topk)
{
  auto const v = acre_test::crowded<float>(600, 3);
  auto const x = acre_test::place(TypeParam(), v, acre::shape(3, 200));
  EXPECT_TRUE(acre_test::equals(acre::partition(x, -7), acre::to_vector(acre::sort(x))));
  EXPECT_TRUE(acre_test::equals(acre::partition(x, {-7, 1}), acre::to_vector(acre::sort(x))));
  EXPECT_TRUE(
      acre_test::equals(acre::argpartition(x, {0, 1}, 0), acre::to_vector(acre::argsort(x, 0))));
  EXPECT_TRUE(acre_test::equals(acre::argpartition(x, 1, 0), acre::to_vector(acre::argsort(x, 0))));
  auto const top = acre::topk(x, 5);
  EXPECT_TRUE(
      acre_test::equals(top.indices, acre::to_vector(acre::copy(acre::argsort(x, acre::descending)(
                                         acre::ALL, acre::slice(0, 5))))));
  EXPECT_TRUE(acre_test::equals(acre::evaluate(acre::take_along_axis(x, top.indices, 1)),
                                acre::to_vector(top.values)));
}

/// The k largest are the first of all in descending order, also where they are found by digits.
template <class Array>
void has_top(Array const& x, std::initializer_list<std::int64_t> all_k)
{
  using T = typename Array::value_type;
  auto const v = acre::to_vector(x);
  auto const order = acre_test::order_of(v, true);
  for (std::int64_t const k : all_k) {
    std::vector<std::int64_t> const indices(order.begin(), order.begin() + k);
    std::vector<T> values;
    for (auto const at : indices) values.push_back(v[static_cast<std::size_t>(at)]);
    auto const top = acre::topk(x, k);
    EXPECT_TRUE(acre_test::equals(top.indices, indices)) << k;
    EXPECT_TRUE(acre_test::equals(top.values, values)) << k;
  }
}

TYPED_TEST(sort_along, topk_of_many)
{
  TypeParam const space;
  std::int64_t const n = 131072 + 5;
  auto const some = {std::int64_t{1},     std::int64_t{3},     std::int64_t{48},
                     std::int64_t{49},    std::int64_t{1000},  std::int64_t{16384},
                     std::int64_t{16385}, std::int64_t{131077}};
  auto const x = acre_test::place(space, acre_test::noise<float>(n));
  has_top(x, some);
  has_top(x * 2, some);
  has_top(x(acre::slice(acre::none, acre::none, -1)), some);
  has_top(acre_test::place(space, acre_test::noise<std::int64_t>(n)), some);
  has_top(acre_test::place(space, acre_test::crowded<double>(n, 5)), some);  // too many equal ones
  has_top(acre_test::place(space, acre_test::crowded<std::int8_t>(n, 5)), {1, 48, 49});
  auto v = acre_test::noise<double>(n);
  for (std::size_t i = 0; i < v.size(); ++i) {
    if (i % 3 == 0) v[i] = std::numeric_limits<double>::quiet_NaN();
    if (i % 3 == 1) v[i] = i % 2 == 0 ? -0.0 : 0.0;
    if (i % 3 == 2) v[i] = i < 7000 ? std::abs(v[i]) + 1 : -std::abs(v[i]) - 1;
  }
  // among numbers and in front of zeros, within these, and of NaN alone
  has_top(acre_test::place(space, v), {10, 48, 2333, 2334, 16000});
  for (std::size_t i = 20; i < v.size(); ++i) v[i] = v[0];
  has_top(acre_test::place(space, v), {5, 100});
}

/// The k largest of rows are the first of each in descending order, whatever blocks find them.
template <class T, class Space>
void has_top_of_rows(Space const& space, std::vector<T> const& v, std::int64_t length,
                     std::initializer_list<std::int64_t> all_k)
{
  std::int64_t const rows = static_cast<std::int64_t>(v.size()) / length;
  auto const x = acre_test::place(space, v, acre::shape(rows, length));
  auto const flat = x.reshape(acre::shape(-1));
  auto const turned = acre::copy(x.transpose());
  std::vector<std::vector<std::int64_t>> order;
  for (auto row = v.begin(); row != v.end(); row += length)
    order.push_back(acre_test::order_of(std::vector<T>(row, row + length), true));
  for (std::int64_t const k : all_k) {
    if (k > length) continue;
    std::vector<std::int64_t> wanted;
    std::vector<T> values;
    for (std::size_t row = 0; row < order.size(); ++row)
      for (auto const at : std::span(order[row]).first(static_cast<std::size_t>(k))) {
        wanted.push_back(at);
        values.push_back(v[row * static_cast<std::size_t>(length) + static_cast<std::size_t>(at)]);
      }
    auto const where = std::to_string(k) + " of " + std::to_string(length);
    auto const top = acre::topk(x, k);
    EXPECT_TRUE(acre_test::equals(top.indices, wanted)) << where;
    EXPECT_TRUE(acre_test::equals(top.values, values)) << where;
    auto const columns = acre::topk(turned, k, 0);
    EXPECT_TRUE(acre_test::equals(columns.indices.transpose(), wanted)) << where;
    if (k > 256) continue;
    for (int const threads : {32, 64, 100}) {  // on a CPU, too, whose topk has one
      auto const room = static_cast<int>(k) + 64 * threads;
      auto const places = acre::detail::positions_of_top(flat, rows, k, {threads, room, true});
      EXPECT_TRUE(acre_test::equals(places, wanted)) << where << " by " << threads;
    }
  }
}

TYPED_TEST(sort_along, topk_of_rows)
{
  TypeParam const space;
  for (std::int64_t const length : {63, 64, 65, 512, 1024, 1025, 4099})
    for (std::int64_t const k : {1, 8, 17, 64, 65, 256, 257}) {
      auto const seed = static_cast<std::uint64_t>(length + k);
      has_top_of_rows(space, acre_test::noise<float>(3 * length, seed), length, {k});
      has_top_of_rows(space, acre_test::crowded<float>(3 * length, seed), length, {k});
      has_top_of_rows(space, acre_test::crowded<std::uint8_t>(3 * length, seed), length, {k});
    }
}

/// Rows whose order is the worst for a bound that a few of their elements give.
TYPED_TEST(sort_along, topk_of_rows_in_some_order)
{
  TypeParam const space;
  std::int64_t const length = 3000;
  std::vector<double> v(static_cast<std::size_t>(8 * length));
  for (std::int64_t i = 0; i < length; ++i) {
    auto const x = static_cast<double>(i);
    double const nan = std::numeric_limits<double>::quiet_NaN();
    double const of_row[] = {x,
                             -x,
                             1,
                             i % 64 < 2 ? 5.0 : 3.0,
                             i % 256 == 7 ? x : 0,
                             i < length - 5 ? nan : x,
                             nan,
                             i % 2 == 0 ? -0.0 : 0.0};
    for (std::int64_t row = 0; row < 8; ++row)
      v[static_cast<std::size_t>(row * length + i)] = of_row[row];
  }
  has_top_of_rows(space, v, length, {1, 5, 6, 64, 256});
}

template <class K, class V, class Space>
void sorts_by_key(std::int64_t n)
{
  auto const keys = acre_test::crowded<K>(n, 5);
  auto const values = acre_test::noise<V>(n);
  auto const order = acre_test::order_of(keys);
  for (Space const& space : acre_test::instances<Space>()) {
    auto const got =
        acre::sort_by_key(acre_test::place(space, keys), acre_test::place(space, values));
    auto const got_values = acre::to_vector(got.values);
    auto const got_keys = acre::to_vector(got.keys);
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
      K const wanted = keys[static_cast<std::size_t>(order[i])];
      K const key = static_cast<K>(got_keys[i]);
      wrong += got_values[i] != values[static_cast<std::size_t>(order[i])] ||
               std::memcmp(&key, &wanted, sizeof key) != 0;
    }
    EXPECT_EQ(wrong, 0u);
  }
}
TYPED_TEST(sort_along, keys_with_values) { sorts_by_key<float, float, TypeParam>(40000); }

}  // namespace
