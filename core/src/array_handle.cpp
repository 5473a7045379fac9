// Every array's handle of its space and memory, for every space of the build.
#include <acre/array/detail/array_handle.hpp>
#include <acre/backends.hpp>

#include <utility>

#include "compiled.hpp"

namespace acre::detail {

template <class Space>
typename array_handle<Space>::block* array_handle<Space>::share(Space space,
                                                                std::shared_ptr<void> owner)
{
  return new block(std::move(space), std::move(owner));
}

template <class Space>
typename array_handle<Space>::block* array_handle<Space>::obtain(Space space, extents_view shape,
                                                                 std::size_t item_size,
                                                                 char const* dtype)
{
  std::size_t const bytes = bytes_of(shape, item_size, dtype);
  if (bytes == 0) return space.is_counted() ? share(std::move(space), {}) : nullptr;
  auto const made = std::make_shared<block>(std::move(space), std::shared_ptr<void>());
  made->memory = made->space.allocate(bytes);
  made->bytes = bytes;
  if (!made->memory) throw_out_of_memory(shape, item_size, dtype, &made->space.queue().memory());
  made->owner = {made, made->memory};
  return made.get();
}

template <class Space>
void array_handle<Space>::end(block* shared) noexcept
{
  if (shared->memory)
    std::shared_ptr<void>(std::move(shared->owner)).reset();  // other owners keep it
  else
    delete shared;
}

struct named_array_handles {
  template <class Space>
  static void name(compiled*& to)
  {
    using handle = array_handle<Space>;
    *to++ = reinterpret_cast<compiled>(handle::share);
    *to++ = reinterpret_cast<compiled>(handle::obtain);
    *to++ = reinterpret_cast<compiled>(handle::end);
  }
  template <class... Space>
  static void name_each(compiled* to, type_list<Space...>)
  {
    (name<Space>(to), ...);
  }
};

/// Names them, so that they are compiled.
void name_array_handles(compiled* to) { named_array_handles::name_each(to, all_spaces()); }

}  // namespace acre::detail
