#include <acre/backends/serial/space.hpp>

namespace acre {

namespace {

class serial_queue final : public backends::host::queue {
 public:
  int threads() const override { return 1; }

 private:
  void run(std::int64_t count, backends::host::task_range const& tasks) override
  {
    tasks(0, count);
  }
};

}  // namespace

backends::host::queue& serial::default_queue()
{
  static serial_queue queue;
  return queue;
}

std::shared_ptr<backends::host::queue> serial::make_queue(backends::host::queue const&)
{
  return std::make_shared<serial_queue>();
}

std::vector<device_info> serial::devices() { return {backends::host::describe_cpu(1)}; }

}  // namespace acre
