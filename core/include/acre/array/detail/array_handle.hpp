#pragma once

#include <acre/array/detail/storage.hpp>
#include <acre/array/shape.hpp>

#include <cstddef>
#include <memory>
#include <string>
#include <utility>

#if __has_include(<ext/atomicity.h>)
#include <ext/atomicity.h>
#else
#include <atomic>
#endif

namespace acre::detail {

/// How many share something, from one on. Like std::shared_ptr's with libstdc++, which a program of
/// one thread counts without atomics; but with one number where that has two, whose comparison
/// waits for the one that was just written.
class shared_count {
 public:
  shared_count() = default;
  shared_count(shared_count const&) = delete;

#if __has_include(<ext/atomicity.h>)
  void add() { __gnu_cxx::__atomic_add_dispatch(&count_, 1); }
  /// Whether that was the last.
  bool drop() { return __gnu_cxx::__exchange_and_add_dispatch(&count_, -1) == 1; }
  int value() const { return __atomic_load_n(&count_, __ATOMIC_RELAXED); }

 private:
  _Atomic_word count_ = 1;
#else
  void add() { count_.fetch_add(1, std::memory_order_relaxed); }
  bool drop() { return count_.fetch_sub(1, std::memory_order_acq_rel) == 1; }
  int value() const { return count_.load(std::memory_order_relaxed); }

 private:
  std::atomic<int> count_ = 1;
#endif
};

/// An array's handle of its space and its memory, whatever its dtype and rank: one address, so that
/// an expression's operands are copied and moved as pointers are. Views share their array's block;
/// an array without memory in the default space has none.
template <class Space>
class array_handle {
  struct block {
    shared_count count;  // handles; they are one of those who share `owner`
    Space space;
    std::shared_ptr<void> owner;  // what keeps the memory alive: this block, if that is its own
    void* memory = nullptr;       // its own
    std::size_t bytes = 0;

    block(Space on, std::shared_ptr<void> kept) : space(std::move(on)), owner(std::move(kept)) {}
    block(block const&) = delete;
    ~block()
    {
      if (memory) space.deallocate(memory, bytes);
    }
  };

 public:
  array_handle() = default;
  /// Memory that `owner` keeps alive.
  explicit array_handle(Space space, std::shared_ptr<void> owner = {})
  {
    if (owner.use_count() != 0 || space.is_counted())
      shared_ = share(std::move(space), std::move(owner));
  }
  /// New memory, as allocate() gives it.
  array_handle(Space space, extents_view shape, std::size_t item_size, char const* dtype)
  {
    shared_ = obtain(std::move(space), shape, item_size, dtype);
  }
  array_handle(array_handle const& other) noexcept : shared_(other.shared_)
  {
    if (shared_) shared_->count.add();
  }
  array_handle(array_handle&& other) noexcept : shared_(std::exchange(other.shared_, nullptr)) {}
  array_handle& operator=(array_handle const&) = delete;
  [[gnu::always_inline]] ~array_handle()
  {
    // (Given on by value: no call takes this object's address, so that it need not lie in memory.)
    if (shared_ && shared_->count.drop()) end(shared_);
  }

  void swap(array_handle& other) noexcept { std::swap(shared_, other.shared_); }

  Space const& space() const { return shared_ ? shared_->space : without.shown.space; }
  std::shared_ptr<void> const& owner() const
  {
    return shared_ ? shared_->owner : without.shown.owner;
  }
  /// How many share the block.
  int users() const { return shared_ ? shared_->count.value() : 0; }

 private:
  // in the library (its src/array_handle.cpp), for every space of the build
  friend struct named_array_handles;
  static block* share(Space space, std::shared_ptr<void> owner);
  static block* obtain(Space space, extents_view shape, std::size_t item_size, char const* dtype);
  static void end(block* shared) noexcept;

  /// The content of a handle without a block. (Never ended: arrays may outlive everything.)
  struct nothing {
    Space space;
    std::shared_ptr<void> owner;
  };
  union no_block {
    nothing shown;
    constexpr no_block() : shown() {}
    constexpr ~no_block() {}
  };
  static inline no_block const without{};

  block* shared_ = nullptr;
};

}  // namespace acre::detail
