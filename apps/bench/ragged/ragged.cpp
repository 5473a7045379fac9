#include <acre/array/copy.hpp>
#include <acre/device/launch.hpp>
#include <acre/elementwise/elementary.hpp>
#include <acre/index/index_mode.hpp>
#include <acre/math/complex.hpp>
#include <acre/math/hyperbolic.hpp>
#include <acre/math/root.hpp>
#include <acre/math/trig.hpp>
#include <acre/ragged/combinations.hpp>
#include <acre/ragged/ragged.hpp>
#include <acre/ragged/rearrange.hpp>
#include <acre/ragged/reduce.hpp>
#include <acre/random/generator.hpp>
#include <acre/reduce/extrema.hpp>
#include <acre/reduce/sum.hpp>

#include "baseline.hpp"

/// Lists of Poisson lengths (mean 3, as particles of collisions), against one thread a list.
namespace acre::bench {

namespace {

/// The sum of a list in order: what is written by hand.
struct sum_of_list {
  array_ref<std::int64_t, 1> offset;
  array_ref<float, 1> x, out;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t list) const
  {
    float sum = 0;
    for (std::int64_t k = offset(list); k < offset(list + 1); ++k) sum += x(k);
    out(list) = sum;
  }
};

struct pairs_of_list {
  array_ref<std::int64_t, 1> offset, pair_offset, left, right;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t list) const
  {
    std::int64_t at = pair_offset(list);
    for (std::int64_t i = offset(list); i < offset(list + 1); ++i)
      for (std::int64_t j = i + 1; j < offset(list + 1); ++j, ++at) {
        left(at) = i;
        right(at) = j;
      }
  }
};

struct heaviest_of_list {
  array_ref<std::int64_t, 1> offset;
  array_ref<float, 1> pt, eta, phi, out;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t list) const
  {
    float heaviest = 0;
    for (std::int64_t i = offset(list); i < offset(list + 1); ++i)
      for (std::int64_t j = i + 1; j < offset(list + 1); ++j) {
        float const m = math::sqrt(2 * pt(i) * pt(j) *
                                   (math::cosh(eta(i) - eta(j)) - math::cos(phi(i) - phi(j))));
        if (m > heaviest) heaviest = m;
      }
    out(list) = heaviest;
  }
};

/// Likewise with the pairs dealt to threads: one of acre's kernels around a user's own functions.
struct mass_of_pair {
  float const *pt, *eta, *phi;
  KOKKOS_INLINE_FUNCTION float operator()(std::int64_t i, std::int64_t j) const
  {
    return math::sqrt(2 * pt[i] * pt[j] *
                      (math::cosh(eta[i] - eta[j]) - math::cos(phi[i] - phi[j])));
  }
};
struct heaviest {
  using value_type = float;
  KOKKOS_INLINE_FUNCTION float identity() const { return 0; }
  KOKKOS_INLINE_FUNCTION float empty() const { return 0; }
  KOKKOS_INLINE_FUNCTION float combine(float a, float b) const { return a < b ? b : a; }
  KOKKOS_INLINE_FUNCTION float finish(float a) const { return a; }
};

/// The mass of a pair of massless particles, as a term of an expression.
template <class P, class I>
auto mass(P const& pt, P const& eta, P const& phi, I const& i, I const& j)
{
  return sqrt(2 * pt(i) * pt(j) * (cosh(eta(i) - eta(j)) - cos(phi(i) - phi(j))));
}

template <class Space>
struct lists {
  ragged<float, Space> pt, eta, phi;

  /// `n` lists of Poisson lengths, and one of `longest` in their midst.
  static lists of(Space const& space, std::int64_t n, std::int64_t longest)
  {
    generator const g(1);
    array<std::int64_t, 1, Space> counts =
        cast<std::int64_t>(g.at(0).poisson(space, shape(n), 3.0));
    if (longest > 0) counts(slice(n / 2, n / 2 + 1)) = longest;
    std::int64_t const total = sum(counts);
    array<float, 1, Space> const pt = g.at(1).uniform<float>(space, shape(total)) * 50 + 5,
                                 eta = g.at(2).uniform<float>(space, shape(total)) * 4 - 2,
                                 phi = g.at(3).uniform<float>(space, shape(total)) * 6 - 3;
    auto const [a, b, c] =
        zip(unflatten(pt, counts), unflatten(eta, counts), unflatten(phi, counts));
    return {a, b, c};
  }
};

template <class Space>
void add_sums(Space const& space, std::int64_t n, std::int64_t longest, char const* name)
{
  std::string const us = acre_name();
  auto const bytes = [](lists<Space> const& x) {
    return 12.0 * static_cast<double>(x.pt.size()) +
           4.0 * static_cast<double>(x.pt.element_count());
  };
  add(name, "float32", n, us, [=](benchmark::State& state) {
    auto const x = lists<Space>::of(space, n, longest);
    measure(state, space, bytes(x), [&] { return sum(x.pt, 1); });
  });
  if (longest == 0)  // a thread would take seconds
    add(name, "float32", n, "thread/list", [=](benchmark::State& state) {
      auto const x = lists<Space>::of(space, n, longest);
      auto const out = empty<float>(space, shape(n));
      measure(state, space, bytes(x), [&] {
        launch(space, n, sum_of_list{x.pt.offsets().ref(), x.pt.flat().ref(), out.ref()});
      });
    });
}

template <class Space>
void add_pairs(Space const& space, std::int64_t n)
{
  std::string const us = acre_name();
  auto const listed = [=] { return lists<Space>::of(space, n, 0); };
  add("ragged_pairs_count", "int64", n, us, [=](benchmark::State& state) {
    auto const x = listed();
    measure(state, space, 8.0 * static_cast<double>(n),
            [&] { return sum(count_combinations<2>(x.pt)); });
  });
  add("ragged_pairs_offsets", "int64", n, us, [=](benchmark::State& state) {
    auto const x = listed();
    measure(state, space, 16.0 * static_cast<double>(n),
            [&] { return acre::detail::combination_offsets<2>(*x.pt.structure()); });
  });
  auto const make_bytes = [=](std::int64_t pairs) {
    return 16.0 * static_cast<double>(n) + 16.0 * static_cast<double>(pairs);
  };
  add("ragged_pairs_make", "int64", n, us, [=](benchmark::State& state) {
    auto const x = listed();
    auto const [i, j] = argcombinations<2>(x.pt);
    std::array const index{copy(i.flat()), copy(j.flat())};
    auto const pairs = i.structure();
    measure(state, space, make_bytes(pairs->total),
            [&] { acre::detail::write_combinations<2>(*x.pt.structure(), *pairs, index); });
  });
  add("ragged_pairs_make", "int64", n, "thread/list", [=](benchmark::State& state) {
    auto const x = listed();
    auto const [i, j] = argcombinations<2>(x.pt);
    auto const left = copy(i.flat()), right = copy(j.flat());
    auto const pairs = i.structure();
    measure(state, space, make_bytes(pairs->total), [&] {
      launch(space, n,
             pairs_of_list{x.pt.offsets().ref(), pairs->offsets.ref(), left.ref(), right.ref()});
    });
  });
}

template <class Space>
void add_masses(Space const& space, std::int64_t n)
{
  std::string const us = acre_name();
  auto const listed = [=] { return lists<Space>::of(space, n, 0); };
  auto const bytes = [](lists<Space> const& x) {
    return 12.0 * static_cast<double>(x.pt.size()) +
           12.0 * static_cast<double>(x.pt.element_count());
  };
  add("ragged_zmass", "float32", n, us + " arrays", [=](benchmark::State& state) {
    auto const x = listed();
    measure(state, space, bytes(x), [&] {
      auto const [i, j] = argcombinations<2>(x.pt);
      return max(mass(x.pt, x.eta, x.phi, i, j), 1, fill(0));
    });
  });
  add("ragged_zmass", "float32", n, us, [=](benchmark::State& state) {
    auto const x = listed();
    measure(state, space, bytes(x), [&] {
      return reduce_combinations<2>(
          x.pt, mass_of_pair{x.pt.flat().data(), x.eta.flat().data(), x.phi.flat().data()},
          heaviest{});
    });
  });
  add("ragged_zmass", "float32", n, "thread/list", [=](benchmark::State& state) {
    auto const x = listed();
    auto const out = empty<float>(space, shape(n));
    measure(state, space, bytes(x), [&] {
      launch(space, n,
             heaviest_of_list{x.pt.offsets().ref(), x.pt.flat().ref(), x.eta.flat().ref(),
                              x.phi.flat().ref(), out.ref()});
    });
  });
}

/// Lists broadcast with one value each, and filtered.
template <class Space>
void add_elements(Space const& space, std::int64_t n)
{
  std::string const us = acre_name();
  auto const listed = [=] { return lists<Space>::of(space, n, 0); };
  add("ragged_subtract", "float32", n, us, [=](benchmark::State& state) {
    auto const x = listed();
    auto const mean_pt = mean(x.pt, 1);
    measure(state, space, 16.0 * static_cast<double>(x.pt.element_count()),
            [&] { return evaluate(x.pt - mean_pt); });
  });
  add("ragged_filter", "float32", n, us, [=](benchmark::State& state) {
    auto const x = listed();
    measure(state, space, 10.0 * static_cast<double>(x.pt.element_count()),
            [&] { return x.pt(x.pt > 30); });
  });
}

template <class Space>
void add_all(Space const& space)
{
  std::int64_t const n = on_cpu<Space> ? 2500000 : 10000000;
  add_sums(space, n, 0, "ragged_sum");
  add_sums(space, n, n, "ragged_sum_one_long");
  add_pairs(space, n);
  add_masses(space, n);
  add_elements(space, n);
}

}  // namespace
}  // namespace acre::bench

int main(int argc, char** argv)
{
  return acre::bench::run(argc, argv, [] {
    acre::dispatch(acre::chosen_space(), [](auto const& space) { acre::bench::add_all(space); });
  });
}
