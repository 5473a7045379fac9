// Heat spreads from two edges of a plate: a stencil as slices of an array, and a picture, heat.pgm.
// prints: mean 22.69249889199509
#include <acre/array.hpp>
#include <acre/device/runtime.hpp>
#include <acre/elementwise.hpp>
#include <acre/reduce/sum.hpp>

#include <fstream>
#include <iostream>
#include <string>

using acre::ALL, acre::none, acre::slice;

int main(int argc, char** argv)
{
  acre::runtime const runtime(argc, argv);
  std::int64_t const rows = 120, columns = 160;
  auto now = acre::full(acre::shape(rows, columns), 10.0);  // degrees
  now(0, ALL) = 100.0;
  now(ALL, -1) = 60.0;
  auto next = copy(now);

  slice const inner(1, -1), before(none, -2), behind(2, none);
  for (int step = 0; step < 500; ++step) {  // one kernel a step
    next(inner, inner) =
        0.25 * (now(before, inner) + now(behind, inner) + now(inner, before) + now(inner, behind));
    now.swap(next);
  }
  std::cout << "mean " << mean(now) << '\n';

  auto const grey = to_vector(cast<std::uint8_t>(now * 2.55));
  std::ofstream("heat.pgm", std::ios::binary) << "P5 " << columns << ' ' << rows << " 255\n"
                                              << std::string(grey.begin(), grey.end());
}
