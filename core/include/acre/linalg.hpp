#pragma once

/// Products of matrices and vectors; dot, vdot, vecdot, outer and trace are in
/// <acre/reduce/products.hpp>. Solvers and decompositions are a component: <acre/linalg/dense.hpp>.
#include <acre/linalg/einsum.hpp>
#include <acre/linalg/matmul.hpp>
#include <acre/linalg/matvec.hpp>
#include <acre/linalg/norm.hpp>
#include <acre/linalg/products.hpp>
#include <acre/reduce/products.hpp>
