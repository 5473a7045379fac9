#include <acre/backends/common/backend_space.hpp>
#include <acre/backends/host_common/patterns.hpp>
#include <acre/backends/serial/space.hpp>

namespace acre {

static_assert(backends::backend_space<serial>);

namespace {

/// Kokkos Tools number Kokkos' Serial 0.
class serial_queue final : public backends::host::queue {
 public:
  explicit serial_queue(backends::pool* memory = nullptr) : queue(0, memory)
  {
    calls_one_task_ = true;
  }
  int threads() const override { return 1; }

 private:
  void run(char const* step, std::int64_t count, backends::host::task_range const& tasks) override
  {
    backends::tools::kernel const seen(*this, step);
    tasks(0, count);
  }
};

}  // namespace

backends::host::queue& serial::default_queue()
{
  static serial_queue queue;
  return queue;
}

std::shared_ptr<backends::host::queue> serial::make_queue(backends::host::queue const&,
                                                          queue_priority, backends::pool* memory)
{
  return std::make_shared<serial_queue>(memory);
}

std::vector<device_info> serial::devices() { return {backends::host::describe_cpu(1)}; }

}  // namespace acre
