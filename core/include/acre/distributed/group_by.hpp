#pragma once

#include <acre/distributed/detail/deal.hpp>
#include <acre/distributed/detail/route.hpp>
#include <acre/distributed/detail/sort.hpp>
#include <acre/order/group_by.hpp>
#include <acre/order/unique.hpp>
#include <acre/reduce/scan.hpp>

#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace acre::distributed {

namespace detail {

/// Rows on their way to the processes that have their groups.
template <class Space>
struct row_route {
  processes all;
  std::shared_ptr<layout const> where;
  acre::array<std::int64_t, 1, Space> order;  // of this process' rows, by process
  row_cuts cuts;
  Space space;

  /// What all processes have for this one's groups. Throws on all processes what any has met.
  /// Together.
  template <class Local, std::size_t N>
  auto column(char const* operation, term<Local, N> const& t) const
  {
    using T = typename Local::value_type;
    require_same(operation, all, *where, t);
    next_call(all);
    acre::array<T, 1, Space> mine, came;
    auto const failed = failure_of(t, [&] {
      if (all.size() == 1)
        mine = evaluate(t.local);
      else
        mine = acre::array<T, 1, Space>(acre::detail::take_known(evaluate(t.local), order, 0));
      came = acre::array<T, 1, Space>(t.space(), shape_t<1>{cuts.in.back()});
    });
    gather_all(all, {operation, dtype_name<T>(), where.get()}, {}, failed);
    if (all.size() == 1) return mine;
    send_pieces(operation, all, mine, cuts.out, came, cuts.in);
    return came;
  }
};

/// A process' different keys, in order, and how many of its rows have a lower one.
template <class Word, class Space>
struct counted_keys {
  acre::array<Word, 1, Space> keys;
  acre::array<std::int64_t, 1, Space> before;  // one more than there are keys: of all rows

  counted_keys() = default;
  explicit counted_keys(acre::array<Word, 1, Space> const& words)
  {
    auto const found = unique_counts(words);
    keys = found.values;
    before = acre::array<std::int64_t, 1, Space>(words.space(), shape_t<1>{keys.size() + 1});
    before(slice(0, 1)) = 0;
    before(slice(1, none)) = cumsum(found.counts);
  }
  row_facts facts() const
  {
    auto f = facts_of(keys);
    f.count = before(keys.size()).item();
    return f;
  }
  count_less less() const
  {
    return {[*this](std::span<search_key const> values) {
      if (values.empty()) return std::vector<std::int64_t>();
      std::vector<Word> const words(values.begin(), values.end());
      auto const place = evaluate(searchsorted(keys, from_host(keys.space(), words)));
      return to_vector(
          acre::array<std::int64_t, 1, Space>(acre::detail::take_known(before, place, 0)));
    }};
  }
  /// Which process has each row, if these are the cuts.
  auto owners(acre::array<Word, 1, Space> const& words, piece_bounds const& out) const
  {
    auto const& space = keys.space();
    std::vector<std::int64_t> const inner(out.begin() + 1, out.end() - 1);
    auto const first = to_vector(evaluate(searchsorted(before, from_host(space, inner))));
    std::vector<std::int64_t> cut;  // (behind the last key no row goes)
    for (auto const k : first)
      if (k < keys.size()) cut.push_back(k);
    acre::array<Word, 1, Space> const bounds(
        acre::detail::take_known(keys, from_host(space, cut), 0));
    return evaluate(searchsorted(bounds, words, search_side::right));
  }
};

}  // namespace detail

/// Rows by their keys: what group_by() returns.
///
/// ```cpp
/// using namespace distributed;
/// virtual_processes(3, [](processes const& all) {
///   distributed::array<std::int64_t, 1> day(all, blocks(shape(10)));
///   day = coordinate(day, 0) % 4;
///   auto const days = group_by(day);
///   auto const keys = gather_to(days.keys(), 0), count = gather_to(days.count(), 0);
///   auto const mean = gather_to(days.mean(sqrt(cast<double>(coordinate(day, 0)))), 0);
///   if (all.rank() == 0) std::cout << keys << ' ' << count << ' ' << mean << '\n';
/// });
/// ```
/// ```text
/// [0 1 2 3] [3 3 2 2] [1.60947571 2.07868933 1.93185165 2.18890106]
/// ```
///
/// Functions have the names, dtypes and order of groups that acre::grouped has, and the bits that
/// it gives on one process. Results are distributed arrays with an element for each different key,
/// in the blocks of blocks(shape(size())). Values have the blocks of the keys (else shape_error,
/// which names redistribute).
///
/// Together, but size(). Each value crosses once, to the process that has its group, which has all
/// rows of it: groups are dealt out so that processes have about as many rows, whole groups each.
/// (One group that is most of all rows is one process' work.)
template <class Space, element... Key>
class grouped {
 public:
  using space_type = Space;
  static constexpr int key_columns = sizeof...(Key);

  grouped(detail::row_route<Space> route, acre::grouped<Space, Key...> mine,
          std::vector<std::int64_t> lengths)
      : route_(std::move(route)), mine_(std::move(mine)), lengths_(std::move(lengths))
  {}

  /// How many groups there are, over all processes.
  std::int64_t size() const { return detail::bounds_of(lengths_).back(); }

  /// The keys of the groups: of the only column, or of one of several.
  template <int Column = 0>
  auto keys() const
  {
    return dealt("keys", [&] { return evaluate(mine_.template keys<Column>()); });
  }

  /// The number of rows of each group, int64; of each group's values that are no NaN.
  auto count() const
  {
    return dealt("count", [&] { return evaluate(mine_.count()); });
  }
  template <detail::whole_operand V, detail::whole_operand... More>
  auto count(V const& values, More const&... more) const
  {
    return of("count", [&](auto const&... v) { return mine_.count(v...); }, values, more...);
  }

  /// As acre::grouped has them.
  template <detail::whole_operand V, detail::whole_operand... More>
  auto sum(V const& values, More const&... more) const
  {
    return of("sum", [&](auto const&... v) { return mine_.sum(v...); }, values, more...);
  }
  template <detail::whole_operand V, detail::whole_operand... More>
  auto prod(V const& values, More const&... more) const
  {
    return of("prod", [&](auto const&... v) { return mine_.prod(v...); }, values, more...);
  }
  template <detail::whole_operand V, detail::whole_operand... More>
  auto mean(V const& values, More const&... more) const
  {
    return of("mean", [&](auto const&... v) { return mine_.mean(v...); }, values, more...);
  }
  template <detail::whole_operand V, detail::whole_operand... More>
  auto min(V const& values, More const&... more) const
  {
    return of("min", [&](auto const&... v) { return mine_.min(v...); }, values, more...);
  }
  template <detail::whole_operand V, detail::whole_operand... More>
  auto max(V const& values, More const&... more) const
  {
    return of("max", [&](auto const&... v) { return mine_.max(v...); }, values, more...);
  }
  template <detail::whole_operand V, detail::whole_operand... More>
  auto any(V const& values, More const&... more) const
  {
    return of("any", [&](auto const&... v) { return mine_.any(v...); }, values, more...);
  }
  template <detail::whole_operand V, detail::whole_operand... More>
  auto all(V const& values, More const&... more) const
  {
    return of("all", [&](auto const&... v) { return mine_.all(v...); }, values, more...);
  }
  template <detail::whole_operand V, detail::whole_operand... More>
  auto nansum(V const& values, More const&... more) const
  {
    return of("nansum", [&](auto const&... v) { return mine_.nansum(v...); }, values, more...);
  }
  template <detail::whole_operand V, detail::whole_operand... More>
  auto nanmin(V const& values, More const&... more) const
  {
    return of("nanmin", [&](auto const&... v) { return mine_.nanmin(v...); }, values, more...);
  }
  template <detail::whole_operand V, detail::whole_operand... More>
  auto nanmax(V const& values, More const&... more) const
  {
    return of("nanmax", [&](auto const&... v) { return mine_.nanmax(v...); }, values, more...);
  }
  template <detail::whole_operand V, detail::whole_operand... More>
  auto nanmean(V const& values, More const&... more) const
  {
    return of("nanmean", [&](auto const&... v) { return mine_.nanmean(v...); }, values, more...);
  }
  /// The value of each group's first (last) row.
  template <detail::whole_operand V, detail::whole_operand... More>
  auto first(V const& values, More const&... more) const
  {
    return of("first", [&](auto const&... v) { return mine_.first(v...); }, values, more...);
  }
  template <detail::whole_operand V, detail::whole_operand... More>
  auto last(V const& values, More const&... more) const
  {
    return of("last", [&](auto const&... v) { return mine_.last(v...); }, values, more...);
  }

  /// The variance, / (count - ddof), and its square root.
  template <detail::whole_operand V>
  auto var(V const& values, ddof d = ddof(0)) const
  {
    return of("var", [&](auto const& v) { return mine_.var(v, d); }, values);
  }
  template <detail::whole_operand V>
  auto stddev(V const& values, ddof d = ddof(0)) const
  {
    return of("stddev", [&](auto const& v) { return mine_.stddev(v, d); }, values);
  }

  /// A reduction of one's own, see acre::reduce(); its finish() returns a dtype.
  template <detail::whole_operand V, acre::reducer R>
  auto reduce(V const& values, R const& r) const
  {
    return of("reduce", [&](auto const& v) { return mine_.reduce(v, r); }, values);
  }

 private:
  /// What make() computes for this process' groups, dealt out. Throws on all what any has met.
  template <class Make>
  auto dealt(char const* operation, Make const& make) const
  {
    using T = typename decltype(make())::value_type;
    return detail::dealt_out<T>(operation, route_.all, route_.space, lengths_, make);
  }
  template <class F, class... V>
  auto of(char const* operation, F const& f, V const&... values) const
  {
    // (in braces: columns cross one after the other)
    std::tuple const columns{route_.column(operation, detail::as_term(values))...};
    if constexpr (sizeof...(V) == 1) {
      return dealt(operation, [&] { return evaluate(f(std::get<0>(columns))); });
    } else {
      std::optional<decltype(std::apply(f, columns))> results;
      std::exception_ptr failed;
      try {
        results.emplace(std::apply(f, columns));
      } catch (error const&) {
        failed = std::current_exception();
      }
      return [&]<std::size_t... K>(std::index_sequence<K...>) {
        return std::tuple{dealt(operation, [&] {
          if (failed) std::rethrow_exception(failed);
          return evaluate(std::get<K>(*results));
        })...};
      }(std::make_index_sequence<sizeof...(V)>());
    }
  }

  detail::row_route<Space> route_;
  acre::grouped<Space, Key...> mine_;
  std::vector<std::int64_t> lengths_;
};

namespace detail {

template <whole_operand K, whole_operand... More>
auto rows_grouped(K const& key, More const&... more)
{
  using space = typename K::space_type;
  using T = typename K::value_type;
  using map = to_place_word<T, false>;
  auto const t = as_term(key);
  joint_name const name{"group_by", dtype_name<T>(), t.where.get()};
  next_call(t.all);
  acre::array<typename map::word, 1, space> words;
  counted_keys<typename map::word, space> counted;
  row_facts facts;
  auto failed = failure_of(t, [&] {
    if (t.all.size() == 1) return;
    words = evaluate(acre::detail::make_unary<map>(t.local));
    counted = counted_keys<typename map::word, space>(words);
    facts = counted.facts();
  });
  row_route<space> route{t.all, t.where, {}, {}, t.space()};
  route.cuts = cut_rows(name, t.all, facts, counted.less(), {}, equal_keys::together, failed);
  if (t.all.size() > 1) {
    try_to(failed, [&] {
      route.order = order_by_owner<space>(counted.owners(words, route.cuts.out),
                                          static_cast<std::size_t>(t.all.size()));
    });
    gather_all(t.all, name, {}, failed);
  }
  std::tuple const columns{route.column("group_by", t), route.column("group_by", as_term(more))...};
  using groups = acre::grouped<space, T, typename More::value_type...>;
  std::optional<groups> found;
  std::int64_t count = 0;
  std::optional<failure> none_fit;
  try_to(none_fit, [&] {
    found.emplace(std::apply([](auto const&... c) { return acre::group_by(c...); }, columns));
    count = found->size();
  });
  gather_all(t.all, name, {}, none_fit);
  auto lengths = told_to_all(t.all, count);
  return grouped<space, T, typename More::value_type...>(std::move(route), std::move(*found),
                                                         std::move(lengths));
}

}  // namespace detail

/// Groups rows by one column of keys, or by several at once: one-dimensional arrays or expressions
/// of the same blocks, of bool, integers or floating point. See grouped.
///
/// Together. Waits for the others: finds the processes' different keys in the first column as
/// unique() does, and where to cut them as sort() does; then each key crosses once. (Several
/// columns: rows with the same first key are one process'.)
template <detail::whole_operand K, detail::whole_operand... More>
auto group_by(K const& key, More const&... more)
{
  static_assert(K::rank == 1 && ((More::rank == 1) && ...),
                "acre: group_by takes one-dimensional keys");
  constexpr bool is_complex = acre::detail::is_complex<typename K::value_type>::value ||
                              (acre::detail::is_complex<typename More::value_type>::value || ...);
  static_assert(!is_complex,
                "acre: complex numbers have no order to group rows of several processes by");
  if constexpr (!is_complex) return detail::rows_grouped(key, more...);
}

}  // namespace acre::distributed
