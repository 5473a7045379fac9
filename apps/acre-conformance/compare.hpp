#pragma once

#include "manifest.hpp"

namespace acre::conformance {

/// Why `got` is not what was expected; empty if it is. dtype and shape must match; elements under
/// the tolerance, where NaN equals NaN, -0.0 equals 0.0, and infinities match in sign.
std::string difference(dynamic_array const& got, expected_result const& want);

/// Why what was thrown is not the expected error; empty if it is. The class must have the meaning
/// of NumPy's, and the text begin as NumPy's (spaces at its end don't count).
std::string difference(std::exception const& thrown, expected_error const& want);

}  // namespace acre::conformance
