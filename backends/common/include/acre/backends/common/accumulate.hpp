#pragma once

#include <acre/backends/common/iteration.hpp>
#include <acre/backends/common/program.hpp>

#include <concepts>
#include <cstdint>

/// Accumulating values by key, where the order cannot be seen (integers) or no order is asked for
/// (acre::fast):
///
///   accumulate(on, it, program, keys, out, op)    out[key] = op(out[key], value)
///
/// for every element of a program whose value_type is keyed<T>, T that of out, and keys below
/// `keys`. If these are few, threads or blocks have counters of their own. op is commutative and
/// associative as far as its user cares, and has
///
///   T operator()(T, T) const;
///   template <class T> T identity() const;               // op(x, identity()) is x
///   template <class T> void atomically(T* to, T) const;  // *to = op(*to, x)
///   template <class T> void atomically_in_block(T* to, T) const;
///                                                        // in what a block's threads share
///
/// A program that has of_short_rows (true) is one of many rows of few elements; others have one row
/// that is long where speed matters, for which more is compiled.
///
/// GPUs queue it, CPUs are done when it returns. Scratch: a CPU's task has a counter for each key,
/// a GPU's are in shared memory.
///
/// The kernels: host_common/accumulate.hpp, gpu_common/accumulate.hpp.
namespace acre::backends {

template <class T>
struct keyed {
  std::int64_t key;  // in [0, keys); negative: left out
  T value;
};

template <class Program>
inline constexpr bool of_short_rows = requires { requires Program::of_short_rows; };

/// Refuses in a sentence arguments that accumulate cannot take.
template <class Program, class T, class Op>
constexpr bool accumulate_takes()
{
  static_assert(
      packed_program<Program>,
      "acre: accumulate takes a program whose rows have load, see backends/common/program.hpp");
  static_assert(std::same_as<typename Program::value_type, keyed<T>>,
                "acre: accumulate takes a program of keyed values of the target's type");
  static_assert(
      requires(Op const& op, T* to, T value) {
        { op(value, value) } -> std::convertible_to<T>;
        { op.template identity<T>() } -> std::convertible_to<T>;
        op.atomically(to, value);
        op.atomically_in_block(to, value);
      },
      "acre: accumulate takes an operation with an identity and an atomic form, see "
      "backends/common/accumulate.hpp");
  return true;
}

}  // namespace acre::backends
