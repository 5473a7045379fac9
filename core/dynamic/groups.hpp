#pragma once

#include <acre/order/detail/grouped_values.hpp>

#include "dispatch.hpp"

/// The tables of reductions of groups that the sources in this folder make.
namespace acre::dynamic::detail {

template <class Space>
using partition = acre::detail::row_partition<Space>;

template <class Any>
struct partition_variant;
template <class... Space>
struct partition_variant<std::variant<Space...>> {
  using type = std::variant<partition<Space>*...>;
};
/// The rows of any space.
using any_partition = partition_variant<dynamic_space>::type;

/// Values that lie group by group: where each begins and ends. Of lists there is no partition.
struct group_bounds {
  dynamic_space const& space;
  std::int64_t const* offsets;
  std::int64_t count, rows;
  any_partition const* partition = nullptr;
};

/// `argument` is the dtype to which values are converted, `result` the dtype of what comes of them
/// by that of the values, `run` the reduction of such values, in the order of the keys.
struct group_entry {
  std::string_view name;
  dtype (*argument)(dtype);
  dtype (*result)(dtype);
  dynamic_array (*run)(group_bounds const& groups, dynamic_array const& ordered, ddof);
};

std::span<group_entry const> group_sums();
std::span<group_entry const> group_extrema();
std::span<group_entry const> group_spreads();

inline dtype widest_of_kind(dtype d)
{
  return d == dtype::boolean || kind_of(d) == kind::integer ? sum_dtype(d) : d;
}
inline dtype own_dtype(dtype d) { return d; }
inline dtype always_int64(dtype) { return dtype::int64; }
inline dtype always_bool(dtype) { return dtype::boolean; }

/// f(rows, values) for their space and dtype.
template <class List, class F>
dynamic_array with_partition(group_bounds const& groups, dynamic_array const& ordered, F const& f)
{
  return std::visit(
      [&]<class Space>(partition<Space>* of) {
        return with_type<dynamic_array>("group_by", ordered.dtype(), List(),
                                        [&]<class T>(std::type_identity<T>) {
                                          return dynamic_array(f(*of, ordered.as<T, 1, Space>()));
                                        });
      },
      *groups.partition);
}

/// A rule's run (see acre/order/detail/grouped_values.hpp).
template <class List, class What>
dynamic_array run_groups(group_bounds const& groups, dynamic_array const& ordered, ddof)
{
  return std::visit(
      [&]<class Space>(Space const& space) {
        return with_type<dynamic_array>(
            "group_by", ordered.dtype(), List(), [&]<class T>(std::type_identity<T>) {
              auto const x = ordered.as<T, 1, Space>();
              auto const rule = What{}.template rule<T>();
              array<acre::detail::rule_result<decltype(rule)>, 1, Space> const out(
                  space, shape_t<1>{groups.count});
              if (groups.rows > 0)
                acre::detail::reduce_groups(
                    space, rule, acre::detail::flat_program<T>(x.data()),
                    backends::segment_list<std::int64_t>{groups.offsets, groups.count, groups.rows},
                    out.data());
              return dynamic_array(out);
            });
      },
      groups.space);
}

}  // namespace acre::dynamic::detail
