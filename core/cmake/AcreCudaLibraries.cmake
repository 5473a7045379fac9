# cuBLAS, cuSOLVER and cuFFT are not linked but opened by the first call of one of their functions (loaded_library.hpp of
# backends/gpu_common): a program that calls none of them starts 0.1 s sooner, and one linked elsewhere needs none of them.

# acre_find_cuda_libraries(DEFINITIONS MISSING NAME…): where CUDA is a backend, ACRE_FILES_OF_CUBLAS="libcublas.so.13:/path/libcublas.so"
# for each of these libraries, or a sentence of what is missing.
function(acre_find_cuda_libraries definitions missing)
  set(found "")
  if("cuda" IN_LIST ACRE_BACKENDS)
    find_package(CUDAToolkit QUIET)
    foreach(name IN LISTS ARGN)
      set(file "")
      if(TARGET CUDA::${name})
        get_target_property(file CUDA::${name} LOCATION)
      endif()
      if(NOT EXISTS "${file}")
        set(${missing} "no ${name} (part of the CUDA toolkit)" PARENT_SCOPE)
        break()
      endif()
      set(files "${file}")
      execute_process(COMMAND "${CMAKE_READELF}" -d "${file}" OUTPUT_VARIABLE text ERROR_QUIET)
      if(text MATCHES "\\(SONAME\\)[^[]*\\[([^]]+)\\]")  # first: what the process has of it, or the loader finds
        string(PREPEND files "${CMAKE_MATCH_1}:")
      endif()
      string(TOUPPER ${name} upper)
      list(APPEND found "ACRE_FILES_OF_${upper}=\"${files}\"")
    endforeach()
  endif()
  set(${definitions} "${found}" PARENT_SCOPE)
endfunction()

# acre_load_cuda_libraries(TARGET DEFINITION…): TARGET's sources open them.
function(acre_load_cuda_libraries target)
  if(ARGN)
    target_compile_definitions(${target} PRIVATE ${ARGN})
    target_include_directories(${target} SYSTEM PRIVATE $<TARGET_PROPERTY:CUDA::toolkit,INTERFACE_INCLUDE_DIRECTORIES>)
  endif()
endfunction()
