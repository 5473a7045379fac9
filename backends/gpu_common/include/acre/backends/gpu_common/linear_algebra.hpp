#pragma once

#include <acre/backends/common/linear_algebra.hpp>
#include <acre/backends/gpu_common/queue.hpp>

#include <cstdint>
#include <vector>

namespace acre::backends::gpu {

/// The codes that the matrices of a stack leave on the device.
template <class Api>
class device_codes {
 public:
  device_codes(queue<Api>& on, std::int64_t count)
      : on_(on), count_(count), memory_(on.template scratch<int>(count))
  {}
  int* of(std::int64_t each) { return memory_.data() + each; }
  std::vector<int> read()
  {
    std::vector<int> codes(static_cast<std::size_t>(count_));
    on_.copy_to_host(codes.data(), memory_.data(), codes.size() * sizeof(int));
    return codes;
  }

 private:
  queue<Api>& on_;
  std::int64_t count_;
  scratch_memory<Api, int> memory_;
};

}  // namespace acre::backends::gpu

namespace acre::backends {

/// See backends/common/linear_algebra.hpp. In the component acre::linalg.
template <class Api>
linear_algebra& linear_algebra_of(gpu::queue<Api>& on)
{
  return Api::algebra(on);
}

}  // namespace acre::backends
