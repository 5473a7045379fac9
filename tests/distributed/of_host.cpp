#include "of_host.hpp"

#include "same_bits.hpp"

namespace same_bits {

void all_of_host(dist::processes const& all, host const& on)
{
  reductions(all, on);
  statistics(all, on);
  along_axes(all, on);
  chosen_along_axes(all, on);
  scans(all, on);
  counts(all, on);
  blocks_and_halos(all, on);
  order(all, on);
  complex_order(all, on);
  groups(all, on);
  places(all, on);
  errors(all, on);
}

void few_of_host(dist::processes const& all, host const& on)
{
  reductions(all, on);
  statistics(all, on);
}

}  // namespace same_bits
