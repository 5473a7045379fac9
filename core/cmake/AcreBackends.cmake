# Finds Kokkos, checks it, and derives acre's backends from it.

set(ACRE_KOKKOS_LEAST 4.5)
set(ACRE_KOKKOS_BEYOND 5.3)

# acre_find_kokkos(): sets ACRE_BACKENDS and ACRE_KOKKOS_USES_NVCC in the caller's scope.
# A macro, because what find_package sets is wanted there as well.
macro(acre_find_kokkos)
  # Kokkos is built without compiler extensions and warns where they are on
  if(NOT DEFINED CMAKE_CXX_EXTENSIONS)
    set(CMAKE_CXX_EXTENSIONS OFF)
  endif()
  if(NOT TARGET Kokkos::kokkos)
    find_package(Kokkos CONFIG QUIET)
  endif()
  if(NOT TARGET Kokkos::kokkos)
    message(FATAL_ERROR
      "acre needs Kokkos ${ACRE_KOKKOS_LEAST} or newer and found none. Install it (Debian and Ubuntu: "
      "libkokkos-dev; Spack, conda-forge, Homebrew: kokkos) or pass -DKokkos_ROOT=PREFIX.")
  endif()
  acre_check_kokkos()

  set(ACRE_BACKENDS serial)  # acre's own; it needs nothing of Kokkos' Serial
  foreach(backend openmp cuda hip sycl)
    string(TOUPPER ${backend} device)
    if(device IN_LIST Kokkos_DEVICES)
      list(APPEND ACRE_BACKENDS ${backend})
    endif()
  endforeach()
  if(ACRE_EMULATED)
    if("cuda" IN_LIST ACRE_BACKENDS OR "hip" IN_LIST ACRE_BACKENDS)
      message(FATAL_ERROR "ACRE_EMULATED=ON: GPU kernels are emulated where Kokkos has no GPU; this one has ${Kokkos_DEVICES}")
    endif()
    list(APPEND ACRE_BACKENDS emulated)
  endif()
  if(ACRE_GENERIC)
    list(APPEND ACRE_BACKENDS portable)
  else()
    foreach(device THREADS HPX)
      if(device IN_LIST Kokkos_DEVICES)
        message(STATUS "acre has no backend of its own for Kokkos' ${device}: -DACRE_GENERIC=ON adds the space portable, which runs on it")
      endif()
    endforeach()
  endif()
  set(ACRE_KOKKOS_USES_NVCC OFF)
  if("cuda" IN_LIST ACRE_BACKENDS AND Kokkos_CXX_COMPILER_ID STREQUAL "NVIDIA")
    set(ACRE_KOKKOS_USES_NVCC ON)
  endif()
  if(ACRE_STATIC_CUDA_RUNTIME)
    acre_link_cuda_runtime_statically()
  endif()
  list(JOIN ACRE_BACKENDS ", " acre_listed)
  message(STATUS "acre ${PROJECT_VERSION}: Kokkos ${Kokkos_VERSION} in ${Kokkos_DIR}; backends ${acre_listed}")
  acre_check_expected_backend()
endmacro()

function(acre_check_kokkos)
  if(Kokkos_VERSION VERSION_LESS ACRE_KOKKOS_LEAST OR Kokkos_VERSION VERSION_GREATER_EQUAL ACRE_KOKKOS_BEYOND)
    message(FATAL_ERROR
      "acre is written for Kokkos ${ACRE_KOKKOS_LEAST} up to, but not including, ${ACRE_KOKKOS_BEYOND}; "
      "found ${Kokkos_VERSION} in ${Kokkos_DIR}. Pass -DKokkos_ROOT=PREFIX to use another one.")
  endif()
  if("CUDA" IN_LIST Kokkos_DEVICES AND Kokkos_VERSION VERSION_LESS 4.7.1
      AND NOT "IMPL_VIEW_LEGACY" IN_LIST Kokkos_OPTIONS)
    set(cuda_version "${CUDAToolkit_VERSION}")
    if(NOT cuda_version AND Kokkos_CXX_COMPILER_ID STREQUAL "NVIDIA")
      set(cuda_version "${Kokkos_CXX_COMPILER_VERSION}")
    endif()
    if(cuda_version VERSION_GREATER_EQUAL 13)
      message(FATAL_ERROR
        "Kokkos ${Kokkos_VERSION} with CUDA ${cuda_version}: in C++20 host and device disagree about the layout "
        "of closures that hold its mdspan-based Views ([[no_unique_address]]; kokkos/mdspan#434, "
        "kokkos/kokkos#8562, kokkos/kokkos#9036), and reductions then write to wild addresses. "
        "Configure that Kokkos with -DKokkos_ENABLE_IMPL_VIEW_LEGACY=ON, or use Kokkos 4.7.1 or newer.")
    endif()
  endif()
endfunction()

# A preset says which Kokkos it means: two on one machine are easily confused, and a build that
# silently has other backends than its name says tests the wrong thing.
function(acre_check_expected_backend)
  list(GET ACRE_BACKENDS -1 foremost)
  if(foremost STREQUAL "portable" AND NOT ACRE_EXPECT_BACKEND STREQUAL "portable")  # ACRE_GENERIC adds it to any
    list(GET ACRE_BACKENDS -2 foremost)
  endif()
  set(has_serial ON)
  if(ACRE_EXPECT_BACKEND STREQUAL "serial" AND NOT "SERIAL" IN_LIST Kokkos_DEVICES)
    set(has_serial OFF)
  endif()
  if(ACRE_EXPECT_BACKEND AND NOT (foremost STREQUAL ACRE_EXPECT_BACKEND AND has_serial))
    message(FATAL_ERROR
      "This build is meant for a Kokkos whose foremost device is ${ACRE_EXPECT_BACKEND}, but the one in "
      "${Kokkos_DIR} has ${Kokkos_DEVICES}. Pass -DKokkos_ROOT=PREFIX of the one you mean "
      "(in a fresh build folder), or choose the preset that goes with this one.")
  endif()
endfunction()

# Kokkos' package names the shared runtime. Exchanged there, so that a program never has both.
function(acre_link_cuda_runtime_statically)
  foreach(target Kokkos::CUDA Kokkos::kokkoscore)
    if(TARGET ${target})
      get_target_property(libraries ${target} INTERFACE_LINK_LIBRARIES)
      if(libraries)
        list(TRANSFORM libraries REPLACE "CUDA::cudart(>|$)" "CUDA::cudart_static\\1")
        set_target_properties(${target} PROPERTIES INTERFACE_LINK_LIBRARIES "${libraries}")
      endif()
    endif()
  endforeach()
endfunction()

# acre_shared_texts(RESULT BACKENDS): the folders of backends/ that several backends take kernels from.
function(acre_shared_texts result backends)
  set(texts common host_common)
  foreach(backend IN LISTS backends)
    if(backend MATCHES "^(cuda|hip|emulated)$")
      list(APPEND texts gpu_common)
    elseif(backend MATCHES "^(portable|sycl)$")
      list(APPEND texts generic)
    endif()
  endforeach()
  list(REMOVE_DUPLICATES texts)
  set(${result} ${texts} PARENT_SCOPE)
endfunction()

# acre_source_folders(RESULT BACKENDS): the folders that have src/ and include/, shared texts included.
function(acre_source_folders result backends)
  acre_shared_texts(texts "${backends}")
  set(folders core)
  foreach(folder IN LISTS texts backends)
    list(APPEND folders backends/${folder})
  endforeach()
  set(${result} ${folders} PARENT_SCOPE)
endfunction()

# acre_write_backends(FOLDER BACKENDS): FOLDER/include/acre/backends.hpp and FOLDER/backends.cpp, the only places that
# know which backends there are, so that nothing else asks by #ifdef. A backend that has a queue.hpp is one of the host's
# queues, one that has a space.hpp is a space.
function(acre_write_backends folder backends)
  set(acre_backend_includes "")
  set(spaces host)
  set(kinds "")
  foreach(backend IN LISTS backends)
    if(EXISTS "${PROJECT_SOURCE_DIR}/backends/${backend}/include/acre/backends/${backend}/queue.hpp")
      string(APPEND acre_backend_includes "#include <acre/backends/${backend}/queue.hpp>\n")
      list(APPEND kinds "&${backend}_kind")
      set(acre_foremost_kind ${backend})
    else()
      string(APPEND acre_backend_includes "#include <acre/backends/${backend}/space.hpp>\n")
      list(APPEND spaces ${backend})
    endif()
  endforeach()
  list(JOIN spaces ", " acre_space_list)
  list(JOIN kinds ", " acre_queue_kinds)
  configure_file("${PROJECT_SOURCE_DIR}/core/cmake/backends.hpp.in" "${folder}/include/acre/backends.hpp" @ONLY)
  configure_file("${PROJECT_SOURCE_DIR}/core/cmake/backends.cpp.in" "${folder}/backends.cpp" @ONLY)
endfunction()

# acre_write_pattern_headers(FOLDER BACKENDS): a header FOLDER/acre/backends/<pattern>.hpp for each pattern, which is its
# contract and what the backends of this build have for it, in the folders that they share and in their own. A file opens those
# of the patterns that it calls; acre/backends.hpp knows spaces and their queues alone. Headers of patterns that GPUs or CPUs alone
# have are empty where there are none.
function(acre_write_pattern_headers folder backends)
  acre_shared_texts(kinds "${backends}")
  list(APPEND kinds ${backends})
  foreach(pattern IN ITEMS
      accumulate compiler count elementwise fft keyed launch linear_algebra lists matmul reduce reduce_axis_parts reduce_parts runs scan scan_parts
      segments select select_once shared_sort sort sort_rows read_back weigh_rows)
    set(acre_pattern_includes "")
    foreach(kind IN LISTS kinds)
      set(header "acre/backends/${kind}/${pattern}.hpp")
      if(EXISTS "${PROJECT_SOURCE_DIR}/backends/${kind}/include/${header}")
        string(APPEND acre_pattern_includes "#include <${header}>\n")
      endif()
    endforeach()
    configure_file("${PROJECT_SOURCE_DIR}/core/cmake/pattern.hpp.in" "${folder}/acre/backends/${pattern}.hpp" @ONLY)
  endforeach()
endfunction()

# acre_write_bench_baselines(FOLDER BACKENDS): the same for the benchmarks' baselines.
function(acre_write_bench_baselines folder backends)
  set(baselines "")
  foreach(backend IN LISTS backends)
    if(EXISTS "${PROJECT_SOURCE_DIR}/apps/bench/common/baseline/${backend}.hpp")
      string(APPEND baselines "#include <baseline/${backend}.hpp>\n")
    endif()
  endforeach()
  file(CONFIGURE OUTPUT "${folder}/acre_bench_baselines.hpp" CONTENT "#pragma once\n\n${baselines}" @ONLY)
  # those that one program has, which may need libraries of its own
  foreach(component linalg fft sparse)
    set(baselines "")
    foreach(backend IN LISTS backends)
      if(EXISTS "${PROJECT_SOURCE_DIR}/apps/bench/common/baseline/${component}/${backend}.hpp")
        string(APPEND baselines "#include <baseline/${component}/${backend}.hpp>\n")
      endif()
    endforeach()
    file(CONFIGURE OUTPUT "${folder}/acre_bench_${component}_baselines.hpp" CONTENT "#pragma once\n\n${baselines}" @ONLY)
  endforeach()
endfunction()

function(acre_write_build_info file)
  list(JOIN ACRE_BACKENDS ", " acre_backend_list)
  set(acre_contraction off)
  if(ACRE_FP_CONTRACT)
    set(acre_contraction on)
  endif()
  set(acre_compiler "${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}")
  if(ACRE_KOKKOS_USES_NVCC)
    string(PREPEND acre_compiler "nvcc ${Kokkos_CXX_COMPILER_VERSION} over ")
  endif()
  configure_file("${PROJECT_SOURCE_DIR}/core/cmake/build_info.cpp.in" "${file}.in" @ONLY)
  file(GENERATE OUTPUT "${file}" INPUT "${file}.in")
endfunction()
