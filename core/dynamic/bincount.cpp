#include <acre/dynamic/histogram.hpp>
#include <acre/order/bincount.hpp>
#include <acre/order/digitize.hpp>

#include "histograms.hpp"

namespace acre::dynamic {

using namespace detail;

dynamic_array bincount(dynamic_array const& x, std::optional<dynamic_array> const& weights,
                       std::int64_t minlength)
{
  if (x.rank() > 1) throw value_error("object too deep for desired array");
  if (x.rank() < 1) throw value_error("object of too small depth for desired array");
  if (kind_of(x.dtype()) > kind::integer && (x.size() > 0 || x.dtype() != dtype::float64))
    throw dtype_error(std::string("Cannot cast array data from dtype('") + name(x.dtype()) +
                      "') to dtype('int64') according to the rule 'safe'");
  if (weights && x.size() > 0 && kind_of(weights->dtype()) == kind::complex)
    throw dtype_error(std::string("Cannot cast array data from dtype('") + name(weights->dtype()) +
                      "') to dtype('float64') according to the rule 'safe'");
  return with_array<type_list<std::int64_t>>(
      "bincount", astype(x, dtype::int64), [&](auto const& six) -> dynamic_array {
        auto const a = six.reshape(acre::shape(-1));
        std::int64_t const places = acre::detail::counted_places(a, minlength);
        if (!weights || a.size() == 0) return acre::detail::tally("bincount", a, places);
        acre::detail::require_one_weight_each(weights->shape(), x.shape());  // last, as NumPy
        return summed(dynamic_array(a), places, astype(*weights, dtype::float64));
      });
}

dynamic_array digitize(dynamic_array const& x, dynamic_array const& bins, bool right)
{
  dtype const both = promote(x.dtype(), bins.dtype());
  if (kind_of(x.dtype()) == kind::complex) throw dtype_error("x may not be complex");
  if (bins.rank() > 1) throw value_error("object too deep for desired array");
  if (bins.rank() < 1) throw value_error("object of too small depth for desired array");
  if (kind_of(both) == kind::complex)
    throw dtype_error(std::string("Cannot cast array data from dtype('") + name(bins.dtype()) +
                      "') to dtype('float64') according to the rule 'safe'");
  auto const edges = astype(bins, compared_dtype(bins.dtype(), x.dtype()));
  return with_array<type_list<std::int64_t, std::uint64_t, double>>(
      "digitize", astype(x, compared_dtype(x.dtype(), bins.dtype())),
      [&]<class T, int Rank, class Space>(array<T, Rank, Space> const& a) {
        return with_edges<T, Space>(edges, [&](auto const& given) {
          return dynamic_array(evaluate(acre::digitize(a, given, right)), x.rank());
        });
      });
}

}  // namespace acre::dynamic
