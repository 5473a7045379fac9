#pragma once

#include <acre/array/detail/type_list.hpp>
#include <acre/array/dtype.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace acre {

/// A data type known at run time only; the values index tables.
enum class dtype : std::uint8_t {
  boolean,
  int8,
  int16,
  int32,
  int64,
  uint8,
  uint16,
  uint32,
  uint64,
  float32,
  float64,
  complex64,
  complex128
};

namespace detail {

/// In the order of dtype.
using all_elements = type_list<bool, std::int8_t, std::int16_t, std::int32_t, std::int64_t,
                               std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t, float,
                               double, complex<float>, complex<double>>;

template <class T, class... Types>
constexpr int position_in(type_list<Types...>)
{
  int at = 0;
  bool found = false;
  ((found = found || std::is_same_v<T, Types>, at += found ? 0 : 1), ...);
  return at;
}

}  // namespace detail

template <element T>
inline constexpr dtype dtype_of =
    static_cast<dtype>(detail::position_in<detail::canonical_t<T>>(detail::all_elements()));

inline constexpr int dtype_count = detail::all_elements::size;

/// NumPy's name: "float64", "int32", "bool".
char const* name(dtype d);
/// The dtype of that name, or nothing.
std::optional<dtype> dtype_named(std::string_view name);
int item_size(dtype d);
detail::kind kind_of(dtype d);

/// promote_t, promote_scalar_t, inexact_t and sum_t at run time.
dtype promote(dtype a, dtype b);
dtype promote_scalar(dtype array, detail::kind scalar);
dtype inexact(dtype d);
dtype sum_dtype(dtype d);

}  // namespace acre
