#pragma once

#include <acre/order/detail/grouped_values.hpp>
#include <acre/reduce/reducer.hpp>

#include <memory>
#include <tuple>

namespace acre {

/// Rows by their keys: what group_by() returns.
///
/// ```cpp
/// auto const jet = from_host({7, 3, 7, 7});
/// auto const x = from_host({1.0, 2.0, 3.0, 5.0}), y = from_host({0.5, 0.5, 1.5, 0.0});
/// auto const jets = group_by(jet);
/// auto const [px, py] = jets.sum(x, y);  // of each jet, ascending
/// std::cout << jets.keys() << jets.count() << px << py << jets.mean(x) << '\n';
/// ```
/// ```text
/// [3 7][1 3][2. 9.][0.5 2. ][2. 3.]
/// ```
///
/// Results are arrays with an element for each different key (for several key columns: each
/// combination that there is), in the order of the keys: ascending, the first column first, -0.0
/// and 0.0 one key (0.0), NaNs one key, which is the last. Each has the bits of the same reduction
/// of that group's values, in index order, as an array of their own: sum(v)[g] is that of
/// sum(compress(k == key, v)), on every backend and run.
///
/// Several columns at once are given as sum(a, b, c) and come back as a tuple: where they are of
/// one dtype, each row is looked up once for all of them. Values are expressions of as many
/// elements as there are rows (shape_error). Rows are sorted by the first call that needs it, and
/// the order is kept: rows in order already are not moved. A handle is one thread's.
///
/// Waits once to look at the keys, a column at a time, and once more for the number of groups where
/// the keys have to be sorted; queued otherwise. Scratch: one bit a row; 4 or 8 bytes a row for
/// keys that are not in order (4 are ready while one column is looked at), as much again and the
/// values, twice, while these are sorted; 4 bytes a row (8 from 2^32 rows on) that are kept from
/// the second call on. A CPU does not sort where 8 rows or more share a key and keys are near each
/// other: then 2 bytes a row and the values, once, of up to four columns; for first and last at
/// most 4 bytes a row. Keys that need more than 64 bits together take more: see group_by.
template <class Space, element... Key>
class grouped {
 public:
  using space_type = Space;
  static constexpr int key_columns = sizeof...(Key);

  grouped(Space const& space, std::int64_t rows, array<Key, 1, Space> const&... keys)
  {
    typename detail::row_partition<Space>::sources sources;
    (sources.push_back(
         std::make_unique<detail::key_source_of<Key, Space>>(detail::contiguous_on(space, keys))),
     ...);
    rows_ = std::make_shared<detail::row_partition<Space>>(space, rows, sources);
  }

  /// How many groups there are. Waits.
  std::int64_t size() const { return rows_->groups().count; }

  /// The keys of the groups: of the only column, or of one of several.
  template <int Column = 0>
  auto keys() const
  {
    static_assert(Column >= 0 && Column < key_columns, "acre: there is no such column of keys");
    using T = std::tuple_element_t<Column, std::tuple<Key...>>;
    auto const& of_groups = rows_->group_keys();
    auto const& column = rows_->column(Column);
    using numbers = array<std::int64_t, 1, Space>;
    return array<T, 1, Space>(detail::unary<detail::key_value<T>, numbers>({column}, of_groups));
  }

  /// The number of rows of each group, int64.
  auto count() const
  {
    auto const& offsets = rows_->groups().offsets;
    return evaluate(offsets(slice(1, none)) - offsets(slice(none, -1)));
  }
  /// How many of each group's values are no NaN, int64 (pandas' count).
  template <expression V, expression... More>
  auto count(V const& values, More const&... more) const
  {
    return detail::grouped_columns(*rows_, detail::grouped_count{}, values, more...);
  }

  /// Like the functions of the same names (acre/reduce/sum.hpp, extrema.hpp, logic.hpp, nan.hpp):
  /// any() and all() of another dtype than bool ask whether values are not zero, a byte a row of
  /// scratch.
  template <expression V, expression... More>
  auto sum(V const& values, More const&... more) const
  {
    return detail::grouped_columns(*rows_, detail::grouped_sum{}, values, more...);
  }
  template <expression V, expression... More>
  auto prod(V const& values, More const&... more) const
  {
    return detail::grouped_columns(*rows_, detail::grouped_prod{}, values, more...);
  }
  template <expression V, expression... More>
  auto mean(V const& values, More const&... more) const
  {
    return detail::grouped_columns(*rows_, detail::grouped_mean{}, values, more...);
  }
  template <expression V, expression... More>
  auto min(V const& values, More const&... more) const
  {
    return detail::grouped_columns(*rows_, detail::grouped_min{}, values, more...);
  }
  template <expression V, expression... More>
  auto max(V const& values, More const&... more) const
  {
    return detail::grouped_columns(*rows_, detail::grouped_max{}, values, more...);
  }
  template <expression V, expression... More>
  auto any(V const& values, More const&... more) const
  {
    return detail::grouped_columns(*rows_, detail::grouped_any{}, detail::truth_of(values),
                                   detail::truth_of(more)...);
  }
  template <expression V, expression... More>
  auto all(V const& values, More const&... more) const
  {
    return detail::grouped_columns(*rows_, detail::grouped_all{}, detail::truth_of(values),
                                   detail::truth_of(more)...);
  }
  template <expression V, expression... More>
  auto nansum(V const& values, More const&... more) const
  {
    return detail::grouped_columns(*rows_, detail::grouped_nansum{}, values, more...);
  }
  template <expression V, expression... More>
  auto nanmin(V const& values, More const&... more) const
  {
    return detail::grouped_columns(*rows_, detail::grouped_nanmin{}, values, more...);
  }
  template <expression V, expression... More>
  auto nanmax(V const& values, More const&... more) const
  {
    return detail::grouped_columns(*rows_, detail::grouped_nanmax{}, values, more...);
  }
  template <expression V, expression... More>
  auto nanmean(V const& values, More const&... more) const
  {
    return detail::grouped_columns(*rows_, detail::grouped_nanmean{}, values, more...);
  }

  /// The variance and standard deviation of each group, as var() and stddev(): var(x),
  /// var(x, ddof(1)), var(x, y, ddof(1)).
  template <class... A>
  auto var(A const&... columns) const
  {
    return spread(false, columns...);
  }
  template <class... A>
  auto stddev(A const&... columns) const
  {
    return spread(true, columns...);
  }

  /// The value of each group's first (last) row.
  template <expression V, expression... More>
  auto first(V const& values, More const&... more) const
  {
    return detail::of_each_column(
        [this](auto const& v) { return detail::grouped_edge<false>(*rows_, v); }, values, more...);
  }
  template <expression V, expression... More>
  auto last(V const& values, More const&... more) const
  {
    return detail::of_each_column(
        [this](auto const& v) { return detail::grouped_edge<true>(*rows_, v); }, values, more...);
  }

  /// A reduction of one's own, see acre::reduce(); its finish() returns a dtype.
  template <expression V, reducer R>
  auto reduce(V const& values, R const& r) const
  {
    return detail::grouped_values(*rows_, detail::grouped_by<R>{r}, values);
  }

 private:
  template <class... A>
  auto spread(bool root, A const&... columns) const
  {
    return detail::with_ddof(
        [&](ddof d, auto const&... x) {
          constexpr bool taken =
              (expression<std::remove_cvref_t<decltype(x)>> && ...) && sizeof...(x) > 0;
          static_assert(taken, "acre: groups' var and stddev take columns, and a ddof behind them");
          if constexpr (taken)
            return detail::of_each_column(
                [&](auto const& v) { return detail::grouped_spread(*rows_, v, d, root); }, x...);
        },
        columns...);
  }

  std::shared_ptr<detail::row_partition<Space>> rows_;
};

/// Groups rows by one column of keys, or by several at once: one-dimensional arrays or expressions
/// of bool, integers and floating point, of the same number of elements (shape_error). See grouped.
///
/// If the keys' ranges need more than 64 bits together, each column that spans more than there are
/// rows is sorted first, and its values numbered; where the numbers of the columns so far take more
/// than 64 bits, too, these rows are sorted and their combinations of keys numbered. Each such sort
/// looks at its columns again, waiting once for each, and once for what it numbers. Scratch: 8 bytes
/// a row for each column, but no more columns at once than have 64 bits together, and one; and, as
/// long as the groups are kept, 8 bytes for each column's different values, or combinations that it
/// is in. Throws value_error where the numbers of two columns of more than 2^32 rows take more than
/// 64 bits.
template <expression K, expression... More>
auto group_by(K const& key, More const&... more)
{
  static_assert(K::rank == 1 && ((More::rank == 1) && ...),
                "acre: group_by takes one-dimensional keys");
  static_assert(
      detail::kind_of<typename K::value_type>() != detail::kind::complex &&
          ((detail::kind_of<typename More::value_type>() != detail::kind::complex) && ...),
      "acre: complex numbers have no order to group by");
  using space = typename K::space_type;
  static_assert((std::is_same_v<space, typename More::space_type> && ...),
                "acre: the key columns live in different spaces; copy one with copy_to(space, x)");
  std::int64_t const rows = key.shape()[0];
  (detail::require_rows("key", more.shape()[0], rows), ...);
  return grouped<space, typename K::value_type, typename More::value_type...>(
      key.space(), rows, evaluate(key), evaluate(more)...);
}

}  // namespace acre
