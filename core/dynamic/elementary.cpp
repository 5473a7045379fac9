#include <acre/elementwise/elementary.hpp>

#include "functions.hpp"

namespace acre::dynamic::detail {

namespace {

constexpr binary_entry pairs[] = {
    {"arctan2", inexact, same,
     run_binary<floats>([](auto const& x, auto const& y) { return arctan2(x, y); })},
    {"hypot", inexact, same,
     run_binary<floats>([](auto const& x, auto const& y) { return hypot(x, y); })},
    {"logaddexp", inexact, same,
     run_binary<floats>([](auto const& x, auto const& y) { return logaddexp(x, y); })},
    {"copysign", inexact, same,
     run_binary<floats>([](auto const& x, auto const& y) { return copysign(x, y); })},
};

constexpr unary_entry functions[] = {
    {"sqrt", inexact, same, run_unary<floats>([](auto const& x) { return sqrt(x); })},
    {"cbrt", inexact, same, run_unary<floats>([](auto const& x) { return cbrt(x); })},
    {"exp", inexact, same, run_unary<floats>([](auto const& x) { return exp(x); })},
    {"exp2", inexact, same, run_unary<floats>([](auto const& x) { return exp2(x); })},
    {"expm1", inexact, same, run_unary<floats>([](auto const& x) { return expm1(x); })},
    {"log", inexact, same, run_unary<floats>([](auto const& x) { return log(x); })},
    {"log2", inexact, same, run_unary<floats>([](auto const& x) { return log2(x); })},
    {"log10", inexact, same, run_unary<floats>([](auto const& x) { return log10(x); })},
    {"log1p", inexact, same, run_unary<floats>([](auto const& x) { return log1p(x); })},
    {"sin", inexact, same, run_unary<floats>([](auto const& x) { return sin(x); })},
    {"cos", inexact, same, run_unary<floats>([](auto const& x) { return cos(x); })},
    {"tan", inexact, same, run_unary<floats>([](auto const& x) { return tan(x); })},
    {"arcsin", inexact, same, run_unary<floats>([](auto const& x) { return arcsin(x); })},
    {"arccos", inexact, same, run_unary<floats>([](auto const& x) { return arccos(x); })},
    {"arctan", inexact, same, run_unary<floats>([](auto const& x) { return arctan(x); })},
    {"sinh", inexact, same, run_unary<floats>([](auto const& x) { return sinh(x); })},
    {"cosh", inexact, same, run_unary<floats>([](auto const& x) { return cosh(x); })},
    {"tanh", inexact, same, run_unary<floats>([](auto const& x) { return tanh(x); })},
    {"arcsinh", inexact, same, run_unary<floats>([](auto const& x) { return arcsinh(x); })},
    {"arccosh", inexact, same, run_unary<floats>([](auto const& x) { return arccosh(x); })},
    {"softplus", inexact, same, run_unary<floats>([](auto const& x) { return softplus(x); })},
    {"arctanh", inexact, same, run_unary<floats>([](auto const& x) { return arctanh(x); })},
};

}  // namespace

std::span<unary_entry const> elementary_functions() { return functions; }
std::span<binary_entry const> elementary_pairs() { return pairs; }

}  // namespace acre::dynamic::detail
