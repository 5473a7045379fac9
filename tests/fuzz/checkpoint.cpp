#include <acre/array/creation.hpp>
#include <acre/device/runtime.hpp>
#include <acre/io/checkpoint.hpp>

#include "input.hpp"

// Checkpoints: all that is restored is what was saved, or nothing changes.
int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
  static acre::runtime const runtime;
  static auto const space = acre::serial();
  static auto u = acre::zeros<float>(space, acre::shape(4));
  static std::int64_t step = 0;
  static std::string name;
  static acre::generator rng;
  static acre::io::checkpoint const state{{"u", u}, {"step", step}, {"name", name}, {"rng", rng}};
  acre_fuzz::file const file(data, size);
  step = -1;
  bool restored = false;
  acre_fuzz::read([&] {
    state.restore(file.path());
    restored = true;
  });
  if (!restored && step != -1) std::abort();
  return 0;
}
