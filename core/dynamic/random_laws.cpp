#include "draws.hpp"

namespace acre::dynamic {

using namespace detail;
using acre::detail::computed_t;

dynamic_array lognormal(generator& g, dynamic_space const& space, dtype type, extents_view shape,
                        double mean, double sigma)
{
  return drawn<drawn_dtypes>("lognormal", space, type, shape,
                             [&]<class T>(auto const& s, auto const& n, std::type_identity<T>) {
                               return g.lognormal<T>(s, n, static_cast<computed_t<T>>(mean),
                                                     static_cast<computed_t<T>>(sigma));
                             });
}

dynamic_array gamma(generator& g, dynamic_space const& space, dtype type, extents_view shape,
                    double alpha, double scale)
{
  return drawn<drawn_dtypes>("gamma", space, type, shape,
                             [&]<class T>(auto const& s, auto const& n, std::type_identity<T>) {
                               return g.gamma<T>(s, n, alpha, scale);
                             });
}

dynamic_array beta(generator& g, dynamic_space const& space, dtype type, extents_view shape,
                   double a, double b)
{
  return drawn<drawn_dtypes>("beta", space, type, shape,
                             [&]<class T>(auto const& s, auto const& n, std::type_identity<T>) {
                               return g.beta<T>(s, n, a, b);
                             });
}

dynamic_array poisson(generator& g, dynamic_space const& space, extents_view shape, double mean)
{
  return drawn<type_list<std::int64_t>>(
      "poisson", space, dtype::int64, shape,
      [&](auto const& s, auto const& n, auto) { return g.poisson(s, n, mean); });
}

dynamic_array binomial(generator& g, dynamic_space const& space, extents_view shape,
                       std::int64_t trials, double p)
{
  return drawn<type_list<std::int64_t>>(
      "binomial", space, dtype::int64, shape,
      [&](auto const& s, auto const& n, auto) { return g.binomial(s, n, trials, p); });
}

dynamic_array choice(generator& g, dynamic_space const& space, extents_view shape,
                     std::span<double const> weights)
{
  return drawn<type_list<std::int64_t>>(
      "choice", space, dtype::int64, shape,
      [&](auto const& s, auto const& n, auto) { return g.choice(s, n, weights); });
}

}  // namespace acre::dynamic
