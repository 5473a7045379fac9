#pragma once

#include <acre/backends.hpp>
#include <acre/elementwise/detail/program.hpp>
#include <acre/error.hpp>

#include <concepts>
#include <cstdint>
#include <string>

namespace acre {

namespace detail {

/// A user's function as a sink: what it is handed is its index.
template <class F>
struct call_sink {
  static constexpr int width = 8;
  static constexpr bool packable = false;
  F f;
  KOKKOS_INLINE_FUNCTION call_sink const& bind(position const&, int = 0) const { return *this; }
  template <bool Unit>
  KOKKOS_INLINE_FUNCTION void put(std::int64_t, std::int64_t index, std::int64_t = 0) const
  {
    f(index);
  }
};

}  // namespace detail

/// f(0) … f(count - 1), in any order and at the same time: a kernel of one's own. f's operator()
/// is const and a KOKKOS_FUNCTION; it captures array_refs (a.ref()) and numbers, by value.
/// Queued. What bits it gives is f's affair. Throws value_error for a negative count.
template <class Space, class F>
void launch(Space const& space, std::int64_t count, F const& f)
{
  if (count < 0) throw value_error("launch: count " + std::to_string(count) + " is negative");
  if (count == 0) return;
  backends::iteration it;
  it.inner = count;
  detail::leaf_layout flat{};
  flat.inner_stride = 1;
  backends::operation const running("launch", space.queue());
  backends::elementwise(space.queue(), it, detail::index_program{0, detail::row_offset(flat)},
                        detail::call_sink<F>{f});
}

}  // namespace acre
