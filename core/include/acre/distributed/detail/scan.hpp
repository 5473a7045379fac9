#pragma once

#include <acre/backends/scan_parts.hpp>
#include <acre/distributed/detail/axis_groups.hpp>
#include <acre/distributed/detail/translate.hpp>
#include <acre/reduce/detail/scan.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

/// Scans along a cut axis in the order of one process (backends/common/scan.hpp). Each process
/// folds its whole tiles. Where a tile is cut the left process sends how far it has got in it, and
/// the right one goes on from there. Where a group of tiles is cut its processes tell each other
/// the folds, in as many steps as their number has bits. The groups' folds are gathered by all.
/// Then each process knows what lies before each of its tiles, and scans them.
namespace acre::distributed::detail {

inline constexpr int scan_tag = 3, scan_group_tag = 6;

/// As many values as there is room for, of a process that makes the same call; else `failed`.
template <class T>
void receive_values(processes const& all, int from, int tag, value_list<T>& to,
                    std::optional<failure>& failed)
{
  auto const message = access::of(all).receive(from, tag);
  if (message.size() == static_cast<std::size_t>(to.size()) * sizeof(T))
    std::memcpy(static_cast<void*>(to.data()), message.data(), message.size());
  else if (!failed)  // it calls something else, which all will be told of
    failed = another_call(all, from);
}

/// A process' block of a scan, by parts. `Rows`: one scan is a row, else a column.
template <bool Rows, class Local, class Op, class Result>
class scan_parts {
 public:
  using value = typename Op::value_type;
  using program_type = acre::detail::program_t<Local>;
  using sink_type = acre::detail::store_sink<Result>;
  static constexpr int rank = Local::rank, width = Rows || Local::space_type::queue_type::is_device
                                                       ? 1
                                                       : backends::scan_strip_columns;
  static constexpr std::int64_t tile = backends::scan_tile<value>,
                                group = tile * backends::scan_order<value>::group;

  /// The planned leaves: the sink's first.
  using leaves_type = std::array<acre::detail::leaf_layout, 1 + Local::leaf_count>;

  template <std::size_t N>
  scan_parts(char const* name, term<Local, N> const& t, Op const& op, Result* to,
             leaves_type const& leaves, acre::detail::reduction_plan const& plan, bool puts)
      : name_(name),
        all_(t.all),
        where_(*t.where),
        local_(t.local),
        op_(op),
        to_(to),
        leaves_(leaves),
        plan_(plan),
        puts_(puts)
  {}

  std::int64_t outer() const { return plan_.reduction.kept; }
  std::int64_t inner() const { return Rows ? 1 : plan_.reduction.it.inner; }
  std::int64_t kept() const { return outer() * inner(); }
  std::int64_t strips() const { return outer() * ((inner() + width - 1) / width); }
  /// f(strip, its first scan, how many there are in it).
  template <class F>
  void each_strip(F const& f) const
  {
    std::int64_t strip = 0;
    for (std::int64_t k = 0; k < outer(); ++k)
      for (std::int64_t i = 0; i < inner(); i += width)
        f(strip++, k * inner() + i, static_cast<int>(std::min<std::int64_t>(width, inner() - i)));
  }

  void fold(std::int64_t first, std::int64_t count, value* folds)
  {
    run([&](auto& on, auto const& program, auto const& sink) {
      backends::fold_scan_tiles<Rows>(on, plan_.reduction, program, op_, sink, first, count, folds);
    });
  }
  void put_tiles(std::int64_t first, std::int64_t count, value const* before, bool none)
  {
    if (!puts_) return;
    run([&](auto& on, auto const& program, auto const& sink) {
      backends::put_scan_tiles<Rows>(on, plan_.reduction, program, op_, sink, first, count, before,
                                     none);
    });
  }
  void walk(std::int64_t first, std::int64_t count, std::int64_t at,
            backends::scan_carry<value, width>* carries)
  {
    run([&](auto& on, auto const& program, auto const& sink) {
      backends::walk_scan_part<Rows>(on, plan_.reduction, program, op_, sink, first, count,
                                     static_cast<int>(at), carries);
    });
  }
  void put_part(std::int64_t first, std::int64_t count, std::int64_t at,
                backends::scan_carry<value, width>* carries, value const* before, bool none)
  {
    if (!puts_) return walk(first, count, at, carries);
    run([&](auto& on, auto const& program, auto const& sink) {
      backends::put_scan_part<Rows>(on, plan_.reduction, program, op_, sink, first, count,
                                    static_cast<int>(at), carries, before, none);
    });
  }

 private:
  /// An operation of its own each time: none lasts while a message is waited for.
  template <class F>
  void run(F const& f)
  {
    note_failures(all_, where_, [&] {  // a device is waited for, and may tell of a bad index
      auto& on = local_.space().queue();
      backends::operation const running(name_, on, leaves_);
      acre::detail::lowering planned{leaves_.data(), on};
      sink_type const sink{to_, acre::detail::row_offset(planned.take())};
      f(on, acre::detail::node::lower(local_, planned), sink);
    });
  }

  char const* name_;
  processes all_;
  layout const& where_;
  Local const& local_;
  Op const& op_;
  Result* to_;
  leaves_type leaves_;
  acre::detail::reduction_plan plan_;
  bool puts_;  // else there was no memory for the result, which all will be told of
};

/// Part of a group of tiles, as one process tells it another: folds of tiles, or from the group's
/// beginning on how far its scans have got.
template <class Parts, class Op>
struct part_of_group {
  using value = typename Op::value_type;
  using walk = backends::scan_tiles_walk<value, Parts::width>;
  bool begins = false;
  value_list<walk> scans;   // of each strip, where it begins the group
  value_list<value> folds;  // else of each tile

  /// Tiles behind those that are known.
  void append(Parts const& parts, Op const& op, value const* tiles, std::int64_t count)
  {
    std::int64_t const kept = parts.kept();
    if (!begins) {
      value_list<value> all(folds.size() + count * kept);
      std::copy_n(folds.data(), folds.size(), all.data());
      std::copy_n(tiles, count * kept, all.data() + folds.size());
      folds = std::move(all);
      return;
    }
    for (std::int64_t t = 0; t < count; ++t)
      parts.each_strip([&](std::int64_t s, std::int64_t c, int columns) {
        backends::scan_fold<value, Parts::width> fold;
        std::copy_n(tiles + t * kept + c, columns, fold.v);
        fold.there = true;
        scans[s].next(op, fold, columns);
      });
  }
  backends::byte_message message() const { return begins ? to_bytes(scans) : to_bytes(folds); }
};

/// The members, in their order, that have elements from `first` to `last`.
inline std::vector<std::size_t> members_within(axis_order const& group, std::int64_t first,
                                               std::int64_t last)
{
  std::vector<std::size_t> within;
  for (auto m = group.owner(first); m < group.size() && group.start(m) < last; ++m)
    if (group.count(m) > 0) within.push_back(m);
  return within;
}

/// The groups whose last element a member has, but for the last group.
inline std::int64_t groups_before(std::int64_t at, std::int64_t total, std::int64_t group)
{
  return std::min(at, total > 0 ? total - 1 : 0) / group;
}

template <class Parts, class Op>
void scan_in_group(processes const& all, joint_name const& name, axis_order const& group,
                   Parts* parts, Op const& op, std::optional<failure>& failed,
                   std::function<void()> const& note)
{
  using value = typename Op::value_type;
  constexpr int width = Parts::width;
  constexpr std::int64_t tile = Parts::tile, of_group = Parts::group;
  using carry = backends::scan_carry<value, width>;
  using carries = value_list<carry>;
  using group_part = part_of_group<Parts, Op>;
  auto& transport = access::of(all);
  std::int64_t const begin = group.begin(), end = group.end(), total = group.total();
  if (parts == nullptr || begin == end) {
    note();
    gather_all(all, name, {}, failed);
    return;
  }
  std::int64_t const kept = parts->kept(), strips = parts->strips();
  std::int64_t const first_whole = std::min(end, (begin + tile - 1) / tile * tile),
                     last = std::max(first_whole, end / tile * tile),
                     tiles = (last - first_whole) / tile;
  bool const has_head = begin % tile != 0, has_rest = last < end;

  // Tiles that are cut, one process after the other: before one waits it sends what doesn't depend
  // on what it waits for. What begins the whole scan goes to the sink on the way.
  bool const is_first = begin < tile, goes_on = end % tile != 0 && end != total;
  // Kernels may lack scratch memory: the others get what they wait for, and all are told.
  auto const tried = [&](auto const& f) {
    try {
      f();
    } catch (error const&) {
      if (!failed) failed = current_failure();
    }
  };
  auto const walk = [&](std::int64_t from, std::int64_t to, carries& of) {
    tried([&] {
      if (is_first && from < tile) {
        value_list<value> const nothing(kept);
        parts->put_part(from - begin, to - from, from % tile, of.data(), nothing.data(), true);
      } else {
        parts->walk(from - begin, to - from, from % tile, of.data());
      }
    });
  };
  auto const send = [&](carries const& of) {
    transport.send(group.behind(), scan_tag, to_bytes(of));
  };
  value_list<value> folds(tiles * kept);
  if (tiles > 0) tried([&] { parts->fold(first_whole - begin, last - first_whole, folds.data()); });
  bool const rest_is_put = has_rest && last == 0;
  if (has_rest && (goes_on || rest_is_put)) {
    carries rest(strips);
    walk(last, end, rest);
    if (goes_on) send(rest);
  }
  bool const head_is_put = has_head && is_first, head_ends = has_head && first_whole % tile == 0;
  carries head(has_head ? strips : 0);
  value_list<value> head_fold(head_ends ? kept : 0);
  if (has_head) {
    receive_values(all, group.before(), scan_tag, head, failed);
    if (head_is_put || first_whole < total) {  // else nobody wants to know
      carries through(strips);
      std::copy_n(head.data(), strips, through.data());
      walk(begin, first_whole, through);
      if (!head_ends && goes_on) send(through);
      if (head_ends)
        parts->each_strip([&](std::int64_t s, std::int64_t c, int columns) {
          auto& of = through[s];
          of.chunks.next(op, of.run, columns);
          std::copy_n(of.chunks.before.v, columns, head_fold.data() + c);
        });
    }
  }

  // Groups of tiles that are cut: the process in which one begins tells those 1, 2, 4, … behind it
  // what it has of the group; each of them sends what it knows as far on, which doubles it.
  std::int64_t const last_group = end / of_group * of_group;
  auto const begin_group = [&] {
    group_part part;
    part.begins = true;
    part.scans = value_list<typename group_part::walk>(strips);
    return part;
  };
  if (last_group >= begin && last_group < end && end != total) {
    auto part = begin_group();
    std::int64_t const before = std::min((last_group - first_whole) / tile, tiles);
    part.append(*parts, op, folds.data() + before * kept, tiles - before);
    auto const within = members_within(group, last_group, std::min(last_group + of_group, total));
    for (std::size_t m = 1; m < within.size(); m *= 2)
      transport.send(group.process(within[m]), scan_group_tag, part.message());
  }
  group_part walked = begin_group();
  if (begin % of_group != 0) {
    std::int64_t const first = begin / of_group * of_group;
    auto const within = members_within(group, first, std::min(first + of_group, total));
    auto const at = [&](std::size_t m) { return group.process(within[m]); };
    auto const me =
        static_cast<std::size_t>(std::ranges::find(within, group.me()) - within.begin());
    group_part known;
    for (std::size_t far = 1; far < within.size(); far *= 2) {
      if (me + far < within.size()) {
        group_part mine;
        mine.begins = known.begins;
        if (known.begins) {
          mine.scans = value_list<typename group_part::walk>(strips);
          std::copy_n(known.scans.data(), strips, mine.scans.data());
        }
        if (!known.begins) mine.append(*parts, op, known.folds.data(), known.folds.size() / kept);
        if (head_ends) mine.append(*parts, op, head_fold.data(), 1);
        mine.append(*parts, op, folds.data(), tiles);
        transport.send(at(me + far), scan_group_tag, mine.message());
      }
      if (me < far) continue;
      group_part came;
      came.begins = me < 2 * far;
      std::size_t const from = came.begins ? 0 : me + 1 - 2 * far;
      if (came.begins) {
        came.scans = value_list<typename group_part::walk>(strips);
        receive_values(all, at(me - far), scan_group_tag, came.scans, failed);
      } else {
        came.folds = value_list<value>(
            (group.start(within[me - far] + 1) / tile - group.start(within[from]) / tile) * kept);
        receive_values(all, at(me - far), scan_group_tag, came.folds, failed);
      }
      came.append(*parts, op, known.folds.data(), known.folds.size() / kept);
      known = std::move(came);
    }
    walked = std::move(known);
  }
  // what lies before: of the head, a part of a tile, and of each tile that begins here, in its
  // group
  std::int64_t const rows = (has_head ? 1 : 0) + (end - first_whole + tile - 1) / tile;
  value_list<value> before(rows * kept),
      group_folds((groups_before(end, total, of_group) - groups_before(begin, total, of_group)) *
                  kept);
  std::int64_t row = 0, folded = 0;
  auto const note_walked = [&](value* to) {
    parts->each_strip([&](std::int64_t s, std::int64_t c, int columns) {
      auto const& known = walked.scans[s].before;
      if (known.there) std::copy_n(known.v, columns, to + c);
    });
  };
  auto const take_tile = [&](value const* fold, std::int64_t ends_at) {
    walked.append(*parts, op, fold, 1);
    if (ends_at % of_group != 0) return;
    if (ends_at < total) note_walked(group_folds.data() + folded++ * kept);
    walked = begin_group();
  };
  if (has_head) note_walked(before.data() + row++ * kept);
  if (head_ends) take_tile(head_fold.data(), first_whole);
  for (std::int64_t t = 0; t < tiles; ++t) {
    note_walked(before.data() + row++ * kept);
    take_tile(folds.data() + t * kept, first_whole + (t + 1) * tile);
  }
  if (has_rest) note_walked(before.data() + row++ * kept);

  note();
  auto const told = gather_all(all, name, to_bytes(group_folds), failed);
  // the groups before each of this process' own: those of its supergroup, and the supergroups
  using fold_type = backends::scan_fold<value, width>;
  constexpr std::int64_t supergroup = backends::scan_order<value>::supergroup;
  value_list<fold_type> groups(strips), supergroups(strips);
  std::size_t member = 0;
  std::int64_t of_member = 0;
  auto const append_group = [&](std::int64_t g) {
    auto const owned = [&](std::size_t m) {
      return groups_before(group.start(m + 1), total, of_group) -
             groups_before(group.start(m), total, of_group);
    };
    while (of_member == owned(member)) ++member, of_member = 0;
    auto const bytes = told.of(static_cast<std::size_t>(group.process(member)));
    require_bytes(bytes.size(), owned(member) * kept, sizeof(value), name.operation.c_str(),
                  group.process(member));
    value_list<value> folds_of_group(kept);
    std::memcpy(folds_of_group.data(),
                bytes.data() + static_cast<std::size_t>(of_member * kept) * sizeof(value),
                static_cast<std::size_t>(kept) * sizeof(value));
    ++of_member;
    parts->each_strip([&](std::int64_t s, std::int64_t c, int columns) {
      fold_type fold;
      std::copy_n(folds_of_group.data() + c, columns, fold.v);
      fold.there = true;
      groups[s].append(op, fold, columns);
      if ((g + 1) % supergroup == 0) supergroups[s].append(op, groups[s].taken(), columns);
    });
  };
  std::int64_t g = 0;
  for (std::int64_t r = 0; r < rows; ++r) {
    std::int64_t const at = r == 0     ? begin
                            : has_head ? first_whole + (r - 1) * tile
                                       : first_whole + r * tile;
    for (; g < at / of_group; ++g) append_group(g);
    bool const begins_group = at / tile * tile % of_group == 0;
    parts->each_strip([&](std::int64_t s, std::int64_t c, int columns) {
      fold_type all_before;
      std::copy_n(before.data() + r * kept + c, columns, all_before.v);
      all_before.there = !begins_group;
      all_before.prepend(op, groups[s], columns);
      all_before.prepend(op, supergroups[s], columns);
      std::copy_n(all_before.v, columns, before.data() + r * kept + c);
    });
  }
  if (has_head && !head_is_put)
    parts->put_part(0, first_whole - begin, begin % tile, head.data(), before.data(), false);
  if (first_whole < end && !rest_is_put)
    parts->put_tiles(first_whole - begin, end - first_whole, before.data() + (has_head ? kept : 0),
                     first_whole == 0);
}

/// The scan along an axis, or (Flat) along all in C order.
template <bool Flat, class Local, std::size_t N, class Op>
auto scanned(char const* name, term<Local, N> const& t, int axis, Op const& op)
{
  using T = typename Local::value_type;
  using space = typename Local::space_type;
  constexpr int rank = Local::rank, out_rank = Flat ? 1 : rank;
  if constexpr (acre::detail::is_half<T>) {
    return scanned<Flat>(
        name, combined(name, [](auto const& x) { return acre::cast<float>(x); }, t), axis, op);
  } else {
    using result = std::remove_cvref_t<decltype(op.finish(typename Op::value_type()))>;
    static_assert(acre::detail::accumulates<typename Op::value_type>());
    axis = Flat ? 0 : acre::detail::normalized_axis(axis, rank);
    layout const& of = *t.where;
    acre::detail::axis_mask<rank> gone{};
    for (int a = 0; a < rank; ++a) gone[static_cast<std::size_t>(a)] = Flat || a == axis;
    std::span<bool const> const along(gone.data(), static_cast<std::size_t>(rank));
    auto const cut = cuts_along(of, along);
    if (cut == cut_of::others) refuse_order(name, of);
    std::shared_ptr<layout const> where = t.where;
    if constexpr (Flat && rank > 1) where = std::make_shared<layout const>(of.flattened());
    next_call(t.all);
    auto const fence = [&] { t.local.space().fence(); };
    using result_array = array<result, out_rank, space>;
    auto const make = [&] {
      return array_access::fresh<result_array>(t.all, t.local.space(), where);
    };
    if (cut == cut_of::none) {
      auto const out = make();
      note_failures(t.all, of, fence);
      acre::detail::assign(
          out.local(),
          acre::detail::scan<acre::detail::scan_form::inclusive, Flat>(name, t.local, axis, op));
      note_failures(t.all, of, fence);
      return out;
    }
    auto failed = take_pending(t.all);
    auto const note = [&] {
      note_failures(t.all, of, fence);
      if (!failed) failed = take_pending(t.all);
    };
    result_array out;
    try_to(failed, [&] { out = make(); });
    bool const has_memory = out.has_shape();
    acre::array<result, out_rank, space> const block =
        has_memory ? out.local()
                   : acre::array<result, out_rank, space>(t.local.space(), shape_t<out_rank>{});
    joint_name const joint{along_axes(name, along), dtype_name<T>(), t.where.get()};
    axis_order const group(of, t.all.rank(), along);
    auto const run = [&](auto is_rows, auto* parts) {
      constexpr bool rows = decltype(is_rows)::value;
      using parts_type = scan_parts<rows, Local, Op, result>;
      scan_in_group<parts_type>(t.all, joint, group, static_cast<parts_type*>(parts), op, failed,
                                note);
    };
    if (size_of(t.local.shape()) == 0) {
      run(std::true_type(), static_cast<scan_parts<true, Local, Op, result>*>(nullptr));
      return out;
    }
    // the result in the block's shape: of a flat one the same memory
    auto const shape = t.local.shape();
    auto strides = acre::detail::row_major_strides(shape);
    if constexpr (!Flat)
      if (has_memory) strides = block.strides();
    auto const to = acre::detail::node::view<acre::array<result, rank, space>>(
        block, acre::detail::node::first(block), shape, strides);
    typename scan_parts<true, Local, Op, result>::leaves_type leaves{};
    acre::detail::leaf_layout* described = leaves.data();
    acre::detail::node::describe(to, described, shape);
    acre::detail::node::describe(t.local, described, shape);
    using program_type = acre::detail::program_t<Local>;
    using sink_type = acre::detail::store_sink<result>;
    auto const plan = acre::detail::plan_scan(
        leaves, shape, along,
        backends::packet_width(acre::detail::wider(program_type::width, sink_type::width)));
    result* const first = acre::detail::node::first(to);
    if constexpr (!Flat && rank > 1) {
      if (!plan.rows) {
        scan_parts<false, Local, Op, result> parts(name, t, op, first, leaves, plan, has_memory);
        run(std::false_type(), &parts);
        return out;
      }
    }
    scan_parts<true, Local, Op, result> parts(name, t, op, first, leaves, plan, has_memory);
    run(std::true_type(), &parts);
    return out;
  }
}

template <class Local, std::size_t N, class Op>
auto scan_along(char const* name, term<Local, N> const& t, Op const& op)
{
  return scanned<(Local::rank > 1)>(name, t, 0, op);
}
template <class Local, std::size_t N, class Op>
auto scan_along(char const* name, term<Local, N> const& t, Op const& op, axis_number axis)
{
  return scanned<false>(name, t, axis, op);
}

/// Scans of what lies before each element: an inclusive one, one element further; element 0 is the
/// fold of nothing. `Longer`: with one element more than there was.
template <bool Longer, class Array, class Op>
auto moved_on(char const* name, Array const& scanned, int axis, Op const& op)
{
  auto const t = as_term(scanned);
  int const a = acre::detail::normalized_axis(axis, Array::rank);
  auto const& of = *t.where;
  std::int64_t const n = of.shape()[a];
  auto where = t.where;
  if constexpr (Longer) {
    auto cuts = of.axis(a).cuts;  // the last part that there is, and what is empty behind it
    for (auto& cut : cuts)
      if (cut == n) ++cut;
    cuts.front() = 0;
    where = std::make_shared<layout const>(of.with_cuts(a, std::move(cuts)));
  }
  auto const out =
      translated(std::string(name) + " along axis " + std::to_string(a), t,
                 {along_axis(of, a, 0, Longer ? n : std::max<std::int64_t>(n - 1, 0), 1)},
                 [&] { return array_access::fresh<Array>(t.all, t.space(), where); });
  box const mine = where->block_of(t.all.rank());
  if (mine.low[a] == 0 && mine.size() > 0) {
    auto first = out.local().shape();
    first[a] = 1;
    part_of(out.local(), shape_t<Array::rank>{}, first)(ALL) = op.finish(op.empty());
  }
  return out;
}
template <bool Longer, class Local, std::size_t N, class Op>
auto scan_before(char const* name, term<Local, N> const& t, Op const& op)
{
  return moved_on<Longer>(name, scan_along(name, t, op), 0, op);
}
template <bool Longer, class Local, std::size_t N, class Op>
auto scan_before(char const* name, term<Local, N> const& t, Op const& op, axis_number axis)
{
  return moved_on<Longer>(name, scan_along(name, t, op, axis), axis, op);
}

}  // namespace acre::distributed::detail
