#pragma once

#include <acre/array/creation.hpp>
#include <acre/random/integers.hpp>
#include <acre/random/uniform.hpp>

#include <memory>
#include <span>
#include <vector>

/// Indices with given weights, by A. J. Walker's alias method, with tables as M. D. Vose makes
/// them ("A linear algorithm for generating random numbers with a given distribution", IEEE TSE
/// 17, 1991): two loads a draw, whatever the number of weights.
namespace acre::detail {

/// Place k gives k below its threshold and its alias from there on.
struct alias_tables {
  std::vector<double> threshold;
  std::vector<std::int64_t> alias;
};

/// In the order of the weights, on the host: the same tables everywhere.
inline alias_tables make_alias(std::span<double const> weights, double total)
{
  auto const n = static_cast<std::int64_t>(weights.size());
  alias_tables t{std::vector<double>(n), std::vector<std::int64_t>(n)};
  std::vector<double> scaled(n);
  std::vector<std::int64_t> small, large;
  for (std::int64_t k = 0; k < n; ++k) {
    scaled[k] = weights[k] / total * static_cast<double>(n);
    (scaled[k] < 1 ? small : large).push_back(k);
  }
  while (!small.empty() && !large.empty()) {
    auto const s = small.back(), l = large.back();
    small.pop_back();
    t.threshold[s] = scaled[s];
    t.alias[s] = l;
    scaled[l] -= 1 - scaled[s];
    if (scaled[l] < 1) {
      large.pop_back();
      small.push_back(l);
    }
  }
  for (auto const& left : {small, large})
    for (auto const k : left) t.threshold[k] = 1, t.alias[k] = k;
  return t;
}

/// Place: the upper half of (words 1, 0 of block e) × count, which favours none by more than
/// count / 2^64; threshold: float64 from words 2 and 3.
struct choice_law {
  using value_type = std::int64_t;
  static constexpr int group = 1;
  double const* threshold;
  std::int64_t const* alias;
  std::uint64_t count;

  template <int N>
  KOKKOS_INLINE_FUNCTION packet<std::int64_t, N> run(prepared_draw const& draw,
                                                     std::uint64_t e) const
  {
    philox_words const b = draw.block(e);
    auto const k = static_cast<std::int64_t>(multiply_high(joined(b.w[0], b.w[1]), count));
    return {{unit_from(b.w[2], b.w[3]) < threshold[k] ? k : alias[k]}};
  }
};

}  // namespace acre::detail
