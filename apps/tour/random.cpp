#include <acre/array/creation.hpp>
#include <acre/random.hpp>
#include <acre/reduce.hpp>

#include "workload.hpp"

namespace acre::tour {
namespace {

struct uniform_mean {
  template <class Space>
  outcome operator()(Space const& space, context const& given) const
  {
    std::int64_t const n = given.count(10'000'000);
    array<float, 1, Space> x(space, shape(n));
    array<float, 0, Space> average;
    outcome out;
    out.seconds = seconds_of(space, [&] {
      x = generator(42).uniform<float>(space, shape(n));
      average = mean(x);
    });
    out.bytes = 2.0 * sizeof(float) * n;
    keep(out, "numbers", x);
    keep(out, "mean", average);
    out.result = format("mean %.6f", static_cast<double>(average.item()));
    return out;
  }
};

}  // namespace

void add_random(std::vector<workload>& list)
{
  add<uniform_mean>(list, "random", "1e7 uniform float32 numbers and their mean");
}

}  // namespace acre::tour
