#include <acre/backends/cuda/space.hpp>
#include <acre/backends/gpu_common/fft_library.hpp>

#include <cufft.h>

namespace acre::backends {

namespace {

/// The calls that gpu_common/fft_library.hpp asks for.
struct cufft {
  static constexpr auto create = cufftCreate;
  static constexpr auto destroy = cufftDestroy;
  static constexpr auto set_auto_allocation = cufftSetAutoAllocation;
  static constexpr auto make_plan = cufftMakePlanMany64;
  static constexpr auto set_stream = cufftSetStream;
  static constexpr auto set_work_area = cufftSetWorkArea;
  static constexpr auto c2c = cufftExecC2C;
  static constexpr auto z2z = cufftExecZ2Z;
  static constexpr auto r2c = cufftExecR2C;
  static constexpr auto d2z = cufftExecD2Z;
  static constexpr auto c2r = cufftExecC2R;
  static constexpr auto z2d = cufftExecZ2D;

  static constexpr cufftType types[2][3] = {{CUFFT_Z2Z, CUFFT_D2Z, CUFFT_Z2D},
                                            {CUFFT_C2C, CUFFT_R2C, CUFFT_C2R}};
  static constexpr cufftResult success = CUFFT_SUCCESS, no_memory = CUFFT_ALLOC_FAILED;
  static constexpr int forward = CUFFT_FORWARD, inverse = CUFFT_INVERSE;
  static constexpr char const *name = "cuFFT", *prefix = "cufft";
};

}  // namespace

template <>
void fft(gpu::queue<cuda_api>& on, fft_problem const& problem)
{
  gpu::run_fft<gpu::fft_library<cufft>>(on, problem);
}

}  // namespace acre::backends
