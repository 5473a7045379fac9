# acre::native: acre::acre, compiled for the processor. A program's kernels for CPUs are compiled in the
# program's own files, so that the flags are the program's to choose: link this target in all of them. Included
# by acre's own build and by its package.
set(ACRE_NATIVE_FLAGS "-march=native" CACHE STRING
  "What acre::native compiles for: -march=native, this machine's processor; or -march=x86-64-v3 and the like")

if(NOT TARGET acre::native)
  include(CheckCXXCompilerFlag)
  string(MAKE_C_IDENTIFIER "ACRE_TAKES${ACRE_NATIVE_FLAGS}" acre_takes_flags)
  check_cxx_compiler_flag("${ACRE_NATIVE_FLAGS}" "${acre_takes_flags}")
  add_library(acre::native INTERFACE IMPORTED GLOBAL)
  target_link_libraries(acre::native INTERFACE acre::acre)
  if("${${acre_takes_flags}}")
    separate_arguments(acre_native_flags UNIX_COMMAND "${ACRE_NATIVE_FLAGS}")
    string(REPLACE ";" "," acre_native_host_flags "${acre_native_flags}")
    target_compile_options(acre::native INTERFACE
      "$<$<COMPILE_LANGUAGE:CXX>:${acre_native_flags}>"
      "$<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=${acre_native_host_flags}>")
  else()
    message(WARNING "${CMAKE_CXX_COMPILER} does not take ${ACRE_NATIVE_FLAGS}: acre::native is compiled for the "
      "processor that the compiler takes for granted; say which one with -DACRE_NATIVE_FLAGS=FLAGS")
  endif()
endif()
