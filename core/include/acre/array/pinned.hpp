#pragma once

#include <acre/array/copy.hpp>
#include <acre/array/detail/storage.hpp>
#include <acre/backends/common/operation.hpp>

#include <memory>

namespace acre {

/// An array of the host, uninitialised, in memory that `space`'s device copies from and to by
/// itself (page-locked, as CUDA's cudaMallocHost): copies run at the bus' full speed and beside
/// whatever the host does. On a CPU's space an array as any other. A place, as memory of others is:
/// assigning an expression writes this memory, whoever shares it. Making one takes long: make few
/// and use them again. Throws shape_error for a negative extent, out_of_memory.
template <element T, class Space, std::size_t Rank>
array<T, static_cast<int>(Rank), host> empty_pinned(Space const& space,
                                                    std::array<std::int64_t, Rank> const& shape)
{
  std::size_t const bytes = detail::bytes_of(shape, sizeof(T), dtype_name<T>());
  std::shared_ptr<void> memory;
  if (bytes > 0) {
    memory = space.queue().allocate_pinned(bytes);
    if (!memory)
      detail::throw_out_of_memory(shape, sizeof(T), dtype_name<T>(),
                                  &space.queue().pinned_memory());
  }
  auto* const data = static_cast<T*>(memory.get());
  return {host(), std::move(memory), data, shape, detail::row_major_strides(shape)};
}

/// The elements of `from`, an array or expression of any space, into `to`: queued. It runs on the
/// queue of the side that is a GPU's (of `to`, where both are), behind what that queue has been
/// given so far; where the host's side is pinned (empty_pinned) the host goes on, its memory is
/// kept until the copy is done, and what the host reads or writes there waits for
/// space.record().wait() or fence(). Other memory of the host is not copied beside its program:
/// there the call waits. On CPUs it is done when it returns.
///
/// Shapes  the same, no broadcasting; of `to` the elements lie in C order; `from` is evaluated on
///         its own space first where it is an expression or strided
/// Throws  shape_error, value_error for a strided `to`; where it waits, as copy_to does
///
/// ```cpp
/// default_space const space;
/// auto const on_host = empty_pinned<float>(space, shape(3));
/// on_host(ALL) = 0.25F;
/// auto const x = empty<float>(space, shape(3));
/// copy_async(x, on_host);
/// copy_async(on_host, x + x);
/// space.fence();
/// std::cout << on_host << '\n';
/// ```
/// ```text
/// [0.5 0.5 0.5]
/// ```
template <element T, int Rank, class To, expression E>
void copy_async(array<T, Rank, To> const& to, E const& e)
{
  static_assert(E::rank == Rank, "acre: copy_async copies between arrays of one rank");
  static_assert(std::is_same_v<typename E::value_type, T>,
                "acre: copy_async copies elements as they are; cast<T>(x) gives another dtype");
  if constexpr (E::rank == Rank && std::is_same_v<typename E::value_type, T>) {
    using From = typename E::space_type;
    if (e.shape() != to.shape())
      throw shape_error("copy_async: the target has shape " + to_string(to.shape()) +
                        ", the source " + to_string(e.shape()));
    if (!to.is_contiguous())
      throw value_error("copy_async: the target's elements do not lie in C order");
    auto const from = detail::contiguous(evaluate(e));
    std::size_t const bytes = static_cast<std::size_t>(to.size()) * sizeof(T);
    if (bytes == 0) return;
    auto& source = from.space().queue();
    auto& target = to.space().queue();
    if constexpr (!To::host_accessible && From::host_accessible) {
      if (!target.copies_alone(from.data()))
        return to.space().copy_from_host(to.data(), from.data(), bytes);
      backends::operation const running("copy_async", target);
      target.copy(to.data(), from.data(), bytes);
      if (from.owner()) target.keep(from.owner());
    } else if constexpr (To::host_accessible && !From::host_accessible) {
      if (!source.copies_alone(to.data()))
        return from.space().copy_to_host(to.data(), from.data(), bytes);
      backends::operation const running("copy_async", source);
      source.copy(to.data(), from.data(), bytes);
      if (to.owner()) source.keep(to.owner());
    } else if constexpr (!std::is_same_v<From, To>) {  // two of the host's, both done
      backends::operation const running("copy_async", target);
      target.copy(to.data(), from.data(), bytes);
    } else {
      struct leaf {
        backends::queue* queue;
      };
      backends::operation const running("copy_async", target, std::array{leaf{&source}});
      target.copy(to.data(), from.data(), bytes);
    }
  }
}

}  // namespace acre
