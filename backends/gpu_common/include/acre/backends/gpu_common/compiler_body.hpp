#pragma once

#include <acre/backends/gpu_common/queue.hpp>
#include <acre/backends/gpu_common/vendor_compiler.hpp>

#include <cstdint>
#include <string>

namespace acre::backends::gpu {

/// A vendor's compiler for the queues of its Api.
template <class Api>
class run_time_compiler final : public vendor_compiler {
 public:
  using vendor_compiler::vendor_compiler;

  std::uint32_t* tickets(backends::queue& on, std::int64_t count) override
  {
    return static_cast<queue<Api>&>(on).tickets(count);
  }
  int multiprocessors(backends::queue& on) const override
  {
    return static_cast<queue<Api>&>(on).multiprocessors();
  }

 protected:
  void* stream_of(backends::queue& on) const override
  {
    return static_cast<queue<Api>&>(on).stream();
  }
  std::string capability_of(backends::queue& on) const override
  {
    return static_cast<queue<Api>&>(on).device().compute_capability;
  }
};

}  // namespace acre::backends::gpu
