#pragma once

#include <acre/array/dtype.hpp>

#include <optional>
#include <string_view>

namespace acre {

/// The dtype of C++'s type T.
template <element T>
inline constexpr dtype dtype_of = dtype_traits<T>::code;

/// How many dtypes there are.
inline constexpr int dtype_count = detail::stored_dtypes::size;

/// NumPy's name: "float64", "int32", "bool".
char const* name(dtype d);
/// The dtype of that name, or nothing.
std::optional<dtype> dtype_named(std::string_view name);
int item_size(dtype d);
detail::kind kind_of(dtype d);

/// promote_t, promote_scalar_t, inexact_t, sum_t, quotient_t and real_t at run time.
dtype promote(dtype a, dtype b);
dtype promote_scalar(dtype array, detail::kind scalar);
dtype inexact(dtype d);
dtype sum_dtype(dtype d);
dtype quotient_dtype(dtype d);
dtype real_dtype(dtype d);

}  // namespace acre
