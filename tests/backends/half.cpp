// float16 and bfloat16 in arrays, beside float32 rounded on the host.

#include <acre/array.hpp>
#include <acre/elementwise.hpp>
#include <acre/index.hpp>
#include <acre/linalg/matmul.hpp>
#include <acre/order.hpp>
#include <acre/reduce.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/spaces.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

namespace {

using acre::bfloat16, acre::float16;
using acre::shape, acre::slice;

template <class Space>
class half_arrays : public ::testing::Test {};
TYPED_TEST_SUITE(half_arrays, acre_test::spaces, acre_test::space_names);

template <class H>
std::vector<H> numbers(std::int64_t n, float scale = 8)
{
  auto const noise = acre_test::noise<float>(n);
  std::vector<H> v;
  for (float const x : noise) v.push_back(H(x * scale));
  return v;
}
template <class H>
std::vector<float> widened(std::vector<H> const& v)
{
  return {v.begin(), v.end()};
}
template <class H>
std::vector<std::uint16_t> bits(std::vector<H> const& v)
{
  std::vector<std::uint16_t> b;
  for (H const x : v) b.push_back((x == x ? x : std::numeric_limits<H>::quiet_NaN()).bits());
  return b;
}
/// The bits of an expression of halves.
template <class E>
auto bits_of(E const& e)
{
  return bits(acre::to_vector(acre::evaluate(e)));
}
/// What f makes of float32, rounded.
template <class H, class F, class... V>
std::vector<std::uint16_t> model(F const& f, std::vector<H> const& first, V const&... more)
{
  std::vector<H> v;
  for (std::size_t k = 0; k < first.size(); ++k)
    v.push_back(H(f(float(first[k]), float(more[k])...)));
  return bits(v);
}

template <class H, class Space>
void expressions()
{
  for (std::int64_t const n : {1, 7, 8, 100, 5001}) {
    auto const v = numbers<H>(n), w = numbers<H>(n + 3, 3);
    auto const x = acre_test::place(Space(), v, shape(n)),
               y = acre::array<H, 1, Space>(
                   acre_test::place(Space(), w, shape(n + 3))(slice(0, n)));
    EXPECT_EQ(bits_of(x + y), model([](float a, float b) { return a + b; }, v, w));
    EXPECT_EQ(bits_of(x - y), model([](float a, float b) { return a - b; }, v, w));
    EXPECT_EQ(bits_of(x * y), model([](float a, float b) { return a * b; }, v, w));
    EXPECT_EQ(bits_of(x / y), model([](float a, float b) { return a / b; }, v, w));
    EXPECT_EQ(bits_of(-x), model([](float a) { return -a; }, v));
    EXPECT_EQ(bits_of(x * 0.1), model([](float a) { return a * float(H(0.1)); }, v));
    // rounded after each operation
    EXPECT_EQ(bits_of(x * y + x),
              model([](float a, float b) { return float(H(a * b)) + a; }, v, w));
    EXPECT_EQ(bits_of(maximum(x, y)), model([](float a, float b) { return std::max(a, b); }, v, w));
    EXPECT_EQ(bits_of(where(x > y, x, y)),
              model([](float a, float b) { return std::max(a, b); }, v, w));
    auto const f = acre::evaluate(acre::cast<float>(x));
    EXPECT_EQ(acre::to_vector(f), widened(v));
    EXPECT_EQ(bits_of(exp(x)), bits_of(acre::cast<H>(exp(f))));
    EXPECT_EQ(bits_of(sin(x)), bits_of(acre::cast<H>(sin(f))));
    EXPECT_EQ(bits_of(arctan2(x, y)), bits_of(acre::cast<H>(arctan2(f, acre::cast<float>(y)))));
    EXPECT_EQ(bits_of(x(slice(acre::none, acre::none, -1))),
              bits(std::vector<H>(v.rbegin(), v.rend())));
    EXPECT_TRUE(all(x == x).item());
  }
  auto const ends =
      acre_test::place(Space(), std::vector<H>{H(0.0), H(-1.0), std::numeric_limits<H>::max(),
                                               std::numeric_limits<H>::infinity()});
  auto const below = [](H x) { return static_cast<std::uint16_t>(x.bits() - 1); };
  EXPECT_EQ(bits_of(nextafter(ends, 1)),
            (std::vector<std::uint16_t>{1, below(H(-1)), below(ends(2).item()),
                                        ends(2).item().bits()}));
  EXPECT_EQ(ends(1).item() + 2, 1);
  EXPECT_EQ(bits_of(acre::cast<H>(acre::cast<double>(ends))), bits_of(ends));
  EXPECT_EQ(acre::to_vector(acre::evaluate(acre::cast<std::int16_t>(ends))),
            (std::vector<std::int16_t>{
                0, -1, acre::detail::converted<std::int16_t>(float(std::numeric_limits<H>::max())),
                32767}));
  EXPECT_EQ(bits_of(acre::arange<H>(Space(), H(1), H(2), H(0.25))),
            bits(std::vector<H>{H(1), H(1.25), H(1.5), H(1.75)}));
}
TYPED_TEST(half_arrays, expressions_are_float32_rounded_once)
{
  expressions<float16, TypeParam>();
  expressions<bfloat16, TypeParam>();
}

template <class H, class Space>
void reductions()
{
  for (auto const& extent : {shape(3, 5), shape(40, 129), shape(2, 9000), shape(900, 3)}) {
    auto const v = numbers<H>(extent[0] * extent[1]);
    auto const x = acre_test::place(Space(), v, extent);
    auto const f = acre::evaluate(acre::cast<float>(x));
    auto const alike = [&](auto const& reduce) {
      static_assert(std::is_same_v<typename decltype(reduce(x))::value_type, H>);
      EXPECT_EQ(bits_of(reduce(x)), bits_of(acre::cast<H>(reduce(f))));
    };
    alike([](auto const& a) { return sum(a); });
    alike([](auto const& a) { return sum(a, 0); });
    alike([](auto const& a) { return sum(a, 1); });
    alike([](auto const& a) { return mean(a, 1); });
    alike([](auto const& a) { return max(a, 0); });
    alike([](auto const& a) { return var(a, 1); });
    alike([](auto const& a) { return cumsum(a, 1); });
    EXPECT_EQ(bits_of(vecdot(x, x)), bits_of(acre::cast<H>(vecdot(f, f))));
    if constexpr (std::is_same_v<H, float16>) {
      alike([](auto const& a) { return prod(a, 1); });
      alike([](auto const& a) { return min(a); });
      alike([](auto const& a) { return nanmean(a, 0); });
      alike([](auto const& a) { return cummax(a, 0); });
      alike([](auto const& a) { return median(a, 1); });
      EXPECT_EQ(acre::to_vector(argmax(x, 1)), acre::to_vector(argmax(f, 1)));
      auto const largest = maxloc(x).item();
      EXPECT_EQ(float(largest.value), max(f).item());
      EXPECT_EQ(bits_of(matmul(x(slice(0, 3)), x(slice(0, 3)).transpose())),
                bits_of(acre::cast<H>(matmul(f(slice(0, 3)), f(slice(0, 3)).transpose()))));
    }
  }
}
TYPED_TEST(half_arrays, sums_are_float32s)
{
  reductions<float16, TypeParam>();
  reductions<bfloat16, TypeParam>();
}

template <class H, class Space>
void ordered()
{
  auto v = numbers<H>(3000, 2);
  H const nan = std::numeric_limits<H>::quiet_NaN();
  for (std::size_t k = 0; k < v.size(); k += 100) {
    v[k] = k % 200 == 0 ? H(0.0) : H(-0.0);
    v[k + 1] = k % 300 == 0 ? nan : H(1.0);
  }
  auto const x = acre_test::place(Space(), v);
  auto const f = acre::evaluate(acre::cast<float>(x));
  EXPECT_EQ(bits_of(sort(x)), bits_of(acre::cast<H>(sort(f))));
  EXPECT_EQ(bits_of(sort(x, acre::descending)), bits_of(acre::cast<H>(sort(f, acre::descending))));
  EXPECT_EQ(acre::to_vector(argsort(x)), acre::to_vector(argsort(f)));
  EXPECT_EQ(acre::to_vector(argsort(x, acre::descending)),
            acre::to_vector(argsort(f, acre::descending)));
  EXPECT_EQ(bits_of(unique(x)), bits_of(acre::cast<H>(unique(f))));
  EXPECT_EQ(acre::to_vector(unique_all(x).inverse_indices),
            acre::to_vector(unique_all(f).inverse_indices));
  EXPECT_EQ(acre::to_vector(acre::evaluate(searchsorted(sort(x), x))),
            acre::to_vector(acre::evaluate(searchsorted(sort(f), f))));
  EXPECT_EQ(acre::to_vector(topk(x, 5).indices), acre::to_vector(topk(f, 5).indices));

  auto const by = acre::evaluate(acre::cast<std::int32_t>(acre::cast<float>(x) * 3) % 7);
  auto const groups = acre::group_by(by);
  EXPECT_EQ(bits_of(groups.sum(x)), bits_of(acre::cast<H>(groups.sum(f))));

  auto const place = acre::evaluate(acre::arange<std::int64_t>(Space(), 3000) % 11);
  auto const added = acre::zeros<H>(Space(), shape(11));
  auto const wide = acre::zeros<float>(Space(), shape(11));
  auto const numbers_alone = acre::evaluate(where(isnan(x), H(0), x));
  scatter_add(added(place), numbers_alone);
  scatter_add(wide(place), acre::cast<float>(numbers_alone));
  EXPECT_EQ(bits_of(added), bits_of(acre::cast<H>(wide)));
  scatter_max(added(place), x);
  scatter_max(wide(place), f);
  EXPECT_EQ(bits_of(added), bits_of(acre::cast<H>(wide)));
  added(place(slice(0, 5))) = x(slice(0, 5));
  EXPECT_EQ(bits_of(added(slice(0, 5))), bits_of(x(slice(0, 5))));
  EXPECT_EQ(bits_of(take(x, place)), bits_of(acre::cast<H>(take(f, place))));
}
TYPED_TEST(half_arrays, order_and_indices_are_float32s) { ordered<float16, TypeParam>(); }

}  // namespace
