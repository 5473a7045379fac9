#include "reductions.hpp"

namespace acre::dynamic::detail {

namespace {

using booleans = type_list<bool>;

dtype real_part(dtype d)
{
  return d == dtype::complex64 ? dtype::float32 : d == dtype::complex128 ? dtype::float64 : d;
}

any_array run_var(any_array const& a, axis_set const& axes, ddof d)
{
  return with_array<inexacts>("var", a, [&](auto const& x) { return var(x, d, axes, keepdims); });
}
any_array run_std(any_array const& a, axis_set const& axes, ddof d)
{
  return with_array<inexacts>("std", a,
                              [&](auto const& x) { return stddev(x, d, axes, keepdims); });
}

constexpr reduction_entry entries[] = {
    {"mean", mean_dtype, as_is, run_reduction<inexacts>([](auto const& x, axis_set const& a) {
       return mean(x, a, keepdims);
     })},
    {"var", mean_dtype, real_part, run_var},
    {"std", mean_dtype, real_part, run_std},
    {"any", truth_value, as_is,
     run_reduction<booleans>([](auto const& x, axis_set const& a) { return any(x, a, keepdims); })},
    {"all", truth_value, as_is,
     run_reduction<booleans>([](auto const& x, axis_set const& a) { return all(x, a, keepdims); })},
    {"count_nonzero", truth_value, count_of,
     run_reduction<booleans>(
         [](auto const& x, axis_set const& a) { return count_nonzero(x, a, keepdims); })},
};

}  // namespace

std::span<reduction_entry const> moment_reductions() { return entries; }

}  // namespace acre::dynamic::detail
