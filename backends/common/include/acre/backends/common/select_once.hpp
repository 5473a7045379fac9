#pragma once

#include <acre/backends/common/select.hpp>

#include <cstdint>

/// GPUs mark elements and pick them (select.hpp) in one step as well, into memory for all of them:
///
///   selects_at_once(on, count, stored)             whether select takes so many, and is the faster
///                                                  way; `stored`: the condition is an array
///   select(on, count, packed, selection, out, kept)
///                                                  out has what the selection keeps, in order;
///                                                  *kept is how many (for read_back)
///
/// The kernels: gpu_common/select_once.hpp.
namespace acre::backends {

/// CPUs read the elements that are marked from their caches, and have none of these.
template <class Queue>
bool selects_at_once(Queue const&, std::int64_t, bool) = delete;
template <class Queue, class Selection, class Out>
void select(Queue&, std::int64_t, bool, Selection const&, Out*, std::int64_t*) = delete;

}  // namespace acre::backends
