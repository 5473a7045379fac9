# acre_target_options(TARGET): what acre's own targets are compiled with and its users needn't be.

set(acre_own_flags "")
set(acre_own_link_flags "")

# Presets ask for 'auto'; it is no default, so that a package runs on every machine of its kind.
if(ACRE_ARCH_FLAGS STREQUAL "auto")
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
    list(APPEND acre_own_flags -march=x86-64-v3)
  endif()
else()
  separate_arguments(acre_arch_flags UNIX_COMMAND "${ACRE_ARCH_FLAGS}")
  list(APPEND acre_own_flags ${acre_arch_flags})
endif()

if(ACRE_SANITIZE)
  list(APPEND acre_own_flags -fsanitize=${ACRE_SANITIZE} -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
  list(APPEND acre_own_link_flags -fsanitize=${ACRE_SANITIZE})
endif()

if(CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang" AND NOT ACRE_KOKKOS_USES_NVCC)
  list(APPEND acre_own_flags -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # g++ 12 to 16 report these of std::vector and std::string at -O3, by what the optimiser happens to inline
    foreach(warning array-bounds stringop-overflow stringop-overread free-nonheap-object restrict)
      list(APPEND acre_own_flags -Wno-${warning})
    endforeach()
  endif()
  if(ACRE_WERROR)
    list(APPEND acre_own_flags -Werror -Wno-error=maybe-uninitialized)
  endif()
elseif(ACRE_KOKKOS_USES_NVCC)
  # the host compiler sees what nvcc made of the sources, so few of its warnings are about acre
  list(APPEND acre_own_flags -Wall)
endif()

function(acre_target_options target)
  target_compile_options(${target} PRIVATE ${acre_own_flags})
  target_link_options(${target} PRIVATE ${acre_own_link_flags})
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
  get_target_property(type ${target} TYPE)
  if(type STREQUAL "EXECUTABLE")
    # programs that are copied elsewhere find the libraries copied with them
    set_target_properties(${target} PROPERTIES
      BUILD_RPATH "$ORIGIN/../lib;$ORIGIN/../../lib"
      INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}")
  endif()
endfunction()
