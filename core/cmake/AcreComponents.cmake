# acre's components: libraries beside acre::acre that who doesn't want them doesn't link, each in a folder of its own under
# core/. find_package(acre COMPONENTS …) asks for them by these names.
#
# The CMakeLists.txt of such a folder says
#   acre_component_option(NAME FOUND BROUGHT_BY)      where it needs something that may be missing
#   acre_component(NAME SOURCES… )                    what it is

# acre_library(TARGET NAME): what is common to acre's libraries. Static or shared as BUILD_SHARED_LIBS says.
function(acre_library target name)
  add_library(acre::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES
    EXPORT_NAME ${name}
    CXX_EXTENSIONS OFF
    POSITION_INDEPENDENT_CODE ON
    VERSION ${acre_VERSION}
    SOVERSION ${acre_VERSION_MAJOR}.${acre_VERSION_MINOR}  # core/CHANGELOG.md
    DEFINE_SYMBOL ""  # the same objects, static and shared
    INSTALL_RPATH "$ORIGIN"
    INSTALL_RPATH_USE_LINK_PATH ON)  # a Kokkos in a prefix of its own is found by who links the installed library alone
  if(ACRE_BUNDLE_SIZE GREATER 1)
    acre_bundle_options(${target})
  endif()
  acre_target_options(${target})
endfunction()

# acre_component(NAME SOURCES FILE… [PUBLIC LIBRARY…] [PRIVATE LIBRARY…] [FINDS LINE…]): the library acre::NAME.
#   PUBLIC   components that its headers need; acre::acre is always one
#   PRIVATE  what its sources alone need
#   FINDS    CMake code that finds those where acre is installed: "find_package(PNG QUIET)"
# FILEs may be compiled several as one (ACRE_BUNDLE_SIZE), so compile options of a FILE are set before.
function(acre_component name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;PUBLIC;PRIVATE;FINDS")
  acre_join(sources "${CMAKE_CURRENT_BINARY_DIR}/bundles" ${ACRE_BUNDLE_SIZE} ${arg_SOURCES})
  add_library(acre_${name} ${sources})
  target_link_libraries(acre_${name} PUBLIC acre::acre ${arg_PUBLIC} PRIVATE ${arg_PRIVATE})
  acre_library(acre_${name} ${name})
  if(NOT PROJECT_IS_TOP_LEVEL AND NOT ACRE_INSTALL)  # a part of a project: built if something links it
    set_target_properties(acre_${name} PROPERTIES EXCLUDE_FROM_ALL ON)
  endif()
  set(needs "")
  foreach(library IN LISTS arg_PUBLIC)
    string(REPLACE "acre::" "" other "${library}")
    get_property(others GLOBAL PROPERTY ACRE_COMPONENT_${other}_NEEDS)
    list(APPEND needs ${others} ${other})
  endforeach()
  set_property(GLOBAL APPEND PROPERTY ACRE_COMPONENTS ${name})
  set_property(GLOBAL PROPERTY ACRE_COMPONENT_${name}_NEEDS "${needs}")
  if(NOT BUILD_SHARED_LIBS)  # else the library itself has them
    list(JOIN arg_FINDS "\n  " finds)
    set_property(GLOBAL PROPERTY ACRE_COMPONENT_${name}_LINKS "${arg_PRIVATE}")
    set_property(GLOBAL PROPERTY ACRE_COMPONENT_${name}_FINDS "${finds}")
  endif()
endfunction()

# acre_component_option(NAME FOUND BROUGHT_BY): ACRE_ENABLE_NAME is AUTO for "where it is FOUND", ON for an error where it
# isn't, OFF for none. Sets acre_has_NAME. BROUGHT_BY is a sentence, "zlib is missing (Debian: zlib1g-dev)", which
# find_package repeats to who asks for a component that was left out.
function(acre_component_option name found brought_by)
  string(TOUPPER ${name} option)
  set(ACRE_ENABLE_${option} AUTO CACHE STRING "Build acre::${name}: AUTO (where what it needs is found), ON, OFF")
  set_property(CACHE ACRE_ENABLE_${option} PROPERTY STRINGS AUTO ON OFF)
  set_property(GLOBAL PROPERTY ACRE_COMPONENT_${name}_BROUGHT_BY "${brought_by}")
  set(has ON)
  string(TOUPPER "${ACRE_ENABLE_${option}}" wanted)
  if(NOT wanted MATCHES "^(AUTO|ON|OFF|TRUE|FALSE|YES|NO|1|0)$")
    message(FATAL_ERROR "ACRE_ENABLE_${option} is AUTO, ON or OFF, not ${ACRE_ENABLE_${option}}")
  endif()
  if(NOT ACRE_ENABLE_${option})
    set(has OFF)
    acre_leave_out(${name} "ACRE_ENABLE_${option} was OFF")
  elseif(NOT found AND wanted STREQUAL "AUTO")
    set(has OFF)
    message(STATUS "acre: acre::${name} is left out: ${brought_by}")
    acre_leave_out(${name} "${brought_by}")
  elseif(NOT found)
    message(FATAL_ERROR "acre::${name} (ACRE_ENABLE_${option}=ON): ${brought_by}")
  endif()
  set(acre_has_${name} ${has} PARENT_SCOPE)
endfunction()

# acre_leave_out(NAME WHY): find_package says WHY.
function(acre_leave_out name why)
  set_property(GLOBAL APPEND PROPERTY ACRE_LEFT_OUT ${name})
  set_property(GLOBAL PROPERTY ACRE_LEFT_OUT_${name} "${why}")
endfunction()
