#pragma once

#include <Kokkos_Macros.hpp>

#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

/// Sorting, stable and ascending.
///
///   sort_keys(on, keys, sorted, n, first_bit, last_bit)
///
/// writes n keys to `sorted`, in the order of their ranks' bits [first_bit, last_bit), all of them
/// if none are named; keys that agree in these bits keep their order.
///
///   sort_pairs(on, keys, sorted_keys, values, sorted_values, n, first_bit, last_bit)
///
/// moves n values along: trivially copyable ones of 4 or 8 bytes. Keys that are equal (see
/// sort_order::equal) keep their order; those of floating point are sorted by all bits.
///
///   sort_rows(on, keys, sorted, rows, length)
///   argsort_rows(on, keys, positions, rows, length)
///
/// sort each of `rows` rows of `length` keys, as sort_keys and sort_pairs do: `positions`, of
/// int64, count from the beginning of the row.
///
///   first_of_rows(on, keys, positions, rows, length, kept)
///
/// writes the first `kept` of each row's sorted positions alone, of rows of up to
/// first_of_rows_length keys; for CPUs.
///
/// Keys are unsigned integers, int32, int64, float and double; their *rank* is an unsigned number
/// of the same size, one to one. Inputs are left alone and overlap no output. GPUs queue it, CPUs
/// are done when it returns. Scratch: as many keys and values as there are, rows on a GPU three
/// times that; of argsort_rows keys alone, twice as many on CPUs (its numbers lie in the positions'
/// own memory while there are less than 2^32 of them); on a GPU the scratch of the vendor's radix
/// sort as well.
///
/// The kernels: host_common/src/sort.cpp; gpu_common/sort_rows.hpp, and the vendors' radix sort in
/// src/sort.hpp.
namespace acre::backends {

template <class T>
concept sort_key =
    (std::unsigned_integral<T> && !std::same_as<T, bool>) || std::same_as<T, std::int32_t> ||
    std::same_as<T, std::int64_t> || std::same_as<T, float> || std::same_as<T, double>;

/// Keys of a row of first_of_rows, at most.
inline constexpr int first_of_rows_length = 128;

/// Unsigned integers by their size.
template <int Bytes>
using sort_word_of = std::conditional_t<
    Bytes == 1, std::uint8_t,
    std::conditional_t<Bytes == 2, std::uint16_t,
                       std::conditional_t<Bytes == 4, std::uint32_t, std::uint64_t>>>;
template <class T>
using sort_word = sort_word_of<static_cast<int>(sizeof(T))>;

/// Bits of the fraction of floating point, 0 of integers.
template <class T>
inline constexpr int fraction_bits =
    std::numeric_limits<T>::is_integer ? 0 : std::numeric_limits<T>::digits - 1;

/// The order of T's values by their bits.
///
/// Of floating point: as numbers, -0.0 before 0.0, NaN last, those without a sign bit first, then
/// by their bits. `equal` makes the ranks of -0.0 and 0.0 the same and those of all NaNs.
template <class T>
struct sort_order {
  using word = sort_word<T>;
  static constexpr word top_bit = static_cast<word>(word{1} << (8 * sizeof(T) - 1));
  static constexpr bool floating = fraction_bits<T> > 0;
  static constexpr bool flipped = !floating && std::is_signed_v<T>;
  /// Place of -inf once negative numbers are mirrored: below are NaNs with a sign bit, which go to
  /// the end when this is subtracted.
  static constexpr word mirrored_minus_infinity =
      static_cast<word>((word{1} << fraction_bits<T>)-1);

  // a mask in the place of the choice: CUB's sort of float has 71 registers, not 56, and takes 1.16
  KOKKOS_INLINE_FUNCTION static constexpr word rank(word bits)
  {
    if constexpr (floating) {
      word const mirrored =
          bits & top_bit ? static_cast<word>(~bits) : static_cast<word>(bits | top_bit);
      return static_cast<word>(mirrored - mirrored_minus_infinity);
    } else if constexpr (flipped) {
      return static_cast<word>(bits ^ top_bit);
    } else {
      return bits;
    }
  }
  KOKKOS_INLINE_FUNCTION static constexpr word bits(word rank)
  {
    if constexpr (floating) {
      word const mirrored = static_cast<word>(rank + mirrored_minus_infinity);
      return mirrored & top_bit ? static_cast<word>(mirrored ^ top_bit)
                                : static_cast<word>(~mirrored);
    } else if constexpr (flipped) {
      return static_cast<word>(rank ^ top_bit);
    } else {
      return rank;
    }
  }
  /// The rank of what the value is equal to.
  KOKKOS_INLINE_FUNCTION static constexpr word equal(word rank)
  {
    return is_nan(rank) ? static_cast<word>(~word{0}) : equal_number(rank);
  }
  /// Likewise; all NaNs keep their own rank.
  KOKKOS_INLINE_FUNCTION static constexpr word equal_number(word rank)
  {
    if constexpr (floating) {
      if (rank == static_cast<word>(zero - 1)) return zero;
    }
    return rank;
  }
  KOKKOS_INLINE_FUNCTION static constexpr bool is_nan([[maybe_unused]] word rank)
  {
    if constexpr (floating)
      return rank > infinity;
    else
      return false;
  }

 private:
  /// The ranks of 0.0 and of +inf, which is as far from it as -inf, whose rank is 0, from -0.0.
  static constexpr word zero = static_cast<word>(top_bit - mirrored_minus_infinity),
                        infinity = static_cast<word>(2 * zero - 1);
};

/// Refuses in a sentence arguments that sort_keys cannot take.
template <class Key>
constexpr bool sort_keys_takes()
{
  static_assert(sort_key<Key>,
                "acre: keys to sort by are unsigned integers, int32, int64, float or double");
  return true;
}
/// Refuses in a sentence arguments that sort_pairs cannot take.
template <class Key, class Value>
constexpr bool sort_pairs_takes()
{
  static_assert(sort_keys_takes<Key>());
  static_assert(std::is_trivially_copyable_v<Value> && (sizeof(Value) == 4 || sizeof(Value) == 8),
                "acre: sort_pairs takes trivially copyable values of 4 or 8 bytes");
  return true;
}

}  // namespace acre::backends
