// Lists of lists: order, pairs, runs and tables of the innermost ones.
#include <acre/elementwise/elementary.hpp>
#include <acre_test/nested_lists.hpp>

using acre::ALL, acre::from_lists, acre::fill, acre::none, acre::slice;
using acre_test::deep, acre_test::nested, acre_test::rows, acre_test::error_of;

namespace {

TYPED_TEST_SUITE(nested, acre_test::spaces, acre_test::space_names);

TYPED_TEST(nested, rearranges_the_innermost_lists)
{
  auto const& x = this->x;
  auto const back = acre::descending;
  EXPECT_EQ(to_vector(sort(x, 2, back)), (deep<double>{{{2, 1}, {3}}, {}, {{}}, {{6, 5, 4}}}));
  EXPECT_EQ(to_vector(x(argsort(x, -1, back))), to_vector(sort(x, -1, back)));
  EXPECT_EQ(to_vector(local_index(x)), (deep<std::int64_t>{{{0, 1}, {0}}, {}, {{}}, {{0, 1, 2}}}));
  auto const [i, j] = acre::argcombinations<2>(x);
  EXPECT_EQ(to_vector(x(i) * 10 + x(j)), (deep<double>{{{12}, {}}, {}, {{}}, {{45, 46, 56}}}));
  EXPECT_EQ(to_vector(concatenate(std::tuple(x, x))).size(), 8u);
  EXPECT_EQ(to_vector(concatenate(std::tuple(x, x(ALL, slice(0, 1))), 1)),
            (deep<double>{{{1, 2}, {3}, {1, 2}}, {}, {{}, {}}, {{4, 5, 6}, {4, 5, 6}}}));
  EXPECT_EQ(to_vector(concatenate(std::tuple(x, x * 10), -1)),
            (deep<double>{{{1, 2, 10, 20}, {3, 30}}, {}, {{}}, {{4, 5, 6, 40, 50, 60}}}));
  auto const [a, b] = zip(x, x(ALL, ALL, slice(none, none, -1)));
  EXPECT_EQ(flatten(a).structure(), flatten(b).structure());
  EXPECT_EQ(to_vector(a + b), (deep<double>{{{3, 3}, {6}}, {}, {{}}, {{10, 10, 10}}}));
  EXPECT_EQ(to_vector(flatten(x)), (rows<double>{{1, 2}, {3}, {}, {4, 5, 6}}));
}

TYPED_TEST(nested, finds_the_largest_and_runs)
{
  auto const& x = this->x;
  auto const [values, indices] = topk(x, 2, -1);
  EXPECT_EQ(to_vector(values), (deep<double>{{{2, 1}, {3}}, {}, {{}}, {{6, 5}}}));
  EXPECT_EQ(to_vector(indices), (deep<std::int64_t>{{{1, 0}, {0}}, {}, {{}}, {{2, 1}}}));
  EXPECT_EQ(to_vector(topk(flatten(x) * -1, 1, 1).values), (rows<double>{{-1}, {-3}, {}, {-4}}));
  EXPECT_EQ(to_vector(topk(x, 0, 2).values), (deep<double>{{{}, {}}, {}, {{}}, {{}}}));
  EXPECT_EQ(error_of<acre::value_error>([&] { topk(x, -1, 2); }), "topk: -1 elements of each list");
  EXPECT_EQ(to_vector(first(x, fill(-1))), (rows<double>{{1, 3}, {}, {-1}, {4}}));
  EXPECT_EQ(to_vector(element_of_each(x, argmax(x, -1), fill(0))),
            (rows<double>{{2, 3}, {}, {0}, {6}}));
  auto const runs = run_lengths(from_lists<int>(this->space, {{}, {7, 7, 3}, {3, 3}, {}, {3}}));
  EXPECT_EQ(to_vector(runs.values), (rows<int>{{}, {7, 3}, {3}, {}, {3}}));
  EXPECT_EQ(to_vector(runs.starts), (rows<std::int64_t>{{}, {0, 2}, {0}, {}, {0}}));
  EXPECT_EQ(to_vector(runs.lengths), (rows<std::int64_t>{{}, {2, 1}, {2}, {}, {1}}));
  EXPECT_EQ(to_vector(run_lengths(from_lists<int>(this->space, {{}, {}})).lengths),
            (rows<std::int64_t>{{}, {}}));
  auto const table = from_padded(pad(flatten(x), 2, 9), pad_mask(flatten(x), 2));
  EXPECT_EQ(to_vector(table), to_vector(flatten(x)(ALL, slice(0, 2))));
  EXPECT_EQ(error_of<acre::shape_error>(
                [&] { from_padded(pad(flatten(x), 2, 9), pad_mask(flatten(x), 3)); }),
            "from_padded: the mask has the shape (4,3), and the table (4,2)");
}

}  // namespace
