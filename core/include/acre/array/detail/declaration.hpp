#pragma once

#include <acre/array/dtype.hpp>
#include <acre/backends.hpp>

#include <complex>

namespace acre {

/// The space of this build that arrays live in unless another is named: the last of all_spaces.
using default_space = detail::last_of<all_spaces>;

namespace detail {
/// The dtype that is meant where C++ has a number that none is. An array of such numbers is refused
/// with a sentence (array/detail/refusals/array.hpp), one of anything else by its constraint.
template <class T>
struct dtype_meant;
template <>
struct dtype_meant<long double> {
  using type = double;
};
template <class T>
struct dtype_meant<std::complex<T>> {
  using type = complex<double>;
};
template <class T>
concept no_dtype_yet = requires { typename dtype_meant<T>::type; };
template <class T>
concept element_of_array = element<T> || no_dtype_yet<T>;
}  // namespace detail

template <detail::element_of_array T, int Rank = 1, class Space = default_space>
class array;

}  // namespace acre
