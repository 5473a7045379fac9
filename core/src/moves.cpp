// Copies and fills of elements of each size, for every queue of the build.
#include <acre/array/detail/storage.hpp>
#include <acre/array/detail/view_rules.hpp>
#include <acre/backends.hpp>
#include <acre/elementwise/detail/evaluate.hpp>
#include <acre/elementwise/detail/moves.hpp>

#include <memory>

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
  auto* const words = static_cast<typename Program::value_type*>(to);
  if constexpr (Queue::is_device) {
    run_row(on, words, n, expression, lower);
  } else {
    lowering neighbours{&contiguous_leaf, on, 0};
    run_bound_row<Program>(on, words, n, bound_row(lower(expression, neighbours)));
  }
}

namespace {

template <class Word>
load_program<Word> lower_memory(void const* from, lowering& planned)
{
  leaf_layout const& leaf = planned.take();
  return {static_cast<Word const*>(from), row_offset(leaf), leaf.gathered};
}

template <class Word, class Queue>
void copy_words(Queue& on, array_memory const& to, array_memory const& from)
{
  leaf_layout leaves[2];
  describe_memory(leaves[0], to.shape, to.shape, to.strides, to.data, to.item_size, on);
  describe_memory(leaves[1], to.shape, from.shape, from.strides, from.data, to.item_size, on);
  move_elements<load_program<Word>>(on, to.data, to.shape, leaves, from.data,
                                    reinterpret_cast<erased_lower>(lower_memory<Word>));
}

/// to = from, of the same shape and dtype.
template <class Queue>
void copy_elements(Queue& on, array_memory const& to, array_memory const& from)
{
  switch (to.item_size) {
    case 1:
      return copy_words<std::uint8_t>(on, to, from);
    case 2:
      return copy_words<std::uint16_t>(on, to, from);
    case 4:
      return copy_words<std::uint32_t>(on, to, from);
    case 8:
      return copy_words<std::uint64_t>(on, to, from);
    default:
      return copy_words<complex<double>>(on, to, from);
  }
}

/// Memory in C order for what another has.
template <class Queue>
class like_memory {
 public:
  like_memory(Queue& on, array_memory const& other) : on_(on), memory_(other)
  {
    auto const item_size = static_cast<std::size_t>(other.item_size);
    bytes_ = bytes_of(other.shape, item_size, other.dtype);
    memory_.data = on.allocate(bytes_);
    if (!memory_.data) throw_out_of_memory(other.shape, item_size, other.dtype, &on.memory());
    std::int64_t stride = 1;
    for (std::size_t axis = other.shape.size(); axis-- > 0; stride *= other.shape[axis])
      strides_[axis] = stride;
    memory_.strides = {strides_, other.shape.size()};
  }
  ~like_memory() { on_.deallocate(memory_.data, bytes_); }
  like_memory(like_memory const&) = delete;

  array_memory const& memory() const { return memory_; }
  std::size_t bytes() const { return bytes_; }

 private:
  Queue& on_;
  array_memory memory_;
  std::size_t bytes_;
  std::int64_t strides_[max_rank];
};

}  // namespace

template <class Queue>
void assign_elements(Queue& on, array_memory const& to, assigned_expression<Queue> const& e)
{
  std::uninitialized_default_construct_n(e.leaves.data(), e.leaves.size());
  describe_memory(e.leaves[0], to.shape, to.shape, to.strides, to.data, to.item_size, on);
  e.describe(e.expression, e.leaves.data() + 1, to.shape);
  if (overlaps_shifted(e.leaves, to.shape)) {
    like_memory const copy(on, to);
    assign_elements(on, copy.memory(), e);
    copy_elements(on, to, copy.memory());
  } else {
    e.run(on, to.data, to.shape, e.leaves, e.expression, e.lower);
  }
}

template <class Queue>
void copy_to_host(Queue& on, void* to, array_memory const& from)
{
  if (size_of(from.shape) == 0) return on.fence();
  if (is_contiguous({from.shape, from.strides})) {
    on.copy_to_host(to, from.data,
                    bytes_of(from.shape, static_cast<std::size_t>(from.item_size), from.dtype));
    return;
  }
  like_memory const copy(on, from);
  copy_elements(on, copy.memory(), from);
  on.copy_to_host(to, copy.memory().data, copy.bytes());
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
  *to++ = reinterpret_cast<address>(assign_elements<Queue>);
  *to++ = reinterpret_cast<address>(copy_to_host<Queue>);
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
