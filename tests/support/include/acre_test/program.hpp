#pragma once

#include <cstdio>
#include <string>

#include <sys/wait.h>

namespace acre_test {

/// The outcome of a command of the shell.
struct outcome {
  int status = -1;     // the exit status; -1 if it didn't start or was killed
  std::string output;  // stdout and stderr
};

inline outcome outcome_of(std::string const& command)
{
  outcome out;
  std::FILE* const pipe = ::popen((command + " 2>&1").c_str(), "r");
  if (pipe == nullptr) return out;
  for (int c; (c = std::fgetc(pipe)) != EOF;) out.output += static_cast<char>(c);
  int const status = ::pclose(pipe);
  if (WIFEXITED(status)) out.status = WEXITSTATUS(status);
  return out;
}

}  // namespace acre_test
