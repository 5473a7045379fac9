// Built by hand, with what pkg-config says.
#include <acre/acre.hpp>
#include <acre/io.hpp>

#include <iostream>

int main(int argc, char** argv)
{
  acre::runtime const runtime(argc, argv);
  auto const x = acre::arange(4.0);
  acre::io::save_npy("plain.npy", x * x);
  std::cout << acre::io::load_npy<double, 1>("plain.npy") << '\n';
}
