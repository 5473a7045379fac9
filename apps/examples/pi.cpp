// The area of a disc by random points: drawn, tested and counted in one kernel; nothing is stored.
// prints: pi is about 3.13864
#include <acre/device/runtime.hpp>
#include <acre/elementwise.hpp>
#include <acre/random.hpp>
#include <acre/reduce/logic.hpp>
#include <acre/reduce/sum.hpp>

#include <iostream>

int main(int argc, char** argv)
{
  acre::runtime const runtime(argc, argv);
  acre::generator random(2026);
  std::int64_t const points = 1'000'000;
  acre::default_space const space;
  auto const x = random.uniform(space, acre::shape(points));
  auto const y = random.uniform(space, acre::shape(points));
  std::int64_t const inside = count_nonzero(x * x + y * y < 1);
  std::cout << "pi is about " << 4.0 * static_cast<double>(inside) / points << '\n';
}
