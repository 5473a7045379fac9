#include <acre/backends/cuda/space.hpp>
#include <acre/backends/gpu_common/compiler_body.hpp>

namespace acre::backends {

kernel_compiler& cuda_api::compiler()
{
  static gpu::run_time_compiler<cuda_api> only({
      .dialect = kernel_dialect::cuda,
      .product = "NVRTC",
      .libraries = {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so",
                    "/usr/local/cuda/lib64/libnvrtc.so"},
      .variable = "ACRE_JIT_NVRTC",
      .way_out = "install the CUDA toolkit or its package cuda-nvrtc, put its folder into "
                 "LD_LIBRARY_PATH",
      .prefix = "nvrtc",
      .code_size = "GetCUBINSize",
      .code = "GetCUBIN",
      .driver = "libcuda.so.1",
      .load = "cuModuleLoadData",
      .find = "cuModuleGetFunction",
      .launch = "cuLaunchKernel",
      .allow_scratch = "cuFuncSetAttribute",
      .error_text = "cuGetErrorString",
      .scratch_attribute = 8,  // CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
      .launch_early = "cuLaunchKernelEx",
      .early_attribute = 6,  // CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION
      .early_since = 9.0,
  });
  return only;
}

}  // namespace acre::backends
