#include <acre/array.hpp>
#include <acre/device/runtime.hpp>
#include <acre/device/spaces.hpp>
#include <acre/dynamic/array.hpp>
#include <acre/elementwise/cast.hpp>
#include <acre/elementwise/operators.hpp>

// gdb stops here, one frame below the arrays (arrays.gdb).
[[gnu::noinline]] void stop_here() { asm volatile(""); }

int main(int argc, char** argv)
{
  acre::runtime const runtime(argc, argv);
  auto const space = acre::serial();
  auto const table = acre::arange(space, 0.0, 6.0, 1.0).reshape(acre::shape(2, 3));
  auto const turned = table.transpose();
  [[maybe_unused]] auto const& by_reference = table;
  auto const flags = acre::from_host(space, {true, false});
  acre::array<acre::complex<float>, 1, acre::host> const waves =
      acre::cast<acre::complex<float>>(acre::arange(space, 2.0, 4.0, 1.0)) *
      acre::complex<float>(0.0f, 0.5f);
  auto const many = acre::cast<std::uint8_t>(acre::arange(space, 1000));
  acre::array const narrow = many;
  auto const one = table(1, 2);
  auto const empty = acre::zeros<std::int16_t>(space, acre::shape(0, 4));
  auto const fixed = acre::read_only_array(table);
  acre::array<double, 1, acre::host> unmade;
  acre::dynamic_array const of_any_dtype = turned;
  stop_here();
  return unmade.size() == 0 && table.size() == 6 ? 0 : 1;
}
