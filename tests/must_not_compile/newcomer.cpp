// What a first program gets wrong.
#include <acre/acre.hpp>
#include <acre/array/kokkos.hpp>

#include "operands.hpp"

namespace refused {

void launch_of_an_array(here<double> const& a)
{
  // expect: acre: launch's function captures something that owns memory; of an array a capture a.ref()
  launch(serial(), 3, [a](std::int64_t i) { a(i).data()[0] = 1; });
}

}  // namespace refused
