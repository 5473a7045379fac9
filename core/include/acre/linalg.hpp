#pragma once

/// Linear algebra. Products of matrices and vectors, norms and sparse matrices are acre's own; what
/// namespace acre::linalg holds (solvers, decompositions, vendors' products) needs the library
/// acre::linalg: see core/docs/linalg.md.
#include <acre/linalg/cho_solve.hpp>
#include <acre/linalg/csr.hpp>
#include <acre/linalg/eigen.hpp>
#include <acre/linalg/einsum.hpp>
#include <acre/linalg/factorise.hpp>
#include <acre/linalg/inverse.hpp>
#include <acre/linalg/lu_factor.hpp>
#include <acre/linalg/matmul.hpp>
#include <acre/linalg/matvec.hpp>
#include <acre/linalg/multi_dot.hpp>
#include <acre/linalg/norm.hpp>
#include <acre/linalg/product.hpp>
#include <acre/linalg/products.hpp>
#include <acre/linalg/solve.hpp>
#include <acre/reduce/products.hpp>
