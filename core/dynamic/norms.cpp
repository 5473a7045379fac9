#include <acre/linalg/norm.hpp>

#include "reductions.hpp"

namespace acre::dynamic::detail {

namespace {

/// As vector_norm() has it.
dynamic_array run_norm(std::string_view name, dynamic_array const& a, axis_set const& axes, ddof)
{
  return with_array<floats>(name, a, [&]<class T, int R, class Space>(array<T, R, Space> const& x) {
    using acre::detail::root_of_sum, acre::detail::squared_magnitude;
    return acre::detail::reduce_with(
        root_of_sum<T>{}, acre::detail::make_unary<squared_magnitude>(x), axes, keepdims);
  });
}

}  // namespace

constinit reduction_entry const norm_of_reals = {"vector_norm", as_is, as_is, run_norm};

}  // namespace acre::dynamic::detail
