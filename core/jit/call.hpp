#pragma once

#include <acre/backends/common/compiler.hpp>
#include <acre/elementwise/detail/plan.hpp>
#include <acre/jit/options.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory_resource>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "signature.hpp"

/// Parts that calls of elementwise kernels and reductions share.
namespace acre::detail::jit {

/// Memory of lists that live as long as a call: on the stack, unless they are of many operands.
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

/// Words of 8 bytes, in the order in which the kernel's parameters (prelude/elementwise.hpp) hold
/// them.
class parameters {
 public:
  parameters() = default;
  parameters(parameters const& other) { *this = other; }
  parameters& operator=(parameters const& other);

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
  /// Strides of something that advances with the loops.
  void add_steps(leaf_layout const& leaf);
  /// The next argument; `leaf` is of those that advance alone.
  void add(declaration const& declared, operand const& given, dtype type, leaf_layout const& leaf);
  /// Takes addresses and numbers of arguments that are laid out as those that were added.
  void renew(std::span<operand const> arguments);

  void const* data() const { return words_; }
  std::size_t bytes() const { return 8 * count_; }
  static constexpr std::size_t most = 448;  // a GPU takes 4 KiB
  static constexpr std::size_t most_operands = 22;

 private:
  struct place {
    std::size_t word;
    dtype type;
  };
  void put(operand const& given, place at);

  std::int64_t words_[most];
  std::size_t count_ = 0;
  place places_[most_operands];  // of the arguments
  std::size_t arguments_ = 0;
};

/// Key of a call's plan: dtypes, shapes, strides and how addresses are aligned, where it runs and
/// `more`; not where arrays lie, nor what numbers are.
class call_key {
 public:
  call_key(backends::kernel_compiler& compiler, backends::queue& on,
           std::span<operand const> arguments);
  void add(std::int64_t word) { words_[count_++] = word; }

  std::span<std::int64_t const> words() const { return {words_, count_}; }

 private:
  // with the shape and the axes of a reduction
  static constexpr std::size_t most =
      2 + (1 + 2 * max_rank) * parameters::most_operands + 2 * max_rank;

  std::int64_t words_[most];
  std::size_t count_ = 0;
};

/// The plans of the last calls, with their parameters: a program calls a kernel for arrays of the
/// same layouts again and again, and small ones take less time than planning.
template <class Plan>
class remembered_calls {
 public:
  std::optional<Plan> find(call_key const& key, parameters& to) const
  {
    std::lock_guard const one(lock_);
    for (call const& each : calls_)
      if (std::ranges::equal(each.key, key.words())) {
        to = each.words;
        return each.plan;
      }
    return std::nullopt;
  }
  void keep(call_key const& key, parameters const& words, Plan const& plan) const
  {
    std::lock_guard const one(lock_);
    call& oldest = calls_[next_++ % calls_.size()];
    oldest.key.assign(key.words().begin(), key.words().end());
    oldest.words = words;
    oldest.plan = plan;
  }

 private:
  struct call {
    std::vector<std::int64_t> key;  // none: nothing is remembered
    parameters words;
    Plan plan{};
  };
  mutable std::mutex lock_;
  mutable std::array<call, 4> calls_;
  mutable std::size_t next_ = 0;
};

/// The memory of an array's elements, [low, high).
struct touched_memory {
  std::uintptr_t low, high;
};
touched_memory memory_of(operand const& array);

/// How an operand advances along the inner axis: see element_text::operand.
char step_of(declaration const& declared, operand const& given, leaf_layout const& leaf);

/// Describes the number of the element in C order as something that advances.
void describe_number(leaf_layout& leaf, extents_view shape);

/// Throws value_error: … takes 2 inputs (T x, float32 y), and was given 3
void require_count(std::string const& kernel, std::span<declaration const> wanted,
                   std::size_t given, char const* of);
/// Throws value_error for more operands than a GPU takes parameters of.
void require_few(std::string const& kernel, std::size_t operands);

/// Whether the text has atomics, CUDA's (atomicAdd) or acre's: prelude/elementwise_atomics.hpp.
bool has_atomics(acre::jit::options const& how, std::string_view text);

/// Whether the text reads memory by plain loads, so that its kernel may start early
/// (backends/gpu_common/early_start.hpp): nothing in it is the compiler's own, and no flag changes
/// what that makes of it.
bool reads_plainly(acre::jit::options const& how, std::string_view text);

/// The words of options{}.flags that go to a compiler. Macros (-DNAME, -DNAME=TEXT) are
/// opening()'s, as a compiler would put them before acre's own text; the version of C++ is acre's,
/// and what only a GPU's compiler knows is left out on a CPU. Throws value_error for
/// "--use_fast_math", which gives other bits.
std::vector<std::string> compiler_flags(acre::jit::options const& how,
                                        backends::kernel_dialect dialect);
/// Behind a text: its macros are undefined.
std::string without_macros(acre::jit::options const& how);

/// Opens the namespace of the user's text: what the letters stand for, and the preamble; before it
/// complex numbers, where an operand is one or `text` has the word.
std::string opening(std::string const& name, resolved_types const& types,
                    acre::jit::options const& how, std::string_view text);

}  // namespace acre::detail::jit
