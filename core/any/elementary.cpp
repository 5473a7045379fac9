#include <acre/elementary.hpp>

#include "functions.hpp"

namespace acre::dynamic::detail {

namespace {

constexpr binary_entry pairs[] = {
    {"arctan2", inexact, same,
     run_binary<[](auto const& x, auto const& y) { return arctan2(x, y); }, floats>},
    {"hypot", inexact, same,
     run_binary<[](auto const& x, auto const& y) { return hypot(x, y); }, floats>},
    {"logaddexp", inexact, same,
     run_binary<[](auto const& x, auto const& y) { return logaddexp(x, y); }, floats>},
    {"copysign", inexact, same,
     run_binary<[](auto const& x, auto const& y) { return copysign(x, y); }, floats>},
};

constexpr unary_entry functions[] = {
    {"sqrt", inexact, same, run_unary<[](auto const& x) { return sqrt(x); }, floats>},
    {"cbrt", inexact, same, run_unary<[](auto const& x) { return cbrt(x); }, floats>},
    {"exp", inexact, same, run_unary<[](auto const& x) { return exp(x); }, floats>},
    {"exp2", inexact, same, run_unary<[](auto const& x) { return exp2(x); }, floats>},
    {"expm1", inexact, same, run_unary<[](auto const& x) { return expm1(x); }, floats>},
    {"log", inexact, same, run_unary<[](auto const& x) { return log(x); }, floats>},
    {"log2", inexact, same, run_unary<[](auto const& x) { return log2(x); }, floats>},
    {"log10", inexact, same, run_unary<[](auto const& x) { return log10(x); }, floats>},
    {"log1p", inexact, same, run_unary<[](auto const& x) { return log1p(x); }, floats>},
    {"sin", inexact, same, run_unary<[](auto const& x) { return sin(x); }, floats>},
    {"cos", inexact, same, run_unary<[](auto const& x) { return cos(x); }, floats>},
    {"tan", inexact, same, run_unary<[](auto const& x) { return tan(x); }, floats>},
    {"arcsin", inexact, same, run_unary<[](auto const& x) { return arcsin(x); }, floats>},
    {"arccos", inexact, same, run_unary<[](auto const& x) { return arccos(x); }, floats>},
    {"arctan", inexact, same, run_unary<[](auto const& x) { return arctan(x); }, floats>},
    {"sinh", inexact, same, run_unary<[](auto const& x) { return sinh(x); }, floats>},
    {"cosh", inexact, same, run_unary<[](auto const& x) { return cosh(x); }, floats>},
    {"tanh", inexact, same, run_unary<[](auto const& x) { return tanh(x); }, floats>},
    {"arcsinh", inexact, same, run_unary<[](auto const& x) { return arcsinh(x); }, floats>},
    {"arccosh", inexact, same, run_unary<[](auto const& x) { return arccosh(x); }, floats>},
    {"softplus", inexact, same, run_unary<[](auto const& x) { return softplus(x); }, floats>},
    {"arctanh", inexact, same, run_unary<[](auto const& x) { return arctanh(x); }, floats>},
};

}  // namespace

std::span<unary_entry const> elementary_functions() { return functions; }
std::span<binary_entry const> elementary_pairs() { return pairs; }

}  // namespace acre::dynamic::detail
