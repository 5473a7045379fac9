#pragma once

#include <acre/dynamic/array.hpp>

#include <optional>
#include <string_view>

/// Sequences and matrices of a rule on a space that is known at run time only, as the functions of
/// the same names (acre/array/sequences.hpp, creation.hpp). Queued.
namespace acre::dynamic {

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
