#include "on_devices.hpp"

void same_bits::chosen_on(dist::processes const& all, std::string_view space)
{
  on_device(space, [&](auto const& on) { chosen_along_axes(all, on); });
}
