// Findings of acre_test/every_layout.hpp: operations that are right, that read neighbours whatever
// the strides are, and that write beside their target.

#include <acre_test/every_layout.hpp>

#include <gmock/gmock.h>

using acre_test::noise, acre_test::wrong_layouts;
using ::testing::AllOf, ::testing::Contains, ::testing::HasSubstr, ::testing::IsEmpty;

namespace {

/// The memory behind an array's first element.
template <class T, int Rank, class Space>
acre::array<T, Rank, Space> without_strides(acre::array<T, Rank, Space> const& a)
{
  return {a.space(), a.owner(), a.ref().data, a.shape(), acre::detail::row_major_strides(a.shape())};
}

template <class Space>
std::vector<acre_test::operation<Space>> right()
{
  using in_t = acre_test::operands<Space>;
  return {{"copy", 3,
           [](in_t& in) {
             auto const to = in.template target<float>("to", in.template shape<3>());
             to(acre::ellipsis) = noise<float, 3>(in, "from");
           }},
          {"an error", 1, [](in_t& in) {
             in << noise<float>(in, "x") + noise<float>(in, "y")(acre::slice(0, 2));
           }}};
}
template <class Space>
std::vector<acre_test::operation<Space>> wrong()
{
  using in_t = acre_test::operands<Space>;
  return {
      {"reads neighbours", 1,
       [](in_t& in) {
         auto const x = noise<float>(in, "x");
         in << x + without_strides(noise<float>(in, "y"));
       }},
      {"reads whole rows", 2, [](in_t& in) { in << without_strides(noise<float, 2>(in, "x")); }},
      {"writes neighbours", 1, [](in_t& in) {
         auto const to = in.template target<float>("to", in.template shape<1>());
         without_strides(to)(acre::ALL) = noise<float>(in, "x");
       }}};
}

using namespace acre_test;

TYPED_TEST(every_layout, finds_nothing_wrong)
{
  EXPECT_THAT(wrong_layouts(right<TypeParam>(), right<first_space>()), IsEmpty());
}
TYPED_TEST(every_layout, finds_what_takes_elements_for_neighbours)
{
  auto const found = wrong_layouts(wrong<TypeParam>(), wrong<first_space>());
  for (char const* how :
       {"'reversed'", "'every second element'", "'every third element, reversed'", "'a column'"})
    EXPECT_THAT(found, Contains(AllOf(HasSubstr("reads neighbours of 2, operand 'y'"),
                                      HasSubstr(how), HasSubstr("element "))));
  EXPECT_THAT(found, Contains(HasSubstr("reads whole rows of 2 x 3, operand 'x'")));
  EXPECT_THAT(found, Contains(AllOf(HasSubstr("writes neighbours"), HasSubstr("operand 'to'"))));
}

}  // namespace
