#include <acre/reduce/sum.hpp>
#include <acre/reduce/variance.hpp>

#include "reductions.hpp"

namespace acre::dynamic::detail {

namespace {

dynamic_array run_var(std::string_view name, dynamic_array const& a, axis_set const& axes, ddof d)
{
  return with_array<inexacts>(name, a, [&](auto const& x) { return var(x, d, axes, keepdims); });
}
dynamic_array run_std(std::string_view name, dynamic_array const& a, axis_set const& axes, ddof d)
{
  return with_array<inexacts>(name, a, [&](auto const& x) { return stddev(x, d, axes, keepdims); });
}

constexpr reduction_entry means_entries[] = {
    {"mean", quotient_dtype, as_is, run_reduction<inexacts>([](auto const& x, axis_set const& a) {
       return mean(x, a, keepdims);
     })},
    {"var", quotient_dtype, real_dtype, run_var},
    {"std", quotient_dtype, real_dtype, run_std},
};

}  // namespace

std::span<reduction_entry const> mean_reductions() { return means_entries; }

}  // namespace acre::dynamic::detail
