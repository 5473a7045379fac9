#include <acre/elementwise/logarithmic.hpp>

#include "functions.hpp"

namespace acre::dynamic::detail {

namespace {

constexpr auto logarithmic_functions_entries = unary_entries(acre::detail::logarithmic_functions());

}  // namespace

std::span<unary_entry const> logarithmic_functions() { return logarithmic_functions_entries; }

}  // namespace acre::dynamic::detail
