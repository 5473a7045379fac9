#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

// Kokkos takes its own options first, so that a test can be run with --kokkos-num-threads=3.
int main(int argc, char** argv)
{
  Kokkos::ScopeGuard const kokkos(argc, argv);
  ::testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
