#pragma once

#include <acre/array/copy.hpp>
#include <acre/array/shape.hpp>
#include <acre/error.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

/// An operation's effect on its values through index arrays, and everything that it leaves
/// behind, to be compared.
namespace acre_test {

enum class action { read, write, add, min, max };

/// The value that is written n-th: for floating-point types one with which the order of a sum
/// shows.
template <class T>
T value_at(std::int64_t n)
{
  if constexpr (std::is_floating_point_v<T>)
    return static_cast<T>(n % 3 == 0 ? 1e17 : n % 3 == 1 ? -1e17 : 0.1) * static_cast<T>(n + 1);
  else
    return static_cast<T>(n % 2 == 0 ? 50 + n : -n);
}
template <class T>
std::vector<T> values(std::int64_t count)
{
  std::vector<T> v;
  for (std::int64_t n = 0; n < count; ++n) v.push_back(value_at<T>(n));
  return v;
}

/// The array that an action leaves where `there` was.
template <class T>
T combined(action what, T there, T value)
{
  if (what == action::add) return static_cast<T>(there + value);
  if (what == action::min) return std::min(there, value);
  if (what == action::max) return std::max(there, value);
  return value;
}

/// An operation's result or the error it threw, and what it left behind.
template <class T>
struct outcome {
  std::string error;
  std::vector<std::int64_t> shape;
  std::vector<T> elements;  ///< of what was read
  std::vector<T> view;      ///< the array afterwards
  std::int64_t around = 0;  ///< fillers in the memory around it
  bool operator==(outcome const&) const = default;
};

template <class T>
std::string text(outcome<T> const& o)
{
  std::string out = o.error.empty() ? "shape " + acre::to_string(o.shape) + " of" : o.error;
  for (T const x : o.elements) out += " " + std::to_string(x);
  out += "; the array holds";
  for (T const x : o.view) out += " " + std::to_string(x);
  return out + "; " + std::to_string(o.around) + " fillers";
}

/// An f's traces on the space, also where it throws. The space has to be usable afterwards.
template <class T, class Space, class Placed, class F>
outcome<T> outcome_of(Space const& space, Placed const& a, F const& f)
{
  outcome<T> o;
  auto const attempt = [&](auto const& g, char const* before) {
    try {
      g();
    } catch (acre::index_error const& e) {
      o.error += std::string(before) + "index_error: " + e.message();
    } catch (acre::shape_error const& e) {
      o.error += std::string(before) + "shape_error: " + e.message();
    } catch (acre::error const& e) {
      o.error += std::string(before) + "another error: " + e.message();
    }
  };
  attempt([&] { f(o), space.fence(); }, "");
  attempt([&] { space.fence(); }, " and then ");
  auto const memory = to_vector(a.whole);
  o.view = to_vector(a.view);
  o.around = std::count(memory.begin(), memory.end(), T(77));
  if (!o.error.empty()) o.elements.clear(), o.shape.clear();
  return o;
}

}  // namespace acre_test
