#include <acre/dynamic/numerical.hpp>
#include <acre/order/interp.hpp>

#include "views.hpp"

namespace acre::dynamic {

namespace {

using namespace detail;

template <class F>
std::optional<F> end_value(std::optional<std::variant<double, complex<double>>> const& given)
{
  if (!given) return {};
  return std::visit(
      []<class V>(V v) -> F {
        if constexpr (std::is_same_v<V, complex<double>> && std::is_same_v<F, double>)
          throw dtype_error("must be real number, not complex");
        else
          return F(v);
      },
      *given);
}

dynamic_array coordinates(dynamic_array const& a)
{
  if (kind_of(a.dtype()) == kind::complex)
    throw dtype_error(std::string("Cannot cast array data from dtype('") + name(a.dtype()) +
                      "') to dtype('float64') according to the rule 'safe'");
  return astype(a, dtype::float64);
}

}  // namespace

dynamic_array interp(dynamic_array const& x, dynamic_array const& xp, dynamic_array const& fp,
                     interp_options const& options)
{
  if (options.period == 0.0) throw value_error("period must be a non-zero value");
  for (auto const* const points : {&xp, &fp})
    if (points->rank() != 1)
      throw value_error(options.period        ? "Data points must be 1-D sequences"
                        : points->rank() == 0 ? "object of too small depth for desired array"
                                              : "object too deep for desired array");
  auto const at = coordinates(x), places = coordinates(xp);
  bool const is_complex = kind_of(fp.dtype()) == kind::complex;
  auto const values = astype(fp, is_complex ? dtype::complex128 : dtype::float64);
  return std::visit(
      [&]<class Space>(Space const&) {
        return with_type<dynamic_array>(
            "interp", values.dtype(), type_list<double, complex<double>>(),
            [&]<class F>(std::type_identity<F>) {
              acre::interp_options<F> const chosen{end_value<F>(options.left),
                                                   end_value<F>(options.right), options.period};
              return dynamic_array(evaluate(acre::interp(at.as<double, max_rank, Space>(),
                                                         places.as<double, 1, Space>(),
                                                         values.as<F, 1, Space>(), chosen)),
                                   x.rank());
            });
      },
      at.space());
}

}  // namespace acre::dynamic
