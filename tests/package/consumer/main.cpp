#include <acre/backends.hpp>
#include <acre/version.hpp>

#include <Kokkos_Core.hpp>

#include <cstdio>

int main(int argc, char** argv)
{
  Kokkos::ScopeGuard const kokkos(argc, argv);
  std::puts(acre::build_info());
}
