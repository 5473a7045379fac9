#pragma once

#include <acre/array/dtype.hpp>
#include <acre/array/shape.hpp>
#include <acre/backends.hpp>
#include <acre/backends/common/operation.hpp>
#include <acre/backends/matmul.hpp>

#include <array>

/// matmul on its way to a kernel: operands of any rank and strides as a batch of matrices, for
/// backends/common/matmul.hpp.
namespace acre::detail {

/// A product of two operands that are known at run time: what backends compute, but for the
/// addresses, and the result's shape.
struct matmul_plan {
  backends::matmul_problem problem{};
  int rank = 0;
  shape_t<max_rank> shape{};

  extents_view extents() const { return {shape.data(), static_cast<std::size_t>(rank)}; }
  bool is_empty() const { return size_of(extents()) == 0; }
};

/// Throws shape_error with NumPy's texts.
matmul_plan plan_matmul(dtype type, extents_view shape_a, extents_view strides_a,
                        extents_view shape_b, extents_view strides_b);

/// That a's matrices take x's vectors on the right, or on the left. Throws shape_error with NumPy's
/// texts of matvec and vecmat.
void require_matvec(extents_view a, extents_view x, bool vector_first);

/// That the vectors of a cross product are as many. Throws shape_error: shape mismatch: objects
/// cannot be broadcast to a single shape.  Mismatch is between arg 0 with shape (2,) and arg 1 with
/// shape (4,).
void require_crossed(extents_view a, extents_view b);

/// That the last axes of two arrays of one and more axes agree. Throws shape_error with the text of
/// NumPy's inner: shapes (2,3) and (5,4) not aligned: 3 (dim 1) != 5 (dim 0)
void require_inner(extents_view a, extents_view b);

/// The extent of both axes, which a product of tensors sums over. Throws shape_error:
/// shape-mismatch for sum: axis 1 of (2,3) has 3 elements, axis 0 of (2,3) has 2
std::int64_t summed_extent(extents_view a, int axis_of_a, extents_view b, int axis_of_b);

/// Queues it; a and b may live on other queues of the space.
template <class Queue, class QueueA, class QueueB>
void run_matmul(Queue& on, matmul_plan const& plan, QueueA& a, QueueB& b)
{
  struct leaf {
    backends::queue* queue;
  };
  backends::operation const running("matmul", on, std::array{leaf{&a}, leaf{&b}});
  backends::matmul(on, plan.problem);
}

}  // namespace acre::detail
