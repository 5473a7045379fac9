#pragma once

/// Linear algebra by the vendors' libraries: all of the component acre::linalg.
#include <acre/linalg/cho_solve.hpp>
#include <acre/linalg/eigen.hpp>
#include <acre/linalg/factorise.hpp>
#include <acre/linalg/inverse.hpp>
#include <acre/linalg/lu_factor.hpp>
#include <acre/linalg/multi_dot.hpp>
#include <acre/linalg/product.hpp>
#include <acre/linalg/solve.hpp>
