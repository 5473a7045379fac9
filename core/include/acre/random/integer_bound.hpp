#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <type_traits>

namespace acre {

namespace detail {
template <class>
inline constexpr bool is_no_integer = false;
}

/// A bound of integers that are drawn: an integer of any type and its value. Nothing is cut to the
/// dtype that is drawn, and one behind its last integer, as 256 of uint8, can be said.
class integer_bound {
 public:
  template <std::integral T>
  constexpr integer_bound(T value)
      : is_negative_(std::is_signed_v<T> && static_cast<std::int64_t>(value) < 0),
        bits_(static_cast<std::uint64_t>(value))
  {}
  template <std::floating_point T>
  constexpr integer_bound(T)
  {
    static_assert(detail::is_no_integer<T>,
                  "acre: bounds of integers are integers: g.integers(shape(10), 0, 6)");
  }

  /// The value modulo 2^64.
  constexpr std::uint64_t bits() const { return bits_; }
  constexpr bool is_negative() const { return is_negative_; }

  friend constexpr bool operator<(integer_bound const& a, integer_bound const& b)
  {
    return a.is_negative_ != b.is_negative_ ? a.is_negative_ : a.bits_ < b.bits_;
  }
  friend std::string to_string(integer_bound const& a)
  {
    return a.is_negative_ ? std::to_string(static_cast<std::int64_t>(a.bits_))
                          : std::to_string(a.bits_);
  }

 private:
  bool is_negative_ = false;
  std::uint64_t bits_ = 0;
};

namespace detail {

/// Throws value_error unless there are integers of [low, high) and a dtype of least … most has all
/// of them, in NumPy's order and, but for the last, its words: low is out of bounds for uint8; high
/// is out of bounds for uint8; integers: low 3 is not below high 3.
void require_bounds(char const* dtype, integer_bound low, integer_bound high, integer_bound least,
                    integer_bound most);

}  // namespace detail

}  // namespace acre
