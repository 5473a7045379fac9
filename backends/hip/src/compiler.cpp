#include <acre/backends/gpu_common/compiler_body.hpp>
#include <acre/backends/hip/space.hpp>

namespace acre::backends {

kernel_compiler& hip_api::compiler()
{
  static gpu::run_time_compiler<hip_api> only({
      .dialect = kernel_dialect::hip,
      .product = "hipRTC",
      .libraries = {"libhiprtc.so.7", "libhiprtc.so.6", "libhiprtc.so.5", "libhiprtc.so",
                    "/opt/rocm/lib/libhiprtc.so"},
      .variable = "ACRE_JIT_HIPRTC",
      .way_out = "install ROCm's package hip-runtime-amd or hiprtc, put its folder into "
                 "LD_LIBRARY_PATH",
      .prefix = "hiprtc",
      .code_size = "GetCodeSize",
      .code = "GetCode",
      .driver = "",  // what acre is linked to holds the driver
      .load = "hipModuleLoadData",
      .find = "hipModuleGetFunction",
      .launch = "hipModuleLaunchKernel",
      .allow_scratch = nullptr,  // a block may have all of it
      .error_text = nullptr,
      .scratch_attribute = 0,
  });
  return only;
}

}  // namespace acre::backends
