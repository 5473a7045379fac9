#pragma once

namespace acre::apps {

/// Writes out what std::cout and stdout still hold. Throws std::runtime_error if any of what was
/// written to them is lost, as on a full disk: a program that ends without asking never knows.
void flush_standard_output();

}  // namespace acre::apps
