#pragma once

#include <memory>
#include <vector>

#include "stacks.hpp"

namespace acre::detail {

/// Matrices as L and U by rows that change places.
struct lu_factors {
  scratch_stack lu;  // its memory, in column-major order, is that of the factors
  std::shared_ptr<void> pivots;
  bool of_transposed = false;  // the factors are those of aᵀ
  std::vector<int> codes;      // not 0: a singular one
};

/// On a queue. `either`: the factors of aᵀ will do, so that elements needn't change places.
/// They are the caller's `room`'s where they fit.
lu_factors factorise(backends::queue& on, matrix_stack const& a, bool either,
                     small_room* room = nullptr);

}  // namespace acre::detail
