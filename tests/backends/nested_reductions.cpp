// Lists of lists: reductions of the innermost ones.
#include <acre_test/nested_lists.hpp>

using acre_test::equals, acre_test::error_of, acre_test::nested, acre_test::rows;

namespace {

TYPED_TEST_SUITE(nested, acre_test::spaces, acre_test::space_names);

TYPED_TEST(nested, reduces_the_innermost_lists)
{
  auto const& x = this->x;
  EXPECT_EQ(to_vector(sum(x, 2)), (rows<double>{{3, 3}, {}, {0}, {15}}));
  EXPECT_TRUE(equals<double>(sum(sum(x, -1), -1), {6, 0, 0, 15}));
  EXPECT_EQ(double(sum(x)), 21);
  EXPECT_EQ(to_vector(prod(x * x, -1)), (rows<double>{{4, 9}, {}, {1}, {14400}}));
  EXPECT_EQ(to_vector(mean(x(acre::count<1>(x) > 0), 2))[1].size(), 1u);
  EXPECT_EQ(to_vector(argmax(x, -1)), (rows<std::int64_t>{{1, 0}, {}, {-1}, {2}}));
  EXPECT_EQ(to_vector(any(x > 2, -1)), (rows<unsigned char>{{0, 1}, {}, {0}, {1}}));
  EXPECT_EQ(to_vector(all(x > 2, -1)), (rows<unsigned char>{{0, 1}, {}, {1}, {1}}));
  EXPECT_EQ(to_vector(count(x, -1)), (rows<std::int64_t>{{2, 1}, {}, {0}, {3}}));
  EXPECT_TRUE(equals<std::int64_t>(acre::count<1>(x), {2, 0, 1, 1}));
  EXPECT_EQ(to_vector(acre::count<2>(x)), to_vector(count(x, 2)));
  EXPECT_EQ(error_of<acre::value_error>([&] { sum(x, 1); }),
            "sum: the innermost lists are reduced, along axis 2 (or -1), not 1; without an axis "
            "over all elements");
}

}  // namespace
