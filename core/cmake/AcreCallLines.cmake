# Errors say at which line a program called acre. The program's line tables have it, which GCC and clang write for -g1; who
# builds without -g gets them with acre::acre. Compiling takes 2 % (apps/heat) to 7 % longer (README's program); what is
# written is not loaded before the text of an error is read. A build that has -g keeps it: a -g1 behind it would take its
# variables away. Included by acre's own build where it is part of another, and by its package.
option(ACRE_CALL_LINES "Compile what links acre::acre with line tables (-g1) where the build has no -g, for the texts of errors" ON)

if(ACRE_CALL_LINES AND NOT CMAKE_CXX_FLAGS MATCHES "(^| )-g" AND CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang"
   AND NOT CMAKE_CXX_COMPILER MATCHES "nvcc")
  set(acre_without_lines "$<IN_LIST:$<CONFIG>,Release;MinSizeRel>")
  set_property(TARGET ${acre_lines_of} APPEND PROPERTY INTERFACE_COMPILE_OPTIONS
    "$<$<AND:$<COMPILE_LANGUAGE:CXX>,${acre_without_lines}>:-g1>"
    "$<$<AND:$<COMPILE_LANGUAGE:CUDA>,${acre_without_lines}>:-Xcompiler=-g1>")
endif()
