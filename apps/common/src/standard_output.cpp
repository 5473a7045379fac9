#include <acre_apps/standard_output.hpp>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <stdexcept>
#include <string>

namespace acre::apps {

void flush_standard_output()
{
  errno = 0;
  std::cout.flush();
  bool const flushed = std::fflush(stdout) == 0;
  if (flushed && std::cout && std::ferror(stdout) == 0) return;
  std::string message = "cannot write to standard output";
  if (errno != 0) message += std::string(": ") + std::strerror(errno);
  throw std::runtime_error(message);
}

}  // namespace acre::apps
