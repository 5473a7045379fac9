#include "on_devices.hpp"

void same_bits::counts_on(dist::processes const& all, std::string_view space)
{
  on_device(space, [&](auto const& on) { counts(all, on); });
}
