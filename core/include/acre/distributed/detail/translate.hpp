#pragma once

#include <acre/distributed/array.hpp>
#include <acre/distributed/detail/pack.hpp>
#include <acre/distributed/detail/transfer.hpp>
#include <acre/rearrange/detail/views.hpp>

#include <optional>
#include <span>
#include <utility>
#include <vector>

/// Boxes of elements on their way to other places, and other processes.
namespace acre::distributed::detail {

/// The elements in a box of one array are those of another `by` further along each axis.
struct translation {
  box from;
  extents by{};

  box to() const
  {
    box b = from;
    for (int axis = 0; axis < b.rank; ++axis) b.low[axis] += by[axis], b.high[axis] += by[axis];
    return b;
  }
};

/// The whole's box.
inline box box_of(layout const& l)
{
  box b;
  b.rank = l.rank();
  b.high = l.shape();
  return b;
}

/// What of process p's elements (`had`) goes to process q (`has`): boxes counted from the first
/// element of the block that is asked for.
inline std::vector<box> translated_boxes(std::vector<translation> const& ways, box const& had,
                                         box const& has, bool counted_from_had)
{
  std::vector<box> boxes;
  for (translation way : ways) {
    way.from = common_box(way.from, had);
    box part = common_box(way.to(), has);
    if (part.size() == 0) continue;
    for (int axis = 0; axis < part.rank; ++axis) {
      std::int64_t const first = counted_from_had ? way.by[axis] + had.low[axis] : has.low[axis];
      part.low[axis] -= first;
      part.high[axis] -= first;
    }
    boxes.push_back(part);
  }
  return boxes;
}

/// The elements of a box, counted from the other end of some axes of a whole.
inline box mirrored(box b, extents const& whole, std::span<int const> axes)
{
  for (int const axis : axes) {
    std::int64_t const low = b.low[axis];
    b.low[axis] = whole[axis] - b.high[axis];
    b.high[axis] = whole[axis] - low;
  }
  return b;
}

/// Elements of an expression go where `ways` say, in what make() gives; nothing else of it is
/// written. Along the axes in `flipped` they are counted from the other end. Throws on all
/// processes what any has met. Together.
template <class Local, std::size_t N, class Make>
auto translated(std::string const& name, term<Local, N> const& t,
                std::vector<translation> const& ways, Make const& make,
                std::span<int const> flipped = {})
{
  using T = typename Local::value_type;
  using part = acre::array<T, Local::rank, typename Local::space_type>;
  using result = decltype(make());
  next_call(t.all);
  note_failures_on(t.all, *t.where, t.space());
  std::optional<failure> failed = take_pending(t.all);
  int const me = t.all.rank();
  auto const had_by = [&](int p) {
    return mirrored(t.where->own_block_of(p), t.where->shape(), flipped);
  };
  box const had = had_by(me);
  bool const by_transfer = goes_by_transfer(t.all, t.space());
  std::vector<backends::byte_message> messages(static_cast<std::size_t>(t.all.size()));
  part mine;
  result to;
  try_to(failed, [&] {
    to = make();
    mine = acre::evaluate(t.local);
    if (!flipped.empty()) mine = acre::detail::flipped(mine, flipped);
    note_failures_on(t.all, *t.where, t.space());
    take_pending(t.all, failed);
    for (int p = 0; p < t.all.size() && !by_transfer; ++p)
      if (p != me)
        messages[static_cast<std::size_t>(p)] = packed(
            mine, translated_boxes(ways, had, array_access::layout_of(to).block_of(p), true));
  });
  gather_all(t.all, {name, dtype_name<T>(), t.where.get()}, {}, failed);
  layout const& l = array_access::layout_of(to);
  box const has = l.block_of(me);
  if (by_transfer) {
    std::vector<array_part<part>> sends, receives;
    for (int p = 0; p < t.all.size(); ++p) {
      for (box const& b : translated_boxes(ways, had, l.block_of(p), true))
        sends.push_back({p, part_of(mine, b)});
      for (box const& b : translated_boxes(ways, had_by(p), has, false))
        receives.push_back({p, part_of(to.local(), b)});
    }
    transfer_parts(t.all, t.space(), sends, receives);
    return to;
  }
  auto came = access::of(t.all).all_to_all(std::move(messages));
  auto const stays = translated_boxes(ways, had, has, true),
             is_there = translated_boxes(ways, had, has, false);
  for (std::size_t k = 0; k < stays.size(); ++k)
    acre::detail::assign(part_of(to.local(), is_there[k]), part_of(mine, stays[k]));
  for (int p = 0; p < t.all.size(); ++p)
    if (p != me)
      unpack(to.local(), translated_boxes(ways, had_by(p), has, false),
             std::move(came[static_cast<std::size_t>(p)]), name.c_str(), p);
  return to;
}

/// `by` further along an axis, of the elements first … last - 1 along it.
inline translation along_axis(layout const& of, int axis, std::int64_t first, std::int64_t last,
                              std::int64_t by)
{
  translation way{box_of(of), {}};
  way.from.low[axis] = first;
  way.from.high[axis] = last;
  way.by[axis] = by;
  return way;
}

}  // namespace acre::distributed::detail
