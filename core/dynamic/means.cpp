#include "reductions.hpp"

namespace acre::dynamic::detail {

namespace {

dtype real_part(dtype d)
{
  return d == dtype::complex64 ? dtype::float32 : d == dtype::complex128 ? dtype::float64 : d;
}

dynamic_array run_var(dynamic_array const& a, axis_set const& axes, ddof d)
{
  return with_array<inexacts>("var", a, [&](auto const& x) { return var(x, d, axes, keepdims); });
}
dynamic_array run_std(dynamic_array const& a, axis_set const& axes, ddof d)
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
};

}  // namespace

std::span<reduction_entry const> mean_reductions() { return entries; }

}  // namespace acre::dynamic::detail
