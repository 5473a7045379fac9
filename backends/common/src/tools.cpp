#include <acre/backends/common/queue.hpp>
#include <acre/backends/common/tools.hpp>

#include <Kokkos_Core.hpp>

namespace acre::backends::tools {

void push_region(char const* operation)
{
  Kokkos::Tools::pushRegion(std::string("acre::") + operation);
}
void push_users_region(std::string const& name) { Kokkos::Tools::pushRegion(name); }
void pop_region() { Kokkos::Tools::popRegion(); }

void allocated(char const* space, char const* label, void const* data, std::size_t bytes)
{
  if (data && listening())
    Kokkos::Tools::allocateData(Kokkos::Tools::make_space_handle(space), label, data, bytes);
}
void deallocated(char const* space, char const* label, void const* data, std::size_t bytes)
{
  if (data && listening())
    Kokkos::Tools::deallocateData(Kokkos::Tools::make_space_handle(space), label, data, bytes);
}

std::string kernel_name(queue const& on, char const* step)
{
  return std::string("acre::") + on.operation_name() + "::" + step;
}

kernel::kernel(queue const& on, char const* step)
{
  if (on.unheard() || !listening()) return;
  Kokkos::Tools::beginParallelFor(kernel_name(on, step), on.tools_device(), &id_);
  begun_ = true;
}
void kernel::end() { Kokkos::Tools::endParallelFor(id_); }

}  // namespace acre::backends::tools
