// Columns with names.
#include <acre/array/print.hpp>
#include <acre_test/jets.hpp>

#include <cmath>

using namespace acre::literals;
using acre::none, acre::slice;
using acre_test::equals, acre_test::error_of, acre_test::rows, acre_test::table;

namespace {

TYPED_TEST_SUITE(table, acre_test::spaces, acre_test::space_names);

TYPED_TEST(table, has_columns_of_its_own)
{
  auto const pt = this->template row<double>({1, 2, 3});
  acre::table const t("pt"_col = pt, "eta"_col = pt * 2);
  EXPECT_EQ(t.size(), 3);
  EXPECT_EQ(t.names(), (std::array<std::string, 2>{"pt", "eta"}));
  EXPECT_EQ(t["pt"_col].data(), pt.data());
  EXPECT_TRUE(equals<double>(t["eta"_col] + t["pt"_col], {3, 6, 9}));
  auto const wider =
      t.with("phi"_col = t["pt"_col] > 1, "pt"_col = this->template row<int>({4, 5, 6}));
  EXPECT_EQ(wider.names(), (std::array<std::string, 3>{"pt", "eta", "phi"}));
  EXPECT_TRUE(equals<int>(wider["pt"_col], {4, 5, 6}));
  EXPECT_TRUE(equals<unsigned char>(wider["phi"_col], {0, 1, 1}));
  auto const fewer = wider.columns("phi"_col, "pt"_col);
  EXPECT_EQ(fewer.names(), (std::array<std::string, 2>{"phi", "pt"}));
  EXPECT_EQ(fewer["pt"_col].data(), wider["pt"_col].data());
}

TYPED_TEST(table, picks_rows_in_all_columns)
{
  auto const t = this->jets();
  auto const some = t(t["pt"_col] > 30);
  EXPECT_TRUE(equals<int>(some["jet"_col], {7, 9}));
  EXPECT_EQ(to_vector(some["hits"_col]), (rows<float>{{1, 2}, {3}}));
  auto const sorted = t(argsort(t["pt"_col], acre::descending));
  EXPECT_TRUE(equals<double>(sorted["pt"_col], {40, 31, 25.5, 0.125}));
  EXPECT_EQ(to_vector(sorted["hits"_col]), (rows<float>{{1, 2}, {3}, {}, {4, 5}}));
  auto const middle = t(slice(1, 3));
  EXPECT_EQ(middle["pt"_col].data(), t["pt"_col].data() + 1);
  EXPECT_EQ(to_vector(middle["hits"_col]), (rows<float>{{}, {3}}));
  EXPECT_TRUE(equals<int>(t(slice(none, none, -1))["jet"_col], {3, 9, 3, 7}));
  EXPECT_EQ(to_vector(t(slice(none, none, -1))["hits"_col]),
            (rows<float>{{4, 5}, {3}, {}, {1, 2}}));
  auto const far = t(this->template row<int>({-1, 5, 0}), acre::index_mode::wrap);
  EXPECT_TRUE(equals<int>(far["jet"_col], {3, 3, 7}));
  EXPECT_EQ(to_vector(far["hits"_col]), (rows<float>{{4, 5}, {}, {1, 2}}));
  auto const twice = concatenate(std::tuple(t, t(slice(0, 1))));
  EXPECT_TRUE(equals<int>(twice["jet"_col], {7, 3, 9, 3, 7}));
  EXPECT_EQ(to_vector(twice["hits"_col]), (rows<float>{{1, 2}, {}, {3}, {4, 5}, {1, 2}}));
  auto const away = acre::copy_to(acre::serial(), t);
  EXPECT_EQ(to_vector(away["hits"_col]), to_vector(t["hits"_col]));
}

TYPED_TEST(table, is_printed_in_columns)
{
  EXPECT_EQ(to_string(this->jets()),
            "jet      pt  hits\n"
            "  7  40.000  [1, 2]\n"
            "  3  25.500  []\n"
            "  9  31.000  [3]\n"
            "  3   0.125  [4, 5]");
  auto const n = acre::arange<int>(this->space, 100);
  EXPECT_EQ(to_string(acre::table("n"_col = n, "third"_col = acre::cast<float>(n) / 3)),
            "  n      third\n"
            "  0   0.000000\n"
            "  1   0.333333\n"
            "  2   0.666667\n"
            "  3   1.000000\n"
            "  4   1.333333\n"
            "...        ...\n"
            " 95  31.666666\n"
            " 96  32.000000\n"
            " 97  32.333332\n"
            " 98  32.666668\n"
            " 99  33.000000\n"
            "[100 rows x 2 columns]");
  auto const big = this->template row<double>({1e300, -2e-20, 0, std::nan(""), -INFINITY});
  EXPECT_EQ(to_string(acre::table("x"_col = big, "positive"_col = big > 0)),
            "       x  positive\n"
            "1.0e+300      True\n"
            "-2.0e-20     False\n"
            " 0.0e+00     False\n"
            "     nan     False\n"
            "    -inf     False");
  EXPECT_EQ(to_string(acre::table("x"_col = big(slice(0, 0)))), "x");
}

TYPED_TEST(table, refuses_what_is_none_in_a_sentence)
{
  auto const x = this->template row<double>({1, 2, 3});
  EXPECT_EQ(
      error_of<acre::shape_error>([&] { acre::table("pt"_col = x, "eta"_col = x(slice(0, 1))); }),
      "table: the column eta has 1 row, and pt has 3");
  acre::table const t("pt"_col = x);
  EXPECT_EQ(error_of<acre::index_error>([&] { t(this->template row<bool>({true})); }),
            "boolean index did not match the rows: there are 3 but the mask has 1");
  EXPECT_EQ(
      error_of<acre::value_error>([&] { t(this->template row<int>({1}), acre::index_mode::drop); }),
      "index modes fill and drop have no list and no row to put where an index finds none; "
      "raise, wrap and clip find one");
  EXPECT_EQ(error_of<acre::index_error>([&] {
              t(this->template row<int>({3}));
              this->space.fence();
            }).substr(0, 47),
            "index 3 is out of bounds for axis 0 with size 3");
}

}  // namespace
