// Elementwise functions and edits of operands in every layout (acre_test/every_layout.hpp).
// Rearrangements: dynamic_every_layout_rearranged.cpp.

#include <acre/array/read_only.hpp>
#include <acre/device/launch.hpp>
#include <acre/elementwise/cast.hpp>
#include <acre/elementwise/exponential.hpp>
#include <acre/elementwise/functions.hpp>
#include <acre/elementwise/own.hpp>
#include <acre/elementwise/shifted.hpp>
#include <acre/rearrange/edit.hpp>
#include <acre_test/every_layout.hpp>

using acre_test::below, acre_test::noise;

namespace {

struct own_function {
  KOKKOS_INLINE_FUNCTION float operator()(float x, std::int8_t y) const
  {
    return x * 3.0f - static_cast<float>(y);
  }
};
struct doubled {
  acre::array_ref<float const, 2> from;
  acre::array_ref<float, 2> to;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i, std::int64_t j) const
  {
    to(i, j) = 2.0f * from(i, j);
  }
};

template <class Space>
std::vector<acre_test::operation<Space>> elementwise()
{
  using in_t = acre_test::operands<Space>;
  return {
      {"y = x * 2 + z", 1,
       [](in_t& in) {
         auto y = in.template target<float>("y", in.template shape<1>());
         y = noise<float>(in, "x") * 2.0f + noise<float>(in, "z");
       }},
      {"y = x * 2 + z of int8", 2,
       [](in_t& in) {
         auto y = in.template target<std::int8_t>("y", in.template shape<2>());
         y = noise<std::int8_t, 2>(in, "x") * std::int8_t(2) + noise<std::int8_t, 2>(in, "z");
       }},
      {"y = x of three axes", 3,
       [](in_t& in) {
         auto const y = in.template target<float>("y", in.template shape<3>());
         y(acre::ellipsis) = noise<float, 3>(in, "x");
       }},
      {"y += x of three axes", 3,
       [](in_t& in) {
         auto y = in.template target<float>("y", in.template shape<3>());
         y += noise<float, 3>(in, "x");
       }},
      {"exp", 1, [](in_t& in) { in << acre::exp(noise<float>(in, "x") * 0.1f); }},
      {"power", 1,
       [](in_t& in) { in << power(below<float>(90, in, "x"), below<float>(3, in, "y")); }},
      {"a function of one's own", 2,
       [](in_t& in) {
         in << acre::elementwise(own_function{}, noise<float, 2>(in, "x"),
                                 noise<std::int8_t, 2>(in, "y"));
       }},
      {"read_only", 1, [](in_t& in) { in << read_only(noise<float>(in, "x")) + 1.0f; }},
      {"cast", 2, [](in_t& in) { in << acre::cast<double>(noise<std::int16_t, 2>(in, "x")); }},
      {"neighbours", 2,
       [](in_t& in) {
         auto const n = in.template shape<2>();
         if (n[0] < 3 || n[1] < 3) return;
         auto const x = noise<float, 2>(in, "x");
         auto const y = in.template target<float>("y", acre::shape(n[0] - 2, n[1] - 2));
         auto const c = acre::interior<1, 1>(x);
         y(acre::ellipsis) = acre::shifted<-1, 0>(c) + acre::shifted<1, 0>(c) -
                             acre::shifted<0, -1>(c) * acre::shifted<0, 1>(c);
       }},
      {"launch", 2,
       [](in_t& in) {
         auto const x = noise<float, 2>(in, "x");
         auto const y = in.template target<float>("y", in.template shape<2>());
         acre::launch(in.space, in.template shape<2>(), doubled{x.ref(), y.ref()});
       }},
  };
}

template <class Space>
std::vector<acre_test::operation<Space>> edited()
{
  using in_t = acre_test::operands<Space>;
  return {
      {"append, insert, delete_", 1,
       [](in_t& in) {
         auto const x = noise<float>(in, "x"), y = in.template noise<float>("y", acre::shape(7));
         in << append(x, y, 0) << insert(x, 0, y);
         in << delete_(x, in.template make<std::int64_t>("index", acre::shape(in.size() / 3),
                                                         [](std::int64_t k) { return 2 * k; }));
       }},
  };
}

using namespace acre_test;

TYPED_TEST(every_layout, of_elementwise_functions)
{
  check_every_layout(elementwise<TypeParam>(), elementwise<first_space>());
}

TYPED_TEST(every_layout, of_what_is_edited)
{
  check_every_layout(edited<TypeParam>(), edited<first_space>());
}

}  // namespace
