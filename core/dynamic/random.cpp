#include <acre/dynamic/random.hpp>
#include <acre/random/generator.hpp>

#include <utility>

#include "draws.hpp"

namespace acre::dynamic {

using namespace detail;
using acre::detail::computed_t;

dynamic_array uniform(generator& g, dynamic_space const& space, dtype type, extents_view shape,
                      double low, double high)
{
  return drawn<drawn_dtypes>("uniform", space, type, shape,
                             [&]<class T>(auto const& s, auto const& n, std::type_identity<T>) {
                               return g.uniform<T>(s, n, static_cast<computed_t<T>>(low),
                                                   static_cast<computed_t<T>>(high));
                             });
}

dynamic_array normal(generator& g, dynamic_space const& space, dtype type, extents_view shape,
                     double mean, double sigma)
{
  return drawn<drawn_dtypes>("normal", space, type, shape,
                             [&]<class T>(auto const& s, auto const& n, std::type_identity<T>) {
                               return g.normal<T>(s, n, static_cast<computed_t<T>>(mean),
                                                  static_cast<computed_t<T>>(sigma));
                             });
}

dynamic_array exponential(generator& g, dynamic_space const& space, dtype type, extents_view shape,
                          double scale)
{
  return drawn<drawn_dtypes>("exponential", space, type, shape,
                             [&]<class T>(auto const& s, auto const& n, std::type_identity<T>) {
                               return g.exponential<T>(s, n, static_cast<computed_t<T>>(scale));
                             });
}

dynamic_array integers(generator& g, dynamic_space const& space, dtype type, extents_view shape,
                       integer_bound low, integer_bound high)
{
  return drawn<detail::integers>("integers", space, type, shape,
                                 [&]<class T>(auto const& s, auto const& n, std::type_identity<T>) {
                                   return g.integers<T>(s, n, low, high);
                                 });
}

dynamic_array permutation(generator& g, dynamic_space const& space, std::int64_t count)
{
  return std::visit(
      [&](auto const& s) { return dynamic_array(acre::evaluate(g.permutation(s, count))); }, space);
}

}  // namespace acre::dynamic
