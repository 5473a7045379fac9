#include "lines.hpp"

#include <acre/math/trig.hpp>

#include <cmath>
#include <cstddef>
#include <utility>

#include "../vector_bytes.hpp"

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

// The functions of lanes.hpp, compiled for several processors of one kind where the compiler can.
// (A macro, as what a function is compiled for is an attribute of it.)
#define ACRE_LINE_FUNCTIONS(name, bytes, target)                                                  \
  template <class R>                                                                              \
  struct name {                                                                                   \
    using lane = lanes<R, bytes>;                                                                 \
    using number = typename lane::number;                                                         \
    target static number* forward(stages<R> const& s, number* x, number* y)                       \
    {                                                                                             \
      return lane::forward(s, x, y);                                                              \
    }                                                                                             \
    target static void beside(stages<R> const& s, R const* in, R* out, int many, bool inverse,    \
                              R scale, R* scratch)                                                \
    {                                                                                             \
      lane::template beside<forward>(s, in, out, many, inverse, scale,                            \
                                     reinterpret_cast<number*>(scratch));                         \
    }                                                                                             \
    target static void columns(split_line<R> const& line, R const* in, R* between,                \
                               std::int64_t group, bool inverse, R* scratch)                      \
    {                                                                                             \
      lane::template columns<forward>(line, in, reinterpret_cast<number*>(between), group,        \
                                      inverse, reinterpret_cast<number*>(scratch));               \
    }                                                                                             \
    target static void rows(split_line<R> const& line, R* between, R* out, std::int64_t group,    \
                            bool inverse, R scale, R* scratch)                                    \
    {                                                                                             \
      lane::template rows<forward>(line, reinterpret_cast<number*>(between), out, group, inverse, \
                                   scale, reinterpret_cast<number*>(scratch));                    \
    }                                                                                             \
    target static void multiply(R const* x, R const* w, R* y, std::int64_t n)                     \
    {                                                                                             \
      lane::multiply(x, w, y, n);                                                                 \
    }                                                                                             \
    static constexpr line_functions<R> all{lane::count, beside, columns, rows, multiply};         \
  }

#ifdef __AVX2__
ACRE_LINE_FUNCTIONS(line_code, 32, );
#else
ACRE_LINE_FUNCTIONS(line_code, 16, );
#endif
#ifdef ACRE_CHOOSES_VECTORS
#ifndef __AVX2__
ACRE_LINE_FUNCTIONS(line_code_avx2, 32, ACRE_AVX2_CODE);
#endif
ACRE_LINE_FUNCTIONS(line_code_avx512, 64, ACRE_AVX512_CODE);
#endif
#undef ACRE_LINE_FUNCTIONS

}  // namespace

template <class R>
line_functions<R> const& functions()
{
#ifdef ACRE_CHOOSES_VECTORS
  if (vector_bytes() == 64) return line_code_avx512<R>::all;
#ifndef __AVX2__
  if (vector_bytes() == 32) return line_code_avx2<R>::all;
#endif
#endif
  return line_code<R>::all;
}
template line_functions<float> const& functions<float>();
template line_functions<double> const& functions<double>();

namespace {

/// Cost of a pass for each number, in passes of radix 2.
double cost_of(int radix)
{
  switch (radix) {
    case 2:
      return 1;
    case 4:
      return 1.6;
    case 8:
      return 2.6;
    default:
      return 0.5 + 0.6 * radix;
  }
}

/// The radices of n and their cost, and what n is divided by beside them.
struct factors {
  std::vector<int> radix;
  std::int64_t left;
  double cost;
};
factors factors_of(std::int64_t n)
{
  factors f{{}, n, 0};
  auto const take = [&](int radix) {
    f.radix.push_back(radix);
    f.left /= radix;
    f.cost += cost_of(radix);
  };
  while (f.left % 8 == 0 && f.left % 32 != 16) take(8);  // 16 is 4 by 4
  while (f.left % 4 == 0) take(4);
  if (f.left % 2 == 0) take(2);
  for (int p = 3; p <= most_radix && f.left > 1; p += 2)
    while (f.left % p == 0) take(p);
  return f;
}

/// A line is a matrix if that has as many rows and columns as the widest vector has lanes, so that
/// this depends on n alone.
constexpr std::int64_t most_lanes = 16;

/// The rows of the best matrix for n, and its cost: of one row for short lines.
struct best_split {
  std::int64_t columns, rows;
  double cost;
};
best_split split_of(std::int64_t n)
{
  auto const in_groups = [](std::int64_t k) {
    return (k + most_lanes - 1) / most_lanes * most_lanes;
  };
  best_split best{1, n, 1e300};
  auto d = static_cast<std::int64_t>(std::sqrt(static_cast<double>(n))) + 1;
  for (; d >= most_lanes; --d) {  // as square as may be
    if (n % d != 0 || n / d < most_lanes) continue;
    for (auto const& [a, b] : {std::pair{d, n / d}, std::pair{n / d, d}}) {
      double const cost = static_cast<double>(a * in_groups(b)) * (factors_of(a).cost + 2) +
                          static_cast<double>(b * in_groups(a)) * (factors_of(b).cost + 1);
      if (cost < best.cost) best = {a, b, cost};
    }
  }
  return best;
}

/// The length of Bluestein's transforms: the cheapest that is long enough.
std::int64_t padded_length(std::int64_t least)
{
  std::int64_t best = 0;
  double cost = 1e300;
  least = std::max<std::int64_t>(least, most_lanes * most_lanes);
  for (std::int64_t fives = 1; fives <= 25; fives *= 5)
    for (std::int64_t threes = 1; threes <= 27; threes *= 3) {
      std::int64_t m = fives * threes;
      while (m < least) m *= 2;
      double const c = split_of(m).cost;
      if (c < cost) cost = c, best = m;
    }
  return best;
}

template <class R>
void put_root(std::int64_t j, std::int64_t n, R& c, R& s)
{
  auto const w = root(static_cast<std::uint64_t>(j), static_cast<std::uint64_t>(n));
  c = static_cast<R>(w.re), s = static_cast<R>(w.im);
}

}  // namespace

template <class R>
stage_plan<R>::stage_plan(std::int64_t n) : n_(n)
{
  std::size_t turns = 0;
  std::int64_t left = n, stride = 1;
  for (int const radix : factors_of(n).radix) {
    stage<R> s{radix, left / radix, stride, nullptr, {}, {}};
    for (int r = 0; r < radix; ++r) put_root(r, radix, s.unit_cos[r], s.unit_sin[r]);
    turns += static_cast<std::size_t>(2 * s.m * (radix - 1));
    stages_.push_back(s);
    left /= radix, stride *= radix;
  }
  turns_.resize(turns);
  R* to = turns_.data();
  for (stage<R>& s : stages_) {
    s.turns = to;
    for (std::int64_t p = 0; p < s.m; ++p)
      for (int t = 1; t < s.radix; ++t, to += 2) put_root(p * t, s.m * s.radix, to[0], to[1]);
  }
}

template <class R>
line_plan<R>::line_plan(std::int64_t n) : n_(n)
{
  if (factors_of(n).left == 1) {
    auto const best = split_of(n);
    is_split_ = best.columns > 1;
    rows_ = stage_plan<R>(best.rows);
    if (!is_split_) return;
    columns_ = stage_plan<R>(best.columns);
    turns_.resize(static_cast<std::size_t>(2 * n));
    R* row = turns_.data();
    for (std::int64_t j = 0; j < best.rows; ++j, row += 2 * best.columns)
      for (std::int64_t k = 0; k < best.columns; ++k)
        put_root(j * k, n, row[k], row[best.columns + k]);
    return;
  }
  // x[j] x[k]'s angle j k is (j² + k² - (k - j)²) / 2: a convolution
  std::int64_t const m = padded_length(2 * n - 1);
  inner_ = cached_plan<line_plan<double>>(m);
  auto const size = static_cast<std::size_t>(n), padded = static_cast<std::size_t>(m);
  chirp_.resize(2 * size);
  filter_.assign(2 * padded, 0.0);
  std::uint64_t square = 0;  // j² modulo 2 n
  for (std::size_t j = 0; j < size; ++j) {
    auto const w = root(square, 2 * size);
    chirp_[2 * j] = w.re, chirp_[2 * j + 1] = -w.im;
    for (std::size_t const at : {j, (padded - j) % padded})
      filter_[2 * at] = w.re / static_cast<double>(m),
                  filter_[2 * at + 1] = w.im / static_cast<double>(m);
    square = (square + 2 * j + 1) % (2 * size);
  }
  std::vector<double> room(static_cast<std::size_t>(inner_->scratch()) + 8);
  auto* const aligned = room.data() + (64 - reinterpret_cast<std::uintptr_t>(room.data()) % 64) / 8;
  inner_->forward(filter_.data(), filter_.data(), 1, false, 1, aligned);
}

template <class R>
std::int64_t line_plan<R>::column_groups() const
{
  int const lanes = functions<R>().lanes;
  return is_split_ ? (rows_.get().n + lanes - 1) / lanes : 0;
}
template <class R>
std::int64_t line_plan<R>::row_groups() const
{
  int const lanes = functions<R>().lanes;
  return is_split_ ? (columns_.get().n + lanes - 1) / lanes : 0;
}
template <class R>
std::int64_t line_plan<R>::between() const
{
  return 2 * row_groups() * functions<R>().lanes * rows_.get().n;
}
template <class R>
std::int64_t line_plan<R>::group_scratch() const
{
  return 2 * functions<R>().lanes * std::max(2 * columns_.get().n, rows_.get().n);
}
template <class R>
void line_plan<R>::columns(R const* in, R* between, std::int64_t group, bool inverse,
                           R* scratch) const
{
  functions<R>().columns(split(), in, between, group, inverse, scratch);
}
template <class R>
void line_plan<R>::rows(R* between, R* out, std::int64_t group, bool inverse, R scale,
                        R* scratch) const
{
  functions<R>().rows(split(), between, out, group, inverse, scale, scratch);
}

template <class R>
std::int64_t line_plan<R>::scratch() const
{
  if (inner_)  // the padded line in double precision, and its own
    return (2 * inner_->length() + 8 + inner_->scratch()) *
           static_cast<std::int64_t>(8 / sizeof(R));
  if (is_split_) return between() + group_scratch();
  return 4 * n_ * functions<R>().lanes;
}

template <class R>
void line_plan<R>::forward(R const* in, R* out, std::int64_t lines, bool inverse, R scale,
                           R* scratch) const
{
  if (!inner_ && !is_split_) {
    auto const& f = functions<R>();
    for (std::int64_t line = 0; line < lines; line += f.lanes)
      f.beside(rows_.get(), in + 2 * n_ * line, out + 2 * n_ * line,
               static_cast<int>(std::min<std::int64_t>(f.lanes, lines - line)), inverse, scale,
               scratch);
    return;
  }
  for (std::int64_t line = 0; line < lines; ++line, in += 2 * n_, out += 2 * n_) {
    if (inner_) {
      by_bluestein(in, out, inverse, scale, reinterpret_cast<double*>(scratch));
      continue;
    }
    R* const own = scratch + between();
    for (std::int64_t group = 0; group < column_groups(); ++group)
      columns(in, scratch, group, inverse, own);
    for (std::int64_t group = 0; group < row_groups(); ++group)
      rows(scratch, out, group, inverse, scale, own);
  }
}

template <class R>
void line_plan<R>::by_bluestein(R const* in, R* out, bool inverse, R scale, double* scratch) const
{
  auto const& f = functions<double>();
  std::int64_t const m = inner_->length();
  double *const line = scratch, *const room = scratch + (2 * m + 7) / 8 * 8;
  int const re = inverse ? 1 : 0;  // with the parts exchanged it is the inverse
  for (std::int64_t j = 0; j < n_; ++j) {
    line[2 * j] = in[2 * j + re];
    line[2 * j + 1] = in[2 * j + 1 - re];
  }
  f.multiply(line, chirp_.data(), line, n_);
  std::fill(line + 2 * n_, line + 2 * m, 0.0);
  inner_->forward(line, line, 1, false, 1, room);
  f.multiply(line, filter_.data(), line, m);
  inner_->forward(line, line, 1, true, 1, room);
  f.multiply(line, chirp_.data(), line, n_);
  for (std::int64_t k = 0; k < n_; ++k) {
    out[2 * k] = static_cast<R>(line[2 * k + re]) * scale;
    out[2 * k + 1] = static_cast<R>(line[2 * k + 1 - re]) * scale;
  }
}

template class line_plan<float>;
template class line_plan<double>;

}  // namespace acre::backends::host::fft
