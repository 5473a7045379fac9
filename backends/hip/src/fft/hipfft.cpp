#include <acre/backends/gpu_common/fft_library.hpp>
#include <acre/backends/hip/space.hpp>

#include <hipfft/hipfft.h>

namespace acre::backends {

namespace {

/// The calls that gpu_common/fft_library.hpp asks for.
struct hipfft {
  static constexpr auto create = hipfftCreate;
  static constexpr auto destroy = hipfftDestroy;
  static constexpr auto set_auto_allocation = hipfftSetAutoAllocation;
  static constexpr auto make_plan = hipfftMakePlanMany64;
  static constexpr auto set_stream = hipfftSetStream;
  static constexpr auto set_work_area = hipfftSetWorkArea;
  static constexpr auto c2c = hipfftExecC2C;
  static constexpr auto z2z = hipfftExecZ2Z;
  static constexpr auto r2c = hipfftExecR2C;
  static constexpr auto d2z = hipfftExecD2Z;
  static constexpr auto c2r = hipfftExecC2R;
  static constexpr auto z2d = hipfftExecZ2D;

  static constexpr hipfftType types[2][3] = {{HIPFFT_Z2Z, HIPFFT_D2Z, HIPFFT_Z2D},
                                             {HIPFFT_C2C, HIPFFT_R2C, HIPFFT_C2R}};
  static constexpr hipfftResult success = HIPFFT_SUCCESS, no_memory = HIPFFT_ALLOC_FAILED;
  static constexpr int forward = HIPFFT_FORWARD, inverse = HIPFFT_BACKWARD;
  static constexpr char const *name = "hipFFT", *prefix = "hipfft";
};

}  // namespace

template <>
void fft(gpu::queue<hip_api>& on, fft_problem const& problem)
{
  gpu::run_fft<gpu::fft_library<hipfft>>(on, problem);
}

}  // namespace acre::backends
