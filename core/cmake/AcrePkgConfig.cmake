# acre.pc, and acre-NAME.pc of each component, for who builds without CMake:
#   g++ main.cpp $(pkg-config --cflags --libs acre-io)
# Of CPUs only: what a GPU's compiler is told is Kokkos' CMake files' affair.
if("cuda" IN_LIST ACRE_BACKENDS OR "hip" IN_LIST ACRE_BACKENDS)
  return()
endif()

# acre_flat_links(VARIABLE COMPLETE LIBRARY…): libraries from elsewhere, with those that they want, as a linker is told.
# COMPLETE is OFF where one of them isn't known here.
function(acre_flat_links variable complete)
  set(left ${ARGN})
  set(seen "")
  set(flags "")
  set(all ON)
  while(left)
    list(POP_FRONT left link)
    string(REGEX REPLACE "^\\$<LINK_ONLY:(.*)>$" "\\1" link "${link}")
    if(link IN_LIST seen OR link MATCHES "^\\$<|^$")
      continue()
    endif()
    list(APPEND seen "${link}")
    if(TARGET "${link}")
      get_target_property(type "${link}" TYPE)
      if(NOT type STREQUAL "INTERFACE_LIBRARY")
        get_target_property(file "${link}" LOCATION)
        cmake_path(GET file PARENT_PATH folder)
        list(APPEND flags "${file}")
        if(file MATCHES "[.](so|dylib)" AND NOT folder IN_LIST CMAKE_CXX_IMPLICIT_LINK_DIRECTORIES)
          list(APPEND flags "-Wl,-rpath,${folder}")
        endif()
      endif()
      get_target_property(more "${link}" INTERFACE_LINK_LIBRARIES)
      if(more)
        list(PREPEND left ${more})
      endif()
    elseif(link MATCHES "^[/-]")
      list(APPEND flags "${link}")
    elseif(link MATCHES "::")
      set(all OFF)
    else()
      list(APPEND flags "-l${link}")
    endif()
  endwhile()
  set(${variable} "${flags}" PARENT_SCOPE)
  set(${complete} ${all} PARENT_SCOPE)
endfunction()

# acre_write_pkg_config(NAME DESCRIPTION REQUIRES CFLAGS LIBS): the package can be moved as a whole
function(acre_write_pkg_config name description requires cflags libs)
  file(RELATIVE_PATH up "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
  string(REGEX REPLACE "/$" "" up "${up}")
  list(REMOVE_DUPLICATES libs)
  list(JOIN libs " " libs)
  set(file "${CMAKE_CURRENT_BINARY_DIR}/${name}.$<COMPILE_LANGUAGE>.pc")
  file(GENERATE OUTPUT "${file}" CONTENT
"prefix=\${pcfiledir}/${up}
libdir=\${prefix}/${CMAKE_INSTALL_LIBDIR}
includedir=\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}

Name: ${name}
Description: ${description}
Version: ${acre_VERSION}
Requires: ${requires}
Cflags: ${cflags}
Libs: -L\${libdir} ${libs}
" TARGET acre)
  # CMake's word for options that stay as they are. (Written at once: two installs may run side by side.)
  set(plain "${CMAKE_CURRENT_BINARY_DIR}/${name}.pc")
  install(CODE "file(READ \"${CMAKE_CURRENT_BINARY_DIR}/${name}.CXX.pc\" text)
    string(REPLACE \"SHELL:\" \"\" text \"\${text}\")
    file(CONFIGURE OUTPUT \"${plain}\" CONTENT \"\${text}\" @ONLY)")
  install(FILES "${plain}" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
endfunction()

set(acre_backtrace "")
if(ACRE_HAS_BACKTRACE)
  set(acre_backtrace backtrace)
endif()
acre_flat_links(links complete Kokkos::kokkos ${CMAKE_DL_LIBS} ${acre_backtrace})
set(folders "$<REMOVE_DUPLICATES:$<TARGET_PROPERTY:Kokkos::kokkos,INTERFACE_INCLUDE_DIRECTORIES>>")
set(definitions "$<TARGET_PROPERTY:acre,INTERFACE_COMPILE_DEFINITIONS>")
acre_write_pkg_config(acre "${PROJECT_DESCRIPTION}" ""
  "-std=c++20 -I\${includedir} -I$<JOIN:${folders}, -I> $<$<BOOL:${definitions}>:-D$<JOIN:${definitions}, -D>> $<JOIN:$<TARGET_PROPERTY:acre,INTERFACE_COMPILE_OPTIONS>, >"
  "-lacre;${links}")

foreach(component IN LISTS acre_components)
  get_property(needs GLOBAL PROPERTY ACRE_COMPONENT_${component}_NEEDS)
  get_property(private GLOBAL PROPERTY ACRE_COMPONENT_${component}_LINKS)
  acre_flat_links(links complete ${private})
  if(complete)
    list(TRANSFORM needs PREPEND acre-)
    list(JOIN needs " " needs)
    acre_write_pkg_config(acre-${component} "acre's component ${component}" "${needs} acre" "" "-lacre_${component};${links}")
  endif()
endforeach()
