# Compares gdb's output with expected.txt.
execute_process(
  COMMAND "${gdb}" -nx -batch -x "${printers}" -x "${commands}" "${program}"
  OUTPUT_VARIABLE printed ERROR_VARIABLE said)
if("${said}" MATCHES "ptrace: Operation not permitted|Couldn't get registers|Could not trace|Cannot PTRACE|Python scripting is not supported")
  message("skipped: gdb may not run a program here, or has no Python")
  return()
endif()
string(REGEX MATCHALL "\\$[0-9]+ = [^\n]*" lines "${printed}")
list(JOIN lines "\n" lines)
file(READ "${expected}" wanted)
string(STRIP "${wanted}" wanted)
if(NOT lines STREQUAL wanted)
  message(FATAL_ERROR "gdb printed\n${lines}\ninstead of\n${wanted}\n${said}")
endif()
