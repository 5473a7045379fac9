// Products of matrices against the order that backends/common/matmul.hpp describes, written here
// once more, and recorded. Values and messages are NumPy's (2.4).

#include <acre/array/copy.hpp>
#include <acre/array/creation.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre/linalg/matmul.hpp>
#include <acre/rearrange/rearrange.hpp>
#include <acre_test/on_space.hpp>
#include <acre_test/order_hashes.hpp>

using acre::ALL, acre::matmul, acre::none, acre::shape, acre::slice;
using acre_test::equals, acre_test::error_of, acre_test::noise, acre_test::place;

// of the hashes below
static_assert(acre::backends::matmul_order_version == 1);

namespace {

template <class T>
using values = std::vector<T>;

/// s + a × b and a + b as the contract has them.
template <class T>
T with_product(T s, T a, T b)
{
  if constexpr (std::is_floating_point_v<T>)
    return std::fma(a, b, s);
  else if constexpr (std::is_integral_v<T>)
    return static_cast<T>(static_cast<std::uint64_t>(s) +
                          static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
  else
    return T(std::fma(-a.imag(), b.imag(), std::fma(a.real(), b.real(), s.real())),
             std::fma(a.imag(), b.real(), std::fma(a.real(), b.imag(), s.imag())));
}
template <class T>
T added(T a, T b)
{
  return static_cast<T>(a + b);
}

/// (n, k) and (k, m) in C order.
template <class T>
values<T> model(values<T> const& a, values<T> const& b, std::int64_t n, std::int64_t k,
                std::int64_t m)
{
  values<T> c;
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < m; ++j) {
      T sum{};
      for (std::int64_t first = 0; first < k; first += 1024) {
        T block{};
        for (std::int64_t p = first; p < std::min(k, first + 1024); ++p)
          block = with_product<T>(block, a[static_cast<std::size_t>(i * k + p)],
                                  b[static_cast<std::size_t>(p * m + j)]);
        sum = first == 0 ? block : added<T>(sum, block);
      }
      c.push_back(sum);
    }
  return c;
}

template <class Space>
class products_of_matrices : public acre_test::on_space<Space> {
 protected:
  template <class T>
  void check(std::int64_t n, std::int64_t k, std::int64_t m)
  {
    auto const a = noise<T>(n * k, 1), b = noise<T>(k * m, 2);
    auto const wanted = model(a, b, n, k, m);
    for (auto const& on : acre_test::instances<Space>())
      EXPECT_TRUE(equals(matmul(place(on, a, shape(n, k)), place(on, b, shape(k, m))), wanted))
          << acre::dtype_name<T>() << ' ' << n << ' ' << k << ' ' << m;
  }
  template <class T>
  void check_all()
  {
    check<T>(7, 5, 9);
    check<T>(35, 70, 33);
    check<T>(3, 2050, 4);
  }
};
TYPED_TEST_SUITE(products_of_matrices, acre_test::spaces, acre_test::space_names);

TYPED_TEST(products_of_matrices, are_those_of_every_dtype)
{
  this->template check_all<std::int8_t>();
  this->template check_all<std::int16_t>();
  this->template check_all<std::int32_t>();
  this->template check_all<std::int64_t>();
  this->template check_all<std::uint8_t>();
  this->template check_all<std::uint16_t>();
  this->template check_all<std::uint32_t>();
  this->template check_all<std::uint64_t>();
  this->template check_all<float>();
  this->template check_all<double>();
  this->template check_all<acre::complex<float>>();
  this->template check_all<acre::complex<double>>();
}

TYPED_TEST(products_of_matrices, of_bool_say_whether_any_product_is_true)
{
  for (std::int64_t const k : {1, 3, 1100}) {
    values<std::int32_t> a, b;
    for (int i = 0; i < 40 * k; ++i)
      a.push_back(acre_test::mix(i) % static_cast<std::uint64_t>(k) == 0);
    for (int i = 0; i < 30 * k; ++i) b.push_back(acre_test::mix(i + 7) % 3 == 0);
    auto const x = place(this->space, a, shape(40, k)), y = place(this->space, b, shape(k, 30));
    auto const c = matmul(x > 0, y > 0);
    static_assert(acre_test::has_dtype<bool, decltype(c)>);
    EXPECT_TRUE(equals(acre::cast<int>(c), to_vector(acre::cast<int>(matmul(x, y) > 0)))) << k;
  }
}

TYPED_TEST(products_of_matrices, read_what_is_read_only_where_it_lies)
{
  auto const a = acre::arange(this->space, 6.0).reshape(shape(2, 3));
  auto const fixed = acre::read_only(a);
  EXPECT_EQ(acre::detail::operand_of_product<double>(fixed).data(), a.data());
  EXPECT_TRUE(equals<double>(matmul(fixed, fixed.transpose()), {5, 14, 14, 50}));
  EXPECT_TRUE(equals<double>(matmul(a(0), acre::read_only(a.transpose())), {5, 14}));
}

TYPED_TEST(products_of_matrices, have_the_order_of_the_contract)
{
  // tiles of 6, 8, 16, 32, 64, 96, 128 and what is left of them; blocks of 1024
  constexpr std::int64_t shapes[][3] = {
      {1, 1, 1},     {6, 8, 8},      {5, 15, 16},    {31, 16, 33},   {97, 17, 65},
      {128, 8, 128}, {129, 24, 257}, {1, 1024, 1},   {1, 1025, 300}, {300, 2049, 1},
      {2, 10000, 3}, {64, 5000, 65}, {100, 1023, 7}, {500, 1030, 9}, {9, 33, 1100}};
  for (auto const& [n, k, m] : shapes) {
    this->template check<float>(n, k, m);
    this->template check<double>(n, k, m);
  }
  this->template check<acre::complex<double>>(131, 1027, 67);
  this->template check<acre::complex<float>>(1, 1500, 130);
  this->template check<std::int64_t>(130, 1500, 66);
}

TYPED_TEST(products_of_matrices, keep_what_underflows_to_minus_zero)
{
  // 0 for what is missing of a tile would make 0 of it
  for (std::int64_t const k : {1, 3, 17, 33, 1025})
    for (std::int64_t const m : {1, 66}) {
      auto const of = [&](double x, std::int64_t n, std::int64_t columns) {
        return place(this->space, values<double>(static_cast<std::size_t>(n * columns), x),
                     shape(n, columns));
      };
      EXPECT_TRUE(equals(matmul(of(-1e-200, 70, k), of(1e-200, k, m)),
                         values<double>(static_cast<std::size_t>(70 * m), -0.0)))
          << k << ' ' << m;
    }
}

TYPED_TEST(products_of_matrices, keep_the_sign_of_a_zero_that_is_multiplied)
{
  // -0 as the first product underflows, which +0 in the place of the second factor would end
  auto const signs = [&]<class T>(T tiny) {
    for (std::int64_t const n : {3, 70})
      for (std::int64_t const m : {1, 66}) {
        values<T> a, b;
        for (std::int64_t i = 0; i < n; ++i) a.insert(a.end(), {-tiny, T(-0.0)});
        for (T const x : {tiny, T(1)}) b.insert(b.end(), static_cast<std::size_t>(m), x);
        EXPECT_TRUE(
            equals(matmul(place(this->space, a, shape(n, 2)), place(this->space, b, shape(2, m))),
                   values<T>(static_cast<std::size_t>(n * m), T(-0.0))))
            << n << ' ' << m;
      }
  };
  signs(1e-30f);
  signs(1e-200);
}

TYPED_TEST(products_of_matrices, of_large_matrices_are_those_of_their_parts)
{
  // more tiles than a GPU has multiprocessors
  std::int64_t const n = 1500, k = 1100, m = 1413;
  auto const a = place(this->space, noise<float>(n * k, 1), shape(n, k)),
             b = place(this->space, noise<float>(k * m, 2), shape(k, m));
  auto const c = matmul(a, b);
  for (std::int64_t const row : {0, 127, 128, 1499}) {
    EXPECT_TRUE(equals(c(row, ALL), to_vector(matmul(a(row, ALL), b)))) << row;
    EXPECT_TRUE(equals(
        c(slice(row, row + 1), slice(1400, none)),
        model<float>(to_vector(a(row, ALL)), to_vector(b(ALL, slice(1400, none))), 1, k, 13)))
        << row;
  }
}

TYPED_TEST(products_of_matrices, of_large_matrices_are_those_of_their_parts_however_they_lie)
{
  // lines of pairs along the depth and across it, of float64 more tiles than two a multiprocessor
  std::int64_t const n = 1500, k = 1102, m = 1414;
  auto const va = noise<double>(n * k, 1), vb = noise<double>(k * m, 2);
  auto const a = place(this->space, va, shape(n, k)), b = place(this->space, vb, shape(k, m));
  auto const at = evaluate(a.transpose() + 0.0).transpose(),
             bt = evaluate(b.transpose() + 0.0).transpose();
  auto const expect = [&](auto const& c) {
    for (std::int64_t const row : {0, 127, 1280, 1499})
      EXPECT_TRUE(equals(c(row, ALL), to_vector(matmul(a(row, ALL), b)))) << row;
    EXPECT_TRUE(
        equals(c(slice(n - 1, n), slice(1400, none)),
               model(to_vector(a(n - 1, ALL)), to_vector(b(ALL, slice(1400, none))), 1, k, 14)));
  };
  expect(matmul(a, b));
  expect(matmul(a, bt));
  expect(matmul(at, b));
  expect(matmul(at, bt));
}

TYPED_TEST(products_of_matrices, take_any_strides)
{
  std::int64_t const n = 37, k = 45, m = 70;
  auto const va = noise<double>(n * k, 1), vb = noise<double>(k * m, 2);
  auto const a = place(this->space, va, shape(n, k)), b = place(this->space, vb, shape(k, m));
  auto const wanted = model(va, vb, n, k, m);
  auto const at = evaluate(a.transpose() + 0.0).transpose(),
             bt = evaluate(b.transpose() + 0.0).transpose();
  EXPECT_TRUE(equals(matmul(at, b), wanted));
  EXPECT_TRUE(equals(matmul(a, bt), wanted));
  EXPECT_TRUE(equals(matmul(at, bt), wanted));
  EXPECT_TRUE(equals(matmul(bt.transpose(), at.transpose()).transpose(), wanted))
      << "a real product's factors may change places";
  auto const wide = acre::empty<double>(this->space, shape(2 * n, 3 * k));
  wide(slice(1, none, 2), slice(2, none, 3)) = a;
  EXPECT_TRUE(equals(matmul(wide(slice(1, none, 2), slice(2, none, 3)), b), wanted));
  auto const back = evaluate(flip(a) + 0.0);
  EXPECT_TRUE(equals(matmul(flip(back), b), wanted));
  auto const same = broadcast_to(a(0, ALL), shape(5, k));
  auto const rows = matmul(same, b);
  for (int row = 0; row < 5; ++row)
    EXPECT_TRUE(equals(rows(row, ALL), values<double>(wanted.begin(), wanted.begin() + m)));
}

TYPED_TEST(products_of_matrices, broadcast_batches)
{
  auto const va = noise<double>(4 * 5 * 6, 1), vb = noise<double>(3 * 6 * 7, 2);
  auto const a = place(this->space, va, shape(4, 1, 5, 6));
  auto const b = place(this->space, vb, shape(3, 6, 7));
  auto const c = matmul(a, b);
  EXPECT_EQ(c.shape(), shape(4, 3, 5, 7));
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 3; ++j)
      EXPECT_TRUE(
          equals(c(i, j, ALL, ALL),
                 model(values<double>(va.begin() + i * 30, va.begin() + (i + 1) * 30),
                       values<double>(vb.begin() + j * 42, vb.begin() + (j + 1) * 42), 5, 6, 7)));
  auto const lines = place(this->space, va, shape(20, 6));
  auto const vector = place(this->space, values<double>(vb.begin(), vb.begin() + 6));
  EXPECT_EQ(matmul(lines, vector).shape(), shape(20));
  EXPECT_TRUE(equals(matmul(lines, vector), model(va, to_vector(vector), 20, 6, 1)));
  EXPECT_EQ(matmul(vector, b).shape(), shape(3, 7));
  EXPECT_TRUE(equals(matmul(vector, b)(2, ALL),
                     model(to_vector(vector), to_vector(b(2, ALL, ALL)), 1, 6, 7)));
  EXPECT_EQ(matmul(a, vector).shape(), shape(4, 1, 5));
  auto const inner = matmul(vector, vector);
  static_assert(inner.rank == 0);
  EXPECT_TRUE(equals(inner, model(to_vector(vector), to_vector(vector), 1, 6, 1)));
  // many small ones
  auto const small = place(this->space, noise<float>(5000 * 9), shape(5000, 3, 3));
  auto const squares = matmul(small, small);
  for (std::int64_t const i : {0, 1, 1234, 4999})
    EXPECT_TRUE(equals(squares(i, ALL, ALL), model(to_vector(small(i, ALL, ALL)),
                                                   to_vector(small(i, ALL, ALL)), 3, 3, 3)));
}

TYPED_TEST(products_of_matrices, of_many_small_ones_are_those_of_each)
{
  auto const check = [&]<class T>(T, std::int64_t n, std::int64_t k, std::int64_t m) {
    std::int64_t const batch = 1501, some = 7;
    auto const va = noise<T>(batch * n * k, 1), vb = noise<T>(batch * k * m, 2);
    auto const a = place(this->space, va, shape(batch, n, k)),
               b = place(this->space, vb, shape(batch, k, m));
    auto const is_right = [&](auto const& c, std::int64_t i, std::int64_t of_b) {
      auto const matrix = [](values<T> const& all, std::int64_t number, std::int64_t size) {
        return values<T>(all.begin() + number * size, all.begin() + (number + 1) * size);
      };
      EXPECT_TRUE(equals(c, model(matrix(va, i, n * k), matrix(vb, of_b, k * m), n, k, m)))
          << i << ": " << n << ' ' << k << ' ' << m;
    };
    auto const at = acre::evaluate(a.transpose(acre::axes(0, 2, 1)) + T(0)),
               bt = acre::evaluate(b.transpose(acre::axes(0, 2, 1)) + T(0));
    auto const each = matmul(a, b),
               turned =
                   matmul(at.transpose(acre::axes(0, 2, 1)), bt.transpose(acre::axes(0, 2, 1))),
               with_one = matmul(a, b(3, ALL, ALL)), back = matmul(acre::flip(a, 0), b);
    auto const grid =
        matmul(a(slice(0, 200), acre::newaxis, ALL, ALL), b(slice(0, some), ALL, ALL));
    for (std::int64_t const i : {0, 1, 63, 750, 1500}) {
      is_right(each(i, ALL, ALL), i, i);
      is_right(turned(i, ALL, ALL), i, i);
      is_right(with_one(i, ALL, ALL), i, 3);
      is_right(back(batch - 1 - i, ALL, ALL), i, batch - 1 - i);
      if (i < 200) is_right(grid(i, some - 1, ALL, ALL), i, some - 1);
    }
  };
  struct extents {
    std::int64_t n, k, m;
  };
  for (auto const& [n, k, m] : {extents{1, 1, 1},
                                {2, 3, 4},
                                {4, 4, 4},
                                {3, 1, 5},
                                {5, 16, 7},
                                {16, 64, 16},
                                {16, 65, 3},
                                {17, 8, 4},
                                {8, 8, 8},
                                {9, 2, 1},
                                {13, 33, 31}}) {
    check(float{}, n, k, m);
    check(double{}, n, k, m);
  }
  check(std::int64_t{}, 4, 5, 6);
}

TYPED_TEST(products_of_matrices, of_a_tile_each_are_those_of_each)
{
  // as many as a GPU has multiprocessors
  std::int64_t const batch = 150;
  struct extents {
    std::int64_t n, k, m;
  };
  for (auto const& [n, k, m] :
       {extents{32, 32, 32}, {20, 64, 28}, {40, 36, 24}, {17, 20, 16}, {24, 7, 32}}) {
    auto const va = noise<float>(batch * n * k, 1), vb = noise<float>(batch * k * m, 2);
    values<float> wanted;
    for (std::int64_t i = 0; i < batch; ++i) {
      auto const c =
          model(values<float>(va.begin() + i * n * k, va.begin() + (i + 1) * n * k),
                values<float>(vb.begin() + i * k * m, vb.begin() + (i + 1) * k * m), n, k, m);
      wanted.insert(wanted.end(), c.begin(), c.end());
    }
    auto const a = place(this->space, va, shape(batch, n, k)),
               b = place(this->space, vb, shape(batch, k, m));
    auto const across = [](auto const& x) {
      auto const turned = acre::axes(0, 2, 1);
      return acre::evaluate(x.transpose(turned) + 0.0F).transpose(turned);
    };
    EXPECT_TRUE(equals(matmul(a, b), wanted)) << n << ' ' << k << ' ' << m;
    EXPECT_TRUE(equals(matmul(across(a), b), wanted)) << n << ' ' << k << ' ' << m;
    EXPECT_TRUE(equals(matmul(a, across(b)), wanted)) << n << ' ' << k << ' ' << m;
    EXPECT_TRUE(equals(matmul(across(a), across(b)), wanted)) << n << ' ' << k << ' ' << m;
  }
}

/// The product of a (n, k) and b (k, m) however they lie: in order, across it, with steps,
/// backwards and beginning between packets of 16 bytes.
template <class Space, class T>
void expect_in_every_layout(Space const& on, std::int64_t n, std::int64_t k, std::int64_t m)
{
  auto const va = noise<T>(n * k, 1), vb = noise<T>(k * m, 2);
  auto const wanted = model(va, vb, n, k, m);
  auto const a = place(on, va, shape(n, k)), b = place(on, vb, shape(k, m));
  auto const expect = [&](char const* lie, auto const& x, auto const& y) {
    EXPECT_TRUE(equals(matmul(x, y), wanted))
        << lie << ", " << acre::dtype_name<T>() << ' ' << n << ' ' << k << ' ' << m;
  };
  auto const across = [](auto const& x) { return evaluate(x.transpose() + T(0)).transpose(); };
  // the same elements, the first one `by` behind the beginning, of a row (step elements apart)
  auto const apart = [&](auto const& x, std::int64_t by, std::int64_t step, std::int64_t more) {
    auto const rows = x.shape()[0], columns = x.shape()[1];
    auto const wide = acre::zeros<T>(on, shape(rows, by + columns * step + more));
    auto const part = wide(ALL, slice(by, by + columns * step, step));
    part(ALL, ALL) = x;
    return part;
  };
  auto const moved = [&](auto const& x, values<T> all) {
    all.insert(all.begin(), T(1));
    return place(on, all, shape(static_cast<std::int64_t>(all.size())))(slice(1, none))
        .reshape(shape(x.shape()[0], x.shape()[1]));
  };
  expect("in order", a, b);
  expect("across", across(a), b);
  expect("right across", a, across(b));
  expect("moved", moved(a, va), moved(b, vb));
  expect("with gaps", apart(a, 1, 1, 2), apart(b, 0, 1, 1));
  expect("with gaps of packets", apart(a, 0, 1, (4 - k % 4) % 4 + 4), b);
  expect("with steps", apart(a, 1, 2, 0), apart(b, 0, 3, 0));
  expect("backwards", flip(evaluate(flip(a) + T(0))), flip(evaluate(flip(b) + T(0))));
}

TYPED_TEST(products_of_matrices, of_many_short_rows)
{
  struct extents {
    std::int64_t n, k, m;
  };
  // few columns: tiles of 512 rows of 4 bytes, less of longer ones
  for (auto const& [n, k, m] : {extents{8203, 3, 3},
                                {8192, 3, 1},
                                {9000, 4, 4},
                                {8700, 8, 6},
                                {8203, 1, 2},
                                {8203, 31, 1},
                                {8320, 17, 5},
                                {8703, 32, 8}})
    expect_in_every_layout<TypeParam, float>(this->space, n, k, m);
  for (auto const& [n, k, m] : {extents{8203, 3, 3}, {4097, 2, 1}, {4500, 32, 8}, {4099, 5, 7}})
    expect_in_every_layout<TypeParam, double>(this->space, n, k, m);
  expect_in_every_layout<TypeParam, std::int32_t>(this->space, 8203, 5, 3);
  expect_in_every_layout<TypeParam, std::int64_t>(this->space, 4101, 4, 2);
  expect_in_every_layout<TypeParam, acre::complex<float>>(this->space, 4101, 3, 3);
  expect_in_every_layout<TypeParam, acre::complex<double>>(this->space, 4101, 3, 3);
  expect_in_every_layout<TypeParam, acre::complex<double>>(this->space, 2055, 30, 1);
  // more columns: a tile for each multiprocessor
  for (auto const& [n, k, m] : {extents{17003, 32, 32}, {34005, 3, 9}, {17001, 17, 31}})
    expect_in_every_layout<TypeParam, float>(this->space, n, k, m);
  for (auto const& [n, k, m] : {extents{34000, 8, 16}, {17000, 12, 20}, {17024, 31, 32}})
    this->template check<float>(n, k, m);
  this->template check<std::uint32_t>(17003, 6, 24);
}

TYPED_TEST(products_of_matrices, of_matrices_with_one_are_those_of_their_rows)
{
  std::int64_t const batch = 5, some = 7, n = 300, k = 3, m = 4;
  auto const va = noise<float>(batch * some * n * k, 1), vb = noise<float>(k * m, 2);
  auto const wanted = model(va, vb, batch * some * n, k, m);
  auto const a = place(this->space, va, shape(batch, some, n, k));
  auto const b = place(this->space, vb, shape(k, m));
  EXPECT_TRUE(equals(matmul(a, b), wanted));
  EXPECT_TRUE(equals(matmul(a.reshape(shape(batch * some * n, 1, k)), b), wanted));
  EXPECT_TRUE(equals(matmul(a.reshape(shape(batch, some * n, k)), b), wanted));
  EXPECT_TRUE(equals(flip(matmul(flip(a, 0), b), 0), wanted));
  EXPECT_TRUE(equals(matmul(a(ALL, slice(0, some, 2), ALL, ALL), b)(4, 3, ALL, ALL),
                     values<float>(wanted.end() - n * m, wanted.end())));
  auto const rows = acre::broadcast_to(a(0, 0, 0, ALL), shape(9000, k));
  EXPECT_TRUE(
      equals(matmul(rows, b)(8999, ALL), values<float>(wanted.begin(), wanted.begin() + m)));
}

TYPED_TEST(products_of_matrices, of_few_rows_and_a_long_vector)
{
  // blocks of the depth: 17, 33 (one more than a warp has), 130 (which one block of threads adds)
  for (std::int64_t const k : {16385, 33793, 133001})
    for (std::int64_t const lines : {1, 3, 5}) {
      if (k > 100000 && lines == 5) continue;
      expect_in_every_layout<TypeParam, float>(this->space, lines, k, 1);
      if (lines > 1) expect_in_every_layout<TypeParam, float>(this->space, 1, k, lines);
    }
  expect_in_every_layout<TypeParam, float>(this->space, 4, 33792, 1);
  expect_in_every_layout<TypeParam, double>(this->space, 3, 131072, 1);
  expect_in_every_layout<TypeParam, double>(this->space, 31, 17000, 1);
  expect_in_every_layout<TypeParam, std::int32_t>(this->space, 2, 16399, 1);
  expect_in_every_layout<TypeParam, acre::complex<float>>(this->space, 3, 17001, 1);
  expect_in_every_layout<TypeParam, acre::complex<float>>(this->space, 1, 17002, 2);
  expect_in_every_layout<TypeParam, acre::complex<double>>(this->space, 6, 16390, 1);
  // batches
  std::int64_t const batch = 3, n = 3, k = 17003;
  auto const va = noise<float>(batch * n * k, 1), vb = noise<float>(batch * k, 2);
  auto const c = matmul(place(this->space, va, shape(batch, n, k)),
                        place(this->space, vb, shape(batch, k, 1)));
  for (std::int64_t i = 0; i < batch; ++i)
    EXPECT_TRUE(
        equals(c(i, ALL, ALL),
               model(values<float>(va.begin() + i * n * k, va.begin() + (i + 1) * n * k),
                     values<float>(vb.begin() + i * k, vb.begin() + (i + 1) * k), n, k, 1)));
  // any matrix: few elements of many blocks
  this->template check<float>(3, 133000, 2);
  this->template check<std::int8_t>(3, 140000, 2);
  this->template check<acre::complex<double>>(4, 133000, 8);
}

TYPED_TEST(products_of_matrices, of_rows_between_packets_and_a_vector)
{
  for (std::int64_t const k : {33, 97, 1027, 2078}) {
    expect_in_every_layout<TypeParam, float>(this->space, 70, k, 1);
    expect_in_every_layout<TypeParam, double>(this->space, 35, k, 1);
  }
  expect_in_every_layout<TypeParam, float>(this->space, 1, 1063, 45);
  expect_in_every_layout<TypeParam, acre::complex<float>>(this->space, 33, 1031, 1);
  expect_in_every_layout<TypeParam, acre::complex<double>>(this->space, 33, 1031, 1);
  // of each matrix of a batch otherwise
  std::int64_t const batch = 3, n = 33, k = 65;
  auto const va = noise<float>(batch * n * k, 1), vb = noise<float>(k, 2);
  EXPECT_TRUE(equals(matmul(place(this->space, va, shape(batch, n, k)), place(this->space, vb)),
                     model(va, vb, batch * n, k, 1)));
}

TYPED_TEST(products_of_matrices, of_few_rows_and_lines_of_any_length)
{
  // vectors of 4 and 8 lanes and what is left of them, up to eight of them in registers; eight
  // lines at a time, and less
  for (std::int64_t const k : {1, 2, 3, 5, 7, 8, 12, 15, 17, 1029})
    for (std::int64_t const m : {1, 2, 3, 4, 5, 7, 8, 9, 16, 31, 33, 63, 64, 65, 67, 130}) {
      this->template check<float>(1, k, m);
      this->template check<double>(1, k, m);
    }
  for (std::int64_t const n : {2, 31, 32, 33})
    for (std::int64_t const m : {63, 64, 131}) {
      this->template check<float>(n, 9, m);
      this->template check<double>(n, 1027, m);
    }
  // rows and columns side by side, 16 and less; of which lines are pages apart
  for (std::int64_t const n : {4, 8, 15, 16, 17, 27}) {
    expect_in_every_layout<TypeParam, float>(this->space, n, 19, 1);
    expect_in_every_layout<TypeParam, double>(this->space, n, 1025, 1);
    expect_in_every_layout<TypeParam, float>(this->space, n, 2048, 1);
  }
  // eight blocks side by side, of one column, of neighbours, and of lines
  for (std::int64_t const m : {1, 2, 3, 4, 5}) {
    expect_in_every_layout<TypeParam, float>(this->space, 1, 8192, m);
    expect_in_every_layout<TypeParam, double>(this->space, 1, 9217, m);
    expect_in_every_layout<TypeParam, double>(this->space, m, 16387, 1);
  }
}

TYPED_TEST(products_of_matrices, of_nothing_are_zeros)
{
  auto const a = acre::empty<double>(this->space, shape(3, 0)),
             b = acre::empty<double>(this->space, shape(0, 2));
  EXPECT_TRUE(equals(matmul(a, b), {0.0, 0.0, 0.0, 0.0, 0.0, 0.0}));
  EXPECT_EQ(matmul(b, acre::empty<double>(this->space, shape(2, 5))).shape(), shape(0, 5));
  EXPECT_EQ(matmul(acre::empty<int>(this->space, shape(0, 4, 5)),
                   acre::empty<int>(this->space, shape(5, 1)))
                .shape(),
            shape(0, 4, 1));
}

TYPED_TEST(products_of_matrices, promote_and_evaluate)
{
  auto const a = acre::arange<std::int32_t>(this->space, 6).reshape(shape(2, 3));
  auto const b = acre::arange<float>(this->space, 6).reshape(shape(3, 2));
  auto const c = matmul(a + 1, b);
  static_assert(acre_test::has_dtype<double, decltype(c)>);
  EXPECT_TRUE(equals(c, {16.0, 22.0, 34.0, 49.0}));
  EXPECT_TRUE(equals(matmul(a, b > 2.0F), {2, 3, 5, 9}));
  // a sum begins at 0, and what is not there is not added
  auto const tiny = this->template row<double>({-1e-200}),
             other = this->template row<double>({1e-200});
  EXPECT_TRUE(std::signbit(matmul(tiny, other).item()));
  EXPECT_TRUE(equals(matmul(tiny.reshape(shape(1, 1)), other), {-0.0}));
}

TYPED_TEST(products_of_matrices, refuse_shapes_that_do_not_fit)
{
  auto const of = [&](auto const& extents) { return acre::empty<double>(this->space, extents); };
  EXPECT_EQ(error_of<acre::shape_error>([&] { matmul(of(shape(2, 3)), of(shape(4, 5))); }),
            "matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature "
            "(n?,k),(k,m?)->(n?,m?) (size 4 is different from 3)");
  EXPECT_EQ(error_of<acre::shape_error>([&] { matmul(of(shape(3)), of(shape(4))); }),
            "matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature "
            "(n?,k),(k,m?)->(n?,m?) (size 4 is different from 3)");
  EXPECT_EQ(error_of<acre::shape_error>([&] { matmul(of(shape(2, 2, 3)), of(shape(3, 3, 4))); }),
            "operands could not be broadcast together with remapped shapes [original->remapped]: "
            "(2,2,3)->(2,newaxis,newaxis) (3,3,4)->(3,newaxis,newaxis)  and requested shape (2,4)");
}

TYPED_TEST(products_of_matrices, wait_for_other_queues)
{
  TypeParam const other = this->space.new_queue();
  auto const a = acre::full<double>(this->space, shape(200, 300), 1.0);
  auto b = acre::full<double>(other, shape(300, 200), 2.0);
  auto const c = matmul(a, b);
  b = 0.0;
  EXPECT_EQ(c(199, 199).item(), 600);
}

TYPED_TEST(products_of_matrices, have_recorded_bits)
{
  auto const hash = [&]<class T>(char const* name, std::uint64_t recorded, std::type_identity<T>) {
    acre_test::expect_hash<TypeParam>(
        name, recorded, [](TypeParam const& space, acre_test::hasher& h) {
          constexpr std::int64_t shapes[][3] = {{150, 1500, 70}, {3, 5000, 2}, {40, 7, 300}};
          for (auto const& [n, k, m] : shapes)
            h.add(to_vector(matmul(place(space, noise<T>(n * k, 3), shape(n, k)),
                                   place(space, noise<T>(k * m, 4), shape(k, m)))));
        });
  };
  hash("float32", 0x68c2f9bdb239a295u, std::type_identity<float>());
  hash("float64", 0xb3d0c443c0cd7b83u, std::type_identity<double>());
  hash("complex64", 0x4fac5a1fdae09a26u, std::type_identity<acre::complex<float>>());
  hash("complex128", 0x14990ad25478ef7cu, std::type_identity<acre::complex<double>>());
}

}  // namespace
