// Lists of lists: operations go to the innermost ones.
#include <acre/elementwise/elementary.hpp>
#include <acre_test/nested_lists.hpp>

using acre::ALL, acre::fill, acre::from_lists, acre::none, acre::slice;
using acre_test::deep, acre_test::nested, acre_test::rows, acre_test::equals, acre_test::error_of;

namespace {

TYPED_TEST_SUITE(nested, acre_test::spaces, acre_test::space_names);

TYPED_TEST(nested, takes_lists_as_content)
{
  auto const inner = from_lists<double>(this->space, {{0}, {1, 2}, {}, {3}, {9}});
  acre::ragged const y(this->template row<std::int32_t>({1, 2, 2, 4}), inner);
  EXPECT_EQ(y.size(), 3);
  EXPECT_EQ(y.element_count(), 3);
  EXPECT_EQ(to_vector(y), (deep<double>{{{1, 2}}, {}, {{}, {3}}}));
  EXPECT_EQ(y.content().content().data(), inner.content().data());
  EXPECT_EQ(flatten(flatten(y)).data(), inner.content().data() + 1);
  EXPECT_EQ(to_vector(y(-1)), (rows<double>{{}, {3}}));
  EXPECT_EQ(to_string(y), "[[[1, 2]], [], [[], [3]]]");
  auto const deeper = acre::unflatten(y, this->template row<int>({2, 0, 1}));
  static_assert(decltype(deeper)::rank == 4);
  EXPECT_EQ(to_string(deeper * 2), "[[[[2, 4]], []], [], [[[], [6]]]]");
  EXPECT_EQ(to_vector(acre::copy_to(acre::serial(), y + 1)),
            (deep<double>{{{2, 3}}, {}, {{}, {4}}}));
}

TYPED_TEST(nested, broadcasts_over_every_level)
{
  auto const& x = this->x;
  EXPECT_EQ(to_vector(x * 2 + 1), (deep<double>{{{3, 5}, {7}}, {}, {{}}, {{9, 11, 13}}}));
  EXPECT_EQ(to_vector(x + this->template row<double>({10, 20, 30, 40})),
            (deep<double>{{{11, 12}, {13}}, {}, {{}}, {{44, 45, 46}}}));
  EXPECT_EQ(to_vector(x - max(x, -1, fill(0))),
            (deep<double>{{{-1, 0}, {0}}, {}, {{}}, {{-2, -1, 0}}}));
  EXPECT_EQ(to_vector(where(x > 2, x, sqrt(x * x) * -1)),
            (deep<double>{{{-1, -2}, {3}}, {}, {{}}, {{4, 5, 6}}}));
  auto const same = from_lists<int>(this->space, deep<int>{{{1, 2}, {3}}, {}, {{}}, {{4, 5, 6}}});
  EXPECT_EQ(to_vector(x - same), (deep<double>{{{0, 0}, {0}}, {}, {{}}, {{0, 0, 0}}}));
}

TYPED_TEST(nested, refuses_other_lists_at_any_level)
{
  auto const& x = this->x;
  auto const shape = [](auto const& f) { return error_of<acre::shape_error>(f); };
  EXPECT_EQ(shape([&] { x + x(slice(1, none)); }),
            "operands are lists of different lengths: 4 lists with 4 elements and 3 lists with 2 "
            "elements");
  EXPECT_EQ(shape([&] { x + x(ALL, ALL, slice(0, 1)); }),
            "operands are lists of different lengths: 4 lists with 6 elements and 4 lists with 3 "
            "elements");
  EXPECT_EQ(error_of<acre::value_error>([&] {
              acre::ragged const made(this->template row<std::int64_t>({0, 5}), flatten(x));
            }),
            "offsets end with 5, beyond the content of 4 elements");
  this->space.fence();
}

}  // namespace
