#include <acre/backends/launch.hpp>
#include <acre/error.hpp>
#include <acre/linalg/inverse.hpp>

#include <cstdint>

#include "factored.hpp"
#include "small.hpp"
#include "small_stacks.hpp"
#include "with_space.hpp"

namespace acre::detail {

namespace small {

/// The determinant of each matrix, or its direction where there are logarithms, by its factors:
/// n × n numbers and n pivots, one matrix's behind the other's. One thread has a matrix.
template <class N>
struct determinants_by_factors {
  std::int64_t n, count;
  operand factors, out, logarithms;
  void const* pivots;
  bool wide;  // pivots of 8 bytes

  KOKKOS_INLINE_FUNCTION bool is_swapped(std::int64_t matrix, std::int64_t row) const
  {
    std::int64_t const at = matrix * n + row;
    return row + 1 != (wide ? static_cast<std::int64_t const*>(pivots)[at]
                            : std::int64_t{static_cast<std::int32_t const*>(pivots)[at]});
  }
  KOKKOS_INLINE_FUNCTION void compute(std::int64_t matrix) const
  {
    scaled_product<N> all;
    for (std::int64_t row = 0; row < n; ++row) {
      N const x = factors.template read<N>((matrix * n + row) * n + row);
      all.times(is_swapped(matrix, row) ? minus(N{}, x) : x);
    }
    if (larger_part(all.fraction) == 0) all.fraction = N{};
    if (logarithms.data) {
      out.write(matrix, all.sign());
      logarithms.write(matrix, all.logarithm());
    } else {
      out.write(matrix, all.value());
    }
  }
  KOKKOS_INLINE_FUNCTION void operator()(backends::launch_thread const& t) const
  {
    if (t.x() < count) compute(t.x());
  }
};

template <class Space, class Step>
void compute_determinants(Space const& space, Step const& step)
{
  if constexpr (Space::host_accessible) {
    for (std::int64_t matrix = 0; matrix < step.count; ++matrix) step.compute(matrix);
  } else {
    constexpr std::int64_t threads = 32;  // as they may be few
    backends::launch_blocks(
        space.queue(),
        backends::launch_size{.grid = {(step.count + threads - 1) / threads}, .block = {threads}},
        backends::thread_by_thread<Step>{step});
  }
}

}  // namespace small

void det_stack(matrix_stack const& a, matrix_stack const& out, matrix_stack const& logarithms)
{
  if (out.is_empty()) return;
  backends::queue& on = *out.queue;
  auto const n = a.rows(), count = out.count();
  if (n > 0 && is_small(a)) return det_small(on, a, out, logarithms);
  backends::operation const running("linalg::det", on);
  small_room room;
  lu_factors f;
  bool wide = false;
  if (n > 0) {
    f = factorise(on, a, true, &room);
    wide = algebra_of(on).bytes_of_pivot(n, n, count) == 8;
  }
  small::operand const of_factors = n > 0 ? small::operand(f.lu, f.lu.extent) : small::operand(),
                       of_out(out, out.extent),
                       of_logarithms = logarithms.data ? small::operand(logarithms, out.extent)
                                                       : small::operand();
  with_space(on, [&]<class Space>(Space const& space) {
    auto const compute = [&]<class N>(N) {
      small::compute_determinants(
          space, small::determinants_by_factors<N>{n, count, of_factors, of_out, of_logarithms,
                                                   f.pivots.get(), wide});
    };
    backends::is_complex(a.type) ? compute(small::complex_number()) : compute(double());
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
