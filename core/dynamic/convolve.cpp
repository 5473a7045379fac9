#include <acre/dynamic/numerical.hpp>
#include <acre/reduce/convolve.hpp>

#include "views.hpp"

namespace acre::dynamic {

namespace {

using namespace detail;
using convolved = type_list<std::uint64_t, float, double, complex<float>, complex<double>>;

void require_one_axis(dynamic_array const& a)
{
  if (a.rank() > 1) throw value_error("object too deep for desired array");
  if (a.rank() < 1) throw value_error("object of too small depth for desired array");
}

/// Integers wrap around in 64 bits as they do in fewer, and a sum of bools is whether any is true.
dynamic_array correlated(dynamic_array const& a, dynamic_array const& by, convolve_mode mode)
{
  dtype const type = promote(a.dtype(), by.dtype());
  dtype const wide = kind_of(type) <= kind::integer ? dtype::uint64 : type;
  auto const x = astype(a, wide), y = astype(by, wide);
  return astype(std::visit(
                    [&]<class Space>(Space const&) {
                      return with_type<dynamic_array>(
                          "convolve", wide, convolved(), [&]<class T>(std::type_identity<T>) {
                            return dynamic_array(acre::detail::correlated(
                                x.as<T, 1, Space>(), y.as<T, 1, Space>(), mode));
                          });
                    },
                    x.space()),
                type);
}

}  // namespace

dynamic_array convolve(dynamic_array const& a, dynamic_array const& v, convolve_mode mode)
{
  acre::detail::require_some(a.size(), "a cannot be empty");
  acre::detail::require_some(v.size(), "v cannot be empty");
  auto const x = a.rank() == 0 ? ravel(a) : a, y = v.rank() == 0 ? ravel(v) : v;
  require_one_axis(x);
  require_one_axis(y);
  return x.size() >= y.size() ? correlated(x, flip(y), mode) : correlated(y, flip(x), mode);
}

dynamic_array correlate(dynamic_array const& a, dynamic_array const& v, convolve_mode mode)
{
  require_one_axis(a);
  require_one_axis(v);
  acre::detail::require_some(a.size(), "first array argument cannot be empty");
  acre::detail::require_some(v.size(), "second array argument cannot be empty");
  auto const y = kind_of(v.dtype()) == kind::complex ? unary("conjugate", v) : v;
  return a.size() >= y.size() ? correlated(a, y, mode) : copy(flip(correlated(y, a, mode)));
}

}  // namespace acre::dynamic
