# The presets cuda-check and hip-check: every source of the library, the tour and the tests of what runs on a
# device are compiled for it, and nothing is linked (the benchmarks take minutes each; the preset cuda
# builds them). The preset sycl-check: that backend's sources and the tests of portable bodies on it, as far as
# SYCL's headers go without its compiler (what a kernel may call is not checked). Any installed Kokkos will do: its
# headers hold all backends, and kokkos-overlay writes the few that say which of them are enabled.
#
# | what is compiled                            | how far (cuda; hip)            | files                   |
# |---------------------------------------------|--------------------------------|-------------------------|
# | core/src, the device's own backend          | object code; object code       | bundles (AcreBundles)   |
# | the host's, apps/tour,                      | LTO IR; all that clang refuses | bundles                 |
# | core/{dynamic,io,jit,linalg,fft}            |                                |                         |
# | tests (hip: those of every pattern)         | the same                       | bundles                 |
# What takes long by itself stands alone: what a device's own backend compiles, and core/src/reductions_*.
#
# What can be wrong for a device alone is wrong in what is instantiated for it: a host's function or variable in
# a kernel, throw, an extended lambda where nvcc takes none, what only one of the compilers can't resolve. Every
# template that any of these sources instantiates is, and nvcc lowers every kernel to the form that it optimises
# (LTO IR), which is where it finds calls of the host's functions (of those that are constexpr it only warns);
# what comes after, optimiser and ptxas, is the vendor's and is tried with the library's own kernels. clang tells
# with the syntax alone what it refuses at all: of these, all but throw.

set(ACRE_CUDA_ARCH "sm_90" CACHE STRING "Architecture that cuda-check compiles for")
set(ACRE_HIP_ARCH "gfx942" CACHE STRING "Architecture that hip-check compiles for")

get_target_property(kokkos_includes Kokkos::kokkos INTERFACE_INCLUDE_DIRECTORIES)
if(NOT kokkos_includes)  # newer Kokkos tells them on a target behind the first
  get_target_property(kokkos_includes Kokkos::kokkoscore INTERFACE_INCLUDE_DIRECTORIES)
endif()
find_path(ACRE_KOKKOS_INCLUDE KokkosCore_config.h HINTS ${kokkos_includes} PATH_SUFFIXES kokkos REQUIRED NO_CACHE)

set(overlay "${PROJECT_BINARY_DIR}/overlay")
set(backends serial ${ACRE_DEVICE_CHECK})
set(tested ${ACRE_DEVICE_CHECK})
if(ACRE_GENERIC)  # the portable bodies over Kokkos' space of the device: with tests of theirs, for them alone
  list(APPEND backends portable)
  set(tested portable)
endif()
if(ACRE_DEVICE_CHECK STREQUAL "cuda")
  set(kokkos_options SERIAL,CUDA KOKKOS_ARCH_HOPPER KOKKOS_ARCH_HOPPER90)
elseif(ACRE_DEVICE_CHECK STREQUAL "hip")
  set(kokkos_options SERIAL,HIP KOKKOS_ARCH_AMD_GPU KOKKOS_ARCH_AMD_GFX942)
elseif(ACRE_DEVICE_CHECK STREQUAL "sycl")
  set(kokkos_options SERIAL,SYCL)
else()
  message(FATAL_ERROR "ACRE_DEVICE_CHECK is cuda, hip or sycl, not ${ACRE_DEVICE_CHECK}")
endif()
execute_process(
  COMMAND "${PROJECT_SOURCE_DIR}/core/cmake/kokkos-overlay" "${ACRE_KOKKOS_INCLUDE}" "${overlay}" ${kokkos_options}
  COMMAND_ERROR_IS_FATAL ANY)

# C23's rsqrt came to glibc in 2.42, and CUDA before 13.1 declares a function of that name without noexcept.
# Compiling needs only one of the two.
function(acre_overlay_math_header)
  execute_process(COMMAND "${CMAKE_CXX_COMPILER}" -x c++ -M -include math.h /dev/null OUTPUT_VARIABLE dependencies)
  if(NOT dependencies MATCHES "([^ \n]*/bits/mathcalls\\.h)")
    return()
  endif()
  file(READ "${CMAKE_MATCH_1}" text)
  string(REGEX REPLACE "\n__MATHCALL[A-Z_]* *\\(rsqrt,[^\n]*" "" text "${text}")
  file(CONFIGURE OUTPUT "${overlay}/bits/mathcalls.h" CONTENT "${text}" @ONLY)
endfunction()

# nvcc refuses host compilers newer than itself, so the first that it takes is used.
function(acre_find_nvcc_host)
  if(ACRE_NVCC_HOST)
    return()
  endif()
  set(probe "${PROJECT_BINARY_DIR}/probe.cu")
  file(WRITE "${probe}" "#include <cmath>\n#include <vector>\n__global__ void k(float* p) { *p = sqrtf(*p); }\n")
  foreach(candidate "${CMAKE_CXX_COMPILER}" g++-15 g++-14 g++-13 g++-12)
    execute_process(
      COMMAND "${ACRE_NVCC}" -ccbin ${candidate} -std=c++20 -arch=${ACRE_CUDA_ARCH} "-I${overlay}"
        -cubin "${probe}" -o "${probe}bin"
      RESULT_VARIABLE result OUTPUT_QUIET ERROR_VARIABLE why)
    if(result EQUAL 0)
      set(ACRE_NVCC_HOST "${candidate}" CACHE STRING "Host compiler for nvcc")
      return()
    endif()
    string(APPEND reasons "\n${candidate}: ${why}")
  endforeach()
  message(FATAL_ERROR "nvcc takes none of the host compilers here as its own; pass -DACRE_NVCC_HOST=COMPILER.${reasons}")
endfunction()

# acre_device_compiler(NAME COMPILER MODE): a script in the build folder that compiles with MODE where -c is said.
function(acre_device_compiler name compiler mode)
  execute_process(COMMAND "${compiler}" --version OUTPUT_VARIABLE version OUTPUT_STRIP_TRAILING_WHITESPACE)
  string(REPLACE "\n" "\n# " version "${version}")
  configure_file(core/cmake/device-check-compiler.in "${PROJECT_BINARY_DIR}/${name}" @ONLY
    FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
endfunction()

# acre_ccache(OUT KIND): what stands before such a script; dependency files spare ccache preprocessing.
function(acre_ccache out kind)
  set(command "")
  if(ACRE_CCACHE_COMMAND)
    list(POP_BACK ACRE_CCACHE_COMMAND program)
    set(command ${ACRE_CCACHE_COMMAND} CCACHE_DEPEND=1 CCACHE_COMPILERCHECK=content CCACHE_COMPILERTYPE=${kind} "${program}")
  endif()
  set(${out} ${command} PARENT_SCOPE)
endfunction()

if(ACRE_DEVICE_CHECK STREQUAL "cuda")
  find_program(ACRE_NVCC nvcc HINTS ENV ACRE_CUDA_HOME ENV CUDA_HOME ENV CUDA_PATH /usr/local/cuda PATH_SUFFIXES bin)
  if(NOT ACRE_NVCC)
    message(FATAL_ERROR "cuda-check needs nvcc (CUDA 12.4 or newer; no GPU): put it in PATH or pass -DACRE_NVCC=PATH")
  endif()
  acre_overlay_math_header()
  acre_find_nvcc_host()
  message(STATUS "${ACRE_NVCC} with ${ACRE_NVCC_HOST} for ${ACRE_CUDA_ARCH}")
  # without --expt-relaxed-constexpr nvcc also finds host functions that slip into kernels
  acre_device_compiler(nvcc "${ACRE_NVCC}" -c)  # what nvcc makes for the host is compiled as well
  execute_process(COMMAND "${ACRE_NVCC}" --help OUTPUT_VARIABLE nvcc_help)
  set(lower -ptx)
  if(nvcc_help MATCHES "--ltoir")  # for separate compilation, which desul's configuration has to agree with
    set(lower "-dlto -ltoir -DDESUL_ATOMICS_ENABLE_CUDA_SEPARABLE_COMPILATION")
  endif()
  acre_device_compiler(nvcc-lower "${ACRE_NVCC}" "${lower}")
  acre_ccache(ccache nvcc)
  set(compile -ccbin ${ACRE_NVCC_HOST} -x cu -std=c++20 -arch=${ACRE_CUDA_ARCH}
    --extended-lambda --fmad=false -Werror cross-execution-space-call)
  # nothing runs, so nothing need be fast: a twelfth of the time where nvcc can (12.9 and newer)
  if(nvcc_help MATCHES "--Ofast-compile")
    list(APPEND compile --Ofast-compile=max)
  endif()
  set(bundled 8)  # twice as many take 3.9 GB instead of 2.8, and hardly less time
  set(object_code nvcc)
  set(instantiation nvcc-lower)
elseif(ACRE_DEVICE_CHECK STREQUAL "sycl")
  # no compiler of SYCL is packaged: its headers are (.ci/run gets them), which any compiler of C++ takes for the host
  find_program(ACRE_SYCL_COMPILER NAMES clang++-21 clang++)
  find_path(ACRE_SYCL_INCLUDE sycl/sycl.hpp HINTS ENV ACRE_SYCL_HEADERS PATH_SUFFIXES include)
  if(NOT ACRE_SYCL_COMPILER OR NOT ACRE_SYCL_INCLUDE)
    message(FATAL_ERROR "sycl-check needs clang++ and the headers of a SYCL (those of Intel's are in PyPI's intel-sycl-rt): pass "
      "-DACRE_SYCL_COMPILER=PATH, -DACRE_SYCL_INCLUDE=FOLDER, the one with sycl/sycl.hpp")
  endif()
  message(STATUS "${ACRE_SYCL_COMPILER} with the headers in ${ACRE_SYCL_INCLUDE}")
  acre_device_compiler(sycl-syntax "${ACRE_SYCL_COMPILER}" "-fsyntax-only")
  acre_ccache(ccache clang)
  set(compile -std=c++20 -DSYCL_LANGUAGE_VERSION=202012L -ffp-contract=off -w -isystem "${ACRE_SYCL_INCLUDE}")
  set(bundled 16)
  set(object_code sycl-syntax)
  set(instantiation sycl-syntax)
else()
  find_program(ACRE_HIPCC hipcc HINTS ENV ROCM_PATH PATH_SUFFIXES bin)
  if(NOT ACRE_HIPCC)
    message(FATAL_ERROR "hip-check needs hipcc (no GPU): put it in PATH or pass -DACRE_HIPCC=PATH")
  endif()
  message(STATUS "${ACRE_HIPCC} for ${ACRE_HIP_ARCH}")
  acre_device_compiler(hipcc "${ACRE_HIPCC}" -c)
  acre_device_compiler(hipcc-syntax "${ACRE_HIPCC}" "-fsyntax-only --cuda-device-only")
  acre_ccache(ccache clang)
  set(compile -x hip -std=c++20 --offload-arch=${ACRE_HIP_ARCH} -ffp-contract=off -O1 -Wno-unused-command-line-argument)
  set(bundled 16)
  set(object_code hipcc)
  set(instantiation hipcc-syntax)
endif()

set(generated "${PROJECT_BINARY_DIR}/generated")
acre_write_backends("${generated}" "${backends}")
acre_write_pattern_headers("${generated}/include" "${backends}")
acre_write_bench_baselines("${generated}/include" "${backends}")
acre_source_folders(folders "${backends}")
list(APPEND compile "-I${overlay}" "-I${generated}/include")
set(sources "")
set(tests "")
foreach(folder IN LISTS folders)
  list(APPEND compile "-I${PROJECT_SOURCE_DIR}/${folder}/include")
  list(APPEND sources "${folder}/src/*.cpp")
endforeach()
foreach(folder tests/support/include apps/common/include apps/bench/common backends/self/include)
  list(APPEND compile "-I${PROJECT_SOURCE_DIR}/${folder}")
endforeach()
list(APPEND compile "-I${PROJECT_SOURCE_DIR}")  # for bundles
list(APPEND compile -isystem "${ACRE_KOKKOS_INCLUDE}")
# the vendors' headers of linear algebra, transforms and messages may be missing where their compiler is there
if(ACRE_DEVICE_CHECK STREQUAL "cuda")
  cmake_path(GET ACRE_NVCC PARENT_PATH vendor)
  cmake_path(GET vendor PARENT_PATH vendor)
  set(vendor_header "${vendor}/include/cusolverDn.h")
  set(vendor_fft_header "${vendor}/include/cufft.h")
  set(vendor_link_header "${vendor}/include/nccl.h")
  foreach(name CUBLAS CUSOLVER CUFFT)  # opened by programs
    list(APPEND compile "-DACRE_FILES_OF_${name}=\"\"")
  endforeach()
elseif(ACRE_DEVICE_CHECK STREQUAL "hip")
  find_file(vendor_header rocsolver/rocsolver.h HINTS ENV ROCM_PATH PATH_SUFFIXES include NO_CACHE)
  find_file(vendor_fft_header hipfft/hipfft.h HINTS ENV ROCM_PATH PATH_SUFFIXES include NO_CACHE)
  find_file(vendor_link_header rccl/rccl.h HINTS ENV ROCM_PATH PATH_SUFFIXES include NO_CACHE)
endif()
if(EXISTS "${vendor_header}")
  list(APPEND sources core/linalg/*.cpp core/dynamic/linalg/*.cpp)
  list(APPEND tests tests/linalg/*.cpp)
  foreach(folder IN LISTS folders)
    list(APPEND sources "${folder}/src/linalg/*.cpp")
  endforeach()
endif()
if(EXISTS "${vendor_fft_header}")
  list(APPEND sources core/fft/*.cpp core/dynamic/fft/*.cpp)
  list(APPEND tests tests/fft/*.cpp)
  foreach(folder backends/gpu_common backends/${ACRE_DEVICE_CHECK} backends/${tested})
    list(APPEND sources "${folder}/src/fft/*.cpp")
  endforeach()
endif()
if(EXISTS "${vendor_link_header}")
  list(APPEND compile "-I${PROJECT_SOURCE_DIR}/backends/nccl/include")
  list(APPEND tests tests/distributed/device_link.cpp)
endif()
list(APPEND sources core/dynamic/*.cpp core/dynamic/jit/*.cpp core/io/*.cpp core/jit/*.cpp apps/tour/*.cpp)
include(AcreBundles)
set(of_patterns ${acre_tests_of_patterns})
list(TRANSFORM of_patterns REPLACE "(.+)" "tests/backends/\\1.cpp")
if(ACRE_DEVICE_CHECK STREQUAL "hip")  # whose kernels are CUDA's: those of every pattern, for the other compiler
  list(APPEND tests ${of_patterns} tests/distributed/spaces_blocks.cpp)
else()
  list(APPEND tests tests/backends/*.cpp tests/core/math_accuracy.cpp tests/io/*.cpp tests/distributed/spaces_rows.cpp tests/distributed/spaces_blocks.cpp)
endif()
# the portable bodies, over Kokkos' space of the device
list(APPEND compile "-I${PROJECT_SOURCE_DIR}/backends/generic/include")
list(APPEND tests tests/generic/new_backend.cpp)
if(ACRE_GENERIC)
  set(tests ${of_patterns} tests/generic/*.cpp tests/distributed/spaces_reductions.cpp tests/distributed/spaces_columns.cpp
    tests/distributed/spaces_scans.cpp)
endif()
if(ACRE_DEVICE_CHECK STREQUAL "sycl")  # a backend of portable bodies alone: they are instantiated by the tests of these
  set(sources backends/sycl/src/*.cpp backends/sycl/src/fft/*.cpp backends/sycl/src/linalg/*.cpp)
  set(tests tests/generic/*.cpp)
endif()
list(TRANSFORM sources PREPEND "${PROJECT_SOURCE_DIR}/")
list(TRANSFORM tests PREPEND "${PROJECT_SOURCE_DIR}/")
file(GLOB sources RELATIVE "${PROJECT_SOURCE_DIR}" CONFIGURE_DEPENDS ${sources})

set(joined "")
foreach(folder core/src core/dynamic core/io core/jit apps/tour backends/common/src backends/host_common/src)
  set(members ${sources})
  list(FILTER members INCLUDE REGEX "^${folder}/[^/]*$")
  list(FILTER members EXCLUDE REGEX "/reductions_")
  list(REMOVE_ITEM sources ${members})
  list(TRANSFORM members PREPEND "${PROJECT_SOURCE_DIR}/")
  acre_join(members "${PROJECT_BINARY_DIR}/bundles" ${bundled} ${members})
  list(APPEND joined ${members})
endforeach()
list(TRANSFORM sources PREPEND "${PROJECT_SOURCE_DIR}/")
list(APPEND sources ${joined})
file(GLOB tests CONFIGURE_DEPENDS ${tests})
# Left out is what compiles no kernel for a device, which the stage test has: the rest of tests/core and the readers of
# CSV, netCDF and texts of HDF5 are of the host alone, and tests of acre::dynamic call what core/dynamic compiles.
list(FILTER tests EXCLUDE REGEX "/tests/(io/(csv|netcdf|hdf5_texts)|fft/dynamic|backends/dynamic_[a-z_]+)[.]cpp$")
# Typed tests are instantiated for the device alone. The library and acre::dynamic have the host's space as well.
list(APPEND compile -DACRE_TEST_SPACE=acre::${tested})
acre_bundle(compiled_tests "${PROJECT_BINARY_DIR}/bundles" ${bundled} ${tests})
list(APPEND sources ${compiled_tests})
list(LENGTH tests test_count)

set(outputs "")
foreach(source IN LISTS sources)
  cmake_path(IS_PREFIX PROJECT_BINARY_DIR "${source}" is_bundle)
  if(is_bundle)
    cmake_path(RELATIVE_PATH source BASE_DIRECTORY "${PROJECT_BINARY_DIR}" OUTPUT_VARIABLE name)
  else()
    cmake_path(RELATIVE_PATH source BASE_DIRECTORY "${PROJECT_SOURCE_DIR}" OUTPUT_VARIABLE name)
  endif()
  set(target "objects/${name}.o")  # relative: the same in every clone
  set(output "${PROJECT_BINARY_DIR}/${target}")
  cmake_path(GET output PARENT_PATH folder)
  file(MAKE_DIRECTORY "${folder}")
  # In other sources every template is instantiated and checked for the device: with PTX nvcc takes half as
  # long again and more, with ptxas three times, and clang ten times with machine code and twice with the host's side, which g++
  # checks.
  # nvcc's side of the host tells what it refuses of a lambda in a template that nothing instantiates; of the portable headers, which
  # no source of the library has here, a test's side does (40 s more).
  if(name MATCHES "^(bundles/from_)?(core.src.|backends.(${ACRE_DEVICE_CHECK}|gpu_common).src)"
     OR (ACRE_DEVICE_CHECK STREQUAL "cuda" AND name MATCHES "^tests/generic/"))
    set(compiler ${object_code})
  else()
    set(compiler ${instantiation})
  endif()
  add_custom_command(OUTPUT "${output}"
    COMMAND ${ccache} "${PROJECT_BINARY_DIR}/${compiler}" ${compile} -c
      -MD -MT "${target}" -MF "${output}.d" "${source}" -o "${output}"
    DEPENDS "${source}"
    DEPFILE "${output}.d"
    COMMENT "${ACRE_DEVICE_CHECK}: ${name}"
    VERBATIM)
  list(APPEND outputs "${output}")
endforeach()
list(LENGTH outputs count)
add_custom_target(acre_device_check ALL DEPENDS ${outputs}
  COMMAND "${CMAKE_COMMAND}" -E echo "${ACRE_DEVICE_CHECK}-check: ${count} files, ${test_count} tests among them, compile for the device"
  VERBATIM)
