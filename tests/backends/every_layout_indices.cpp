// Indices of 32 bits and modes, which acre::dynamic converts first or has not, and what it puts
// together from other operations, in every layout (acre_test/every_layout.hpp). Others:
// dynamic_every_layout_indices.cpp.

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

using acre_test::below, acre_test::noise;

namespace {

template <class Space>
std::vector<acre_test::operation<Space>> picks()
{
  using in_t = acre_test::operands<Space>;
  return {
      {"take of bytes by int32", 1,
       [](in_t& in) {
         auto const index =
             in.template below<std::int32_t>(in.size() + 1, "index", acre::shape(800));
         in << take(noise<std::int8_t>(in, "a"), index, acre::index_mode::clip);
       }},
      {"take_along_axis", 2,
       [](in_t& in) {
         auto const n = in.template shape<2>();
         in << take_along_axis(noise<float, 2>(in, "a"),
                               below<std::int64_t, 2>(n[1] + 1, in, "index"), 1,
                               acre::index_mode::wrap);
       }},
      {"compress", 1,
       [](in_t& in) { in << compress(noise<bool>(in, "condition"), noise<float>(in, "a")); }},
      {"nonzero, argwhere", 2,
       [](in_t& in) {
         auto const x = below<std::int8_t, 2>(3, in, "x");
         auto const [i, j] = nonzero(x);
         in << i << j << argwhere(x);
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
      {"a(index) = values of bytes", 1,
       [](in_t& in) {
         auto const a = in.template target<std::int8_t>("a", acre::shape(in.size() + 1));
         auto const index =
             in.template below<std::int32_t>(in.size() + 1, "index", acre::shape(900));
         a(index) = in.template noise<std::int8_t>("values", acre::shape(900));
       }},
      {"put", 1,
       [](in_t& in) {
         auto const a = in.template target<float>("a", acre::shape(in.size() + 3));
         put(a, in.template below<std::int64_t>(in.size() + 3, "index", acre::shape(500)),
             noise<float>(in, "values"));
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
