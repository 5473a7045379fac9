// Copies and fills of elements of each size, for every queue of the build.
#include <acre/backends.hpp>
#include <acre/elementwise/detail/evaluate.hpp>
#include <acre/elementwise/detail/moves.hpp>

namespace acre::detail {

template <class Program, class Queue>
void move_elements(Queue& on, void* to, extents_view shape, std::span<leaf_layout> leaves,
                   void const* expression, erased_lower lower)
{
  run_program<Program, typename Program::value_type>(on, to, shape, leaves, expression, lower);
}

template <class Program, class Queue>
void move_row(Queue& on, void* to, std::int64_t n, void const* expression,
              Program (*lower)(void const* expression, lowering&))
{
  run_row(on, static_cast<typename Program::value_type*>(to), n, expression, lower);
}

namespace {

using address = void (*)();

template <class Program, class Queue>
void name_moves(address*& to)
{
  *to++ = reinterpret_cast<address>(move_elements<Program, Queue>);
  *to++ = reinterpret_cast<address>(move_row<Program, Queue>);
}
template <class Queue, class... T>
void name_moves_of(address*& to, type_list<T...>)
{
  (name_moves<load_program<T>, Queue>(to), ...);
  (name_moves<constant_program<T>, Queue>(to), ...);
}
template <class... Space>
void name_moves_on(address*& to, type_list<Space...>)
{
  using words =
      type_list<std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t, complex<double>>;
  (name_moves_of<typename Space::queue_type>(to, words()), ...);
}

}  // namespace

/// Names them, so that they are compiled.
void name_moves(address* to) { name_moves_on(to, all_spaces()); }

}  // namespace acre::detail
