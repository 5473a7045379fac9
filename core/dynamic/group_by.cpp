#include <acre/dynamic/creation.hpp>
#include <acre/dynamic/group_by.hpp>
#include <acre/dynamic/shape.hpp>

#include "groups.hpp"

namespace acre::dynamic {

namespace {

using namespace detail;

group_entry const& group_entry_named(std::string_view name)
{
  for (auto const& table : {group_sums(), group_extrema(), group_spreads()})
    for (auto const& entry : table)
      if (entry.name == name) return entry;
  throw value_error("there is no reduction of groups '" + std::string(name) + "'");
}

/// Keys in the widest dtype of their kind, which has the same order.
dtype key_dtype(dtype d)
{
  if (kind_of(d) > kind::floating) refuse("group_by", d);
  return kind_of(d) == kind::floating ? dtype::float64
         : d == dtype::uint64         ? dtype::uint64
                                      : dtype::int64;
}
using key_dtypes = type_list<std::int64_t, std::uint64_t, double>;

void require_column(char const* what, dynamic_array const& a, std::int64_t rows)
{
  if (a.rank() != 1)
    throw shape_error(std::string("group_by: a ") + what + " column of shape " +
                      to_string(a.shape()) + " has not one dimension");
  acre::detail::require_rows(what, a.size(), rows);
}

template <class Space>
group_table grouped_on(Space const& space, std::span<dynamic_array const> keys,
                       std::span<dynamic_array const> values, group_entry const& entry, ddof d)
{
  std::int64_t const rows = keys[0].size();
  typename partition<Space>::sources sources;
  for (auto const& key : keys) {
    auto const wide = contiguous(astype(key, key_dtype(key.dtype())));
    with_type<int>("group_by", wide.dtype(), key_dtypes(), [&]<class T>(std::type_identity<T>) {
      sources.push_back(std::make_unique<acre::detail::key_source_of<T, Space>>(
          acre::detail::contiguous_on(space, wide.as<T, 1, Space>())));
      return 0;
    });
  }
  partition<Space> of(space, rows, sources);
  any_partition const any = &of;
  dynamic_space const where = space;
  group_bounds const bounds{where, of.groups().offsets.data(), of.groups().count, rows, &any};
  group_table result;
  auto const& of_groups = of.group_keys();
  for (std::size_t c = 0; c < keys.size(); ++c) {
    auto const& column = of.column(c);
    auto const found = with_type<dynamic_array>(
        "group_by", key_dtype(keys[c].dtype()), key_dtypes(), [&]<class T>(std::type_identity<T>) {
          using numbers = array<std::int64_t, 1, Space>;
          return dynamic_array(array<T, 1, Space>(
              acre::detail::unary<acre::detail::key_value<T>, numbers>({column}, of_groups)));
        });
    result.keys.push_back(astype(found, keys[c].dtype()));
  }
  for (auto const& v : values) {
    auto const x = contiguous(astype(v, entry.argument(v.dtype())));
    auto const ordered =
        as_dtype(with_type<dynamic_array>("group_by", bits_of(x).dtype(), bit_patterns(),
                                          [&]<class T>(std::type_identity<T>) {
                                            return dynamic_array(
                                                of.ordered(bits_of(x).template as<T, 1, Space>()));
                                          }),
                 x.dtype());
    result.values.push_back(astype(entry.run(bounds, ordered, d), entry.result(v.dtype())));
  }
  return result;
}

}  // namespace

std::vector<std::string_view> group_reductions()
{
  std::vector<std::string_view> names;
  for (auto const& table : {group_sums(), group_extrema(), group_spreads()})
    for (auto const& entry : table) names.push_back(entry.name);
  return names;
}

group_table group_by(std::span<dynamic_array const> keys, std::span<dynamic_array const> values,
                     std::string_view reduction, group_options const& options)
{
  auto const& entry = group_entry_named(reduction);
  if (keys.empty()) throw value_error("group_by takes a column of keys");
  for (auto const& key : keys) require_column("key", key, keys[0].size());
  for (auto const& v : values) {
    if (kind_of(v.dtype()) > kind::floating) refuse("group_by", v.dtype());
    require_column("value", v, keys[0].size());
  }
  return std::visit(
      [&](auto const& space) { return grouped_on(space, keys, values, entry, ddof(options.ddof)); },
      keys[0].space());
}

}  // namespace acre::dynamic
