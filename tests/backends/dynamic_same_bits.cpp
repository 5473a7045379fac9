// Each function that arrays and dynamic arrays have gives both the same dtype, shape and bits:
// elementwise functions, reductions, scans and shapes here, what is composed of them in
// dynamic_same_bits_compositions.cpp, what orders, looks up and counts in
// dynamic_same_bits_order.cpp. On one space, as bits are the same on all.
//
// tests/docs/functions --check wants each function of acre::dynamic in one of these files, as the
// first argument of same() or with a reason in a list of exceptions.

#include <acre/array/windows.hpp>
#include <acre/dynamic.hpp>
#include <acre/index/select.hpp>
#include <acre/rearrange.hpp>
#include <acre/reduce.hpp>
#include <acre_test/same_bits.hpp>

#include <array>
#include <tuple>
#include <vector>

// Without a counterpart of the same meaning among the functions of arrays:
//   except: space_named fence dtype_named item_size promote promote_scalar inexact sum_dtype
//     quotient_dtype real_dtype truth item (about dtypes, spaces and single values)
//   except: unary binary unary_functions binary_functions unary_dtype binary_dtype reductions
//     reduction_dtype scans scan_dtype kind_of name (of functions by name, each of which is
//     compared)
//   except: from_host to_host contiguous copy copy_to empty astype assign to_string repr (elements
//     as they are: the means by which all others are compared, dynamic_array.cpp)
//   except: scalar_operand atleast (an operand of others; expand_dims with a rank at run time)
//   except: binary_into unary_into (binary(), unary() and assign(): dynamic_functions.cpp,
//     dynamic_queue.cpp)
//   except: new_queue is_same_queue is_same_device record is_idle wait_for wait is_on_host
//   device_of
//     memory_of pinned_memory_of empty_pinned launch_host benchmark on_queue line_of (queues:
//     dynamic_queue.cpp)
//   except: from_cuda_array space_of_memory (memory that another library describes: tests/python)
//   except: unflatten list_index local_index beside list_reductions item_of_each argcombinations
//     combinations argcartesian cartesian (lists: dynamic_lists.cpp)
//   except: to_dlpack to_dlpack_legacy from_dlpack dlpack_stream (tensors: dynamic_dlpack.cpp)
//   except: fft ifft rfft irfft fftn ifftn rfftn irfftn fft2 ifft2 rfft2 irfft2 fftfreq rfftfreq
//     fftshift ifftshift hfft ihfft (another library: tests/fft/dynamic.cpp)
//   except: solve inv det slogdet matrix_power matrix_rank cond pinv cholesky qr svd svdvals eigh
//     eigvalsh eig eigvals (another library: tests/dynamic/linalg.cpp)

namespace {

using namespace acre;
using dynamic::binary, dynamic::unary;

class dynamic_same_bits : public acre_test::both_faces_of_numbers {};

TEST_F(dynamic_same_bits, functions_of_one_operand)
{
  same("negative", unary("negative", x), -x);
  same("absolute", unary("absolute", x), abs(x));
  same("absolute", unary("absolute", z), abs(z));
  same("abs", unary("abs", x), abs(x));
  same("sign", unary("sign", x), sign(x));
  same("square", unary("square", x), square(x));
  same("reciprocal", unary("reciprocal", x), reciprocal(x));
  same("floor", unary("floor", x), floor(x));
  same("ceil", unary("ceil", x), ceil(x));
  same("trunc", unary("trunc", x), trunc(x));
  same("fix", unary("fix", x), fix(x));
  same("rint", unary("rint", x), rint(x));
  same("round", unary("round", x), round(x));
  same("round", dynamic::round(x, 2), round(x, 2));
  same("isnan", unary("isnan", x), isnan(x));
  same("isfinite", unary("isfinite", x), isfinite(x));
  same("isinf", unary("isinf", x), isinf(x));
  same("isposinf", unary("isposinf", x), isposinf(x));
  same("isneginf", unary("isneginf", x), isneginf(x));
  same("signbit", unary("signbit", x), signbit(x));
  same("real", unary("real", z), real(z));
  same("imag", unary("imag", z), imag(z));
  same("conjugate", unary("conjugate", z), conj(z));
  same("conj", unary("conj", z), conj(z));
  same("angle", unary("angle", z), angle(z));
  same("isreal", unary("isreal", z), isreal(z));
  same("iscomplex", unary("iscomplex", z), iscomplex(z));
  same("invert", unary("invert", i), ~i);
  same("bitwise_not", unary("bitwise_not", i), ~i);
  same("bitwise_invert", unary("bitwise_invert", i), ~i);
  same("bitwise_count", unary("bitwise_count", i), bitwise_count(i));
  same("logical_not", unary("logical_not", m), !m);
  same("sqrt", unary("sqrt", p), sqrt(p));
  same("cbrt", unary("cbrt", x), cbrt(x));
  same("exp", unary("exp", x), exp(x));
  same("exp", unary("exp", i), exp(i));
  same("exp2", unary("exp2", x), exp2(x));
  same("expm1", unary("expm1", x), expm1(x));
  same("log", unary("log", p), log(p));
  same("log2", unary("log2", p), log2(p));
  same("log10", unary("log10", p), log10(p));
  same("log1p", unary("log1p", p), log1p(p));
  same("softplus", unary("softplus", x), softplus(x));
  same("sin", unary("sin", x), sin(x));
  same("cos", unary("cos", x), cos(x));
  same("tan", unary("tan", x), tan(x));
  same("arcsin", unary("arcsin", p), arcsin(p));
  same("arccos", unary("arccos", p), arccos(p));
  same("arctan", unary("arctan", x), arctan(x));
  same("asin", unary("asin", p), asin(p));
  same("acos", unary("acos", p), acos(p));
  same("atan", unary("atan", x), atan(x));
  same("sinh", unary("sinh", p), sinh(p));
  same("cosh", unary("cosh", p), cosh(p));
  same("tanh", unary("tanh", x), tanh(x));
  same("arcsinh", unary("arcsinh", x), arcsinh(x));
  same("arccosh", unary("arccosh", x), arccosh(x));
  same("arctanh", unary("arctanh", p), arctanh(p));
  same("asinh", unary("asinh", x), asinh(x));
  same("acosh", unary("acosh", x), acosh(x));
  same("atanh", unary("atanh", p), atanh(p));
  same("erf", unary("erf", p), erf(p));
  same("erfc", unary("erfc", p), erfc(p));
  same("lgamma", unary("lgamma", x), lgamma(x));
  same("tgamma", unary("tgamma", p), tgamma(p));
  same("i0", unary("i0", p), i0(p));
  same("deg2rad", unary("deg2rad", x), deg2rad(x));
  same("radians", unary("radians", x), radians(x));
  same("rad2deg", unary("rad2deg", x), rad2deg(x));
  same("degrees", unary("degrees", x), degrees(x));
  same("sinc", unary("sinc", x), sinc(x));
  same("spacing", unary("spacing", x), spacing(x));
  same("fabs", unary("fabs", x), fabs(x));
  same("fabs", unary("fabs", i), fabs(i));
  auto const [fraction, whole] = evaluate(modf(x));
  same("modf_fraction", unary("modf_fraction", x), fraction);
  same("modf_whole", unary("modf_whole", x), whole);
  auto const [mantissa, exponent] = evaluate(frexp(x));
  same("frexp_mantissa", unary("frexp_mantissa", x), mantissa);
  same("frexp_exponent", unary("frexp_exponent", x), exponent);
  same.expect_all(dynamic::unary_functions());
}

TEST_F(dynamic_same_bits, functions_of_two_operands)
{
  same("add", binary("add", x, y), x + y);
  same("add", binary("add", f, x), f + x);
  same("add", binary("add", i, 0.5), i + 0.5);
  same("subtract", binary("subtract", x, y), x - y);
  same("subtract", binary("subtract", 0.5, i), 0.5 - i);
  same("multiply", binary("multiply", x, y), x * y);
  same("true_divide", binary("true_divide", x, y), x / y);
  same("true_divide", binary("true_divide", i, 3.0), i / 3.0);
  same("divide", binary("divide", x, y), x / y);
  same("floor_divide", binary("floor_divide", x, y), floor_divide(x, y));
  same("remainder", binary("remainder", x, y), remainder(x, y));
  same("mod", binary("mod", x, y), remainder(x, y));
  same("fmod", binary("fmod", x, y), fmod(x, y));
  same("gcd", binary("gcd", i, j), gcd(i, j));
  same("lcm", binary("lcm", i, j), lcm(i, j));
  same("power", binary("power", p, y), power(p, y));
  same("pow", binary("pow", p, y), pow(p, y));
  same("float_power", binary("float_power", i, j), float_power(i, j));
  same("maximum", binary("maximum", x, y), maximum(x, y));
  same("minimum", binary("minimum", x, y), minimum(x, y));
  same("fmax", binary("fmax", x, y), fmax(x, y));
  same("fmin", binary("fmin", x, y), fmin(x, y));
  same("equal", binary("equal", x, y), x == y);
  same("not_equal", binary("not_equal", x, y), x != y);
  same("less", binary("less", x, y), x < y);
  same("less_equal", binary("less_equal", x, y), x <= y);
  same("greater", binary("greater", x, y), x > y);
  same("greater_equal", binary("greater_equal", x, y), x >= y);
  same("bitwise_and", binary("bitwise_and", i, j), i & j);
  same("bitwise_or", binary("bitwise_or", i, j), i | j);
  same("bitwise_xor", binary("bitwise_xor", i, j), i ^ j);
  same("left_shift", binary("left_shift", i, j), i << j);
  same("right_shift", binary("right_shift", i, j), i >> j);
  same("bitwise_left_shift", binary("bitwise_left_shift", i, j), i << j);
  same("bitwise_right_shift", binary("bitwise_right_shift", i, j), i >> j);
  same("logical_and", binary("logical_and", m, n), logical_and(m, n));
  same("logical_or", binary("logical_or", m, n), logical_or(m, n));
  same("logical_xor", binary("logical_xor", m, n), logical_xor(m, n));
  same("arctan2", binary("arctan2", x, y), arctan2(x, y));
  same("atan2", binary("atan2", x, y), atan2(x, y));
  same("hypot", binary("hypot", x, y), hypot(x, y));
  same("logaddexp", binary("logaddexp", x, y), logaddexp(x, y));
  same("logaddexp2", binary("logaddexp2", x, y), logaddexp2(x, y));
  same("copysign", binary("copysign", x, y), copysign(x, y));
  same("nextafter", binary("nextafter", x, y), nextafter(x, y));
  same("heaviside", binary("heaviside", x, 0.5), heaviside(x, 0.5));
  same("ldexp", binary("ldexp", x, j), ldexp(x, j));
  same.expect_all(dynamic::binary_functions());
}

TEST_F(dynamic_same_bits, choices_and_comparisons)
{
  same("where", dynamic::where(m, x, y), where(m, x, y));
  same("clip", dynamic::clip(x, dynamic::scalar_operand(x, -1.0), y), clip(x, -1.0, y));
  same("isclose", dynamic::isclose(x, y, 0.1, 2.0), isclose(x, y, {0.1, 2.0}));
  same("allclose", dynamic::allclose(x, x), allclose(x, x));
  same("array_equal", dynamic::array_equal(x, y), array_equal(x, y));
  array<double, 2> const gaps = log(x);
  same("nan_to_num", dynamic::nan_to_num(gaps, -1.0), nan_to_num(gaps, {-1.0}));
  same("select",
       dynamic::select(std::array<dynamic_array, 2>{m, n}, std::array<dynamic_array, 2>{x, y}, 0.5),
       acre::select({m, n}, {x, y}, 0.5));
  auto const sum = copy(x), other = copy(x);
  dynamic::add_to(sum, w);
  other += w;
  same("add_to", sum, other);
}

TEST_F(dynamic_same_bits, reductions)
{
  auto const row = [&](std::string_view name, auto const& a) {
    return dynamic::reduce(name, a, {.axes = std::vector{1}});
  };
  array<double, 2> const gaps = where(m, x, sqrt(x));
  same("sum", row("sum", x), sum(x, 1));
  same("sum", row("sum", i), sum(i, 1));
  same("prod", row("prod", x), prod(x, 1));
  same("mean", row("mean", x), mean(x, 1));
  same("mean", row("mean", i), mean(i, 1));
  same("var", row("var", x), var(x, 1));
  same("std", row("std", x), stddev(x, 1));
  same("max", row("max", x), max(x, 1));
  same("min", row("min", x), min(x, 1));
  same("argmax", row("argmax", x), argmax(x, 1));
  same("argmin", row("argmin", x), argmin(x, 1));
  same("any", row("any", m), any(m, 1));
  same("all", row("all", m), all(m, 1));
  same("count_nonzero", row("count_nonzero", m), count_nonzero(m, 1));
  same("nansum", row("nansum", gaps), nansum(gaps, 1));
  same("nanprod", row("nanprod", gaps), nanprod(gaps, 1));
  same("nanmax", row("nanmax", gaps), nanmax(gaps, 1));
  same("nanmin", row("nanmin", gaps), nanmin(gaps, 1));
  same("nanmean", row("nanmean", gaps), nanmean(gaps, 1));
  same("nanvar", row("nanvar", gaps), nanvar(gaps, 1));
  same("nanstd", row("nanstd", gaps), nanstd(gaps, 1));
  same("nanargmax", row("nanargmax", gaps), nanargmax(gaps, 1));
  same("nanargmin", row("nanargmin", gaps), nanargmin(gaps, 1));
  same.expect_all(dynamic::reductions());
  same("reduce", dynamic::reduce("sum", x), sum(x));
  same("reduce_where",
       dynamic::reduce_where("sum", x, {.where = dynamic_array(m)}, {.axes = std::vector{1}}),
       sum(where(m, x, 0.0), 1));
  same("nanvar", dynamic::nanvar(gaps, {.axes = std::vector{1}, .ddof = 1}),
       nanvar(gaps, ddof(1), 1));
  same("nanstd", dynamic::nanstd(gaps, {.axes = std::vector{1}}), nanstd(gaps, 1));
  same("ptp", dynamic::ptp(x, {.axes = std::vector{1}}), ptp(x, 1));
}

TEST_F(dynamic_same_bits, scans)
{
  auto const row = [&](std::string_view name) { return dynamic::scan(name, x, {.axis = 1}); };
  same("cumsum", row("cumsum"), cumsum(x, 1));
  same("cumprod", row("cumprod"), cumprod(x, 1));
  same("cummax", row("cummax"), cummax(x, 1));
  same("cummin", row("cummin"), cummin(x, 1));
  same("nancumsum", row("nancumsum"), nancumsum(x, 1));
  same("nancumprod", row("nancumprod"), nancumprod(x, 1));
  same.expect_all(dynamic::scans());
  same("scan", dynamic::scan("cumsum", x), cumsum(x));
}

TEST_F(dynamic_same_bits, shapes)
{
  std::array<dynamic_array, 2> const both{x, y}, rows{v, w};
  same("transpose", dynamic::transpose(x), x.transpose());
  same("reshape", dynamic::reshape(x, {300, 3}), x.reshape(shape(300, 3)));
  same("ravel", dynamic::ravel(x), ravel(x));
  same("broadcast_to", dynamic::broadcast_to(v, shape(2, 300)), broadcast_to(v, shape(2, 300)));
  same("flip", dynamic::flip(x, std::vector{1}), flip(x, 1));
  same("diagonal", dynamic::diagonal(x, 1), diagonal(x, 1));
  same("roll", dynamic::roll(x, 2, 1), roll(x, 2, 1));
  same("repeat", dynamic::repeat(x, 2, 1), repeat(x, 2, 1));
  same("tile", dynamic::tile(x, {2, 1}), tile(x, shape(2, 1)));
  same("concatenate", dynamic::concatenate(both, 1), concatenate(std::tuple(x, y), 1));
  same("stack", dynamic::stack(both, 1), stack(std::tuple(x, y), 1));
  same("vstack", dynamic::vstack(rows), vstack(std::tuple(v, w)));
  same("hstack", dynamic::hstack(both), hstack(std::tuple(x, y)));
  same("dstack", dynamic::dstack(both), dstack(std::tuple(x, y)));
  same("column_stack", dynamic::column_stack(rows), column_stack(std::tuple(v, w)));
  same("broadcast_arrays", dynamic::broadcast_arrays(std::array<dynamic_array, 2>{x, v})[1],
       std::get<1>(broadcast_arrays(x, v)));
  same("sliding_window_view", dynamic::sliding_window_view(x, {3}, std::vector{1}),
       sliding_window_view(x, 3, 1));
  same("moveaxis", dynamic::moveaxis(x, {0}, {1}), moveaxis(x, 0, 1));
  same("swapaxes", dynamic::swapaxes(x, 0, 1), swapaxes(x, 0, 1));
  same("expand_dims", dynamic::expand_dims(x, {1}), expand_dims(x, 1));
  same("squeeze", dynamic::squeeze(x(slice(0, 1)), std::vector{0}), squeeze(x(slice(0, 1)), 0));
  same("rot90", dynamic::rot90(x), rot90(x));
  same("split", dynamic::split(x, std::vector<std::int64_t>{2, 3}, 1)[1], split(x, {2, 3}, 1)[1]);
  same("array_split", dynamic::array_split(x, 3, 1)[1], array_split(x, 3, 1)[1]);
  same("unstack", dynamic::unstack(x)[1], unstack(x)[1]);
  same("meshgrid", dynamic::meshgrid(rows)[1], std::get<1>(meshgrid(v, w)));
  same("tril", dynamic::tril(x), tril(x));
  same("triu", dynamic::triu(x, 1), triu(x, 1));
  same("diag", dynamic::diag(v), diag(v));
}

TEST_F(dynamic_same_bits, new_arrays)
{
  same("arange", dynamic::arange(space, 0.5, 4.0, 0.3), arange(space, 0.5, 4.0, 0.3));
  same("arange",
       dynamic::arange(space, dtype::int16, std::int64_t{9}, std::int64_t{-3}, std::int64_t{-4}),
       arange<std::int16_t>(space, 9, -3, -4));
  same("linspace", dynamic::linspace(space, 0.5, 4.0, 9), linspace(space, 0.5, 4.0, 9));
  same("full", dynamic::full(space, dtype::float64, shape(2, 2), 0.5),
       full(space, shape(2, 2), 0.5));
  same("eye", dynamic::eye(space, dtype::float64, 3, 4, 1), eye<double>(space, 3, 4, 1));
  same("tri", dynamic::tri(space, dtype::float64, 3, 4, 1), tri<double>(space, 3, 4, 1));
  same("logspace", dynamic::logspace(space, 0, 2, 9), logspace(space, 0, 2, 9));
  same("geomspace", dynamic::geomspace(space, 1, 5, 9), geomspace(space, 1, 5, 9));
  same("window", dynamic::window(space, "bartlett", 9), bartlett(space, 9));
  same("window", dynamic::window(space, "hanning", 9), hanning(space, 9));
  same("window", dynamic::window(space, "hamming", 9), hamming(space, 9));
  same("window", dynamic::window(space, "blackman", 9), blackman(space, 9));
  same("window", dynamic::window(space, "kaiser", 9, 3.5), kaiser(space, 9, 3.5));
  same("vander", dynamic::vander(v, 4), vander(v, 4));
}

}  // namespace
