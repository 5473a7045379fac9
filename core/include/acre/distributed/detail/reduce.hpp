#pragma once

#include <acre/backends/reduce_parts.hpp>
#include <acre/distributed/detail/checks.hpp>
#include <acre/distributed/detail/expression.hpp>
#include <acre/distributed/detail/level_results.hpp>
#include <acre/reduce/ddof.hpp>
#include <acre/reduce/detail/extrema.hpp>
#include <acre/reduce/detail/logic.hpp>
#include <acre/reduce/detail/moments.hpp>
#include <acre/reduce/detail/reduce.hpp>
#include <acre/reduce/detail/sum.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

/// Whole reductions of slabs in the order of one process (backends/common/reduce.hpp): each process
/// reduces the tiles that lie in its slab; of a tile that is cut the left process sends its lanes,
/// from which the right one goes on; tiles' results are gathered by all, which compute the top. A
/// level of more results than `gathered_results` is reduced once more in the same way before.
namespace acre::distributed::detail {

inline constexpr int lanes_tag = 1;
/// Results that all processes hold: 128 KiB of float64.
inline constexpr std::int64_t gathered_results = 16384;
/// Likewise of so many processes, of a level of the whole array. Another level costs a message from
/// each process to the next wherever they share a tile, one after the other: 4096 P / n of them,
/// some 2 µs each, for n results of P processes. All results cost 8 n bytes, of which 25 are a ns.
/// The two are alike where n² is 2.56e7 P.
inline std::int64_t most_gathered(int processes)
{
  return std::max(gathered_results,
                  static_cast<std::int64_t>(std::sqrt(2.56e7 * static_cast<double>(processes))));
}

/// What a level's elements are: those of the array, or the results of the level below. `tiles` are
/// queued on a GPU's queue; `join` goes on from the host's `lanes`, or from those before a tile's
/// first element (`begins`), leaves them there or, where the tile ends, its result in *result.
template <class Program, class Local, class Reducer>
class elements_level {
 public:
  using value = typename Reducer::value_type;
  using space_type = typename Local::space_type;
  static constexpr bool is_device = space_type::queue_type::is_device;

  elements_level(Local const& local, Reducer const& reducer) : local_(local), reducer_(reducer)
  {
    acre::detail::leaf_layout* leaf = leaves_.data();
    mask_.fill(true);
    if (size_of(local.shape()) == 0) return;
    acre::detail::node::describe(local, leaf, local.shape());
    plan_ = acre::detail::plan_reduction(
        std::span(leaves_.data(), count_), local.shape(),
        std::span<bool const>(mask_.data(), static_cast<std::size_t>(Local::rank)),
        backends::packet_width(Program::width));
    if constexpr (!is_device && !backends::hints_of<Program>::prefers_packets)
      rows_ = acre::detail::plan_rows(std::span(leaves_.data(), count_), plan_);
  }

  void tiles(std::int64_t first, std::int64_t count, value* to)
  {
    run([&](auto& on, auto const& program) {
      if constexpr (is_device)
        backends::tiles_of_row(on, plan_.reduction, program, reducer_, first, count, to);
      else
        backends::tiles_of_row(on, plan_.reduction, program, reducer_, first, count, to, rows_);
    });
  }
  template <class Note>
  void join(std::int64_t first, std::int64_t count, std::int64_t at, bool begins, value* lanes,
            value* result, [[maybe_unused]] Note const& note)
  {
    if constexpr (is_device) {
      device_lanes<space_type, value> there(local_.space(), begins ? nullptr : lanes);
      run([&](auto& on, auto const& program) {
        backends::join_tile(on, plan_.reduction, program, reducer_, first, count, at, begins,
                            there.data(), result);
      });
      note();  // what the host waits for would throw it
      if (!result) there.copy_to(lanes);
    } else {
      if (begins) backends::begin_tile(reducer_, lanes);
      run([&](auto& on, auto const& program) {
        backends::join_tile(on, plan_.reduction, program, reducer_, first, count, at, lanes, rows_);
      });
      note();
      if (result) *result = backends::end_tile(reducer_, lanes);
    }
  }

 private:
  static constexpr std::size_t count_ = Local::leaf_count;

  /// An operation of its own each time: none lasts while a message is waited for.
  template <class F>
  void run(F const& f)
  {
    auto& on = local_.space().queue();
    backends::operation const running(acre::detail::name_of_reduction<Reducer>(), on,
                                      std::span(leaves_.data(), count_));
    acre::detail::lowering planned{leaves_.data(), on};
    f(on, acre::detail::node::lower(local_, planned));
  }

  Local const& local_;
  Reducer const& reducer_;
  std::array<acre::detail::leaf_layout, count_ == 0 ? 1 : count_> leaves_{};
  acre::detail::axis_mask<Local::rank> mask_;
  acre::detail::reduction_plan plan_{};
  backends::laid_out_operands rows_{};
};

template <class Space, class Reducer>
class values_level {
 public:
  using value = typename Reducer::value_type;
  using results = level_results<Space, value>;
  values_level(results const& values, Reducer const& reducer) : values_(values), reducer_(reducer)
  {}
  void tiles(std::int64_t first, std::int64_t count, value* to)
  {
    if constexpr (results::is_device) {
      auto& on = values_.space().queue();
      backends::operation const running(acre::detail::name_of_reduction<Reducer>(), on);
      backends::tiles_of_values(on, reducer_, values_.data() + first, count, to);
    } else {
      backends::tiles_of_values(reducer_, values_.data() + first, count, to);
    }
  }
  template <class Note>
  void join(std::int64_t first, std::int64_t count, std::int64_t at, bool begins, value* lanes,
            value* result, [[maybe_unused]] Note const& note)
  {
    if constexpr (results::is_device) {
      device_lanes<Space, value> there(values_.space(), begins ? nullptr : lanes);
      {
        auto& on = values_.space().queue();
        backends::operation const running(acre::detail::name_of_reduction<Reducer>(), on);
        backends::join_values(on, reducer_, values_.data() + first, count, at, begins, there.data(),
                              result);
      }
      if (!result) there.copy_to(lanes);
    } else {
      if (begins) backends::begin_tile(reducer_, lanes);
      backends::join_values(reducer_, values_.data() + first, count, at, lanes);
      if (result) *result = backends::end_tile(reducer_, lanes);
    }
  }

 private:
  results const& values_;
  Reducer const& reducer_;
};

/// Where a level's elements are: process p has begin(p) … end(p) - 1. Of the array's own elements,
/// or (of_tiles) of results, each of so many elements: a tile is its last element's process'.
class level_cuts {
 public:
  explicit level_cuts(std::vector<std::int64_t> starts)
      : at_(std::make_shared<std::vector<std::int64_t> const>(std::move(starts)))
  {}
  /// Of slabs, whose cuts are shared.
  explicit level_cuts(std::shared_ptr<layout const> const& slabs) : at_(slabs, &slabs->axis(0).cuts)
  {
    for (int a = 1; a < slabs->rank(); ++a) row_ *= slabs->shape()[a];
  }
  std::int64_t total() const { return (at_->back() * row_ + of_ - 1) / of_; }
  std::int64_t begin(int p) const
  {
    std::int64_t const at = (*at_)[static_cast<std::size_t>(p)];
    return at == at_->back() ? total() : at * row_ / of_;
  }
  std::int64_t end(int p) const { return begin(p + 1); }
  /// The nearest process on either side that has any; -1: none.
  int before(int p) const
  {
    do --p;
    while (p >= 0 && begin(p) == end(p));
    return p;
  }
  int behind(int p) const
  {
    int const n = static_cast<int>(at_->size()) - 1;
    do ++p;
    while (p < n && begin(p) == end(p));
    return p < n ? p : -1;
  }
  level_cuts of_tiles(std::int64_t tile = backends::reduce_tile) const
  {
    level_cuts next = *this;
    next.of_ *= tile;
    return next;
  }

 private:
  std::shared_ptr<std::vector<std::int64_t> const> at_;
  std::int64_t row_ = 1, of_ = 1;
};

template <class Value>
using lane_values = std::array<Value, backends::reduce_lanes>;

/// The results of this process' tiles of a level. `note`: notes bad indices of each part of the
/// work, of which the smallest counts, and before the host waits for a device.
template <class Level, class Reducer, class Space, class Note>
level_results<Space, typename Reducer::value_type> tiles_of_level(
    processes const& all, level_cuts const& cuts, Level& level, Reducer const& reducer,
    Space const& space, std::optional<failure>& failed, Note const& note)
{
  using value = typename Reducer::value_type;
  constexpr std::int64_t tile = backends::reduce_tile;
  auto& transport = access::of(all);
  int const me = all.rank();
  std::int64_t const begin = cuts.begin(me), end = cuts.end(me), total = cuts.total();
  if (begin == end) return {space, 0};
  auto const send_on = [&](lane_values<value> const& lanes) {
    transport.send(cuts.behind(me), lanes_tag, to_bytes(std::span<value const>(lanes)));
  };
  // first what another process waits for: the tile that is cut at this one's end
  std::int64_t const last = end / tile * tile;
  bool const ends_inside = end % tile != 0 && end != total;
  if (ends_inside && last >= begin) {
    lane_values<value> lanes;
    level.join(last - begin, end - last, 0, true, lanes.data(), nullptr, note);
    send_on(lanes);
  }
  std::int64_t const first_whole = (begin + tile - 1) / tile * tile,
                     whole_end = ends_inside ? last : end;
  bool const is_cut = begin % tile != 0;
  std::int64_t const whole = std::max<std::int64_t>(0, (whole_end - first_whole + tile - 1) / tile);
  std::int64_t const head_end = std::min(end, first_whole);
  bool const head_ends = is_cut && (head_end == first_whole || end == total);
  level_results<Space, value> results(space, whole + (head_ends ? 1 : 0));
  if (whole > 0) {
    level.tiles(first_whole - begin, whole_end - first_whole, results.data() + (head_ends ? 1 : 0));
    note();
  }
  if (is_cut) {
    lane_values<value> lanes;
    int const from = cuts.before(me);
    auto const message = transport.receive(from, lanes_tag);
    if (message.size() == sizeof lanes) {
      std::memcpy(static_cast<void*>(lanes.data()), message.data(), sizeof lanes);
    } else {  // it calls something else, which all will be told of
      backends::begin_tile(reducer, lanes.data());
      if (!failed) failed = another_call(all, from);
    }
    level.join(0, head_end - begin, begin % tile, false, lanes.data(),
               head_ends ? results.data() : nullptr, note);
    if (!head_ends) send_on(lanes);
  }
  return results;
}

/// The accumulator of all elements, on every process, from the level of the array's own elements
/// up. `most`: results that all processes hold.
template <class Level, class Reducer, class Space, class Note>
typename Reducer::value_type reduce_levels(processes const& all, joint_name const& name,
                                           level_cuts cuts, Level& elements, Reducer const& reducer,
                                           Space const& space, std::int64_t most, Note const& note)
{
  using value = typename Reducer::value_type;
  auto failed = take_pending(all);
  auto results = tiles_of_level(all, cuts, elements, reducer, space, failed, note);
  take_pending(all, failed);
  cuts = cuts.of_tiles();
  while (cuts.total() > most) {
    auto const below = std::move(results);
    values_level<Space, Reducer> level(below, reducer);
    results = tiles_of_level(all, cuts, level, reducer, space, failed, [] {});
    cuts = cuts.of_tiles();
  }
  let_others_run(all, space);
  auto const told = gather_all(all, name, to_bytes(on_host(results)), failed);
  auto top = values_of<value>(told);
  if (top.size() == 0) return reducer.empty();
  return backends::top_of(reducer, top.data(), top.size());
}

/// A call with what its reducer was given: of var the elements less ddof.
template <class Reducer>
std::string call_of(std::string name, Reducer const& reducer)
{
  if constexpr (requires { reducer.count; }) name += " divided by " + std::to_string(reducer.count);
  return name;
}

template <class Local, std::size_t N, class Reducer>
typename Reducer::value_type reduce_slabs(char const* name, term<Local, N> const& t,
                                          Reducer const& reducer, std::int64_t most)
{
  elements_level<acre::detail::program_t<Local>, Local, Reducer> elements(t.local, reducer);
  return reduce_levels(
      t.all, {call_of(name, reducer), dtype_name<typename Local::value_type>(), t.where.get()},
      level_cuts(t.where), elements, reducer, t.space(), most,
      [&] { note_failures_on(t.all, *t.where, t.space()); });
}
template <class Local, std::size_t N, class Reducer>
typename Reducer::value_type reduce_slabs(char const* name, term<Local, N> const& t,
                                          Reducer const& reducer)
{
  return reduce_slabs(name, t, reducer, most_gathered(t.all.size()));
}

/// Likewise where the order of elements changes no bit: blocks of any kind.
template <class Local, std::size_t N, class Reducer>
typename Reducer::value_type reduce_unordered(char const* name, term<Local, N> const& t,
                                              Reducer const& reducer)
{
  using value = typename Reducer::value_type;
  auto failed = take_pending(t.all);
  std::int64_t const n = t.where->owns(t.all.rank()) ? size_of(t.local.shape()) : 0;
  value_list<value> mine(n > 0 ? 1 : 0);
  if (n > 0) {
    elements_level<acre::detail::program_t<Local>, Local, Reducer> elements(t.local, reducer);
    level_results<typename Local::space_type, value> results(
        t.space(), (n + backends::reduce_tile - 1) / backends::reduce_tile);
    elements.tiles(0, n, results.data());
    note_failures_on(t.all, *t.where, t.space());
    let_others_run(t.all, t.space());
    auto tiles = on_host(results);
    mine[0] = backends::top_of(reducer, tiles.data(), tiles.size());
  }
  take_pending(t.all, failed);
  auto const told =
      gather_all(t.all, {name, dtype_name<typename Local::value_type>(), t.where.get()},
                 to_bytes(mine), failed);
  auto parts = values_of<value>(told);
  value all = reducer.empty();
  for (std::int64_t p = 0; p < parts.size(); ++p)
    all = p == 0 ? parts[p] : reducer.combine(all, parts[p]);
  return all;
}

/// Whether the order of elements changes no bit of what the reducer makes.
template <class Reducer>
inline constexpr bool any_order =
    std::is_integral_v<typename Reducer::value_type> &&
    requires(Reducer const& r, typename Reducer::value_type v) { r.combine(v, v); };

/// Where every process has the whole array.
template <class Local, std::size_t N, class Reducer>
auto reduce_copies(char const* name, term<Local, N> const& t, Reducer const& reducer)
{
  auto failed = take_pending(t.all);
  auto const result =
      acre::detail::reduce<0>(t.local, acre::detail::mask_of_all<Local::rank>(), reducer);
  note_failures(t.all, *t.where, [&] { t.local.space().fence(); });
  if (!failed) failed = take_pending(t.all);
  gather_all(t.all,
             {call_of(name, reducer), dtype_name<typename Local::value_type>(), t.where.get()}, {},
             failed);
  return result.item();
}

template <class Local, std::size_t N, class Reducer>
auto reduced(char const* name, term<Local, N> const& t, Reducer const& reducer)
{
  next_call(t.all);
  if (t.where->copies() > 1 && t.where->copies() == t.all.size())
    return reduce_copies(name, t, reducer);
  if constexpr (acre::detail::is_half<typename Local::value_type>) {
    auto const as_float = combined(name, [](auto const& x) { return acre::cast<float>(x); }, t);
    if (!t.where->is_slabs()) refuse_order(name, *t.where);
    return reducer.finish(reduce_slabs(name, as_float, reducer));
  } else {
    if (t.where->is_slabs()) return reducer.finish(reduce_slabs(name, t, reducer));
    if constexpr (any_order<Reducer>)
      return reducer.finish(reduce_unordered(name, t, reducer));
    else
      refuse_order(name, *t.where);
  }
}

template <template <class> class Reducer, class Local, std::size_t N>
auto extreme(char const* name, char const* noun, term<Local, N> const& t)
{
  acre::detail::require_elements(t.shape(), acre::detail::mask_of_all<Local::rank>(), noun);
  return reduced(name, t, Reducer<typename Local::value_type>{});
}

/// The mean of so many.
template <class T>
auto mean_of(std::int64_t count)
{
  using real = acre::real_t<acre::detail::computed_t<T>>;
  acre::detail::mean_reducer<T> reducer;
  reducer.count = count;
  reducer.known_count = backends::known_divisor<real>(count);
  return reducer;
}

template <class Local, std::size_t N>
auto spread(char const* name, term<Local, N> const& t, bool root, ddof d)
{
  using reducer_type = acre::detail::variance_reducer<acre::quotient_t<typename Local::value_type>>;
  using divisor = backends::known_divisor<typename reducer_type::real>;
  std::int64_t const n = t.size(), freedom = n - d.value;
  reducer_type const reducer{freedom > 0 ? freedom : 0, root, divisor(n), divisor(freedom)};
  return reduced(name, t, reducer);
}

/// Where the largest (smallest) element is, which blocks of any kind find in any order.
template <bool Largest, class Local, std::size_t N>
std::int64_t place_of_extreme(char const* name, term<Local, N> const& t)
{
  using T = acre::detail::computed_t<typename Local::value_type>;
  using found = acre::detail::found<T>;
  using reducer = acre::detail::arg_reducer<T, Largest>;
  next_call(t.all);
  if (t.size() == 0)
    throw value_error(std::string("attempt to get ") + name + " of an empty sequence");
  auto failed = take_pending(t.all);
  value_list<found> mine(size_of(t.local.shape()) > 0 ? 1 : 0);
  if (size_of(t.local.shape()) > 0) {
    auto const e = acre::cast<T>(t.local);
    auto const found_here = acre::detail::arg_reduce<acre::detail::location_reducer<T, Largest>>(e);
    note_failures_on(t.all, *t.where, t.space());
    let_others_run(t.all, t.space());
    auto const where = found_here.item();
    box const b = t.where->block_of(t.all.rank());
    extents at{};
    std::int64_t rest = where.index;
    for (int axis = t.rank - 1; axis >= 0; --axis) {
      at[axis] = b.low[axis] + rest % b.extent(axis);
      rest /= b.extent(axis);
    }
    mine[0] = {where.value, flat_index(*t.where, at)};
  }
  take_pending(t.all, failed);
  auto const told =
      gather_all(t.all, {name, dtype_name<typename Local::value_type>(), t.where.get()},
                 to_bytes(mine), failed);
  auto candidates = values_of<found>(told);
  found best = reducer().identity();
  for (std::int64_t c = 0; c < candidates.size(); ++c) best = reducer::better(best, candidates[c]);
  return best.index;
}

}  // namespace acre::distributed::detail
