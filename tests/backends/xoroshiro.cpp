// xoroshiro128+ as numba.cuda.random has it: numbers of Numba's, and the jumps one by one.

#include <acre/random/xoroshiro.hpp>
#include <acre_test/on_space.hpp>

using acre::create_xoroshiro128p_states, acre::shape, acre::xoroshiro128p;
using acre_test::equals, acre_test::error_of;

namespace {

template <class Space>
using xoroshiro = acre_test::on_space<Space>;
TYPED_TEST_SUITE(xoroshiro, acre_test::spaces, acre_test::space_names);

/// Five numbers of each generator by Numba's names, and by the engine.
struct draws {
  acre::array_ref<std::uint64_t, 2> states;
  acre::array_ref<double, 2> numbers;
  bool by_engine;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const
  {
    if (by_engine) {
      xoroshiro128p engine(states, i);
      numbers(i, 0) = static_cast<double>(engine.next_uint64());
      numbers(i, 1) = engine.uniform<float>();
      numbers(i, 2) = engine.uniform();
      numbers(i, 3) = engine.normal<float>();
      numbers(i, 4) = engine.normal();
      engine.store(states, i);
    } else {
      numbers(i, 0) = static_cast<double>(xoroshiro128p_next(states, i));
      numbers(i, 1) = xoroshiro128p_uniform_float32(states, i);
      numbers(i, 2) = xoroshiro128p_uniform_float64(states, i);
      numbers(i, 3) = xoroshiro128p_normal_float32(states, i);
      numbers(i, 4) = xoroshiro128p_normal_float64(states, i);
    }
  }
};

TYPED_TEST(xoroshiro, states_are_jumps_apart)
{
  for (std::int64_t const n : {1, 2, 15, 16, 17, 33, 1000}) {
    xoroshiro128p engine(12345);
    std::vector<std::uint64_t> wanted;
    for (std::int64_t i = 0; i < n; ++i, engine.jump()) {
      wanted.push_back(engine.s0());
      wanted.push_back(engine.s1());
    }
    EXPECT_TRUE(equals(create_xoroshiro128p_states(this->space, n, 12345), wanted)) << n;
    if (n > 7) {
      EXPECT_TRUE(equals(create_xoroshiro128p_states(this->space, n - 7, 12345, 7),
                         std::vector<std::uint64_t>(wanted.begin() + 14, wanted.end())))
          << n;
    }
  }
  EXPECT_EQ(create_xoroshiro128p_states(this->space, 0, 1).shape(), shape(0, 2));
  EXPECT_EQ(error_of<acre::shape_error>([&] { create_xoroshiro128p_states(this->space, -1, 1); }),
            "negative dimensions are not allowed: shape (-1,2)");
  // 2^40 jumps by the table, whose powers each follow from the one before
  std::uint64_t s0 = xoroshiro128p(1).s0(), s1 = s0, t0 = s0, t1 = s1;
  auto const jumps = acre::detail::xoroshiro_jumps();
  acre::detail::jump_by(&jumps[40 * 256], s0, s1);
  acre::detail::jump_by(&jumps[39 * 256], t0, t1);
  acre::detail::jump_by(&jumps[39 * 256], t0, t1);
  EXPECT_EQ(s0, t0);
  EXPECT_EQ(s1, t1);
  EXPECT_TRUE(equals<std::uint64_t>(
      create_xoroshiro128p_states(this->space, 1, 1, std::uint64_t{1} << 40), {s0, s1}));
}

TYPED_TEST(xoroshiro, draws_the_same_by_state_and_by_engine_on_every_space)
{
  auto const drawn = [](auto const& space, bool by_engine) {
    auto const states = create_xoroshiro128p_states(space, 100, 99);
    auto const numbers = acre::empty<double>(space, shape(100, 5));
    launch(space, 100, draws{states.ref(), numbers.ref(), by_engine});
    auto all = to_vector(numbers);
    for (auto const word : to_vector(states)) all.push_back(static_cast<double>(word));
    return all;
  };
  auto const wanted = drawn(acre::serial(), true);
  EXPECT_EQ(drawn(this->space, true), wanted);
  EXPECT_EQ(drawn(this->space, false), wanted);
  double sum = 0, squares = 0;
  for (std::size_t i = 0; i < 500; i += 5) {
    EXPECT_GE(wanted[i + 1], 0);
    EXPECT_LT(wanted[i + 2], 1);
    for (std::size_t k = 3; k < 5; ++k)
      sum += wanted[i + k], squares += wanted[i + k] * wanted[i + k];
  }
  EXPECT_NEAR(sum / 200, 0, 0.3);
  EXPECT_NEAR(squares / 200, 1, 0.4);
}

}  // namespace
