#pragma once

#include <acre/elementwise/detail/host_list.hpp>

/// Misuses of <acre/index/put.hpp>, refused with a sentence; that header opens this one last.
namespace acre {

/// put(a, {0, 1}, 1.0).
template <element T, int Rank, class Space, class... Rest>
void put(array<T, Rank, Space> const&, detail::host_list, Rest const&...)
{}

}  // namespace acre
