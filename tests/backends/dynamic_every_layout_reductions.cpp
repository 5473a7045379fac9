// Reductions, whole and along axes, of operands in every layout (acre_test/every_layout.hpp).

#include <acre/dynamic/closeness.hpp>
#include <acre/dynamic/products.hpp>
#include <acre/dynamic/statistics.hpp>
#include <acre_test/dynamic_every_layout.hpp>
#include <acre_test/dynamic_sweep.hpp>

#include <limits>

using acre::dtype, acre::dynamic::reduce;

namespace {

using in_t = acre_test::dynamic_operands;
using axes = std::vector<int>;

acre::dynamic::reduction_options along(axes const& which)
{
  acre::dynamic::reduction_options options;
  options.axes = which;
  return options;
}
/// 1, ..., 6 or NaN in no order.
acre::dynamic_array with_nan(in_t& in, char const* name)
{
  return in.make(name, dtype::float32, in.shape(), [](std::int64_t k) {
    auto const x = acre_test::mix(static_cast<std::uint64_t>(k)) % 7;
    return x == 0 ? std::numeric_limits<double>::quiet_NaN() : static_cast<double>(x);
  });
}

std::vector<acre_test::dynamic_operation> const sums = {
    {"sum", 1, [](in_t& in) { in << reduce("sum", in.noise("x")); }},
    {"sum along axes", 2,
     [](in_t& in) {
       auto const x = in.noise("x");
       in << reduce("sum", x) << reduce("sum", x, along({0})) << reduce("sum", x, along({1}));
     }},
    {"sum of float64 along axes of three", 3,
     [](in_t& in) {
       auto const x = in.noise("x", dtype::float64);
       in << reduce("sum", x);
       for (axes const& which : {axes{0}, {1}, {2}, {0, 1}, {0, 2}, {1, 2}})
         in << reduce("sum", x, along(which));
     }},
    {"mean", 2,
     [](in_t& in) {
       auto const x = in.noise("x");
       in << reduce("mean", x) << reduce("mean", x, along({0})) << reduce("mean", x, along({1}));
     }},
    {"var", 1, [](in_t& in) { in << reduce("var", in.noise("x")); }},
    {"std along axes", 2,
     [](in_t& in) {
       auto const x = in.noise("x");
       in << reduce("std", x, along({0})) << reduce("std", x, along({1}));
     }},
    {"average", 2,
     [](in_t& in) {
       auto const x = in.noise("x");
       auto const w = in.make("weights", dtype::float32, in.shape(), [](std::int64_t k) {
         return static_cast<double>(1 + acre_test::mix(static_cast<std::uint64_t>(k)) % 5);
       });
       in << acre::dynamic::average(x, w, along({0})) << acre::dynamic::average(x, w, along({1}));
     }},
    {"dot", 1, [](in_t& in) { in << acre::dynamic::dot(in.noise("a"), in.noise("b")); }},
    {"vector_norm", 2,
     [](in_t& in) {
       auto const x = in.noise("x");
       in << acre::dynamic::vector_norm(x) << acre::dynamic::vector_norm(x, 2, along({0}))
          << acre::dynamic::vector_norm(x, 2, along({1}));
     }},
    {"nansum, nanmean", 2,
     [](in_t& in) {
       auto const x = with_nan(in, "x");
       in << reduce("nansum", x);
       in << reduce("nansum", x, along({1})) << reduce("nansum", x, along({0}));
       in << reduce("nanmean", x, along({1}));
     }},
};

std::vector<acre_test::dynamic_operation> const extremes = {
    {"max, min", 1,
     [](in_t& in) {
       auto const x = in.noise("x");
       in << reduce("max", x) << reduce("min", x);
     }},
    {"max along axes", 2,
     [](in_t& in) {
       auto const x = in.noise("x");
       in << reduce("max", x, along({0})) << reduce("max", x, along({1}));
     }},
    {"argmax", 1, [](in_t& in) { in << reduce("argmax", in.below(1000, "x")); }},
    {"argmax along axes", 2,
     [](in_t& in) {
       auto const x = in.below(50, "x");
       in << reduce("argmax", x) << reduce("argmax", x, along({0}))
          << reduce("argmax", x, along({1}));
     }},
    {"nanmax", 2,
     [](in_t& in) {
       auto const x = with_nan(in, "x");
       in << reduce("nanmax", x, along({0})) << reduce("nanmax", x, along({1}));
     }},
    {"nanargmin", 1, [](in_t& in) { in << reduce("nanargmin", in.noise("x")); }},
    {"any, all", 1,
     [](in_t& in) {
       auto const x = in.noise("x", dtype::boolean);
       in << reduce("any", x) << reduce("all", x);
     }},
    {"any, all along axes", 2,
     [](in_t& in) {
       auto const x = in.noise("x", dtype::boolean);
       in << reduce("any", x, along({0})) << reduce("any", x, along({1}));
       in << reduce("all", x, along({0})) << reduce("all", x, along({1}));
     }},
    {"count_nonzero", 1,
     [](in_t& in) { in << reduce("count_nonzero", in.noise("x", dtype::boolean)); }},
    {"allclose, array_equal", 1,
     [](in_t& in) {
       auto const x = in.below(1, "x"), y = in.below(1, "y");
       in << acre::dynamic::allclose(x, y) << acre::dynamic::array_equal(x, y);
     }},
};

DYNAMIC_SWEEP(dynamic_every_layout, of_sums) { acre_test::check_every_layout(sums, instances()); }
DYNAMIC_SWEEP(dynamic_every_layout, of_extremes)
{
  acre_test::check_every_layout(extremes, instances());
}

}  // namespace
