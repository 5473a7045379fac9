#include "on_devices.hpp"

void same_bits::blocks_on(dist::processes const& all, std::string_view space)
{
  on_device(space, [&](auto const& on) {
    blocks_and_halos(all, on);
    errors(all, on);
  });
}
