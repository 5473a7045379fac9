#pragma once

#include <acre/array/dtype.hpp>
#include <acre/elementwise/detail/plan.hpp>
#include <acre/elementwise/detail/program.hpp>

#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

/// Copies of memory and fills with one number, which every file needs for every dtype that it has
/// arrays of (whatever is assigned may have to go through a copy): compiled in the library (its
/// src/moves.cpp), for each size of an element in the place of each dtype.
namespace acre::detail {

/// The function that lowers an expression, without the program's type.
using erased_lower = void (*)();

/// A word that is moved in the place of T: as large, and aligned alike.
template <element T>
using word_of = std::conditional_t<
    sizeof(T) == 1, std::uint8_t,
    std::conditional_t<sizeof(T) == 2, std::uint16_t,
                       std::conditional_t<sizeof(T) == 4, std::uint32_t,
                                          std::conditional_t<sizeof(T) == 8, std::uint64_t, T>>>>;

/// A program that moves T's, as one that moves words; in_library: whether there is one.
template <class Program, class T>
struct moved_program {
  static constexpr bool in_library = false;
};
template <element T>
struct moved_program<load_program<T>, T> {
  static constexpr bool in_library = true;
  using type = load_program<word_of<T>>;
  static type of(load_program<T> const& p)
  {
    return {reinterpret_cast<word_of<T> const*>(p.data), p.offset, p.gathered};
  }
};
template <element T>
struct moved_program<constant_program<T>, T> {
  static constexpr bool in_library = true;
  using type = constant_program<word_of<T>>;
  static type of(constant_program<T> const& p)
  {
    type moved;
    std::memcpy(static_cast<void*>(&moved.value), &p.value, sizeof p.value);
    return moved;
  }
};

/// run_program and run_row (evaluate.hpp) of those. Program: a moved_program's type.
template <class Program, class Queue>
void move_elements(Queue& on, void* to, extents_view shape, std::span<leaf_layout> leaves,
                   void const* expression, erased_lower lower);
template <class Program, class Queue>
void move_row(Queue& on, void* to, std::int64_t n, void const* expression,
              Program (*lower)(void const* expression, lowering&));

/// An array without its type.
struct array_memory {
  void* data;
  extents_view shape, strides;
  int item_size;
  char const* dtype;
};

/// An expression without its type, and room, where nothing is made yet, for its leaves behind the
/// target's.
template <class Queue>
struct assigned_expression {
  void const* expression;
  extents_view shape;
  std::span<leaf_layout> leaves;  // the target's among them
  void (*describe)(void const* expression, leaf_layout* leaf, extents_view common);
  erased_lower lower;
  void (*run)(Queue& on, void* to, extents_view shape, std::span<leaf_layout> leaves,
              void const* expression, erased_lower lower);
};

/// to = e, which broadcasts to it and has elements; by way of a copy where e reads memory that is
/// written at another position.
template <class Queue>
void assign_elements(Queue& on, array_memory const& to, assigned_expression<Queue> const& e);

/// The elements on the host in C order. Waits.
template <class Queue>
void copy_to_host(Queue& on, void* to, array_memory const& from);

}  // namespace acre::detail
