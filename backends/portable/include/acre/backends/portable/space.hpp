#pragma once

#include <acre/backends/common/default_queue.hpp>
#include <acre/backends/common/space_handle.hpp>
#include <acre/backends/generic/queue.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace acre {

class host;
class emulated;

namespace backends {

/// What backends/generic asks for of the Kokkos that is there: its foremost space, a GPU's, or of
/// the host's that of threads (OpenMP, Threads, HPX), or Serial.
struct portable_backend {
  using execution_space = Kokkos::DefaultExecutionSpace;
  static constexpr char const* space_name = "portable";
  static constexpr char const* memory_name = "Portable";
  static device_info describe();
  static std::size_t available_memory();
  /// Spaces of a host run what they are given at once, on the same threads; a GPU's have streams.
  static execution_space beside(execution_space const& like);
};

extern template class generic::queue<portable_backend>;

}  // namespace backends

/// Every pattern by its portable body (backends/generic), to test those and to use a space of
/// Kokkos that has no backend of its own. As core sees it, a device whose memory the host doesn't
/// read, also where Kokkos' space is of the host. A backend for one space of Kokkos looks like this
/// one (backends/sycl).
class portable
    : public backends::space_handle<portable,
                                    backends::generic::queue<backends::portable_backend>> {
 public:
  using execution_space = backends::portable_backend::execution_space;
  struct memory_space {};  // of its own: its Views are nobody else's
  static constexpr char const* name = "portable";
  static constexpr bool host_accessible = false;
  using space_handle::space_handle;

  static queue_type& default_queue();
  static queue_type* running_queue();
  static std::shared_ptr<queue_type> make_queue(queue_type const& like, queue_priority,
                                                backends::pool* memory = nullptr);
  static std::vector<device_info> devices() { return {backends::portable_backend::describe()}; }
  static portable of_device(int) { return {}; }
  execution_space const& instance() const { return this->queue().instance(); }
};

namespace detail {

template <class... T>
struct type_list;
template <class List>
struct variant_of;
/// As with the emulated space alone: acre::dynamic is not compiled for the host.
template <>
struct variant_of<type_list<host, emulated, portable>> {
  using type = std::variant<emulated, portable>;
};

}  // namespace detail

}  // namespace acre

#if defined(ACRE_PORTABLE_ALONE)
namespace acre {

class cuda;
class hip;

namespace detail {

/// ACRE_TESTS=generic: acre::dynamic is compiled for this space alone.
template <>
struct variant_of<type_list<host, portable>> {
  using type = std::variant<portable>;
};
template <>
struct variant_of<type_list<host, cuda, portable>> {
  using type = std::variant<portable>;
};
template <>
struct variant_of<type_list<host, hip, portable>> {
  using type = std::variant<portable>;
};

}  // namespace detail

}  // namespace acre
#endif
