#pragma once

#include <acre/dynamic/array.hpp>

#include <cstdint>
#include <optional>

/// Solvers and decompositions of matrices whose dtype and rank are known at run time only: the
/// functions of the same names for arrays (acre/linalg/solve.hpp, factorise.hpp, inverse.hpp,
/// eigen.hpp), with their results, dtypes, errors and waits, for stacks of matrices in the last two
/// axes. A library of its own: link acre::dynamic_linalg.
///
/// Throws linalg_error with NumPy's texts: 1-dimensional array given. Array must be at least
/// two-dimensional; dtype_error for float16 and bfloat16.
namespace acre::dynamic::linalg {

/// b is one vector (rank 1), or a stack of matrices of right-hand sides.
dynamic_array solve(dynamic_array const& a, dynamic_array const& b);
dynamic_array inv(dynamic_array const& a);
dynamic_array det(dynamic_array const& a);
dynamic_array matrix_power(dynamic_array const& a, std::int64_t n);
/// Of an array of less than two axes: whether it has an element that isn't 0.
dynamic_array matrix_rank(dynamic_array const& a, std::optional<double> rtol = {});
dynamic_array pinv(dynamic_array const& a, std::optional<double> rtol = {});
dynamic_array cond(dynamic_array const& a);
dynamic_array cholesky(dynamic_array const& a, bool upper = false);
dynamic_array svdvals(dynamic_array const& a);
dynamic_array eigvalsh(dynamic_array const& a, bool upper = false);
dynamic_array eigvals(dynamic_array const& a);

struct slogdet_parts {
  dynamic_array sign, logabsdet;
};
slogdet_parts slogdet(dynamic_array const& a);

struct qr_parts {
  dynamic_array q, r;
};
qr_parts qr(dynamic_array const& a, bool complete = false);

struct svd_parts {
  dynamic_array u, s, vh;
};
svd_parts svd(dynamic_array const& a, bool full_matrices = true);

struct eigen_parts {
  dynamic_array eigenvalues, eigenvectors;
};
eigen_parts eigh(dynamic_array const& a, bool upper = false);
eigen_parts eig(dynamic_array const& a);

}  // namespace acre::dynamic::linalg
