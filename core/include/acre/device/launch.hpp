#pragma once

#include <acre/backends.hpp>
#include <acre/elementwise/detail/program.hpp>
#include <acre/error.hpp>

#include <concepts>
#include <cstdint>
#include <string>
#include <type_traits>

namespace acre {

namespace detail {

/// Whether a function may be copied to where it runs byte by byte. (nvcc wraps lambdas of host and
/// device in a class that does not say.)
template <class F>
inline constexpr bool copied_as_bytes =
#ifdef __CUDACC_EXTENDED_LAMBDA__
    __nv_is_extended_host_device_lambda_closure_type(F) ||
#endif
    std::is_trivially_copyable_v<F>;

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
/// is const and a KOKKOS_FUNCTION; it captures array_refs (a.ref()) and numbers, by value: what
/// owns memory, as an array does, is refused at compile time. Queued. What bits it gives is f's
/// affair. Throws value_error for a negative count; on serial and openmp what f throws, of several
/// the one of the lowest index (some of the others have run, too). A kernel of a GPU cannot throw.
template <class Space, class F>
void launch(Space const& space, std::int64_t count, F const& f)
{
  static_assert(
      detail::copied_as_bytes<F>,
      "acre: launch's function captures something that owns memory; of an array a capture "
      "a.ref()");
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
