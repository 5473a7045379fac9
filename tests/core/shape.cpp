#include <acre/array/axes.hpp>
#include <acre/array/detail/shape_rules.hpp>
#include <acre/array/detail/view_rules.hpp>
#include <acre/array/shape.hpp>
#include <acre/error.hpp>
#include <acre_test/error_of.hpp>

#include <array>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

using acre::shape;
using acre_test::error_of;

namespace {

TEST(shape, is_written_as_numpy_writes_it)
{
  EXPECT_EQ(acre::to_string(shape()), "()");
  EXPECT_EQ(acre::to_string(shape(5)), "(5,)");
  EXPECT_EQ(acre::to_string(shape(3, 4)), "(3,4)");
  EXPECT_EQ(acre::to_string(shape(0, -1, 7)), "(0,-1,7)");
}

TEST(shape, has_a_size)
{
  EXPECT_EQ(acre::size_of(shape()), 1);
  EXPECT_EQ(acre::size_of(shape(3, 4, 5)), 60);
  EXPECT_EQ(acre::size_of(shape(3, 0, 5)), 0);
  std::int64_t const big = std::int64_t{1} << 40;
  EXPECT_EQ(acre::size_of(shape(big, 1 << 22)), std::int64_t{1} << 62);
  EXPECT_EQ(acre::size_of(shape(INT64_MAX)), INT64_MAX);
  EXPECT_EQ(acre::size_of(shape(big, big, 0)), 0) << "no elements, however long the other axes";
  EXPECT_EQ(acre::size_of(shape(0, big, big)), 0);
  EXPECT_EQ(error_of<acre::shape_error>([&] { acre::size_of(shape(big, big)); }),
            "array is too big: the size of shape (1099511627776,1099511627776) exceeds the largest "
            "64-bit integer");
  EXPECT_EQ(error_of<acre::shape_error>([&] { acre::size_of(shape(big, 1 << 23)); }).substr(0, 16),
            "array is too big");
  EXPECT_EQ(error_of<acre::shape_error>([&] { acre::size_of(shape(2, -1)); }),
            "negative dimensions are not allowed: shape (2,-1)");
  EXPECT_EQ(error_of<acre::shape_error>([&] { acre::size_of(shape(0, -1)); }),
            "negative dimensions are not allowed: shape (0,-1)");
}

TEST(shape, takes_integers_of_any_type_that_fit)
{
  EXPECT_EQ(shape(std::uint8_t(3), 4u, std::int64_t(5), std::size_t(6)), shape(3, 4, 5, 6));
  EXPECT_EQ(shape(std::size_t(INT64_MAX)), shape(INT64_MAX));
  EXPECT_EQ(error_of<acre::shape_error>([] { shape(2, std::size_t(3) - 4); }),
            "extent 18446744073709551615 of a shape exceeds the largest 64-bit integer; an "
            "unsigned difference below 0 is such a number");
}

TEST(shape, takes_axes_of_any_integer_that_fits)
{
  EXPECT_EQ(int(acre::axis_number(-1)), -1);
  EXPECT_EQ(int(acre::axis_number(std::size_t(2))), 2);
  EXPECT_EQ(int(acre::axis_number(std::int64_t(-2))), -2);
  EXPECT_EQ(acre::axes(0, 1u, -1L).axis, (std::array{0, 1, -1}));
  EXPECT_EQ(error_of<acre::index_error>([] { acre::axis_number(std::int64_t(1) << 32); }),
            "axis 4294967296 is out of bounds: arrays have at most 8 dimensions");
}

TEST(shape, broadcasts_as_numpys_does)
{
  EXPECT_EQ(acre::broadcast_shapes(shape(3, 4)), shape(3, 4));
  EXPECT_EQ(acre::broadcast_shapes(shape(3, 1), shape(4)), shape(3, 4));
  EXPECT_EQ(acre::broadcast_shapes(shape(), shape(2)), shape(2));
  EXPECT_EQ(acre::broadcast_shapes(shape(), shape()), shape());
  EXPECT_EQ(acre::broadcast_shapes(shape(8, 1, 6, 1), shape(7, 1, 5)), shape(8, 7, 6, 5));
  EXPECT_EQ(acre::broadcast_shapes(shape(1, 2), shape(3, 1), shape(3, 2)), shape(3, 2));
  EXPECT_EQ(acre::broadcast_shapes(shape(0, 4), shape(1, 4)), shape(0, 4));
  EXPECT_EQ(acre::broadcast_shapes(shape(1), shape(0)), shape(0));
  auto const of = [](auto const& f) { return error_of<acre::shape_error>(f); };
  EXPECT_EQ(of([] { acre::broadcast_shapes(shape(3, 4), shape(5)); }),
            "operands could not be broadcast together with shapes (3,4) (5,)");
  EXPECT_EQ(of([] { acre::broadcast_shapes(shape(2, 1), shape(0, 4)); }),
            "operands could not be broadcast together with shapes (2,1) (0,4)");
  EXPECT_EQ(of([] { acre::broadcast_shapes(shape(2), shape(1), shape(3)); }),
            "operands could not be broadcast together with shapes (2,) (1,) (3,)");
  EXPECT_EQ(of([] { acre::broadcast_shapes(shape(2), shape(0)); }),
            "operands could not be broadcast together with shapes (2,) (0,)");
}

TEST(shape, counts_axes_from_both_ends)
{
  EXPECT_EQ(acre::detail::normalized_axis(0, 3), 0);
  EXPECT_EQ(acre::detail::normalized_axis(-1, 3), 2);
  EXPECT_EQ(acre::detail::normalized_axis(-3, 3), 0);
  EXPECT_EQ(error_of<acre::index_error>([] { acre::detail::normalized_axis(3, 3); }),
            "axis 3 is out of bounds for array of dimension 3");
  EXPECT_EQ(error_of<acre::index_error>([] { acre::detail::normalized_axis(-4, 3); }),
            "axis -4 is out of bounds for array of dimension 3");
  EXPECT_EQ(error_of<acre::index_error>([] { acre::detail::normalized_axis(0, 0); }),
            "axis 0 is out of bounds for array of dimension 0");
}

TEST(shape, has_row_major_strides)
{
  EXPECT_EQ(acre::detail::row_major_strides(shape(2, 3, 4)), shape(12, 4, 1));
  EXPECT_EQ(acre::detail::row_major_strides(shape()), shape());
}

using extents = std::vector<std::int64_t>;

/// Offsets that a shape with strides visits in C order.
extents offsets(extents const& extent, extents const& stride)
{
  std::int64_t const size = acre::size_of(extent);
  extents visited;
  for (std::int64_t k = 0; k < size; ++k) {
    std::int64_t rest = k, offset = 0;
    for (std::size_t axis = extent.size(); axis-- > 0; rest /= extent[axis])
      offset += rest % extent[axis] * stride[axis];
    visited.push_back(offset);
  }
  return visited;
}

/// All shapes of `size` elements and up to `rank` axes.
void shapes_of(std::int64_t size, std::size_t rank, extents& so_far, std::vector<extents>& all)
{
  if (size == 1) all.push_back(so_far);
  if (so_far.size() == rank) return;
  for (std::int64_t n = 1; n <= size; ++n) {
    if (size % n != 0) continue;
    so_far.push_back(n);
    shapes_of(size / n, rank, so_far, all);
    so_far.pop_back();
  }
}

TEST(shape, is_reshaped_without_a_copy_where_strides_can_show_it)
{
  std::vector<extents> shapes;
  extents start;
  shapes_of(12, 4, start, shapes);
  int views = 0, copies = 0;
  for (auto const& from : shapes) {
    extents dense(from.size(), 1);
    for (std::size_t axis = from.size(); axis-- > 1;) dense[axis - 1] = dense[axis] * from[axis];
    for (int kind = 0; kind < 5; ++kind) {
      extents stride = dense;
      if (kind == 1 && !from.empty()) stride.back() *= 2;  // every second
      if (kind == 2)
        for (auto& s : stride) s = -s;  // backwards
      if (kind == 3)
        for (std::size_t a = 0; a < from.size(); ++a) stride[a] = a % 2 ? 100 : 1;  // any
      if (kind == 4)
        for (std::size_t a = 0; a + 1 < from.size(); ++a) stride[a] += 3;  // rows cut short
      auto const wanted = offsets(from, stride);
      for (auto const& to : shapes) {
        extents result(to.size(), -99);
        if (acre::detail::reshape_strides(from, stride, to, result)) {
          ++views;
          ASSERT_EQ(offsets(to, result), wanted)
              << acre::to_string(from) << " as " << acre::to_string(to);
        } else {
          ++copies;
          ASSERT_NE(kind, 0) << "a dense array can always be shown with another shape";
          ASSERT_NE(kind, 2);
        }
      }
    }
  }
  EXPECT_GT(views, 1000);
  EXPECT_GT(copies, 1000);
}

/// A view by one of the rules: extents, strides and the element that it begins at.
struct seen {
  extents extent, stride;
  std::int64_t first = 0;

  explicit seen(std::size_t rank) : extent(rank), stride(rank) {}
  acre::detail::new_layout layout() { return {extent, stride}; }
  extents elements() const
  {
    extents all = offsets(extent, stride);
    for (auto& element : all) element += first;
    return all;
  }
};

TEST(shape, views_show_the_elements_that_they_name)
{
  // 2 × 3 × 1 × 4 elements, every second one of a buffer
  extents const extent{2, 3, 1, 4}, stride{24, 8, 8, 2};
  acre::detail::layout const from{extent, stride};
  auto const at = [&](std::int64_t i, std::int64_t j, std::int64_t l) {
    return i * 24 + j * 8 + l * 2;
  };
  auto const expect = [](seen const& view, extents const& shape, extents const& elements) {
    EXPECT_EQ(view.extent, shape);
    EXPECT_EQ(view.elements(), elements);
  };
  extents wanted;

  seen turned(4);
  acre::detail::transposed(from, turned.layout());
  for (int l = 0; l < 4; ++l)
    for (int j = 0; j < 3; ++j)
      for (int i = 0; i < 2; ++i) wanted.push_back(at(i, j, l));
  expect(turned, {4, 1, 3, 2}, wanted);

  seen flipped(4);
  flipped.first = acre::detail::flipped(from, std::array{-1, 2, 0}, flipped.layout());
  wanted.clear();
  for (int i = 1; i >= 0; --i)
    for (int j = 0; j < 3; ++j)
      for (int l = 3; l >= 0; --l) wanted.push_back(at(i, j, l));
  expect(flipped, extent, wanted);

  seen sliced(4);
  sliced.first = acre::detail::sliced(from, 3, acre::slice(3, acre::none, -2), sliced.layout());
  wanted.clear();
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j)
      for (int l : {3, 1}) wanted.push_back(at(i, j, l));
  expect(sliced, {2, 3, 1, 2}, wanted);
  sliced.first = acre::detail::sliced(from, 0, acre::slice(2, acre::none), sliced.layout());
  expect(sliced, {0, 3, 1, 4}, {});
  EXPECT_EQ(sliced.first, 0);

  seen wide(5);
  acre::detail::with_axis(from, 1, 2, 0, wide.layout());
  EXPECT_EQ(wide.extent, (extents{2, 2, 3, 1, 4}));
  EXPECT_EQ(wide.stride, (extents{24, 0, 8, 8, 2}));
  seen narrow(3);
  acre::detail::without_axis(from, 1, narrow.layout());
  EXPECT_EQ(narrow.extent, (extents{2, 1, 4}));
  EXPECT_EQ(narrow.stride, (extents{24, 8, 2}));

  for (std::int64_t offset = -5; offset <= 4; ++offset) {
    seen diagonal(3);
    diagonal.first = acre::detail::diagonal(from, offset, -1, 0, diagonal.layout());
    wanted.clear();
    std::int64_t count = 0;
    for (int j = 0; j < 3; ++j) {
      count = 0;
      for (int l = 0; l < 4; ++l)
        if (l + offset >= 0 && l + offset < 2) wanted.push_back(at(l + offset, j, l)), ++count;
    }
    expect(diagonal, {3, 1, count}, wanted);
  }

  extents broadcast(5);
  acre::detail::broadcast_strides(from, shape(7, 2, 3, 5, 4), broadcast);
  EXPECT_EQ(broadcast, (extents{0, 24, 8, 0, 2}));

  EXPECT_FALSE(acre::detail::is_contiguous(from));
  EXPECT_TRUE(acre::detail::is_contiguous({extent, extents{12, 4, 99, 1}}));
  EXPECT_TRUE(acre::detail::is_contiguous({extents{3, 0}, extents{5, 7}}));
  EXPECT_TRUE(acre::detail::is_contiguous({{}, {}}));
}

TEST(shape, says_which_shapes_broadcast)
{
  using acre::detail::broadcasts_to;
  EXPECT_TRUE(broadcasts_to(shape(), shape(2)));
  EXPECT_TRUE(broadcasts_to(shape(1, 3), shape(5, 2, 3)));
  EXPECT_TRUE(broadcasts_to(shape(1), shape(0)));
  EXPECT_FALSE(broadcasts_to(shape(0), shape(1)));
  EXPECT_FALSE(broadcasts_to(shape(3), shape(2, 4)));
  EXPECT_FALSE(broadcasts_to(shape(1, 3), shape(3)));
}

TEST(shape, fills_in_the_extent_left_open)
{
  auto const resolved = [](extents wanted, std::int64_t size) {
    acre::detail::resolve_reshape(wanted, size);
    return wanted;
  };
  EXPECT_EQ(resolved({3, -1}, 12), (extents{3, 4}));
  EXPECT_EQ(resolved({-1}, 0), (extents{0}));
  EXPECT_EQ(resolved({3, -1}, 0), (extents{3, 0}));
  auto const of = [&](extents const& wanted, std::int64_t size) {
    return error_of<acre::value_error>([&] { resolved(wanted, size); });
  };
  EXPECT_EQ(of({5}, 12), "cannot reshape array of size 12 into shape (5,)");
  EXPECT_EQ(of({-1, 5}, 12),
            "cannot reshape array of size 12 into shape (5)");  // NumPy's own words
  EXPECT_EQ(of({5, -1}, 12), "cannot reshape array of size 12 into shape (5,newaxis)");
  EXPECT_EQ(of({0, -1}, 0), "cannot reshape array of size 0 into shape (0,newaxis)");
  EXPECT_EQ(of({-1, -1}, 12), "can only specify one unknown dimension");
  EXPECT_EQ(of({-2, -6}, 12), "can only specify one unknown dimension");  // as NumPy has it
  EXPECT_EQ(resolved({-2, 6}, 12), (extents{2, 6}));
  EXPECT_EQ(of({INT64_MAX, 3}, 12),
            "cannot reshape array of size 12 into shape (9223372036854775807,3)");
}

}  // namespace
