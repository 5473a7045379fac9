#include <acre/backends.hpp>
#include <acre/backends/common/backend_space.hpp>
#include <acre/backends/generic/patterns.hpp>
#include <acre/backends/host_common/queue.hpp>
#include <acre/backends/portable/space.hpp>
#include <acre/backends/serial/queue.hpp>

#include <cstddef>
#include <string>
#include <type_traits>

namespace acre {

namespace backends {

static_assert(backend_space<acre::portable>);

template class generic::queue<portable_backend>;

namespace of_portable {

inline constexpr bool on_host = acre::portable::queue_type::is_host;

/// Whose facts and memory these are: the space that acre has for the same device.
template <class List>
struct space_before;
template <class Space, class... Rest>
struct space_before<acre::detail::type_list<Space, acre::portable, Rest...>> {
  using type = Space;
};
template <class Space, class Next, class... Rest>
  requires(!std::is_same_v<Next, acre::portable>)
struct space_before<acre::detail::type_list<Space, Next, Rest...>>
    : space_before<acre::detail::type_list<Next, Rest...>> {};

template <bool OnHost>
struct device_of {  // a GPU
  using space = typename space_before<all_spaces>::type;
  static device_info describe() { return space().device(); }
  static pool& memory() { return space().queue().device_memory(); }
  template <class Instance>
  static Instance beside(Instance const& like)
  {
    return Kokkos::Experimental::partition_space(like, 1)[0];
  }
};
template <>
struct device_of<true> {
  static device_info describe()
  {
    return host::describe_cpu(portable_backend::execution_space().concurrency());
  }
  static pool& memory() { return serial().queue().device_memory(); }
  template <class Instance>
  static Instance beside(Instance const& like)
  {
    return like;
  }
};

}  // namespace of_portable

device_info portable_backend::describe()
{
  device_info info = of_portable::device_of<of_portable::on_host>::describe();
  info.name += ", by " + std::string(execution_space::name());
  return info;
}

std::size_t portable_backend::available_memory()
{
  return of_portable::device_of<of_portable::on_host>::memory().available();
}

portable_backend::execution_space portable_backend::beside(execution_space const& like)
{
  return of_portable::device_of<of_portable::on_host>::beside(like);
}

namespace {

using queue_type = acre::portable::queue_type;
default_queue_slot<queue_type> default_slot;

}  // namespace
}  // namespace backends

portable::queue_type& portable::default_queue()
{
  return backends::default_slot.get(name,
                                    [] { return std::make_shared<queue_type>(execution_space()); });
}
portable::queue_type* portable::running_queue() { return backends::default_slot.running(); }
std::shared_ptr<portable::queue_type> portable::make_queue(queue_type const& like, queue_priority,
                                                           backends::pool* memory)
{
  return std::make_shared<queue_type>(backends::portable_backend::beside(like.instance()), memory);
}

}  // namespace acre
