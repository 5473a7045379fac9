# The package: library, headers, and what find_package(acre) reads.
set(acre_package_folder "${CMAKE_INSTALL_LIBDIR}/cmake/acre")

get_property(acre_components GLOBAL PROPERTY ACRE_COMPONENTS)
list(TRANSFORM acre_components PREPEND acre_ OUTPUT_VARIABLE acre_component_targets)
install(TARGETS acre ${acre_component_targets} EXPORT acreTargets)
install(EXPORT acreTargets NAMESPACE acre:: DESTINATION "${acre_package_folder}")
get_property(acre_include_folders GLOBAL PROPERTY ACRE_INCLUDE_FOLDERS)
get_property(acre_transport_folders GLOBAL PROPERTY ACRE_TRANSPORT_FOLDERS)
list(APPEND acre_include_folders ${acre_transport_folders})
foreach(folder IN LISTS acre_include_folders)
  install(DIRECTORY "${folder}/" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" FILES_MATCHING PATTERN "*.hpp")
endforeach()
install(FILES core/gdb/acre-gdb.py DESTINATION "${CMAKE_INSTALL_DATADIR}/acre")
install(FILES LICENSE DESTINATION "${CMAKE_INSTALL_DOCDIR}")

# what the package's file knows of the components
set(acre_component_facts "")
foreach(component IN LISTS acre_components)
  foreach(fact NEEDS LINKS FINDS BROUGHT_BY)
    get_property(${fact} GLOBAL PROPERTY ACRE_COMPONENT_${component}_${fact})
  endforeach()
  foreach(fact NEEDS LINKS BROUGHT_BY)
    if(${fact})
      string(TOLOWER ${fact} fact_name)
      string(APPEND acre_component_facts "set(_acre_${fact_name}_${component} \"${${fact}}\")\n")
    endif()
  endforeach()
  if(FINDS)
    string(APPEND acre_component_facts "macro(_acre_find_${component})\n  ${FINDS}\nendmacro()\n")
  endif()
endforeach()
get_property(acre_left_out GLOBAL PROPERTY ACRE_LEFT_OUT)
foreach(component IN LISTS acre_left_out)
  get_property(why GLOBAL PROPERTY ACRE_LEFT_OUT_${component})
  string(APPEND acre_component_facts "set(_acre_left_out_${component} \"${why}\")\n")
endforeach()

configure_package_config_file(core/cmake/acreConfig.cmake.in
  "${CMAKE_CURRENT_BINARY_DIR}/acreConfig.cmake"
  INSTALL_DESTINATION "${acre_package_folder}"
  NO_SET_AND_CHECK_MACRO)
set(acre_compatibility SameMajorVersion)
if(PROJECT_VERSION_MAJOR EQUAL 0)
  set(acre_compatibility SameMinorVersion)  # core/CHANGELOG.md
endif()
write_basic_package_version_file("${CMAKE_CURRENT_BINARY_DIR}/acreConfigVersion.cmake"
  COMPATIBILITY ${acre_compatibility})
install(FILES
  "${CMAKE_CURRENT_BINARY_DIR}/acreConfig.cmake"
  "${CMAKE_CURRENT_BINARY_DIR}/acreConfigVersion.cmake"
  core/cmake/AcreCallLines.cmake
  core/cmake/AcreFftLibraries.cmake
  core/cmake/AcreLinalgLibraries.cmake
  core/cmake/AcreNative.cmake
  DESTINATION "${acre_package_folder}")

include(AcrePkgConfig)
