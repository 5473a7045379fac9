#pragma once

#include <acre/elementwise/operators.hpp>

/// Bases of elementary functions, see <acre/elementwise/elementary.hpp>.
namespace acre::detail {

/// A function of real numbers only; those that take complex ones too say so.
struct elementary_function : inexact_type {
  using dtypes = float_dtypes;
  static constexpr bool costs_much = true;  // to a GPU's threads, see backends/common/program.hpp
};
/// Op of one operand, which the library computes for many neighbours on a CPU (its
/// src/elementary_rows.hpp): compiled for several processors there, so that a program for all of
/// them need not do without their vectors and their fma.
template <class Op>
struct compiled_function : elementary_function {
  static void row(float const* x, float* y, int count);
  static void row(double const* x, double* y, int count);
};
/// Likewise of two operands, z from x and y; beside whatever base the op has.
template <class Op>
struct compiled_pair {
  static void row(float const* x, float const* y, float* z, int count);
  static void row(double const* x, double const* y, double* z, int count);
};

}  // namespace acre::detail
