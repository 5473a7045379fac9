#pragma once

#include <acre/array/array.hpp>
#include <acre/error.hpp>

#include <cstdint>
#include <string>
#include <type_traits>

/// What a draw refuses: a parameter's value, while the program runs, and arguments that are none of
/// its overloads', while it compiles.
namespace acre::detail {

/// A number as it is read: 3, 0.5, -1e+300, nan.
std::string shown(float value);
std::string shown(double value);
std::string shown(std::int64_t value);

/// Throws value_error where it doesn't fit: normal: sigma -1 is not a number from 0 on.
template <class T>
void require_parameter(char const* operation, char const* parameter, T value, bool fits,
                       char const* what)
{
  if (!fits)
    throw value_error(std::string(operation) + ": " + parameter + " " + shown(value) + " is " +
                      what);
}

/// Whether a number stands where a shape should, first or behind a space, or nothing at all.
template <class... Arguments>
inline constexpr bool no_shape = sizeof...(Arguments) == 0;
template <class First, class... Rest>
inline constexpr bool no_shape<First, Rest...> = std::is_arithmetic_v<First>;
template <class Space, class First, class... Rest>
  requires requires { typename Space::queue_type; }
inline constexpr bool no_shape<Space, First, Rest...> = std::is_arithmetic_v<First>;
/// g.normal(10), g.integers(0, 6, shape(10)); g.normal(shape(10), mean, 1.0) of an array.
template <class... Arguments>
inline constexpr bool no_draw = no_shape<Arguments...> || (expression<Arguments> || ...);
template <class First, class... Arguments>
array<double> refuse_draw()
{
  static_assert(never<First> || !(expression<Arguments> || ...),
                "acre: a distribution's parameters are numbers; arrays shift and scale what is "
                "drawn: mean + spread * g.normal(shape(1000))");
  static_assert(never<First> || (expression<Arguments> || ...),
                "acre: the shape stands before the numbers: g.normal(shape(1000)), "
                "g.integers(shape(10), 0, 6); it may stand behind a space");
  return {};
}
template <class E>
E refuse_elements(E const& e)
{
  static_assert(never<E>,
                "acre: a generator draws indices, which take() takes elements by: "
                "take(a, g.permutation(a.size()), 0), take(a, g.choice(shape(10), weights), 0), "
                "take(a, g.integers(shape(10), 0, a.size()), 0)");
  return e;
}
template <class Number>
array<double> refuse_one_number()
{
  static_assert(never<Number>,
                "acre: a distribution's two numbers stand together: g.normal(shape(10), 5.0, 1.0), "
                "g.uniform(shape(10), -1.0, 1.0); an integer alone is the first element's number");
  return {};
}

}  // namespace acre::detail
