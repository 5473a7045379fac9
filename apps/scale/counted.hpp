#pragma once

#include <cstdint>

#include "model.hpp"

/// What operations of acre::distributed send on more processes than can be run, as each keeps lists
/// of all others: computed, message by message. Tests compare with what is sent.
namespace acre::scale {

/// sort of `elements` float64 a process, uniform numbers of generator(42): from all keys in order.
/// Its messages, rounds and bytes are those of detail/sort.hpp and splitters.cpp.
cost counted_sort(int processes, std::int64_t elements, parameters const& p);

/// histogram in so many bins: messages and bytes of combined_by_group (detail/axis_groups.hpp).
cost counted_histogram(int processes, std::int64_t bins, parameters const& p);

}  // namespace acre::scale
