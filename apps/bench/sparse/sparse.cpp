#include <acre/linalg/csr.hpp>

#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "for_rows.hpp"
#include "measure.hpp"

/// Sparse matrices times a vector, beside the vendor's function; on a CPU beside the loop over rows
/// that a user would write, which adds up each row from its left.
namespace acre::bench {

/// A backend with a library specialises it in baseline/sparse/<name>.hpp: names; a constructor
/// (space, number of the name, rows, columns, nnz, offsets, indices, data, x, y); run().
template <class Space, class T>
class sparse_baseline {};

}  // namespace acre::bench

#include "acre_bench_sparse_baselines.hpp"  // made by CMake: the enabled backends' files

namespace acre::bench {

namespace {

using index = std::int32_t;

struct pattern {
  std::int64_t columns = 0;
  std::vector<index> offsets{0}, indices{};

  std::int64_t rows() const { return static_cast<std::int64_t>(offsets.size()) - 1; }
  std::int64_t nnz() const { return static_cast<std::int64_t>(indices.size()); }
  void add(std::int64_t column) { indices.push_back(static_cast<index>(column)); }
  void end_row() { offsets.push_back(static_cast<index>(indices.size())); }
};

/// The five-point Laplacian of a grid of n × n points.
pattern laplacian(std::int64_t n)
{
  pattern p;
  p.columns = n * n;
  p.offsets.reserve(static_cast<std::size_t>(n * n + 1));
  p.indices.reserve(static_cast<std::size_t>(5 * n * n));
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < n; ++j) {
      std::int64_t const here = i * n + j;
      if (i > 0) p.add(here - n);
      if (j > 0) p.add(here - 1);
      p.add(here);
      if (j + 1 < n) p.add(here + 1);
      if (i + 1 < n) p.add(here + n);
      p.end_row();
    }
  return p;
}

class numbers {
 public:
  std::uint64_t operator()()
  {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;  // splitmix64
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  std::int64_t below(std::int64_t n)
  {
    return static_cast<std::int64_t>((*this)() % static_cast<std::uint64_t>(n));
  }
  int poisson(double mean)
  {
    double left = std::exp(mean);
    int k = 0;
    for (;; ++k) {
      left *= static_cast<double>((*this)() >> 11) * 0x1p-53;
      if (left < 1) return k;
    }
  }

 private:
  std::uint64_t state_ = 1;
};

/// n rows of Poisson lengths, mean 20, anywhere.
pattern scattered(std::int64_t n)
{
  pattern p;
  p.columns = n;
  numbers any;
  for (std::int64_t row = 0; row < n; ++row) {
    for (int left = any.poisson(20); left > 0; --left) p.add(any.below(n));
    p.end_row();
  }
  return p;
}

/// n rows of eight, and a last one with as many as all of them.
pattern one_long_row(std::int64_t n)
{
  pattern p;
  p.columns = n;
  for (std::int64_t row = 0; row < n; ++row) {
    for (std::int64_t k = 0; k < 8; ++k) p.add((row + k * k * 1009) % n);
    p.end_row();
  }
  for (std::int64_t k = 0; k < 8 * n; ++k) p.add(k % n);
  p.end_row();
  return p;
}

template <class Space, class T>
struct problem {
  csr_matrix<T, index, Space> a;
  array<T, 1, Space> x, y;

  problem(Space const& space, pattern const& p)
      : a(made_input<T>(space, shape(p.nnz()), 1), from_host(space, p.indices),
          from_host(space, p.offsets), shape(p.rows(), p.columns)),
        x(made_input<T>(space, shape(p.columns), 2)),
        y(empty<T>(space, shape(p.rows())))
  {}
  double bytes() const
  {
    return static_cast<double>(a.nnz()) * (sizeof(T) + sizeof(index)) +
           static_cast<double>(a.shape()[0]) * (sizeof(T) + sizeof(index)) +
           static_cast<double>(a.shape()[1]) * sizeof(T);
  }
};

template <class T, class Space>
void add_matrix(Space const& space, std::string const& workload, std::int64_t n,
                pattern (*make)(std::int64_t))
{
  // one matrix for the rows that stand one behind the other
  auto const kept = std::make_shared<std::unique_ptr<problem<Space, T>>>();
  auto const made = [=]() -> problem<Space, T>& {
    if (!*kept) *kept = std::make_unique<problem<Space, T>>(space, make(n));
    return **kept;
  };
  std::string const type = dtype_name<T>();
  bool const last = !on_cpu<Space>;
  using library = sparse_baseline<Space, T>;
  add(workload, type, n, acre_name(), [=](benchmark::State& state) {
    auto& p = made();
    measure(state, space, p.bytes(), [&] { matvec(p.a, p.x); });
  });
  if constexpr (requires { library::names; }) {
    std::size_t const count = std::size(library::names);
    for (std::size_t k = 0; k < count; ++k)
      add(workload, type, n, library::names[k], [=](benchmark::State& state) {
        auto& p = made();
        {
          library by_hand(space, k, p.a.shape()[0], p.a.shape()[1], p.a.nnz(), p.a.indptr().data(),
                          p.a.indices().data(), p.a.data().data(), p.x.data(), p.y.data());
          measure(state, space, p.bytes(), [&] { by_hand.run(); });
        }
        if (last && k + 1 == count) kept->reset();
      });
  }
  if constexpr (Space::host_accessible)
    add(workload, type, n, "loop", [=](benchmark::State& state) {
      auto& p = made();
      measure(state, space, p.bytes(), [&] {
        T const *const data = p.a.data().data(), *const x = p.x.data();
        index const *const indices = p.a.indices().data(), *const offsets = p.a.indptr().data();
        T* const y = p.y.data();
        for_rows(space, p.a.shape()[0], p.a.nnz(), [=](std::int64_t row) {
          T sum = 0;
          for (index k = offsets[row]; k < offsets[row + 1]; ++k) sum += data[k] * x[indices[k]];
          y[row] = sum;
        });
      });
      kept->reset();
    });
}

template <class Space>
void add_all(Space const& space)
{
  constexpr std::int64_t small = on_cpu<Space> ? 4 : 1;
  add_matrix<double>(space, "spmv_laplacian", 4096 / small, laplacian);
  add_matrix<float>(space, "spmv_laplacian", 4096 / small, laplacian);
  add_matrix<double>(space, "spmv_scattered", (1 << 21) / small / small, scattered);
  add_matrix<float>(space, "spmv_scattered", (1 << 21) / small / small, scattered);
  add_matrix<double>(space, "spmv_long_row", (1 << 20) / small / small, one_long_row);
}

}  // namespace
}  // namespace acre::bench

int main(int argc, char** argv)
{
  return acre::bench::run(argc, argv, [] {
    acre::dispatch(acre::chosen_space(), [](auto const& space) { acre::bench::add_all(space); });
  });
}
