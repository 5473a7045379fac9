#pragma once

#include <acre/array/array.hpp>
#include <acre/error.hpp>
#include <acre/random/detail/halves.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

/// Refusals of draws: a parameter's value, while the program runs, and arguments that are none of
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
/// Likewise for T: g.normal<int>(shape(10)), g.integers<double>(shape(10), 0, 6).
template <class T, class... Arguments>
concept no_real_draw = !drawn_real<T> || no_draw<Arguments...>;
template <class T, class... Arguments>
concept no_integer_draw = !std::integral<T> || std::same_as<T, bool> || no_draw<Arguments...>;

template <class T, class... Arguments>
array<double> refuse_draw()
{
  constexpr bool arrays = (expression<Arguments> || ...), shapeless = no_shape<Arguments...>;
  static_assert(never<T> || !arrays,
                "acre: a distribution's parameters are numbers; arrays shift and scale what is "
                "drawn: mean + spread * g.normal(shape(1000))");
  static_assert(never<T> || arrays || !shapeless,
                "acre: the shape stands before the numbers: g.normal(shape(1000)), "
                "g.integers(shape(10), 0, 6); it may stand behind a space");
  static_assert(never<T> || arrays || shapeless,
                "acre: such a dtype isn't drawn: g.integers<int>(shape(10), 0, 6) is of integers, "
                "g.normal<float>(shape(10)) and its kin of float, double, float16 or bfloat16");
  return {};
}
template <class T>
array<double> refuse_braces()
{
  static_assert(never<T>,
                "acre: what is drawn has a shape: g.normal(shape(3, 4)), "
                "g.integers(shape(3, 4), 0, 6)");
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
template <class Few>
array<double> refuse_few_numbers()
{
  static_assert(never<Few>,
                "acre: a distribution's numbers stand behind the shape, all of them: "
                "g.integers(shape(10), 0, 6), g.poisson(shape(10), 3.0), g.gamma(shape(10), 2.0), "
                "g.beta(shape(10), 2.0, 3.0), g.binomial(shape(10), 8, 0.5)");
  return {};
}
template <class E>
array<double> refuse_weights()
{
  static_assert(never<E>,
                "acre: weights lie on the host, and are of double: g.choice(shape(10), "
                "to_vector(cast<double>(weights)))");
  return {};
}

/// Members of generator that refuse in a sentence elements in another order, or chosen, as
/// NumPy's; one number of two, numbers or braces in the place of the shape, arrays in that of
/// numbers or of weights, integers where there are fractions.
class refused_draws {
  friend constexpr bool operator==(refused_draws const&, refused_draws const&) = default;

 protected:
  template <expression E>
  auto permutation(E const& e)
  {
    return refuse_elements(e);
  }
  template <expression E, class... Rest>
  auto choice(E const& e, Rest const&...)
  {
    return refuse_elements(e);
  }
  template <std::integral Count, class... Rest>
  auto choice(Count n, Rest const&...)
  {
    return refuse_elements(n);
  }
  template <class T = double, class Space, std::size_t Rank, std::floating_point Number>
  auto uniform(Space const&, std::array<std::int64_t, Rank> const&, Number)
  {
    return refuse_one_number<Number>();
  }
  template <class T = double, class Space, std::size_t Rank, std::floating_point Number>
  auto normal(Space const&, std::array<std::int64_t, Rank> const&, Number)
  {
    return refuse_one_number<Number>();
  }
  template <class T = double, class... Arguments>
    requires no_real_draw<T, Arguments...>
  auto uniform(Arguments const&...)
  {
    return refuse_draw<T, Arguments...>();
  }
  template <class T = double, class... Arguments>
    requires no_real_draw<T, Arguments...>
  auto normal(Arguments const&...)
  {
    return refuse_draw<T, Arguments...>();
  }
  template <class T = double, class... Arguments>
    requires no_real_draw<T, Arguments...>
  auto lognormal(Arguments const&...)
  {
    return refuse_draw<T, Arguments...>();
  }
  template <class T = double, class... Arguments>
    requires no_real_draw<T, Arguments...>
  auto exponential(Arguments const&...)
  {
    return refuse_draw<T, Arguments...>();
  }
  template <class T = double, class... Arguments>
    requires no_real_draw<T, Arguments...>
  auto gamma(Arguments const&...)
  {
    return refuse_draw<T, Arguments...>();
  }
  template <class T = double, class... Arguments>
    requires no_real_draw<T, Arguments...>
  auto beta(Arguments const&...)
  {
    return refuse_draw<T, Arguments...>();
  }
  template <class T = std::int64_t, class... Arguments>
    requires no_integer_draw<T, Arguments...>
  auto integers(Arguments const&...)
  {
    return refuse_draw<T, Arguments...>();
  }
  template <class T = std::int64_t, class... Arguments>
    requires no_integer_draw<T, Arguments...>
  auto poisson(Arguments const&...)
  {
    return refuse_draw<T, Arguments...>();
  }
  template <class T = std::int64_t, class... Arguments>
    requires no_integer_draw<T, Arguments...>
  auto binomial(Arguments const&...)
  {
    return refuse_draw<T, Arguments...>();
  }
  template <class T = double, class... Rest>
  auto uniform(std::initializer_list<std::int64_t>, Rest const&...)
  {
    return refuse_braces<T>();
  }
  template <class T = double, class... Rest>
  auto normal(std::initializer_list<std::int64_t>, Rest const&...)
  {
    return refuse_braces<T>();
  }
  template <class T = double, class... Rest>
  auto exponential(std::initializer_list<std::int64_t>, Rest const&...)
  {
    return refuse_braces<T>();
  }
  template <class T = std::int64_t, class... Rest>
  auto integers(std::initializer_list<std::int64_t>, Rest const&...)
  {
    return refuse_braces<T>();
  }
  template <class T = std::int64_t, class... Rest>
  auto poisson(std::initializer_list<std::int64_t>, Rest const&...)
  {
    return refuse_braces<T>();
  }
  template <class T = std::int64_t, class Space, std::size_t Rank, class... Few>
    requires(sizeof...(Few) < 2 && (std::is_arithmetic_v<Few> && ...))
  auto integers(Space const&, std::array<std::int64_t, Rank> const&, Few...)
  {
    return refuse_few_numbers<type_list<T, Few...>>();
  }
  template <class Space, std::size_t Rank>
  auto poisson(Space const&, std::array<std::int64_t, Rank> const&)
  {
    return refuse_few_numbers<Space>();
  }
  template <class T = double, class Space, std::size_t Rank>
  auto gamma(Space const&, std::array<std::int64_t, Rank> const&)
  {
    return refuse_few_numbers<type_list<T>>();
  }
  template <class T = double, class Space, std::size_t Rank, class... Few>
    requires(sizeof...(Few) < 2 && (std::is_arithmetic_v<Few> && ...))
  auto beta(Space const&, std::array<std::int64_t, Rank> const&, Few...)
  {
    return refuse_few_numbers<type_list<T, Few...>>();
  }
  template <class Space, std::size_t Rank, class... Few>
    requires(sizeof...(Few) < 2 && (std::is_arithmetic_v<Few> && ...))
  auto binomial(Space const&, std::array<std::int64_t, Rank> const&, Few...)
  {
    return refuse_few_numbers<type_list<Few...>>();
  }
  template <class Space, std::size_t Rank, expression Weights>
  auto choice(Space const&, std::array<std::int64_t, Rank> const&, Weights const&)
  {
    return refuse_weights<Weights>();
  }
};

}  // namespace acre::detail
