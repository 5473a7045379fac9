#pragma once

#include <acre/dynamic/elementwise.hpp>

#include <vector>

/// New arrays on a space that is known at run time only, as the functions of the same names.
/// Queued.
namespace acre::dynamic {

/// Integers: int64.
dynamic_array arange(dynamic_space const& space, std::int64_t start, std::int64_t stop,
                     std::int64_t step = 1);
dynamic_array arange(dynamic_space const& space, double start, double stop, double step = 1);
dynamic_array linspace(dynamic_space const& space, double start, double stop,
                       std::int64_t count = 50, bool endpoint = true);

/// One value in every element. Throws value_error for an integer that an integer dtype cannot hold,
/// dtype_error for a complex number and a real dtype.
dynamic_array full(dynamic_space const& space, dtype type, extents_view shape, scalar_value value);

/// The 64-bit words of NumPy's Philox(key=key, counter=counter).random_raw(count): uint64. Both
/// numbers are given by their 64-bit words, the low one first.
dynamic_array philox4x64(dynamic_space const& space, std::array<std::uint64_t, 2> const& key,
                         std::array<std::uint64_t, 4> const& counter, std::int64_t count);

}  // namespace acre::dynamic
