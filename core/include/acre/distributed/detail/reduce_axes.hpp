#pragma once

#include <acre/backends/reduce_axis_parts.hpp>
#include <acre/distributed/detail/axis_groups.hpp>
#include <acre/distributed/detail/reduce.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

/// Reductions along axes. Along axes that aren't cut each process reduces its block. Along a cut
/// one the processes that have parts of the same results work as whole reductions do (reduce.hpp),
/// with vectors in the place of numbers: lanes of a tile that is cut go to the next process, tiles'
/// results to all.
namespace acre::distributed::detail {

inline constexpr int axis_lanes_tag = 2;

template <int Rank>
std::span<bool const> span_of(acre::detail::axis_mask<Rank> const& mask)
{
  return {mask.data(), static_cast<std::size_t>(Rank)};
}

/// How many results all processes together have of `kept` each, at most.
inline std::int64_t over_all(layout const& of, std::span<bool const> gone, std::int64_t each)
{
  auto const left = of.without(gone, true);
  std::int64_t largest = each;
  for (int p = 0; p < of.processes(); ++p) largest = std::max(largest, left.block_of(p).size());
  return largest * of.processes();
}

/// The block of a process that is reduced along some of its axes, by parts.
template <class Local, class Reducer>
class axis_parts {
 public:
  using value = typename Reducer::value_type;
  using program = acre::detail::program_t<Local>;

  template <std::size_t N>
  axis_parts(term<Local, N> const& t, acre::detail::axis_mask<Local::rank> const& mask,
             Reducer const& reducer)
      : all_(t.all),
        where_(*t.where),
        local_(t.local),
        reducer_(reducer),
        rows_(mask[Local::rank - 1])
  {
    auto const& local = t.local;
    if (size_of(local.shape()) == 0) return;
    acre::detail::leaf_layout* leaf = leaves_.data();
    acre::detail::node::describe(local, leaf, local.shape());
    auto const leaves = std::span(leaves_.data(), Local::leaf_count);
    plan_ = acre::detail::plan_reduction(leaves, local.shape(), span_of<Local::rank>(mask),
                                         backends::packet_width(program::width));
    if constexpr (!Local::space_type::queue_type::is_device &&
                  !backends::hints_of<program>::prefers_packets)
      laid_out_ = acre::detail::plan_rows(leaves, plan_);
  }
  bool rows() const { return rows_; }
  void tiles(std::int64_t first, std::int64_t count, value* to)
  {
    run([&](auto& on, auto const& p) {
      backends::tiles_along(on, plan_.reduction, rows_, p, reducer_, first, count, to, laid_out_);
    });
  }
  void join(std::int64_t first, std::int64_t count, std::int64_t at, value* lanes)
  {
    run([&](auto& on, auto const& p) {
      backends::join_along(on, plan_.reduction, rows_, p, reducer_, first, count, at, lanes,
                           laid_out_);
    });
  }

 private:
  /// An operation of its own each time: none lasts while a message is waited for.
  template <class F>
  void run(F const& f)
  {
    note_failures(all_, where_, [&] {  // a device is waited for, and may tell of a bad index
      auto& on = local_.space().queue();
      backends::operation const running(acre::detail::name_of_reduction<Reducer>(), on,
                                        std::span(leaves_.data(), Local::leaf_count));
      acre::detail::lowering planned{leaves_.data(), on};
      f(on, acre::detail::node::lower(local_, planned));
    });
  }

  processes all_;
  layout const& where_;
  Local const& local_;
  Reducer const& reducer_;
  bool rows_;
  std::array<acre::detail::leaf_layout, Local::leaf_count == 0 ? 1 : Local::leaf_count> leaves_{};
  acre::detail::reduction_plan plan_{};
  backends::laid_out_operands laid_out_{};
};

/// The results of this process' tiles, a row of `kept` for each.
template <class Parts, class Reducer>
value_list<typename Reducer::value_type> tiles_of_axis(processes const& all,
                                                       axis_order const& group, Parts& parts,
                                                       std::int64_t kept, Reducer const& reducer,
                                                       std::optional<failure>& failed)
{
  using value = typename Reducer::value_type;
  bool const rows = parts.rows();
  std::int64_t const tile = backends::axis_tile(rows), begin = group.begin(), end = group.end(),
                     total = group.total();
  if (begin == end || kept == 0) return {};
  auto& transport = access::of(all);
  value_list<value> lanes(backends::axis_lanes(rows) * kept);
  // first what another process waits for: the tile that is cut at this one's end
  std::int64_t const last = end / tile * tile;
  bool const ends_inside = end % tile != 0 && end != total;
  if (ends_inside && last >= begin) {
    backends::begin_lanes(reducer, rows, kept, lanes.data());
    parts.join(last - begin, end - last, 0, lanes.data());
    transport.send(group.behind(), axis_lanes_tag, to_bytes(lanes));
  }
  std::int64_t const first_whole = (begin + tile - 1) / tile * tile,
                     whole_end = ends_inside ? last : end,
                     whole = std::max<std::int64_t>(0, (whole_end - first_whole + tile - 1) / tile),
                     head_end = std::min(end, first_whole);
  bool const is_cut = begin % tile != 0,
             head_ends = is_cut && (head_end == first_whole || end == total);
  value_list<value> results((whole + (head_ends ? 1 : 0)) * kept);
  if (whole > 0)
    parts.tiles(first_whole - begin, whole_end - first_whole,
                results.data() + (head_ends ? kept : 0));
  if (is_cut) {
    int const from = group.before();
    auto const message = transport.receive(from, axis_lanes_tag);
    if (message.size() == static_cast<std::size_t>(lanes.size()) * sizeof(value)) {
      std::memcpy(static_cast<void*>(lanes.data()), message.data(), message.size());
    } else {  // it calls something else, which all will be told of
      backends::begin_lanes(reducer, rows, kept, lanes.data());
      if (!failed) failed = another_call(all, from);
    }
    parts.join(0, head_end - begin, begin % tile, lanes.data());
    if (head_ends)
      backends::end_lanes(reducer, rows, kept, lanes.data(), results.data());
    else
      transport.send(group.behind(), axis_lanes_tag, to_bytes(lanes));
  }
  return results;
}

/// What a reducer makes of accumulators, as a block of the results.
template <int OutRank, class Space, class Reducer>
auto finished_block(Space const& space, layout const& where, int process, Reducer const& reducer,
                    value_list<typename Reducer::value_type> const& values)
{
  using result = std::remove_cvref_t<decltype(reducer.finish(reducer.empty()))>;
  auto const b = where.block_of(process);
  shape_t<OutRank> extent{};
  for (int a = 0; a < OutRank; ++a) extent[a] = b.extent(a);
  value_list<result> finished(values.size());
  for (std::int64_t k = 0; k < values.size(); ++k) finished[k] = reducer.finish(values.data()[k]);
  acre::array<result, OutRank, Space> block(space, extent);
  if (block.size() > 0)
    space.copy_from_host(block.data(), finished.data(),
                         static_cast<std::size_t>(block.size()) * sizeof(result));
  return block;
}

/// Of a half's elements those of float, as whole reductions have them.
template <int OutRank, class Local, std::size_t N, class Reducer>
auto reduced_along(char const* name, term<Local, N> const& t,
                   acre::detail::axis_mask<Local::rank> const& mask, Reducer const& reducer)
{
  constexpr int rank = Local::rank;
  auto const gone = span_of<rank>(mask);
  if constexpr (acre::detail::is_half<typename Local::value_type>) {
    return reduced_along<OutRank>(
        name, combined(name, [](auto const& x) { return acre::cast<float>(x); }, t), mask, reducer);
  } else {
    using value = typename Reducer::value_type;
    layout const& of = *t.where;
    auto const left = of.without(gone, OutRank == rank);
    auto const fence = [&] { t.local.space().fence(); };
    next_call(t.all);
    auto const cut = cuts_along(of, gone);
    if (cut == cut_of::none) {
      note_failures(t.all, of, fence);
      auto const block = acre::detail::reduce<OutRank>(t.local, mask, reducer);
      note_failures(t.all, of, fence);
      return array_of(t.all, left, block);
    }
    joint_name const joint{call_of(along_axes(name, gone), reducer),
                           dtype_name<typename Local::value_type>(), t.where.get()};
    auto failed = take_pending(t.all);
    int const me = t.all.rank();
    std::int64_t const kept = left.block_of(me).size();
    value_list<value> values;
    auto const note = [&] {
      note_failures(t.all, of, fence);
      if (!failed) failed = take_pending(t.all);
    };
    if constexpr (any_order<Reducer>) {
      auto const group = group_along(of, me, gone);
      value_list<value> mine(kept);
      auto const block = acre::detail::reduce<OutRank>(t.local, mask, reducer);
      note();
      if (kept > 0)
        t.local.space().copy_to_host(mine.data(), block.data(),
                                     static_cast<std::size_t>(kept) * sizeof(value));
      values =
          combined_by_group(t.all, joint, group, std::vector<std::int64_t>(group.members.size(), 1),
                            kept, over_all(of, gone, kept), mine, failed,
                            [&](value* v, std::int64_t rows, std::int64_t width) {
                              for (std::int64_t r = 1; r < rows; ++r)
                                for (std::int64_t i = 0; i < width; ++i)
                                  v[i] = reducer.combine(v[i], v[r * width + i]);
                            });
    } else {
      if (cut == cut_of::others) refuse_axes(name, of, gone);
      axis_order const order(of, me, gone);
      axis_parts<Local, Reducer> parts(t, mask, reducer);
      bool const rows = parts.rows();
      auto const mine = tiles_of_axis(t.all, order, parts, kept, reducer, failed);
      note();
      auto const group = group_along(of, me, gone);
      std::vector<std::int64_t> starts;
      for (std::size_t m = 0; m <= order.size(); ++m) starts.push_back(order.start(m));
      auto const level = level_cuts(std::move(starts)).of_tiles(backends::axis_tile(rows));
      std::vector<std::int64_t> counts;
      for (std::size_t m = 0; m < group.members.size(); ++m)
        counts.push_back(level.end(static_cast<int>(m)) - level.begin(static_cast<int>(m)));
      values = combined_by_group(
          t.all, joint, group, counts, kept,
          over_all(of, gone, kept) / static_cast<std::int64_t>(group.members.size()) *
              std::max<std::int64_t>(1, level.total()),
          mine, failed, [&](value* v, std::int64_t tiles, std::int64_t width) {
            if (tiles == 0)
              std::fill(v, v + width, reducer.empty());
            else
              backends::top_along(reducer, rows, v, tiles, width);
          });
    }
    value_list<value> own(kept);
    std::copy_n(values.data(), static_cast<std::size_t>(kept), own.data());
    return array_of(t.all, left, finished_block<OutRank>(t.local.space(), left, me, reducer, own));
  }
}

/// f(term, mask, rank constant, how many elements a result is of), for one of the ways to name
/// axes.
template <class Local, std::size_t N, class F, class... Axes>
auto with_axes(term<Local, N> const& t, F const& f, Axes const&... which)
{
  return acre::detail::over_axes(
      [&](auto const&, auto const& mask, auto rank) {
        return f(mask, rank, acre::detail::reduced_count(t.shape(), span_of<Local::rank>(mask)));
      },
      t.local, which...);
}

/// make(count)'s reduction of the axes; a number where all are named and none is kept.
template <class Local, std::size_t N, class Make, class... Axes>
auto reduce_along(char const* name, term<Local, N> const& t, Make const& make, Axes const&... which)
{
  return with_axes(
      t,
      [&](auto const& mask, auto rank, std::int64_t count) {
        if constexpr (rank() == 0)
          return reduced(name, t, make(count));
        else
          return reduced_along<rank()>(name, t, mask, make(count));
      },
      which...);
}

template <template <class> class Reducer, class Local, std::size_t N, class... Axes>
auto extreme_along(char const* name, char const* noun, term<Local, N> const& t,
                   Axes const&... which)
{
  with_axes(
      t,
      [&](auto const& mask, auto, std::int64_t) {
        acre::detail::require_elements(t.shape(), span_of<Local::rank>(mask), noun);
        return 0;
      },
      which...);
  return reduce_along(
      name, t, [](std::int64_t) { return Reducer<typename Local::value_type>{}; }, which...);
}

template <class Local, std::size_t N, class... Axes>
auto spread_along(char const* name, term<Local, N> const& t, bool root, ddof d,
                  Axes const&... which)
{
  return reduce_along(
      name, t,
      [&](std::int64_t n) {
        using reducer_type =
            acre::detail::variance_reducer<acre::quotient_t<typename Local::value_type>>;
        using divisor = backends::known_divisor<typename reducer_type::real>;
        std::int64_t const freedom = n - d.value;
        return reducer_type{freedom > 0 ? freedom : 0, root, divisor(n), divisor(freedom)};
      },
      which...);
}

/// Where the extremes are along axes, counted along all of them: found in any order.
template <bool Largest, int OutRank, class Local, std::size_t N>
auto places_along(char const* name, term<Local, N> const& t,
                  acre::detail::axis_mask<Local::rank> const& mask)
{
  using T = acre::detail::computed_t<typename Local::value_type>;
  using found = acre::detail::found<T>;
  using reducer = acre::detail::arg_reducer<T, Largest>;
  constexpr int rank = Local::rank;
  auto const gone = span_of<rank>(mask);
  layout const& of = *t.where;
  auto const left = of.without(gone, OutRank == rank);
  auto const fence = [&] { t.local.space().fence(); };
  next_call(t.all);
  auto const elements = acre::cast<T>(t.local);
  if (cuts_along(of, gone) == cut_of::none) {
    note_failures(t.all, of, fence);
    auto const block = acre::detail::reduce<OutRank>(elements, mask, reducer{});
    note_failures(t.all, of, fence);
    return array_of(t.all, left, block);
  }
  auto failed = take_pending(t.all);
  int const me = t.all.rank();
  auto const group = group_along(of, me, gone);
  std::int64_t const kept = left.block_of(me).size();
  value_list<found> mine(kept);
  for (std::int64_t k = 0; k < kept; ++k) mine[k] = reducer().identity();
  if (size_of(t.local.shape()) > 0) {
    auto const where = to_vector(acre::detail::reduce<OutRank>(
        elements, mask, acre::detail::location_reducer<T, Largest>{}));
    box const b = of.block_of(me);
    for (std::int64_t k = 0; k < kept; ++k) {
      auto const& f = where[static_cast<std::size_t>(k)];
      std::int64_t rest = f.index, step = 1, index = 0;
      for (int axis = rank - 1; axis >= 0; --axis) {
        if (!mask[static_cast<std::size_t>(axis)]) continue;
        index += (b.low[axis] + rest % b.extent(axis)) * step;
        rest /= b.extent(axis);
        step *= of.shape()[axis];
      }
      mine[k] = {f.value, index};
    }
  }
  note_failures(t.all, of, fence);
  if (!failed) failed = take_pending(t.all);
  auto const best = combined_by_group(
      t.all, {along_axes(name, gone), dtype_name<typename Local::value_type>(), t.where.get()},
      group, std::vector<std::int64_t>(group.members.size(), 1), kept, over_all(of, gone, kept),
      mine, failed, [](found* v, std::int64_t rows, std::int64_t width) {
        for (std::int64_t r = 1; r < rows; ++r)
          for (std::int64_t i = 0; i < width; ++i) v[i] = reducer::better(v[i], v[r * width + i]);
      });
  value_list<found> own(kept);
  std::copy_n(best.data(), static_cast<std::size_t>(kept), own.data());
  return array_of(t.all, left, finished_block<OutRank>(t.local.space(), left, me, reducer(), own));
}

template <bool Largest, class Local, std::size_t N, class... Axes>
auto place_along(char const* name, term<Local, N> const& t, Axes const&... which)
{
  return with_axes(
      t,
      [&](auto const& mask, auto rank, std::int64_t count) {
        if (count == 0)
          throw value_error(std::string("attempt to get ") + name + " of an empty sequence");
        if constexpr (rank() == 0)
          return place_of_extreme<Largest>(name, t);
        else
          return places_along<Largest, rank()>(name, t, mask);
      },
      which...);
}

}  // namespace acre::distributed::detail
