# A program built without CMake's help runs.
#   cmake -D compiler=… -D flags=… -D pkg_config=… -D folder=… -D out=… -P build.cmake     folder: of acre.pc
file(MAKE_DIRECTORY "${out}")
set(ENV{PKG_CONFIG_PATH} "${folder}")
execute_process(COMMAND "${pkg_config}" --cflags --libs acre-io
  OUTPUT_VARIABLE told OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(told UNIX_COMMAND "${told}")
separate_arguments(flags UNIX_COMMAND "${flags}")
execute_process(COMMAND "${compiler}" -O0 ${flags} "${CMAKE_CURRENT_LIST_DIR}/main.cpp" -o "${out}/plain" ${told} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND "${out}/plain" WORKING_DIRECTORY "${out}" OUTPUT_VARIABLE printed COMMAND_ERROR_IS_FATAL ANY)
if(NOT printed STREQUAL "[0. 1. 4. 9.]\n")
  message(FATAL_ERROR "it printed ${printed}")
endif()
