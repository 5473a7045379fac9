#include <acre/array.hpp>
#include <acre/device/launch.hpp>
#include <acre/elementwise/polynomial.hpp>
#include <acre/reduce/sum.hpp>

namespace {

struct add_one {
  acre::array_ref<double, 1> x;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const { x(i) += 1; }
};

}  // namespace

double sum_without_checks(acre::array<double> const& x)
{
  auto const more = copy(x);
  acre::launch(more.space(), more.size(), add_one{more.ref()});
  return sum(more) + 0 * polyval(x, x(0));
}
