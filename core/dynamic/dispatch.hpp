#pragma once

#include <acre/array/detail/shape_rules.hpp>
#include <acre/dynamic/array.hpp>
#include <acre/error.hpp>

#include <algorithm>
#include <string>
#include <string_view>

/// From a dtype and a space at run time to a kernel that was compiled for them. For the sources
/// in this folder only.
namespace acre::dynamic::detail {

using acre::detail::kind;
using acre::detail::type_list;

using acre::detail::join;
using integers = acre::detail::integer_dtypes;
using floats = acre::detail::float_dtypes;
using reals = acre::detail::real_dtypes;
using inexacts = acre::detail::inexact_dtypes;
using numbers = acre::detail::number_dtypes;
using everything = acre::detail::all_elements;

inline bool is_half(dtype d) { return d == dtype::float16 || d == dtype::bfloat16; }

[[noreturn]] inline void refuse(std::string_view function, dtype a)
{
  throw dtype_error(std::string(function) + " does not take " + name(a) +
                    (is_half(a) ? ": astype(…, float32) first" : ""));
}

/// f(std::type_identity<T>) for the T of `List` that d is; refuses others in `function`'s name.
template <class R, class... T, class F>
R with_type(std::string_view function, dtype d, type_list<T...>, F const& f)
{
  R result{};
  bool const found =
      ((d == dtype_of<T> ? (result = f(std::type_identity<T>()), true) : false) || ...);
  if (!found) refuse(function, d);
  return result;
}

/// f(a as a typed array of rank 6) for a's space and dtype.
template <class List, class F>
auto with_array(std::string_view function, dynamic_array const& a, F const& f)
{
  return std::visit(
      [&]<class Space>(Space const&) {
        return with_type<dynamic_array>(function, a.dtype(), List(),
                                        [&]<class T>(std::type_identity<T>) {
                                          return dynamic_array(f(a.as<T, max_rank, Space>()));
                                        });
      },
      a.space());
}

/// Likewise for two arrays of one dtype; they must live on the same space.
template <class List, class F>
auto with_arrays(std::string_view function, dynamic_array const& a, dynamic_array const& b,
                 F const& f)
{
  return std::visit(
      [&]<class Space>(Space const&) {
        return with_type<dynamic_array>(
            function, a.dtype(), List(), [&]<class T>(std::type_identity<T>) {
              return dynamic_array(f(a.as<T, max_rank, Space>(), b.as<T, max_rank, Space>()));
            });
      },
      a.space());
}

/// The last `rank` axes of a result whose leading ones have extent 1.
inline dynamic_array of_rank(dynamic_array const& a, int rank)
{
  std::size_t const skip = static_cast<std::size_t>(a.rank() - rank);
  return {a.memory(),
          a.space(),
          a.dtype(),
          a.first(),
          a.shape().subspan(skip),
          a.strides().subspan(skip)};
}

/// Without axes of extent 1 in front that `rank` has no place for: what is assigned may have them.
inline dynamic_array without_front(dynamic_array const& a, int rank)
{
  std::size_t skip = 0;
  while (a.shape().size() - skip > static_cast<std::size_t>(rank) && a.shape()[skip] == 1) ++skip;
  return a.view(0, a.shape().subspan(skip), a.strides().subspan(skip));
}

/// For elements that are only moved, the size alone matters.
using bit_patterns =
    type_list<std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t, complex<double>>;

/// The memory as another dtype of the same size.
inline dynamic_array as_dtype(dynamic_array const& a, dtype type)
{
  return {a.memory(), a.space(), type, a.first(), a.shape(), a.strides()};
}
inline dynamic_array bits_of(dynamic_array const& a)
{
  switch (item_size(a.dtype())) {
    case 1:
      return as_dtype(a, dtype::uint8);
    case 2:
      return as_dtype(a, dtype::uint16);
    case 4:
      return as_dtype(a, dtype::uint32);
    case 8:
      return as_dtype(a, dtype::uint64);
    default:
      return as_dtype(a, dtype::complex128);
  }
}
/// f(a's bits as a typed array), whose result has a's dtype.
template <class F>
dynamic_array with_bits(dynamic_array const& a, F const& f)
{
  return as_dtype(with_array<bit_patterns>("", bits_of(a), f), a.dtype());
}

/// A shape of at most 8 axes, right-aligned in 8. Throws shape_error for one of more.
inline shape_t<max_rank> padded(extents_view shape)
{
  acre::detail::require_max_rank(shape);
  shape_t<max_rank> result;
  result.fill(1);
  std::copy(shape.begin(), shape.end(), result.end() - static_cast<std::ptrdiff_t>(shape.size()));
  return result;
}

}  // namespace acre::dynamic::detail
