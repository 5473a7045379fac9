#pragma once

#include <cstdint>

namespace acre::backends {

/// The form of a program that need not ask, packet by packet, where its packets begin. For one
/// contiguous row, bound to position{}, read in packets at multiples of their width:
///
///   type                     what computes the same values there
///   exists(program, count)   whether it has one, which depends on where the program's numbers
///                            begin and how many elements the row has
///   of(program)              it
///
/// Random numbers have one where the row begins with a block of them (float32 uniform: a stack),
/// and so do programs made of them (acre/random/draw.hpp). What asks nothing is its own.
template <class Program>
struct aligned_form {
  using type = Program;
  static bool exists(Program const&, std::int64_t) { return true; }
  static type of(Program const& program) { return program; }
};

}  // namespace acre::backends
