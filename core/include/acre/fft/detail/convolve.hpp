#pragma once

#include <acre/array/copy.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre/fft/transform.hpp>
#include <acre/reduce/convolve.hpp>

#include <array>
#include <cstdint>
#include <type_traits>

/// Convolutions by transforms of blocks (../convolve.hpp).
namespace acre::fft::detail {

/// What a convolution is computed in. Refuses operands that it does not take.
template <expression A, expression V>
constexpr auto convolved_number()
{
  static_assert(A::rank == 1 && V::rank == 1,
                "acre: fast::convolve and fast::correlate take two one-dimensional arrays");
  static_assert(acre::detail::spaces_agree<typename A::space_type, typename V::space_type>,
                "acre: the operands live in different spaces; copy one with copy_to(space, x)");
  using T = promote_t<typename A::value_type, typename V::value_type>;
  static_assert(!std::is_integral_v<T>,
                "acre: fast::convolve and fast::correlate take floating-point or complex numbers: "
                "sums of integers are the same in any order, by convolve and correlate");
  if constexpr (acre::detail::is_half<T>)
    return float{};
  else
    return T{};
}
template <expression A, expression V>
using convolved_t = decltype(convolved_number<A, V>());

template <expression A, expression V, element T, class Space>
auto rounded_to(array<T, 1, Space> const& result)
{
  using promoted = promote_t<typename A::value_type, typename V::value_type>;
  if constexpr (std::is_same_v<promoted, T>)
    return result;
  else
    return evaluate(acre::cast<promoted>(result));
}

template <expression V>
auto conjugate(V const& v)
{
  if constexpr (is_complex<typename V::value_type>::value)
    return acre::conj(v);
  else
    return v;
}

/// Results by block: `step` of each of `count` blocks of `length` elements, of which the first
/// length - step have too few before them.
struct convolution_blocks {
  std::int64_t length, step, count;
};
/// Elements of the shorter operand, and products, from which transforms take less time than a sum
/// for each result. (H200: 5·10^6 by 128; one thread: 3000 by 80.)
struct convolution_limits {
  std::int64_t elements, products;
};
template <class Space>
inline constexpr convolution_limits limits_of =
    Space::queue_type::is_device ? convolution_limits{128, std::int64_t{1} << 29}
                                 : convolution_limits{80, std::int64_t{1} << 15};

/// For so many results of an operand of m elements and one that is not shorter. No blocks below
/// the limits.
convolution_blocks cut_convolution(std::int64_t results, std::int64_t m,
                                   convolution_limits const& least);

/// Element k is the sum of a[k + first - j] × v[j] over the j for which a has such an element.
template <element T, class Space>
array<T, 1, Space> convolved_by_blocks(array<T, 1, Space> const& a, array<T, 1, Space> const& v,
                                       std::int64_t first, std::int64_t results,
                                       convolution_blocks const& cut)
{
  using acre::detail::assign, acre::detail::sliced;
  auto const [length, step, count] = cut;
  // a block's elements: those of its results, and those that these need before
  std::int64_t const before = length - step;
  array<T, 1, Space> const padded(a.space(), std::array{(count - 1) * step + length});
  std::int64_t const shift = before - first, end = std::min(padded.size(), a.size() + shift);
  sliced(padded, 0, slice(0, shift)) = T{};
  assign(sliced(padded, 0, slice(shift, end)), sliced(a, 0, slice(0, end - shift)));
  sliced(padded, 0, slice(end, none)) = T{};
  array<T, 2, Space> const blocks(a.space(), padded.owner(), acre::detail::node::first(padded),
                                  {count, length}, {step, std::int64_t{1}});
  auto const by_transforms = [&] {
    if constexpr (is_complex<T>::value)
      return ifft(fft(blocks) * fft(v, {.n = length}));
    else
      return irfft(rfft(blocks) * rfft(v, {.n = length}), {.n = length});
  };
  auto const sums = sliced(by_transforms(), 1, slice(before, length));
  array<T, 1, Space> const result(a.space(), std::array{results});
  array<T, 2, Space> const whole(a.space(), result.owner(), acre::detail::node::first(result),
                                 {count - 1, step}, {step, std::int64_t{1}});
  assign(whole, sliced(sums, 0, slice(0, count - 1)));
  std::int64_t const done = (count - 1) * step;
  array<T, 1, Space> const last(a.space(), sums.owner(),
                                acre::detail::node::first(sums) + (count - 1) * sums.strides()[0],
                                {results - done}, {sums.strides()[1]});
  assign(sliced(result, 0, slice(done, results)), last);
  return result;
}

/// The convolution of an array and one that is not longer.
template <element T, class Space>
array<T, 1, Space> convolved(array<T, 1, Space> const& a, array<T, 1, Space> const& v,
                             convolve_mode mode, convolution_limits const& least = limits_of<Space>)
{
  std::int64_t const n = a.size(), m = v.size();
  std::int64_t first = 0, results = n + m - 1;
  if (mode == convolve_mode::same) first = m - 1 - m / 2, results = n;
  if (mode == convolve_mode::valid) first = m - 1, results = n - m + 1;
  auto const cut = cut_convolution(results, m, least);
  if (cut.count == 0)
    return acre::detail::correlated(a, acre::detail::flipped(v, std::array{0}), mode);
  return convolved_by_blocks(a, v, first, results, cut);
}

}  // namespace acre::fft::detail
