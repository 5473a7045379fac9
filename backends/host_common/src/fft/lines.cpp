#include "lines.hpp"

#include <acre/math/trig.hpp>

#include <cstddef>
#include <utility>

namespace acre::backends::host::fft {

root_of_unity root(std::uint64_t j, std::uint64_t n)
{
  // the angle as a part of the circle, brought to its first eighth by whole numbers
  std::uint64_t const circle = 8 * n;
  std::uint64_t angle = 8 * (j % n);
  bool const below = 2 * angle > circle;
  if (below) angle = circle - angle;
  bool const left = 4 * angle > circle;
  if (left) angle = circle / 2 - angle;
  bool const steep = 8 * angle > circle;
  if (steep) angle = circle / 4 - angle;
  double const x =
      6.283185307179586476925 * (static_cast<double>(angle) / static_cast<double>(circle));
  double re = math::cos(x), im = math::sin(x);
  if (steep) std::swap(re, im);
  return {left ? -re : re, below ? -im : im};
}

namespace {

constexpr int radices[] = {4, 2, 3, 5, 7, 11, 13};

/// (re, im) times exp(-2πi …), which has these parts.
template <bool Turn, class R>
inline void put(R* re, R* im, R x, R y, R c, R s)
{
  if constexpr (Turn) {
    *re = x * c + y * s;
    *im = y * c - x * s;
  } else {
    *re = x;
    *im = y;
  }
}

/// One butterfly of a stage for `width` neighbours: element r of the transform of length P lies
/// `far` numbers behind element r - 1, result t `width` behind result t - 1. c, s: cosine and sine
/// of result t's angle.
template <int P, bool Turn, class R>
void butterflies(R const* __restrict xr, R const* __restrict xi, R* __restrict yr, R* __restrict yi,
                 std::int64_t far, std::int64_t width, R const* c, R const* s, R const* unit_cos,
                 R const* unit_sin)
{
  if constexpr (P == 2) {
    R const c1 = c[1], s1 = s[1];
    for (std::int64_t q = 0; q < width; ++q) {
      R const ar = xr[q], ai = xi[q], br = xr[q + far], bi = xi[q + far];
      yr[q] = ar + br;
      yi[q] = ai + bi;
      put<Turn>(yr + q + width, yi + q + width, ar - br, ai - bi, c1, s1);
    }
  } else if constexpr (P == 4) {
    R const c1 = c[1], s1 = s[1], c2 = c[2], s2 = s[2], c3 = c[3], s3 = s[3];
    for (std::int64_t q = 0; q < width; ++q) {
      R const ar = xr[q], ai = xi[q], br = xr[q + far], bi = xi[q + far];
      R const cr = xr[q + 2 * far], ci = xi[q + 2 * far], dr = xr[q + 3 * far],
              di = xi[q + 3 * far];
      R const er = ar + cr, ei = ai + ci, fr = ar - cr, fi = ai - ci;
      R const gr = br + dr, gi = bi + di, hr = bi - di, hi = dr - br;  // h = -i (b - d)
      yr[q] = er + gr;
      yi[q] = ei + gi;
      put<Turn>(yr + q + width, yi + q + width, fr + hr, fi + hi, c1, s1);
      put<Turn>(yr + q + 2 * width, yi + q + 2 * width, er - gr, ei - gi, c2, s2);
      put<Turn>(yr + q + 3 * width, yi + q + 3 * width, fr - hr, fi - hi, c3, s3);
    }
  } else {  // an odd prime: elements r and P - r have the same cosines and opposite sines
    constexpr int pairs = P / 2;
    for (std::int64_t q = 0; q < width; ++q) {
      R const ar = xr[q], ai = xi[q];
      R ur[pairs], ui[pairs], vr[pairs], vi[pairs];
      R zr = ar, zi = ai;
      for (int r = 0; r < pairs; ++r) {
        R const br = xr[q + (r + 1) * far], bi = xi[q + (r + 1) * far];
        R const cr = xr[q + (P - 1 - r) * far], ci = xi[q + (P - 1 - r) * far];
        ur[r] = br + cr, ui[r] = bi + ci;
        vr[r] = br - cr, vi[r] = bi - ci;
        zr += ur[r], zi += ui[r];
      }
      yr[q] = zr;
      yi[q] = zi;
      for (int t = 1; t <= pairs; ++t) {
        R er = ar, ei = ai, fr = 0, fi = 0;
        for (int r = 0; r < pairs; ++r) {
          int const at = (r + 1) * t % P;
          er += ur[r] * unit_cos[at], ei += ui[r] * unit_cos[at];
          fr += vr[r] * unit_sin[at], fi += vi[r] * unit_sin[at];
        }
        put<Turn>(yr + q + t * width, yi + q + t * width, er + fi, ei - fr, c[t], s[t]);
        put<Turn>(yr + q + (P - t) * width, yi + q + (P - t) * width, er - fi, ei + fr, c[P - t],
                  s[P - t]);
      }
    }
  }
}

/// f(constant) with the radix as a constant.
template <class F>
void with_radix(int radix, F const& f)
{
  switch (radix) {
    case 2:
      return f(std::integral_constant<int, 2>());
    case 3:
      return f(std::integral_constant<int, 3>());
    case 4:
      return f(std::integral_constant<int, 4>());
    case 5:
      return f(std::integral_constant<int, 5>());
    case 7:
      return f(std::integral_constant<int, 7>());
    case 11:
      return f(std::integral_constant<int, 11>());
    default:
      return f(std::integral_constant<int, 13>());
  }
}

}  // namespace

template <class R>
line_plan<R>::line_plan(std::int64_t n) : n_(n)
{
  std::int64_t left = n, stride = 1;
  for (int const radix : radices)
    while (left % radix == 0) {
      stages_.push_back({radix, left, stride});
      left /= radix, stride *= radix;
    }
  if (left == 1) {
    cos_.resize(static_cast<std::size_t>(n));
    sin_.resize(static_cast<std::size_t>(n));
    for (std::int64_t j = 0; j < n; ++j) {
      auto const w = root(static_cast<std::uint64_t>(j), static_cast<std::uint64_t>(n));
      cos_[static_cast<std::size_t>(j)] = static_cast<R>(w.re);
      sin_[static_cast<std::size_t>(j)] = static_cast<R>(w.im);
    }
    return;
  }
  // x[j] x[k]'s angle j k is (j² + k² - (k - j)²) / 2: a convolution, through a power of two
  stages_.clear();
  std::int64_t m = 1;
  while (m < 2 * n - 1) m *= 2;
  inner_ = cached_plan<line_plan<double>>(m);
  auto const size = static_cast<std::size_t>(n), padded = static_cast<std::size_t>(m);
  chirp_re_.resize(size), chirp_im_.resize(size);
  filter_re_.assign(padded, 0.0), filter_im_.assign(padded, 0.0);
  std::uint64_t square = 0;  // j² modulo 2 n
  for (std::size_t j = 0; j < size; ++j) {
    auto const w = root(square, 2 * size);
    chirp_re_[j] = w.re, chirp_im_[j] = -w.im;
    filter_re_[j] = w.re, filter_im_[j] = w.im;
    filter_re_[(padded - j) % padded] = w.re, filter_im_[(padded - j) % padded] = w.im;
    square = (square + 2 * j + 1) % (2 * size);
  }
  std::vector<double> room(static_cast<std::size_t>(inner_->scratch()));
  inner_->forward(filter_re_.data(), filter_im_.data(), 1, room.data());
  for (std::size_t j = 0; j < padded; ++j) {
    filter_re_[j] /= static_cast<double>(m);
    filter_im_[j] /= static_cast<double>(m);
  }
}

template <class R>
std::int64_t line_plan<R>::scratch() const
{
  if (!inner_) return 2 * n_;
  // the padded lines in double precision, and their own
  return (2 * inner_->length() + inner_->scratch()) * static_cast<std::int64_t>(8 / sizeof(R));
}

template <class R>
void line_plan<R>::forward(R* re, R* im, std::int64_t lanes, R* scratch) const
{
  if (inner_)
    by_bluestein(re, im, lanes, reinterpret_cast<double*>(scratch));
  else
    by_stages(re, im, lanes, scratch);
}

template <class R>
void line_plan<R>::by_stages(R* re, R* im, std::int64_t lanes, R* scratch) const
{
  R *xr = re, *xi = im, *yr = scratch, *yi = scratch + n_ * lanes;
  for (stage const& s : stages_)
    with_radix(s.radix, [&]<int P>(std::integral_constant<int, P>) {
      std::int64_t const m = s.n / P, width = s.stride * lanes, far = m * width;
      R unit_cos[P], unit_sin[P], c[P] = {}, sn[P] = {};
      for (int r = 0; r < P; ++r) {
        auto const at = static_cast<std::size_t>(n_ / P * r);
        unit_cos[r] = cos_[at], unit_sin[r] = sin_[at];
      }
      butterflies<P, false>(xr, xi, yr, yi, far, width, c, sn, unit_cos, unit_sin);
      for (std::int64_t k = 1; k < m; ++k) {
        for (int t = 1; t < P; ++t) {
          auto const at = static_cast<std::size_t>(k * s.stride * t);
          c[t] = cos_[at], sn[t] = sin_[at];
        }
        butterflies<P, true>(xr + k * width, xi + k * width, yr + k * P * width, yi + k * P * width,
                             far, width, c, sn, unit_cos, unit_sin);
      }
      std::swap(xr, yr), std::swap(xi, yi);
    });
  if (xr != re) {
    std::copy_n(xr, n_ * lanes, re);
    std::copy_n(xi, n_ * lanes, im);
  }
}

template <class R>
void line_plan<R>::by_bluestein(R* re, R* im, std::int64_t lanes, double* scratch) const
{
  std::int64_t const m = inner_->length();
  double *ar = scratch, *ai = ar + m * lanes, *room = ai + m * lanes;
  auto const at = [](std::vector<double> const& v, std::int64_t i) {
    return v[static_cast<std::size_t>(i)];
  };
  for (std::int64_t j = 0; j < n_; ++j)
    for (std::int64_t lane = j * lanes; lane < (j + 1) * lanes; ++lane) {
      double const x = re[lane], y = im[lane], c = at(chirp_re_, j), s = at(chirp_im_, j);
      ar[lane] = x * c - y * s;
      ai[lane] = x * s + y * c;
    }
  std::fill(ar + n_ * lanes, ar + m * lanes, 0.0);
  std::fill(ai + n_ * lanes, ai + m * lanes, 0.0);
  inner_->forward(ar, ai, lanes, room);
  for (std::int64_t j = 0; j < m; ++j)
    for (std::int64_t lane = j * lanes; lane < (j + 1) * lanes; ++lane) {
      double const x = ar[lane], y = ai[lane], c = at(filter_re_, j), s = at(filter_im_, j);
      ar[lane] = x * c - y * s;
      ai[lane] = x * s + y * c;
    }
  inner_->forward(ai, ar, lanes, room);  // back
  for (std::int64_t j = 0; j < n_; ++j)
    for (std::int64_t lane = j * lanes; lane < (j + 1) * lanes; ++lane) {
      double const x = ar[lane], y = ai[lane], c = at(chirp_re_, j), s = at(chirp_im_, j);
      re[lane] = static_cast<R>(x * c - y * s);
      im[lane] = static_cast<R>(x * s + y * c);
    }
}

template class line_plan<float>;
template class line_plan<double>;

}  // namespace acre::backends::host::fft
