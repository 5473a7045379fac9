// Lists of lists: picking at each level, also of none.
#include <acre/elementwise/elementary.hpp>
#include <acre_test/nested_lists.hpp>

using acre::ALL, acre::from_lists, acre::none, acre::slice;
using acre_test::deep, acre_test::nested, acre_test::rows, acre_test::error_of;

namespace {

TYPED_TEST_SUITE(nested, acre_test::spaces, acre_test::space_names);

TYPED_TEST(nested, picks_lists_at_each_level)
{
  auto const& x = this->x;
  EXPECT_EQ(to_vector(x(acre::count<1>(x) > 0)), (deep<double>{{{1, 2}, {3}}, {{}}, {{4, 5, 6}}}));
  EXPECT_EQ(to_vector(x(this->template row<int>({-1, 0}))),
            (deep<double>{{{4, 5, 6}}, {{1, 2}, {3}}}));
  EXPECT_EQ(to_vector(x(slice(1, 3))), (deep<double>{{}, {{}}}));
  EXPECT_EQ(to_vector(x(slice(none, none, -2))), (deep<double>{{{4, 5, 6}}, {}}));
  EXPECT_EQ(to_vector(x(ALL, slice(1, none))), (deep<double>{{{3}}, {}, {}, {}}));
  EXPECT_EQ(to_vector(x(ALL, ALL, slice(none, none, -1))),
            (deep<double>{{{2, 1}, {3}}, {}, {{}}, {{6, 5, 4}}}));
  EXPECT_EQ(to_vector(x(count(x, -1) > 1)), (deep<double>{{{1, 2}}, {}, {}, {{4, 5, 6}}}));
  EXPECT_EQ(to_vector(x(x > 1.5)), (deep<double>{{{2}, {3}}, {}, {{}}, {{4, 5, 6}}}));
  EXPECT_EQ(to_vector(x(argwhere(x > 1.5)) + 0), to_vector(x(x > 1.5)));
  auto const i = from_lists<int>(this->space, deep<int>{{{-1}, {0, 0}}, {}, {{}}, {{2}}});
  EXPECT_EQ(to_vector(x(i)), (deep<double>{{{2}, {3, 3}}, {}, {{}}, {{6}}}));
  auto const lists = from_lists<int>(this->space, {{1, 1}, {}, {0}, {-1}});
  EXPECT_EQ(to_vector(x(lists)), (deep<double>{{{3}, {3}}, {}, {{}}, {{4, 5, 6}}}));
  auto const far = from_lists<int>(this->space, {{1, 1}, {}, {0}, {3}});
  EXPECT_EQ(to_vector(x(far, acre::index_mode::clip)), to_vector(x(lists)));
  EXPECT_EQ(error_of<acre::index_error>([&] { x(far); }),
            "index 3 is out of bounds for list 3 with size 1");
}

TYPED_TEST(nested, may_be_empty_at_any_level)
{
  for (auto const& lists : {deep<double>{}, deep<double>{{}}, deep<double>{{}, {{}}, {{}, {}}}}) {
    auto const x = from_lists<double>(this->space, lists);
    EXPECT_EQ(to_vector(sqrt(x + 1) * 2), lists);
    EXPECT_EQ(to_vector(sum(x, -1)).size(), lists.size());
    EXPECT_EQ(to_vector(x(x > 0)), lists);
    EXPECT_EQ(to_vector(x(ALL, slice(none, none, -1))), lists);
    EXPECT_EQ(to_vector(sort(x, -1)), lists);
    EXPECT_EQ(to_vector(x(argwhere(x > 0)) + 0), lists);
    EXPECT_EQ(to_vector(x(count(x, -1) >= 0)), lists);
    auto const [l, r] = acre::combinations<2>(x);
    EXPECT_EQ(to_vector(l + r), lists);
    EXPECT_EQ(to_vector(concatenate(std::tuple(x, x), -1)), lists);
  }
}

}  // namespace
