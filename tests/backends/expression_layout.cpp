// Elementwise kernels at every length, alignment and stride: the values are a few exact
// operations, what is tested is that each element gets its own and nothing else is touched.

#include <acre/elementwise/functions.hpp>
#include <acre/index/take.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/spaces.hpp>

using acre::ALL, acre::newaxis, acre::none, acre::shape, acre::slice;
using acre_test::equals, acre_test::noise, acre_test::place;

namespace {

std::vector<std::int64_t> lengths()
{
  std::vector<std::int64_t> n;
  for (std::int64_t k = 0; k <= 40; ++k) n.push_back(k);
  for (std::int64_t k : {255, 256, 257, 258, 259, 260, 4095, 4096, 4097, 65535, 65536, 65537})
    n.push_back(k);
  return n;
}

/// Host elements seen with a shape and strides, as plain loops read them.
template <class T>
struct host_view {
  T* data;
  std::vector<std::int64_t> extent, stride;

  T& operator[](std::int64_t k) const
  {
    std::int64_t offset = 0;
    for (std::size_t axis = extent.size(); axis-- > 0; k /= extent[axis])
      offset += k % extent[axis] * stride[axis];
    return data[offset];
  }
};
/// The view `a` of `whole`, over `copy`, which holds the elements of `whole` on the host.
template <class T, int Rank, class Space>
host_view<T> view_of(acre::array<T, Rank, Space> const& a, acre::array<T, 1, Space> const& whole,
                     std::vector<T>& copy)
{
  return {copy.data() + (a.ref().data - whole.data()),
          {a.shape().begin(), a.shape().end()},
          {a.strides().begin(), a.strides().end()}};
}

template <class Space>
class expression_layout : public ::testing::Test {
 protected:
  /// z[at_z:] = x[at_x:] * y[at_y:] + x[at_x:], with guards around z.
  template <class Z, class X, class Y>
  void check(Space const& space, std::int64_t n, int at_z, int at_x, int at_y)
  {
    auto const x = noise<X>(n + 8, 1);
    auto const y = noise<Y>(n + 8, 2);
    std::vector<Z> const guard(static_cast<std::size_t>(n) + 8, Z(77));
    auto wanted = guard;
    using C = acre::promote_t<X, Y>;
    for (std::int64_t i = 0; i < n; ++i) {
      auto const a = static_cast<C>(x[static_cast<std::size_t>(i + at_x)]);
      auto const b = static_cast<C>(y[static_cast<std::size_t>(i + at_y)]);
      if constexpr (std::is_integral_v<C>)
        wanted[static_cast<std::size_t>(i + at_z)] =
            static_cast<Z>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b) +
                           static_cast<std::uint64_t>(a));
      else {
        C const product = a * b;
        wanted[static_cast<std::size_t>(i + at_z)] = static_cast<Z>(product + a);
      }
    }
    auto const z = place(space, guard);
    auto const xs = place(space, x)(slice(at_x, at_x + n));
    auto const ys = place(space, y)(slice(at_y, at_y + n));
    z(slice(at_z, at_z + n)) = xs * ys + xs;
    EXPECT_TRUE(equals(z, wanted)) << n << " elements at " << at_z << ", " << at_x << ", " << at_y;
  }
  template <class Z, class X, class Y>
  void lengths_and_offsets()
  {
    int const offsets[][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 3}, {1, 1, 1},
                              {2, 2, 2}, {4, 4, 4}, {0, 4, 0}, {3, 2, 1}};
    for (auto const& [z, x, y] : offsets)
      for (std::int64_t const n : lengths())
        if (n < 5000 || z + x + y <= 1) check<Z, X, Y>(Space(), n, z, x, y);
    for (auto const& space : acre_test::instances<Space>()) {
      check<Z, X, Y>(space, 65537, 0, 0, 0);
      check<Z, X, Y>(space, 300001, 1, 1, 1);
    }
  }
};
TYPED_TEST_SUITE(expression_layout, acre_test::spaces, acre_test::space_names);

TYPED_TEST(expression_layout, of_float32)
{
  this->template lengths_and_offsets<float, float, float>();
}
TYPED_TEST(expression_layout, of_float64)
{
  this->template lengths_and_offsets<double, double, double>();
}
TYPED_TEST(expression_layout, of_int8)
{
  this->template lengths_and_offsets<std::int8_t, std::int8_t, std::int8_t>();
}
TYPED_TEST(expression_layout, of_complex64_and_float32)
{
  using complex = acre::complex<float>;
  this->template lengths_and_offsets<complex, complex, float>();
}
TYPED_TEST(expression_layout, of_int16_and_float64_into_float32)
{
  this->template lengths_and_offsets<float, std::int16_t, double>();
}

TYPED_TEST(expression_layout, of_bool_results)
{
  for (std::int64_t const n : lengths()) {
    auto const x = noise<double>(n, 1), y = noise<double>(n, 2);
    std::vector<unsigned char> wanted;
    for (std::size_t i = 0; i < x.size(); ++i) wanted.push_back(x[i] < y[i] || x[i] > 3);
    auto const a = place(TypeParam(), x), b = place(TypeParam(), y);
    EXPECT_TRUE(equals((a < b) | (a > 3), wanted)) << n;
  }
}

TYPED_TEST(expression_layout, of_slices_with_steps)
{
  std::int64_t const n = 1001;
  auto const v = noise<float>(n);
  for (auto const& space : acre_test::instances<TypeParam>())
    for (std::int64_t const from : {1, 2, 3, -1, -2, -7})
      for (std::int64_t const to : {1, 2, -1, -3}) {
        auto const x = place(space, v);
        auto const z = place(space, std::vector<float>(static_cast<std::size_t>(n), 77));
        std::vector<float> wanted(static_cast<std::size_t>(n), 77), source = v;
        auto const count = std::int64_t{100};
        auto const xs = x(slice(from > 0 ? 3 : -3, none, from))(slice(0, count));
        auto const zs = z(slice(to > 0 ? 5 : -5, none, to))(slice(0, count));
        auto const hx = view_of(xs, x, source), hz = view_of(zs, z, wanted);
        for (std::int64_t k = 0; k < count; ++k) hz[k] = hx[k] + 1;
        zs(ALL) = xs + 1;
        EXPECT_TRUE(equals(z, wanted)) << from << " to " << to;
      }
}

TYPED_TEST(expression_layout, of_rows_and_columns)
{
  for (std::int64_t const rows : {1, 2, 3, 7})
    for (std::int64_t const n : {1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 33, 255, 256, 257, 4099}) {
      auto const v = noise<float>(rows * n, 1), r = noise<float>(n, 2), c = noise<float>(rows, 3);
      std::vector<float> by_row, by_column, outer, turned;
      for (std::int64_t i = 0; i < rows; ++i)
        for (std::int64_t j = 0; j < n; ++j) {
          auto const a = v[static_cast<std::size_t>(i * n + j)];
          by_row.push_back(a + r[static_cast<std::size_t>(j)]);
          by_column.push_back(a * c[static_cast<std::size_t>(i)]);
          outer.push_back(r[static_cast<std::size_t>(j)] - c[static_cast<std::size_t>(i)]);
        }
      for (std::int64_t j = 0; j < n; ++j)
        for (std::int64_t i = 0; i < rows; ++i)
          turned.push_back(v[static_cast<std::size_t>(i * n + j)] +
                           v[static_cast<std::size_t>(i * n + j)]);
      for (auto const& space : acre_test::instances<TypeParam>()) {
        auto const x = place(space, v, shape(rows, n));
        auto const row = place(space, r);
        auto const column = place(space, c)(ALL, newaxis);
        EXPECT_TRUE(equals(x + row, by_row)) << rows << ' ' << n;
        EXPECT_TRUE(equals(x * column, by_column)) << rows << ' ' << n;
        EXPECT_TRUE(equals(row - column, outer)) << rows << ' ' << n;
        EXPECT_TRUE(equals(x.transpose() + x.transpose(), turned)) << rows << ' ' << n;
        EXPECT_TRUE(equals(x(ALL, slice(1, none)) + row(slice(1, none)),
                           [&] {
                             std::vector<float> w;
                             for (std::size_t i = 0; i < by_row.size(); ++i)
                               if (i % static_cast<std::size_t>(n) != 0) w.push_back(by_row[i]);
                             return w;
                           }()))
            << rows << ' ' << n;
      }
    }
}

TYPED_TEST(expression_layout, of_eight_axes)
{
  auto const v = noise<double>(3 * 2 * 4 * 5 * 6 * 4 * 2 * 5);
  std::vector<double> source = v;
  for (auto const& space : acre_test::instances<TypeParam>()) {
    auto const flat = place(space, v);
    auto const x = flat.reshape(shape(3, 2, 4, 5, 6, 4, 2, 5));
    auto const every_second = slice(none, none, 2), back = slice(none, none, -1),
               inner = slice(1, -1);
    auto const part = [&](auto const& of) {
      return of(every_second, ALL, back, inner, slice(none, none, -2), ALL, back,
                slice(1, none, 2));
    };
    auto const s = part(x);
    ASSERT_EQ(s.shape(), shape(2, 2, 4, 3, 3, 4, 2, 2));
    auto const t = s.transpose({7, 0, 5, 3, 1, 6, 2, 4});
    auto const hs = view_of(s, flat, source), ht = view_of(t, flat, source);
    std::vector<double> straight, turned;
    for (std::int64_t k = 0; k < s.size(); ++k) straight.push_back(hs[k] * 2);
    for (std::int64_t k = 0; k < t.size(); ++k) turned.push_back(ht[k] + 1);
    EXPECT_TRUE(equals(s * 2, straight));
    EXPECT_TRUE(equals(t + 1, turned));
    // into a strided target
    auto const z = acre::zeros<double>(space, flat.shape());
    std::vector<double> wanted(v.size());
    auto const zt = part(z.reshape(x.shape())).transpose();
    auto const hz = view_of(zt, z, wanted), hst = view_of(s.transpose(), flat, source);
    for (std::int64_t k = 0; k < zt.size(); ++k) hz[k] = hst[k] - 1;
    zt(ALL) = s.transpose() - 1;
    EXPECT_TRUE(equals(z, wanted));
    // all eight broadcast against each other
    auto const one = slice(0, 1);
    auto const small =
        x(one, ALL, one, ALL, one, ALL, one, ALL) + x(ALL, one, ALL, one, ALL, one, ALL, one);
    EXPECT_EQ(small.shape(), x.shape());
    EXPECT_EQ(acre::to_vector(small).back(),
              v[4800 + 4 * 240 + 3 * 10 + 4] + v[2 * 9600 + 3 * 1200 + 5 * 40 + 5]);
  }
}

// The right side is taken as it was before the assignment, whatever is read and written.
TYPED_TEST(expression_layout, takes_what_was_there_before)
{
  for (auto const& space : acre_test::instances<TypeParam>())
    for (std::int64_t const n : {2, 3, 7, 64, 1000, 70001}) {
      auto const v = noise<float>(n);
      auto const last = static_cast<std::size_t>(n) - 1;
      std::vector<float> w;

      auto x = place(space, v);
      auto const before = x.data();
      x = x(slice(none, none, -1)) + x;
      w.clear();
      for (std::size_t i = 0; i <= last; ++i) w.push_back(v[last - i] + v[i]);
      EXPECT_TRUE(equals(x, w)) << n;
      EXPECT_EQ(x.data(), before) << "written, not replaced";

      x = place(space, v);
      x(slice(1, none)) = x(slice(none, -1));
      w = v;
      std::copy_backward(v.begin(), v.end() - 1, w.end());
      EXPECT_TRUE(equals(x, w)) << n << " shifted up";

      x = place(space, v);
      x(slice(none, -1)) = x(slice(1, none));
      w = v;
      std::copy(v.begin() + 1, v.end(), w.begin());
      EXPECT_TRUE(equals(x, w)) << n << " shifted down";

      x = place(space, v);
      x += x(slice(none, none, -1));
      x(slice(1, none)) -= x(slice(none, -1)) * 2;
      for (std::size_t i = 0; i <= last; ++i) w[i] = v[i] + v[last - i];
      for (std::size_t i = last; i > 0; --i) w[i] -= w[i - 1] * 2;
      EXPECT_TRUE(equals(x, w)) << n << " compound";

      x = place(space, v);
      x *= x;
      x -= x(0);
      for (std::size_t i = 0; i <= last; ++i) w[i] = v[i] * v[i] - v[0] * v[0];
      EXPECT_TRUE(equals(x, w)) << n << " its own first element";

      x = place(space, v);
      x(slice(none, none, 2)) = x(slice(0, (n + 1) / 2));
      w = v;
      for (std::size_t i = 0; 2 * i <= last; ++i) w[2 * i] = v[i];
      EXPECT_TRUE(equals(x, w)) << n << " spread out";
    }

  for (std::int64_t const n : {1, 5, 33}) {
    auto const v = noise<double>(n * n);
    auto m = place(TypeParam(), v, shape(n, n));
    m += m.transpose();
    std::vector<double> w;
    for (std::int64_t i = 0; i < n; ++i)
      for (std::int64_t j = 0; j < n; ++j)
        w.push_back(v[static_cast<std::size_t>(i * n + j)] +
                    v[static_cast<std::size_t>(j * n + i)]);
    EXPECT_TRUE(equals(m, w));
    m = place(TypeParam(), v, shape(n, n));
    m -= m(0);
    for (std::size_t i = 0; i < w.size(); ++i) w[i] = v[i] - v[i % static_cast<std::size_t>(n)];
    EXPECT_TRUE(equals(m, w)) << "a row of its own";
    m = place(TypeParam(), v, shape(n, n));
    m -= m(ALL, slice(0, 1));
    for (std::size_t i = 0; i < w.size(); ++i) w[i] = v[i] - v[i - i % static_cast<std::size_t>(n)];
    EXPECT_TRUE(equals(m, w)) << "a column of its own";
    // picked from the array itself
    auto x = place(TypeParam(), v);
    x = acre::take(x, acre::arange<std::int64_t>(TypeParam(), n * n - 1, -1, -1));
    EXPECT_TRUE(equals(x, std::vector<double>(v.rbegin(), v.rend())));
  }
}

// Two arrays may see the same memory as elements of different widths.
TYPED_TEST(expression_layout, takes_what_was_there_before_in_another_dtype)
{
  std::int64_t const n = 999;
  auto const wide = place(TypeParam(), noise<double>(n));
  acre::array<float, 1, TypeParam> const narrow(
      TypeParam(), wide.owner(), reinterpret_cast<float*>(wide.data()), shape(n), shape(1));
  std::vector<float> const bits = acre::to_vector(narrow);
  wide(ALL) = narrow * 1;
  EXPECT_TRUE(equals(wide, std::vector<double>(bits.begin(), bits.end())));
}

}  // namespace
