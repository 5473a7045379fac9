#pragma once

#include "functions.hpp"

namespace acre::dynamic::detail {

std::span<unary_entry const> angle_functions();
std::span<binary_entry const> step_pairs();
std::span<unary_entry const> part_functions();
std::span<binary_entry const> part_pairs();

}  // namespace acre::dynamic::detail
