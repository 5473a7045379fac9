#pragma once

#include <acre/backends/cuda/space.hpp>

#include <cstdint>
#include <vector>

#include <cufft.h>

/// cuFFT, called by hand with a plan that has been made before.
namespace acre::bench {

template <>
class fft_baseline<cuda> {
 public:
  static constexpr char const* name = "cufft";

  template <class T>
  fft_baseline(cuda const& space, std::vector<std::int64_t> const& lengths, std::int64_t count, T*)
  {
    std::vector<long long> n(lengths.begin(), lengths.end());
    std::size_t bytes = 0;
    cufftCreate(&plan_);
    cufftMakePlanMany64(plan_, static_cast<int>(n.size()), n.data(), nullptr, 1, 0, nullptr, 1, 0,
                        sizeof(T) == 4 ? CUFFT_C2C : CUFFT_Z2Z, count, &bytes);
    cufftSetStream(plan_, space.stream());
  }
  fft_baseline(fft_baseline const&) = delete;
  ~fft_baseline() { cufftDestroy(plan_); }

  void run(complex<float> const* in, complex<float>* out)
  {
    cufftExecC2C(plan_, reinterpret_cast<cufftComplex*>(const_cast<complex<float>*>(in)),
                 reinterpret_cast<cufftComplex*>(out), CUFFT_FORWARD);
  }
  void run(complex<double> const* in, complex<double>* out)
  {
    cufftExecZ2Z(plan_, reinterpret_cast<cufftDoubleComplex*>(const_cast<complex<double>*>(in)),
                 reinterpret_cast<cufftDoubleComplex*>(out), CUFFT_FORWARD);
  }

 private:
  cufftHandle plan_;
};

}  // namespace acre::bench
