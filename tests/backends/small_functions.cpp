// Triangles, grids, padding, parts, derivatives and weighted means. Expected values are NumPy's
// (2.4).

#include <acre/array/copy.hpp>
#include <acre/array/creation.hpp>
#include <acre/device/spaces.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre/error.hpp>
#include <acre/index/triangle_indices.hpp>
#include <acre/rearrange/concatenate.hpp>
#include <acre/rearrange/meshgrid.hpp>
#include <acre/rearrange/pad.hpp>
#include <acre/rearrange/sliding_window.hpp>
#include <acre/rearrange/split.hpp>
#include <acre/rearrange/stacks.hpp>
#include <acre/rearrange/triangle.hpp>
#include <acre/reduce/closeness.hpp>
#include <acre/reduce/sum.hpp>
#include <acre_test/on_space.hpp>

#include <algorithm>
#include <tuple>

using acre::pad_mode, acre::shape, acre::slice, acre::none;
using acre_test::equals, acre_test::error_of;

namespace {

template <class Space>
class small_functions : public acre_test::on_space<Space> {};
TYPED_TEST_SUITE(small_functions, acre_test::spaces, acre_test::space_names);

TYPED_TEST(small_functions, triangles)
{
  auto const a = acre::arange(this->space, 1, 10).reshape(shape(3, 3));
  EXPECT_TRUE(equals<int>(tril(a), {1, 0, 0, 4, 5, 0, 7, 8, 9}));
  EXPECT_TRUE(equals<int>(triu(a), {1, 2, 3, 0, 5, 6, 0, 0, 9}));
  EXPECT_TRUE(equals<int>(tril(a, -1), {0, 0, 0, 4, 0, 0, 7, 8, 0}));
  EXPECT_TRUE(equals<int>(triu(a, 2), {0, 0, 3, 0, 0, 0, 0, 0, 0}));
  EXPECT_TRUE(equals<int>(tril(this->row({1, 2})), {1, 0, 1, 2}));
  EXPECT_TRUE(equals<double>(tril(acre::ones(this->space, shape(2, 2, 3)) * 2.0, 1),
                             {2, 2, 0, 2, 2, 2, 2, 2, 0, 2, 2, 2}));
  EXPECT_TRUE(static_cast<bool>(array_equal(tril(a) + triu(a, 1), a)));
  EXPECT_EQ(tril(a(slice(0, 0))).shape(), shape(0, 3));
  auto b = copy(a);
  b = triu(b.transpose());
  EXPECT_TRUE(equals<int>(b, {1, 4, 7, 0, 5, 8, 0, 0, 9}));
}

TYPED_TEST(small_functions, indices_of_triangles)
{
  auto const [i, j] = acre::tril_indices(this->space, 3);
  EXPECT_TRUE(equals<std::int64_t>(i, {0, 1, 1, 2, 2, 2}));
  EXPECT_TRUE(equals<std::int64_t>(j, {0, 0, 1, 0, 1, 2}));
  auto const pairs = acre::triu_indices(this->space, 3, 1);
  EXPECT_TRUE(equals<std::int64_t>(pairs[0], {0, 0, 1}));
  EXPECT_TRUE(equals<std::int64_t>(pairs[1], {1, 2, 2}));
  EXPECT_TRUE(equals<std::int64_t>(acre::tril_indices(this->space, 2, 1, 4)[1], {0, 1, 0, 1, 2}));
  EXPECT_EQ(acre::triu_indices(this->space, 2, 5)[0].size(), 0);
}

TYPED_TEST(small_functions, arrays_beside_each_other)
{
  auto const a = this->row({1, 2, 3}), b = this->row({4, 5, 6});
  EXPECT_EQ(acre::vstack({a, b}).shape(), shape(2, 3));
  EXPECT_TRUE(equals<int>(acre::vstack({a, b}), {1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(acre::hstack({a, b}).shape(), shape(6));
  EXPECT_EQ(acre::column_stack({a, b}).shape(), shape(3, 2));
  EXPECT_TRUE(equals<int>(acre::column_stack({a, b}), {1, 4, 2, 5, 3, 6}));
  EXPECT_EQ(acre::dstack({a, b}).shape(), shape(1, 3, 2));
  EXPECT_TRUE(equals<int>(acre::dstack(std::vector{a, b}), {1, 4, 2, 5, 3, 6}));
  auto const m = acre::arange(this->space, 1, 5).reshape(shape(2, 2));
  EXPECT_TRUE(equals<int>(acre::hstack({m, m}), {1, 2, 1, 2, 3, 4, 3, 4}));
  EXPECT_TRUE(equals<int>(acre::dstack({m, m}), {1, 1, 2, 2, 3, 3, 4, 4}));
  EXPECT_TRUE(
      equals<double>(acre::vstack(std::tuple(m, this->row({9, 9}) * 0.5)), {1, 2, 3, 4, 4.5, 4.5}));
  EXPECT_TRUE(
      equals<int>(acre::column_stack(std::tuple(this->row({7, 8}), m)), {7, 1, 2, 8, 3, 4}));
  EXPECT_TRUE(equals<int>(acre::hstack({a(0), a(2)}), {1, 3}));
  EXPECT_TRUE(equals<int>(acre::vstack({a(0), a(2)}), {1, 3}));
  EXPECT_EQ(error_of<acre::value_error>([&] { acre::vstack(std::vector<decltype(a + 1)>()); }),
            "need at least one array to concatenate");
  EXPECT_THROW(acre::vstack({a, this->row({1})}), acre::shape_error);
}

TYPED_TEST(small_functions, sliding_windows_and_broadcasts)
{
  auto const x = this->row({1, 2, 4, 8});
  auto const windows = sliding_window_view(x, 3);
  EXPECT_EQ(windows.shape(), shape(2, 3));
  EXPECT_EQ(windows.ref().data, x.data()) << "a view";
  EXPECT_TRUE(equals<int>(windows + 0, {1, 2, 4, 2, 4, 8}));
  EXPECT_TRUE(equals<std::int64_t>(sum(windows, 1), {7, 14}));
  auto const m = acre::arange(this->space, 1, 7).reshape(shape(2, 3));
  EXPECT_EQ(sliding_window_view(m, 2, 0).shape(), shape(1, 3, 2));
  EXPECT_TRUE(equals<int>(sliding_window_view(m * 1, 2, 0) + 0, {1, 4, 2, 5, 3, 6}));
  EXPECT_EQ(error_of<acre::value_error>([&] { sliding_window_view(x, 5); }),
            "window shape cannot be larger than input array shape: 5 of 4 elements");
  EXPECT_EQ(error_of<acre::value_error>([&] { sliding_window_view(x, -1); }),
            "`window_shape` cannot contain negative values");
  auto const [p, q] = broadcast_arrays(x, m(acre::ALL, slice(0, 1)));
  EXPECT_TRUE(equals<int>(q, {1, 1, 1, 1, 4, 4, 4, 4}));
  EXPECT_EQ(p.shape(), shape(2, 4));
  EXPECT_THROW(broadcast_arrays(x, m), acre::shape_error);
}

TYPED_TEST(small_functions, grids)
{
  auto const x = this->row({1, 2, 3}), y = this->row({10, 20});
  auto const [gx, gy] = meshgrid(x, y);
  EXPECT_EQ(gx.shape(), shape(2, 3));
  EXPECT_TRUE(equals<int>(gx, {1, 2, 3, 1, 2, 3}));
  EXPECT_TRUE(equals<int>(gy, {10, 10, 10, 20, 20, 20}));
  EXPECT_EQ(gx.ref().data, x.data()) << "a view";
  auto const [a, b, c] = meshgrid(acre::mesh::ij, x, y * 0.5, this->row({true}));
  EXPECT_EQ(a.shape(), shape(3, 2, 1));
  EXPECT_TRUE(equals<double>(b, {5, 10, 5, 10, 5, 10}));
  EXPECT_EQ(c.strides(), shape(0, 0, 0));
  EXPECT_EQ(std::get<2>(meshgrid(x, y, x)).shape(), shape(2, 3, 3));
  EXPECT_EQ(std::get<0>(meshgrid(x(0))).shape(), shape(1));
  EXPECT_EQ(std::get<0>(meshgrid(x, y(slice(0, 0)))).shape(), shape(0, 3));
  EXPECT_THROW(gx += 1, acre::value_error) << "its elements stand for several";
}

TYPED_TEST(small_functions, padding)
{
  auto const x = this->row({1, 2, 3});
  EXPECT_TRUE(equals<int>(pad(x, 2), {0, 0, 1, 2, 3, 0, 0}));
  EXPECT_TRUE(equals<int>(pad(x, {1, 3}, 7), {7, 1, 2, 3, 7, 7, 7}));
  EXPECT_TRUE(equals<int>(pad(x, {2, 3}, pad_mode::edge), {1, 1, 1, 2, 3, 3, 3, 3}));
  EXPECT_TRUE(
      equals<int>(pad(x, {5, 6}, pad_mode::reflect), {2, 1, 2, 3, 2, 1, 2, 3, 2, 1, 2, 3, 2, 1}));
  EXPECT_TRUE(
      equals<int>(pad(x, {7, 4}, pad_mode::symmetric), {1, 1, 2, 3, 3, 2, 1, 1, 2, 3, 3, 2, 1, 1}));
  EXPECT_TRUE(equals<int>(pad(x, {4, 5}, pad_mode::wrap), {3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2}));
  auto const one = this->row({4});
  for (auto mode : {pad_mode::edge, pad_mode::reflect, pad_mode::symmetric, pad_mode::wrap})
    EXPECT_TRUE(equals<int>(pad(one, 2, mode), {4, 4, 4, 4, 4}));
  auto const a = acre::arange(this->space, 6).reshape(shape(2, 3));
  EXPECT_TRUE(equals<int>(pad(a, {{1, 0}, {0, 2}}, pad_mode::reflect),
                          {3, 4, 5, 4, 3, 0, 1, 2, 1, 0, 3, 4, 5, 4, 3}));
  EXPECT_TRUE(equals<int>(pad(a.transpose(), {{0, 1}, {1, 0}}, pad_mode::wrap),
                          {3, 0, 3, 4, 1, 4, 5, 2, 5, 3, 0, 3}));
  EXPECT_TRUE(
      equals<double>(pad(a * 0.5, {{0, 0}, {1, 0}}, 0.25), {0.25, 0, 0.5, 1, 0.25, 1.5, 2, 2.5}));
  EXPECT_TRUE(equals<int>(pad(a, 0, pad_mode::edge), {0, 1, 2, 3, 4, 5}));
  EXPECT_NE(pad(a, 0).data(), a.data()) << "a new array";
  EXPECT_EQ(pad(x(slice(0, 0)), 1, 9).shape(), shape(2));
  EXPECT_EQ(error_of<acre::value_error>([&] { pad(x(slice(0, 0)), 1, pad_mode::edge); }),
            "can't extend empty axis 0 using modes other than 'constant' or 'empty'");
  EXPECT_EQ(error_of<acre::value_error>([&] { pad(x, -1); }),
            "index can't contain negative values");
  EXPECT_EQ(
      error_of<acre::shape_error>([&] { pad(x, {{1, 1}, {1, 1}}); }),
      "operands could not be broadcast together with remapped shapes [original->remapped]: "
      "(2,2)  and requested shape (1,2): pad wants one pair of widths, or one for each axis of "
      "shape (3,)");
  EXPECT_THROW(pad(this->template row<std::int8_t>({1}), 1, 300), acre::value_error);
}

/// Each element of a padded array by NumPy's definition.
TYPED_TEST(small_functions, padding_of_any_width)
{
  // a walk outwards from element 0
  auto const wanted = [](pad_mode mode, std::int64_t n, std::int64_t i) {
    if (mode == pad_mode::edge || n == 1) return std::clamp(i, std::int64_t{0}, n - 1);
    std::int64_t const outwards = i < 0 ? -1 : 1;
    std::int64_t place = 0, step = outwards;
    for (std::int64_t k = 0; k != i; k += outwards) {
      if (place + step >= 0 && place + step < n) {
        place += step;
      } else if (mode == pad_mode::wrap) {
        place = step < 0 ? n - 1 : 0;
      } else {
        step = -step;
        if (mode == pad_mode::reflect) place += step;
      }
    }
    return place;
  };
  for (std::int64_t n = 1; n < 6; ++n)
    for (std::int64_t before = 0; before < 12; before += 3)
      for (std::int64_t after = 0; after < 14; after += 4)
        for (auto mode : {pad_mode::edge, pad_mode::reflect, pad_mode::symmetric, pad_mode::wrap}) {
          auto const got = to_vector(pad(acre::arange(this->space, n), {before, after}, mode));
          ASSERT_EQ(static_cast<std::int64_t>(got.size()), before + n + after);
          for (std::int64_t i = -before; i < n + after; ++i)
            ASSERT_EQ(got[static_cast<std::size_t>(i + before)], wanted(mode, n, i))
                << static_cast<int>(mode) << ' ' << n << ' ' << i;
        }
}

TYPED_TEST(small_functions, parts)
{
  auto const a = acre::arange(this->space, 6).reshape(shape(2, 3));
  auto const columns = unstack(a, -1);
  ASSERT_EQ(columns.size(), 3u);
  EXPECT_TRUE(equals<int>(columns[1], {1, 4}));
  EXPECT_EQ(columns[1].ref().data, a.data() + 1) << "a view";
  EXPECT_TRUE(static_cast<bool>(array_equal(stack(unstack(a)), a)));
  EXPECT_EQ(unstack(a * 2)[1](2).item(), 10);
  EXPECT_EQ(unstack(this->row({5}))[0].item(), 5);
  EXPECT_TRUE(unstack(a(slice(0, 0))).empty());
  EXPECT_THROW(unstack(a, 2), acre::index_error);
}

}  // namespace
