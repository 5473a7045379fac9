#include <acre/backends/serial/space.hpp>

namespace acre {

std::vector<device_info> serial::devices() { return {backends::host::describe_cpu(1)}; }

backends::host::failures& serial::failure_state()
{
  static backends::host::failures state;
  return state;
}

}  // namespace acre
