// Joining, flipping, rolling, repeating: the expected values and messages are NumPy's (2.4).

#include <acre/rearrange/concatenate.hpp>
#include <acre/rearrange/rearrange.hpp>
#include <acre_test/on_space.hpp>

using acre::ALL, acre::axes, acre::concatenate, acre::flip, acre::newaxis, acre::none, acre::repeat,
    acre::roll, acre::shape, acre::slice, acre::stack, acre::tile;
using acre_test::equals, acre_test::error_of, acre_test::noise, acre_test::place;

namespace {

template <class Space>
class rearrange : public acre_test::on_space<Space> {
 protected:
  auto matrix() const { return acre::arange<int>(this->space, 6).reshape(shape(2, 3)); }
};
TYPED_TEST_SUITE(rearrange, acre_test::spaces, acre_test::space_names);

TYPED_TEST(rearrange, concatenates)
{
  auto const a = this->matrix();
  auto const rows = concatenate(std::tuple(a, a(slice(0, 1)) + 10));
  EXPECT_EQ(rows.shape(), shape(3, 3));
  EXPECT_TRUE(equals<int>(rows, {0, 1, 2, 3, 4, 5, 10, 11, 12}));
  auto const columns =
      concatenate(std::tuple(a, a(ALL, slice(none, none, -2)), a(ALL, slice(0, 0))), -1);
  EXPECT_EQ(columns.shape(), shape(2, 5));
  EXPECT_TRUE(equals<int>(columns, {0, 1, 2, 2, 0, 3, 4, 5, 5, 3}));
  std::vector const parts{a(0), a(1), a(0)};
  EXPECT_TRUE(equals<int>(concatenate(parts), {0, 1, 2, 3, 4, 5, 0, 1, 2}));
  // dtypes promote over all parts
  auto const mixed = concatenate(std::tuple(this->template row<std::int8_t>({-1}),
                                            this->template row<std::uint8_t>({255}),
                                            this->template row<float>({0.5f})));
  static_assert(std::is_same_v<typename decltype(mixed)::value_type, float>);
  EXPECT_TRUE(equals<float>(mixed, {-1, 255, 0.5f}));
  // all of them together: two at a time these would be complex128
  auto const i16 = this->template row<std::int16_t>({-2});
  auto const u16 = this->template row<std::uint16_t>({3});
  auto const z = acre::full(this->space, shape(1), acre::complex<float>(1, 2));
  auto const joined = concatenate(std::tuple(z, u16, i16));
  static_assert(std::is_same_v<typename decltype(joined)::value_type, acre::complex<float>>);
  EXPECT_EQ(to_vector(joined), (std::vector<acre::complex<float>>{{1, 2}, {3, 0}, {-2, 0}}));
}

TYPED_TEST(rearrange, stacks)
{
  auto const a = this->matrix();
  auto const first = stack(std::tuple(a, a * 10));
  EXPECT_EQ(first.shape(), shape(2, 2, 3));
  EXPECT_TRUE(equals<int>(first, {0, 1, 2, 3, 4, 5, 0, 10, 20, 30, 40, 50}));
  auto const middle = stack(std::tuple(a, a * 10), 1);
  EXPECT_EQ(middle.shape(), shape(2, 2, 3));
  EXPECT_TRUE(equals<int>(middle, {0, 1, 2, 0, 10, 20, 3, 4, 5, 30, 40, 50}));
  auto const last = stack(std::vector{a, a}, -1);
  EXPECT_EQ(last.shape(), shape(2, 3, 2));
  EXPECT_TRUE(equals<int>(last, {0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5}));
  EXPECT_TRUE(equals<int>(stack(std::tuple(a(1, 2), a(0, 1))), {5, 1})) << "numbers become a row";
  EXPECT_EQ(stack(std::tuple(a(slice(0, 0)), a(slice(0, 0)))).shape(), shape(2, 0, 3));
}

TYPED_TEST(rearrange, refuses_parts_that_do_not_fit)
{
  auto const a = this->matrix();
  auto const wide = acre::zeros<double>(this->space, shape(2, 4));
  EXPECT_EQ(error_of<acre::shape_error>([&] { concatenate(std::tuple(a, wide)); }),
            "all the input array dimensions except for the concatenation axis must match exactly, "
            "but along dimension "
            "1, the array at index 0 has size 3 and the array at index 1 has size 4");
  EXPECT_EQ(error_of<acre::shape_error>([&] { concatenate(std::tuple(a, a, a.transpose()), 1); }),
            "all the input array dimensions except for the concatenation axis must match exactly, "
            "but along dimension "
            "0, the array at index 0 has size 2 and the array at index 2 has size 3");
  EXPECT_EQ(error_of<acre::index_error>([&] { concatenate(std::tuple(a, a), 2); }),
            "axis 2 is out of bounds for array of dimension 2");
  EXPECT_EQ(error_of<acre::index_error>([&] { stack(std::tuple(a, a), -4); }),
            "axis -4 is out of bounds for array of dimension 3");
  EXPECT_EQ(error_of<acre::shape_error>([&] { stack(std::tuple(a, a.transpose())); }),
            "all input arrays must have the same shape: (2,3) and (3,2)");
  using matrix = std::remove_cvref_t<decltype(a)>;
  EXPECT_EQ(error_of<acre::value_error>([&] { concatenate(std::vector<matrix>{}); }),
            "need at least one array to concatenate");
  EXPECT_EQ(error_of<acre::value_error>([&] { stack(std::vector<matrix>{}); }),
            "need at least one array to stack");
}

TYPED_TEST(rearrange, flips_without_a_copy)
{
  auto const a = this->matrix();
  EXPECT_TRUE(equals<int>(flip(a), {5, 4, 3, 2, 1, 0}));
  EXPECT_TRUE(equals<int>(flip(a, 0), {3, 4, 5, 0, 1, 2}));
  EXPECT_TRUE(equals<int>(flip(a, -1), {2, 1, 0, 5, 4, 3}));
  EXPECT_TRUE(equals<int>(flip(a, axes(1, 0)), {5, 4, 3, 2, 1, 0}));
  EXPECT_TRUE(equals<int>(flip(a(slice(0, 0))), std::vector<int>{}));
  EXPECT_EQ(flip(a)(1, 2).data(), a.data());
  EXPECT_EQ(error_of<acre::index_error>([&] { flip(a, 2); }),
            "axis 2 is out of bounds for array of dimension 2");
  EXPECT_EQ(error_of<acre::value_error>([&] { flip(a, axes(0, -2)); }), "repeated axis");
}

TYPED_TEST(rearrange, rolls)
{
  auto const a = this->matrix();
  EXPECT_TRUE(equals<int>(roll(a, 1, 0), {3, 4, 5, 0, 1, 2}));
  EXPECT_TRUE(equals<int>(roll(a, -1, 1), {1, 2, 0, 4, 5, 3}));
  EXPECT_TRUE(equals<int>(roll(a, 7), {5, 0, 1, 2, 3, 4}));
  EXPECT_TRUE(equals<int>(roll(a, -7), {1, 2, 3, 4, 5, 0}));
  EXPECT_TRUE(equals<int>(roll(a, std::numeric_limits<std::int64_t>::min()), {2, 3, 4, 5, 0, 1}));
  EXPECT_TRUE(equals<int>(roll(a.transpose(), 1), {5, 0, 3, 1, 4, 2}));
  EXPECT_TRUE(equals<int>(roll(a * 2, 3, -1), {0, 2, 4, 6, 8, 10}));
  EXPECT_EQ(roll(a(slice(0, 0)), 3, 0).shape(), shape(0, 3));
  EXPECT_TRUE(equals<int>(roll(a, 1, axes(0, 1)), {5, 3, 4, 2, 0, 1}));
  EXPECT_TRUE(equals<int>(roll(a, shape(1, -1), axes(0, -1)), {4, 5, 3, 1, 2, 0}));
  EXPECT_TRUE(equals<int>(roll(a, shape(1, 4), axes(1, 1)), {1, 2, 0, 4, 5, 3}));
  EXPECT_TRUE(equals<int>(roll(a, shape(2, 3), axes(0, 1)), {0, 1, 2, 3, 4, 5}));
  EXPECT_TRUE(equals<int>(roll(a.transpose(), shape(1, 1), axes(0, 1)), {5, 2, 3, 0, 4, 1}));
  EXPECT_THROW(roll(a, 1, axes(0, 2)), acre::index_error);
  EXPECT_EQ(error_of<acre::index_error>([&] { roll(a, 1, 2); }),
            "axis 2 is out of bounds for array of dimension 2");
}

TYPED_TEST(rearrange, repeats)
{
  auto const a = this->matrix();
  EXPECT_TRUE(equals<int>(repeat(a, 2), {0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5}));
  auto const rows = repeat(a, 2, 0);
  EXPECT_EQ(rows.shape(), shape(4, 3));
  EXPECT_TRUE(equals<int>(rows, {0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5}));
  EXPECT_TRUE(equals<int>(repeat(a.transpose(), 2, -1), {0, 0, 3, 3, 1, 1, 4, 4, 2, 2, 5, 5}));
  EXPECT_EQ(repeat(a, 0, 1).shape(), shape(2, 0));
  EXPECT_TRUE(equals<int>(repeat(a(0, 1), 3), {1, 1, 1}));
  EXPECT_EQ(error_of<acre::value_error>([&] { repeat(a, -1, 0); }),
            "negative dimensions are not allowed: repeats may not contain negative values");
  EXPECT_EQ(repeat(a(slice(0, 0)), -1, 0).shape(), shape(0, 3));
  EXPECT_EQ(error_of<acre::index_error>([&] { repeat(a, 2, 2); }),
            "axis 2 is out of bounds for array of dimension 2");
  EXPECT_EQ(
      error_of<acre::shape_error>([&] { repeat(a, std::numeric_limits<std::int64_t>::max(), 0); }),
      "array is too big: its size exceeds the largest 64-bit integer");
  // eight axes, contiguous or not
  auto const eight = acre::arange<int>(this->space, 8).reshape(shape(1, 2, 1, 1, 2, 1, 2, 1));
  EXPECT_TRUE(equals<int>(repeat(eight, 2, 4), {0, 1, 0, 1, 2, 3, 2, 3, 4, 5, 4, 5, 6, 7, 6, 7}));
  EXPECT_TRUE(equals<int>(repeat(eight.transpose(), 2, 5),
                          {0, 4, 0, 4, 2, 6, 2, 6, 1, 5, 1, 5, 3, 7, 3, 7}));
}

TYPED_TEST(rearrange, repeats_by_counts)
{
  auto const a = this->matrix();
  auto const counts = this->template row<std::int32_t>({2, 0, 1});
  auto const uneven = repeat(a, counts, 1);
  EXPECT_EQ(uneven.shape(), shape(2, 3));
  EXPECT_TRUE(equals<int>(uneven, {0, 0, 2, 3, 3, 5}));
  EXPECT_TRUE(equals<int>(repeat(a, this->template row<std::int64_t>({2}), 0),
                          {0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5}));
  EXPECT_TRUE(
      equals<int>(repeat(a, this->template row<std::uint8_t>({0, 0, 0, 0, 1, 2})), {4, 5, 5}));
  EXPECT_EQ(repeat(a, counts * 0, 1).shape(), shape(2, 0));
  EXPECT_EQ(error_of<acre::shape_error>([&] { repeat(a, counts, 0); }),
            "operands could not be broadcast together with shape (2,) (3,)");
  EXPECT_EQ(error_of<acre::value_error>([&] { repeat(a, counts - 1, 1); }),
            "repeats may not contain negative values.");
}

/// Host counts of several kinds: many short ones with zeros between, few long ones.
std::vector<std::int64_t> some_counts(std::int64_t n, int kind)
{
  std::vector<std::int64_t> counts(static_cast<std::size_t>(n));
  for (std::int64_t k = 0; k < n; ++k) {
    std::int64_t const mixed = (k * 2654435761 >> 7) & 0xffff;
    counts[static_cast<std::size_t>(k)] = kind == 0   ? mixed % 20
                                          : kind == 1 ? (mixed % 3 == 0 ? 1 : 0)
                                          : kind == 2 ? (k == n / 2 ? 4500 : k % 2)
                                                      : (k == n - 1 ? 3 : 0);
  }
  return counts;
}
template <class T>
std::vector<T> repeated_on_host(std::vector<T> const& v, std::vector<std::int64_t> const& counts)
{
  std::vector<T> result;
  for (std::size_t k = 0; k < v.size(); ++k)
    for (std::int64_t c = 0; c < counts[k]; ++c) result.push_back(v[k]);
  return result;
}

TYPED_TEST(rearrange, repeats_by_counts_of_every_size)
{
  for (std::int64_t const n : {2, 3, 31, 33, 63, 64, 65, 1000, 2047, 2049, 9000})
    for (int const kind : {0, 1, 2, 3}) {
      SCOPED_TRACE(std::to_string(n) + " counts of kind " + std::to_string(kind));
      auto const counts = some_counts(n, kind);
      auto const on_space = acre_test::place(this->space, counts);
      std::vector<std::int64_t> numbers(static_cast<std::size_t>(n));
      std::vector<std::int8_t> bytes(numbers.size());
      for (std::size_t k = 0; k < numbers.size(); ++k) {
        numbers[k] = 7 * static_cast<std::int64_t>(k) - 5;
        bytes[k] = static_cast<std::int8_t>(k % 101);
      }
      auto const x = acre_test::place(this->space, numbers);
      auto const expected = repeated_on_host(numbers, counts);
      EXPECT_TRUE(equals(repeat(x, on_space), expected));
      EXPECT_TRUE(equals(repeat(acre_test::place(this->space, bytes), on_space),
                         repeated_on_host(bytes, counts)));
      // strided, backwards, and rows
      auto const wide = acre::evaluate(repeat(x, 2));
      EXPECT_TRUE(equals(repeat(wide(slice(0, acre::none, 2)), on_space), expected));
      EXPECT_TRUE(equals(repeat(flip(x)(slice(acre::none, acre::none, -1)), on_space), expected));
      auto const table = wide.reshape(shape(n, 2));
      EXPECT_TRUE(equals(acre::evaluate(repeat(table, on_space, 0)(ALL, 1)), expected));
      EXPECT_TRUE(equals(acre::evaluate(repeat(table.transpose(), on_space, 1)(0, ALL)), expected));
    }
}

TYPED_TEST(rearrange, repeats_each_element_of_every_size)
{
  auto const check = [&]<class T>(T) {
    for (std::int64_t const n : {1, 2, 5, 16, 33, 1025})
      for (std::int64_t const count : {1, 2, 3, 4, 5, 7, 8, 10, 16, 17, 100}) {
        SCOPED_TRACE(std::to_string(n) + " elements, " + std::to_string(count) + " times");
        std::vector<T> v(static_cast<std::size_t>(n));
        for (std::size_t k = 0; k < v.size(); ++k) v[k] = static_cast<T>(k % 113);
        auto const x = acre_test::place(this->space, v);
        auto const expected = repeated_on_host(v, std::vector<std::int64_t>(v.size(), count));
        EXPECT_TRUE(equals(repeat(x, count), expected));
        EXPECT_TRUE(equals(repeat(x.reshape(shape(n, 1)), count, 0), expected));
        auto const wide = acre::evaluate(repeat(x, 3));
        EXPECT_TRUE(equals(repeat(wide(slice(1, acre::none, 3)), count), expected));
      }
  };
  check(float{});
  check(double{});
  check(std::uint8_t{});
  check(std::int16_t{});
}

TYPED_TEST(rearrange, repeats_rows_of_every_size)
{
  auto const check = [&]<class T>(T) {
    for (std::int64_t const m : {1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 31, 64, 65})
      for (std::int64_t const count : {2, 3, 10}) {
        SCOPED_TRACE(std::to_string(m) + " elements, " + std::to_string(count) + " times");
        std::int64_t const n = 67;
        std::vector<T> v(static_cast<std::size_t>(n * m)), repeated;
        for (std::size_t k = 0; k < v.size(); ++k) v[k] = static_cast<T>(k % 113);
        for (auto row = v.begin(); row != v.end(); row += m)
          for (std::int64_t k = 0; k < count; ++k) repeated.insert(repeated.end(), row, row + m);
        auto const x = acre_test::place(this->space, v, shape(n, m));
        EXPECT_TRUE(equals(repeat(x, count, 0), repeated));
        EXPECT_TRUE(equals(tile(x, count), repeated));
        auto const turned = acre::copy(x.transpose()).transpose();
        EXPECT_TRUE(equals(repeat(turned, count, 0), repeated)) << "not contiguous";
      }
  };
  check(float{});
  check(double{});
  check(std::uint8_t{});
  check(std::int16_t{});
}

TYPED_TEST(rearrange, tiles)
{
  auto const a = this->matrix();
  EXPECT_TRUE(equals<int>(tile(a, 2), {0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5}));
  EXPECT_TRUE(equals<int>(tile(a, shape(2, 1)), {0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5}));
  auto const deeper = tile(a(ALL, slice(0, 2)), shape(2, 1, 2));
  EXPECT_EQ(deeper.shape(), shape(2, 2, 4));
  EXPECT_TRUE(equals<int>(deeper, {0, 1, 0, 1, 3, 4, 3, 4, 0, 1, 0, 1, 3, 4, 3, 4}));
  EXPECT_EQ(tile(a, shape(2, 0)).shape(), shape(4, 0));
  EXPECT_TRUE(equals<int>(tile(a(1, 1), shape(2, 2)), {4, 4, 4, 4}));
  EXPECT_EQ(error_of<acre::shape_error>([&] { tile(a, -1); }),
            "negative dimensions are not allowed: shape (-1,)");
  // the result is always new
  auto const same = tile(a, 1);
  same(0, 0) = 9;
  EXPECT_EQ(a(0, 0).item(), 0);
}

TYPED_TEST(rearrange, agrees_with_plain_loops_on_larger_arrays)
{
  std::int64_t const n = 257, m = 101;
  auto const v = noise<float>(n * m);
  std::vector<float> tiled, repeated, rolled(v.size()), joined;
  for (std::int64_t i = 0; i < n; ++i) {
    for (int k = 0; k < 3; ++k)
      tiled.insert(tiled.end(), v.begin() + i * m, v.begin() + (i + 1) * m);
    for (std::int64_t j = 0; j < m; ++j) {
      for (int k = 0; k < 3; ++k) repeated.push_back(v[static_cast<std::size_t>(i * m + j)]);
      rolled[static_cast<std::size_t>((i + 5) % n * m + j)] =
          v[static_cast<std::size_t>(i * m + j)];
    }
    for (std::int64_t j = 0; j < m; ++j) joined.push_back(v[static_cast<std::size_t>(i * m + j)]);
    for (std::int64_t j = 0; j < m; ++j)
      joined.push_back(v[static_cast<std::size_t>(i * m + j)] + 1);
  }
  for (auto const& space : acre_test::instances<TypeParam>()) {
    auto const a = place(space, v, shape(n, m));
    EXPECT_TRUE(equals(tile(a, 3), tiled));
    EXPECT_TRUE(equals(repeat(a, 3, 1), repeated));
    EXPECT_TRUE(equals(roll(a, 5, 0), rolled));
    EXPECT_TRUE(equals(concatenate(std::tuple(a, a + 1), 1), joined));
  }
}

}  // namespace
