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
