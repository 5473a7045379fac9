#include <acre/linalg/csr.hpp>
#include <acre/ragged/ragged.hpp>
#include <acre/ragged/reduce.hpp>
#include <acre/random/generator.hpp>
#include <acre/reduce/sum.hpp>

#include "loops.hpp"

/// Lists of different lengths, and sparse rows.
namespace acre::bench {

namespace {

template <class T>
void add_for_dtype(host const& space, std::int64_t n, double mean)
{
  char const* const dtype = dtype_name<T>();
  auto const made = [=] {
    generator const g(1);
    array<std::int64_t, 1> counts = cast<std::int64_t>(g.at(0).poisson(space, shape(n), mean));
    std::int64_t const total = sum(counts);
    array<T, 1> const x = made_input<T>(space, shape(total), 1);
    return unflatten(x, counts);
  };
  auto const of = " of lists of " + std::to_string(static_cast<int>(mean));
  auto const row = [=](std::string const& name, auto const& call, auto const& of_list) {
    add_in_turn(name + of, dtype, n, [=] {
      auto const x = made();
      auto const y = empty<T>(space, shape(n));
      return beside_loop{[=] { call(x); },
                         [=, a = x.flat().data(), at = x.offsets().data(), to = y.data(),
                          all = x.element_count()] {
                           for_rows(space, n, all,
                                    [=](std::int64_t i) { to[i] = of_list(a, at[i], at[i + 1]); });
                         }};
    });
  };
  row(
      "sum", [](auto const& x) { return sum(x, 1); },
      [](T const* a, std::int64_t from, std::int64_t end) {
        T total = 0;
        for (; from < end; ++from) total += a[from];
        return total;
      });
  row(
      "max", [](auto const& x) { return max(x, 1, fill(0)); },
      [](T const* a, std::int64_t from, std::int64_t end) {
        T most = 0;
        for (; from < end; ++from) most = std::max(most, a[from]);
        return most;
      });
}

/// The five-point Laplacian of a grid of n × n points.
template <class T>
void add_matvec(host const& space, std::int64_t n)
{
  std::vector<std::int32_t> offsets{0}, indices;
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < n; ++j) {
      std::int64_t const here = i * n + j;
      for (auto const [inside, at] :
           {std::pair(i > 0, here - n), std::pair(j > 0, here - 1), std::pair(true, here),
            std::pair(j + 1 < n, here + 1), std::pair(i + 1 < n, here + n)})
        if (inside) indices.push_back(static_cast<std::int32_t>(at));
      offsets.push_back(static_cast<std::int32_t>(indices.size()));
    }
  add_in_turn("matvec of sparse rows of 5", dtype_name<T>(), n * n, [=] {
    csr_matrix<T, std::int32_t> const a(
        made_input<T>(space, shape(static_cast<std::int64_t>(indices.size())), 1),
        from_host(space, indices), from_host(space, offsets), shape(n * n, n * n));
    auto const x = made_input<T>(space, shape(n * n), 2), y = empty<T>(space, shape(n * n));
    return beside_loop{[=] { matvec(a, x); },
                       [=, data = a.data().data(), at = a.indices().data(),
                        begin = a.indptr().data(), from = x.data(), to = y.data()] {
                         for_rows(space, n * n, 5 * n * n, [=](std::int64_t row) {
                           T total = 0;
                           for (std::int32_t k = begin[row]; k < begin[row + 1]; ++k)
                             total += data[k] * from[at[k]];
                           to[row] = total;
                         });
                       }};
  });
}

}  // namespace

void add_lists(host const& space)
{
  for (double const mean : {3.0, 20.0})
    for (std::int64_t const n : {30, 3000, 300000}) {
      add_for_dtype<double>(space, n, mean);
      add_for_dtype<float>(space, n, mean);
    }
  for (std::int64_t const n : {10, 100, 500}) {
    add_matvec<double>(space, n);
    add_matvec<float>(space, n);
  }
}

}  // namespace acre::bench
