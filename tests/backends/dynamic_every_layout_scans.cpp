// Scans, differences, integrals and convolutions of operands in every layout
// (acre_test/every_layout.hpp).

#include <acre/dynamic/edit.hpp>
#include <acre/dynamic/numerical.hpp>
#include <acre/dynamic/scan.hpp>
#include <acre_test/dynamic_every_layout.hpp>
#include <acre_test/dynamic_sweep.hpp>

#include <algorithm>

using acre::dtype, acre::dynamic::scan;

namespace {

using in_t = acre_test::dynamic_operands;

std::vector<acre_test::dynamic_operation> const scans = {
    {"cumsum", 1, [](in_t& in) { in << scan("cumsum", in.noise("x")); }},
    {"cumsum along axes", 2,
     [](in_t& in) {
       auto const x = in.noise("x");
       in << scan("cumsum", x, {.axis = 0}) << scan("cumsum", x, {.axis = 1}) << scan("cumsum", x);
     }},
    {"cumprod", 2,
     [](in_t& in) {
       auto const x = in.noise("x", dtype::float64);
       in << scan("cumprod", x, {.axis = 0}) << scan("cumprod", x, {.axis = 1});
     }},
};

std::vector<acre_test::dynamic_operation> const numerical = {
    {"gradient", 2,
     [](in_t& in) {
       auto const x = in.noise("x");
       in << acre::dynamic::gradient(x, 0.5, 0) << acre::dynamic::gradient(x, 0.5, 1);
     }},
    {"gradient at coordinates", 1,
     [](in_t& in) {
       auto const x = in.noise("x");
       auto const places = in.ascending("places", dtype::float32, in.size());
       in << acre::dynamic::gradient(x, acre::dynamic::binary("add", places, in.noise("shift")));
     }},
    {"trapezoid", 2,
     [](in_t& in) {
       auto const x = in.noise("x");
       in << acre::dynamic::trapezoid(x, 0.5, 0) << acre::dynamic::trapezoid(x, 0.5, 1);
     }},
    {"unwrap", 1,
     [](in_t& in) {
       in << acre::dynamic::unwrap(acre::dynamic::binary("multiply", in.noise("x"), 9.0));
     }},
    {"convolve", 1,
     [](in_t& in) {
       auto const v = in.noise("v", dtype::float32, {5});
       in << acre::dynamic::convolve(in.noise("x"), v)
          << acre::dynamic::convolve(in.noise("y"), v, acre::convolve_mode::same);
     }},
    {"correlate of many", 1,
     [](in_t& in) {
       auto const v = in.noise("v", dtype::float32, {70});
       in << acre::dynamic::correlate(
           in.noise("x", dtype::float32, {std::min<std::int64_t>(in.size(), 5000)}), v);
     }},
    {"interp", 1,
     [](in_t& in) {
       auto const x = in.noise("x", dtype::float64);
       auto const xp = in.make("xp", dtype::float64, {300},
                               [](std::int64_t k) { return 0.25 * static_cast<double>(k - 150); });
       in << acre::dynamic::interp(x, xp, in.noise("fp", dtype::float64, {300}));
     }},
};

DYNAMIC_SWEEP(dynamic_every_layout, of_scans) { acre_test::check_every_layout(scans, instances()); }
DYNAMIC_SWEEP(dynamic_every_layout, of_numerical_functions)
{
  acre_test::check_every_layout(numerical, instances());
}

}  // namespace
