#pragma once

#include <acre/dynamic/elementwise.hpp>

#include <optional>
#include <string_view>

/// Sequences and matrices of a rule on a space that is known at run time only, as the functions of
/// the same names (acre/array/sequences.hpp, creation.hpp). Queued.
namespace acre::dynamic {

/// arange() of a dtype, as NumPy's: there are as many numbers as of arange(start, stop, step), the
/// first two, start and start + step, are cast to the dtype, and the others go on by their distance
/// there; integers wrap around. Throws value_error where an integer dtype cannot hold one of the
/// first two, dtype_error for more than two of bool, and what arange() does.
dynamic_array arange(dynamic_space const& space, dtype type, scalar_value start, scalar_value stop,
                     scalar_value step = std::int64_t{1});
dynamic_array eye(dynamic_space const& space, dtype type, std::int64_t rows, std::int64_t columns,
                  std::int64_t k = 0);
dynamic_array tri(dynamic_space const& space, dtype type, std::int64_t rows, std::int64_t columns,
                  std::int64_t k = 0);
dynamic_array logspace(dynamic_space const& space, double start, double stop,
                       std::int64_t count = 50, bool endpoint = true, double base = 10);
dynamic_array geomspace(dynamic_space const& space, double start, double stop,
                        std::int64_t count = 50, bool endpoint = true);
/// hanning, hamming, blackman, bartlett, or kaiser of a beta (acre/array/windows.hpp). Throws
/// value_error for another name.
dynamic_array window(dynamic_space const& space, std::string_view name, std::int64_t count,
                     double beta = 0);
dynamic_array vander(dynamic_array const& x, std::optional<std::int64_t> columns = {},
                     bool increasing = false);

}  // namespace acre::dynamic
