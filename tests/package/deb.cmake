# The .deb has what it should, and names what it needs; it is unpacked for the consumer that is built against it.
#   cmake -D build=… -D out=… -D version=… -D owned=… -P deb.cmake      owned: whether Kokkos is a Debian package
file(REMOVE_RECURSE "${out}")
execute_process(COMMAND "${CMAKE_CPACK_COMMAND}" -G DEB --config "${build}/CPackConfig.cmake" -B "${out}"
  COMMAND_ERROR_IS_FATAL ANY OUTPUT_QUIET)
file(GLOB package "${out}/libacre-dev_${version}-1_*.deb")
if(NOT package)
  message(FATAL_ERROR "cpack -G DEB made no libacre-dev_${version}-1_*.deb")
endif()

execute_process(COMMAND dpkg-deb -f "${package}" OUTPUT_VARIABLE fields COMMAND_ERROR_IS_FATAL ANY)
set(wanted "Package: libacre-dev\n" "Version: ${version}-1\n" "Section: libdevel\n")
if(owned)
  list(APPEND wanted "Depends: [^\n]*libkokkos-dev \\(>= [^\n]*libkokkos-dev \\(<< ")
endif()
foreach(want IN LISTS wanted)
  if(NOT fields MATCHES "${want}")
    message(FATAL_ERROR "the package lacks '${want}':\n${fields}")
  endif()
endforeach()

execute_process(COMMAND dpkg-deb -c "${package}" OUTPUT_VARIABLE content COMMAND_ERROR_IS_FATAL ANY)
foreach(want include/acre/acre[.]hpp include/acre/backends[.]hpp "lib[^\n]*/libacre[.](a|so)" cmake/acre/acreConfig[.]cmake
    cmake/acre/acreConfigVersion[.]cmake cmake/acre/acreTargets[.]cmake share/doc/libacre-dev/copyright)
  if(NOT content MATCHES " [.]/usr/([^\n]*/)?${want}")
    message(FATAL_ERROR "the package has no ${want}:\n${content}")
  endif()
endforeach()
if(content MATCHES "[.]/(home|work|tmp|root|usr/local)")
  message(FATAL_ERROR "the package has files outside /usr:\n${content}")
endif()
execute_process(COMMAND dpkg-deb -x "${package}" "${out}/unpacked" COMMAND_ERROR_IS_FATAL ANY)
