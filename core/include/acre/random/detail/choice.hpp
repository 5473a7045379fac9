#pragma once

#include <acre/random/detail/integers.hpp>
#include <acre/random/detail/uniform.hpp>

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

/// In the order of the weights, on the host: the same tables everywhere. Throws value_error for
/// weights that choice() refuses.
alias_tables make_alias(std::span<double const> weights);

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
