#include <acre/array/detail/shape_rules.hpp>
#include <acre/error.hpp>
#include <acre/rearrange/pad_ramp.hpp>
#include <acre/rearrange/pad_statistic.hpp>

#include <algorithm>
#include <string>

namespace acre::detail {

void refuse_pairs(std::size_t pairs, char const* of, extents_view shape)
{
  throw shape_error(
      "operands could not be broadcast together with remapped shapes [original->remapped]: (" +
      std::to_string(pairs) + ",2)  and requested shape (" + std::to_string(shape.size()) +
      ",2): pad wants one pair of " + of + ", or one for each axis of shape " + to_string(shape));
}

void padded_shape(extents_view shape, pad_width& width, std::span<std::int64_t> padded)
{
  if (width.each.size() == 1) width.each.resize(shape.size(), width.each[0]);
  if (width.each.size() != shape.size()) refuse_pairs(width.each.size(), "widths", shape);
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    auto const [before, after] = width.each[axis];
    if (before < 0 || after < 0) throw value_error("index can't contain negative values");
    if (before > INT64_MAX - shape[axis] || after > INT64_MAX - shape[axis] - before)
      throw value_error("Maximum allowed size exceeded");
    padded[axis] = before + shape[axis] + after;
  }
}

void require_stat_lengths(extents_view shape, pad_width& lengths)
{
  if (lengths.each.size() == 1) lengths.each.resize(shape.size(), lengths.each[0]);
  if (lengths.each.size() != shape.size()) refuse_pairs(lengths.each.size(), "stat_length", shape);
  for (auto const& [before, behind] : lengths.each)
    if (before < 0 || behind < 0) throw value_error("index can't contain negative values");
}
void refuse_stat_length() { throw value_error("stat_length of 0 yields no value for padding"); }

void require_end_values(extents_view shape, std::vector<std::pair<double, double>>& ends)
{
  if (ends.size() == 1) ends.resize(shape.size(), ends[0]);
  if (ends.size() != shape.size()) refuse_pairs(ends.size(), "end values", shape);
}

namespace {

/// The piece at place i of the endless repetition (0 … n - 1 are the array's own).
pad_piece piece_from(pad_mode mode, std::int64_t n, std::int64_t i)
{
  if (mode == pad_mode::edge || n == 1) return {0, INT64_MAX, i < 0 ? 0 : n - 1, 0};
  std::int64_t const mirrored = mode == pad_mode::symmetric ? n : n - 1;
  std::int64_t const period = mode == pad_mode::wrap ? n : 2 * mirrored;
  std::int64_t const place = i % period < 0 ? i % period + period : i % period;
  if (mode == pad_mode::wrap) return {0, n - place, place, 1};
  if (place < mirrored) return {0, mirrored - place, place, 1};
  return {0, period - place, mode == pad_mode::symmetric ? period - 1 - place : period - place, -1};
}

}  // namespace

void require_extendable(extents_view shape, pad_width const& width)
{
  for (std::size_t axis = 0; axis < shape.size(); ++axis)
    if (shape[axis] == 0 && (width.each[axis].first > 0 || width.each[axis].second > 0))
      throw value_error("can't extend empty axis " + std::to_string(axis) +
                        " using modes other than 'constant' or 'empty'");
}

std::vector<pad_piece> pad_pieces(pad_mode mode, std::int64_t n, std::int64_t before,
                                  std::int64_t after)
{
  std::vector<pad_piece> pieces;
  auto const add = [&](std::int64_t from, std::int64_t to) {  // places of the repetition
    for (std::int64_t i = from; i < to; i += pieces.back().count) {
      pieces.push_back(piece_from(mode, n, i));
      pieces.back().at = i + before;
      pieces.back().count = std::min(pieces.back().count, to - i);
    }
  };
  add(-before, 0);
  add(n, n + after);
  return pieces;
}

}  // namespace acre::detail
