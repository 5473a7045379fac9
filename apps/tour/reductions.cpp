#include <acre/array/creation.hpp>
#include <acre/math/complex.hpp>
#include <acre/math/root.hpp>
#include <acre/reduce/reduce.hpp>
#include <acre/reduce/sum.hpp>

#include "workload.hpp"

namespace acre::tour {
namespace {

/// Numbers between -1 and 1 whose sums are not exact, so that the order of adding shows.
template <class Space, std::size_t Rank>
array<float, static_cast<int>(Rank), Space> made(Space const& space,
                                                 std::array<std::int64_t, Rank> const& extents)
{
  return cast<float>(cast<double>(remainder(index_of(space, extents), 10007)) * (2.0 / 10007) -
                     1.0);
}

template <int Axis>
struct sum_along {
  template <class Space>
  outcome operator()(Space const& space, context const& given) const
  {
    // each axis by the same factor, so that all three sums have their share of it
    double const factor = std::cbrt(given.size);
    auto const extent = [&](double n) {
      return std::max<std::int64_t>(1, std::llround(n * factor));
    };
    auto const x = made(space, shape(extent(100), extent(500), extent(500)));
    array<float, 2, Space> total;
    outcome out;
    out.seconds = seconds_of(space, [&] { total = sum(x, Axis); });
    out.bytes = sizeof(float) * static_cast<double>(x.size() + total.size());
    keep(out, "sum", total);
    return out;
  }
};

}  // namespace

/// A reduction of one's own: the root of a sum, for reduce(square(x), l2norm{}, axis).
struct l2norm {
  using value_type = float;
  KOKKOS_INLINE_FUNCTION float identity() const { return -0.0f; }
  KOKKOS_INLINE_FUNCTION float empty() const { return 0.0f; }
  KOKKOS_INLINE_FUNCTION float combine(float a, float b) const { return a + b; }
  KOKKOS_INLINE_FUNCTION float finish(float a) const { return math::sqrt(a); }
};

namespace {

struct l2norms {
  template <class Space>
  outcome operator()(Space const& space, context const& given) const
  {
    auto const x = made(space, shape(given.count(20'000), 1'000));
    array<float, 1, Space> norm;
    outcome out;
    out.seconds = seconds_of(space, [&] { norm = reduce(square(x), l2norm{}, 1); });
    out.bytes = sizeof(float) * static_cast<double>(x.size() + norm.size());
    keep(out, "norm", norm);
    return out;
  }
};

}  // namespace

void add_reductions(std::vector<workload>& list)
{
  add<sum_along<0>>(list, "sum.axis0", "float32 sums of (100,500,500) along axis 0");
  add<sum_along<1>>(list, "sum.axis1", "along axis 1");
  add<sum_along<2>>(list, "sum.axis2", "along axis 2");
  add<l2norms>(list, "l2norm", "norms of 20,000 rows of 1000 by a reduction written here");
}

}  // namespace acre::tour
