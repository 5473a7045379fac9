#pragma once

#include <acre/testing/detail/ulp.hpp>

#include <charconv>
#include <cmath>
#include <cstdio>
#include <ostream>
#include <string>
#include <vector>

/// A comparison in words, for the cross-check, the matchers and acre-diff: host only, no
/// dependency.
namespace acre::detail {

/// Two arrays of one dtype and shape compared, with what stands at the elements to be shown.
struct difference {
  comparison elements;
  bool integers = false;  ///< distances are differences, not ulp
  std::uint64_t first_distance = 0;
  std::string first_a, first_b;  ///< the first element that differs
  std::string worst_a, worst_b;  ///< the first of those farthest apart

  bool same() const { return elements.same(); }
};

inline double to_double(half_bits h)
{
  int const exponent = h.bits >> 10 & 0x1f;
  int const fraction = h.bits & 0x3ff;
  double const magnitude = exponent == 31  ? (fraction != 0 ? NAN : INFINITY)
                           : exponent == 0 ? std::ldexp(fraction, -24)
                                           : std::ldexp(fraction + 1024, exponent - 25);
  return std::copysign(magnitude, (h.bits & 0x8000) != 0 ? -1.0 : 1.0);
}

template <typename Bits>
std::string nan_text(Bits bits)
{
  char out[32];
  std::snprintf(out, sizeof out, "nan (0x%0*llx)", static_cast<int>(2 * sizeof bits),
                static_cast<unsigned long long>(bits));
  return out;
}

/// The shortest text that reads back as the same number; NaNs with their bits.
template <typename T>
std::string number_text(T value)
{
  if constexpr (std::is_same_v<T, bool>) {
    return value ? "True" : "False";
  } else if constexpr (ulp::is_complex<T>) {
    return "(" + number_text(value.real()) + ", " + number_text(value.imag()) + ")";
  } else if constexpr (std::is_same_v<T, half_bits>) {
    if (ulp::is_nan(value.bits)) return nan_text(value.bits);
    return number_text(static_cast<float>(to_double(value)));
  } else {
    if constexpr (std::is_floating_point_v<T>)
      if (auto const bits = std::bit_cast<ulp::bits_of<T>>(value); ulp::is_nan(bits))
        return nan_text(bits);
    char out[64];
    return {out, std::to_chars(out, out + sizeof out, value).ptr};
  }
}

template <typename T>
difference difference_of(T const* a, T const* b, std::int64_t n,
                         std::optional<std::uint64_t> tolerance = std::nullopt)
{
  difference d;
  d.elements = compare_elements(a, b, n, tolerance);
  d.integers = std::is_integral_v<T>;
  if (auto const i = d.elements.first; i >= 0) {
    d.first_a = number_text(a[i]);
    d.first_b = number_text(b[i]);
    d.first_distance = ulp_distance(a[i], b[i]);
  }
  if (auto const i = d.elements.max_at; i >= 0) {
    d.worst_a = number_text(a[i]);
    d.worst_b = number_text(b[i]);
  }
  return d;
}

/// "(0, 2)", "(3,)", "()": an index as Python writes it.
inline std::string tuple_text(std::vector<std::int64_t> const& index)
{
  std::string out = "(";
  for (std::size_t axis = 0; axis < index.size(); ++axis)
    out += (axis > 0 ? ", " : "") + std::to_string(index[axis]);
  return out + (index.size() == 1 ? ",)" : ")");
}

inline std::string distance_text(difference const& d, std::uint64_t distance)
{
  if (!d.integers && distance == ulp_incomparable) return "a NaN and a number";
  return d.integers ? "difference " + std::to_string(distance) : std::to_string(distance) + " ulp";
}

/// "same bits: 12 elements", "different within 2 ulp: 3 of 12 elements". `count` writes numbers.
template <class Count>
std::string verdict_text(difference const& d, std::optional<std::uint64_t> tolerance,
                         Count const& count)
{
  comparison const& c = d.elements;
  std::string out = !tolerance ? (c.same() ? "same bits: " : "different: ")
                               : std::string(c.same() ? "same" : "different") + " within " +
                                     std::to_string(*tolerance) + (d.integers ? ": " : " ulp: ");
  if (!c.same()) out += count(c.different) + " of ";
  return out + count(c.size) + (c.size == 1 ? " element" : " elements");
}
inline std::string plain_count(std::int64_t n) { return std::to_string(n); }

/// Lines that say where and what the differences are, each behind `indent`.
template <class Count>
void print_places(std::ostream& out, difference const& d, std::vector<std::int64_t> const& shape,
                  char const* indent, Count const& count)
{
  comparison const& c = d.elements;
  auto const place = [&](std::int64_t flat) {
    return shape.empty() ? "the only element" : "index " + tuple_text(unravel(flat, shape));
  };
  if (!c.same())
    out << indent << "first at " << place(c.first) << ": " << d.first_a << " and " << d.first_b
        << " (" << distance_text(d, d.first_distance) << ")\n";
  if (c.max_at >= 0 && c.max_at != c.first)
    out << indent << "largest distance at " << place(c.max_at) << ": " << d.worst_a << " and "
        << d.worst_b << " (" << distance_text(d, c.max_distance) << ")\n";
  auto const line = [&](std::int64_t n, char const* text) {
    if (n > 0) out << indent << text << count(n) << '\n';
  };
  line(c.nan_on_one_side, "NaN on one side only: ");
  line(c.zero_sign, "zeros of different sign: ");
  line(c.nan_bits, "NaNs of different bits: ");
}

}  // namespace acre::detail
