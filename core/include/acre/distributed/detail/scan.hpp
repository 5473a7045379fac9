#pragma once

#include <acre/backends/scan_parts.hpp>
#include <acre/distributed/detail/axis_groups.hpp>
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
/// folds its whole tiles. Where a group of tiles is cut the left process sends how far it has got
/// in it, before it waits for its own left neighbour if a group begins in its block; the right one
/// goes on from there. The groups' folds are gathered by all. Then each process knows what lies
/// before each of its tiles, and scans them.
namespace acre::distributed::detail {

inline constexpr int scan_tag = 3;

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
             leaves_type const& leaves, acre::detail::reduction_plan const& plan)
      : name_(name),
        all_(t.all),
        where_(*t.where),
        local_(t.local),
        op_(op),
        to_(to),
        leaves_(leaves),
        plan_(plan)
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
};

/// What one process sends the next: how far a group's scans have got.
template <class Value, int W>
struct carried_scan {
  backends::scan_carry<Value, W> in_tile;
  backends::scan_tiles_walk<Value, W> in_group;
};

/// The groups whose last element a member has, but for the last group.
inline std::int64_t groups_before(std::int64_t at, std::int64_t total, std::int64_t group)
{
  return std::min(at, total > 0 ? total - 1 : 0) / group;
}

template <class Parts, class Op>
void scan_in_group(processes const& all, joint_name const& name, axis_group const& group,
                   Parts* parts, Op const& op, std::optional<failure>& failed,
                   std::function<void()> const& note)
{
  using value = typename Op::value_type;
  constexpr int width = Parts::width;
  constexpr std::int64_t tile = Parts::tile, of_group = Parts::group;
  using carried = carried_scan<value, width>;
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
  bool const sends = end % of_group != 0 && end != total;
  value_list<value> folds(tiles * kept);
  if (tiles > 0) parts->fold(first_whole - begin, last - first_whole, folds.data());

  value_list<carried> carry(strips);
  auto const each = [&](auto const& f) {
    parts->each_strip(
        [&](std::int64_t s, std::int64_t c, int columns) { f(carry[s], c, columns); });
  };
  auto const walk = [&](std::int64_t from, std::int64_t to) {  // elements of one tile
    if (from == to) return;
    value_list<backends::scan_carry<value, width>> in_tile(strips);
    for (std::int64_t s = 0; s < strips; ++s) in_tile[s] = carry[s].in_tile;
    parts->walk(from - begin, to - from, from % tile, in_tile.data());
    for (std::int64_t s = 0; s < strips; ++s) carry[s].in_tile = in_tile[s];
  };
  auto const append_tile = [&](std::int64_t t) {
    each([&](carried& of, std::int64_t c, int columns) {
      backends::scan_fold<value, width> fold;
      std::copy_n(folds.data() + t * kept + c, columns, fold.v);
      fold.there = true;
      of.in_group.next(op, fold, columns);
    });
  };
  auto const begin_group = [&] {
    for (std::int64_t s = 0; s < strips; ++s) carry[s] = carried();
  };
  auto const send = [&] {
    transport.send(group.behind(), scan_tag,
                   to_bytes(std::span<carried const>(carry.data(), std::size_t(strips))));
  };

  // first what another process waits for, if it doesn't depend on what this one waits for
  std::int64_t const last_group = end / of_group * of_group;
  bool const sends_first = sends && last_group >= begin;
  if (sends_first) {
    begin_group();
    for (std::int64_t t = (last_group - first_whole) / tile; t < tiles; ++t) append_tile(t);
    walk(last, end);
    send();
  }

  begin_group();
  if (begin % of_group != 0) {
    auto const message = transport.receive(group.before(), scan_tag);
    if (message.size() == static_cast<std::size_t>(strips) * sizeof(carried))
      std::memcpy(static_cast<void*>(carry.data()), message.data(), message.size());
    else if (!failed)  // it calls something else, which all will be told of
      failed = another_call(all, group.before());
  }
  // what lies before: of the head, a part of a tile, and of each tile that begins here, in its
  // group
  bool const has_head = begin % tile != 0;
  std::int64_t const rows = (has_head ? 1 : 0) + (end - first_whole + tile - 1) / tile;
  value_list<value> before(rows * kept),
      group_folds((groups_before(end, total, of_group) - groups_before(begin, total, of_group)) *
                  kept);
  std::int64_t row = 0, folded = 0;
  auto const note_before = [&] {
    each([&](carried& of, std::int64_t c, int columns) {
      if (of.in_group.before.there)
        std::copy_n(of.in_group.before.v, columns, before.data() + row * kept + c);
    });
    ++row;
  };
  auto const end_tile = [&](std::int64_t at) {  // behind the tile that ends at `at`
    if (at % of_group != 0) return;
    if (at < total) {
      each([&](carried& of, std::int64_t c, int columns) {
        std::copy_n(of.in_group.before.v, columns, group_folds.data() + folded * kept + c);
      });
      ++folded;
    }
    begin_group();
  };
  value_list<backends::scan_carry<value, width>> head(has_head ? strips : 0);
  if (has_head) {
    for (std::int64_t s = 0; s < strips; ++s) head[s] = carry[s].in_tile;
    note_before();
    walk(begin, first_whole);
    if (first_whole % tile == 0) {
      each([&](carried& of, std::int64_t, int columns) {
        of.in_tile.chunks.next(op, of.in_tile.run, columns);
        auto const fold = of.in_tile.chunks.before;
        of.in_tile = {};
        of.in_group.next(op, fold, columns);
      });
      end_tile(first_whole);
    }
  }
  for (std::int64_t t = 0; t < tiles; ++t) {
    note_before();
    append_tile(t);
    end_tile(first_whole + (t + 1) * tile);
  }
  if (last < end) note_before();
  if (sends && !sends_first) {
    walk(last, end);
    send();
  }

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
      return groups_before(group.starts[m + 1], total, of_group) -
             groups_before(group.starts[m], total, of_group);
    };
    while (of_member == owned(member)) ++member, of_member = 0;
    auto const bytes = told.of(static_cast<std::size_t>(group.members[member]));
    require_bytes(bytes.size(), owned(member) * kept, sizeof(value), name.operation,
                  group.members[member]);
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
  if (has_head)
    parts->put_part(0, first_whole - begin, begin % tile, head.data(), before.data(), begin < tile);
  if (first_whole < end)
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
    auto out = array_access::fresh<array<result, out_rank, space>>(t.all, t.local.space(), where);
    if (cut == cut_of::none) {
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
    std::string const call = along_axes(name, along);
    joint_name const joint{call.c_str(), dtype_name<T>(), t.where.get()};
    auto const group = group_along(of, t.all.rank(), along);
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
    if constexpr (!Flat) strides = out.local().strides();
    auto const to = acre::detail::node::view<acre::array<result, rank, space>>(
        out.local(), acre::detail::node::first(out.local()), shape, strides);
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
        scan_parts<false, Local, Op, result> parts(name, t, op, first, leaves, plan);
        run(std::false_type(), &parts);
        return out;
      }
    }
    scan_parts<true, Local, Op, result> parts(name, t, op, first, leaves, plan);
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

}  // namespace acre::distributed::detail
