#pragma once

#include <acre/array/dtype.hpp>
#include <acre/math/complex.hpp>
#include <acre/math/log.hpp>

#include <cstdint>

/// Linear algebra of one small matrix by one thread, in double or complex<double>: the same
/// operations in the same order on every space, each rounded by itself. A matrix has n rows and
/// columns in C order from place 0 of a View on: m[i * n + j] is a reference to an element. (Who
/// computes on a GPU has neighbouring threads' elements of one place behind each other.)
namespace acre::detail::small {

using complex_number = complex<double>;

// Arithmetic by one name for both kinds of numbers

KOKKOS_INLINE_FUNCTION double real_part(double x) { return x; }
KOKKOS_INLINE_FUNCTION double real_part(complex_number const& x) { return x.real(); }
KOKKOS_INLINE_FUNCTION double imaginary_part(double) { return 0; }
KOKKOS_INLINE_FUNCTION double imaginary_part(complex_number const& x) { return x.imag(); }
KOKKOS_INLINE_FUNCTION double conjugate(double x) { return x; }
KOKKOS_INLINE_FUNCTION complex_number conjugate(complex_number const& x)
{
  return {x.real(), -x.imag()};
}
KOKKOS_INLINE_FUNCTION double product(double a, double b) { return a * b; }
KOKKOS_INLINE_FUNCTION complex_number product(complex_number const& a, complex_number const& b)
{
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}
KOKKOS_INLINE_FUNCTION double scaled(double x, double by) { return x * by; }
KOKKOS_INLINE_FUNCTION complex_number scaled(complex_number const& x, double by)
{
  return {x.real() * by, x.imag() * by};
}
KOKKOS_INLINE_FUNCTION double plus(double a, double b) { return a + b; }
KOKKOS_INLINE_FUNCTION complex_number plus(complex_number const& a, complex_number const& b)
{
  return {a.real() + b.real(), a.imag() + b.imag()};
}
KOKKOS_INLINE_FUNCTION double minus(double a, double b) { return a - b; }
KOKKOS_INLINE_FUNCTION complex_number minus(complex_number const& a, complex_number const& b)
{
  return {a.real() - b.real(), a.imag() - b.imag()};
}
KOKKOS_INLINE_FUNCTION double quotient(double a, double b) { return a / b; }
KOKKOS_INLINE_FUNCTION complex_number quotient(complex_number const& a, complex_number const& b)
{
  return math::divide(a, b);
}
KOKKOS_INLINE_FUNCTION double inverse_of(double x) { return 1 / x; }
KOKKOS_INLINE_FUNCTION complex_number inverse_of(complex_number const& x)
{
  return math::reciprocal(x);
}
/// |re|² + |im|².
KOKKOS_INLINE_FUNCTION double square_of(double x) { return x * x; }
KOKKOS_INLINE_FUNCTION double square_of(complex_number const& x)
{
  return x.real() * x.real() + x.imag() * x.imag();
}
/// |re| + |im|, by which LAPACK chooses pivots.
KOKKOS_INLINE_FUNCTION double size_of_parts(double x) { return math::detail::magnitude(x); }
KOKKOS_INLINE_FUNCTION double size_of_parts(complex_number const& x)
{
  return math::detail::magnitude(x.real()) + math::detail::magnitude(x.imag());
}
/// NaN where a part is.
KOKKOS_INLINE_FUNCTION double larger_part(double x) { return math::detail::magnitude(x); }
KOKKOS_INLINE_FUNCTION double larger_part(complex_number const& x)
{
  double const re = math::detail::magnitude(x.real()), im = math::detail::magnitude(x.imag());
  return re > im || re != re ? re : im;
}

template <class T>
KOKKOS_INLINE_FUNCTION void exchange(T& a, T& b)
{
  T const kept = a;
  a = b;
  b = kept;
}

/// e with 2^e <= x < 2^(e + 1), of a positive finite x.
KOKKOS_INLINE_FUNCTION int exponent_of(double x)
{
  namespace bits = math::detail;
  bool const tiny = x < bits::fp<double>::min_normal;
  auto const field = bits::to_bits(tiny ? x * bits::fp<double>::lift : x) >> 52;
  return static_cast<int>(field) - (tiny ? 1023 + bits::fp<double>::subnormal_lift : 1023);
}
/// x 2^e, e from -1200 to 1200; rounded once, if at all, where x is about 1.
template <class N>
KOKKOS_INLINE_FUNCTION N times_power_of_two(N const& x, int e)
{
  auto const power = [](int n) {
    return math::detail::power_of_two<double>(static_cast<std::uint64_t>(std::int64_t{n}));
  };
  return scaled(scaled(x, power(e / 2)), power(e - e / 2));
}

// LU decomposition

/// Rows that have changed places, 4 bits for each step.
struct row_swaps {
  std::uint32_t packed = 0;
  KOKKOS_INLINE_FUNCTION void set(int step, int row)
  {
    packed |= static_cast<std::uint32_t>(row) << (4 * step);
  }
  KOKKOS_INLINE_FUNCTION int operator[](int step) const
  {
    return static_cast<int>(packed >> (4 * step) & 15U);
  }
};

/// m becomes L, whose diagonal of ones is left out, and U. The pivot is the first of a column's
/// largest elements by size_of_parts(), or the first NaN. False where one is 0: the elements below
/// are, too, and the step is left out.
template <class N, class View, class Extent>
KOKKOS_INLINE_FUNCTION bool factorise(View const& m, Extent n, row_swaps& swaps)
{
  bool regular = true;
  for (int k = 0; k < n; ++k) {
    int row = k;
    double most = size_of_parts(m[k * n + k]);
    for (int i = k + 1; i < n; ++i) {
      double const size = size_of_parts(m[i * n + k]);
      if (size > most || (size != size && most == most)) {
        most = size;
        row = i;
      }
    }
    swaps.set(k, row);
    if (most == 0) {
      regular = false;
      continue;
    }
    if (row != k)
      for (int j = 0; j < n; ++j) exchange(m[k * n + j], m[row * n + j]);
    N const pivot = m[k * n + k];
    bool const has_inverse = !(most < math::detail::fp<double>::min_normal);
    N const inverse = has_inverse ? inverse_of(pivot) : N{};
    for (int i = k + 1; i < n; ++i) {
      N const factor = has_inverse ? product(m[i * n + k], inverse) : quotient(m[i * n + k], pivot);
      m[i * n + k] = factor;
      for (int j = k + 1; j < n; ++j)
        m[i * n + j] = minus(m[i * n + j], product(factor, m[k * n + j]));
    }
  }
  return regular;
}

/// x (n, columns) from place `first` on becomes the solution of aᵀ x = b, with the factors of a in
/// m.
template <class N, class View, class Extent, class Columns>
KOKKOS_INLINE_FUNCTION void solve_transposed(View const& m, Extent n, row_swaps const& swaps,
                                             int first, Columns columns)
{
  for (int i = 0; i < n; ++i) {
    N const pivot = m[i * n + i];
    for (int c = 0; c < columns; ++c) {
      N& x = m[first + i * columns + c];
      x = quotient(N(x), pivot);
    }
    for (int j = i + 1; j < n; ++j) {
      N const factor = m[i * n + j];
      for (int c = 0; c < columns; ++c) {
        N& x = m[first + j * columns + c];
        x = minus(N(x), product(factor, m[first + i * columns + c]));
      }
    }
  }
  for (int i = n - 1; i > 0; --i)
    for (int j = 0; j < i; ++j) {
      N const factor = m[i * n + j];
      for (int c = 0; c < columns; ++c) {
        N& x = m[first + j * columns + c];
        x = minus(N(x), product(factor, m[first + i * columns + c]));
      }
    }
  for (int i = n - 2; i >= 0; --i)
    if (int const row = swaps[i]; row != i)
      for (int c = 0; c < columns; ++c)
        exchange(m[first + i * columns + c], m[first + row * columns + c]);
}

/// The factors in m become the inverse, as by LAPACK's getri: U's inverse U', then X L = U'. Works
/// in n more places from `first` on.
template <class N, class View, class Extent>
KOKKOS_INLINE_FUNCTION void invert(View const& m, Extent n, row_swaps const& swaps, int first)
{
  for (int j = 0; j < n; ++j) {
    N const inverse = inverse_of(m[j * n + j]);
    m[j * n + j] = inverse;
    for (int i = 0; i < j; ++i) {
      N sum = product(m[i * n + i], m[i * n + j]);
      for (int k = i + 1; k < j; ++k) sum = plus(sum, product(m[i * n + k], m[k * n + j]));
      m[i * n + j] = minus(N{}, product(sum, inverse));
    }
  }
  for (int j = n - 2; j >= 0; --j) {
    for (int k = j + 1; k < n; ++k) {
      m[first + k] = m[k * n + j];
      m[k * n + j] = N{};
    }
    for (int i = 0; i < n; ++i) {
      N x = m[i * n + j];
      for (int k = j + 1; k < n; ++k) x = minus(x, product(m[i * n + k], m[first + k]));
      m[i * n + j] = x;
    }
  }
  for (int j = n - 2; j >= 0; --j)
    if (int const column = swaps[j]; column != j)
      for (int i = 0; i < n; ++i) exchange(m[i * n + j], m[i * n + column]);
}

/// A product as fraction × 2^exponent, which neither overflows nor underflows on the way.
template <class N>
struct scaled_product {
  N fraction{1};
  int exponent = 0;

  KOKKOS_INLINE_FUNCTION void times(N const& x)
  {
    fraction = product(fraction, normalised(x));
    fraction = normalised(fraction);
  }
  /// The product's direction, 0 of 0; NaN of what isn't finite, as NumPy has it.
  KOKKOS_INLINE_FUNCTION N sign() const
  {
    double const size = length();
    if (size == 0) return N{};
    if constexpr (sizeof(N) == sizeof(double))
      return fraction / size;
    else
      return {fraction.real() / size, fraction.imag() / size};
  }
  KOKKOS_INLINE_FUNCTION double logarithm() const
  {
    return math::log(length()) + static_cast<double>(exponent) * 0.6931471805599453;
  }
  KOKKOS_INLINE_FUNCTION N value() const
  {
    return times_power_of_two(fraction, exponent > 1200    ? 1200
                                        : exponent < -1200 ? -1200
                                                           : exponent);
  }

 private:
  KOKKOS_INLINE_FUNCTION double length() const
  {
    if constexpr (sizeof(N) == sizeof(double))
      return math::detail::magnitude(fraction);
    else
      return math::abs(fraction);
  }
  KOKKOS_INLINE_FUNCTION N normalised(N const& x)
  {
    double const size = larger_part(x);
    if (!(size > 0 && size < math::detail::infinity<double>())) return x;
    int const e = exponent_of(size);
    exponent += e;
    return times_power_of_two(x, -e);
  }
};

/// Determinant of a matrix by its factors in m.
template <class N, class View, class Extent>
KOKKOS_INLINE_FUNCTION scaled_product<N> determinant(View const& m, Extent n,
                                                     row_swaps const& swaps)
{
  scaled_product<N> all;
  for (int i = 0; i < n; ++i) {
    all.times(m[i * n + i]);
    if (swaps[i] != i) all.fraction = minus(N{}, all.fraction);
  }
  if (larger_part(all.fraction) == 0) all.fraction = N{};
  return all;
}

// Cholesky decomposition

/// m's lower triangle becomes l with m = l lᴴ; the imaginary parts of its diagonal are not read.
/// False where the matrix is not positive definite, or a number of that triangle not finite.
template <class N, class View, class Extent>
KOKKOS_INLINE_FUNCTION bool factorise_positive(View const& m, Extent n)
{
  for (int j = 0; j < n; ++j) {
    double const square = real_part(m[j * n + j]);
    if (!(square > 0 && square < math::detail::infinity<double>())) return false;
    double const root = math::detail::root(square), inverse = 1 / root;
    m[j * n + j] = N(root);
    for (int i = j + 1; i < n; ++i) m[i * n + j] = scaled(m[i * n + j], inverse);
    for (int i = j + 1; i < n; ++i) {
      N const factor = m[i * n + j];
      for (int k = j + 1; k <= i; ++k)
        m[i * n + k] = minus(m[i * n + k], product(factor, conjugate(m[k * n + j])));
    }
  }
  return true;
}

// Eigenvalues of Hermitian matrices

/// One triangle of m becomes the other one's mirror, and the diagonal real. False, before that,
/// where a number of either is not finite.
template <class N, class View, class Extent>
KOKKOS_INLINE_FUNCTION bool make_hermitian(View const& m, Extent n, bool from_upper)
{
  for (int i = 0; i < n * n; ++i)
    if (!(larger_part(m[i]) < math::detail::infinity<double>())) return false;
  for (int i = 0; i < n; ++i) {
    m[i * n + i] = N(real_part(m[i * n + i]));
    for (int j = 0; j < i; ++j)
      if (from_upper)
        m[i * n + j] = conjugate(m[j * n + i]);
      else
        m[j * n + i] = conjugate(m[i * n + j]);
  }
  return true;
}

/// Places of eigen() behind those of the matrix: so many times n.
inline constexpr int eigen_rows = 4;

/// Of a Hermitian matrix a whose transpose is in m, finite: its eigenvalues, ascending, as
/// real numbers in the n places from `values` on; if they are asked for row i of m becomes the
/// eigenvector of value i. Of each vector the component of the greatest size_of_parts(), of several
/// the first, has no negative real part; the first component of a complex vector is real. Works in
/// eigen_rows times n places from `values` on. False where a value took 30 steps.
///
/// Householder's reduction to a real tridiagonal matrix from the first row on, then implicit QL
/// steps (EISPACK's imtql2: Dubrulle, Martin, Wilkinson 1968), with eps = 2^-53.
template <class N, class View, class Extent>
KOKKOS_INLINE_FUNCTION bool eigen(View const& m, Extent n, int values, bool vectors)
{
  constexpr double epsilon = 0x1p-53;
  // numbers below are nothing beside the matrix, whose largest one is from 2^-100 to 2^101, and
  // their squares are normal
  constexpr double nothing = 0x1p-480;
  int const beside = values + n, reflected = values + 2 * n, factors = values + 3 * n;
  double largest = 0;
  for (int i = 0; i < n * n; ++i) {
    double const size = larger_part(m[i]);
    if (size > largest) largest = size;
  }
  int exponent = largest > 0 ? exponent_of(largest) : 0;  // of what the matrix is divided by
  if (exponent >= -100 && exponent <= 100)
    exponent = 0;
  else
    for (int i = 0; i < n * n; ++i) m[i] = times_power_of_two(N(m[i]), -exponent);

  // a becomes Hᴴ a H, H = 1 - factor v vᴴ; v stays in its row
  for (int k = 0; k < n; ++k) {
    m[values + k] = N(real_part(m[k * n + k]));
    if (k == n - 1) break;
    N const first = m[k * n + k + 1];
    double rest = 0;
    for (int j = k + 2; j < n; ++j) rest += square_of(m[k * n + j]);
    double const square = square_of(first) + rest;
    m[factors + k] = N{};
    if (square < nothing * nothing) {
      m[beside + k] = N{};
      continue;
    }
    if (rest == 0 && imaginary_part(first) == 0) {
      m[beside + k] = first;
      continue;
    }
    double const length = math::detail::root(square),
                 target = real_part(first) > 0 ? -length : length;
    N const factor = scaled(minus(N(target), first), 1 / target),
            inverse = inverse_of(minus(first, N(target)));
    m[beside + k] = N(target);
    m[factors + k] = factor;
    m[k * n + k + 1] = N(1);
    for (int j = k + 2; j < n; ++j) m[k * n + j] = product(m[k * n + j], inverse);
    N along{};
    for (int i = k + 1; i < n; ++i) {
      N sum{};
      for (int j = k + 1; j < n; ++j)
        sum = plus(sum, product(conjugate(m[i * n + j]), m[k * n + j]));
      sum = product(factor, sum);
      m[reflected + i] = sum;
      along = plus(along, product(conjugate(sum), m[k * n + i]));
    }
    N const part = scaled(product(factor, along), -0.5);
    for (int i = k + 1; i < n; ++i)
      m[reflected + i] = plus(m[reflected + i], product(part, m[k * n + i]));
    for (int i = k + 1; i < n; ++i) {
      N const w = conjugate(m[reflected + i]), v = conjugate(m[k * n + i]);
      for (int j = k + 1; j < n; ++j)
        m[i * n + j] =
            minus(m[i * n + j], plus(product(w, m[k * n + j]), product(v, m[reflected + j])));
    }
  }
  m[beside + n - 1] = N{};

  // the product of all H, a column in each row
  if (vectors) {
    m[n * n - 1] = N(1);
    for (int k = n - 2; k >= 0; --k) {
      N const factor = m[factors + k];
      if (larger_part(factor) > 0)
        for (int i = k + 1; i < n; ++i) {
          N sum{};
          for (int j = k + 1; j < n; ++j)
            sum = plus(sum, product(conjugate(m[k * n + j]), m[i * n + j]));
          sum = product(factor, sum);
          for (int j = k + 1; j < n; ++j)
            m[i * n + j] = minus(m[i * n + j], product(sum, m[k * n + j]));
        }
      m[k * n + k] = N(1);
      for (int j = k + 1; j < n; ++j) {
        m[k * n + j] = N{};
        m[j * n + k] = N{};
      }
    }
  }

  auto const value = [&](int i) { return real_part(m[values + i]); };
  auto const off = [&](int i) { return real_part(m[beside + i]); };
  for (int first = 0; first < n; ++first)
    for (int step = 0;; ++step) {
      int last = first;
      for (; last < n - 1; ++last) {
        double const size = math::detail::magnitude(off(last));
        if (size <= epsilon * (math::detail::magnitude(value(last)) +
                               math::detail::magnitude(value(last + 1))) ||
            size < nothing)
          break;
      }
      if (last == first) break;
      if (step == 30) return false;
      double g = (value(first + 1) - value(first)) / (2 * off(first));
      double r = math::detail::root(g * g + 1);
      g = value(last) - value(first) + off(first) / (g + (g < 0 ? -r : r));
      double sine = 1, cosine = 1, moved = 0;
      bool split = false;
      for (int i = last - 1; i >= first; --i) {
        double f = sine * off(i);
        double const b = cosine * off(i);
        // the quotients are the same, and the squares normal
        bool const small =
            math::detail::magnitude(f) < 0x1p-400 && math::detail::magnitude(g) < 0x1p-400;
        f *= small ? 0x1p400 : 1.0;
        g *= small ? 0x1p400 : 1.0;
        r = math::detail::root(f * f + g * g);
        m[beside + i + 1] = N(r * (small ? 0x1p-400 : 1.0));
        if (r == 0) {
          m[values + i + 1] = N(value(i + 1) - moved);
          m[beside + last] = N{};
          split = true;
          break;
        }
        sine = f / r;
        cosine = g / r;
        g = value(i + 1) - moved;
        r = (value(i) - g) * sine + 2 * cosine * b;
        moved = sine * r;
        m[values + i + 1] = N(g + moved);
        g = cosine * r - b;
        if (vectors)
          for (int k = 0; k < n; ++k) {
            N const x = m[(i + 1) * n + k], y = m[i * n + k];
            m[(i + 1) * n + k] = plus(scaled(y, sine), scaled(x, cosine));
            m[i * n + k] = minus(scaled(y, cosine), scaled(x, sine));
          }
      }
      if (split) continue;
      m[values + first] = N(value(first) - moved);
      m[beside + first] = N(g);
      m[beside + last] = N{};
    }

  for (int i = 0; i < n; ++i) {
    int least = i;
    for (int k = i + 1; k < n; ++k)
      if (value(k) < value(least)) least = k;
    if (least != i) {
      exchange(m[values + i], m[values + least]);
      if (vectors)
        for (int k = 0; k < n; ++k) exchange(m[i * n + k], m[least * n + k]);
    }
  }
  if (vectors)
    for (int i = 0; i < n; ++i) {
      double most = -1, sign = 1;
      for (int k = 0; k < n; ++k) {
        double const size = size_of_parts(m[i * n + k]);
        if (size > most) {
          most = size;
          sign = real_part(m[i * n + k]);
        }
      }
      if (sign < 0)
        for (int k = 0; k < n; ++k) m[i * n + k] = minus(N{}, m[i * n + k]);
    }
  if (exponent != 0)
    for (int i = 0; i < n; ++i) m[values + i] = times_power_of_two(N(m[values + i]), exponent);
  return true;
}

}  // namespace acre::detail::small
