#include <acre/array/creation.hpp>
#include <acre/backends/sort.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/spaces.hpp>

#include <algorithm>
#include <cstring>
#include <limits>
#include <numeric>

/// sort_keys and sort_pairs of the backends, against std::stable_sort.
namespace {

template <class Space>
class sort_patterns : public ::testing::Test {};
TYPED_TEST_SUITE(sort_patterns, acre_test::spaces, acre_test::space_names);

template <class Key>
std::vector<Key> keys_of(std::int64_t n, int seed)
{
  auto v = acre_test::noise<Key>(n);
  if constexpr (std::is_floating_point_v<Key>) {
    using limits = std::numeric_limits<Key>;
    std::vector<Key> const special{0,  Key(-0.0), limits::quiet_NaN(), -limits::quiet_NaN(),
                                   -1, 1,         limits::infinity(),  -limits::infinity()};
    for (std::size_t i = 0; i < v.size(); i += 3)
      v[i] = special[(i + static_cast<std::size_t>(seed)) % special.size()];
  }
  return v;
}

template <class Key>
acre::backends::sort_word<Key> bits_of(Key k)
{
  acre::backends::sort_word<Key> bits;
  std::memcpy(&bits, &k, sizeof k);
  return bits;
}

/// The bits of a key that a sort looks at, as C++ would compare them.
template <class Key>
std::uint64_t part(Key k, int first_bit, int last_bit)
{
  std::uint64_t const bits = static_cast<std::uint64_t>(k);
  std::uint64_t const up_to = last_bit == 64 ? bits : bits & ((std::uint64_t{1} << last_bit) - 1);
  return up_to >> first_bit;
}
template <class Key>
bool comes_before(Key a, Key b)
{
  if constexpr (std::is_floating_point_v<Key>)
    if (std::isnan(a) || std::isnan(b)) return !std::isnan(a) && std::isnan(b);
  return a < b;
}

template <class Space, class Key, class Value>
void sorts_pairs(std::int64_t n, int first_bit, int last_bit)
{
  auto const keys = keys_of<Key>(n, static_cast<int>(n));
  std::vector<Value> values(keys.size());
  std::iota(values.begin(), values.end(), Value(5));
  std::vector<std::size_t> order(keys.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  bool const whole = first_bit == 0 && last_bit == 8 * static_cast<int>(sizeof(Key));
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    if constexpr (std::is_unsigned_v<Key>)
      if (!whole) return part(keys[a], first_bit, last_bit) < part(keys[b], first_bit, last_bit);
    return comes_before(keys[a], keys[b]);
  });
  for (Space const& space : acre_test::instances<Space>()) {
    auto const from = acre_test::place(space, keys);
    auto const moved = acre_test::place(space, values);
    acre::array<Key, 1, Space> const to(space, from.shape());
    acre::array<Value, 1, Space> const to_values(space, from.shape());
    acre::backends::sort_pairs(space.queue(), from.data(), to.data(), moved.data(),
                               to_values.data(), n, first_bit, last_bit);
    auto const got = acre::to_vector(to);
    auto const got_values = acre::to_vector(to_values);
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < order.size(); ++i)
      wrong += got_values[i] != values[order[i]] || bits_of(got[i]) != bits_of(keys[order[i]]);
    EXPECT_EQ(wrong, 0u) << n << " keys of " << sizeof(Key) << " bytes, bits " << first_bit
                         << " to " << last_bit;
    EXPECT_TRUE(acre::to_vector(moved) == values);
  }
}

TYPED_TEST(sort_patterns, pairs_of_every_size_around_its_edges)
{
  for (std::int64_t n : {0, 1, 2, 47, 48, 49, 300, 32767, 32768, 32769, 100003})
    sorts_pairs<TypeParam, std::uint32_t, std::int32_t>(n, 0, 32);
}

TYPED_TEST(sort_patterns, pairs_of_every_key_and_value)
{
  for (std::int64_t n : {40, 5000, 70001}) {
    sorts_pairs<TypeParam, std::uint8_t, float>(n, 0, 8);
    sorts_pairs<TypeParam, std::uint8_t, double>(n, 0, 8);
    sorts_pairs<TypeParam, std::uint16_t, float>(n, 0, 16);
    sorts_pairs<TypeParam, std::uint16_t, double>(n, 0, 16);
    sorts_pairs<TypeParam, std::uint32_t, double>(n, 0, 32);
    sorts_pairs<TypeParam, std::uint64_t, float>(n, 0, 64);
    sorts_pairs<TypeParam, std::uint64_t, double>(n, 0, 64);
    sorts_pairs<TypeParam, std::int32_t, float>(n, 0, 32);
    sorts_pairs<TypeParam, std::int32_t, double>(n, 0, 32);
    sorts_pairs<TypeParam, std::int64_t, float>(n, 0, 64);
    sorts_pairs<TypeParam, std::int64_t, double>(n, 0, 64);
    sorts_pairs<TypeParam, float, float>(n, 0, 32);
    sorts_pairs<TypeParam, float, double>(n, 0, 32);
    sorts_pairs<TypeParam, double, float>(n, 0, 64);
    sorts_pairs<TypeParam, double, double>(n, 0, 64);
  }
}

// More than a GPU's blocks of the NaNs among them take in one go.
TYPED_TEST(sort_patterns, pairs_with_many_nans)
{
  sorts_pairs<TypeParam, float, float>(1200007, 0, 32);
  sorts_pairs<TypeParam, double, double>(300007, 0, 64);
}

TYPED_TEST(sort_patterns, pairs_by_some_bits)
{
  for (std::int64_t n : {40, 5000, 70001}) {
    sorts_pairs<TypeParam, std::uint32_t, float>(n, 0, 7);
    sorts_pairs<TypeParam, std::uint32_t, float>(n, 3, 20);
    sorts_pairs<TypeParam, std::uint64_t, float>(n, 40, 64);
    sorts_pairs<TypeParam, std::uint8_t, float>(n, 2, 5);
  }
}

/// So many that a GPU has passes of its own, one or several, with and without rows behind the last
/// whole chunk.
TYPED_TEST(sort_patterns, many_pairs_by_some_bits)
{
  std::int64_t const n = std::int64_t{1} << 20;
  sorts_pairs<TypeParam, std::uint8_t, float>(n, 0, 8);
  sorts_pairs<TypeParam, std::uint8_t, double>(n + 33, 6, 7);
  sorts_pairs<TypeParam, std::uint32_t, float>(n + 8191, 20, 27);
  sorts_pairs<TypeParam, std::uint32_t, float>(n + 3, 0, 20);
  sorts_pairs<TypeParam, std::uint32_t, double>(n + 1, 11, 25);
  sorts_pairs<TypeParam, std::uint32_t, double>(n + 6143, 0, 7);
}

TYPED_TEST(sort_patterns, keys_by_some_bits)
{
  auto const keys = acre_test::noise<std::uint32_t>(70001);
  auto wanted = keys;
  std::stable_sort(wanted.begin(), wanted.end(),
                   [](auto a, auto b) { return part(a, 5, 17) < part(b, 5, 17); });
  for (TypeParam const& space : acre_test::instances<TypeParam>()) {
    auto const from = acre_test::place(space, keys);
    acre::array<std::uint32_t, 1, TypeParam> const to(space, from.shape());
    acre::backends::sort_keys(space.queue(), from.data(), to.data(), 70001, 5, 17);
    EXPECT_TRUE(acre::to_vector(to) == wanted);
    EXPECT_TRUE(acre::to_vector(from) == keys);
  }
}

/// So many that a CPU's caches don't hold them, to memory that lines of the caches fit and to such
/// that they don't.
TYPED_TEST(sort_patterns, many_keys)
{
  auto const sorts = [&]<class Key>(std::int64_t n, Key) {
    auto const keys = acre_test::noise<Key>(n);
    auto wanted = keys;
    std::sort(wanted.begin(), wanted.end());
    for (TypeParam const& space : acre_test::instances<TypeParam>())
      for (std::int64_t const before : {0, 1}) {
        auto const from = acre_test::place(space, keys);
        acre::array<Key, 1, TypeParam> const to(space, acre::shape(n + before));
        acre::backends::sort_keys(space.queue(), from.data(), to.data() + before, n);
        EXPECT_TRUE(acre::to_vector(to(acre::slice(before, acre::none))) == wanted) << before;
      }
  };
  sorts((std::int64_t{1} << 21) + 777, float{});
  sorts((std::int64_t{1} << 20) + 33, std::uint64_t{});
}

}  // namespace
