#include <acre/device/runtime.hpp>

#include <gtest/gtest.h>

int main(int argc, char** argv)
{
  acre::runtime const runtime(argc, argv);
  ::testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
