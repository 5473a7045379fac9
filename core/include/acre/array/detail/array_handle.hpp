#pragma once

#include <acre/array/detail/memory_handle.hpp>
#include <acre/array/detail/storage.hpp>
#include <acre/array/shape.hpp>

#include <cstddef>
#include <memory>
#include <string>
#include <utility>

namespace acre::detail {

/// An array's handle of its space and its memory, whatever its dtype and rank. Views share their
/// array's block; an array without memory in the default space has none.
template <class Space>
class array_handle : public memory_handle {
  struct own_block : memory_block {
    Space space;
    void* memory = nullptr;  // its own
    std::size_t bytes = 0;

    own_block(Space on, std::uintptr_t first, std::shared_ptr<void> kept)
        : memory_block(handle_counts::one(first), std::move(kept)), space(std::move(on))
    {}
    ~own_block()
    {
      if (memory) space.deallocate(memory, bytes);
    }
  };

 public:
  array_handle() = default;
  /// Memory that `owner` keeps alive: a place.
  explicit array_handle(Space space, std::shared_ptr<void> owner = {})
      : memory_handle(owner.use_count() != 0 || space.is_counted()
                          ? share(std::move(space), std::move(owner))
                          : nullptr,
                      as_place_of_others)
  {}
  /// New memory, as allocate() gives it: a name.
  array_handle(Space space, extents_view shape, std::size_t item_size, char const* dtype)
      : memory_handle(obtain(std::move(space), shape, item_size, dtype), as_name)
  {}
  /// A handle of memory on `space`, without its type.
  array_handle(Space space, memory_handle shared)
      : memory_handle(shared.block() ? std::move(shared)
                                     : array_handle(std::move(space), std::shared_ptr<void>()))
  {}
  /// The same memory as a place.
  array_handle as_place() const { return array_handle(this->place()); }
  /// The same memory under a label; a name, where this is one.
  array_handle labelled(std::string text) const
  {
    return array_handle(label(*this, std::move(text)));
  }
  /// New memory under the same label.
  array_handle anew(extents_view shape, std::size_t item_size, char const* dtype) const
  {
    return array_handle(obtain_like(*this, shape, item_size, dtype));
  }

  Space const& space() const
  {
    return this->block() ? static_cast<own_block*>(this->block())->space : without.shown.space;
  }

 private:
  explicit array_handle(memory_handle&& same) : memory_handle(std::move(same)) {}
  array_handle(memory_block* first, std::uintptr_t kind) : memory_handle(first, kind) {}

  // in the library (its src/array_handle.cpp), for every space of the build
  friend struct named_array_handles;
  static memory_block* share(Space space, std::shared_ptr<void> owner);
  static memory_block* obtain(Space space, extents_view shape, std::size_t item_size,
                              char const* dtype);
  static memory_handle label(array_handle const& of, std::string text);
  static memory_handle obtain_like(array_handle const& old, extents_view shape,
                                   std::size_t item_size, char const* dtype);
  static void end_block(memory_block* shared) noexcept;

  /// The content of a handle without a block. (Never ended: arrays may outlive everything.)
  struct nothing {
    Space space;
  };
  union no_block {
    nothing shown;
    constexpr no_block() : shown() {}
    constexpr ~no_block() {}
  };
  static inline no_block const without{};
};

}  // namespace acre::detail
