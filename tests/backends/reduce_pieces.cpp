// Reductions of rows of a few elements, and of what lies in pieces.

#include <acre/array.hpp>
#include <acre/elementwise.hpp>
#include <acre/rearrange/sliding_window.hpp>
#include <acre/reduce.hpp>
#include <acre_test/on_space.hpp>

#include <cstdint>
#include <limits>
#include <string>

using acre::axes, acre::keepdims, acre::none, acre::shape, acre::slice;
using acre_test::equals, acre_test::noise, acre_test::place;

namespace {

template <class Space>
class reduce_pieces : public acre_test::on_space<Space> {};
TYPED_TEST_SUITE(reduce_pieces, acre_test::spaces, acre_test::space_names);

/// Rows of a few elements, many of them: windows of a line, and what lies in pieces.
TYPED_TEST(reduce_pieces, windows_and_pieces)
{
  std::int64_t const n = 20000;
  auto const v = noise<float>(n);
  for (auto const& space : acre_test::instances<TypeParam>()) {
    auto const x = place(space, v);
    for (std::int64_t const width :
         {1, 2, 3, 7, 8, 9, 16, 17, 24, 31, 33, 40, 41, 48, 57, 63, 64}) {
      SCOPED_TRACE(width);
      auto const windows = acre::sliding_window_view(x, width);
      auto const laid_out = acre::copy(windows);
      auto const across = acre::copy(laid_out.transpose()).transpose();  // rows' elements are apart
      EXPECT_TRUE(equals(sum(across, 1), acre::to_vector(sum(laid_out, 1))));
      EXPECT_TRUE(equals(prod(across, 1), acre::to_vector(prod(laid_out, 1))));
      EXPECT_TRUE(equals(max(across, 1), acre::to_vector(max(laid_out, 1))));
      EXPECT_TRUE(equals(sum(windows, 1), acre::to_vector(sum(laid_out, 1))));
      EXPECT_TRUE(equals(max(windows, 1), acre::to_vector(max(laid_out, 1))));
      EXPECT_TRUE(equals(argmin(windows, 1), acre::to_vector(argmin(laid_out, 1))));
      auto const one = acre::to_vector(sum(windows, 1));
      for (std::int64_t const w : {std::int64_t{0}, std::int64_t{4321}, n - width})
        EXPECT_EQ(sum(x(slice(w, w + width))).item(), one[static_cast<std::size_t>(w)]) << w;
    }
    for (std::int64_t const inner : {2, 3, 5, 8, 64, 65, 100}) {
      SCOPED_TRACE(inner);
      std::int64_t const kept = 7, outer = n / (kept * inner);
      auto const box = x(slice(0, outer * kept * inner)).reshape(shape(outer, kept, inner));
      for (std::int64_t k = 0; k < kept; ++k) {
        auto const line = acre::copy(box(acre::ALL, k)).reshape(shape(outer * inner));
        EXPECT_EQ(sum(box, axes(0, 2))(k).item(), sum(line).item());
        EXPECT_EQ(ptp(box, axes(0, 2))(k).item(), ptp(line).item());
        EXPECT_EQ(argmax(box, axes(0, 2))(k).item(), argmax(line).item());
        EXPECT_EQ(var(box, axes(0, 2))(k).item(), var(line).item());
      }
    }
  }
}

/// Rows whose elements lie across: as they are beside each other's where they are neighbours, and
/// of more elements than lanes or a tile have; of numbers, NaNs and zeros of both signs.
TYPED_TEST(reduce_pieces, rows_that_lie_across)
{
  for (auto const& space : acre_test::instances<TypeParam>())
    for (std::int64_t const length : {2, 3, 8, 9, 31, 64, 65, 71, 72, 128, 129, 200, 4096, 4161})
      for (std::int64_t const rows : {15, 16, 33, 513}) {
        if (length * rows > 300000) continue;
        SCOPED_TRACE("rows of " + std::to_string(length) + ", " + std::to_string(rows));
        auto v = noise<float>(length * rows);
        for (std::size_t k = 0; k < v.size(); k += 7) v[k] = k % 2 == 0 ? 0.0f : -0.0f;
        auto const same = [&](auto const& across, auto... axis) {
          auto const apart = acre::copy(across);  // whose rows' elements are neighbours
          EXPECT_TRUE(equals(sum(across, axis...), acre::to_vector(sum(apart, axis...))));
          EXPECT_TRUE(equals(max(across, axis...), acre::to_vector(max(apart, axis...))));
          EXPECT_TRUE(equals(min(across, axis...), acre::to_vector(min(apart, axis...))));
          EXPECT_TRUE(equals(var(across, axis...), acre::to_vector(var(apart, axis...))));
          EXPECT_TRUE(equals(argmax(across, axis...), acre::to_vector(argmax(apart, axis...))));
        };
        same(place(space, v, shape(length, rows)).transpose(), 1);
        v[v.size() / 2] = std::numeric_limits<float>::quiet_NaN();
        auto const x = place(space, v, shape(length, rows));
        same(x.transpose(), 1);
        same(x(acre::ALL, slice(0, rows - 1)).transpose(), 1);
        if (length % 4 == 0)  // two axes, of which neither goes on where the other ends
          same(x.reshape(shape(4, length / 4, rows)).transpose(axes(2, 1, 0)), axes(1, 2));
      }
}

/// Positions in columns of few elements, beside those in rows of the same.
TYPED_TEST(reduce_pieces, positions_in_short_columns)
{
  for (auto const& space : acre_test::instances<TypeParam>())
    for (std::int64_t const length : {1, 2, 7, 8, 9, 17, 63, 64, 65})
      for (std::int64_t const columns : {1, 31, 33, 129, 600}) {
        SCOPED_TRACE(std::to_string(length) + " of " + std::to_string(columns));
        auto v = noise<float>(length * columns);
        for (std::size_t k = 0; k < v.size(); k += 3) v[k] = k % 2 == 0 ? 0.0f : -0.0f;
        for (std::size_t k = 5; k < v.size(); k += 401)
          v[k] = std::numeric_limits<float>::quiet_NaN();
        auto const x = place(space, v, shape(length, columns));
        auto const rows = acre::copy(x.transpose());
        EXPECT_TRUE(equals(argmax(x, 0), acre::to_vector(argmax(rows, 1))));
        EXPECT_TRUE(equals(argmin(x, 0), acre::to_vector(argmin(rows, 1))));
      }
}

/// Likewise of what is computed: of two that lie across, beside numbers of rows or of elements.
TYPED_TEST(reduce_pieces, computed_rows_that_lie_across)
{
  for (auto const& space : acre_test::instances<TypeParam>())
    for (std::int64_t const length : {2, 8, 65, 100, 128, 130, 4100})
      for (std::int64_t const rows : {15, 16, 63, 64, 97, 600}) {
        if (length * rows > 300000) continue;
        SCOPED_TRACE("rows of " + std::to_string(length) + ", " + std::to_string(rows));
        auto v = noise<float>(length * rows);
        for (std::size_t k = 0; k < v.size(); k += 7) v[k] = k % 2 == 0 ? 0.0f : -0.0f;
        v[v.size() / 2] = std::numeric_limits<float>::quiet_NaN();
        auto const of_elements = place(space, noise<float>(length), shape(length));
        auto const of_rows = place(space, noise<float>(rows), shape(rows, 1));
        auto const same = [&](auto const& x, auto... axis) {
          auto const apart = acre::copy(x);  // whose rows' elements are neighbours
          auto const check = [&](auto const& f) {
            EXPECT_TRUE(equals(f(x), acre::to_vector(f(apart))));
          };
          check([&](auto const& y) { return sum(y * y, axis...); });
          check([&](auto const& y) { return max(y * y - of_rows, axis...); });
          check([&](auto const& y) { return argmin(y + y, axis...); });
          check([&](auto const& y) { return var(y - of_rows, axis...); });
          check([&](auto const& y) { return sum(exp(-y * y), axis...); });
          check([&](auto const& y) { return any(y > 2.5f, axis...); });
          check([&](auto const& y) { return all(isnan(y) | (y < 1e30f), axis...); });
        };
        auto const x = place(space, v, shape(length, rows)).transpose();
        same(x, 1);
        EXPECT_TRUE(equals(sum(x * of_elements - of_rows, 1),
                           acre::to_vector(sum(acre::copy(x) * of_elements - of_rows, 1))));
        EXPECT_TRUE(equals(argmax(x * of_elements, 1),
                           acre::to_vector(argmax(acre::copy(x) * of_elements, 1))));
      }
}

/// Rows become one for what is computed in blocks, where operands are constant along a row or down
/// the columns, have gaps or lie backwards.
TYPED_TEST(reduce_pieces, rows_computed_in_blocks)
{
  using acre::ALL;
  for (auto const& space : acre_test::instances<TypeParam>())
    for (std::int64_t const length : {1, 2, 3, 8, 15, 16, 33, 64, 100, 127, 128, 129})
      for (std::int64_t const rows : {1, 2, 17, 333}) {
        SCOPED_TRACE(std::to_string(rows) + " of " + std::to_string(length));
        auto v = noise<float>(2 * rows * (length + 3));
        v[v.size() / 2] = std::numeric_limits<float>::quiet_NaN();
        auto const all = place(space, v, shape(2, rows, length + 3));
        auto const x = acre::copy(all(ALL, ALL, slice(0, length))),
                   gaps = all(ALL, ALL, slice(2, length + 2)),
                   back = all(ALL, ALL, slice(length, 0, -1)), first = all(ALL, ALL, slice(0, 1)),
                   line = all(slice(0, 1), slice(0, 1), slice(1, length + 1));
        auto const same = [&](auto const& e) {
          auto const stored = acre::evaluate(e);
          EXPECT_TRUE(equals(sum(e, 2), acre::to_vector(sum(stored, 2))));
          EXPECT_TRUE(equals(argmax(e, 2), acre::to_vector(argmax(stored, 2))));
          EXPECT_TRUE(equals(var(e, 2), acre::to_vector(var(stored, 2))));
          EXPECT_TRUE(equals(sum(e, axes(0, 2)), acre::to_vector(sum(stored, axes(0, 2)))));
        };
        same(exp(x - first));
        same(exp(x - line) * gaps);
        same(exp(back));
        same(exp(first - line));
      }
}

/// Whole arrays of one tile at most, and what isn't: of operands with gaps, that broadcast, or of
/// another queue.
TYPED_TEST(reduce_pieces, neighbours_and_the_same_with_gaps)
{
  auto const v = noise<float>(3 * 4100), w = noise<float>(4100);
  for (auto const& space : acre_test::instances<TypeParam>()) {
    auto const triples = place(space, v, shape(4100, 3));
    auto const column = triples(acre::ALL, 1), other = place(space, w);
    auto const away = place(space.new_queue(), w);
    auto const dense = acre::copy(column);
    for (std::int64_t const n : {1,  2,   3,   4,   7,   15,   31,   32,   33,   63,   64,
                                 65, 100, 127, 128, 200, 1000, 4032, 4095, 4096, 4097, 4100}) {
      SCOPED_TRACE(n);
      auto const few = slice(0, n);
      auto const x = dense(few), gaps = column(few), y = other(few), far = away(few);
      EXPECT_EQ(sum(x).item(), sum(gaps).item());
      EXPECT_EQ(max(x).item(), max(gaps).item());
      EXPECT_EQ(argmin(x).item(), argmin(gaps).item());
      EXPECT_EQ(mean(x * y + 0.5f).item(), mean(gaps * y + 0.5f).item());
      EXPECT_EQ(mean(x * y + 0.5f).item(), mean(x * far + 0.5f).item());
      EXPECT_EQ(prod(abs(x) + y(0)).item(), prod(abs(gaps) + y(0)).item());
      EXPECT_EQ(any(x > 0.5f).item(), any(gaps > 0.5f).item());
      EXPECT_EQ(count_nonzero(x < y).item(), count_nonzero(gaps < y).item());
      EXPECT_EQ(sum(sqrt(abs(x))).item(), sum(sqrt(abs(gaps))).item());
      EXPECT_EQ(var(x).item(), var(gaps).item());
      if (n % 4 == 0) {
        EXPECT_EQ(sum(x.reshape(shape(4, n / 4))).item(), sum(x).item());
        EXPECT_EQ(sum(x.reshape(shape(1, n / 4, 4)), keepdims)(0, 0, 0).item(), sum(x).item());
      }
    }
  }
}

/// The terms of the trapezoidal rule, which are halves, not quotients by 2.
TYPED_TEST(reduce_pieces, trapezoids_are_sums_of_halves)
{
  auto const v = noise<float>(3 * 5003);
  for (auto const& space : acre_test::instances<TypeParam>()) {
    auto const y = place(space, v, shape(3, 5003));
    auto const terms =
        acre::evaluate(0.25 * (y(acre::ALL, slice(1, none)) + y(acre::ALL, slice(none, -1))) / 2.0);
    EXPECT_TRUE(equals(trapezoid(y, 0.25, 1), acre::to_vector(sum(terms, 1))));
    auto const tiny = acre::full<float>(space, shape(101), 1e-45f);
    EXPECT_EQ(
        trapezoid(tiny).item(),
        sum(acre::evaluate(1.0 * (tiny(slice(1, none)) + tiny(slice(none, -1))) / 2.0)).item());
  }
}

/// Rows of a few elements, as many as go side by side, less and more, against each row alone.
TYPED_TEST(reduce_pieces, short_rows_vary_and_are_scanned_as_each_alone)
{
  using acre::ALL;
  double const inf = std::numeric_limits<double>::infinity();
  for (auto const& space : acre_test::instances<TypeParam>())
    for (std::int64_t const m :
         {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 47, 48, 49, 63, 64, 65, 66, 97, 127, 128})
      for (std::int64_t const n : {2, 16, 37}) {
        SCOPED_TRACE(std::to_string(n) + " x " + std::to_string(m));
        auto v = noise<double>(n * m);
        v[0] = inf;
        v[static_cast<std::size_t>(n * m - 1)] = -0.0;
        auto const x = place(space, v, shape(n, m));
        auto const wide = acre::zeros<double>(space, shape(n, m + 2));
        wide(ALL, slice(1, m + 1)) = x;
        auto const inner = wide(ALL, slice(1, m + 1));
        auto const least = acre::cast<float>(x);
        auto const variances = acre::to_vector(var(x, 1)),
                   of_inner = acre::to_vector(var(inner, 1));
        auto const sums = cumsum(x, 1), products = cumprod(inner, 1);
        auto const backwards = cumsum(x(ALL, slice(none, none, -1)), 1);
        auto const floats = cumsum(least, 1);
        for (std::int64_t const r : {std::int64_t{0}, std::int64_t{1}, n / 2, n - 1}) {
          auto const row = acre::copy(x(r));
          double const alone = var(row).item();
          for (auto const& of : {variances, of_inner}) {
            double const got = of[static_cast<std::size_t>(r)];
            EXPECT_TRUE(got == alone || (got != got && alone != alone)) << got << ' ' << alone;
          }
          EXPECT_TRUE(equals(sums(r), acre::to_vector(cumsum(row))));
          EXPECT_TRUE(equals(products(r), acre::to_vector(cumprod(row))));
          EXPECT_TRUE(equals(backwards(r),
                             acre::to_vector(cumsum(acre::copy(row(slice(none, none, -1)))))));
          EXPECT_TRUE(equals(floats(r), acre::to_vector(cumsum(evaluate(acre::cast<float>(row))))));
        }
      }
}

/// Scans down a few columns, chunk by chunk, against each column alone.
TYPED_TEST(reduce_pieces, few_columns_are_scanned_as_each_alone)
{
  using acre::ALL;
  for (auto const& space : acre_test::instances<TypeParam>())
    for (std::int64_t const columns : {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 24, 31, 33, 63, 64, 65})
      for (std::int64_t const n : {2, 15, 16, 17, 31, 33, 512, 700, 5000}) {
        if (columns > 5 && n > 700) continue;
        SCOPED_TRACE(std::to_string(n) + " x " + std::to_string(columns));
        auto const x = place(space, noise<double>(2 * n * columns), shape(2, n, columns));
        auto const last = x(1);
        auto const sums = cumsum(last, 0);
        auto const of_blocks = cumsum(x, 1), computed = cumsum(-(x * -1.0), 1);
        auto const floats = cumsum(acre::cast<float>(last), 0);
        auto const small = acre::evaluate(acre::cast<std::int16_t>(last * 1000.0));
        auto const largest = cummax(small, 0);
        std::int64_t const step = columns > 8 ? 5 : 1;
        for (std::int64_t c = (columns - 1) % step; c < columns; c += step) {
          auto const column = acre::copy(last(ALL, c));
          auto const alone = acre::to_vector(cumsum(column));
          EXPECT_TRUE(equals(sums(ALL, c), alone));
          EXPECT_TRUE(equals(of_blocks(1, ALL, c), alone));
          EXPECT_TRUE(equals(computed(1, ALL, c), alone));
          EXPECT_TRUE(
              equals(floats(ALL, c), acre::to_vector(cumsum(evaluate(acre::cast<float>(column))))));
          EXPECT_TRUE(equals(largest(ALL, c), acre::to_vector(cummax(acre::copy(small(ALL, c))))));
        }
      }
}

/// Sums over pairs, whose operands are the same for many rows.
TYPED_TEST(reduce_pieces, sums_over_pairs_are_those_of_their_terms)
{
  using acre::ALL, acre::newaxis;
  for (auto const& space : acre_test::instances<TypeParam>())
    for (std::int64_t const m : {1, 2, 3, 4, 5, 9, 16, 33}) {
      std::int64_t const n = 71;
      auto const x = place(space, noise<double>(n * m, 1), shape(n, m)),
                 y = place(space, noise<double>(n * m, 2), shape(n, m));
      auto const pairs = square(x(ALL, newaxis, ALL) - y(newaxis, ALL, ALL));
      auto const terms = acre::evaluate(pairs);
      EXPECT_TRUE(equals(sum(pairs, 2), acre::to_vector(sum(terms, 2)))) << m;
      EXPECT_TRUE(equals(max(pairs, 2), acre::to_vector(max(terms, 2)))) << m;
      auto const turned = x.transpose()(ALL, ALL, newaxis) * y.transpose()(ALL, newaxis, ALL);
      EXPECT_TRUE(equals(sum(turned, 0), acre::to_vector(sum(acre::evaluate(turned), 0)))) << m;
    }
}

}  // namespace
