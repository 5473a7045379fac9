#pragma once

#include <acre/array/copy.hpp>

#include <type_traits>

namespace acre {

/// The elements where `space` reads them, Kokkos' function of this name: the array itself where its
/// memory is that of `space`, so that a CPU build neither copies nor takes memory; else a copy,
/// copy_to(space, e). An expression is computed on its own space first.
///
/// ```cpp
/// auto const x = linspace(0.0, 1.0, 5);
/// auto const seen = create_mirror_view_and_copy(host(), x);  // on a GPU a copy
/// double largest = 0;
/// for (std::int64_t i = 0; i < seen.size(); ++i) largest = std::max(largest, seen.data()[i]);
/// std::cout << largest << '\n';
/// ```
/// ```text
/// 1
/// ```
///
/// The result is a handle of x where nothing was copied: it has x's strides and queue, and whether
/// it sees what is assigned to x later differs between spaces, so take a new one then. What the
/// host has written to it goes back by x(ellipsis) = create_mirror_view_and_copy(x.space(), seen).
/// Waits for x's queue, and throws index errors that are pending there.
template <class To, expression E>
auto create_mirror_view_and_copy(To const& space, E const& e)
{
  if constexpr (std::is_same_v<To, typename E::space_type>) {
    auto const own = evaluate(e);
    if (!space.queue().reaches(own.space().queue())) return copy_to(space, own);
    own.space().fence();
    return own;
  } else {
    return copy_to(space, e);
  }
}

}  // namespace acre
