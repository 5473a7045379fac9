// Meaning of sums, products, means and extremes of each dtype: the expected values are NumPy's
// (2.4).

#include <acre/dynamic/reduce.hpp>
#include <acre_test/dynamic_sweep.hpp>

using acre::dynamic::reduce;
using acre_test::elements_of, acre_test::has_elements, acre_test::place;

namespace {

template <class T>
using row = std::vector<T>;
using complex = acre::complex<double>;

DYNAMIC_SWEEP(dynamic_reduce_dtypes, sums_integers_in_64_bits)
{
  auto const u8 = place(space, row<std::uint8_t>{200, 200, 255});
  EXPECT_TRUE(has_elements(reduce("sum", u8), row<std::uint64_t>{655}));
  EXPECT_TRUE(has_elements(reduce("prod", u8), row<std::uint64_t>{10200000}));
  EXPECT_TRUE(has_elements(reduce("max", u8), row<std::uint8_t>{255}));
  std::int64_t const big = std::int64_t{1} << 62;
  EXPECT_TRUE(has_elements(reduce("sum", place(space, row<std::int64_t>{big, big, big})),
                           row<std::int64_t>{-big}))
      << "wraps around";
  auto const u64 = place(space, row<std::uint64_t>{1ull << 63, 1ull << 63});
  EXPECT_TRUE(has_elements(reduce("sum", u64), row<std::uint64_t>{0}));
}

DYNAMIC_SWEEP(dynamic_reduce_dtypes, takes_variances)
{
  auto const f = place(space, row<float>{1, 2, 4});
  EXPECT_FLOAT_EQ(elements_of<float>(reduce("var", f))[0], 1.5555557f);
  auto const b = place(space, row<bool>{true, true, false});
  EXPECT_DOUBLE_EQ(elements_of<double>(reduce("var", b))[0], 0.22222222222222224);
}

DYNAMIC_SWEEP(dynamic_reduce_dtypes, finds_ends_of_complex_numbers)
{
  auto const c = place(space, row<complex>{{1, 2}, {3, -4}, {-1, 0.5}});
  EXPECT_TRUE(has_elements(reduce("any", c), row<bool>{true}));
  auto const less = place(space, row<complex>{{-8, 2}, {-6, -4}, {-10, 0.5}});
  EXPECT_TRUE(has_elements(reduce("max", less), row<complex>{{-6, -4}}))
      << "all real parts are negative";
  auto const more = place(space, row<complex>{{10, 2}, {12, -4}, {8, 0.5}});
  EXPECT_TRUE(has_elements(reduce("min", more), row<complex>{{8, 0.5}}));
}

}  // namespace
