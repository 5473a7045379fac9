#include <acre/elementwise/arithmetic.hpp>

#include "functions.hpp"

namespace acre::dynamic::detail {

namespace {

constexpr auto sign_functions_entries = unary_entries(acre::detail::sign_functions());

}  // namespace

std::span<unary_entry const> sign_functions() { return sign_functions_entries; }

}  // namespace acre::dynamic::detail
