#include <acre/version.hpp>

#include "python.hpp"

NB_MODULE(_acre, m)
{
  using namespace acre::python;
  m.doc() = "What the package acre calls: acre::dynamic, without defaults.";
  m.attr("__version__") = std::to_string(ACRE_VERSION_MAJOR) + "." +
                          std::to_string(ACRE_VERSION_MINOR) + "." +
                          std::to_string(ACRE_VERSION_PATCH);
  m.attr("__name__") = "acre";   // the classes that follow are the package's
  nb::set_leak_warnings(false);  // dtypes, and arrays that modules keep, live to the end
  find_package();
  bind_errors(m);
  bind_dtypes(m);
  bind_devices(m);
  bind_streams(m);
  bind_memory(m);
  bind_benchmark(m);
  bind_arrays(m);
  bind_creation(m);
  bind_exchange(m);
  bind_cuda_arrays(m);
  bind_elementwise(m);
  bind_reductions(m);
  bind_order(m);
  bind_shapes(m);
  bind_indices(m);
  bind_products(m);
  bind_random(m);
  bind_lists(m);
#ifdef ACRE_PYTHON_HAS_LINALG
  bind_linalg(m);
#endif
#ifdef ACRE_PYTHON_HAS_FFT
  bind_fft(m);
#endif
#ifdef ACRE_PYTHON_HAS_JIT
  bind_jit(m);
  bind_fusion(m);
#endif
#ifdef ACRE_PYTHON_HAS_NPZ
  bind_files(m);
#endif
  m.attr("__name__") = "acre._acre";
}
