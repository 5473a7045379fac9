#pragma once

#include <acre/device/spaces.hpp>
#include <acre/distributed/processes.hpp>

/// same_bits on the host.
namespace same_bits {

void all_of_host(acre::distributed::processes const& all, acre::host const& on);
void few_of_host(acre::distributed::processes const& all, acre::host const& on);

}  // namespace same_bits
