#include <acre/backends/common/default_queue.hpp>
#include <acre/backends/openmp/space.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <exception>
#include <utility>

namespace acre {

namespace {

using backends::host::task_range;

/// Neighbouring tasks run on the same thread.
class openmp_queue final : public backends::host::queue {
 public:
  explicit openmp_queue(Kokkos::OpenMP instance) : instance_(std::move(instance)) {}

  Kokkos::OpenMP const& instance() const { return instance_; }
  int threads() const override { return instance_.concurrency(); }

 private:
  void run(std::int64_t count, task_range const& tasks) override
  {
    std::int64_t const threads = std::min<std::int64_t>(count, instance_.concurrency());
    if (threads <= 1) {
      tasks(0, count);
      return;
    }
    // an exception must not leave a thread of OpenMP's: the lowest thread's goes on from here
    std::vector<std::exception_ptr> thrown(static_cast<std::size_t>(threads));
    Kokkos::parallel_for("acre::for_tasks",
                         Kokkos::RangePolicy<Kokkos::OpenMP, Kokkos::Schedule<Kokkos::Static>>(
                             instance_, 0, threads),
                         [&](int thread) {
                           try {
                             tasks(count * thread / threads, count * (thread + 1) / threads);
                           } catch (...) {
                             thrown[static_cast<std::size_t>(thread)] = std::current_exception();
                           }
                         });
    instance_.fence("acre::for_tasks");
    for (auto const& each : thrown)
      if (each) std::rethrow_exception(each);
  }

  Kokkos::OpenMP instance_;
};

backends::default_queue_slot<openmp_queue> default_slot;

}  // namespace

openmp::openmp(execution_space const& instance)
    : space_handle(instance == execution_space() ? nullptr
                                                 : std::make_shared<openmp_queue>(instance))
{}

openmp::openmp(int threads) : openmp(execution_space(threads)) {}

backends::host::queue& openmp::default_queue()
{
  return default_slot.get(name, [] { return std::make_shared<openmp_queue>(Kokkos::OpenMP()); });
}

backends::host::queue* openmp::running_queue() { return default_slot.running(); }

std::shared_ptr<backends::host::queue> openmp::make_queue(backends::host::queue const& like)
{
  auto const& instance = static_cast<openmp_queue const&>(like).instance();
  return std::make_shared<openmp_queue>(Kokkos::OpenMP(instance.concurrency()));
}

openmp::execution_space const& openmp::instance() const
{
  return static_cast<openmp_queue const&>(queue()).instance();
}

std::vector<device_info> openmp::devices()
{
  return {backends::host::describe_cpu(Kokkos::OpenMP().concurrency())};
}

}  // namespace acre
