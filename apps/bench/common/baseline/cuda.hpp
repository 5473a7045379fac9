#pragma once

#include <acre/backends/cuda/space.hpp>

#include <cub/cub.cuh>

/// The bars to reach on CUDA: the runtime's copy and CUB's sum.
namespace acre::bench {

template <class T>
struct baseline<cuda, T> {
  static constexpr char const* copy_name = "cudaMemcpy";
  static void copy(cuda const& space, T* to, T const* from, std::int64_t n)
  {
    cudaMemcpyAsync(to, from, n * sizeof(T), cudaMemcpyDeviceToDevice, space.instance().cuda_stream());
  }

  static constexpr char const* sum_name = "cub";
  struct sum {
    cuda space;
    std::size_t bytes = 0;
    std::shared_ptr<unsigned char> scratch;
    sum(cuda const& s, T const* x, std::int64_t n) : space(s)
    {
      cub::DeviceReduce::Sum(nullptr, bytes, x, static_cast<T*>(nullptr), n, s.instance().cuda_stream());
      scratch = detail::allocate<unsigned char>(s, shape_t<1>{static_cast<std::int64_t>(bytes)});
    }
    void operator()(T const* x, T* out, std::int64_t n) const
    {
      std::size_t size = bytes;
      cub::DeviceReduce::Sum(scratch.get(), size, x, out, n, space.instance().cuda_stream());
    }
  };

  static constexpr char const* select_name = "cub";
  struct select {
    cuda space;
    std::size_t bytes = 0;
    std::shared_ptr<unsigned char> scratch;
    select(cuda const& s, T const* x, bool const* flags, std::int64_t n) : space(s)
    {
      cub::DeviceSelect::Flagged(nullptr, bytes, x, flags, static_cast<T*>(nullptr), static_cast<std::int64_t*>(nullptr), n,
                                 s.instance().cuda_stream());
      scratch = detail::allocate<unsigned char>(s, shape_t<1>{static_cast<std::int64_t>(bytes)});
    }
    void operator()(T const* x, bool const* flags, T* out, std::int64_t* count, std::int64_t n) const
    {
      std::size_t size = bytes;
      cub::DeviceSelect::Flagged(scratch.get(), size, x, flags, out, count, n, space.instance().cuda_stream());
    }
  };
};

}  // namespace acre::bench
