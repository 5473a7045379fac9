// Findings of acre_test/dynamic_every_layout.hpp: operations that are right, that read neighbours
// whatever the strides are, and that write beside their target.

#include <acre/dynamic/elementwise.hpp>
#include <acre_test/dynamic_every_layout.hpp>
#include <acre_test/dynamic_sweep.hpp>

#include <gmock/gmock.h>

using acre::dtype, acre::dynamic::binary;
using acre_test::wrong_layouts;
using ::testing::AllOf, ::testing::Contains, ::testing::HasSubstr, ::testing::IsEmpty;

namespace {

using in_t = acre_test::dynamic_operands;

/// The memory behind an array's first element.
acre::dynamic_array without_strides(acre::dynamic_array const& a)
{
  std::vector<std::int64_t> stride(a.shape().size(), 1);
  for (std::size_t axis = stride.size(); axis-- > 1;)
    stride[axis - 1] = stride[axis] * a.shape()[axis];
  return a.view(0, a.shape(), stride);
}

std::vector<acre_test::dynamic_operation> const right = {
    {"copy", 3,
     [](in_t& in) {
       auto const to = in.target("to", dtype::float32, in.shape());
       acre::dynamic::assign(to, in.noise("from"));
     }},
    {"an error", 1, [](in_t& in) {
       auto const x = in.noise("x"), y = in.noise("y", dtype::float32, {2, in.size() + 2});
       in << binary("add", x, y);
     }}};
std::vector<acre_test::dynamic_operation> const wrong = {
    {"reads neighbours", 1,
     [](in_t& in) {
       auto const x = in.noise("x");
       in << binary("add", x, without_strides(in.noise("y")));
     }},
    {"reads whole rows", 2, [](in_t& in) { in << without_strides(in.noise("x")); }},
    {"writes neighbours", 1, [](in_t& in) {
       auto const to = in.target("to", dtype::float32, in.shape());
       acre::dynamic::assign(without_strides(to), in.noise("x"));
     }}};

DYNAMIC_SWEEP(dynamic_every_layout, finds_nothing_wrong)
{
  EXPECT_THAT(wrong_layouts(right, instances()), IsEmpty());
}
DYNAMIC_SWEEP(dynamic_every_layout, finds_what_takes_elements_for_neighbours)
{
  auto const found = wrong_layouts(wrong, instances());
  for (char const* how :
       {"'reversed'", "'every second element'", "'every third element, reversed'", "'a column'"})
    EXPECT_THAT(found, Contains(AllOf(HasSubstr("reads neighbours of 2, operand 'y'"),
                                      HasSubstr(how), HasSubstr("element "))));
  EXPECT_THAT(found, Contains(HasSubstr("reads whole rows of 2 x 3, operand 'x'")));
  EXPECT_THAT(found, Contains(AllOf(HasSubstr("writes neighbours"), HasSubstr("operand 'to'"))));
}

}  // namespace
