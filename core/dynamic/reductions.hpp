#pragma once

#include <acre/dynamic/reduce.hpp>
#include <acre/reduce/axes.hpp>
#include <acre/reduce/ddof.hpp>

#include <span>

#include "dispatch.hpp"

/// The tables of reductions that the sources in this folder make.
namespace acre::dynamic::detail {

/// `argument` is the dtype to which the operand is converted, `result` what comes of it, `run`
/// the reduction, whose name a refusal has, along axes of the array of rank 6; axes stay with
/// extent 1.
struct reduction_entry {
  std::string_view name;
  dtype (*argument)(dtype);
  dtype (*result)(dtype);
  dynamic_array (*run)(std::string_view, dynamic_array const&, axis_set const&, ddof);
};

/// The entry's reduction of a, which has its dtype or a half's, along the marked axes.
dynamic_array reduce_by(reduction_entry const& entry, std::string_view reduction,
                        dynamic_array const& a, std::span<bool const> reduced,
                        reduction_options const& options);

/// The norm of vectors of real numbers, which vector_norm() alone takes.
extern reduction_entry const norm_of_reals;

std::span<reduction_entry const> sum_reductions();
std::span<reduction_entry const> prod_reductions();
std::span<reduction_entry const> extrema_reductions();
std::span<reduction_entry const> position_reductions();
std::span<reduction_entry const> mean_reductions();
std::span<reduction_entry const> logic_reductions();
std::span<reduction_entry const> nan_sum_reductions();
std::span<reduction_entry const> nan_extrema_reductions();
std::span<reduction_entry const> nan_position_reductions();
std::span<reduction_entry const> nan_spread_reductions();

inline dtype as_is(dtype d) { return d; }
inline dtype truth_value(dtype) { return dtype::boolean; }
inline dtype count_of(dtype) { return dtype::int64; }
template <class List, class F>
dynamic_array call_reduction(std::string_view name, dynamic_array const& a, axis_set const& axes,
                             ddof)
{
  return with_array<List>(name, a, [&](auto const& x) { return F()(x, axes); });
}
/// A reduction of expressions, without state, as an entry's `run`, compiled for List's dtypes.
template <class List, class F>
constexpr auto run_reduction(F)
{
  return &call_reduction<List, F>;
}

}  // namespace acre::dynamic::detail
