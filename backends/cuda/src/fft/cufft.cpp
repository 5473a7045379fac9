#include <acre/backends/cuda/space.hpp>
#include <acre/backends/gpu_common/fft_plans.hpp>

#include <cufft.h>

namespace acre::backends {

namespace {

void check(cufftResult result, char const* call)
{
  if (result == CUFFT_SUCCESS) return;
  if (result == CUFFT_ALLOC_FAILED)
    throw out_of_memory(std::string("cuFFT's ") + call + ": memory cannot be had");
  throw backend_error(std::string("cuFFT's ") + call + " failed with code " +
                      std::to_string(static_cast<int>(result)));
}

struct cuda_library {
  using plan = cufftHandle;

  static cufftType type_of(fft_problem const& p)
  {
    switch (p.kind) {
      case fft_kind::complex:
        return p.single ? CUFFT_C2C : CUFFT_Z2Z;
      case fft_kind::real_to_complex:
        return p.single ? CUFFT_R2C : CUFFT_D2Z;
      default:
        return p.single ? CUFFT_C2R : CUFFT_Z2D;
    }
  }

  static plan make(fft_problem const& p, std::size_t& bytes)
  {
    plan made;
    check(cufftCreate(&made), "cufftCreate");
    try {
      check(cufftSetAutoAllocation(made, 0), "cufftSetAutoAllocation");
      long long int length[fft_most_axes];
      std::copy_n(p.length, p.axes, length);
      // null: without gaps, one behind the other
      check(cufftMakePlanMany64(made, p.axes, length, nullptr, 1, 0, nullptr, 1, 0, type_of(p),
                                p.count, &bytes),
            "cufftMakePlanMany64");
    } catch (...) {
      cufftDestroy(made);
      throw;
    }
    return made;
  }
  static void destroy(plan p) { cufftDestroy(p); }

  static void run(plan handle, fft_problem const& p, cudaStream_t stream, void* work)
  {
    check(cufftSetStream(handle, stream), "cufftSetStream");
    check(cufftSetWorkArea(handle, work), "cufftSetWorkArea");
    auto* const in = const_cast<void*>(p.in);
    int const direction = p.inverse ? CUFFT_INVERSE : CUFFT_FORWARD;
    switch (type_of(p)) {
      case CUFFT_C2C:
        return check(cufftExecC2C(handle, static_cast<cufftComplex*>(in),
                                  static_cast<cufftComplex*>(p.out), direction),
                     "cufftExecC2C");
      case CUFFT_Z2Z:
        return check(cufftExecZ2Z(handle, static_cast<cufftDoubleComplex*>(in),
                                  static_cast<cufftDoubleComplex*>(p.out), direction),
                     "cufftExecZ2Z");
      case CUFFT_R2C:
        return check(
            cufftExecR2C(handle, static_cast<cufftReal*>(in), static_cast<cufftComplex*>(p.out)),
            "cufftExecR2C");
      case CUFFT_D2Z:
        return check(cufftExecD2Z(handle, static_cast<cufftDoubleReal*>(in),
                                  static_cast<cufftDoubleComplex*>(p.out)),
                     "cufftExecD2Z");
      case CUFFT_C2R:
        return check(
            cufftExecC2R(handle, static_cast<cufftComplex*>(in), static_cast<cufftReal*>(p.out)),
            "cufftExecC2R");
      default:
        return check(cufftExecZ2D(handle, static_cast<cufftDoubleComplex*>(in),
                                  static_cast<cufftDoubleReal*>(p.out)),
                     "cufftExecZ2D");
    }
  }
};

}  // namespace

template <>
void fft(gpu::queue<cuda_api>& on, fft_problem const& problem)
{
  gpu::run_fft<cuda_library>(on, problem);
}

}  // namespace acre::backends
