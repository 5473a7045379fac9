#include <acre/dynamic/creation.hpp>
#include <acre/dynamic/index.hpp>
#include <acre/dynamic/order.hpp>
#include <acre/order/lexsort.hpp>

#include "ordering_rows.hpp"

namespace acre::dynamic {

namespace {

using namespace detail;

struct order_by_key {
  dynamic_array const* positions;  // none yet: null

  template <class T, int Rank, class Space>
  auto operator()(array<T, Rank, Space> const& rows) const
  {
    std::optional<array<std::int64_t, 1, Space>> so_far;
    if (positions) so_far = positions->as<std::int64_t, 1, Space>();
    return acre::detail::ordered_by_key("lexsort", rows, so_far);
  }
};

}  // namespace

dynamic_array lexsort(std::span<dynamic_array const> keys, int axis)
{
  if (keys.empty()) throw value_error("need sequence of keys with len > 0 in lexsort");
  dynamic_array const& first = keys[0];
  for (auto const& key : keys) {
    acre::detail::require_equal_keys(first.shape(), key.shape());
    if (key.space().index() != first.space().index())
      throw backend_error(std::string("a key lives on ") + name(key.space()) +
                          ", the first one on " + name(first.space()));
  }
  if (first.rank() == 0) {
    if (axis != 0 && axis != -1) acre::detail::normalized_axis(axis, 0);  // throws
    return full(first.space(), dtype::int64, {}, 0);
  }
  dynamic_array positions;
  for (std::size_t k = 0; k < keys.size(); ++k) {
    row_view const view(astype(keys[k], ordered_dtype(keys[k].dtype())), axis);
    positions = with_rank<ordered_types, 2>("lexsort", view.rows,
                                            order_by_key{k == 0 ? nullptr : &positions});
  }
  row_view const view(first, axis);
  return std::visit(
      [&]<class Space>(Space const&) {
        auto const extents = view.rows.shape();
        return view.back(acre::detail::positions_in_rows(
            "lexsort", positions.as<std::int64_t, 1, Space>(), shape(extents[0], extents[1])));
      },
      first.space());
}

keyed_result sort_by_key(dynamic_array const& keys, dynamic_array const& values)
{
  if (keys.rank() != 1 || values.rank() != 1)
    throw shape_error("sort_by_key takes keys and values of one dimension, not " +
                      std::to_string(keys.rank()) + " and " + std::to_string(values.rank()));
  if (keys.size() != values.size())
    throw shape_error("sort_by_key: " + std::to_string(keys.size()) + " keys and " +
                      std::to_string(values.size()) + " values");
  auto const order = argsort(keys);
  return {take(keys, order, 0, index_mode::unchecked),
          take(values, order, 0, index_mode::unchecked)};
}

}  // namespace acre::dynamic
