#include <acre/acre.hpp>

#include <cstdio>

int main(int argc, char** argv)
{
  acre::runtime const runtime(argc, argv);
  std::puts(acre::build_info());
}
