// Rearrangements of operands in every layout (acre_test/every_layout.hpp).

#include <acre/dynamic/axis_order.hpp>
#include <acre/dynamic/edit.hpp>
#include <acre/dynamic/pad.hpp>
#include <acre/dynamic/shape.hpp>
#include <acre_test/dynamic_every_layout.hpp>
#include <acre_test/dynamic_sweep.hpp>

using acre::dtype;
namespace dynamic = acre::dynamic;

namespace {

using in_t = acre_test::dynamic_operands;

dynamic::pad_options sevens()
{
  dynamic::pad_options options;
  options.constant_values = {{7.0, 7.0}};
  return options;
}
dynamic::pad_options mode(char const* name)
{
  dynamic::pad_options options;
  options.mode = name;
  return options;
}

std::vector<acre_test::dynamic_operation> const rearranged = {
    {"copy, ravel", 3,
     [](in_t& in) {
       auto const x = in.noise("x");
       in << dynamic::copy(x) << dynamic::ravel(x);
     }},
    {"ravel of int8", 2, [](in_t& in) { in << dynamic::ravel(in.noise("x", dtype::int8)); }},
    {"flip, roll, rot90", 2,
     [](in_t& in) {
       auto const x = in.noise("x");
       in << dynamic::flip(x, std::vector{0}) << dynamic::roll(x, 3, 1) << dynamic::roll(x, 2)
          << dynamic::rot90(x);
     }},
    {"repeat, tile", 2,
     [](in_t& in) {
       auto const x = in.noise("x");
       in << dynamic::repeat(x, 3, 1) << dynamic::repeat(x, 2, 0) << dynamic::tile(x, {2, 2});
     }},
    {"repeat by counts", 1,
     [](in_t& in) {
       auto const x = in.noise("x");
       in << dynamic::repeat(x, in.below(4, "counts", dtype::int64));
     }},
    {"pad", 2,
     [](in_t& in) {
       auto const x = in.noise("x");
       in << dynamic::pad(x, acre::pad_width(2, 3), sevens());
       if (x.size() > 0) in << dynamic::pad(x, acre::pad_width(1, 1), mode("wrap"));
     }},
    {"concatenate, stack", 2,
     [](in_t& in) {
       std::vector<acre::dynamic_array> const parts = {in.noise("x"), in.noise("y")};
       in << dynamic::concatenate(parts, 0) << dynamic::concatenate(parts, 1)
          << dynamic::stack(parts, 2);
     }},
    {"append, insert, delete_", 1,
     [](in_t& in) {
       auto const x = in.noise("x"), y = in.noise("y", dtype::float32, {7});
       in << dynamic::append(x, y, 0) << dynamic::insert(x, 0, y);
       auto const index = in.make("index", dtype::int64, {in.size() / 3},
                                  [](std::int64_t k) { return static_cast<double>(2 * k); });
       in << dynamic::delete_(x, index);
     }},
    {"tril, diag, trim_zeros", 2,
     [](in_t& in) {
       auto const x = in.noise("x");
       in << dynamic::tril(x) << dynamic::diag(x);
       in << dynamic::trim_zeros(dynamic::ravel(in.below(2, "y", dtype::int8)));
     }},
};

DYNAMIC_SWEEP(dynamic_every_layout, of_what_is_rearranged)
{
  acre_test::check_every_layout(rearranged, instances());
}

}  // namespace
