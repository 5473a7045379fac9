#pragma once

/// Misuses of <acre/fft/transform.hpp>, refused with a sentence; that header opens this one last.
namespace acre::fft {

namespace detail {

template <class N, class E>
E refuse_unnamed(E const& e)
{
  static_assert(acre::detail::never<N>,
                "acre: a transform's arguments have names: fft::fft(x, {.n = 8, .axis = 0, .norm = "
                "fft::norm::ortho})");
  return e;
}

}  // namespace detail

/// fft(x, 8), fft(x, 8, 0).
template <expression E, std::integral N, class... More>
auto fft(E const& e, N, More const&...)
{
  return detail::refuse_unnamed<N>(e);
}
template <expression E, std::integral N, class... More>
auto ifft(E const& e, N, More const&...)
{
  return detail::refuse_unnamed<N>(e);
}
template <expression E, std::integral N, class... More>
auto rfft(E const& e, N, More const&...)
{
  return detail::refuse_unnamed<N>(e);
}
template <expression E, std::integral N, class... More>
auto irfft(E const& e, N, More const&...)
{
  return detail::refuse_unnamed<N>(e);
}

}  // namespace acre::fft
