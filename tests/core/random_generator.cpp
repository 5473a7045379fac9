// The generator as a value, and its words against published and independent ones.

#include <acre/random/generator.hpp>
#include <acre/random/quasi.hpp>
#include <acre_test/compare.hpp>

#include <gmock/gmock.h>

using acre::generator, acre::generator_state, acre::philox4x32_10, acre::shape, acre::value_error;

namespace {

using space = acre::host;

std::vector<std::uint32_t> block(std::vector<std::uint32_t> const& counter, std::uint32_t key0,
                                 std::uint32_t key1)
{
  auto const b = philox4x32_10({{counter[0], counter[1], counter[2], counter[3]}}, key0, key1);
  return {b.w[0], b.w[1], b.w[2], b.w[3]};
}

}  // namespace

// Random123's kat_vectors, the three lines of philox4x32 10
TEST(philox, known_answers)
{
  EXPECT_THAT(block({0, 0, 0, 0}, 0, 0),
              testing::ElementsAre(0x6627e8d5u, 0xe169c58du, 0xbc57ac4cu, 0x9b00dbd8u));
  EXPECT_THAT(block({~0u, ~0u, ~0u, ~0u}, ~0u, ~0u),
              testing::ElementsAre(0x408f276du, 0x41c83b0eu, 0xa20bc7c6u, 0x6d5451fdu));
  EXPECT_THAT(block({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, 0xa4093822, 0x299f31d0),
              testing::ElementsAre(0xd16cfe09u, 0x94fdccebu, 0x5001e420u, 0x24126ea1u));
}

// what the comments promise about uniform numbers, from the words themselves
TEST(generator, uniform_is_made_from_the_documented_bits)
{
  std::uint64_t const seed = 0x0123456789abcdefu, draw = 0x0000a5a512345678u;
  generator g(generator_state{seed, 0, draw});
  auto const doubles = to_vector(g.uniform(space(), shape(13)));
  for (std::uint32_t e = 0; e < 13; ++e) {
    auto const two = block({e / 2, 0xa5a50000u, 0, 0x12345678u}, 0x89abcdefu, 0x01234567u);
    std::uint64_t const bits = std::uint64_t{two[2 * (e % 2) + 1]} << 32 | two[2 * (e % 2)];
    EXPECT_EQ(doubles[e], std::ldexp(static_cast<double>(bits >> 11), -53)) << e;
  }
  g = generator(generator_state{seed, 0, draw});
  auto const floats = to_vector(g.uniform<float>(space(), shape(700)));
  for (std::uint32_t e = 0; e < 700; ++e) {
    std::uint32_t const index = e / 256 * 16 + e % 64 / 4, line = e % 256 / 64;
    auto const word = [&](std::uint32_t part) {
      return block({index, 0xa5a50000u, part, 0x12345678u}, 0x89abcdefu, 0x01234567u)[e % 4];
    };
    std::uint32_t const bits =
        line < 3 ? word(line) % 0x1000000
                 : word(0) / 0x1000000 + word(1) / 0x1000000 * 256 + word(2) / 0x1000000 * 65536;
    EXPECT_EQ(floats[e], std::ldexp(static_cast<float>(bits), -24)) << e;
  }
}

TEST(generator, uniform_reaches_its_ends)
{
  EXPECT_EQ(acre::detail::unit_from(0u), 0.0f);
  EXPECT_EQ(acre::detail::unit_from(~0u), 1 - 0x1p-24f);
  EXPECT_EQ(acre::detail::unit_from(0u, 0u), 0.0);
  EXPECT_EQ(acre::detail::unit_from(~0u, ~0u), 1 - 0x1p-53);
  EXPECT_EQ(acre::detail::unit_from(0x800u, 0u), 0x1p-53);
  auto const u = to_vector(generator(1).uniform<float>(space(), shape(100000), 1, 1 + 0x1p-22f));
  EXPECT_THAT(u, testing::Each(testing::AllOf(testing::Ge(1.0f), testing::Lt(1 + 0x1p-22f))));
}

TEST(generator, takes_a_new_draw_each_time_and_repeats_from_a_copy)
{
  generator g(7);
  generator const saved = g;
  auto const first = to_vector(g.uniform(space(), shape(100)));
  auto const second = to_vector(g.uniform(space(), shape(100)));
  EXPECT_NE(first, second);
  generator again = saved;
  EXPECT_EQ(to_vector(again.uniform(space(), shape(100))), first);
  EXPECT_EQ(to_vector(again.uniform(space(), shape(100))), second);
  EXPECT_EQ(again, g);
  EXPECT_EQ(to_vector(saved.at(1).uniform(space(), shape(100))), second);
  generator skipping = saved;
  EXPECT_EQ(to_vector(skipping.jump(1).uniform(space(), shape(100))), second);
}

TEST(generator, part_of_a_draw_is_that_part)
{
  generator g(7);
  auto const whole = to_vector(g.at(3).normal<float>(space(), shape(1000)));
  for (std::int64_t const first : {1, 2, 3, 4, 501}) {
    auto const part = to_vector(g.at(3).normal<float>(space(), shape(400), first));
    EXPECT_TRUE(std::equal(part.begin(), part.end(), whole.begin() + first)) << first;
  }
  auto const points = to_vector(g.at(4).in_disc(space(), 10)),
             later = to_vector(g.at(4).in_disc(space(), 4, 6));
  EXPECT_TRUE(std::equal(later.begin(), later.end(), points.begin() + 12));
}

TEST(generator, streams_and_children_differ)
{
  generator g(7);
  std::vector<std::vector<double>> seen;
  for (generator const& other : {g, g.stream(1), g.stream(2), generator(8), generator(0).stream(7)})
    seen.push_back(to_vector(generator(other).uniform(space(), shape(10))));
  generator parent(7);
  auto const children = parent.split(3), more = parent.split(2);
  for (auto const& child : children)
    seen.push_back(to_vector(generator(child).uniform(space(), shape(10))));
  for (auto const& child : more)
    seen.push_back(to_vector(generator(child).uniform(space(), shape(10))));
  std::sort(seen.begin(), seen.end());
  EXPECT_EQ(std::unique(seen.begin(), seen.end()), seen.end());
  EXPECT_EQ(generator(7).split(3), children);
}

TEST(generator, is_saved_as_integers_and_as_text)
{
  generator g = generator(~std::uint64_t{0}).stream(5);
  g.jump(std::uint64_t{1} << 40);
  EXPECT_EQ(generator(g.state()), g);
  EXPECT_EQ(g.to_string(), "philox4x32-10 seed 18446744073709551615 stream 5 draw 1099511627776");
  EXPECT_EQ(generator::parse(g.to_string()), g);
  for (auto const* text :
       {"", "philox4x32-10 seed 1 stream 2", "philox4x32-10 seed 1 stream 2 draw 3 ", "mt19937 5",
        "philox4x32-10 seed -1 stream 2 draw 3",
        "philox4x32-10 seed 99999999999999999999 stream 2 draw 3"})
    EXPECT_EQ(acre_test::error_of<acre::error>([&] { generator::parse(text); }),
              "generator: cannot read '" + std::string(text) +
                  "'; expected 'philox4x32-10 seed S stream T draw D'");
}

template <class T>
void expect_whole_range(std::uint64_t behind_the_last)
{
  generator g(7);
  using limits = std::numeric_limits<T>;
  auto const all = to_vector(g.integers<T>(space(), shape(20000), limits::min(), behind_the_last));
  auto const [least, largest] = std::ranges::minmax(all);
  double const step = (double(limits::max()) - double(limits::min())) / 1000;
  EXPECT_LT(double(least), double(limits::min()) + step);
  EXPECT_GT(double(largest), double(limits::max()) - step);
}

TEST(generator, integers_of_a_dtypes_whole_range)
{
  expect_whole_range<std::uint8_t>(256);
  expect_whole_range<std::int8_t>(128);
  expect_whole_range<std::uint16_t>(65536);
  expect_whole_range<std::int32_t>(std::uint64_t{1} << 31);
  expect_whole_range<std::uint32_t>(std::uint64_t{1} << 32);
  expect_whole_range<std::int64_t>(std::uint64_t{1} << 63);
  generator g(7), same(7);
  EXPECT_EQ(to_vector(g.integers<std::uint8_t>(space(), shape(99), 0, 200)),
            to_vector(same.integers<std::uint8_t>(space(), shape(99), std::int64_t{0}, 200u)));
}

TEST(generator, errors_name_the_argument_and_its_value)
{
  generator g(7);
  space const s;
  auto const n = shape(3);
  std::vector<double> const negative{1, -2}, zero{0, 0};
  auto const nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(acre_test::error_of<acre::error>([&] { g.uniform(s, n, 2, 1); }),
            "uniform: low 2 is above high 1");
  EXPECT_EQ(acre_test::error_of<acre::error>([&] { g.uniform(s, n, -1e308, 1e308); }),
            "uniform: the range from -1e+308 to 1e+308 is not finite");
  EXPECT_EQ(acre_test::error_of<acre::error>([&] { g.uniform(s, n, std::int64_t{-1}); }),
            "uniform: first -1 is negative");
  EXPECT_EQ(
      acre_test::error_of<acre::error>([&] { g.uniform(s, shape(std::int64_t{1} << 48), 1); }),
      "uniform: elements 1 to 281474976710657 run beyond the 2^48 of a draw");
  EXPECT_EQ(acre_test::error_of<acre::error>([&] { g.normal(s, n, 0, -1); }),
            "normal: sigma -1 is not a number from 0 on");
  EXPECT_EQ(acre_test::error_of<acre::error>([&] { g.normal(s, n, 0, nan); }),
            "normal: sigma nan is not a number from 0 on");
  EXPECT_EQ(acre_test::error_of<acre::error>([&] { g.integers(s, n, 3, 3); }),
            "integers: low 3 is not below high 3");
  EXPECT_EQ(acre_test::error_of<acre::error>([&] { g.integers<std::uint8_t>(s, n, 0, 257); }),
            "high is out of bounds for uint8");
  EXPECT_EQ(acre_test::error_of<acre::error>([&] { g.integers<std::int8_t>(s, n, 0, 300); }),
            "high is out of bounds for int8");
  EXPECT_EQ(acre_test::error_of<acre::error>([&] { g.integers<std::uint64_t>(s, n, -1, 3); }),
            "low is out of bounds for uint64");
  EXPECT_EQ(acre_test::error_of<acre::error>(
                [&] { g.integers<int>(s, n, std::int64_t{-3000000000}, 300); }),
            "low is out of bounds for int32");
  EXPECT_EQ(acre_test::error_of<acre::error>([&] { g.integers(s, n, 0, ~std::uint64_t{0}); }),
            "high is out of bounds for int64");
  EXPECT_EQ(acre_test::error_of<acre::error>([&] { g.integers<std::int8_t>(s, n, 7, -200); }),
            "integers: low 7 is not below high -200");
  EXPECT_EQ(acre_test::error_of<acre::error>([&] { g.exponential(s, n, -0.5); }),
            "exponential: scale -0.5 is not a number from 0 on");
  EXPECT_EQ(acre_test::error_of<acre::error>([&] { g.gamma(s, n, 0); }),
            "gamma: alpha 0 is not positive");
  EXPECT_EQ(acre_test::error_of<acre::error>([&] { g.beta(s, n, 1, 0); }),
            "beta: b 0 is not positive");
  EXPECT_EQ(acre_test::error_of<acre::error>([&] { g.poisson(s, n, -1); }),
            "poisson: mean -1 is not within 0 to 2^52");
  EXPECT_EQ(acre_test::error_of<acre::error>([&] { g.binomial(s, n, 5, 2); }),
            "binomial: p 2 is not within 0 to 1");
  EXPECT_EQ(acre_test::error_of<acre::error>([&] { g.choice(s, n, negative); }),
            "choice: weight -2 at index 1 is not a finite number from 0 on");
  EXPECT_EQ(acre_test::error_of<acre::error>([&] { g.choice(s, n, zero); }),
            "choice: the weights sum to 0");
  EXPECT_EQ(acre_test::error_of<acre::error>([&] { g.choice(s, n, {}); }), "choice: no weights");
  EXPECT_EQ(acre_test::error_of<acre::error>([&] { g.split(-1); }), "split: count -1 is negative");
  EXPECT_EQ(acre_test::error_of<acre::error>([&] { acre::sobol(s, 3, 11); }),
            "sobol: 11 dimensions; there are 1 to 10");
  EXPECT_EQ(acre_test::error_of<acre::error>([&] { acre::halton(s, 3, 0); }),
            "halton: 0 dimensions; there are 1 to 40");
  EXPECT_EQ(acre_test::error_of<acre::error>([&] { acre::sobol(s, 3, 2, -1); }),
            "sobol: points -1 to 2 are not within 0 to 4294967296");
  EXPECT_THROW(g.uniform(s, shape(-1)), acre::shape_error);
  EXPECT_EQ(g, generator(7)) << "a refused draw is no draw";
}
