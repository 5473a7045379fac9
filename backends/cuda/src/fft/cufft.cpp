#include <acre/backends/cuda/space.hpp>
#include <acre/backends/gpu_common/fft_library.hpp>
#include <acre/backends/gpu_common/loaded_library.hpp>

#include <cufft.h>

namespace acre::backends {

namespace {

constinit gpu::loaded_library library("cuda: cuFFT", ACRE_FILES_OF_CUFFT);
template <class Function>
using loaded = gpu::loaded_function<Function>;

/// The calls that gpu_common/fft_library.hpp asks for.
struct cufft {
  static inline constinit loaded<decltype(cufftCreate)> create{library, "cufftCreate"};
  static inline constinit loaded<decltype(cufftDestroy)> destroy{library, "cufftDestroy"};
  static inline constinit loaded<decltype(cufftSetAutoAllocation)> set_auto_allocation{
      library, "cufftSetAutoAllocation"};
  static inline constinit loaded<decltype(cufftMakePlanMany64)> make_plan{library,
                                                                          "cufftMakePlanMany64"};
  static inline constinit loaded<decltype(cufftSetStream)> set_stream{library, "cufftSetStream"};
  static inline constinit loaded<decltype(cufftSetWorkArea)> set_work_area{library,
                                                                           "cufftSetWorkArea"};
  static inline constinit loaded<decltype(cufftExecC2C)> c2c{library, "cufftExecC2C"};
  static inline constinit loaded<decltype(cufftExecZ2Z)> z2z{library, "cufftExecZ2Z"};
  static inline constinit loaded<decltype(cufftExecR2C)> r2c{library, "cufftExecR2C"};
  static inline constinit loaded<decltype(cufftExecD2Z)> d2z{library, "cufftExecD2Z"};
  static inline constinit loaded<decltype(cufftExecC2R)> c2r{library, "cufftExecC2R"};
  static inline constinit loaded<decltype(cufftExecZ2D)> z2d{library, "cufftExecZ2D"};

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
