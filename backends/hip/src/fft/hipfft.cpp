#include <acre/backends/gpu_common/fft_plans.hpp>
#include <acre/backends/hip/space.hpp>

#include <hipfft/hipfft.h>

namespace acre::backends {

namespace {

void check(hipfftResult result, char const* call)
{
  if (result == HIPFFT_SUCCESS) return;
  if (result == HIPFFT_ALLOC_FAILED)
    throw out_of_memory(std::string("hipFFT's ") + call + ": memory cannot be had");
  throw backend_error(std::string("hipFFT's ") + call + " failed with code " +
                      std::to_string(static_cast<int>(result)));
}

struct hip_library {
  using plan = hipfftHandle;

  static hipfftType type_of(fft_problem const& p)
  {
    switch (p.kind) {
      case fft_kind::complex:
        return p.single ? HIPFFT_C2C : HIPFFT_Z2Z;
      case fft_kind::real_to_complex:
        return p.single ? HIPFFT_R2C : HIPFFT_D2Z;
      default:
        return p.single ? HIPFFT_C2R : HIPFFT_Z2D;
    }
  }

  static plan make(fft_problem const& p, std::size_t& bytes)
  {
    plan made;
    check(hipfftCreate(&made), "hipfftCreate");
    try {
      check(hipfftSetAutoAllocation(made, 0), "hipfftSetAutoAllocation");
      long long int length[fft_most_axes];
      std::copy_n(p.length, p.axes, length);
      // null: without gaps, one behind the other
      check(hipfftMakePlanMany64(made, p.axes, length, nullptr, 1, 0, nullptr, 1, 0, type_of(p),
                                 p.count, &bytes),
            "hipfftMakePlanMany64");
    } catch (...) {
      hipfftDestroy(made);
      throw;
    }
    return made;
  }
  static void destroy(plan p) { hipfftDestroy(p); }

  static void run(plan handle, fft_problem const& p, hipStream_t stream, void* work)
  {
    check(hipfftSetStream(handle, stream), "hipfftSetStream");
    check(hipfftSetWorkArea(handle, work), "hipfftSetWorkArea");
    auto* const in = const_cast<void*>(p.in);
    int const direction = p.inverse ? HIPFFT_BACKWARD : HIPFFT_FORWARD;
    switch (type_of(p)) {
      case HIPFFT_C2C:
        return check(hipfftExecC2C(handle, static_cast<hipfftComplex*>(in),
                                   static_cast<hipfftComplex*>(p.out), direction),
                     "hipfftExecC2C");
      case HIPFFT_Z2Z:
        return check(hipfftExecZ2Z(handle, static_cast<hipfftDoubleComplex*>(in),
                                   static_cast<hipfftDoubleComplex*>(p.out), direction),
                     "hipfftExecZ2Z");
      case HIPFFT_R2C:
        return check(
            hipfftExecR2C(handle, static_cast<hipfftReal*>(in), static_cast<hipfftComplex*>(p.out)),
            "hipfftExecR2C");
      case HIPFFT_D2Z:
        return check(hipfftExecD2Z(handle, static_cast<hipfftDoubleReal*>(in),
                                   static_cast<hipfftDoubleComplex*>(p.out)),
                     "hipfftExecD2Z");
      case HIPFFT_C2R:
        return check(
            hipfftExecC2R(handle, static_cast<hipfftComplex*>(in), static_cast<hipfftReal*>(p.out)),
            "hipfftExecC2R");
      default:
        return check(hipfftExecZ2D(handle, static_cast<hipfftDoubleComplex*>(in),
                                   static_cast<hipfftDoubleReal*>(p.out)),
                     "hipfftExecZ2D");
    }
  }
};

}  // namespace

template <>
void fft(gpu::queue<hip_api>& on, fft_problem const& problem)
{
  gpu::run_fft<hip_library>(on, problem);
}

}  // namespace acre::backends
