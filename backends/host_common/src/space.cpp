#include <acre/backends/common/backend_space.hpp>
#include <acre/backends/host_common/patterns.hpp>
#include <acre/backends/host_common/space.hpp>

#include <Kokkos_Core.hpp>

#include <atomic>
#include <cstring>
#include <utility>

namespace acre {

static_assert(backends::backend_space<host>);

namespace backends::host {

/// At first the foremost: defined where the kinds are listed (backends.cpp.in), as small calls ask
/// for it.
extern std::atomic<queue_kind const*> chosen;

int most_threads()
{
#ifdef KOKKOS_ENABLE_OPENMP
  return Kokkos::Impl::OpenMPTraits::MAX_THREAD_COUNT;  // it writes behind its list beyond that
#else
  return 1;
#endif
}

queue_kind const* kind_named(char const* name)
{
  for (queue_kind const* const each : kinds())
    if (std::strcmp(each->name, name) == 0) return each;
  return nullptr;
}

queue_kind const& chosen_kind() { return *chosen.load(std::memory_order_relaxed); }

void choose(queue_kind const& which)
{
  chosen.store(&which, std::memory_order_relaxed);
  named_alone.store(nullptr, std::memory_order_relaxed);
}

constinit std::atomic<queue*> named_alone = nullptr;

queue& named_queue()
{
  queue& found = chosen.load(std::memory_order_relaxed)->standard();
  if (has_one_thread()) {
    static bool is_told_of_the_end = false;
    if (!std::exchange(is_told_of_the_end, true))
      Kokkos::push_finalize_hook([] {
        named_alone.store(nullptr, std::memory_order_relaxed);
        is_told_of_the_end = false;
      });
    named_alone.store(&found, std::memory_order_relaxed);
  }
  return found;
}

acre::host handle_of(queue_kind const& which)
{
  return &which == &chosen_kind() ? acre::host() : acre::host(which.shared());
}

}  // namespace backends::host

backends::host::queue* host::running_queue() { return backends::host::chosen_kind().running(); }

std::vector<device_info> host::devices()
{
  return {backends::host::describe_cpu(backends::host::chosen_kind().threads())};
}

}  // namespace acre
