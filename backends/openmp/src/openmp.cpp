#include <acre/backends/common/default_queue.hpp>
#include <acre/backends/openmp/queue.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <exception>
#include <utility>

#include <omp.h>

namespace acre {

namespace {

using backends::host::task_range;

/// Threads of OpenMP cannot be given work by one of them: it would run on that one alone, wait for
/// a queue that the others hold, or end the program in Kokkos.
void require_outside_of_regions()
{
  if (omp_in_parallel())
    throw launch_error(
        "acre: the space openmp is used inside a parallel region of OpenMP (Kokkos::parallel_for, "
        "launch, #pragma omp parallel), where its threads are in use; call acre before or after "
        "it, or use acre::serial() there");
}

/// Kokkos 4 has a static concurrency(instance), whose default argument is an instance made anew.
template <class Instance>
int threads_of(Instance const& instance)
{
  if constexpr (requires { Instance::concurrency(instance); })
    return Instance::concurrency(instance);
  else
    return instance.concurrency();
}

/// Neighbouring tasks run on the same thread.
class openmp_queue final : public backends::host::queue {
 public:
  explicit openmp_queue(Kokkos::OpenMP instance, backends::pool* memory = nullptr)
      : queue(Kokkos::Tools::Experimental::device_id(instance), memory),
        instance_(std::move(instance))
  {}
  /// The one that default_queue() gives, which asks where it is called.
  struct as_default {};
  openmp_queue(Kokkos::OpenMP instance, as_default) : openmp_queue(std::move(instance))
  {
    calls_one_task_ = true;
  }

  Kokkos::OpenMP const& instance() const { return instance_; }
  int threads() const override { return threads_of(instance_); }
  char const* space_name() const override { return backends::host::openmp_kind.name; }
  std::shared_ptr<queue> another(backends::pool* memory) const override
  {
    return std::make_shared<openmp_queue>(Kokkos::OpenMP(threads()), memory);
  }

  static std::shared_ptr<queue> shared();
  static queue& standard();
  static queue* running();

  void fence() override
  {
    require_outside_of_regions();
    queue::fence();
  }

 private:
  void run(char const* step, std::int64_t count, task_range const& tasks) override
  {
    require_outside_of_regions();
    std::int64_t const threads = std::min<std::int64_t>(count, this->threads());
    if (threads <= 1) {
      backends::tools::kernel const seen(*this, step);
      tasks(0, count);
      return;
    }
    // an exception must not leave a thread of OpenMP's: the lowest thread's goes on from here
    std::vector<std::exception_ptr> thrown(static_cast<std::size_t>(threads));
    using namespace backends::tools;
    Kokkos::parallel_for(listening() ? kernel_name(*this, step) : "acre",
                         Kokkos::RangePolicy<Kokkos::OpenMP, Kokkos::Schedule<Kokkos::Static>>(
                             instance_, 0, threads),
                         [&](int thread) {
                           try {
                             tasks(count * thread / threads, count * (thread + 1) / threads);
                           } catch (...) {
                             thrown[static_cast<std::size_t>(thread)] = std::current_exception();
                           }
                         });
    instance_.fence("acre: tasks of a kernel");
    for (auto const& each : thrown)
      if (each) std::rethrow_exception(each);
  }

  Kokkos::OpenMP instance_;
};

backends::default_queue_slot<openmp_queue> default_slot;

std::shared_ptr<backends::host::queue> openmp_queue::shared()
{
  require_outside_of_regions();  // before anything is locked
  return default_slot.share(backends::host::openmp_kind.name, [] {
    return std::make_shared<openmp_queue>(Kokkos::OpenMP(), as_default{});
  });
}

backends::host::queue& openmp_queue::standard()
{
  require_outside_of_regions();
  if (auto* const running = default_slot.running()) return *running;
  return *shared();
}

backends::host::queue* openmp_queue::running() { return default_slot.running(); }

}  // namespace

constinit backends::host::queue_kind const backends::host::openmp_kind{
    .name = "openmp",
    .shared = openmp_queue::shared,
    .standard = openmp_queue::standard,
    .running = openmp_queue::running,
    .threads = [] { return openmp_queue::standard().threads(); },
    .of_threads = openmp};

host openmp() { return backends::host::handle_of(backends::host::openmp_kind); }

host openmp(int threads)
{
  if (threads < 1)
    throw value_error("acre::openmp: a queue has one thread or more, not " +
                      std::to_string(threads));
  openmp_queue::shared();  // throws without a runtime
  return openmp(Kokkos::OpenMP(threads));
}

host openmp(Kokkos::OpenMP const& instance)
{
  return instance == Kokkos::OpenMP() ? openmp() : host(std::make_shared<openmp_queue>(instance));
}

Kokkos::OpenMP const& openmp_instance(host const& space)
{
  auto const* const queue = dynamic_cast<openmp_queue const*>(&space.queue());
  if (!queue)
    throw backend_error(std::string("acre::openmp_instance: the queue is of ") +
                        space.queue().space_name() + ", not of openmp");
  return queue->instance();
}

}  // namespace acre
