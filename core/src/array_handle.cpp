// Every array's handle of its space and memory, for every space of the build.
#include <acre/array/detail/array_handle.hpp>
#include <acre/backends.hpp>

#include <utility>

#include "compiled.hpp"

namespace acre::detail {

std::shared_ptr<void> const& memory_handle::owner() const
{
  union nothing {  // (never ended: arrays may outlive everything)
    std::shared_ptr<void> owner;
    constexpr nothing() : owner() {}
    constexpr ~nothing() {}
  };
  static constinit nothing const without;
  return block() ? block()->owner : without.owner;
}

bool memory_handle::is_name() const
{
  return tagged_ != 0 && handle_counts{block()->handles.value()}.is_name(tagged_);
}

int memory_handle::users() const
{
  return tagged_ == 0 ? 0 : static_cast<int>(handle_counts{block()->handles.value()}.of(tagged_));
}

memory_handle memory_handle::place_among_threads() const
{
  shared_number& handles = block()->handles;
  if (!handles.enter()) return shared_place();
  std::uint64_t const now = handles.here();
  std::uintptr_t const kind = ~now >> 63;
  handles.leave(now + handle_counts::one(kind));
  return {block(), kind};
}

memory_handle memory_handle::shared_place() const
{
  shared_number& handles = block()->handles;
  constexpr std::uint64_t exchanged = handle_counts::exchanged;
  std::uintptr_t kind = handles.value() >= exchanged ? 0 : 1;
  auto const seen = handles.fetch_add(handle_counts::one(kind));
  if ((seen >= exchanged) == (kind == 1)) {  // another thread's was the last name meanwhile
    handles.add(handle_counts::one(1 - kind) - handle_counts::one(kind));
    kind = 1 - kind;
  }
  return {block(), kind};
}

void memory_handle::shared_drop(std::uintptr_t tagged) noexcept
{
  shared_number& handles = block_of(tagged)->handles;
  auto const now = handles.value();
  if (handle_counts{now}.are_one_of_each() && leaves_a_name(tagged, now)) return;
  std::uint64_t const one = handle_counts::one(tagged);
  if ((handles.fetch_add(-one) & ~handle_counts::exchanged) == one) end(tagged);
}

bool memory_handle::others_of_block(int known) const
{
  if (tagged_ == 0) return false;
  handle_counts const counts{block()->handles.value()};
  if (!counts.is_name(tagged_)) return false;
  return counts.of(tagged_) > 1 + known || block()->of.others(0);
}

bool memory_handle::leaves_a_name(std::uintptr_t tagged, std::uint64_t now) noexcept
{
  return handle_counts{now}.is_name(tagged) &&
         block_of(tagged)->handles.change(
             now, (now - handle_counts::one(tagged)) ^ handle_counts::exchanged);
}

void memory_handle::end(std::uintptr_t tagged) noexcept
{
  memory_block* const block = block_of(tagged);
  block->end(block);
}

template <class Space>
memory_block* array_handle<Space>::share(Space space, std::shared_ptr<void> owner)
{
  auto* const block = new own_block(std::move(space), as_place_of_others, std::move(owner));
  block->end = end_block;
  return block;
}

template <class Space>
memory_block* array_handle<Space>::obtain(Space space, extents_view shape, std::size_t item_size,
                                          char const* dtype)
{
  std::size_t const bytes = bytes_of(shape, item_size, dtype);
  if (bytes == 0) {
    if (!space.is_counted()) return nullptr;
    auto* const block = new own_block(std::move(space), as_name, {});
    block->end = end_block;
    return block;
  }
  auto const made = std::make_shared<own_block>(std::move(space), as_name, std::shared_ptr<void>());
  made->end = end_block;
  made->memory = made->space.allocate(bytes);
  made->bytes = bytes;
  if (!made->memory) throw_out_of_memory(shape, item_size, dtype, &made->space.queue().memory());
  made->owner = {made, made->memory};
  return made.get();
}

template <class Space>
memory_handle array_handle<Space>::label(array_handle const& of, std::string text)
{
  auto const& memory = of.owner();
  if (memory) of.space().queue().memory().relabel(memory.get(), text);
  // (A name is counted where an exchange would have it: may_have_others() looks no further.)
  bool const name = of.is_name();
  auto* const block =
      new own_block(of.space(), as_place_of_others, named_owner(memory, std::move(text)));
  block->end = end_block;
  if (name) {
    block->handles.add(handle_counts::exchanged);
    memory_handle const& first = of.block()->of;
    block->of = first.block() ? first : memory_handle(of);
  }
  return array_handle(block, as_place_of_others);
}

template <class Space>
memory_handle array_handle<Space>::obtain_like(array_handle const& old, extents_view shape,
                                               std::size_t item_size, char const* dtype)
{
  array_handle made(old.space(), shape, item_size, dtype);
  auto text = name_of(old.owner());
  return text.empty() ? memory_handle(std::move(made)) : label(made, std::move(text));
}

template <class Space>
void array_handle<Space>::end_block(memory_block* shared) noexcept
{
  auto* const block = static_cast<own_block*>(shared);
  if (block->memory)
    std::shared_ptr<void>(std::move(block->owner)).reset();  // other owners keep it
  else
    delete block;
}

struct named_array_handles {
  template <class Space>
  static void name(compiled*& to)
  {
    using handle = array_handle<Space>;
    *to++ = reinterpret_cast<compiled>(handle::share);
    *to++ = reinterpret_cast<compiled>(handle::obtain);
    *to++ = reinterpret_cast<compiled>(handle::end_block);
    *to++ = reinterpret_cast<compiled>(handle::label);
    *to++ = reinterpret_cast<compiled>(handle::obtain_like);
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
