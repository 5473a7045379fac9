#pragma once

#include <acre/dynamic/random.hpp>
#include <acre/dynamic/shape.hpp>
#include <acre/random/generator.hpp>

#include "dispatch.hpp"

/// What the sources of random numbers share.
namespace acre::dynamic::detail {

using drawn_dtypes = join<floats, type_list<float16, bfloat16>>;

/// f(space, a shape of one axis, std::type_identity<T>) as an array of `shape`.
template <class List, class F>
dynamic_array drawn(char const* function, dynamic_space const& space, dtype type,
                    extents_view shape, F const& f)
{
  auto const count = acre::shape(size_of(shape));
  auto const row = std::visit(
      [&]<class Space>(Space const& s) {
        return with_type<dynamic_array>(function, type, List(),
                                        [&]<class T>(std::type_identity<T> t) {
                                          return dynamic_array(array<T, 1, Space>(f(s, count, t)));
                                        });
      },
      space);
  return reshape(row, {shape.begin(), shape.end()});
}

}  // namespace acre::dynamic::detail
