#include <acre/elementwise/trigonometric.hpp>

#include "functions.hpp"

namespace acre::dynamic::detail {

namespace {

constexpr auto trigonometric_functions_entries =
    unary_entries(acre::detail::trigonometric_functions());

}  // namespace

std::span<unary_entry const> trigonometric_functions() { return trigonometric_functions_entries; }

}  // namespace acre::dynamic::detail
