# Runs a program's TESTS by CTEST in a build's FOLDER, says what failed, and leaves a STAMP where all passed.
execute_process(COMMAND "${CTEST}" --test-dir "${FOLDER}" --tests-regex "${TESTS}" --output-on-failure --no-tests=error
  OUTPUT_VARIABLE said ERROR_VARIABLE said RESULT_VARIABLE result)
if(NOT result EQUAL 0)
  message("${said}")
  message(FATAL_ERROR "a test failed")
endif()
file(TOUCH "${STAMP}")
