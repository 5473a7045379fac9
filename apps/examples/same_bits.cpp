// One callable on every space of the build: which results differ, where, and by how many ulp.
// prints: my kernel: same bits
#include <acre/array.hpp>
#include <acre/device.hpp>
#include <acre/elementwise.hpp>
#include <acre/random.hpp>
#include <acre/reduce.hpp>
#include <acre/testing/cross_check.hpp>
#include <acre/version.hpp>

#include <iostream>

/// A kernel of one's own: a logistic map, iterated until nothing but rounding is left.
struct chaos {
  acre::array_ref<double, 1> x;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const
  {
    for (int step = 0; step < 1000; ++step) x(i) = 3.9 * x(i) * (1 - x(i));
  }
};

struct iterated {
  template <class Array>
  auto operator()(Array const& start) const
  {
    auto x = copy(start);
    launch(x.space(), x.size(), chaos{x.ref()});
    return x;
  }
};

int main(int argc, char** argv)
{
  acre::runtime const runtime(argc, argv);
  std::cout << acre::build_info() << '\n';
  acre::array<double> const x =
      acre::generator(1).uniform(acre::default_space(), acre::shape(1000));
  auto const sums = acre::cross_check([](auto const& a) { return sum(exp(a)); }, x);
  auto const mine = acre::cross_check(iterated(), x);
  std::cout << sums << mine;  // one line for each pair of spaces
  std::cout << "my kernel: " << (mine ? "same bits" : "other bits") << '\n';
  return sums && mine ? 0 : 1;
}
