#include <acre/linalg/matmul.hpp>

#include "baseline.hpp"
#include "tiles.hpp"

/// Products of matrices in the fixed order, beside the vendor's library and a plain kernel. GB/s
/// are of the operands and the result; 2 n^3 operations for square ones.
namespace acre::bench {

namespace {

template <class Space, class T>
void add_product(Space const& space, std::string const& workload, std::int64_t n, std::int64_t k,
                 std::int64_t m, bool turned = false)
{
  double const bytes = static_cast<double>(n * k + k * m + n * m) * sizeof(T);
  auto const operand = [=](std::int64_t rows, std::int64_t columns, std::int64_t seed) {
    return turned ? made_input<T>(space, shape(columns, rows), seed).transpose()
                  : made_input<T>(space, shape(rows, columns), seed);
  };
  add(workload, dtype_name<T>(), n, acre_name(), [=](benchmark::State& state) {
    auto const a = operand(n, k, 1), b = operand(k, m, 2);
    measure(state, space, bytes, [&] { return matmul(a, b); });
  });
  using bar = baseline<Space, T>;
  if (turned) return;
  if constexpr (requires { bar::plain_matmul_name; })
    add(workload, dtype_name<T>(), n, bar::plain_matmul_name, [=](benchmark::State& state) {
      auto const a = operand(n, k, 1), b = operand(k, m, 2);
      auto const c = empty<T>(space, shape(n, m));
      measure(state, space, bytes,
              [&] { bar::plain_matmul(space, a.data(), b.data(), c.data(), n, k, m); });
    });
  if constexpr (requires { bar::matmul_name; })
    add(workload, dtype_name<T>(), n, bar::matmul_name, [=](benchmark::State& state) {
      auto const a = operand(n, k, 1), b = operand(k, m, 2);
      auto const c = empty<T>(space, shape(n, m));
      typename bar::matmul const product(space);
      measure(state, space, bytes, [&] { product(a.data(), b.data(), c.data(), n, k, m); });
    });
}

/// By a kernel as users write it (tiles.hpp); n are the numbers of the result.
template <class Space, class T>
void add_tiles(Space const& space, std::int64_t n)
{
  double const bytes = 3.0 * static_cast<double>(n * n) * sizeof(T);
  add("matmul_tiled", dtype_name<T>(), n * n, acre_name(), [=](benchmark::State& state) {
    auto const a = made_input<T>(space, shape(n, n), 1), b = made_input<T>(space, shape(n, n), 2),
               c = empty<T>(space, shape(n, n));
    using kernel = tiles_by_blocks<T>;
    std::int64_t const tiles = blocks_for(n, kernel::tile);
    measure(state, space, bytes, [&] {
      launch(space,
             {.grid = {tiles, tiles},
              .block = {kernel::side, kernel::side},
              .scratch = kernel::scratch},
             kernel{a.ref(), b.ref(), c.ref()});
    });
  });
  using bar = baseline<Space, T>;
  if constexpr (requires { bar::plain_matmul_name; })
    add("matmul_tiled", dtype_name<T>(), n * n, bar::plain_matmul_name,
        [=](benchmark::State& state) {
          auto const a = made_input<T>(space, shape(n, n), 1),
                     b = made_input<T>(space, shape(n, n), 2), c = empty<T>(space, shape(n, n));
          measure(state, space, bytes,
                  [&] { bar::plain_matmul(space, a.data(), b.data(), c.data(), n, n, n); });
        });
}

template <class Space, class T>
void add_for_dtype(Space const& space)
{
  constexpr std::int64_t largest = on_cpu<Space> ? 1024 : 4096;
  for (std::int64_t n = 128; n <= largest; n *= 2) add_product<Space, T>(space, "matmul", n, n, n);
  add_product<Space, T>(space, "matmul_transposed", largest, largest, largest, true);
  add_product<Space, T>(space, "matmul_odd", largest - 96, largest * 3 / 4 - 71, largest - 97);
  add_product<Space, T>(space, "matmul_thin", 32, 1000000, 32);
  add_product<Space, T>(space, "matmul_vector", 8192, 8192, 1);
  add_tiles<Space, T>(space, largest);
}

template <class Space>
void add_all(Space const& space)
{
  add_for_dtype<Space, float>(space);
  add_for_dtype<Space, double>(space);
  add_product<Space, std::int32_t>(space, "matmul", 1024, 1024, 1024);
  add("matmul_batch", "float32", 100000, acre_name(), [=](benchmark::State& state) {
    auto const a = made_input<float>(space, shape(100000, 4, 4), 1);
    measure(state, space, 3.0 * 100000 * 64, [&] { return matmul(a, a); });
  });
}

}  // namespace
}  // namespace acre::bench

int main(int argc, char** argv)
{
  return acre::bench::run(argc, argv, [] {
    acre::dispatch(acre::chosen_space(), [](auto const& space) { acre::bench::add_all(space); });
  });
}
