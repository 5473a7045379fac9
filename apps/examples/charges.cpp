// Charges of particles on a grid: index arrays, a scatter in which every duplicate counts, masks.
// prints: charge 1000
#include <acre/array.hpp>
#include <acre/device/runtime.hpp>
#include <acre/elementwise.hpp>
#include <acre/index.hpp>
#include <acre/random.hpp>
#include <acre/reduce.hpp>

#include <iostream>

int main(int argc, char** argv)
{
  acre::runtime const runtime(argc, argv);
  acre::generator random(7);
  std::int64_t const particles = 100'000, cells = 64;
  acre::default_space const space;

  // each particle gives its charge to the two cells beside it, by distance
  acre::array<double> const at = random.uniform(space, acre::shape(particles), 0.0, double(cells));
  acre::array<std::int64_t> const left = cast<std::int64_t>(floor(at));
  acre::array<double> const share = at - left;
  auto density = acre::zeros(acre::shape(cells));
  scatter_add(density(left), 0.01 * (1 - share));
  scatter_add(density(left + 1, acre::index_mode::wrap), 0.01 * share);  // the grid is a ring

  std::cout << "charge " << rint(sum(density)) << '\n';
  density(density < 15.7) = 0;  // a mask
  std::cout << "cells with more: " << count_nonzero(density) << " of " << cells << '\n';
}
