#include <acre/elementwise/complex.hpp>

#include "functions.hpp"

namespace acre::dynamic::detail {

namespace {

constexpr auto complex_functions_entries = unary_entries(acre::detail::complex_functions());

}  // namespace

std::span<unary_entry const> complex_functions() { return complex_functions_entries; }

}  // namespace acre::dynamic::detail
