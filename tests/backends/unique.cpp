#include <acre/backends/read_back.hpp>
#include <acre/backends/runs.hpp>
#include <acre/device/queue.hpp>
#include <acre/index/take.hpp>
#include <acre/order/run_lengths.hpp>
#include <acre/order/unique.hpp>
#include <acre_test/error_of.hpp>
#include <acre_test/spaces.hpp>
#include <acre_test/unique_model.hpp>

#include <algorithm>
#include <atomic>
#include <map>
#include <stdexcept>
#include <thread>

namespace {

using acre_test::same_numbers, acre_test::unique_model;

template <class Space>
class unique : public ::testing::Test {};
TYPED_TEST_SUITE(unique, acre_test::spaces, acre_test::space_names);

template <class T, class Space>
void tells_all(std::int64_t rows, std::int64_t columns)
{
  SCOPED_TRACE(std::string(acre::dtype_name<T>()) + " " + std::to_string(rows * columns));
  auto const v = acre_test::crowded<T>(rows * columns, 1);
  unique_model<T> const wanted(v);
  auto const x = acre_test::place_any(Space(), v, acre::shape(rows, columns));
  EXPECT_TRUE(same_numbers(acre::to_vector(acre::unique(x)), wanted.values));
  auto const counts = acre::unique_counts(x);
  EXPECT_TRUE(same_numbers(acre::to_vector(counts.values), wanted.values));
  EXPECT_TRUE(acre_test::equals(counts.counts, wanted.counts));
  auto const inverse = acre::unique_inverse(x);
  EXPECT_TRUE(same_numbers(acre::to_vector(inverse.values), wanted.values));
  EXPECT_TRUE(acre_test::equals(inverse.inverse_indices, wanted.inverse));
  auto const all = acre::unique_all(x);
  EXPECT_TRUE(same_numbers(acre::to_vector(all.values), wanted.values));
  EXPECT_TRUE(acre_test::equals(all.indices, wanted.first));
  EXPECT_TRUE(acre_test::equals(all.inverse_indices, wanted.inverse));
  EXPECT_EQ(all.inverse_indices.shape(), x.shape());
  EXPECT_TRUE(acre_test::equals(all.counts, wanted.counts));
}

TYPED_TEST(unique, tells_values_places_and_counts)
{
  for (std::int64_t const n : {0, 1, 2, 3, 30, 2047, 2048, 2049, 2050, 50000})
    tells_all<float, TypeParam>(1, n);
  tells_all<bool, TypeParam>(7, 900);
}

/// Many integers of few values are counted where they lie close together: beside the ends of their
/// dtype, too; and are not where one lies elsewhere, which the first elements don't tell.
template <class T, class Space>
void tells_many(T low, std::uint64_t span)
{
  constexpr std::int64_t n = (1 << 19) + 5;
  auto const steps = acre_test::noise<std::uint32_t>(n);
  std::vector<T> v;
  for (auto const step : steps)
    v.push_back(static_cast<T>(static_cast<std::uint64_t>(low) + step % span));
  for (bool const apart : {false, true}) {
    if (apart) v[n / 2] = static_cast<T>(low ^ (T{1} << (8 * sizeof(T) - 2)));
    unique_model<T> const wanted(v);
    auto const x = acre_test::place(Space(), v);
    EXPECT_TRUE(acre_test::equals(acre::unique(x), wanted.values)) << acre::dtype_name<T>();
    auto const reversed = x(acre::slice(acre::none, acre::none, -1));
    EXPECT_TRUE(acre_test::equals(acre::unique(reversed), wanted.values)) << acre::dtype_name<T>();
    auto const counted = acre::unique_counts(x);
    EXPECT_TRUE(acre_test::equals(counted.values, wanted.values)) << acre::dtype_name<T>();
    EXPECT_TRUE(acre_test::equals(counted.counts, wanted.counts)) << acre::dtype_name<T>();
    auto const inverse = acre::unique_inverse(reversed);
    EXPECT_TRUE(acre_test::equals(inverse.values, wanted.values)) << acre::dtype_name<T>();
    EXPECT_TRUE(acre_test::equals(inverse.inverse_indices(acre::slice(acre::none, acre::none, -1)),
                                  wanted.inverse))
        << acre::dtype_name<T>();
    auto const all = acre::unique_all(x.reshape(acre::shape(n / 7, 7)));
    EXPECT_EQ(all.inverse_indices.shape(), acre::shape(n / 7, 7));
    EXPECT_TRUE(acre_test::equals(all.values, wanted.values)) << acre::dtype_name<T>();
    EXPECT_TRUE(acre_test::equals(all.indices, wanted.first)) << acre::dtype_name<T>();
    EXPECT_TRUE(acre_test::equals(all.inverse_indices, wanted.inverse)) << acre::dtype_name<T>();
    EXPECT_TRUE(acre_test::equals(all.counts, wanted.counts)) << acre::dtype_name<T>();
  }
}

TYPED_TEST(unique, tells_many_integers_of_few_values)
{
  tells_many<std::int8_t, TypeParam>(-128, 256);
  tells_many<std::uint16_t, TypeParam>(60000, 5536);
}

TYPED_TEST(unique, gives_one_zero_and_one_nan)
{
  float const nan = std::numeric_limits<float>::quiet_NaN();
  auto const x = acre::from_host<float>(TypeParam(), {-nan, -0.0f, nan, 0, -0.0f, -1});
  for (auto const& values : {acre::unique(x), acre::unique_all(x).values}) {
    auto const got = acre::to_vector(values);
    ASSERT_EQ(got.size(), 3u);
    EXPECT_EQ(got[0], -1);
    EXPECT_FALSE(std::signbit(got[1]));
    EXPECT_TRUE(std::isnan(got[2]) && !std::signbit(got[2]));
  }
}

TYPED_TEST(unique, runs_of_equal_neighbours)
{
  for (std::int64_t const n : {0, 1, 2, 2048, 2049, 9000}) {
    auto v = acre_test::crowded<std::int32_t>(n, 1);
    for (std::size_t i = 1; i < v.size(); ++i)
      if (i % 5 != 0) v[i] = v[i - 1];
    std::vector<std::int32_t> values;
    std::vector<std::int64_t> starts, lengths;
    for (std::size_t i = 0; i < v.size(); ++i) {
      if (i == 0 || v[i] != v[i - 1]) {
        values.push_back(v[i]);
        starts.push_back(static_cast<std::int64_t>(i));
        lengths.push_back(0);
      }
      ++lengths.back();
    }
    auto const got = acre::run_lengths(acre_test::place(TypeParam(), v) + 0);
    EXPECT_TRUE(acre_test::equals(got.values, values)) << n;
    EXPECT_TRUE(acre_test::equals(got.starts, starts)) << n;
    EXPECT_TRUE(acre_test::equals(got.lengths, lengths)) << n;
  }
}

TYPED_TEST(unique, long_runs)
{
  std::int64_t const n = 9000001, length = 1000, count = n / length + 1;
  TypeParam const space{};
  auto const number = acre::floor_divide(acre::arange<std::int64_t>(space, 2 * n), 2 * length);
  auto const twice = acre::evaluate(acre::cast<std::uint8_t>(number % 251));
  auto const got = acre::run_lengths(twice(acre::slice(acre::none, acre::none, 2)));
  ASSERT_EQ(got.lengths.size(), count);
  auto const lengths = acre::to_vector(got.lengths), starts = acre::to_vector(got.starts);
  auto const values = acre::to_vector(got.values);
  for (std::int64_t k = 0; k < count; ++k) {
    auto const at = static_cast<std::size_t>(k);
    ASSERT_EQ(starts[at], k * length);
    ASSERT_EQ(lengths[at], k + 1 < count ? length : n - k * length);
    ASSERT_EQ(values[at], k % 251);
  }
}

TYPED_TEST(unique, runs_are_told_to_who_asked)
{
  TypeParam const one{}, other = one.new_queue();
  std::atomic<int> wrong = 0;
  auto const ask = [&](TypeParam const& space, std::int64_t thread) {
    for (std::int64_t k = 0; k < 40; ++k) {
      std::int64_t const n = 1 + 977 * k + 31 * thread, length = 1 + k % 7;
      auto const numbers = acre::arange<std::int64_t>(space, n);
      if (acre::run_lengths(acre::floor_divide(numbers, length)).lengths.size() !=
          (n + length - 1) / length)
        ++wrong;
    }
  };
  std::vector<std::thread> threads;
  for (std::int64_t thread = 0; thread < 4; ++thread)
    threads.emplace_back(ask, thread % 2 == 0 ? one : other, thread);
  for (std::thread& each : threads) each.join();
  EXPECT_EQ(wrong, 0);
}

TYPED_TEST(unique, runs_are_told_behind_errors)
{
  TypeParam const space{};
  auto const x = acre::evaluate(acre::floor_divide(acre::arange<std::int64_t>(space, 5000), 2));
  auto const count = [&] { return acre::run_lengths(x).lengths.size(); };

  auto const taken =
      acre::evaluate(acre::take(x, acre_test::place(space, std::vector<std::int64_t>{5000})));
  EXPECT_EQ(acre_test::error_of<acre::index_error>(count).substr(0, 10), "index 5000");
  EXPECT_EQ(count(), 2500);

  acre::launch_host(space, [] { throw std::runtime_error("of the host"); });
  EXPECT_EQ(acre_test::error_of<std::runtime_error>(count), "of the host");
  EXPECT_EQ(count(), 2500);

  acre::detail::marked_runs<TypeParam> const marked(space, x.size());
  auto& on = space.queue();
  acre::backends::run_facts seen;
  auto const fails = [&] {
    acre::backends::read_back(on, seen, [&](acre::backends::run_facts* facts) {
      acre::backends::mark_runs(on, acre::detail::same_rule{}, x.data(), 1, marked.ref(), facts);
      throw std::runtime_error("of the work");
    });
  };
  for (int k = 0; k < 20; ++k) {
    EXPECT_EQ(acre_test::error_of<std::runtime_error>(fails), "of the work");
    EXPECT_EQ(count(), 2500);
  }
}

}  // namespace
