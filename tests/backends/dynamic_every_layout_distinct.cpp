// Distinct values and sets of operands in every layout (acre_test/every_layout.hpp).

#include <acre/dynamic/order.hpp>
#include <acre_test/dynamic_every_layout.hpp>
#include <acre_test/dynamic_sweep.hpp>

using acre::dtype;
namespace dynamic = acre::dynamic;

namespace {

using in_t = acre_test::dynamic_operands;

/// Some so many that a GPU counts integers instead of sorting them.
std::vector<std::int64_t> many(in_t const& in)
{
  return {in.size() > 5000 ? 9 * in.size() : in.size()};
}

std::vector<acre_test::dynamic_operation> const distinct = {
    {"unique of few int32", 1,
     [](in_t& in) { in << dynamic::unique(in.below(500, "x", dtype::int32, many(in))); }},
    {"unique_all", 1,
     [](in_t& in) {
       auto const r = dynamic::unique_all(in.below(100, "x"));
       in << r.values << r.indices << r.inverse_indices << r.counts;
     }},
    {"run_lengths", 1,
     [](in_t& in) {
       for (dtype const type : {dtype::int8, dtype::int32}) {
         auto const r = dynamic::run_lengths(in.below(3, "x", type));
         in << r.values << r.lengths;
       }
     }},
    {"isin", 1,
     [](in_t& in) {
       for (dtype const type : {dtype::int16, dtype::int32}) {
         auto const x = in.below(1000, "x", type);
         in << dynamic::isin(x, in.below(1000, "values", type, {200}));
       }
     }},
    {"isin of many", 1,
     [](in_t& in) {
       for (dtype const type : {dtype::int16, dtype::int32}) {
         auto const x = in.below(1000, "x", type, {300});
         in << dynamic::isin(x, in.below(1000, "values", type));
       }
     }},
    {"sets", 1,
     [](in_t& in) {
       auto const a = in.below(2000, "a"), b = in.below(2000, "b", dtype::float32, {1500});
       in << dynamic::intersect1d(a, b) << dynamic::union1d(a, b) << dynamic::setdiff1d(a, b)
          << dynamic::setxor1d(a, b);
     }},
};

DYNAMIC_SWEEP(dynamic_every_layout, of_distinct_values)
{
  acre_test::check_every_layout(distinct, instances());
}

}  // namespace
