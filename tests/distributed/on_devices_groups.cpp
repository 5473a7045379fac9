#include "on_devices.hpp"

void same_bits::groups_on(dist::processes const& all, std::string_view space)
{
  on_device(space, [&](auto const& on) { groups(all, on); });
}
