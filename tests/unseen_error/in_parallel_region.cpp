#include <acre/array/creation.hpp>
#include <acre/device/runtime.hpp>
#include <acre/device/spaces.hpp>

#include <Kokkos_Core.hpp>

#include <cstdlib>
#include <exception>

/// Each thread throws out of a parallel region, which ends the program: the first may be told of by
/// none, as the words of the C++ library are interrupted by the second.
int main(int argc, char** argv)
{
  acre::runtime const runtime(argc, argv);
  std::set_terminate([] { std::_Exit(0); });
  Kokkos::parallel_for(Kokkos::RangePolicy<Kokkos::OpenMP>(0, 2),
                       [](int) { acre::ones<double>(acre::openmp(), acre::shape(3)); });
}
