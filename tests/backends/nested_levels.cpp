// Lists of lists: what goes along their levels, or across them.
#include <acre/elementwise/own.hpp>
#include <acre/math/root.hpp>
#include <acre/ragged/combinations.hpp>
#include <acre/ragged/ragged.hpp>
#include <acre/ragged/rearrange.hpp>
#include <acre/ragged/reduce_along.hpp>
#include <acre/ragged/run_lengths.hpp>
#include <acre/ragged/table.hpp>
#include <acre_test/on_space.hpp>

#include <cmath>

namespace {

using namespace acre::literals;
using acre::from_lists, acre::none, acre::slice;
using acre_test::equals, acre_test::error_of;

template <class T>
using rows = std::vector<std::vector<T>>;
template <class T>
using deep = std::vector<rows<T>>;

struct l2norm {
  using value_type = double;
  KOKKOS_FUNCTION double identity() const { return -0.0; }
  KOKKOS_FUNCTION double empty() const { return -16; }
  KOKKOS_FUNCTION double combine(double a, double b) const { return a + b; }
  KOKKOS_FUNCTION double finish(double a) const { return a < 0 ? a : acre::math::sqrt(a); }
};
struct scaled {
  KOKKOS_FUNCTION double operator()(double x, int by, double plus) const { return x * by + plus; }
};

template <class Space>
class nested_levels : public acre_test::on_space<Space> {
 protected:
  using lists = acre::ragged<acre::ragged<double, Space>, Space>;
  lists x = from_lists<double>(this->space, deep<double>{{{1, 2}, {3}}, {}, {{}}, {{4, 5, 6}}});
};
TYPED_TEST_SUITE(nested_levels, acre_test::spaces, acre_test::space_names);

TYPED_TEST(nested_levels, take_functions_and_reductions_of_ones_own)
{
  auto const flat = from_lists<double>(this->space, {{3, 4}, {}, {6, 8}});
  EXPECT_TRUE(equals<double>(reduce(flat * flat, l2norm{}, 1), {5, -16, 10}));
  EXPECT_TRUE(
      equals<double>(acre::reduce<0>(flat * flat, l2norm{}), {std::sqrt(45.0), std::sqrt(80.0)}));
  EXPECT_EQ(to_vector(reduce(this->x * this->x, l2norm{}, -1))[2], (std::vector<double>{-16}));
  EXPECT_EQ(to_vector(elementwise(scaled{}, flat, this->template row<int>({1, 2, 3}), 0.5)),
            (rows<double>{{3.5, 4.5}, {}, {18.5, 24.5}}));
  EXPECT_EQ(to_vector(acre::elementwise(scaled{}, this->x, 2, 1.0)), to_vector(this->x * 2 + 1));
}

TYPED_TEST(nested_levels, are_padded_crossed_and_counted_in_runs)
{
  auto const& x = this->x;
  EXPECT_EQ(to_vector(pad(x, 2, -1)), (deep<double>{{{1, 2}, {3, -1}}, {}, {{-1, -1}}, {{4, 5}}}));
  EXPECT_EQ(to_vector(acre::pad_mask(x, 2)),
            (deep<unsigned char>{{{1, 1}, {1, 0}}, {}, {{0, 0}}, {{1, 1}}}));
  EXPECT_EQ(to_vector(pad(x, 0, 9)), (deep<double>{{{}, {}}, {}, {{}}, {{}}}));
  EXPECT_EQ(error_of<acre::value_error>([&] { pad(x, -1, 0); }),
            "pad: the number of columns, -1, must be non-negative");

  auto const y = from_lists<double>(this->space, deep<double>{{{10}, {20, 30}}, {}, {{5}}, {{}}});
  auto const [a, b] = acre::cartesian(x, y);
  EXPECT_EQ(to_vector(a + b), (deep<double>{{{11, 12}, {23, 33}}, {}, {{}}, {{}}}));
  auto const [p, q, r] = acre::cartesian(x, y, x * 100);
  EXPECT_EQ(to_vector(p + q + r),
            (deep<double>{{{111, 211, 112, 212}, {323, 333}}, {}, {{}}, {{}}}));
  EXPECT_EQ(error_of<acre::shape_error>([&] { acre::cartesian(x, y(slice(1, none))); }),
            "operands are lists of different lengths: 4 lists with 4 elements and 3 lists with 2 "
            "elements");

  auto const runs =
      run_lengths(from_lists<int>(this->space, deep<int>{{{7, 7, 3}, {3, 3}}, {}, {{}, {3}}}));
  EXPECT_EQ(to_vector(runs.values), (deep<int>{{{7, 3}, {3}}, {}, {{}, {3}}}));
  EXPECT_EQ(to_vector(runs.starts), (deep<std::int64_t>{{{0, 2}, {0}}, {}, {{}, {0}}}));
  EXPECT_EQ(to_vector(runs.lengths), (deep<std::int64_t>{{{2, 1}, {2}}, {}, {{}, {1}}}));
}

TYPED_TEST(nested_levels, of_other_depths_are_zipped_and_repeated)
{
  auto const& x = this->x;
  auto const inner = from_lists<int>(this->space, {{10, 20}, {}, {30}, {40}});
  auto const [a, b, c] = zip(this->template row<int>({1, 2, 3, 4}), x, inner);
  EXPECT_EQ(to_vector(a), (deep<int>{{{1, 1}, {1}}, {}, {{}}, {{4, 4, 4}}}));
  EXPECT_EQ(to_vector(b), to_vector(x));
  EXPECT_EQ(to_vector(c), (deep<int>{{{10, 10}, {20}}, {}, {{}}, {{40, 40, 40}}}));
  EXPECT_EQ(flatten(a).structure(), flatten(c).structure());
  auto const records = zip("n"_col = inner, "x"_col = x);
  EXPECT_EQ(to_vector(records(records["x"_col] > 2)["n"_col]),
            (deep<int>{{{}, {20}}, {}, {{}}, {{40, 40, 40}}}));
  EXPECT_EQ(error_of<acre::shape_error>([&] { zip(x, inner(slice(1, none))); }),
            "operands are lists of different lengths: 4 lists with 4 elements and 3 lists with 2 "
            "elements");
  // records are joined along every axis
  auto const twice = concatenate(std::tuple(records, records), 2);
  EXPECT_EQ(to_vector(twice["x"_col]), to_vector(concatenate(std::tuple(x, x), 2)));
  EXPECT_EQ(to_vector(concatenate(std::tuple(records, records), 1)["x"_col]),
            to_vector(concatenate(std::tuple(x, x), 1)));
  EXPECT_EQ(to_vector(concatenate(std::tuple(records, records))["n"_col]).size(), 8u);
}

}  // namespace
