// dynamic_same_bits.cpp for functions composed of others, in several dtypes.

#include <acre/dynamic.hpp>
#include <acre/linalg.hpp>
#include <acre/order/interp.hpp>
#include <acre/rearrange.hpp>
#include <acre/reduce.hpp>
#include <acre_test/same_bits.hpp>

#include <array>
#include <utility>
#include <vector>

namespace {

using namespace acre;

class dynamic_same_bits_compositions : public acre_test::both_faces_of_numbers {};

TEST_F(dynamic_same_bits_compositions, derivatives_and_integrals)
{
  same("diff", dynamic::diff(x, 2, 0), diff(x, 2, 0));
  same("ediff1d", dynamic::ediff1d(x), ediff1d(x));
  for (int const order : {1, 2}) {
    same("gradient", dynamic::gradient(x, 0.3, 1, order), gradient(x, 0.3, 1, order));
    same("gradient", dynamic::gradient(x, t, 1, order), gradient(x, t, 1, order));
  }
  array<double, 1> const even = 0.1 * cast<double>(arange(space, std::int64_t{3}));
  same("gradient", dynamic::gradient(x, even, 0), gradient(x, even, 0));
  same("gradient", dynamic::gradient(f, 0.3, 0), gradient(f, 0.3, 0));
  same("gradient", dynamic::gradient(z, 0.3, 1), gradient(z, 0.3, 1));
  same("gradient", dynamic::gradient(i, 0.3, 1), gradient(i, 0.3, 1));
  same("trapezoid", dynamic::trapezoid(x, 0.3, 0), trapezoid(x, 0.3, 0));
  same("trapezoid", dynamic::trapezoid(x, t), trapezoid(x, t));
  same("trapezoid", dynamic::trapezoid(x, y, 1), trapezoid(x, y, 1));
  same("trapezoid", dynamic::trapezoid(z, 0.3, 1), trapezoid(z, 0.3, 1));
  same("trapezoid", dynamic::trapezoid(i, 0.3, 1), trapezoid(i, 0.3, 1));
  same("trapezoid", dynamic::trapezoid(f, 0.3), trapezoid(f, 0.3));
  same("unwrap", dynamic::unwrap(x), unwrap(x));
  same("unwrap", dynamic::unwrap(x, 0, 2.0), unwrap(x, 0, 2.0));
  same("unwrap", dynamic::unwrap(f, 1), unwrap(f, 1));
  same("unwrap", dynamic::unwrap(i, 1), unwrap(i, 1));
  same("convolve", dynamic::convolve(v, w), convolve(v, w));
  same("correlate", dynamic::correlate(v, w, convolve_mode::same),
       correlate(v, w, convolve_mode::same));
  same("interp", dynamic::interp(x, t, v), interp(x, t, v));
}

TEST_F(dynamic_same_bits_compositions, averages_and_covariances)
{
  same("average", dynamic::average(x, p, {.axes = std::vector{1}}), average(x, p, 1));
  same("average", dynamic::average(i, t, {.axes = std::vector{1}}), average(i, t, 1));
  same("average", dynamic::average(f, p), average(f, p));
  array<std::int64_t, 1> const counts = cast<std::int64_t>(3.0 * t);
  cov_options<default_space> const typed{.ddof = 2, .fweights = counts, .aweights = t};
  dynamic::cov_options const weighted{
      .ddof = 2, .fweights = dynamic_array(counts), .aweights = dynamic_array(t)};
  same("cov", dynamic::cov(x), cov(x));
  same("cov", dynamic::cov(x, {}, weighted), cov(x, typed));
  same("cov", dynamic::cov(z, {}, weighted), cov(z, typed));
  same("cov", dynamic::cov(x, dynamic_array(f), {.rowvar = false}), cov(x, f, {.rowvar = false}));
  same("cov", dynamic::cov(v), cov(v));
  same("corrcoef", dynamic::corrcoef(x), corrcoef(x));
  same("corrcoef", dynamic::corrcoef(z, dynamic_array(x)), corrcoef(z, x));
  same("corrcoef", dynamic::corrcoef(v), corrcoef(v));
}

TEST_F(dynamic_same_bits_compositions, products)
{
  array<double, 2> const square = x(ALL, slice(0, 3)), last = y(ALL, slice(0, 3));
  std::array<dynamic_array, 2> const pair{square, y};
  same("dot", dynamic::dot(v, w), dot(v, w));
  same("vecdot", dynamic::vecdot(z, x), vecdot(z, x));
  same("vecdot", dynamic::vecdot(x, y, 0), vecdot(x, y, 0));
  same("vdot", dynamic::vdot(z, z), vdot(z, z));
  same("matmul", dynamic::matmul(square, y), matmul(square, y));
  same("matvec", dynamic::matvec(x, v), matvec(x, v));
  same("vecmat", dynamic::vecmat(v, x.transpose()), vecmat(v, x.transpose()));
  same("cross", dynamic::cross(square, last), cross(square, last));
  same("cross", dynamic::cross(x, y, 0, 0, 0), cross(x, y, 0));
  same("kron", dynamic::kron(square, v), kron(square, v));
  same("tensordot", dynamic::tensordot(square, y, 1), tensordot<1>(square, y));
  same("inner", dynamic::inner(x, y), inner(x, y));
  same("einsum", dynamic::einsum("ij,jk->ki", pair), einsum<"ij,jk->ki">(square, y));
  same("vector_norm", dynamic::vector_norm(x, 2, {.axes = std::vector{1}}), vector_norm(x, 2, 1));
  same("vector_norm", dynamic::vector_norm(x, 3, {.axes = std::vector{1}}), vector_norm(x, 3, 1));
  same("vector_norm", dynamic::vector_norm(z, 1), vector_norm(z, 1));
  same("matrix_norm", dynamic::matrix_norm(x), matrix_norm(x));
  same("matrix_norm", dynamic::matrix_norm(x, 1.0), matrix_norm(x, 1.0));
}

TEST_F(dynamic_same_bits_compositions, polynomials)
{
  same("polyval", dynamic::polyval(v, p), polyval(v, p));
  same("polyval", dynamic::polyval(i(0), f), polyval(i(0), f));
  same("polyder", dynamic::polyder(v, 2), polyder(v, 2));
  same("polyder", dynamic::polyder(i(0)), polyder(i(0)));
  same("polyint", dynamic::polyint(v, 1, {0.5}), polyint(v, 0.5));
}

TEST_F(dynamic_same_bits_compositions, padding)
{
  pad_width const width{{1, 2}, {4, 0}};
  for (auto const& [name, mode] :
       {std::pair("edge", pad_mode::edge), std::pair("reflect", pad_mode::reflect),
        std::pair("symmetric", pad_mode::symmetric), std::pair("wrap", pad_mode::wrap)})
    same("pad", dynamic::pad(x, width, {.mode = name}), pad(x, width, mode));
  same("pad", dynamic::pad(x, width, {.constant_values = {{0.5, 0.5}}}), pad(x, width, 0.5));
  auto const ramp = [&](auto const& a) {
    return dynamic::pad(a, width, {.mode = "linear_ramp", .end_values = {{0.5, 3.25}}});
  };
  same("pad", ramp(x), pad(x, width, pad_ramp(0.5, 3.25)));
  same("pad", ramp(f), pad(f, width, pad_ramp(0.5, 3.25)));
  same("pad", ramp(z), pad(z, width, pad_ramp(0.5, 3.25)));
  same("pad", ramp(i), pad(i, width, pad_ramp(0.5, 3.25)));
  auto const statistic = [&](char const* name, auto const& a) {
    return dynamic::pad(a, width, {.mode = name, .stat_length = pad_width(2)});
  };
  same("pad", statistic("mean", x), pad(x, width, pad_mean{2}));
  same("pad", statistic("mean", i), pad(i, width, pad_mean{2}));
  same("pad", statistic("median", x), pad(x, width, pad_median{2}));
  same("pad", statistic("maximum", x), pad(x, width, pad_maximum{2}));
  same("pad", statistic("minimum", x), pad(x, width, pad_minimum{2}));
}

TEST_F(dynamic_same_bits_compositions, edits)
{
  array<std::int64_t, 1> const places = from_host(space, {std::int64_t{1}, std::int64_t{-2}});
  same("append", dynamic::append(x, y, 0), append(x, y, 0));
  same("append", dynamic::append(x, y), append(x, y));
  same("insert", dynamic::insert(x, -2, y, 1), insert(x, -2, y, 1));
  same("delete_", dynamic::delete_(x, places, 1), delete_(x, places, 1));
  array<double, 1> const zeros_around = where(v > 0.0, 0.0, v);
  same("trim_zeros", dynamic::trim_zeros(zeros_around), trim_zeros(zeros_around));
}

}  // namespace
