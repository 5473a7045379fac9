#include <acre/acre.hpp>
#include <acre/testing/matchers.hpp>

#include <cstdio>
#include <iostream>

int main(int argc, char** argv)
{
  acre::runtime const runtime(argc, argv);
  std::puts(acre::build_info());
  auto const x = acre::linspace(acre::default_space(), 0, 1, 1001);
  auto const squares = [](auto const& a) { return sum(a * a); };
  auto const report = acre::cross_check(squares, x);
  std::cout << report;
  bool const same = ::testing::Value(squares(x), acre::testing::SameBits(squares(x + 0)));
  return report && same ? 0 : 1;
}
