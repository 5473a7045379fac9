#pragma once

#include <acre/backends/common/sole_owner.hpp>

#include <cstdint>
#include <memory>
#include <utility>

namespace acre::detail {

/// A number that host threads share. The thread that made it counts without atomics until another
/// one does (sole_owner), and so does a program of one thread.
class shared_number {
 public:
  explicit shared_number(std::uint64_t number) : number_(number) {}
  shared_number(shared_number const&) = delete;

  [[gnu::always_inline]] void add(std::uint64_t n)
  {
    if (backends::has_one_thread())
      leave_alone(here() + n);
    else
      add_among_threads(n);
  }
  /// Returns what it was before.
  std::uint64_t fetch_add(std::uint64_t n)
  {
    if (!enter()) return __atomic_fetch_add(&number_, n, __ATOMIC_ACQ_REL);
    auto const before = here();
    leave(before + n);
    return before;
  }
  std::uint64_t value() const { return __atomic_load_n(&number_, __ATOMIC_ACQUIRE); }
  /// For who could not enter().
  bool change(std::uint64_t from, std::uint64_t to)
  {
    return __atomic_compare_exchange_n(&number_, &from, to, false, __ATOMIC_ACQ_REL,
                                       __ATOMIC_ACQUIRE);
  }

  /// Whether the number is this thread's until it leaves with another one.
  bool enter() { return backends::has_one_thread() || owner_.enter(); }
  std::uint64_t here() const { return __atomic_load_n(&number_, __ATOMIC_RELAXED); }
  void leave(std::uint64_t number)
  {
    leave_alone(number);
    owner_.leave();
  }

 private:
  [[gnu::noinline]] void add_among_threads(std::uint64_t n) { fetch_add(n); }
  /// Without an owner: in a program of one thread.
  void leave_alone(std::uint64_t number) { __atomic_store_n(&number_, number, __ATOMIC_RELAXED); }

  std::uint64_t number_;
  backends::sole_owner owner_;
};

struct memory_block;

/// A handle of memory that is either a name or a place. Whole arrays are names, and so is an
/// operand that an expression keeps; slices, and memory that somebody else owns, are places. Both
/// keep the memory alive. Names are asked for where one of them is assigned an expression: see
/// others(). A place that is alone when the last name goes is a name from then on: the slice of a
/// temporary, say, or what a function returns of its own array.
///
/// One address, whose low bit says in which of the block's two counts the handle is, so that an
/// expression's operands are copied and moved as pointers are.
class memory_handle {
 public:
  memory_handle() = default;
  memory_handle(memory_handle const& other) noexcept : tagged_(other.tagged_)
  {
    if (tagged_ != 0) add(tagged_);
  }
  memory_handle(memory_handle&& other) noexcept : tagged_(std::exchange(other.tagged_, 0)) {}
  memory_handle& operator=(memory_handle other) noexcept
  {
    swap(other);
    return *this;
  }
  [[gnu::always_inline]] ~memory_handle()
  {
    // (Given on by value: no call takes this object's address, so that it need not lie in memory.)
    if (tagged_ != 0) drop(tagged_);
  }
  void swap(memory_handle& other) noexcept { std::swap(tagged_, other.tagged_); }

  /// Null for an array without memory in the default space.
  memory_block* block() const { return block_of(tagged_); }
  std::shared_ptr<void> const& owner() const;
  bool is_name() const;
  /// How many there are of its kind in its block.
  int users() const;
  /// Whether both are of one kind in one block.
  bool operator==(memory_handle const& other) const { return tagged_ == other.tagged_; }

  /// A place in the same memory.
  memory_handle place() const;
  /// Whether there may be others(): quick.
  bool may_have_others() const;
  /// Whether, beside this name and `known` others of its block, another name would see what is
  /// written through it. False of a place, which writes elements whoever sees them.
  [[gnu::always_inline]] bool others(int known) const;

 protected:
  /// Where a block's first handle is counted: as a name, or as a place.
  static constexpr std::uintptr_t as_name = 0, as_place_of_others = 1;

  memory_handle(memory_block* first, std::uintptr_t kind)
      : tagged_(reinterpret_cast<std::uintptr_t>(first) + (first ? kind : 0))
  {}

 private:
  static memory_block* block_of(std::uintptr_t tagged)
  {
    return reinterpret_cast<memory_block*>(tagged & ~std::uintptr_t(1));
  }
  static void add(std::uintptr_t tagged);
  static void drop(std::uintptr_t tagged);
  bool others_of_block(int known) const;
  // among several threads
  memory_handle place_among_threads() const;
  memory_handle shared_place() const;
  static void shared_drop(std::uintptr_t tagged) noexcept;
  /// The name goes, and the place that is left is the name from then on: in one step, as the block
  /// may go with another thread's handle as soon as this one isn't counted.
  static bool leaves_a_name(std::uintptr_t tagged, std::uint64_t now) noexcept;
  static void end(std::uintptr_t tagged) noexcept;

  std::uintptr_t tagged_ = 0;
};

/// Both counts of a block's handles: of the handles without a low bit, and of those with one, in 32
/// and 31 bits of one number, so that who asks sees both at one time. Its highest bit says that the
/// names are those with a low bit.
struct handle_counts {
  std::uint64_t number;

  static constexpr std::uint64_t exchanged = std::uint64_t(1) << 63;
  static std::uint64_t one(std::uintptr_t tagged)
  {
    return std::uint64_t(1) << ((tagged & 1) * 32);
  }
  bool is_name(std::uintptr_t tagged) const { return (tagged & 1) == number >> 63; }
  bool are_one_of_each() const { return (number & ~exchanged) == one(0) + one(1); }
  std::int64_t of(std::uintptr_t tagged) const
  {
    return (tagged & 1) != 0 ? static_cast<std::int64_t>((number & ~exchanged) >> 32)
                             : static_cast<std::int64_t>(number & 0xffffffff);
  }
};

/// The block that handles share: it keeps the memory alive and counts them. A space's own blocks
/// are array_handle's.
struct memory_block {
  shared_number handles;
  std::shared_ptr<void> owner;  // what keeps the memory alive: this block, if that is its own
  memory_handle of;             // the block's own name in the memory, where that is another's
  void (*end)(memory_block*) noexcept = nullptr;

  memory_block(std::uint64_t first, std::shared_ptr<void> kept)
      : handles(first), owner(std::move(kept))
  {}
  memory_block(memory_block const&) = delete;
};

[[gnu::always_inline]] inline void memory_handle::add(std::uintptr_t tagged)
{
  block_of(tagged)->handles.add(handle_counts::one(tagged));
}
inline void memory_handle::drop(std::uintptr_t tagged)
{
  shared_number& handles = block_of(tagged)->handles;
  if (!handles.enter()) return shared_drop(tagged);
  handle_counts const now{handles.here()};
  // most often another one of its kind is left: of names without places, or of any
  if ((tagged & 1) == 0 && now.number - 2 <= 0xffffffff - 2) return handles.leave(now.number - 1);
  std::uint64_t const one = handle_counts::one(tagged);
  if (now.of(tagged) > 1) return handles.leave(now.number - one);
  std::uint64_t left = now.number - one;
  if (now.are_one_of_each() && now.is_name(tagged)) left ^= handle_counts::exchanged;
  handles.leave(left);
  if ((now.number & ~handle_counts::exchanged) == one) end(tagged);
}
[[gnu::always_inline]] inline memory_handle memory_handle::place() const
{
  if (tagged_ == 0) return {};
  if (!backends::has_one_thread()) return place_among_threads();
  shared_number& handles = block()->handles;
  std::uintptr_t const kind = ~handles.here() >> 63;
  handles.add(handle_counts::one(kind));
  return {block(), kind};
}
inline bool memory_handle::may_have_others() const
{
  return tagged_ != 0 && block()->handles.value() != 1;
}
inline bool memory_handle::others(int known) const
{
  // most often all are names, and known
  if (tagged_ != 0 && (tagged_ & 1) == 0 && block()->of.tagged_ == 0 &&
      block()->handles.value() == 1 + static_cast<std::uint64_t>(known))
    return false;
  return others_of_block(known);
}

/// memory_access<Array>::of(a) is an array's handle, first(a) where its first element lies, and
/// array_of(space, handle, data, shape, strides) an array of one. (<acre/array/array.hpp> defines
/// it.)
template <class Array>
struct memory_access;

}  // namespace acre::detail
