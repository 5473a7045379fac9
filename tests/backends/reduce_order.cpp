// The order of every reduction, against an implementation that was written from its description in
// backends/common/reduce.hpp and shares nothing with the library's.

#include <acre/reduce/axes.hpp>
#include <acre/reduce/reduce.hpp>
#include <acre/reduce/sum.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/row_model.hpp>
#include <acre_test/spaces.hpp>

#include <cstdlib>

using acre::axes, acre::keepdims, acre::none, acre::shape, acre::slice;
using acre_test::add, acre_test::equals, acre_test::noise, acre_test::place, acre_test::rows_result,
    acre_test::tiled_result;

namespace {

constexpr std::int64_t sizes[] = {1, 2, 63, 64, 65, 127, 128, 129, 4095, 4096, 4097, 8191, 1000003};

template <class T>
using values = std::vector<T>;

template <class T, class Combine>
T columns_result(values<T> v, Combine combine)
{
  return tiled_result(std::move(v), 8, 64, combine);
}

/// Reduces C-ordered elements of a shape over the marked axes.
template <class T, class Combine>
values<T> reduced(values<T> const& v, std::vector<std::int64_t> const& extent,
                  std::vector<bool> const& gone, Combine combine)
{
  std::size_t results = 1;
  for (std::size_t axis = 0; axis < extent.size(); ++axis)
    if (!gone[axis]) results *= static_cast<std::size_t>(extent[axis]);
  std::vector<values<T>> lists(results);
  for (std::size_t i = 0; i < v.size(); ++i) {
    std::size_t rest = i, result = 0, step = 1;
    for (std::size_t axis = extent.size(); axis-- > 0;) {
      auto const n = static_cast<std::size_t>(extent[axis]);
      if (!gone[axis]) {
        result += rest % n * step;
        step *= n;
      }
      rest /= n;
    }
    lists[result].push_back(v[i]);
  }
  values<T> out;
  for (auto const& list : lists)
    out.push_back(gone.back() ? rows_result(list, combine) : columns_result(list, combine));
  return out;
}

/// A hash of a sequence: associative, but any other order of the elements gives another one.
struct hashed {
  std::uint64_t hash, power;
};
struct hash_reducer {
  using value_type = hashed;
  KOKKOS_FUNCTION hashed identity() const { return {0, 1}; }
  KOKKOS_FUNCTION hashed empty() const { return {0, 1}; }
  KOKKOS_FUNCTION hashed combine(hashed a, hashed b) const
  {
    return {a.hash * b.power + b.hash, a.power * b.power};
  }
  KOKKOS_FUNCTION std::uint64_t finish(hashed a) const { return a.hash; }
};
struct hash_of : acre::detail::same_type {
  template <class T>
  KOKKOS_FUNCTION hashed operator()(T x) const
  {
    return {static_cast<std::uint64_t>(x) + 1, 0x9e3779b97f4a7c15u};
  }
};

template <class Space>
class reduce_order : public ::testing::Test {
 protected:
  /// Along a row: contiguous, from an odd address, backwards, every third element.
  template <class T>
  void rows(std::int64_t n)
  {
    auto const v = noise<T>(3 * n + 1);
    auto const stride = [&](std::int64_t first, std::int64_t step) {
      values<T> s;
      for (std::int64_t k = 0; k < n; ++k)
        s.push_back(v[static_cast<std::size_t>(first + k * step)]);
      return values<T>{rows_result(s, add{})};
    };
    for (auto const& space : acre_test::instances<Space>()) {
      auto const x = place(space, v);
      EXPECT_TRUE(equals(sum(x(slice(0, n))), stride(0, 1))) << n;
      EXPECT_TRUE(equals(sum(x(slice(1, n + 1))), stride(1, 1))) << n << " misaligned";
      EXPECT_TRUE(equals(sum(x(slice(n - 1, none, -1))), stride(n - 1, -1))) << n << " reversed";
      EXPECT_TRUE(equals(sum(x(slice(0, 3 * n, 3))), stride(0, 3))) << n << " every third";
    }
  }

  template <class T>
  void both_axes(std::int64_t n, std::int64_t m)
  {
    auto const v = noise<T>(n * m);
    values<T> turned(v.size());
    for (std::int64_t i = 0; i < n; ++i)
      for (std::int64_t j = 0; j < m; ++j)
        turned[static_cast<std::size_t>(j * n + i)] = v[static_cast<std::size_t>(i * m + j)];
    auto const along = [&](bool first, bool second) {
      return reduced(v, {n, m}, {first, second}, add{});
    };
    auto const along_turned = [&](bool first, bool second) {
      return reduced(turned, {m, n}, {first, second}, add{});
    };
    auto const w0 = along(true, false), w1 = along(false, true), w = along(true, true);
    auto const t0 = along_turned(true, false), t1 = along_turned(false, true),
               t = along_turned(true, true);
    for (auto const& space : acre_test::instances<Space>()) {
      auto const x = place(space, v, shape(n, m));
      auto const at = " of (" + std::to_string(n) + ',' + std::to_string(m) + ')';
      EXPECT_TRUE(equals(sum(x, 0), w0)) << "axis 0" << at;
      EXPECT_TRUE(equals(sum(x, 1), w1)) << "axis 1" << at;
      EXPECT_TRUE(equals(sum(x), w)) << "all" << at;
      // the order is the shape's: how the elements lie in memory says nothing
      EXPECT_TRUE(equals(sum(x.transpose(), 0), t0)) << "transposed, axis 0" << at;
      EXPECT_TRUE(equals(sum(x.transpose(), 1), t1)) << "transposed, axis 1" << at;
      EXPECT_TRUE(equals(sum(x.transpose()), t)) << "transposed, all" << at;
    }
  }

  /// The sum along the first of two axes, of elements narrower than it too.
  template <class T, class Sum = T>
  void columns(std::int64_t n, std::int64_t m)
  {
    auto const v = noise<T>(n * m);
    auto const wanted = reduced(values<Sum>(v.begin(), v.end()), {n, m}, {true, false}, add{});
    for (auto const& space : acre_test::instances<Space>())
      EXPECT_TRUE(equals(sum(place(space, v, shape(n, m)), 0), wanted)) << n << " x " << m;
  }

  template <class T>
  void of_2_to_the_27_and_11()
  {
    static auto const v = noise<T>((std::int64_t{1} << 27) + 11);  // once for all spaces
    static values<T> const forwards{rows_result(v, add{})},
        backwards{rows_result(values<T>(v.rbegin(), v.rend()), add{})};
    for (auto const& space : acre_test::instances<Space>()) {
      auto const x = place(space, v);
      EXPECT_TRUE(equals(sum(x), forwards));
      EXPECT_TRUE(equals(sum(x(slice(none, none, -1))), backwards));
    }
  }
};

TYPED_TEST_SUITE(reduce_order, acre_test::spaces, acre_test::space_names);

TYPED_TEST(reduce_order, of_rows_float32)
{
  for (std::int64_t const n : sizes) this->template rows<float>(n);
}
TYPED_TEST(reduce_order, of_rows_float64)
{
  for (std::int64_t const n : sizes) this->template rows<double>(n);
}

/// Rows that are reduced several at a time: all lengths up to the next longer ones, as many rows as
/// go together, less and more; also with gaps between rows, elements backwards, and computed.
TYPED_TEST(reduce_order, of_short_rows)
{
  for (std::int64_t m = 1; m <= 130; ++m)
    for (std::int64_t const n : {std::int64_t{2}, std::int64_t{16}, 1024 / m + 3}) {
      auto const v = noise<double>(n * m);
      values<double> inner, backwards;
      for (std::int64_t i = 0; i < n; ++i)
        for (std::int64_t j = 0; j < m; ++j) {
          if (j > 0) inner.push_back(v[static_cast<std::size_t>(i * m + j)]);
          backwards.push_back(v[static_cast<std::size_t>((i + 1) * m - 1 - j)]);
        }
      auto const rows_of = [&](values<double> const& of, std::int64_t length) {
        return reduced(of, {n, length}, {false, true}, add{});
      };
      auto const wanted = rows_of(v, m), wanted_inner = m > 1 ? rows_of(inner, m - 1) : inner,
                 wanted_backwards = rows_of(backwards, m);
      for (auto const& space : acre_test::instances<TypeParam>()) {
        auto const x = place(space, v, shape(n, m));
        EXPECT_TRUE(equals(sum(x, 1), wanted)) << n << " x " << m;
        EXPECT_TRUE(equals(sum(x(slice(), slice(none, none, -1)), 1), wanted_backwards))
            << n << " x " << m << " backwards";
        EXPECT_TRUE(equals(sum(-(x * -1.0), 1), wanted)) << n << " x " << m << " computed";
        if (m > 1) {
          EXPECT_TRUE(equals(sum(x(slice(), slice(1, m)), 1), wanted_inner))
              << n << " x " << m - 1 << " with gaps between rows";
        }
      }
    }
}

/// Columns of few elements, as many as are reduced at once, less and more.
TYPED_TEST(reduce_order, of_short_columns)
{
  for (std::int64_t m = 1; m <= 66; ++m)
    for (std::int64_t const n : {2, 31, 32, 300}) {
      auto const v = noise<double>(m * n);
      auto const wanted = reduced(v, {m, n}, {true, false}, add{});
      for (auto const& space : acre_test::instances<TypeParam>()) {
        auto const x = place(space, v, shape(m, n));
        EXPECT_TRUE(equals(sum(x, 0), wanted)) << m << " x " << n;
        EXPECT_TRUE(equals(sum(-(x * -1.0), 0), wanted)) << m << " x " << n << " computed";
        auto const wide = acre::zeros<double>(space, shape(m, n + 1));
        wide(acre::ALL, slice(1, none)) = x;
        EXPECT_TRUE(equals(sum(wide(acre::ALL, slice(1, none)), 0), wanted))
            << m << " x " << n << " with gaps between rows";
      }
    }
  auto const v = noise<float>(7 * 5 * 40);
  auto const wanted = reduced(v, {7, 5, 40}, {false, true, false}, add{});
  for (auto const& space : acre_test::instances<TypeParam>())
    EXPECT_TRUE(equals(sum(place(space, v, shape(7, 5, 40)), 1), wanted));
}

TYPED_TEST(reduce_order, of_long_columns)
{
  this->template both_axes<float>(3000, 5);
  this->template both_axes<double>(1100, 33);
  this->template both_axes<float>(33000, 2);
  this->template both_axes<double>(33000, 2);
  this->template both_axes<float>(1057, 129);
  this->template both_axes<float>(513, 260);
  this->template both_axes<double>(270000, 1);
}
/// So many that a GPU's threads need not share them.
TYPED_TEST(reduce_order, of_many_columns)
{
  this->template columns<float>(9, 170002);
  this->template columns<double>(9, 170002);
  this->template columns<float>(70, 40004);
  this->template columns<double>(70, 40004);
  this->template columns<float>(1030, 12000);
  this->template columns<double>(1030, 12000);
  this->template columns<std::int8_t, std::int64_t>(75, 80008);
  std::int64_t const a = 3, b = 21, c = 20002;
  auto const v = noise<float>(a * b * c);
  auto const wanted = reduced(v, {a, b, c}, {false, true, false}, add{});
  for (auto const& space : acre_test::instances<TypeParam>())
    EXPECT_TRUE(equals(sum(place(space, v, shape(a, b, c)), 1), wanted));
}
TYPED_TEST(reduce_order, of_long_rows)
{
  this->template both_axes<float>(2, 70000);
  this->template both_axes<double>(5, 4097);
  this->template both_axes<float>(300, 5000);
}
TYPED_TEST(reduce_order, of_small_shapes)
{
  for (std::int64_t const n : {1, 2, 7, 8, 9, 33, 65})
    for (std::int64_t const m : {1, 3, 4, 64, 65}) {
      this->template both_axes<float>(n, m);
      this->template both_axes<double>(n, m);
    }
}

TYPED_TEST(reduce_order, of_axes_of_three)
{
  std::int64_t const extents[][3] = {{7, 65, 130}, {3, 1, 5},   {1, 70, 1},
                                     {40, 3, 2},   {4, 33, 68}, {2, 1, 5000}};
  for (auto const& [a, b, c] : extents) {
    auto const v = noise<float>(a * b * c);
    auto const wanted = [&, x = a, y = b, z = c](bool i, bool j, bool k) {
      return reduced(v, {x, y, z}, {i, j, k}, add{});
    };
    for (auto const& space : acre_test::instances<TypeParam>()) {
      auto const x = place(space, v, shape(a, b, c));
      auto const at = acre::to_string(x.shape());
      EXPECT_TRUE(equals(sum(x, 0), wanted(true, false, false))) << at;
      EXPECT_TRUE(equals(sum(x, 1), wanted(false, true, false))) << at;
      EXPECT_TRUE(equals(sum(x, 2), wanted(false, false, true))) << at;
      EXPECT_TRUE(equals(sum(x, axes(0, 1)), wanted(true, true, false))) << at;
      EXPECT_TRUE(equals(sum(x, axes(0, 2)), wanted(true, false, true))) << at;
      EXPECT_TRUE(equals(sum(x, axes(-1, 1)), wanted(false, true, true))) << at;
      EXPECT_TRUE(equals(sum(x, axes(2, 0, 1)), wanted(true, true, true))) << at;
      EXPECT_TRUE(equals(sum(x), wanted(true, true, true))) << at;
      // backwards along every axis: the elements of the same result, last to first
      auto const reversed = x(slice(none, none, -1), slice(none, none, -1), slice(none, none, -1));
      values<float> const w(v.rbegin(), v.rend());
      EXPECT_TRUE(equals(sum(reversed, 1), reduced(w, {a, b, c}, {false, true, false}, add{})))
          << at;
      EXPECT_TRUE(
          equals(sum(reversed, axes(0, 2)), reduced(w, {a, b, c}, {true, false, true}, add{})))
          << at;
    }
  }
}

/// Tiles that are reduced apart, by the model and by the library on the host or the space in turn:
/// their results, as elements of an array, have the whole one's.
TYPED_TEST(reduce_order, tiles_that_are_reduced_apart_join)
{
  TypeParam const space;
  for (std::int64_t const n : {1, 4095, 4096, 4097, 12293, 70000}) {
    auto const v = noise<float>(n);
    values<float> by_model, by_library;
    for (std::int64_t i = 0; i < n; i += 4096) {
      values<float> const tile(v.begin() + i, v.begin() + std::min(i + 4096, n));
      by_model.push_back(acre_test::tile_result(tile.data(), tile.size(), 64, add{}));
      by_library.push_back(i / 4096 % 2 == 0 ? sum(place(acre::serial(), tile)).item()
                                             : sum(place(space, tile)).item());
    }
    auto const x = place(space, v);
    EXPECT_TRUE(equals(sum(x), values<float>{rows_result(by_model, add{})})) << n;
    EXPECT_TRUE(equals(sum(x), values<float>{sum(place(space, by_model)).item()})) << n;
    EXPECT_TRUE(acre_test::same_elements(by_library, by_model)) << n;
  }
  // of columns, 512 rows
  std::int64_t const rows = 5000, columns = 3;
  auto const v = noise<float>(rows * columns);
  auto const x = place(space, v, shape(rows, columns));
  auto const on_host = place(acre::serial(), v, shape(rows, columns));
  values<float> tiles;
  for (std::int64_t r = 0; r < rows; r += 512) {
    auto const part = slice(r, std::min(r + 512, rows));
    auto const results = r / 512 % 2 == 0 ? acre::to_vector(sum(on_host(part), 0))
                                          : acre::to_vector(sum(x(part), 0));
    tiles.insert(tiles.end(), results.begin(), results.end());
  }
  auto const all = place(space, tiles).reshape(shape(-1, columns));
  EXPECT_TRUE(equals(sum(all, 0), acre::to_vector(sum(x, 0))));
}

TYPED_TEST(reduce_order, of_elements_that_do_not_commute)
{
  auto const combine = [](hashed a, hashed b) { return hash_reducer{}.combine(a, b); };
  for (std::int64_t const n : sizes) {
    auto const v = noise<std::int32_t>(n);
    values<hashed> h;
    for (auto const x : v) h.push_back(hash_of{}(x));
    auto const wanted = rows_result(h, combine).hash;
    for (auto const& space : acre_test::instances<TypeParam>())
      EXPECT_EQ(
          acre::reduce(acre::detail::make_unary<hash_of>(place(space, v)), hash_reducer{}).item(),
          wanted)
          << n;
  }
  for (std::int64_t const n : {3, 8, 9, 511, 512, 513, 2100, 33000, 262145}) {
    auto const v = noise<std::int32_t>(3 * n);
    values<hashed> h;
    for (auto const x : v) h.push_back(hash_of{}(x));
    values<std::uint64_t> wanted;
    for (hashed const x : reduced(h, {n, 3}, {true, false}, combine)) wanted.push_back(x.hash);
    for (auto const& space : acre_test::instances<TypeParam>()) {
      auto const x = place(space, v, shape(n, 3));
      EXPECT_TRUE(
          equals(acre::reduce(acre::detail::make_unary<hash_of>(x), hash_reducer{}, 0), wanted))
          << n;
    }
  }
}

TYPED_TEST(reduce_order, of_a_fused_expression_with_broadcasting)
{
  std::int64_t const n = 150, m = 1001;
  auto const v = noise<double>(n * m, 1), r = noise<double>(m, 2), c = noise<double>(n, 3);
  values<double> terms;
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < m; ++j) {
      auto const row = static_cast<std::size_t>(i), column = static_cast<std::size_t>(j);
      double const product = v[row * static_cast<std::size_t>(m) + column] * r[column];
      terms.push_back(product + c[row]);
    }
  for (auto const& space : acre_test::instances<TypeParam>()) {
    auto const x = place(space, v, shape(n, m));
    auto const e = x * place(space, r) + place(space, c)(acre::ALL, acre::newaxis);
    EXPECT_TRUE(equals(sum(e), reduced(terms, {n, m}, {true, true}, add{})));
    EXPECT_TRUE(equals(sum(e, 0), reduced(terms, {n, m}, {true, false}, add{})));
    EXPECT_TRUE(equals(sum(e, 1), reduced(terms, {n, m}, {false, true}, add{})));
  }
}

TYPED_TEST(reduce_order, loses_little)
{
  auto const v = noise<float>(1000003);
  long double exact = 0, magnitude = 0;
  for (float const x : v) {
    exact += x;
    magnitude += std::abs(static_cast<long double>(x));
  }
  auto const got = sum(place(TypeParam(), v)).item();
  // 64 additions along a lane and a tree of 6 levels, three times; one rounding each
  EXPECT_LT(std::abs(got - exact), 3 * 70 * 0x1p-24L * magnitude);
  EXPECT_LT(std::abs(got - exact), 1e-6L * magnitude);
}

TYPED_TEST(reduce_order, of_2_to_the_27_and_11)
{
  if (!std::getenv("ACRE_TEST_LARGE"))
    GTEST_SKIP() << "takes 4 GB and a while: set ACRE_TEST_LARGE=1";
  this->template of_2_to_the_27_and_11<float>();
  this->template of_2_to_the_27_and_11<double>();
}

}  // namespace
