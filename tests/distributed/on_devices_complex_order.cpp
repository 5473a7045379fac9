#include "on_devices.hpp"

void same_bits::complex_order_on(dist::processes const& all, std::string_view space)
{
  on_device(space, [&](auto const& on) { complex_order(all, on); });
}
