// A program that has Kokkos' Views already: they become arrays, and arrays Views, without a copy.
// prints: 3.5625 5.25 7.3125
#include <acre/array.hpp>
#include <acre/array/kokkos.hpp>
#include <acre/elementwise.hpp>
#include <acre/reduce/sum.hpp>

#include <Kokkos_Core.hpp>

#include <iostream>

struct fill_view {
  Kokkos::View<double**> x;
  KOKKOS_FUNCTION void operator()(int i) const
  {
    for (int j = 0; j < 3; ++j) x(i, j) = i + 0.5 * j;
  }
};

int main(int argc, char** argv)
{
  Kokkos::ScopeGuard const kokkos(argc, argv);  // acre needs nothing else
  Kokkos::View<double**> const x("x", 4, 3);
  Kokkos::parallel_for(4, fill_view{x});

  auto const a = acre::from_view(acre::default_space(), x);  // whatever the View's layout
  a(0, acre::ALL) = 0.5;                                     // x sees it
  acre::array<double> const squares = mean(a * a, 0);
  auto const back = to_view(squares);
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), back);
  std::cout << host(0) << ' ' << host(1) << ' ' << host(2) << '\n';
}
