// The planner may reorder, merge and drop axes; whatever it does, the loops that come out visit
// the same elements of every operand together.

#include <acre/elementwise/detail/evaluate.hpp>
#include <acre/elementwise/detail/plan.hpp>

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

using acre::detail::leaf_layout;

namespace {

using numbers = std::vector<std::int64_t>;

alignas(64) std::byte memory[64];

leaf_layout leaf(numbers const& stride, int item_size = 4, std::size_t byte_offset = 0)
{
  leaf_layout l;
  l.address = memory + byte_offset;
  l.item_size = item_size;
  std::copy(stride.begin(), stride.end(), l.stride);
  return l;
}

/// The leaves' offsets, element after element, in C order of the shape.
std::vector<numbers> plain(std::vector<leaf_layout> const& leaves, numbers const& extent)
{
  std::vector<numbers> visits;
  for (std::int64_t k = 0, size = acre::size_of(extent); k < size; ++k) {
    numbers offsets(leaves.size(), 0);
    std::int64_t rest = k;
    for (std::size_t axis = extent.size(); axis-- > 0; rest /= extent[axis])
      for (std::size_t l = 0; l < leaves.size(); ++l)
        offsets[l] += rest % extent[axis] * leaves[l].stride[axis];
    visits.push_back(offsets);
  }
  return visits;
}

numbers at(std::vector<leaf_layout> const& leaves, acre::backends::position const& row,
           std::int64_t i)
{
  numbers offsets;
  for (leaf_layout const& l : leaves) {
    std::int64_t offset = i * l.inner_stride;
    for (int axis = 0; axis < row.rank; ++axis) offset += row.index[axis] * l.stride[axis];
    offsets.push_back(offset);
  }
  return offsets;
}

acre::backends::iteration planned(std::vector<leaf_layout>& leaves, numbers const& extent,
                                  int width = 4)
{
  auto const before = plain(leaves, extent);
  auto const it = acre::detail::plan_elementwise(leaves, extent, width);
  std::vector<numbers> visits;
  for (std::int64_t row = 0; row < it.rows; ++row)
    for (std::int64_t i = 0; i < it.inner; ++i) visits.push_back(at(leaves, unravel(it, row), i));
  auto sorted = before;
  std::sort(sorted.begin(), sorted.end());
  std::sort(visits.begin(), visits.end());
  EXPECT_EQ(visits, sorted) << acre::to_string(extent);
  return it;
}

numbers dense(numbers const& extent)
{
  numbers stride(extent.size(), 1);
  for (std::size_t axis = extent.size(); axis-- > 1;)
    stride[axis - 1] = stride[axis] * extent[axis];
  return stride;
}

TEST(plan, merges_what_is_contiguous_into_one_loop)
{
  numbers const extent{2, 3, 1, 4, 5, 2};
  std::vector<leaf_layout> leaves{leaf(dense(extent)), leaf(dense(extent)), leaf(dense(extent))};
  auto const it = planned(leaves, extent);
  EXPECT_EQ(it.outer_rank, 0);
  EXPECT_EQ(it.inner, 240);
  EXPECT_TRUE(it.unit);
  EXPECT_TRUE(it.packed);
}

TEST(plan, walks_the_result_in_memory_order)
{
  numbers const extent{3, 4, 5};
  std::vector<leaf_layout> turned{leaf({1, 3, 12}), leaf({1, 3, 12})};
  auto const it = planned(turned, extent);
  EXPECT_EQ(it.inner, 60) << "a transposed array onto one that lies alike";
  std::vector<leaf_layout> crossed{leaf({20, 5, 1}), leaf({1, 3, 12})};
  auto const crossing = planned(crossed, extent);
  EXPECT_EQ(crossing.inner, 5);
  EXPECT_FALSE(crossing.packed);
}

TEST(plan, keeps_broadcast_axes_apart)
{
  numbers const extent{6, 8};
  std::vector<leaf_layout> row{leaf({8, 1}), leaf({0, 1})};
  auto const it = planned(row, extent);
  EXPECT_EQ(it.outer_rank, 1);
  EXPECT_EQ(it.inner, 8);
  EXPECT_TRUE(it.unit);
  std::vector<leaf_layout> column{leaf({8, 1}), leaf({1, 0})};
  auto const across = planned(column, extent);
  EXPECT_EQ(across.inner, 8);
  EXPECT_FALSE(across.unit);
  EXPECT_TRUE(across.packed) << "one element for the whole packet";
  std::vector<leaf_layout> constant{leaf({8, 1}), leaf({0, 0})};
  EXPECT_EQ(planned(constant, extent).inner, 48);
}

// A gather: the result, the source (its fixed part does not move), the indices and their places.
TEST(plan, asks_of_what_is_looked_up_no_stride)
{
  std::vector<leaf_layout> leaves{leaf({1}), leaf_layout{}, leaf({1}, 8), leaf({1}, 8)};
  leaves[1].random_access = true;
  auto const it = planned(leaves, {64});
  EXPECT_TRUE(it.unit);
  EXPECT_TRUE(it.packed);
}

TEST(plan, packs_only_what_is_aligned)
{
  auto const packed = [](numbers const& stride, numbers const& extent, int item_size,
                         std::size_t byte_offset, int width) {
    std::vector<leaf_layout> leaves{leaf(dense(extent), item_size),
                                    leaf(stride, item_size, byte_offset)};
    return planned(leaves, extent, width).packed;
  };
  EXPECT_TRUE(packed({1}, {64}, 4, 0, 4));
  EXPECT_TRUE(packed({1}, {64}, 4, 16, 4));
  EXPECT_FALSE(packed({1}, {64}, 4, 4, 4)) << "x[1:]";
  EXPECT_TRUE(packed({1}, {64}, 1, 2, 2)) << "two bytes beside two float64";
  EXPECT_FALSE(packed({1}, {64}, 1, 1, 2));
  EXPECT_FALSE(packed({-1}, {64}, 4, 0, 4));
  EXPECT_FALSE(packed({2}, {64}, 4, 0, 4));
  EXPECT_FALSE(packed({1}, {3}, 4, 0, 4)) << "shorter than a packet";
  EXPECT_TRUE(packed({12, 1}, {5, 8}, 4, 0, 4));
  EXPECT_FALSE(packed({9, 1}, {5, 8}, 4, 0, 4)) << "the second row is not aligned";
}

TEST(plan, drops_axes_of_one)
{
  std::vector<leaf_layout> leaves{leaf({0, 0, 0}), leaf({0, 0, 0})};
  auto const it = planned(leaves, {1, 1, 1});
  EXPECT_EQ(it.rows * it.inner, 1);
  std::vector<leaf_layout> scalar{leaf({})};
  EXPECT_EQ(planned(scalar, {}).inner, 1);
}

/// Strides of slices and transposes that never visit an element of the sink twice.
std::vector<numbers> layouts(numbers const& extent)
{
  std::vector<numbers> all{dense(extent)};
  auto const wide = [&](std::int64_t last, std::int64_t gap) {
    numbers s(extent.size());
    std::int64_t step = last;
    for (std::size_t axis = extent.size(); axis-- > 0; step = step * extent[axis] + gap)
      s[axis] = step;
    return s;
  };
  all.push_back(wide(2, 0));
  all.push_back(wide(1, 3));
  numbers back = all[0];
  for (auto& s : back) s = -s;
  all.push_back(back);
  numbers mixed = all[2];
  for (std::size_t a = 0; a < mixed.size(); a += 2) mixed[a] = -mixed[a];
  all.push_back(mixed);
  numbers fortran(extent.size());
  std::int64_t step = 1;
  for (std::size_t axis = 0; axis < extent.size(); step *= extent[axis++]) fortran[axis] = step;
  all.push_back(fortran);
  return all;
}

TEST(plan, visits_the_same_elements_together)
{
  for (numbers const& extent :
       {numbers{7}, {2, 3}, {3, 1, 4}, {2, 3, 4}, {2, 1, 3, 2}, {2, 3, 1, 2, 2, 3}}) {
    auto const sinks = layouts(extent);
    auto sources = sinks;
    for (std::size_t broadcast = 0; broadcast < extent.size(); ++broadcast) {
      numbers s = dense(extent);
      s[broadcast] = 0;
      sources.push_back(s);
    }
    for (auto const& sink : sinks)
      for (auto const& first : sources)
        for (auto const& second : sources) {
          std::vector<leaf_layout> leaves{leaf(sink), leaf(first), leaf(second)};
          for (auto& l : leaves)  // as expressions describe themselves: an axis of 1 has stride 0
            for (std::size_t a = 0; a < extent.size(); ++a)
              if (extent[a] == 1) l.stride[a] = 0;
          planned(leaves, extent);
        }
  }
}

TEST(plan, keeps_the_order_of_a_reduction)
{
  numbers const extent{2, 3, 4, 2};
  for (auto const& strides : layouts(extent))
    for (unsigned mask = 1; mask < 16; ++mask) {
      bool const reduced[] = {(mask & 1) != 0, (mask & 2) != 0, (mask & 4) != 0, (mask & 8) != 0};
      std::vector<leaf_layout> leaves{leaf(strides), leaf({0, 1, 0, 50})};
      auto const all = plain(leaves, extent);
      // each result's elements, in C order
      std::vector<std::vector<numbers>> wanted;
      std::vector<numbers> keys;
      for (std::size_t k = 0; k < all.size(); ++k) {
        std::size_t rest = k;
        numbers key;
        for (std::size_t axis = extent.size(); axis-- > 0;
             rest /= static_cast<std::size_t>(extent[axis]))
          key.insert(key.begin(),
                     reduced[axis] ? 0 : static_cast<std::int64_t>(rest) % extent[axis]);
        auto const found = std::find(keys.begin(), keys.end(), key);
        if (found == keys.end()) {
          keys.push_back(key);
          wanted.push_back({all[k]});
        } else {
          wanted[static_cast<std::size_t>(found - keys.begin())].push_back(all[k]);
        }
      }
      auto const plan = acre::detail::plan_reduction(leaves, extent, reduced, 4);
      auto const& red = plan.reduction;
      EXPECT_EQ(plan.rows, reduced[3]);
      std::vector<std::vector<numbers>> got;
      if (plan.rows) {
        ASSERT_EQ(red.length % red.it.inner, 0);
        for (std::int64_t k = 0; k < red.kept; ++k) {
          got.emplace_back();
          for (std::int64_t e = 0; e < red.length; ++e)
            got.back().push_back(
                at(leaves, reduced_position(red, k, e / red.it.inner), e % red.it.inner));
        }
      } else {
        for (std::int64_t k = 0; k < red.kept; ++k)
          for (std::int64_t i = 0; i < red.it.inner; ++i) {
            got.emplace_back();
            for (std::int64_t r = 0; r < red.length; ++r)
              got.back().push_back(at(leaves, reduced_position(red, k, r), i));
          }
      }
      EXPECT_EQ(got, wanted) << mask;
    }
}

TEST(plan, of_a_reduction_looks_at_the_shape_alone)
{
  // a last axis of 1 that is reduced makes rows, one that stays makes columns
  bool const last[] = {false, true}, first[] = {true, false};
  std::vector<leaf_layout> leaves{leaf({1, 0})};
  auto const rows = acre::detail::plan_reduction(leaves, numbers{5, 1}, last, 4);
  EXPECT_TRUE(rows.rows);
  EXPECT_EQ(rows.reduction.kept, 5);
  EXPECT_EQ(rows.reduction.length, 1);
  leaves = {leaf({1, 0})};
  auto const columns = acre::detail::plan_reduction(leaves, numbers{5, 1}, first, 4);
  EXPECT_FALSE(columns.rows);
  EXPECT_EQ(columns.reduction.length, 5);
  EXPECT_EQ(columns.reduction.kept * columns.reduction.it.inner, 1);
}

TEST(plan, sees_where_a_result_would_be_read_too_early)
{
  auto const shifted = [](leaf_layout sink, leaf_layout source, std::int64_t sink_at,
                          std::int64_t source_at) {
    for (auto [l, where] : {std::pair{&sink, sink_at}, std::pair{&source, source_at}}) {
      l->address = memory + where;
      l->low = reinterpret_cast<std::uintptr_t>(memory + where);
      l->high = l->low + 16;
    }
    leaf_layout const leaves[] = {sink, source};
    return acre::detail::overlaps_shifted(leaves, numbers{4});
  };
  EXPECT_FALSE(shifted(leaf({1}), leaf({1}), 0, 0)) << "x = f(x)";
  EXPECT_TRUE(shifted(leaf({1}), leaf({1}), 4, 0)) << "x[1:] = x[:-1]";
  EXPECT_TRUE(shifted(leaf({1}), leaf({0}), 0, 0)) << "x = x[0]";
  EXPECT_TRUE(shifted(leaf({1}), leaf({1}, 8), 0, 0)) << "another width";
  EXPECT_FALSE(shifted(leaf({1}), leaf({1}), 0, 16)) << "neighbours";
  auto gathered = leaf({1});
  gathered.random_access = true;
  EXPECT_TRUE(shifted(leaf({1}), gathered, 0, 0));
}

}  // namespace
