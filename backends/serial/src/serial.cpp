#include <acre/backends/serial/queue.hpp>

namespace acre {

namespace {

/// Kokkos Tools number Kokkos' Serial 0.
class serial_queue final : public backends::host::queue {
 public:
  explicit serial_queue(backends::pool* memory = nullptr) : queue(0, memory)
  {
    usable_where_named_ = true;
  }
  int threads() const override { return 1; }
  char const* space_name() const override { return backends::host::serial_kind.name; }
  std::shared_ptr<queue> another(backends::pool* memory) const override
  {
    return std::make_shared<serial_queue>(memory);
  }

  static queue& standard()
  {
    static serial_queue only;
    return only;
  }
  /// It stays: nothing is counted.
  static std::shared_ptr<queue> shared() { return {std::shared_ptr<void>(), &standard()}; }

 private:
  void run(char const* step, std::int64_t count, backends::host::task_range const& tasks) override
  {
    backends::tools::kernel const seen(*this, step);
    tasks(0, count);
  }
};

}  // namespace

constinit backends::host::queue_kind backends::host::serial_kind{
    .name = "serial",
    .standard = serial_queue::standard,
    .running = [] { return &serial_queue::standard(); },
    .shared = serial_queue::shared,
    .threads = [] { return 1; },
    .of_threads = nullptr};

host serial() { return backends::host::handle_of(backends::host::serial_kind); }

}  // namespace acre
