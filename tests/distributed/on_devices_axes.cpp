#include "on_devices.hpp"

void same_bits::axes_on(dist::processes const& all, std::string_view space)
{
  on_device(space, [&](auto const& on) { along_axes(all, on); });
}
