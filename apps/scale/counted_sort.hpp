#pragma once

#include <cstdint>

#include "model.hpp"

namespace acre::scale {

/// What acre::distributed::sort sends of `elements` float64 a process, uniform numbers of
/// generator(42): computed from all keys in order, of more processes than can be run, as each keeps
/// a word for each cut. Its messages, rounds and bytes are those of detail/sort.hpp and
/// splitters.cpp, to which a test compares it.
cost counted_sort(int processes, std::int64_t elements, parameters const& p);

}  // namespace acre::scale
