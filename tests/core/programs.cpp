// Backends rely on what programs and sinks declare of themselves: each of the library's says all of
// it, and what is made of others says what they do.

#include <acre/elementwise/detail/program.hpp>
#include <acre/index/detail/scatter_add.hpp>
#include <acre/order/detail/tally.hpp>
#include <acre/random/detail/gamma.hpp>
#include <acre/random/detail/law.hpp>
#include <acre/random/detail/uniform.hpp>

#include <cstdint>

#include <gtest/gtest.h>

using namespace acre::detail;
using acre::backends::aligned_form, acre::backends::packed_program, acre::backends::sink_of;

namespace programs_of_tests {

struct twice {
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return x + x;
  }
};
struct added {
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x, T y) const
  {
    return x + y;
  }
};
struct long_one {
  KOKKOS_INLINE_FUNCTION float operator()(float x) const { return x; }
  KOKKOS_INLINE_FUNCTION static bool usual(float) { return true; }
  KOKKOS_INLINE_FUNCTION static float quick(float x) { return x; }
};

template <class T>
using uniform = random_program<unit_law<T>>;
using single = random_program<gamma_law<double>>;  // each number from blocks of its own

template <class Op, class A>
using of_one = unary_program<Op, float, A>;
template <class A, class B>
using of_two = binary_program<added, float, float, A, B>;
template <class C, class A, class B>
using of_three = conditional_program<float, C, A, B>;

using floats = load_program<float>;
using flags = load_program<bool>;

// programs
static_assert(packed_program<floats> && packed_program<load_program<double>>);
static_assert(packed_program<constant_program<float>> && packed_program<index_program>);
static_assert(packed_program<gather_program<float, std::int64_t, 1>> &&
              packed_program<gather_program<double, std::int32_t, 3>>);
static_assert(packed_program<uniform<float>> && packed_program<random_row<unit_law<float>>>);
static_assert(packed_program<uniform<double>> && packed_program<random_row<unit_law<double>>>);
static_assert(packed_program<single>);
static_assert(packed_program<of_one<twice, floats>> && packed_program<of_two<floats, floats>> &&
              packed_program<of_three<flags, floats, uniform<float>>>);
static_assert(packed_program<of_one<long_one, of_two<floats, uniform<float>>>>);
static_assert(acre::backends::program<key_program<std::int64_t, 2>>);
static_assert(acre::backends::program<place_program<float, std::int64_t, 2, floats>>);
static_assert(packed_program<binary_program<place_key, found<std::int64_t>, float,
                                            key_program<std::int64_t, 1>, floats>>);
static_assert(packed_program<key_words<std::uint32_t, std::int64_t, 1>>);

/// All that a program has to have.
struct counting {
  using value_type = std::int64_t;
  static constexpr int width = 8;
  struct row {
    template <bool Unit>
    std::int64_t at(std::int64_t i, std::int64_t = 0) const
    {
      return i;
    }
  };
  row bind(acre::backends::position const&, int = 0) const { return {}; }
};
struct hinting : counting {
  struct hints : acre::backends::no_hints {
    static constexpr bool prefers_packets = true;
  };
};
static_assert(acre::backends::program<counting> && acre::backends::program<hinting>);

// sinks
static_assert(sink_of<store_sink<float>, float> && sink_of<store_sink<double>, std::int32_t>);
static_assert(sink_of<pick_sink<pick_row>, found<std::int64_t>>);
static_assert(sink_of<pick_sink<place_row<float>>, placed<float>> &&
              sink_of<pick_sink<accumulate_row<float, acre::detail::add_into>>, placed<float>>);
static_assert(!sink_of<floats, float>);

// what isn't one: the width left out, another type than it says
struct silent : floats {
 private:
  using floats::width;
};
struct untrue : floats {
  using value_type = double;
};
static_assert(!acre::backends::program<silent> && !acre::backends::program<untrue>);
static_assert(!acre::backends::program<store_sink<float>> && !acre::backends::program<float>);

template <class Program>
constexpr bool says(bool packets, bool stacks, bool computes_in_blocks)
{
  return acre::backends::hints_of<Program>::prefers_packets == packets &&
         acre::backends::hints_of<Program>::prefers_stacks == stacks &&
         acre::backends::hints_of<Program>::computes_in_blocks == computes_in_blocks;
}

}  // namespace programs_of_tests

using namespace programs_of_tests;

TEST(programs, say_what_they_prefer)
{
  EXPECT_TRUE((says<floats>(false, false, false)));
  EXPECT_TRUE((says<counting>(false, false, false)));
  EXPECT_TRUE((says<hinting>(true, false, false)));
  EXPECT_TRUE((says<single>(false, false, false)));
  EXPECT_TRUE((says<uniform<float>>(true, false, false)));
  EXPECT_TRUE((says<uniform<double>>(true, false, false)));
  EXPECT_TRUE((says<random_row<unit_law<float>>>(true, true, false)));
  EXPECT_TRUE((says<random_row<unit_law<double>>>(true, false, false)));
}

TEST(programs, have_what_any_operand_has)
{
  using acre::backends::operand_list;
  using stacked = random_row<unit_law<float>>;
  EXPECT_TRUE((says<of_one<twice, floats>>(false, false, false)));
  EXPECT_TRUE((says<of_one<long_one, floats>>(false, false, true)));
  EXPECT_TRUE((says<of_one<twice, of_one<long_one, floats>>>(false, false, true)));
  EXPECT_TRUE((says<of_two<floats, uniform<float>>>(true, false, false)));
  EXPECT_TRUE((says<of_two<of_one<long_one, floats>, stacked>>(true, true, true)));
  EXPECT_TRUE((says<of_three<flags, floats, floats>>(false, false, false)));
  EXPECT_TRUE((says<of_three<stacked, floats, floats>>(true, true, false)));
  EXPECT_TRUE((says<of_three<flags, stacked, floats>>(true, true, false)));
  EXPECT_TRUE((says<of_three<flags, floats, of_one<long_one, floats>>>(false, false, true)));
  EXPECT_EQ((operand_list<flags, load_program<double>, floats>::width), 8);
  EXPECT_EQ((of_three<flags, load_program<double>, floats>::width), 8);
}

TEST(programs, have_an_aligned_form_where_their_numbers_begin_with_a_block)
{
  random_draw const draw{{1, 2}, 3, 4};
  leaf_layout in_order{};
  in_order.inner_stride = 1;
  auto const numbers = [&](std::int64_t start) {
    return uniform<float>{draw, {}, start, row_offset(in_order)};
  };
  float const data[512] = {1, 2, 3};
  floats const memory{data, row_offset(in_order)};

  using plain = aligned_form<of_one<twice, floats>>;
  static_assert(std::is_same_v<plain::type, of_one<twice, floats>>);
  EXPECT_TRUE(plain::exists({{}, memory}, 100));

  using mixed = of_two<of_one<twice, uniform<float>>, floats>;
  using form = aligned_form<mixed>;
  static_assert(
      std::is_same_v<form::type, of_two<of_one<twice, random_row<unit_law<float>>>, floats>>);
  static_assert(says<mixed>(true, false, false) && says<form::type>(true, true, false));
  for (std::int64_t const start : {0, 256, 1024}) {
    mixed const program{{}, {{}, numbers(start)}, memory};
    ASSERT_TRUE(form::exists(program, 512));
    auto const row = program.bind({});
    auto const aligned = form::of(program);  // what rows refer to
    auto const aligned_row = aligned.bind({});
    for (int i = 0; i < 512; ++i) ASSERT_EQ(row.at<true>(i), aligned_row.at<true>(i));
  }
  EXPECT_FALSE(form::exists({{}, {{}, numbers(1)}, memory}, 512));
  EXPECT_FALSE(form::exists({{}, {{}, numbers(128)}, memory}, 512));

  // numbers that share no blocks are as they are
  static_assert(std::is_same_v<aligned_form<single>::type, single>);
}
