// Random numbers have the same bits on every space, with every number of threads; engines give
// kernels the same words.

#include <acre/device/launch.hpp>
#include <acre/random/generator.hpp>
#include <acre/random/quasi.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/spaces.hpp>

#include <cstring>

using acre::array, acre::generator, acre::shape;

namespace {

template <class T>
bool same(std::vector<T> const& a, std::vector<T> const& b)
{
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

/// The bits that a space draws from every distribution, one after the other.
template <class Space>
std::vector<std::vector<unsigned char>> everything(Space const& space)
{
  std::vector<std::vector<unsigned char>> all;
  auto const add = [&](auto const& e) {
    auto const v = to_vector(e);
    auto const* const bytes = reinterpret_cast<unsigned char const*>(v.data());
    all.emplace_back(bytes, bytes + v.size() * sizeof v[0]);
  };
  generator g = generator(2024).stream(3);
  auto const n = shape(100003);
  std::vector<double> const weights{1, 0, 2.5, 7, 1e-9};
  add(g.uniform<float>(space, n));
  add(g.uniform<double>(space, n));
  add(g.uniform<float>(space, n, -1, 3));
  add(g.uniform<double>(space, n, 1e-300, 3e300));
  add(g.normal<float>(space, n));
  add(g.normal<double>(space, n));
  add(g.normal<float>(space, n, 2, 0.1f));
  add(g.normal<double>(space, n, 2, 0.1));
  add(g.lognormal<float>(space, n));
  add(g.lognormal<double>(space, n));
  add(g.exponential<float>(space, n));
  add(g.exponential<double>(space, n, 3));
  add(g.integers<std::int8_t>(space, n, -5, 100));
  add(g.integers<std::int32_t>(space, n, -1000000000, 2000000000));
  add(g.integers<std::int64_t>(space, n, 0, 1000));
  add(g.integers<std::uint64_t>(space, n, 0, 12297829382473034411u));
  add(g.in_disc<float>(space, 50001));
  add(g.in_disc<double>(space, 50001));
  add(g.on_circle<float>(space, 50001));
  add(g.on_sphere<float>(space, 50001));
  add(g.on_sphere<double>(space, 50001));
  add(g.in_ball<float>(space, 50001));
  add(g.in_ball<double>(space, 50001));
  add(g.gamma<float>(space, n, 0.3));
  add(g.gamma<double>(space, n, 4, 2));
  add(g.beta<double>(space, n, 0.5, 0.25));
  add(g.beta<double>(space, n, 2, 5));
  add(g.poisson(space, n, 3));
  add(g.poisson(space, n, 1234.5));
  add(g.binomial(space, n, 12, 0.4));
  add(g.binomial(space, n, 100000, 0.75));
  add(g.choice(space, n, weights));
  add(g.permutation(space, 100003));
  add(acre::sobol(space, 20001, 5));
  add(acre::halton<float>(space, 20001, 5));
  return all;
}

struct engine_words {
  generator g;
  acre::array_ref<std::uint32_t, 2> words;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const
  {
    auto random = g.engine(i);
    for (int k = 0; k < 9; ++k) words(i, k) = random.next_uint32();
  }
};
struct engine_numbers {
  generator g;
  acre::array_ref<double, 2> numbers;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const
  {
    auto random = g.engine(i);
    numbers(i, 0) = random.uniform<float>();
    numbers(i, 1) = random.uniform();
    numbers(i, 2) = random.uniform(-2.0, 5.0);
    numbers(i, 3) = random.normal<float>();
    numbers(i, 4) = random.normal();
    numbers(i, 5) = random.exponential();
    numbers(i, 6) = random.below(1000);
  }
};

}  // namespace

template <class Space>
class random_numbers : public testing::Test {};
TYPED_TEST_SUITE(random_numbers, acre_test::spaces, acre_test::space_names);

TYPED_TEST(random_numbers, are_the_same_on_every_space_with_any_threads)
{
  auto const expected = everything(acre::serial());
  for (auto const& space : acre_test::instances<TypeParam>()) {
    auto const got = everything(space);
    ASSERT_EQ(got.size(), expected.size());
    for (std::size_t k = 0; k < got.size(); ++k) EXPECT_TRUE(same(got[k], expected[k])) << k;
  }
}

TYPED_TEST(random_numbers, engines_give_the_documented_words)
{
  TypeParam const space;
  generator const g(acre::generator_state{0x1122334455667788u, 0, 9});
  array<std::uint32_t, 2, TypeParam> words(space, shape(100, 9));
  launch(space, 100, engine_words{g, words.ref()});
  auto const got = to_vector(words);
  for (std::uint32_t i = 0; i < 100; ++i)
    for (std::uint32_t k = 0; k < 9; ++k) {
      auto const b =
          acre::philox4x32_10({{i, 0, 0x80000000u + k / 4, 9}}, 0x55667788u, 0x11223344u);
      ASSERT_EQ(got[9 * i + k], b.w[k % 4]) << i << ' ' << k;
    }

  array<double, 2, TypeParam> numbers(space, shape(1000, 7));
  array<double, 2, acre::host> expected(acre::serial(), shape(1000, 7));
  launch(space, 1000, engine_numbers{g, numbers.ref()});
  launch(acre::serial(), 1000, engine_numbers{g, expected.ref()});
  EXPECT_TRUE(same(to_vector(numbers), to_vector(expected)));
}
