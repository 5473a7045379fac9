#include <acre/array/creation.hpp>
#include <acre/device/runtime.hpp>
#include <acre/device/spaces.hpp>
#include <acre/index/take.hpp>

/// Leaves a bad index behind and ends without ever waiting for the space.
int main(int argc, char** argv)
{
  acre::runtime const runtime(argc, argv);
  acre::dispatch(acre::chosen_space(), [](auto const& space) {
    auto const a = acre::zeros<double>(space, acre::shape(6)).labelled("energy");
    acre::evaluate(take(a, acre::from_host(space, std::vector<int>{1, 9})));
  });
}
