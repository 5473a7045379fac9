#pragma once

// CMake reads the version from these three lines.
#define ACRE_VERSION_MAJOR 0
#define ACRE_VERSION_MINOR 3
#define ACRE_VERSION_PATCH 0

namespace acre {

/// How this library was built, on one line for reports and bug reports:
/// "acre 0.3.0 (serial, openmp; Kokkos 5.2.2; GNU 16.2.0; Release; contraction off)"
char const* build_info() noexcept;

}  // namespace acre
