#pragma once

#include <acre/elementwise/detail/plan.hpp>
#include <acre/jit/options.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory_resource>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "signature.hpp"

/// What calls of elementwise kernels and reductions have in common.
namespace acre::detail::jit {

/// Of lists that live as long as a call: on the stack, where they are not of many operands.
class call_memory {
 public:
  std::pmr::memory_resource& operator*() { return resource_; }
  template <class T>
  std::pmr::vector<T> list(std::size_t most)
  {
    std::pmr::vector<T> empty(&resource_);
    empty.reserve(most);
    return empty;
  }

 private:
  alignas(std::max_align_t) std::byte room_[4096];
  std::pmr::monotonic_buffer_resource resource_{room_, sizeof room_};
};

/// A queue that an operand's memory belongs to, for backends::operation.
struct queue_leaf {
  backends::queue* queue;
};

/// Words of 8 bytes, in the order in which the kernel's parameters (prelude/elementwise.hpp) hold
/// them.
class parameters {
 public:
  void add(std::int64_t word) { words_[count_++] = word; }
  void add(void const* address)
  {
    add(static_cast<std::int64_t>(reinterpret_cast<std::intptr_t>(address)));
  }
  /// A number as it is.
  void add(operand const& number)
  {
    std::memcpy(&words_[count_], number.value, sizeof number.value);
    count_ += 2;
  }
  /// Of something that advances with the loops.
  void add_steps(leaf_layout const& leaf);
  /// `leaf` is of those that advance alone.
  void add(declaration const& declared, operand const& given, dtype type, leaf_layout const& leaf);

  void const* data() const { return words_; }
  std::size_t bytes() const { return 8 * count_; }
  static constexpr std::size_t most = 448;  // a GPU takes 4 KiB

 private:
  std::int64_t words_[most];
  std::size_t count_ = 0;
};

/// How an operand advances along the inner axis: see element_text::operand.
char step_of(declaration const& declared, operand const& given, leaf_layout const& leaf);

/// Describes the number of the element in C order as something that advances.
void describe_number(leaf_layout& leaf, extents_view shape);

/// Throws value_error: … takes 2 inputs (T x, float32 y), and was given 3
void require_count(std::string const& kernel, std::span<declaration const> wanted,
                   std::size_t given, char const* of);
/// Throws value_error for more operands than a GPU takes parameters of.
void require_few(std::string const& kernel, std::size_t operands);

/// Opens the namespace of the user's text: what the letters stand for, and the preamble; before it
/// complex numbers, where an operand is one or `text` has the word.
std::string opening(std::string const& name, resolved_types const& types,
                    acre::jit::options const& how, std::string_view text);

}  // namespace acre::detail::jit
