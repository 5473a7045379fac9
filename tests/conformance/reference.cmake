# Runs acre-conformance over the reference data, or says why not.
#   cmake -D program=… -D space=… -D expect=… -D data=… -P reference.cmake
if(DEFINED ENV{ACRE_REFERENCE_DATA})
  set(data "$ENV{ACRE_REFERENCE_DATA}")
endif()
if(data STREQUAL "")
  message("skipped: ACRE_REFERENCE_DATA names no folder with a manifest.json")
  return()
endif()
if(NOT EXISTS "${data}/manifest.json")
  message("skipped: ${data} (ACRE_REFERENCE_DATA) has no manifest.json")
  return()
endif()
execute_process(
  COMMAND "${program}" --space ${space} ${expect} --quiet "${data}/manifest.json"
  RESULT_VARIABLE result)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "acre-conformance ended with ${result}")
endif()
