#include "cases.hpp"

// sort, argsort and unique on virtual processes, against one process' own of the whole array.
namespace {

using namespace acre;
namespace dist = acre::distributed;
using acre_test::blocks_of;
using acre_test::same_bits;
using dist::blocks;
using dist::processes;

template <class T>
void compare(host const& space, std::vector<T> const& values, std::vector<std::int64_t> const& cut,
             std::uint64_t seed)
{
  auto const whole = from_host(space, values);
  auto const n = whole.size();
  auto const up = sort(whole), down = sort(whole, descending);
  auto const places = argsort(whole), places_down = argsort(whole, descending);
  auto const different = unique(whole);
  int const count = static_cast<int>(cut.size()) - 1;
  int seen = 0;
  dist::virtual_processes(
      count,
      [&](processes const& all) {
        auto const x = blocks_of(all, whole, blocks(shape(n), dist::cuts(0, cut)));
        auto const mine = [&](auto const& w) {
          auto const f = x.first()[0];
          return w(slice(f, f + x.local().size()));
        };
        ASSERT_TRUE(same_bits(sort(x).local(), mine(up))) << n << " on " << count;
        ASSERT_TRUE(same_bits(sort(x, descending).local(), mine(down))) << n << " on " << count;
        ASSERT_TRUE(same_bits(argsort(x).local(), mine(places))) << n << " on " << count;
        ASSERT_TRUE(same_bits(argsort(x, descending).local(), mine(places_down)))
            << n << " on " << count;
        auto const u = unique(x);
        auto const from = u.first()[0];
        ASSERT_EQ(u.size(), different.size());
        ASSERT_TRUE(same_bits(u.local(), different(slice(from, from + u.local().size()))));
        ++seen;
      },
      seed);
  ASSERT_EQ(seen, count);
}

template <class T>
void random_cases(int cases, std::uint64_t seed)
{
  std::mt19937_64 dice(seed);
  auto const on = acre_test::queues();
  for (int k = 0; k < cases; ++k) {
    auto const n = static_cast<std::int64_t>(dice() % (k % 20 == 0  ? 30000
                                                       : k % 2 == 0 ? 700
                                                                    : 12));
    int const count = 1 + static_cast<int>(dice() % (k % 10 == 0 ? 40 : 9));
    compare(on[static_cast<std::size_t>(k) % on.size()], acre_test::draw<T>(dice, n),
            acre_test::random_cuts(dice, n, count, 64), dice());
    if (testing::Test::HasFatalFailure()) return;
  }
}
TEST(distributed_sort, float64) { random_cases<double>(300, 1); }
TEST(distributed_sort, float32) { random_cases<float>(300, 2); }
TEST(distributed_sort, float16) { random_cases<float16>(100, 3); }
TEST(distributed_sort, bfloat16) { random_cases<bfloat16>(100, 4); }
TEST(distributed_sort, int64) { random_cases<std::int64_t>(200, 5); }
TEST(distributed_sort, int32) { random_cases<std::int32_t>(200, 6); }
TEST(distributed_sort, int8) { random_cases<std::int8_t>(100, 7); }
TEST(distributed_sort, uint16) { random_cases<std::uint16_t>(100, 8); }
TEST(distributed_sort, uint64) { random_cases<std::uint64_t>(100, 9); }
TEST(distributed_sort, bools) { random_cases<bool>(100, 10); }

TEST(distributed_sort, complex128) { random_cases<complex<double>>(300, 11); }
TEST(distributed_sort, complex64) { random_cases<complex<float>>(200, 12); }

/// Numbers that are equal and differ in their bits, spread over all processes.
TEST(distributed_sort, equal_complex_numbers)
{
  double const nan = std::numeric_limits<double>::quiet_NaN(),
               inf = std::numeric_limits<double>::infinity();
  std::vector<complex<double>> values;
  for (int k = 0; k < 40; ++k)
    for (double const re : {0.0, -0.0, nan, inf})
      for (double const im : {-0.0, 0.0, -nan, -inf})
        values.emplace_back(re, k % 3 == 0 ? im : -im);
  for (int const count : {1, 2, 5, 40}) {
    std::vector<std::int64_t> cut;
    for (int p = 0; p <= count; ++p) cut.push_back(std::ssize(values) * p / count);
    compare(serial(), values, cut, 1);
  }
}

/// The first one's bits are the first one's in C order.
TEST(distributed_sort, unique_complex_numbers_of_blocks)
{
  dist::virtual_processes(4, [](processes const& all) {
    dist::array<complex<double>, 2> u(all, blocks(shape(4, 6)));
    u = complex<double>(1, 0) * cast<double>(coordinate(u, 0) % 2);
    EXPECT_EQ(unique(u).size(), 2);
    auto const tiles = redistribute(u, axes(0, 1));
    EXPECT_THROW(unique(tiles), value_error);
    EXPECT_EQ(unique(redistribute(tiles, axes(0))).size(), 2);
  });
}

/// Many keys alone, which a few CPUs sort without a merge, by so many joint calls (0: any number):
/// range, counts, memory, elements, and range and counts of a large bucket that a process' end
/// cuts.
template <class T>
void compare_many(std::vector<T> const& values, std::vector<std::int64_t> const& cut, int expected)
{
  for (host const& space : acre_test::queues()) {
    auto const whole = from_host(space, values);
    auto const up = sort(whole);
    int const count = static_cast<int>(cut.size()) - 1;
    dist::virtual_processes(count, [&](processes const& all) {
      auto const x = blocks_of(all, whole, blocks(shape(whole.size()), dist::cuts(0, cut)));
      auto const before = all.sent();
      auto const sorted = sort(x);
      auto const calls = all.sent().joint_calls - before.joint_calls;
      EXPECT_EQ(calls, expected > 0 ? expected : calls);
      auto const f = x.first()[0];
      EXPECT_TRUE(same_bits(sorted.local(), up(slice(f, f + x.local().size()))))
          << dtype_name<T>() << " of " << whole.size() << " on " << count;
    });
  }
}
template <class T>
class distributed_sort_of_many : public testing::Test {};
using keys_of_words =
    testing::Types<double, float, std::int32_t, std::uint32_t, std::int64_t, std::uint64_t>;
TYPED_TEST_SUITE(distributed_sort_of_many, keys_of_words);

TYPED_TEST(distributed_sort_of_many, has_the_bits_of_one_process)
{
  using T = TypeParam;
  std::mt19937_64 dice(44);
  std::int64_t const n = 3 * 66001;
  std::vector<std::int64_t> const thirds = {0, 66000, n - 66000, n};
  std::vector<T> values(static_cast<std::size_t>(n));
  auto const unit = [&] { return static_cast<double>(dice() >> 11) * 0x1p-53; };
  for (auto& v : values) v = static_cast<T>((unit() + 0.5) * 0x1p30);
  compare_many(values, thirds, 4);
  compare_many(values, {0, 0, n / 2, n}, 4);
  compare_many(values, {0, 1, n}, 4);
  std::ranges::sort(values, std::greater<>());
  compare_many(values, thirds, 4);
  if constexpr (std::is_floating_point_v<T>) {  // most of them in a few exponents of all
    for (auto& v : values) v = static_cast<T>(unit() - 0.3);
    compare_many(values, thirds, 0);
  }
  for (auto& v : values) v = static_cast<T>(dice() % 3);
  compare_many(values, {0, 50000, n}, 5);  // the range again, of one number
  compare_many(values, thirds, 0);
  std::ranges::fill(values, T(7));
  compare_many(values, thirds, 3);
}

TEST(distributed_sort_of_many, numbers_of_all_exponents)
{
  std::mt19937_64 dice(45);
  std::vector<double> values(400000);
  for (auto& v : values) v = std::bit_cast<double>(dice());  // also NaN, of either sign
  for (std::size_t k = 0; k < values.size(); k += 1000) values[k] = k % 3000 == 0 ? -0.0 : 0.0;
  compare_many(values, {0, 200000, 400000}, 4);
  compare_many(values, {0, 90000, 90000, 200000, 400000}, 4);
}

/// More keys of one value than the memory that a bucket is dealt in, within a process' share.
TEST(distributed_sort_of_many, a_large_bucket)
{
  std::mt19937_64 dice(46);
  std::vector<std::int64_t> values(500000);
  for (auto& v : values)
    v = dice() % 4 == 0 ? 5 : static_cast<std::int64_t>(dice() % (1 << 30)) + 100;
  compare_many(values, {0, 250000, 500000}, 4);
}

TEST(distributed_sort, axes)
{
  dist::processes const alone;
  dist::array<double, 1> x(alone, blocks(shape(3)));
  x = -coordinate(x, 0);
  EXPECT_EQ(to_vector(sort(x, 0).local()), (std::vector<double>{-2, -1, 0}));
  EXPECT_EQ(to_vector(sort(x, 0, descending).local()), (std::vector<double>{0, -1, -2}));
  EXPECT_EQ(to_vector(argsort(x, -1).local()), (std::vector<std::int64_t>{2, 1, 0}));
  EXPECT_THROW(sort(x, 1), index_error);
}

/// The calls and bytes that a sort costs: those that its contract says.
TEST(distributed_sort, messages)
{
  dist::virtual_processes(4, [](processes const& all) {
    dist::array<std::uint16_t, 1> x(all, blocks(shape(4000)));
    x = cast<std::uint16_t>(coordinate(x, 0) * 31 % 4000);
    auto before = all.sent();
    sort(x);
    auto const calls = [&] { return all.sent().joint_calls - before.joint_calls; };
    auto const messages = [&] { return all.sent().messages - before.messages; };
    EXPECT_EQ(calls(), 1 + 2 + 1 + 1 + 1);  // facts, two rounds, lengths, memory, elements
    EXPECT_EQ(messages(), 2 * 2);           // each round's sums
    dist::array<double, 1> same(all, blocks(shape(4000)));
    same = 0.5;
    before = all.sent();
    sort(same);
    EXPECT_EQ(calls(), 1 + 1 + 1 + 1 + 1);  // no round: all keys are one, of which each takes some
    EXPECT_EQ(messages(), all.rank() < 2 ? 2 : all.rank() < 3 ? 1 : 0);
    dist::array<double, 1> one(all, blocks(shape(9), dist::cuts(0, {0, 0, 9, 9, 9})));
    before = all.sent();
    sort(one);
    EXPECT_EQ(calls(), 4);  // no cut to look for
    EXPECT_EQ(messages(), 0);
  });
}

/// A complex128's second 64 bits are looked for where the first are equal.
TEST(distributed_sort, messages_of_complex_numbers)
{
  dist::virtual_processes(4, [](processes const& all) {
    dist::array<complex<double>, 1> x(all, blocks(shape(4000)));
    x = complex<double>(0, 1) * cast<double>(coordinate(x, 0) * 31 % 4000);
    auto const before = all.sent();
    sort(x);
    EXPECT_LE(all.sent().joint_calls - before.joint_calls, 1 + 8 + 1 + 1 + 1);
    EXPECT_LE(all.sent().messages - before.messages, 2 * 8);
  });
}

/// Where rounds find fewer bits, so that what a process sends for the cuts doesn't grow with their
/// number as the counts of all would.
TEST(distributed_sort, hundreds_of_processes)
{
  for (int const count : {257, 300, 1025}) {
    std::int64_t const n = 10 * count;
    generator g(3);
    array<double, 1> const whole(floor(g.normal(serial(), shape(n)) * 300) / 7);
    auto const up = sort(whole);
    auto const places = argsort(whole);
    dist::virtual_processes(count, [&](processes const& all) {
      auto const x = blocks_of(all, whole, blocks(shape(n)));
      auto const from = x.first()[0];
      auto const mine = slice(from, from + x.local().size());
      auto const before = all.sent();
      EXPECT_TRUE(same_bits(sort(x).local(), up(mine)));
      EXPECT_LT(all.sent().bytes - before.bytes, 40 * (count <= 1024 ? 16 : 4) * 8 * count);
      EXPECT_LT(all.sent().messages - before.messages, 40 * 11);
      EXPECT_TRUE(same_bits(argsort(x).local(), places(mine)));
    });
    if (HasFailure()) return;
  }
}

TEST(distributed_sort, an_error_that_any_met_before_is_told_to_all)
{
  auto const table = arange(serial(), 4.0);
  dist::virtual_processes(3, [&](processes const& all) {
    dist::array<std::int64_t, 1> i(all, blocks(shape(9)));
    i = coordinate(i, 0);
    auto const looked_up = on_blocks([&](auto const& mine) { return take(table, mine); }, i);
    for (int k = 0; k < 3; ++k) try {
        if (k == 0) sort(looked_up);
        if (k == 1) unique(looked_up);
        if (k == 2) group_by(looked_up);
        ADD_FAILURE();
      } catch (index_error const& e) {
        EXPECT_EQ(e.details().position, 4);
      }
    dist::array<std::int64_t, 1> many(all, blocks(shape(3 * 70000)));
    many = where(coordinate(many, 0) == 80000, 4, 3);
    try {
      sort(on_blocks([&](auto const& mine) { return take(table, mine); }, many));
      ADD_FAILURE();
    } catch (index_error const& e) {
      EXPECT_EQ(e.details().position, 80000);
    }
    EXPECT_EQ(sum(sort(i % 4)), 12);
    if (all.rank() == 1) i.local()(ALL) = 7;
    EXPECT_EQ(sum(sort(i)), 3 + 21 + 21);
  });
}

}  // namespace
