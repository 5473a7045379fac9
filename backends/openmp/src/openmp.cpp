#include <acre/backends/common/default_queue.hpp>
#include <acre/backends/openmp/queue.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <omp.h>
#include <pthread.h>

namespace acre {

namespace {

using backends::host::task_range;

/// Threads of OpenMP cannot be given work by one of them: it would run on that one alone, wait for
/// a queue that the others hold, or end the program in Kokkos. (A program of one thread has none.)
/// Most regions let no exception out, and several threads throw: then the program ends before any
/// of them is told, so the first is told here.
void require_outside_of_regions()
{
  if (backends::has_one_thread() || !omp_in_parallel()) return;
  launch_error const refusal(
      "acre: the space openmp is used inside a parallel region of OpenMP (Kokkos::parallel_for, "
      "launch, #pragma omp parallel), where its threads are in use; call acre before or after "
      "it, or use acre::serial() there");
  static std::once_flag told;
  std::call_once(told, [&] { std::fprintf(stderr, "%s\n", refusal.what()); });
  throw refusal;
}

/// Whether this thread called fork() and is the child's: OpenMP's threads, which Kokkos started
/// when it was initialised, are the parent's, and GNU's OpenMP waits for them. (LLVM's starts
/// others.)
constinit thread_local bool has_lost_its_threads = false;

#ifndef __clang__
int const told_of_forks = pthread_atfork(nullptr, nullptr, [] {
  if (Kokkos::is_initialized()) has_lost_its_threads = true;
});
#endif

void require_threads()
{
  if (has_lost_its_threads)
    throw launch_error(
        "acre: the space openmp is used in a child of fork(), where this thread would wait for "
        "ever "
        "for OpenMP's threads, which are the parent's; use acre::serial() there, or another "
        "std::thread, or call fork() before the runtime begins");
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

/// Kokkos throws exceptions of its own where there is no memory for them.
Kokkos::OpenMP instance_of(int threads)
{
  try {
    return Kokkos::OpenMP(threads);
  } catch (std::exception const& e) {
    throw backend_error("acre::openmp: Kokkos makes no queue of " + std::to_string(threads) +
                        " threads: " + e.what());
  }
}

/// Neighbouring tasks run on the same thread.
class openmp_queue final : public backends::host::queue {
 public:
  explicit openmp_queue(Kokkos::OpenMP const& instance, backends::pool* memory = nullptr)
      : queue(Kokkos::Tools::Experimental::device_id(instance), memory),
        instance_(new Kokkos::OpenMP(instance))
  {}
  /// The one that host() names: standard() asks where it is called.
  struct as_default {};
  openmp_queue(Kokkos::OpenMP const& instance, as_default) : openmp_queue(instance)
  {
    usable_where_named_ = true;
  }
  /// Kokkos ends the program where an instance goes after its end, so that one stays.
  ~openmp_queue() override
  {
    if (!Kokkos::is_finalized()) delete instance_;
  }

  Kokkos::OpenMP const& instance() const
  {
    require_kokkos();
    return *instance_;
  }
  int threads() const override { return threads_of(instance()); }
  char const* space_name() const override { return backends::host::openmp_kind.name; }
  std::shared_ptr<queue> another(backends::pool* memory) const override
  {
    return std::make_shared<openmp_queue>(instance_of(threads()), memory);
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
  static void require_kokkos()
  {
    if (Kokkos::is_finalized())
      throw backend_error(backends::ended_text(backends::host::openmp_kind.name));
  }

  void require_usable() override
  {
    require_outside_of_regions();
    require_kokkos();
  }

  void run(char const* step, std::int64_t count, task_range const& tasks) override
  {
    require_usable();
    std::int64_t const threads = std::min<std::int64_t>(count, this->threads());
    if (threads <= 1) {
      backends::tools::kernel const seen(*this, step);
      tasks(0, count);
      return;
    }
    require_threads();
    // an exception must not leave a thread of OpenMP's: the lowest thread's goes on from here
    std::vector<std::exception_ptr> thrown(static_cast<std::size_t>(threads));
    using namespace backends::tools;
    Kokkos::parallel_for(listening() ? kernel_name(*this, step) : "acre",
                         Kokkos::RangePolicy<Kokkos::OpenMP, Kokkos::Schedule<Kokkos::Static>>(
                             *instance_, 0, threads),
                         [&](int thread) {
                           try {
                             tasks(count * thread / threads, count * (thread + 1) / threads);
                           } catch (...) {
                             thrown[static_cast<std::size_t>(thread)] = std::current_exception();
                           }
                         });
    instance_->fence("acre: tasks of a kernel");
    for (auto const& each : thrown)
      if (each) std::rethrow_exception(each);
  }

  Kokkos::OpenMP const* instance_;
};

/// host()'s queue, and that of openmp() where host() is another.
backends::default_queue_slot<openmp_queue> default_slot, shared_slot;

std::shared_ptr<backends::host::queue> openmp_queue::shared()
{
  require_outside_of_regions();  // before anything is locked
  return shared_slot.share(backends::host::openmp_kind.name,
                           [] { return std::make_shared<openmp_queue>(Kokkos::OpenMP()); });
}

backends::host::queue& openmp_queue::standard()
{
  require_outside_of_regions();
  return default_slot.get(backends::host::openmp_kind.name, [] {
    return std::make_shared<openmp_queue>(Kokkos::OpenMP(), as_default{});
  });
}

backends::host::queue* openmp_queue::running() { return default_slot.running(); }

}  // namespace

constinit backends::host::queue_kind backends::host::openmp_kind{
    .name = "openmp",
    .standard = openmp_queue::standard,
    .running = openmp_queue::running,
    .shared = openmp_queue::shared,
    // a program may list its spaces before it starts one: then as many as OpenMP would take
    .threads =
        [] {
          return Kokkos::is_initialized() ? openmp_queue::standard().threads()
                                          : omp_get_max_threads();
        },
    .of_threads = openmp};

host openmp()
{
  openmp_queue::standard();  // throws without a runtime
  return backends::host::handle_of(backends::host::openmp_kind);
}

host openmp(int threads)
{
  if (int const most = backends::host::most_threads(); threads < 1 || threads > most)
    throw value_error("acre::openmp: a queue has 1 to " + std::to_string(most) +
                      " threads (more than that Kokkos cannot keep), not " +
                      std::to_string(threads));
  openmp_queue::standard();  // throws without a runtime
  return openmp(instance_of(threads));
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
