#pragma once

#include <acre/array/half.hpp>
#include <acre/backends/common/program.hpp>
#include <acre/math/detail/bits.hpp>
#include <acre/random/detail/draw.hpp>
#include <acre/random/detail/uniform.hpp>

#include <concepts>
#include <limits>
#include <type_traits>

/// Random numbers of float16 and bfloat16: float32's, which their draws make, each finished.
namespace acre::detail {

/// What numbers are drawn in.
template <class T>
concept drawn_real = std::floating_point<T> || is_half<T>;

/// `Law`'s float32 numbers, each as Finish() makes it.
template <class Law, class Finish>
struct finished_law : Law {
  using value_type = std::invoke_result_t<Finish const&, float>;
  Finish finish;

  finished_law(Law const& law, Finish f = {}) : Law(law), finish(f) {}

  template <int N>
  KOKKOS_INLINE_FUNCTION packet<value_type, N> finished(packet<float, N> const& p) const
  {
    packet<value_type, N> q;
    for (int k = 0; k < N; ++k) q.v[k] = finish(p.v[k]);
    return q;
  }
  template <int N, class Draw>
  KOKKOS_INLINE_FUNCTION packet<value_type, N> run(Draw const& draw, std::uint64_t e) const
  {
    return finished(Law::template run<N>(draw, e));
  }
  template <int W, class Draw>
    requires stacked_law<Law>
  KOKKOS_INLINE_FUNCTION auto stack(Draw const& draw, std::uint64_t number, int lane) const
  {
    // packets of halves may be wider than Law's groups
    constexpr int N = W < Law::group ? W : Law::group, lines = backends::stack_lines;
    packet<value_type, lines * W> all;
    for (int part = 0; part < W; part += N) {
      auto const p = finished(Law::template stack<N>(draw, number, lane + part));
      for (int line = 0; line < lines; ++line)
        for (int k = 0; k < N; ++k) all.v[line * W + part + k] = p.v[line * N + k];
    }
    return all;
  }
};

template <class Half>
struct rounded_draw {
  KOKKOS_INLINE_FUNCTION Half operator()(float x) const { return Half(x); }
};

/// A law of T; for halves float32's, `Law`, rounded. Made from Law's parameters in braces.
template <class T, class Law>
using drawn_as = std::conditional_t<is_half<T>, finished_law<Law, rounded_draw<T>>, Law>;

/// Of [0, 1), the next multiple of 2^-11 (float16), of 2^-8 (bfloat16) from below: rounded to the
/// nearest, some would be 1.
template <class Half>
struct cut_draw {
  KOKKOS_INLINE_FUNCTION static float cut(float u)
  {
    constexpr float multiples = 1 << std::numeric_limits<Half>::digits;
    return static_cast<float>(static_cast<std::int32_t>(u * multiples)) * (1 / multiples);
  }
  KOKKOS_INLINE_FUNCTION Half operator()(float u) const { return Half(cut(u)); }
};

/// uniform_law's formula for such a number, rounded.
template <class Half>
struct cut_draw_between {
  float low, high, width;
  Half last;

  cut_draw_between(Half from, Half to, Half largest)
      : low(from), high(to), width(high - low), last(largest)
  {}
  KOKKOS_INLINE_FUNCTION Half operator()(float u) const
  {
    Half const x(math::detail::fused(cut_draw<Half>::cut(u), width, low));
    return x < high ? x : last;
  }
};

}  // namespace acre::detail
