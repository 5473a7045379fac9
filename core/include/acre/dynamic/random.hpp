#pragma once

#include <acre/dynamic/array.hpp>
#include <acre/random/detail/declaration.hpp>
#include <acre/random/integer_bound.hpp>

#include <span>

/// Random numbers in arrays whose dtype, shape and space are known at run time only: the draws of
/// generator's functions of the same names, with their bits and what they throw. Queued.
namespace acre::dynamic {

/// The dtype is float16, bfloat16, float32 or float64. Throws dtype_error for another dtype.
dynamic_array uniform(generator& g, dynamic_space const& space, dtype type, extents_view shape,
                      double low = 0, double high = 1);
dynamic_array normal(generator& g, dynamic_space const& space, dtype type, extents_view shape,
                     double mean = 0, double sigma = 1);
dynamic_array exponential(generator& g, dynamic_space const& space, dtype type, extents_view shape,
                          double scale = 1);
dynamic_array lognormal(generator& g, dynamic_space const& space, dtype type, extents_view shape,
                        double mean = 0, double sigma = 1);
dynamic_array gamma(generator& g, dynamic_space const& space, dtype type, extents_view shape,
                    double alpha, double scale = 1);
dynamic_array beta(generator& g, dynamic_space const& space, dtype type, extents_view shape,
                   double a, double b);

/// Counts and indices, int64; choice() waits for its tables.
dynamic_array poisson(generator& g, dynamic_space const& space, extents_view shape, double mean);
dynamic_array binomial(generator& g, dynamic_space const& space, extents_view shape,
                       std::int64_t trials, double p);
dynamic_array choice(generator& g, dynamic_space const& space, extents_view shape,
                     std::span<double const> weights);

/// Integers of [low, high); high may be one behind the dtype's last. Throws value_error for bounds
/// that the dtype hasn't (high is out of bounds for int8), dtype_error for another dtype.
dynamic_array integers(generator& g, dynamic_space const& space, dtype type, extents_view shape,
                       integer_bound low, integer_bound high);

/// 0, 1, … count - 1 in another order.
dynamic_array permutation(generator& g, dynamic_space const& space, std::int64_t count);

}  // namespace acre::dynamic
