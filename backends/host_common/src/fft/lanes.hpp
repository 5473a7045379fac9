#pragma once

#include <cstdint>
#include <utility>

/// Transforms of as many lines as a vector of the processor has lanes, and of one line as the rows
/// and the columns of a matrix, which are such lines too. Templates over the width of the vectors:
/// what is computed of a number is the same with every width.
///
/// All of it is inlined into functions for one kind of processor each (lines.cpp): vectors are
/// passed by reference, as their ABI depends on it.
namespace acre::backends::host::fft {

/// Larger prime factors go by Bluestein's sum.
inline constexpr int most_radix = 97;

/// One pass of Stockham's over `radix` · m · stride numbers: m butterflies for each of `stride`
/// neighbours.
template <class R>
struct stage {
  int radix;
  std::int64_t m, stride;
  R const* turns;  // of butterfly p, result t > 0: cos, sin at [2 (p (radix - 1) + t - 1)]
  R unit_cos[most_radix], unit_sin[most_radix];  // of 2π r / radix
};

template <class R>
struct stages {
  std::int64_t n;
  int count;
  stage<R> const* stage_of;
};

/// A line of n = columns.n * rows.n numbers: its numbers j1 rows.n + j2 are a matrix whose columns
/// (over j1) are transformed, turned by exp(-2πi j2 k1 / n), and then its rows (over j2).
template <class R>
struct split_line {
  stages<R> columns, rows;
  R const* turns;  // of 2π j2 k1 / n: cos at [2 j2 columns.n + k1], sin columns.n behind
};

#define ACRE_INLINE [[gnu::always_inline]] inline

template <class R, int Bytes>
struct lanes {
  typedef R vector __attribute__((vector_size(Bytes)));
  static constexpr int count = Bytes / static_cast<int>(sizeof(R));

  struct number {
    vector re, im;
  };

  ACRE_INLINE static void load(R const* from, vector& v) { __builtin_memcpy(&v, from, Bytes); }
  ACRE_INLINE static void store(vector const& v, R* to) { __builtin_memcpy(to, &v, Bytes); }

  /// Elements I of a and, from count on, of b.
  template <int... I>
  ACRE_INLINE static void picked(vector const& a, vector const& b, vector& to)
  {
#if defined(__CUDACC__) || !__has_builtin(__builtin_shufflevector)
    to = vector{(I < count ? a[I % count] : b[I % count])...};
#else
    to = __builtin_shufflevector(a, b, I...);
#endif
  }
  template <int... I>
  ACRE_INLINE static void interleaved(vector const& a, vector const& b, vector& low, vector& high,
                                      std::integer_sequence<int, I...>)
  {
    vector const x = a, y = b;
    picked<(I / 2 + I % 2 * count)...>(x, y, low);
    picked<(count / 2 + I / 2 + I % 2 * count)...>(x, y, high);
  }
  template <int... I>
  ACRE_INLINE static void parted(vector const& a, vector const& b, vector& even, vector& odd,
                                 std::integer_sequence<int, I...>)
  {
    vector const x = a, y = b;
    picked<(2 * I)...>(x, y, even);
    picked<(2 * I + 1)...>(x, y, odd);
  }
  using all_lanes = std::make_integer_sequence<int, count>;
  /// a[0] b[0] a[1] b[1] …: its first and its second half.
  ACRE_INLINE static void interleaved(vector const& a, vector const& b, vector& low, vector& high)
  {
    interleaved(a, b, low, high, all_lanes{});
  }
  /// And back.
  ACRE_INLINE static void parted(vector const& a, vector const& b, vector& even, vector& odd)
  {
    parted(a, b, even, odd, all_lanes{});
  }

  /// Rows for columns.
  ACRE_INLINE static void transpose(vector* v)
  {
    vector w[count];
    for (int step = 1; step < count; step *= 2) {
#pragma GCC unroll 16
      for (int i = 0; i < count / 2; ++i)
        interleaved(v[i], v[i + count / 2], w[2 * i], w[2 * i + 1]);
#pragma GCC unroll 16
      for (int i = 0; i < count; ++i) v[i] = w[i];
    }
  }

  ACRE_INLINE static void add(number const& a, number const& b, number& to)
  {
    to.re = a.re + b.re, to.im = a.im + b.im;
  }
  ACRE_INLINE static void subtract(number const& a, number const& b, number& to)
  {
    to.re = a.re - b.re, to.im = a.im - b.im;
  }
  /// a - i b and a + i b
  ACRE_INLINE static void turn_and_add(number const& a, number const& b, number& minus,
                                       number& plus)
  {
    number const x = a, y = b;
    minus.re = x.re + y.im, minus.im = x.im - y.re;
    plus.re = x.re - y.im, plus.im = x.im + y.re;
  }

  ACRE_INLINE static void of_four(number const& a, number const& b, number const& c,
                                  number const& d, number* y)
  {
    number e, f, g, h;
    add(a, c, e), subtract(a, c, f);
    add(b, d, g), subtract(b, d, h);
    add(e, g, y[0]), subtract(e, g, y[2]);
    turn_and_add(f, h, y[1], y[3]);
  }

  /// The transform of P numbers.
  template <int P>
  ACRE_INLINE static void butterfly(number const* x, number* y, stage<R> const& s)
  {
    if constexpr (P == 2) {
      add(x[0], x[1], y[0]), subtract(x[0], x[1], y[1]);
    } else if constexpr (P == 4) {
      of_four(x[0], x[1], x[2], x[3], y);
    } else if constexpr (P == 8) {
      constexpr R half = static_cast<R>(0.70710678118654752440L);
      number e[4], o[4], z[4];
#pragma GCC unroll 4
      for (int r = 0; r < 4; ++r) add(x[r], x[r + 4], e[r]), subtract(x[r], x[r + 4], o[r]);
      of_four(e[0], e[1], e[2], e[3], z);
#pragma GCC unroll 4
      for (int r = 0; r < 4; ++r) y[2 * r] = z[r];
      number const a = o[1], b = o[2], c = o[3];
      o[1].re = half * (a.re + a.im), o[1].im = half * (a.im - a.re);
      o[2].re = b.im, o[2].im = -b.re;
      o[3].re = half * (c.im - c.re), o[3].im = half * (-c.re - c.im);
      of_four(o[0], o[1], o[2], o[3], z);
#pragma GCC unroll 4
      for (int r = 0; r < 4; ++r) y[2 * r + 1] = z[r];
    } else {  // an odd prime, see of_prime()
      constexpr int pairs = P / 2;
      number u[pairs], v[pairs];
      y[0] = x[0];
#pragma GCC unroll 6
      for (int r = 0; r < pairs; ++r) {
        add(x[r + 1], x[P - 1 - r], u[r]), subtract(x[r + 1], x[P - 1 - r], v[r]);
        add(y[0], u[r], y[0]);
      }
#pragma GCC unroll 6
      for (int t = 1; t <= pairs; ++t) {
        number e = x[0], f;
        f.re = v[0].re * s.unit_sin[t], f.im = v[0].im * s.unit_sin[t];
        e.re += u[0].re * s.unit_cos[t], e.im += u[0].im * s.unit_cos[t];
#pragma GCC unroll 6
        for (int r = 1; r < pairs; ++r) {
          int const at = (r + 1) * t % P;
          e.re += u[r].re * s.unit_cos[at], e.im += u[r].im * s.unit_cos[at];
          f.re += v[r].re * s.unit_sin[at], f.im += v[r].im * s.unit_sin[at];
        }
        turn_and_add(e, f, y[t], y[P - t]);
      }
    }
  }

  template <int P, bool Turn>
  ACRE_INLINE static void butterflies(number const* x, number* y, std::int64_t far,
                                      std::int64_t stride, R const* turns, stage<R> const& s)
  {
    for (std::int64_t q = 0; q < stride; ++q) {
      number in[P], out[P];
#pragma GCC unroll 13
      for (int r = 0; r < P; ++r) in[r] = x[q + r * far];
      butterfly<P>(in, out, s);
      y[q] = out[0];
#pragma GCC unroll 13
      for (int t = 1; t < P; ++t) {
        if constexpr (Turn) {
          R const c = turns[2 * t - 2], d = turns[2 * t - 1];
          number const z = out[t];
          out[t].re = z.re * c + z.im * d;
          out[t].im = z.im * c - z.re * d;
        }
        y[q + t * stride] = out[t];
      }
    }
  }

  template <int P>
  ACRE_INLINE static void pass(stage<R> const& s, number const* x, number* y)
  {
    std::int64_t const far = s.m * s.stride;
    butterflies<P, false>(x, y, far, s.stride, nullptr, s);
    for (std::int64_t p = 1; p < s.m; ++p)
      butterflies<P, true>(x + p * s.stride, y + p * P * s.stride, far, s.stride,
                           s.turns + 2 * p * (P - 1), s);
  }

  /// A pass of any odd prime: elements r and P - r have the same cosines and opposite sines.
  ACRE_INLINE static void pass_of_prime(stage<R> const& s, number const* x, number* y)
  {
    std::int64_t const far = s.m * s.stride;
    int const P = s.radix, pairs = P / 2;
    for (std::int64_t p = 0; p < s.m; ++p)
      for (std::int64_t q = 0; q < s.stride; ++q) {
        number const* const from = x + p * s.stride + q;
        number* const to = y + p * P * s.stride + q;
        R const* const turns = s.turns + 2 * p * (P - 1);
        number u[most_radix / 2], v[most_radix / 2], sum = from[0];
        for (int r = 0; r < pairs; ++r) {
          number const a = from[(r + 1) * far], b = from[(P - 1 - r) * far];
          add(a, b, u[r]), subtract(a, b, v[r]);
          add(sum, u[r], sum);
        }
        to[0] = sum;
        for (int t = 1; t <= pairs; ++t) {
          number e = from[0], f{}, z[2];
          for (int r = 0, at = t; r < pairs; ++r, at = at + t < P ? at + t : at + t - P) {
            R const c = s.unit_cos[at], d = s.unit_sin[at];
            e.re += u[r].re * c, e.im += u[r].im * c;
            f.re += v[r].re * d, f.im += v[r].im * d;
          }
          turn_and_add(e, f, z[0], z[1]);
          for (int k = 0; k < 2; ++k) {
            int const place = k ? P - t : t;
            R const c = turns[2 * place - 2], d = turns[2 * place - 1];
            to[place * s.stride].re = z[k].re * c + z[k].im * d;
            to[place * s.stride].im = z[k].im * c - z[k].re * d;
          }
        }
      }
  }

  /// The transform of x, which is overwritten, as is y: where the result is.
  ACRE_INLINE static number* forward(stages<R> const& all, number* x, number* y)
  {
    for (int k = 0; k < all.count; ++k) {
      stage<R> const& s = all.stage_of[k];
      switch (s.radix) {
        case 2:
          pass<2>(s, x, y);
          break;
        case 3:
          pass<3>(s, x, y);
          break;
        case 4:
          pass<4>(s, x, y);
          break;
        case 5:
          pass<5>(s, x, y);
          break;
        case 7:
          pass<7>(s, x, y);
          break;
        case 8:
          pass<8>(s, x, y);
          break;
        case 11:
          pass<11>(s, x, y);
          break;
        case 13:
          pass<13>(s, x, y);
          break;
        default:
          pass_of_prime(s, x, y);
      }
      std::swap(x, y);
    }
    return x;
  }

  /// y = x w, n complex numbers.
  ACRE_INLINE static void multiply(R const* x, R const* w, R* y, std::int64_t n)
  {
    std::int64_t k = 0;
    for (; k + count <= n; k += count) {
      vector a, b;
      number u, v;
      load(x + 2 * k, a), load(x + 2 * k + count, b);
      parted(a, b, u.re, u.im);
      load(w + 2 * k, a), load(w + 2 * k + count, b);
      parted(a, b, v.re, v.im);
      interleaved(u.re * v.re - u.im * v.im, u.re * v.im + u.im * v.re, a, b);
      store(a, y + 2 * k), store(b, y + 2 * k + count);
    }
    for (; k < n; ++k) {
      R const a = x[2 * k], b = x[2 * k + 1], c = w[2 * k], d = w[2 * k + 1];
      y[2 * k] = a * c - b * d;
      y[2 * k + 1] = a * d + b * c;
    }
  }

  // ------------------------------------------------------------------ lines beside each other

  /// `many` lines (count at most), n complex numbers each; scratch of 2 n numbers.
  template <auto Forward>
  ACRE_INLINE static void beside(stages<R> const& all, R const* in, R* out, int many, bool inverse,
                                 R scale, number* scratch)
  {
    std::int64_t const n = all.n, reals = 2 * n;
    R* const flat = reinterpret_cast<R*>(scratch);  // real i of lane l at [i count + l]
    std::int64_t i = 0;
    if (many == count)
      for (; i + count <= reals; i += count) {
        vector v[count];
#pragma GCC unroll 16
        for (int lane = 0; lane < count; ++lane) load(in + lane * reals + i, v[lane]);
        transpose(v);
#pragma GCC unroll 16
        for (int k = 0; k < count; ++k) store(v[k], flat + (i + k) * count);
      }
    for (; i < reals; ++i)
      for (int lane = 0; lane < count; ++lane)
        flat[i * count + lane] = lane < many ? in[lane * reals + i] : R(0);
    if (inverse) exchange(scratch, n);
    number* const result = Forward(all, scratch, scratch + n);
    if (inverse) exchange(result, n);
    if (scale != 1)
      for (std::int64_t k = 0; k < n; ++k) result[k].re *= scale, result[k].im *= scale;
    R const* const from = reinterpret_cast<R const*>(result);
    i = 0;
    if (many == count)
      for (; i + count <= reals; i += count) {
        vector v[count];
#pragma GCC unroll 16
        for (int k = 0; k < count; ++k) load(from + (i + k) * count, v[k]);
        transpose(v);
#pragma GCC unroll 16
        for (int lane = 0; lane < count; ++lane) store(v[lane], out + lane * reals + i);
      }
    for (; i < reals; ++i)
      for (int lane = 0; lane < many; ++lane) out[lane * reals + i] = from[i * count + lane];
  }

  ACRE_INLINE static void exchange(number* z, std::int64_t n)
  {
    for (std::int64_t k = 0; k < n; ++k) std::swap(z[k].re, z[k].im);
  }

  // ------------------------------------------------------------------------- a line as a matrix
  //
  // Columns and rows are taken `count` at a time. The last group has as many, some of which are the
  // last but one's too: they are computed again and not stored again.

  ACRE_INLINE static std::int64_t first_of(std::int64_t group, std::int64_t n)
  {
    return (group + 1) * count <= n ? group * count : n - count;
  }

  /// A group of columns of the line `in`, turned, into `between`: groups of rows, row by row, a
  /// row for each lane.
  template <auto Forward>
  ACRE_INLINE static void columns(split_line<R> const& line, R const* in, number* between,
                                  std::int64_t group, bool inverse, number* scratch)
  {
    std::int64_t const n1 = line.columns.n, n2 = line.rows.n, first = first_of(group, n2);
    for (std::int64_t j = 0; j < n1; ++j) {
      vector a, b, re, im;
      load(in + 2 * (j * n2 + first), a), load(in + 2 * (j * n2 + first) + count, b);
      parted(a, b, re, im);
      scratch[j].re = re, scratch[j].im = im;
    }
    if (inverse) exchange(scratch, n1);
    number const* const result = Forward(line.columns, scratch, scratch + n1);
    R const* const turns = line.turns + 2 * first * n1;
    int const done = static_cast<int>(group * count - first);
    for (std::int64_t other = 0; other * count < n1; ++other) {
      std::int64_t const k = first_of(other, n1);
      vector re[count], im[count];
#pragma GCC unroll 16
      for (int i = 0; i < count; ++i) re[i] = result[k + i].re, im[i] = result[k + i].im;
      transpose(re), transpose(im);
#pragma GCC unroll 16
      for (int column = 0; column < count; ++column) {
        if (column < done) continue;
        vector c, d;
        load(turns + 2 * column * n1 + k, c), load(turns + 2 * column * n1 + n1 + k, d);
        number& to = between[other * n2 + first + column];
        to.re = re[column] * c + im[column] * d;
        to.im = im[column] * c - re[column] * d;
      }
    }
  }

  /// A group of rows into the line `out`; its part of `between` is overwritten.
  template <auto Forward>
  ACRE_INLINE static void rows(split_line<R> const& line, number* between, R* out,
                               std::int64_t group, bool inverse, R scale, number* scratch)
  {
    std::int64_t const n1 = line.columns.n, n2 = line.rows.n, first = first_of(group, n1);
    number* const result = Forward(line.rows, between + group * n2, scratch);
    if (inverse) exchange(result, n2);
    int const done = static_cast<int>(group * count - first);
    for (std::int64_t k = 0; k < n2; ++k) {
      vector const re = scale * result[k].re, im = scale * result[k].im;
      vector low, high;
      interleaved(re, im, low, high);
      R* const to = out + 2 * (k * n1 + first);
      if (done == 0) {
        store(low, to), store(high, to + count);
      } else {
        for (int lane = done; lane < count; ++lane)
          to[2 * lane] = re[lane], to[2 * lane + 1] = im[lane];
      }
    }
  }
};

#undef ACRE_INLINE

}  // namespace acre::backends::host::fft
