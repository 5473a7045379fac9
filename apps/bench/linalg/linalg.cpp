#include <acre/linalg.hpp>
#include <acre/linalg/eigen.hpp>
#include <acre/linalg/factorise.hpp>
#include <acre/reduce/products.hpp>

#include <cstdint>
#include <string>
#include <vector>

#include "measure.hpp"

/// Linear algebra of acre::linalg beside the same functions of the vendor's library called by hand.
namespace acre::bench {

/// Each backend with a library specialises it in baseline/linalg/<name>.hpp: name, multiply(a, b,
/// c), solve(a, b, x), svd(a) of n × n matrices of float64, of which the last two have done when
/// they return; a CPU's also cholesky(a), qr(a), eigh(a) and eig(a).
template <class Space>
class library_baseline {};

}  // namespace acre::bench

#include "acre_bench_linalg_baselines.hpp"  // made by CMake: the enabled backends' files

namespace acre::bench {

namespace {

template <class Space>
class matrices {
 public:
  matrices(Space const& space, std::int64_t n, double diagonal = 1)
      : a(made_input<double>(space, shape(n, n), 1)),
        b(made_input<double>(space, shape(n, n), 2)),
        side(made_input<double>(space, shape(n), 3))
  {
    a = evaluate(a + diagonal * eye<double>(space, n));
  }
  array<double, 2, Space> a, b;
  array<double, 1, Space> side;
};

template <class Space, class F>
void add_for(Space const& space, std::string const& workload, std::int64_t n, F const& call)
{
  add(workload, "float64", n, acre_name(), [=](benchmark::State& state) {
    matrices<Space> const m(space, n);
    measure(state, space, 24.0 * static_cast<double>(n * n), [&] { call(m); });
  });
}

template <class Space, class F>
void add_library(Space const& space, std::string const& workload, std::int64_t n, F const& call)
{
  using library = library_baseline<Space>;
  if constexpr (requires { library::name; })
    add(workload, "float64", n, library::name, [=](benchmark::State& state) {
      matrices<Space> const m(space, n);
      auto const c = empty<double>(space, shape(n, n));
      library by_hand(space, n);
      measure(state, space, 24.0 * static_cast<double>(n * n), [&] { call(by_hand, m, c.data()); });
    });
}

/// On a CPU small matrices, too, whose calls are what takes the time.
template <class Space>
std::vector<std::int64_t> sizes(std::vector<std::int64_t> more)
{
  if constexpr (Space::host_accessible) more.insert(more.begin(), {4, 16, 64, 256});
  return more;
}

/// call(matrix) beside by_hand(lapack, its elements), where there is LAPACK.
template <class Space, class Call, class ByHand>
void add_beside(Space const& space, std::string const& workload, double diagonal, Call const& call,
                ByHand const& by_hand)
{
  using library = library_baseline<Space>;
  for (std::int64_t const n : {4, 16, 64, 256}) {
    add(workload, "float64", n, acre_name(), [=](benchmark::State& state) {
      matrices<Space> const m(space, n, diagonal * static_cast<double>(n));
      measure(state, space, 24.0 * static_cast<double>(n * n), [&] { call(m.a); });
    });
    if constexpr (requires { library::name; })
      add(workload, "float64", n, library::name, [=](benchmark::State& state) {
        matrices<Space> const m(space, n, diagonal * static_cast<double>(n));
        library lapack(space, n);
        measure(state, space, 24.0 * static_cast<double>(n * n),
                [&] { by_hand(lapack, m.a.data()); });
      });
  }
}

/// Functions that take a positive definite matrix and those that don't: on a CPU.
template <class Space>
void add_decompositions(Space const& space)
{
  add_beside(
      space, "cholesky", 1, [](auto const& a) { linalg::cholesky(a); },
      [](auto& lapack, double const* a) { lapack.cholesky(a); });
  add_beside(
      space, "qr", 0, [](auto const& a) { linalg::qr(a); },
      [](auto& lapack, double const* a) { lapack.qr(a); });
  add_beside(
      space, "eigh", 0, [](auto const& a) { linalg::eigh(a); },
      [](auto& lapack, double const* a) { lapack.eigh(a); });
  add_beside(
      space, "eig", 0, [](auto const& a) { linalg::eig(a); },
      [](auto& lapack, double const* a) { lapack.eig(a); });
}

template <class Space>
void add_all(Space const& space)
{
  for (std::int64_t const n : sizes<Space>({100, 1024, on_cpu<Space> ? 2048 : 4096})) {
    add_for(space, "linalg_matmul", n, [](auto const& m) { linalg::matmul(m.a, m.b); });
    add_library(space, "linalg_matmul", n, [](auto& library, auto const& m, double* c) {
      library.multiply(m.a.data(), m.b.data(), c);
    });
  }
  for (std::int64_t const n : sizes<Space>({100, 1000, 4096})) {
    add_for(space, "solve", n, [](auto const& m) { linalg::solve(m.a, m.side); });
    add_library(space, "solve", n, [](auto& library, auto const& m, double* x) {
      library.solve(m.a.data(), m.side.data(), x);
    });
  }
  for (std::int64_t const n : sizes<Space>({100, 1000})) {
    add_for(space, "svd", n, [](auto const& m) { linalg::svd(m.a, false); });
    add_library(space, "svd", n,
                [](auto& library, auto const& m, double*) { library.svd(m.a.data()); });
  }
  if constexpr (Space::host_accessible) add_decompositions(space);
  add_for(space, "trace", 1000, [](auto const& m) { trace(m.a); });
}

}  // namespace
}  // namespace acre::bench

int main(int argc, char** argv)
{
  return acre::bench::run(argc, argv, [] {
    acre::dispatch(acre::chosen_space(), [](auto const& space) { acre::bench::add_all(space); });
  });
}
