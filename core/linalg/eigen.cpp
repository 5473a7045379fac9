#include <acre/error.hpp>
#include <acre/linalg/eigen.hpp>

#include <cstddef>

#include "small.hpp"
#include "stacks.hpp"

namespace acre::detail {

namespace {

/// A copy on the queue of the result, in C order, whose numbers are finite; a's columns then lie
/// as rows where `turned`.
scratch_stack finite_copy(backends::queue& on, matrix_stack const& a, bool turned,
                          char const* otherwise, small_room& room)
{
  matrix_stack like = a;
  like.queue = &on;
  auto copied = make_stack(like, a.rows(), a.columns(), 0, &room);
  copy_stack(copied, turned ? transposed(a) : a);
  if (!all_finite(copied)) throw linalg_error(otherwise);
  return copied;
}

constexpr char const* no_convergence = "Eigenvalues did not converge";

/// Computed on the host if a GPU's library has no such function.
std::vector<int> eig_on_host(backends::queue& on, matrix_stack const& copied, matrix_stack const& w,
                             matrix_stack const& v)
{
  auto& host = serial().queue();
  auto const n = copied.rows(), count = copied.count();
  auto const bytes = backends::bytes_of(copied.type),
             complex_bytes = 2 * backends::bytes_of_real(copied.type);
  auto const size = static_cast<std::size_t>(n * n * count),
             values = static_cast<std::size_t>(n * count);
  auto const matrices = scratch_memory(host, size * bytes);
  auto const of_values = scratch_memory(host, values * complex_bytes);
  auto const of_vectors = v.data ? scratch_memory(host, size * complex_bytes) : nullptr;
  read_memory(on, matrices.get(), copied.data, size * bytes);
  backends::operation const running("linalg::eig", host);
  auto const codes = algebra_of(host).eig(host, copied.type, n, count, matrices.get(),
                                          of_values.get(), of_vectors.get());
  write_memory(on, w.data, of_values.get(), values * complex_bytes);
  if (v.data) write_memory(on, v.data, of_vectors.get(), size * complex_bytes);
  return codes;
}

}  // namespace

void eigh_stack(matrix_stack const& a, bool upper, matrix_stack const& w, matrix_stack const& v)
{
  if (a.is_empty()) return;
  backends::queue& on = *w.queue;
  if (is_small(a)) {
    if (!eigh_small(on, a, upper, w, v)) throw linalg_error(no_convergence);
    return;
  }
  backends::operation const running("linalg::eigh", on);
  // read in column-major order this is conj(a) with its triangles exchanged: the values are the
  // same, the vectors conjugate
  small_room room;
  auto const copied = finite_copy(on, a, false, no_convergence, room);
  bool const vectors = v.data != nullptr;
  if (any_failed(algebra_of(on).eigh(on, a.type, a.rows(), a.count(), vectors, !upper, copied.data,
                                     w.data)))
    throw linalg_error(no_convergence);
  if (vectors) copy_stack(v, transposed(copied), true);
}

void eig_stack(matrix_stack const& a, matrix_stack const& w, matrix_stack const& v)
{
  if (a.is_empty()) return;
  backends::queue& on = *w.queue;
  backends::operation const running("linalg::eig", on);
  small_room room, room_of_vectors;
  auto const copied = finite_copy(on, a, true, "Array must not contain infs or NaNs", room);
  matrix_stack made = v;
  scratch_stack vectors;
  if (v.data) {
    vectors = make_stack(v, v.rows(), v.columns(), 0, &room_of_vectors);
    made = vectors;
  }
  auto& algebra = algebra_of(on);
  auto const codes = algebra.has_eig() ? algebra.eig(on, a.type, a.rows(), a.count(), copied.data,
                                                     w.data, made.data)
                                       : eig_on_host(on, copied, w, made);
  if (any_failed(codes)) throw linalg_error(no_convergence);
  if (v.data) copy_stack(v, transposed(made));
}

}  // namespace acre::detail
