#pragma once

#include <acre/device/spaces.hpp>

#include "for_rows.hpp"
#include "in_turn.hpp"

/// What codes of particles, of grids and users of NumPy write most, from ten elements to millions,
/// beside the loops that they would write instead, compiled with the same flags. An area has a
/// file; all run on a CPU only.
namespace acre::bench {

void add_calls(host const& space);
void add_rows(host const& space);
void add_columns(host const& space);
void add_functions(host const& space);
void add_lists(host const& space);
void add_particles(host const& space);
void add_grids(host const& space);
void add_selections(host const& space);
void add_orders(host const& space);

/// Keeps what a loop has computed.
template <class T>
void use(T value)
{
  benchmark::DoNotOptimize(value);
}

}  // namespace acre::bench
