#pragma once

#include <acre/dynamic/array.hpp>

#include <string>

namespace acre::dynamic {

/// The elements as NumPy's str() and repr() print them, from any space. Wait.
std::string to_string(dynamic_array const& a);
std::string repr(dynamic_array const& a);

}  // namespace acre::dynamic
