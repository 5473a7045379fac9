#include <acre/error.hpp>
#include <acre/linalg/inverse.hpp>

#include <cmath>
#include <complex>
#include <limits>
#include <type_traits>
#include <vector>

#include "factored.hpp"
#include "small.hpp"

namespace acre::detail {

namespace {

/// A product whose absolute value is fraction × 2^exponent.
template <class Wide>
struct scaled_product {
  Wide fraction{1};
  std::int64_t exponent = 0;

  void times(Wide const& x)
  {
    fraction *= x;
    double const size = std::abs(fraction);
    if (!(size > 0) || std::isinf(size)) return;
    int const by = std::ilogb(size);
    fraction = fraction * std::ldexp(1.0, -by);
    exponent += by;
  }
  Wide value() const
  {
    auto const by = static_cast<int>(std::clamp<std::int64_t>(exponent, -5000, 5000));
    if constexpr (std::is_same_v<Wide, double>)
      return std::ldexp(fraction, by);
    else
      return {std::ldexp(fraction.real(), by), std::ldexp(fraction.imag(), by)};
  }
};

/// The product's direction, 0 of 0; of a product that isn't finite as NumPy has it: NaN.
template <class Wide>
Wide sign_of(Wide const& x)
{
  double const size = std::abs(x);
  if (size == 0) return Wide(0);
  return x / size;
}

}  // namespace

void det_stack(matrix_stack const& a, matrix_stack const& out, matrix_stack const& logarithms)
{
  if (out.is_empty()) return;
  backends::queue& on = *out.queue;
  auto const n = a.rows(), count = out.count();
  if (n > 0 && is_small(a)) return det_small(on, a, out, logarithms);
  backends::operation const running("linalg::det", on);
  std::vector<std::int64_t> pivots;
  small_room room, room_of_diagonals;
  lu_factors f;
  scratch_stack diagonals;
  if (n > 0) {
    f = factorise(on, a, true, &room);
    diagonals = diagonals_of(f.lu, &room_of_diagonals);
    pivots = algebra_of(on).read_pivots(on, n, n, count, f.pivots.get());
  }
  backends::with_type<std::complex>(a.type, [&]<class T>(T) {
    using Wide = std::conditional_t<std::is_floating_point_v<T>, double, std::complex<double>>;
    using Real = std::conditional_t<sizeof(T) / sizeof(Wide) == 1, double, float>;
    std::vector<T> numbers(static_cast<std::size_t>(n * count));
    if (n > 0) read_memory(on, numbers.data(), diagonals.data, numbers.size() * sizeof(T));
    std::vector<T> values;
    std::vector<Real> logs;
    for (std::int64_t each = 0; each < count; ++each) {
      scaled_product<Wide> product;
      for (std::int64_t i = 0; i < n; ++i) {
        auto const at = static_cast<std::size_t>(each * n + i);
        product.times(Wide(numbers[at]));
        if (pivots[at] != i + 1) product.fraction = -product.fraction;
      }
      if (!logarithms.data) {
        values.push_back(static_cast<T>(product.value()));
        continue;
      }
      values.push_back(static_cast<T>(sign_of(product.fraction)));
      logs.push_back(static_cast<Real>(std::log(std::abs(product.fraction)) +
                                       static_cast<double>(product.exponent) * 0.6931471805599453));
    }
    write_memory(on, out.data, values.data(), values.size() * sizeof(T));
    if (logarithms.data) write_memory(on, logarithms.data, logs.data(), logs.size() * sizeof(Real));
  });
}

void inv_stack(matrix_stack const& a, matrix_stack const& out)
{
  if (out.is_empty()) return;
  backends::queue& on = *out.queue;
  if (is_small(a)) {
    if (!inv_small(on, a, out)) throw linalg_error("Singular matrix");
    return;
  }
  backends::operation const running("linalg::inv", on);
  small_room room, room_of_turned;
  auto const f = factorise(on, a, true, &room);
  if (any_failed(f.codes)) throw linalg_error("Singular matrix");
  // columns of aᵀ's inverse lie as rows of a's do
  matrix_stack target = out;
  scratch_stack turned;
  if (!f.of_transposed) {
    turned = make_stack(out, out.rows(), out.columns(), 0, &room_of_turned);
    target = turned;
  }
  set_zero(target);
  set_diagonal(target);
  algebra_of(on).lu_solve(on, a.type, a.rows(), a.rows(), a.count(), false, f.lu.data,
                          f.pivots.get(), target.data);
  if (!f.of_transposed) copy_stack(out, transposed(target));
}

void set_identity(matrix_stack const& out)
{
  backends::operation const running("linalg::matrix_power", *out.queue);
  set_zero(out);
  set_diagonal(out);
}

}  // namespace acre::detail
