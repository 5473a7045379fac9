#include <acre/elementwise/elementary.hpp>
#include <acre/math/complex.hpp>
#include <acre/math/root.hpp>
#include <acre/reduce/reduce.hpp>
#include <acre/reduce/sum.hpp>

#include "baseline.hpp"

/// Sums in the fixed order, whole and along axes, against the vendor's sum.
namespace acre::bench {

namespace {

/// sqrt(Σ x²) as a user would write it.
template <class T>
struct l2norm {
  using value_type = T;
  KOKKOS_FUNCTION T identity() const { return -T{0}; }
  KOKKOS_FUNCTION T empty() const { return T{0}; }
  KOKKOS_FUNCTION T combine(T a, T b) const { return a + b; }
  KOKKOS_FUNCTION T finish(T a) const { return math::sqrt(a); }
};

template <class Space, class T>
void add_sums(Space const& space, std::int64_t n)
{
  double const bytes = static_cast<double>(n) * sizeof(T);
  std::string const us = std::string("acre.") + Space::name;
  using bar = baseline<Space, T>;
  add("sum", dtype_name<T>(), n, us, [=](benchmark::State& state) {
    auto const x = made_input<T>(space, shape(n), 1);
    measure(state, space, bytes, [&] { return sum(x); });
  });
  if constexpr (bar::sum_name != nullptr)
    add("sum", dtype_name<T>(), n, bar::sum_name, [=](benchmark::State& state) {
      auto const x = made_input<T>(space, shape(n), 1);
      auto const out = empty<T>(space, shape(1));
      typename bar::sum const reduce(space, x.data(), n);
      measure(state, space, bytes, [&] { reduce(x.data(), out.data(), n); });
    });
  if (n < (1 << 27)) return;
  add("abs_sum", dtype_name<T>(), n, us, [=](benchmark::State& state) {
    auto const x = made_input<T>(space, shape(n), 1);
    measure(state, space, bytes, [&] { return sum(abs(x)); });
  });
}

template <class Space, class T>
void add_axes(Space const& space, shape_t<3> const& s)
{
  std::int64_t const n = size_of(s);
  double const bytes = static_cast<double>(n) * sizeof(T);
  std::string const us = std::string("acre.") + Space::name;
  add("sum_all", dtype_name<T>(), n, us, [=](benchmark::State& state) {
    auto const x = made_input<T>(space, s, 1);
    measure(state, space, bytes, [&] { return sum(x); });
  });
  for (int axis = 0; axis < 3; ++axis)
    add("sum_axis" + std::to_string(axis), dtype_name<T>(), n, us, [=](benchmark::State& state) {
      auto const x = made_input<T>(space, s, 1);
      measure(state, space, bytes + bytes / s[axis], [&] { return sum(x, axis); });
    });
}

template <class Space, class T>
void add_norm(Space const& space, char const* workload, std::int64_t rows, std::int64_t columns)
{
  double const bytes = static_cast<double>(rows) * (columns + 1) * sizeof(T);
  add(workload, dtype_name<T>(), rows * columns, std::string("acre.") + Space::name,
      [=](benchmark::State& state) {
        auto const x = made_input<T>(space, shape(rows, columns), 1);
        measure(state, space, bytes, [&] { return reduce(square(x), l2norm<T>{}, 1); });
      });
}

template <class Space, class T>
void add_for_dtype(Space const& space)
{
  for (int const log2 : {12, 16, 20, 24, 27}) add_sums<Space, T>(space, std::int64_t{1} << log2);
  add_axes<Space, T>(space, {100, 500, 500});
  add_axes<Space, T>(space, {256, 256, 256});
  add_norm<Space, T>(space, "l2norm_axis1", 10000, 10000);
  add_norm<Space, T>(space, "l2norm_axis1_short", 1000000, 100);
}

template <class Space>
void add_all(Space const& space)
{
  add_for_dtype<Space, float>(space);
  add_for_dtype<Space, double>(space);
}

}  // namespace
}  // namespace acre::bench

int main(int argc, char** argv)
{
  return acre::bench::run(argc, argv, [] {
    acre::dispatch(acre::chosen_space(), [](auto const& space) { acre::bench::add_all(space); });
  });
}
