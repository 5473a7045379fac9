// Integers where float64 isn't all of them: uint64 beside signed dtypes, which promote to it, and
// those whose own dtype would wrap around before they become float64.

#include <acre/dynamic/creation.hpp>
#include <acre/dynamic/histogram.hpp>
#include <acre/dynamic/numerical.hpp>
#include <acre/dynamic/order.hpp>
#include <acre/dynamic/quantile.hpp>
#include <acre/dynamic/reduce.hpp>
#include <acre/dynamic/statistics.hpp>
#include <acre_test/dynamic_sweep.hpp>

#include <functional>

using acre::dtype, acre::dynamic_array;
using acre_test::has_elements, acre_test::place;
namespace dynamic = acre::dynamic;

namespace {

using counts = std::vector<std::int64_t>;
using signs = std::vector<std::int64_t>;
using sizes = std::vector<std::uint64_t>;
using truths = std::vector<bool>;
using doubles = std::vector<double>;

constexpr std::uint64_t big = std::uint64_t{1} << 62, last = ~std::uint64_t{0};
constexpr std::int64_t large = std::int64_t{1} << 62, least = INT64_MIN;

/// Neighbours that float64 has as one, and what the other dtype hasn't.
struct both_signs {
  dynamic_array u, i;
  explicit both_signs(acre::dynamic_space const& space)
      : u(place(space, sizes{big, big + 1, big + 2, last})),
        i(place(space, signs{least, -1, large + 1, large + 3}))
  {}
};

DYNAMIC_SWEEP(dynamic_exact_integers, of_both_signs_are_members_as_numbers)
{
  both_signs const x(space);
  EXPECT_TRUE(has_elements(dynamic::isin(x.u, x.i), truths{false, true, false, false}));
  EXPECT_TRUE(has_elements(dynamic::isin(x.i, x.u), truths{false, false, true, false}));
  EXPECT_TRUE(has_elements(dynamic::isin(x.i, x.u, true), truths{true, true, false, true}));
  EXPECT_TRUE(has_elements(dynamic::setdiff1d(x.u, x.i), sizes{big, big + 2, last}));
  EXPECT_TRUE(has_elements(dynamic::setdiff1d(x.i, x.u), signs{least, -1, large + 3}));
  EXPECT_TRUE(has_elements(dynamic::intersect1d(x.u, x.i), sizes{big + 1}));
  EXPECT_TRUE(has_elements(dynamic::intersect1d(x.i, x.u), sizes{big + 1}));
  // in float64, as NumPy's, where 2^62, 2^62 + 2 and 2^62 + 3 are one
  double const far = 0x1p62;
  doubles const apart{-0x1p63, -1, far, 0x1p64};
  EXPECT_TRUE(has_elements(dynamic::setxor1d(x.u, x.i), apart));
  EXPECT_TRUE(has_elements(dynamic::union1d(x.u, x.i), apart));
  EXPECT_TRUE(has_elements(dynamic::setxor1d(place(space, sizes{big}), place(space, signs{large})),
                           doubles{}));
  EXPECT_TRUE(has_elements(dynamic::merge(x.u, x.i),
                           doubles{-0x1p63, -1, far, far, far, far, far, 0x1p64}));
  auto const small = place(space, std::vector<std::int8_t>{-1, 5});
  EXPECT_TRUE(has_elements(dynamic::isin(place(space, sizes{255, 5, last}), small),
                           truths{false, true, false}));
}

DYNAMIC_SWEEP(dynamic_exact_integers, of_both_signs_are_placed_as_numbers)
{
  both_signs const x(space);
  auto const right = acre::search_side::right;
  EXPECT_TRUE(has_elements(dynamic::searchsorted(x.u, x.i), counts{0, 0, 1, 3}));
  EXPECT_TRUE(has_elements(dynamic::searchsorted(x.u, x.i, right), counts{0, 0, 2, 3}));
  EXPECT_TRUE(has_elements(dynamic::searchsorted(x.i, x.u), counts{2, 2, 3, 4}));
  EXPECT_TRUE(has_elements(dynamic::searchsorted(x.i, x.u, right), counts{2, 3, 3, 4}));
  EXPECT_TRUE(has_elements(dynamic::digitize(x.i, x.u), counts{0, 0, 2, 3}));
  EXPECT_TRUE(has_elements(dynamic::digitize(x.u, x.i, true), counts{2, 2, 3, 4}));
  auto const falling = place(space, signs{large + 3, large + 1, -1, least});
  EXPECT_TRUE(has_elements(dynamic::digitize(x.u, falling), counts{2, 1, 1, 0}));
  auto const in = [&](dynamic_array const& v, dynamic_array const& edges, acre::outside o) {
    return dynamic::histogram(v, {.edges = edges, .outside = o}).counts;
  };
  auto const dropped = acre::outside::dropped, counted = acre::outside::counted;
  EXPECT_TRUE(has_elements(in(x.u, x.i, dropped), counts{0, 1, 2}));
  EXPECT_TRUE(has_elements(in(x.u, x.i, counted), counts{0, 0, 1, 2, 1}));
  EXPECT_TRUE(has_elements(in(x.i, x.u, dropped), counts{0, 1, 1}));
  EXPECT_TRUE(has_elements(in(x.i, x.u, counted), counts{2, 0, 1, 1, 0}));
}

/// Functions whose results are those of the same numbers in float64.
struct of_numbers {
  char const* name;
  std::function<dynamic_array(dynamic_array const&)> f;
};
of_numbers const in_float64[] = {
    {"trapezoid", [](auto const& x) { return dynamic::trapezoid(x); }},
    {"trapezoid, dx", [](auto const& x) { return dynamic::trapezoid(x, std::int64_t{100}); }},
    {"trapezoid, x", [](auto const& x) { return dynamic::trapezoid(x, x); }},
    {"gradient", [](auto const& x) { return dynamic::gradient(x); }},
    {"mean", [](auto const& x) { return dynamic::reduce("mean", x); }},
    {"var", [](auto const& x) { return dynamic::reduce("var", x); }},
    {"cov", [](auto const& x) { return dynamic::cov(x); }},
    {"average", [](auto const& x) { return dynamic::average(x, x); }},
    {"median", [](auto const& x) { return dynamic::median("median", x); }},
    {"quantile", [](auto const& x) { return dynamic::quantile("quantile", x, 0.3); }},
    {"density", [](auto const& x) {
       auto const v = dynamic::astype(x, dtype::float64);
       return dynamic::histogram(v, {.edges = dynamic::sort(x)}, {}, true).counts;
     }}};

void agree_with_float64(dynamic_array const& x)
{
  auto const wide = dynamic::astype(x, dtype::float64);
  for (auto const& [name, f] : in_float64) {
    bool const subtracts =
        std::string_view(name) == "gradient" || std::string_view(name) == "quantile";
    if (x.dtype() == dtype::boolean && subtracts) continue;  // refused, as by NumPy
    SCOPED_TRACE(std::string(name) + " of " + acre::name(x.dtype()));
    EXPECT_TRUE(has_elements(f(x), acre_test::elements_of<double>(f(wide))));
  }
}

DYNAMIC_SWEEP(dynamic_exact_integers, do_not_wrap_before_they_are_float64)
{
  agree_with_float64(place(space, std::vector<std::uint8_t>{200, 200, 100, 3}));
  agree_with_float64(place(space, std::vector<std::int8_t>{-128, 127, 100, -100}));
  agree_with_float64(place(space, std::vector<std::uint16_t>{40000, 60000, 3, 65535}));
  agree_with_float64(place(space, std::vector<std::int32_t>{INT32_MAX, INT32_MIN, 3, INT32_MAX}));
  agree_with_float64(place(space, std::vector<std::uint32_t>{4000000000, UINT32_MAX, 3, 0}));
  agree_with_float64(place(space, signs{large, large, least, large / 2}));
  agree_with_float64(place(space, sizes{big * 3, big * 3, big * 2, 512}));
  agree_with_float64(place(space, std::vector<bool>{true, true, false, true}));
  auto const y = place(space, std::vector<std::uint8_t>{200, 200, 100});
  EXPECT_TRUE(has_elements(dynamic::trapezoid(y), doubles{350}));
}

/// Distances of integers are exact before they are rounded: nanoseconds since 1970, say.
DYNAMIC_SWEEP(dynamic_exact_integers, coordinates_keep_their_distances)
{
  auto const y = place(space, doubles{1, 1, 1});
  std::uint64_t const now = 1'700'000'000'000'000'001;
  EXPECT_TRUE(
      has_elements(dynamic::trapezoid(y, place(space, sizes{now + 5, now + 2, now})), doubles{-5}));
  auto const t = static_cast<std::int64_t>(now);
  EXPECT_TRUE(
      has_elements(dynamic::trapezoid(y, place(space, signs{t, t + 2, t + 5})), doubles{5}));
}

}  // namespace
