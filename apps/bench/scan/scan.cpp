#include <acre/array/copy.hpp>
#include <acre/reduce/scan.hpp>

#include "add_copy.hpp"
#include "baseline.hpp"

/// Cumulative sums in the fixed order: whole against the vendor's scan or a plain loop, along axes
/// against a copy of as much.
namespace acre::bench {

namespace {

template <class Space, class T>
void add_flat(Space const& space, std::int64_t n)
{
  double const bytes = 2.0 * static_cast<double>(n) * sizeof(T);
  using bar = baseline<Space, T>;
  add("cumsum", dtype_name<T>(), n, acre_name(), [=](benchmark::State& state) {
    auto const x = made_input<T>(space, shape(n), 1);
    measure(state, space, bytes, [&] { return cumsum(x); });
  });
  if constexpr (requires { bar::scan_name; })
    add("cumsum", dtype_name<T>(), n, bar::scan_name, [=](benchmark::State& state) {
      auto const x = made_input<T>(space, shape(n), 1);
      auto const y = empty<T>(space, shape(n));
      typename bar::scan const scan(space, x.data(), n);
      measure(state, space, bytes, [&] { scan(x.data(), y.data(), n); });
    });
}

template <class Space, class T>
void add_axes(Space const& space, shape_t<3> const& s)
{
  std::int64_t const n = size_of(s);
  double const bytes = 2.0 * static_cast<double>(n) * sizeof(T);
  for (int axis = 0; axis < 3; ++axis) {
    std::string const name = "cumsum_axis" + std::to_string(axis);
    add(name, dtype_name<T>(), n, acre_name(), [=](benchmark::State& state) {
      auto const x = made_input<T>(space, s, 1);
      measure(state, space, bytes, [&] { return cumsum(x, axis); });
    });
    add_copy<Space, T>(space, name, n);
  }
}

template <class Space, class T>
void add_for_dtype(Space const& space)
{
  for (std::int64_t const n : {1000000, 1 << 24, 100000000}) add_flat<Space, T>(space, n);
  add_axes<Space, T>(space, {100, 500, 500});
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
