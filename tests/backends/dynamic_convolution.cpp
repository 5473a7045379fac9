// Convolutions, integrals by trapezoids, polynomials and interpolation of dtypes that are values.
// Expected values and messages are NumPy's (2.4); orders are those that the contracts name.

#include <acre/dynamic/index.hpp>
#include <acre/dynamic/numerical.hpp>
#include <acre/dynamic/polynomial.hpp>
#include <acre/dynamic/reduce.hpp>
#include <acre_test/dynamic_sweep.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

using acre::convolve_mode, acre::dynamic_array;
using acre::dynamic::convolve, acre::dynamic::correlate, acre::dynamic::interp,
    acre::dynamic::trapezoid;
using acre_test::elements_of, acre_test::error_of, acre_test::has_elements, acre_test::noise,
    acre_test::place;

namespace {

template <class T>
using row = std::vector<T>;
using i8 = std::int8_t;
using c64 = acre::complex<float>;
using c128 = acre::complex<double>;

/// Elements first, ..., last - 1 of one axis.
dynamic_array part(dynamic_array const& a, std::int64_t first, std::int64_t last)
{
  acre::dynamic::index_term const which = acre::slice(first, last);
  return acre::dynamic::getitem(a, {&which, 1});
}
/// Whether both have the same bits.
::testing::AssertionResult same(dynamic_array const& a, dynamic_array const& b)
{
  if (a.dtype() != b.dtype() || !std::ranges::equal(a.shape(), b.shape()))
    return ::testing::AssertionFailure() << "other dtypes or shapes";
  if (acre::dynamic::to_host(a) != acre::dynamic::to_host(b))
    return ::testing::AssertionFailure() << "other bytes";
  return ::testing::AssertionSuccess();
}

DYNAMIC_SWEEP(dynamic_convolution, is_of_the_promoted_dtype)
{
  auto const bytes = place(space, row<i8>{100, 100, 3});
  EXPECT_TRUE(has_elements(convolve(bytes, bytes), row<i8>{16, 32, 104, 88, 9}));
  auto const bits = place(space, row<bool>{true, false, true});
  EXPECT_TRUE(has_elements(convolve(bits, bits), row<bool>{1, 0, 1, 0, 1}));
  auto const z = place(space, row<c64>{c64(1, 1), c64(0, 2)});
  EXPECT_TRUE(has_elements(correlate(z, z, convolve_mode::full),
                           row<c64>{c64(2, -2), c64(6, 0), c64(2, 2)}));
  EXPECT_EQ(error_of<acre::value_error>([&] { convolve(part(bytes, 0, 0), bytes); }),
            "a cannot be empty");
  EXPECT_EQ(error_of<acre::value_error>([&] { correlate(bytes, part(bytes, 0, 0)); }),
            "second array argument cannot be empty");
}

/// Each element is a sum of a column of products, at the edges of those that there are.
DYNAMIC_SWEEP(dynamic_convolution, adds_in_the_order_of_a_column)
{
  for (auto const& [n, m] : {std::pair{100, 3},
                             {300, 100},
                             {1300, 1200},
                             {5, 5},
                             {6, 1},
                             {2000, 512},
                             {2001, 513},
                             {4100, 1025},
                             {70001, 9}}) {
    auto const a = noise<float>(n, 1), v = noise<float>(m, 2);
    auto const x = place(space, a), y = place(space, v);
    auto const full = elements_of<float>(correlate(x, y, convolve_mode::full));
    ASSERT_EQ(full.size(), a.size() + v.size() - 1);
    std::size_t wrong = 0;
    for (std::size_t k = 0; k < full.size(); k += k < 5 || k + 5 > full.size() ? 1 : 97) {
      row<float> products;  // a column, twice
      for (std::size_t j = 0; j < v.size(); ++j) {
        std::size_t const i = k + j;
        bool const inside = i + 1 >= v.size() && i + 1 - v.size() < a.size();
        float const p = inside ? a[i + 1 - v.size()] * v[j] : -0.0f;
        products.insert(products.end(), {p, p});
      }
      auto const sums =
          acre::dynamic::reduce("sum", place(space, products, {m, 2}), {.axes = std::vector{0}});
      wrong += elements_of<float>(sums)[0] != full[k];
    }
    EXPECT_EQ(wrong, 0u) << n << " and " << m;
    auto const valid = elements_of<float>(correlate(x, y)),
               same = elements_of<float>(correlate(x, y, convolve_mode::same));
    EXPECT_TRUE(std::equal(valid.begin(), valid.end(), full.begin() + (m - 1)));
    EXPECT_TRUE(std::equal(same.begin(), same.end(), full.begin() + (m - 1 - m / 2)));
  }
}

DYNAMIC_SWEEP(dynamic_convolution, of_zeros_with_a_sign)
{
  auto const a = place(space, row<float>(200, -0.0f)), v = place(space, row<float>(11, 1.0f));
  for (float const x : elements_of<float>(convolve(a, v))) EXPECT_TRUE(std::signbit(x));
  auto const d = place(space, row<double>(700, -0.0)), w = place(space, row<double>(600, 1.0));
  for (double const x : elements_of<double>(convolve(d, w))) EXPECT_TRUE(std::signbit(x));
}

/// Operands that begin at any element, so that windows begin within packets.
DYNAMIC_SWEEP(dynamic_convolution, of_slices)
{
  auto const x = place(space, noise<float>(300, 1)), y = place(space, noise<float>(20, 2));
  auto const p = place(space, noise<double>(300, 3)), q = place(space, noise<double>(20, 4));
  for (std::int64_t first = 0; first < 5; ++first)
    for (std::int64_t const m : {1, 7, 8, 9, 16, 17})
      for (auto const mode : {convolve_mode::full, convolve_mode::same, convolve_mode::valid}) {
        auto const of = [&](dynamic_array const& a) { return part(a, first, first + 200); };
        auto const by = [&](dynamic_array const& a) { return part(a, first, first + m); };
        EXPECT_TRUE(same(convolve(of(x), by(y), mode),
                         convolve(acre::dynamic::copy(of(x)), acre::dynamic::copy(by(y)), mode)));
        EXPECT_TRUE(same(correlate(of(p), by(q), mode),
                         correlate(acre::dynamic::copy(of(p)), acre::dynamic::copy(by(q)), mode)));
      }
}

DYNAMIC_SWEEP(dynamic_convolution, integrals)
{
  auto const y = place(space, row<double>{1, 2, 4});
  auto const m = place(space, row<float>{1, 2, 4, 3, 3, 5}, {2, 3});
  EXPECT_TRUE(has_elements(trapezoid(m), row<float>{4.5f, 7}));
  EXPECT_TRUE(has_elements(trapezoid(m, 0.5, 0), row<float>{1, 1.25f, 2.25f}));
  EXPECT_TRUE(has_elements(trapezoid(m, y, 1), row<double>{7.5, 11}));
  EXPECT_TRUE(has_elements(trapezoid(m, m, 0), row<float>{4, 2.5f, 4.5f}));
  EXPECT_TRUE(has_elements(trapezoid(place(space, row<i8>{100, 100})), row<double>{100}))
      << "integers become float64 before they are added: NumPy's -28 is int8 that wraps";
  EXPECT_EQ(error_of<acre::index_error>([&] { trapezoid(m, 1.0, 2); }),
            "axis 2 is out of bounds for array of dimension 2");
  EXPECT_THROW(trapezoid(m, place(space, row<double>{1, 2, 3, 4}), 1), acre::shape_error);
}

DYNAMIC_SWEEP(dynamic_convolution, polynomials)
{
  using acre::dynamic::polyval;
  EXPECT_TRUE(has_elements(
      polyval(place(space, row<std::int32_t>{3, 1}), place(space, row<std::int32_t>{2, -1})),
      row<std::int32_t>{7, -2}));
  EXPECT_TRUE(has_elements(polyval(place(space, row<i8>{100, 100}), place(space, row<i8>{1, 2})),
                           row<i8>{-56, 44}))
      << "as in NumPy";
  EXPECT_TRUE(has_elements(
      polyval(place(space, row<double>{1, 0, -2}), place(space, row<c128>{c128(0, 1)})),
      row<c128>{c128(-3, 0)}));
}

DYNAMIC_SWEEP(dynamic_convolution, interpolation)
{
  auto const xp = place(space, row<double>{0, 1, 2, 2, 4});
  auto const fp = place(space, row<c128>{{1, -2}, {3, -6}, {-2, 4}, {5, -10}, {0.25, -0.5}});
  EXPECT_TRUE(has_elements(interp(place(space, row<double>{0.25}), xp, fp), row<c128>{{1.5, -3}}));
  EXPECT_TRUE(
      has_elements(interp(place(space, row<float>{-1, 0}), place(space, row<float>{0, 1, 2, 2, 4}),
                          place(space, row<std::int32_t>{1, 3, -2, 5, 0})),
                   row<double>{1, 1}));
}

}  // namespace
