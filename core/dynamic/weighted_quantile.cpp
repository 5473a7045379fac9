#include <acre/order/weighted_quantile.hpp>

#include "dispatch.hpp"
#include "weights.hpp"

namespace acre::dynamic::detail {

dynamic_array weighted_rows(dynamic_array const& rows, dynamic_array const& weights,
                            std::vector<double> const& q, bool skip_nan)
{
  // a result is an element, so that float32 may be float64 on the way
  auto const x = rows.dtype() == dtype::float32 ? astype(rows, dtype::float64) : rows;
  return std::visit(
      [&]<class Space>(Space const&) {
        return with_type<dynamic_array>(
            "quantile", x.dtype(), type_list<std::int64_t, std::uint64_t, double>(),
            [&]<class T>(std::type_identity<T>) {
              acre::detail::axis_mask<2> const mask{false, true};
              return dynamic_array(acre::detail::weighted_quantiles<true, 1>(
                  x.as<T, 2, Space>(), mask, q, weights.as<double, 2, Space>(), skip_nan));
            });
      },
      x.space());
}

}  // namespace acre::dynamic::detail
