#pragma once

#include <acre/backends/common/keyed.hpp>
#include <acre/backends/generic/task_runner.hpp>
#include <acre/backends/host_common/keyed.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

/// See backends/common/keyed.hpp: the kernels of host_common, over what Kokkos has on a CPU.
namespace acre::backends {

template <class Backend, class Key, class T, std::size_t Columns, class Map, class Reducer,
          class Target>
  requires generic::queue<Backend>::is_host
bool reduce_keyed(generic::queue<Backend>& on, Key const* keys, Key first, std::int64_t places,
                  std::int64_t n, std::array<T const*, Columns> const& columns, Map const& map,
                  Reducer const& reducer, Target const& target)
{
  generic::task_runner<Backend> tasks(on);
  return reduce_keyed(tasks, keys, first, places, n, columns, map, reducer, target);
}

template <class Backend, class Key, class Move>
  requires generic::queue<Backend>::is_host
bool partition_counted(generic::queue<Backend>& on, Key const* keys, std::int64_t n,
                       std::int64_t places, std::int64_t* offsets, Move const& move)
{
  generic::task_runner<Backend> tasks(on);
  return partition_counted(tasks, keys, n, places, offsets, move);
}

template <class Backend>
  requires generic::queue<Backend>::is_host
void rows_keyed(generic::queue<Backend>& on, std::uint32_t const* keys, std::uint32_t first,
                std::int64_t places, std::int64_t n, bool last, std::int64_t* rows)
{
  generic::task_runner<Backend> tasks(on);
  rows_keyed(tasks, keys, first, places, n, last, rows);
}

}  // namespace acre::backends
