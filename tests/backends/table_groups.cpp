// Groups of a table's rows.
#include <acre/array/print.hpp>
#include <acre_test/composition.hpp>
#include <acre_test/jets.hpp>

using namespace acre::literals;
using acre_test::equals, acre_test::table;

namespace {

TYPED_TEST_SUITE(table, acre_test::spaces, acre_test::space_names);

TYPED_TEST(table, groups_its_rows)
{
  auto const t = this->jets().with("n"_col = this->template row<std::int16_t>({1, 2, 3, 4}));
  auto const jets = group_by(t, "jet"_col);
  EXPECT_EQ(jets.size(), 3);
  auto const sums = jets.sum("pt"_col, "n"_col);
  EXPECT_EQ(sums.names(), (std::array<std::string, 3>{"jet", "pt", "n"}));
  EXPECT_TRUE(equals<int>(sums["jet"_col], {3, 7, 9}));
  EXPECT_TRUE(equals<double>(sums["pt"_col], {25.625, 40, 31}));
  EXPECT_TRUE(equals<std::int64_t>(sums["n"_col], {6, 1, 3}));
  EXPECT_TRUE(equals<std::int64_t>(jets.count()["count"_col], {2, 1, 1}));
  EXPECT_TRUE(equals<double>(jets.max("pt"_col)["pt"_col], {25.5, 40, 31}));
  EXPECT_TRUE(equals<std::int16_t>(jets.last("n"_col)["n"_col], {4, 1, 3}));
  auto const both = group_by(t.columns("n"_col, "jet"_col, "pt"_col), "jet"_col, "n"_col);
  EXPECT_EQ(to_string(both.mean()),
            "jet  n      pt\n"
            "  3  2  25.500\n"
            "  3  4   0.125\n"
            "  7  1  40.000\n"
            "  9  3  31.000");
  EXPECT_EQ(both.keys().names(), (std::array<std::string, 2>{"jet", "n"}));
  EXPECT_EQ(to_string(jets.var("pt"_col, "n"_col, acre::ddof(1))),
            "jet          pt    n\n"
            "  3  321.945312  2.0\n"
            "  7         nan  nan\n"
            "  9         nan  nan");
  EXPECT_EQ(to_string(both.stddev()["pt"_col]), "[0. 0. 0. 0.]");
  EXPECT_TRUE(equals<double>(jets.stddev("n"_col)["n"_col], {1, 0, 0}));
  EXPECT_EQ(to_string(jets.nansum("n"_col)), to_string(jets.sum("n"_col)));
  EXPECT_EQ(to_string(jets.nanmean("pt"_col)["pt"_col]), to_string(jets.mean("pt"_col)["pt"_col]));
  EXPECT_TRUE(equals<double>(jets.nanmax("pt"_col)["pt"_col], {25.5, 40, 31}));
  EXPECT_TRUE(equals<double>(jets.nanmin("pt"_col)["pt"_col], {0.125, 40, 31}));
  acre_test::composition const own;
  auto const numbers = acre::group_by(t["jet"_col]);
  auto const composed =
      group_by(t.columns("jet"_col, "n"_col).with("m"_col = t["jet"_col] * 3), "jet"_col)
          .reduce(own);
  EXPECT_EQ(to_string(composed["n"_col]), to_string(numbers.reduce(t["n"_col], own)));
  EXPECT_EQ(to_string(composed["m"_col]), to_string(numbers.reduce(t["jet"_col] * 3, own)));
  EXPECT_EQ(to_string(jets.reduce(own, "n"_col)["n"_col]), to_string(composed["n"_col]));
}

}  // namespace
