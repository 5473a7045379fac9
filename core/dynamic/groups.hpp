#pragma once

#include <acre/order/detail/grouped_values.hpp>

#include "dispatch.hpp"

/// The tables of reductions of groups that the sources in this folder make.
namespace acre::dynamic::detail {

template <class Space>
using partition = acre::detail::row_partition<Space>;

template <class List>
struct partition_variant;
template <class... Space>
struct partition_variant<type_list<Space...>> {
  using type = std::variant<partition<Space>*...>;
};
/// The rows of any space.
using any_partition = partition_variant<all_spaces>::type;

/// `argument` is the dtype to which values are converted, `result` the dtype of what comes of them
/// by that of the values, `run` the reduction of such values, in the order of the keys.
struct group_entry {
  std::string_view name;
  dtype (*argument)(dtype);
  dtype (*result)(dtype);
  dynamic_array (*run)(any_partition const& rows, dynamic_array const& ordered, ddof);
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
dynamic_array with_groups(any_partition const& rows, dynamic_array const& ordered, F const& f)
{
  return std::visit(
      [&]<class Space>(partition<Space>* of) {
        return with_type<dynamic_array>("group_by", ordered.dtype(), List(),
                                        [&]<class T>(std::type_identity<T>) {
                                          return dynamic_array(f(*of, ordered.as<T, 1, Space>()));
                                        });
      },
      rows);
}

/// A rule's run (see acre/order/detail/grouped_values.hpp).
template <class List, class What>
dynamic_array run_groups(any_partition const& rows, dynamic_array const& ordered, ddof)
{
  return with_groups<List>(
      rows, ordered, []<class Space, class T>(partition<Space>& of, array<T, 1, Space> const& x) {
        auto const rule = What{}.template rule<T>();
        auto const& groups = of.groups();
        array<acre::detail::rule_result<decltype(rule)>, 1, Space> const out(
            of.space(), shape_t<1>{groups.count});
        if (of.rows() > 0)
          acre::detail::reduce_groups(
              of.space(), rule, acre::detail::flat_program<T>(x.data()),
              backends::segment_list<std::int64_t>{groups.offsets.data(), groups.count, of.rows()},
              out.data());
        return out;
      });
}

}  // namespace acre::dynamic::detail
