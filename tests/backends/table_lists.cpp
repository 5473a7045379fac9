// Columns with names as the rows of lists.
#include <acre/array/print.hpp>
#include <acre_test/jets.hpp>

using namespace acre::literals;
using acre::ALL, acre::from_lists, acre::none, acre::slice;
using acre_test::equals, acre_test::rows, acre_test::table;

namespace {

TYPED_TEST_SUITE(table, acre_test::spaces, acre_test::space_names);

TYPED_TEST(table, is_what_lists_hold)
{
  auto const t = this->jets();
  auto const pt = t["pt"_col];
  acre::ragged const events(this->template row<std::int64_t>({0, 3, 3, 4}), t);
  EXPECT_EQ(to_string(acre::count<1>(events)), "[3 0 1]");
  EXPECT_EQ(events["pt"_col].content().data(), pt.data());
  EXPECT_TRUE(equals<double>(sum(events["pt"_col] * 2, 1), {193, 0, 0.25}));
  EXPECT_EQ(to_string(events["hits"_col]), "[[[1, 2], [], [3]], [], [[4, 5]]]");
  auto const hard = events(events["pt"_col] > 30);
  EXPECT_EQ(to_vector(hard["jet"_col]), (rows<int>{{7, 9}, {}, {}}));
  EXPECT_EQ(to_string(hard["hits"_col]), "[[[1, 2], [3]], [], []]");
  EXPECT_EQ(to_vector(events(argsort(events["pt"_col], 1))["jet"_col]),
            (rows<int>{{3, 9, 7}, {}, {3}}));
  EXPECT_EQ(to_vector(events(count(events, 1) > 0)["jet"_col]), (rows<int>{{7, 3, 9}, {3}}));
  EXPECT_EQ(to_vector(events(slice(2, none))["jet"_col]), (rows<int>{{3}}));
  EXPECT_EQ(to_vector(events(ALL, slice(0, 1))["jet"_col]), (rows<int>{{7}, {}, {3}}));
  EXPECT_TRUE(equals<int>(events(0)["jet"_col], {7, 3, 9}));
  EXPECT_TRUE(equals<int>(flatten(hard)["jet"_col], {7, 9}));
  auto const [i, j] = acre::argcombinations<2>(events);
  EXPECT_EQ(to_vector(events["jet"_col](i) * 10 + events["jet"_col](j)),
            (rows<int>{{73, 79, 39}, {}, {}}));
  EXPECT_EQ(to_vector(concatenate(std::tuple(events, hard), 1)["jet"_col]),
            (rows<int>{{7, 3, 9, 7, 9}, {}, {3}}));
  EXPECT_EQ(to_string(events),
            "[[{jet: 7, pt: 40, hits: [1, 2]}, {...}, {jet: 9, pt: 31, hits: [3]}], ...]");
}

TYPED_TEST(table, of_lists_is_zipped)
{
  auto const x = from_lists<double>(this->space, {{1, 2, 3}, {}, {4}});
  auto const y = from_lists<int>(this->space, {{1, 2, 3}, {}, {4}});
  auto const both = zip("x"_col = x, "y"_col = y * 2);
  EXPECT_EQ(to_string(both), "[[{x: 1, y: 2}, {x: 2, y: 4}, {x: 3, y: 6}], [], [{x: 4, y: 8}]]");
  EXPECT_EQ(both["x"_col].structure(), both["y"_col].structure());
  auto const nested = [&](auto const& lists) {
    return acre::unflatten(lists, this->template row<int>({2, 1}));
  };
  auto const deep = zip("x"_col = nested(x), "y"_col = nested(y));
  EXPECT_EQ(to_string(deep["x"_col] * deep["y"_col]), "[[[1, 4, 9], []], [[16]]]");
  EXPECT_EQ(to_string(deep(slice(1, none))), "[[[{x: 4, y: 4}]]]");
}

}  // namespace
