// Indices, places, choices of operands in every layout (acre_test/every_layout.hpp).

#include <acre/elementwise/where.hpp>
#include <acre/index/advanced.hpp>
#include <acre/index/along_axis.hpp>
#include <acre/index/argwhere.hpp>
#include <acre/index/choose.hpp>
#include <acre/index/compress.hpp>
#include <acre/index/nonzero.hpp>
#include <acre/index/put.hpp>
#include <acre/index/scatter_add.hpp>
#include <acre/index/take.hpp>
#include <acre_test/every_layout.hpp>

using acre::ALL;
using acre_test::below, acre_test::noise;

namespace {

template <class Space>
std::vector<acre_test::operation<Space>> picks()
{
  using in_t = acre_test::operands<Space>;
  return {
      {"take", 1,
       [](in_t& in) {
         auto const from = in.template noise<float>("a", acre::shape(700));
         in << take(from, below<std::int64_t>(700, in, "index"));
       }},
      {"take of bytes by int32", 1,
       [](in_t& in) {
         auto const index =
             in.template below<std::int32_t>(in.size() + 1, "index", acre::shape(800));
         in << take(noise<std::int8_t>(in, "a"), index, acre::index_mode::clip);
       }},
      {"take along axes", 2,
       [](in_t& in) {
         auto const a = noise<float, 2>(in, "a");
         auto const index = in.template below<std::int64_t>(3, "index", acre::shape(40));
         in << take(a, index, 0, acre::index_mode::wrap)
            << take(a, index, 1, acre::index_mode::wrap);
       }},
      {"take_along_axis", 2,
       [](in_t& in) {
         auto const n = in.template shape<2>();
         in << take_along_axis(noise<float, 2>(in, "a"),
                               below<std::int64_t, 2>(n[1] + 1, in, "index"), 1,
                               acre::index_mode::wrap);
       }},
      {"a(index)", 2,
       [](in_t& in) {
         auto const n = in.template shape<2>();
         auto const a = noise<double, 2>(in, "a");
         auto const i = in.template below<std::int64_t>(n[0], "i", acre::shape(n[0] > 0 ? 50 : 0));
         auto const j = in.template below<std::int32_t>(n[1], "j", acre::shape(n[1] > 0 ? 50 : 0));
         in << a(i, ALL) << a(ALL, j);
         if (n[0] > 0 && n[1] > 0) in << a(i, j);
       }},
      {"compress", 1,
       [](in_t& in) { in << compress(noise<bool>(in, "condition"), noise<float>(in, "a")); }},
      {"compress along an axis", 2,
       [](in_t& in) {
         auto const n = in.template shape<2>();
         auto const a = noise<std::int16_t, 2>(in, "a");
         in << compress(in.template noise<bool>("condition", acre::shape(n[0])), a, 0)
            << compress(in.template noise<bool>("condition", acre::shape(n[1])), a, 1);
       }},
      {"a(mask)", 2, [](in_t& in) { in << noise<float, 2>(in, "a")(noise<bool, 2>(in, "mask")); }},
      {"nonzero, argwhere", 2,
       [](in_t& in) {
         auto const x = below<std::int8_t, 2>(3, in, "x");
         auto const [i, j] = nonzero(x);
         in << i << j << argwhere(x);
       }},
      {"where", 2,
       [](in_t& in) {
         in << where(noise<bool, 2>(in, "condition"), noise<float, 2>(in, "a"),
                     noise<float, 2>(in, "b"));
       }},
      {"choose", 1,
       [](in_t& in) {
         in << choose(below<std::int8_t>(2, in, "index"), acre::index_mode::raise,
                      noise<float>(in, "a"), noise<float>(in, "b"));
       }},
  };
}

template <class Space>
std::vector<acre_test::operation<Space>> writes()
{
  using in_t = acre_test::operands<Space>;
  return {
      {"a(index) = values", 1,
       [](in_t& in) {
         auto const a = in.template target<float>("a", acre::shape(700));
         auto const index = below<std::int64_t>(700, in, "index");
         a(index) = noise<float>(in, "values");
       }},
      {"a(index) = values of bytes", 1,
       [](in_t& in) {
         auto const a = in.template target<std::int8_t>("a", acre::shape(in.size() + 1));
         auto const index =
             in.template below<std::int32_t>(in.size() + 1, "index", acre::shape(900));
         a(index) = in.template noise<std::int8_t>("values", acre::shape(900));
       }},
      {"rows and columns = values", 2,
       [](in_t& in) {
         auto const n = in.template shape<2>();
         auto const a = in.template target<float>("a", n), b = in.template target<float>("b", n);
         auto const i = in.template below<std::int64_t>(n[0], "i", acre::shape(n[0] > 0 ? 9 : 0));
         auto const j = in.template below<std::int64_t>(n[1], "j", acre::shape(n[1] > 0 ? 9 : 0));
         a(i, ALL) = in.template noise<float>("values", acre::shape(i.size(), n[1]));
         b(ALL, j) = in.template noise<float>("values", acre::shape(n[0], j.size()));
       }},
      {"a(mask) = values", 1,
       [](in_t& in) {
         auto const a = in.template target<float>("a", in.template shape<1>());
         a(noise<bool>(in, "mask")) = 5.0f;
       }},
      {"put", 1,
       [](in_t& in) {
         auto const a = in.template target<float>("a", acre::shape(in.size() + 3));
         put(a, in.template below<std::int64_t>(in.size() + 3, "index", acre::shape(500)),
             noise<float>(in, "values"));
       }},
      {"put_along_axis", 2,
       [](in_t& in) {
         auto const n = in.template shape<2>();
         auto const a = in.template target<float>("a", n);
         auto const index = in.template below<std::int64_t>(n[0] > 0 ? n[0] : 1, "index",
                                                            acre::shape(n[0] > 0 ? 1 : 0, n[1]));
         put_along_axis(a, index, in.template noise<float>("values", acre::shape(1, n[1])), 0);
       }},
      {"scatter_add", 1,
       [](in_t& in) {
         auto const a = in.template target<float>("a", acre::shape(60));
         scatter_add(a(below<std::int64_t>(60, in, "index")), noise<float>(in, "values"));
       }},
      {"scatter_add of int32", 1,
       [](in_t& in) {
         auto const a = in.template target<std::int32_t>("a", acre::shape(60));
         scatter_add(a(below<std::int32_t>(60, in, "index")),
                     below<std::int32_t>(1000, in, "values"));
       }},
      {"scatter_max", 1,
       [](in_t& in) {
         auto const a = in.template target<float>("a", acre::shape(in.size() + 1));
         scatter_max(a(in.template below<std::int64_t>(in.size() + 1, "index", acre::shape(300))),
                     in.template noise<float>("values", acre::shape(300)));
       }},
  };
}

using namespace acre_test;

TYPED_TEST(every_layout, of_what_is_picked)
{
  check_every_layout(picks<TypeParam>(), picks<first_space>());
}
TYPED_TEST(every_layout, of_what_is_written)
{
  check_every_layout(writes<TypeParam>(), writes<first_space>());
}

}  // namespace
