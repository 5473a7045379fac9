# ACRE_CCACHE_COMMAND: what stands before a compiler so that ccache keeps its output; empty without ccache.
# Clones of acre on one machine share what they compile: their own paths are made relative, and
# the folder of the build isn't part of what an object is known by.
set(ACRE_CCACHE_COMMAND "")
if(ACRE_CCACHE)
  find_program(ACRE_CCACHE_PROGRAM ccache DOC "ccache, for ACRE_CCACHE")
  mark_as_advanced(ACRE_CCACHE_PROGRAM)
  if(ACRE_CCACHE_PROGRAM)
    set(ACRE_CCACHE_COMMAND "${CMAKE_COMMAND}" -E env
      "CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}" CCACHE_NOHASHDIR=1 "${ACRE_CCACHE_PROGRAM}")
  endif()
endif()

# A launcher that the user has set stays, and nvcc's wrapper is no compiler that ccache knows.
if(ACRE_CCACHE_COMMAND AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER AND NOT ACRE_KOKKOS_USES_NVCC)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${ACRE_CCACHE_COMMAND})
endif()

# acre_check_syntax(TARGET): TARGET's sources are compiled by core/cmake/syntax-only, and ccache keeps that they compile. The
# definition keeps these answers apart from objects of the same sources: what a CCACHE_PREFIX does is no part of their key.
function(acre_check_syntax target)
  set(checker "${PROJECT_SOURCE_DIR}/core/cmake/syntax-only")
  if(ACRE_CCACHE_COMMAND)
    list(POP_BACK ACRE_CCACHE_COMMAND program)
    set(checker ${ACRE_CCACHE_COMMAND} "CCACHE_PREFIX=${checker}" "${program}")
  endif()
  set_property(TARGET ${target} PROPERTY CXX_COMPILER_LAUNCHER "${checker}")
  target_compile_definitions(${target} PRIVATE ACRE_SYNTAX_ONLY)
endfunction()
