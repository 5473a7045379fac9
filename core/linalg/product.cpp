#include <acre/linalg/multi_dot.hpp>
#include <acre/linalg/product.hpp>

#include <algorithm>
#include <limits>
#include <memory>

#include "stacks.hpp"

namespace acre::detail {

namespace {

/// Whether the library reads a matrix where it lies, and how.
bool find_form(backends::product_operand& o, std::int64_t rows, std::int64_t columns,
               std::int64_t down, std::int64_t along, bool conjugate)
{
  if (!conjugate && (columns == 1 || along == 1) && (rows == 1 || down >= columns)) {
    o.form = backends::matrix_form::plain;
    o.leading = std::max<std::int64_t>({rows == 1 ? 1 : down, columns, 1});
    return true;
  }
  if ((rows == 1 || down == 1) && (columns == 1 || along >= rows)) {
    o.form = conjugate ? backends::matrix_form::adjoint : backends::matrix_form::transposed;
    o.leading = std::max<std::int64_t>({columns == 1 ? 1 : along, rows, 1});
    return true;
  }
  return false;
}

/// One factor, to be read in column-major order as its transpose: the product in C order is, read
/// so, the product of the factors' transposes the other way round. Operands that the library cannot
/// read are copied.
class factor {
 public:
  factor(backends::matmul_operand const& of, backends::linear_type type, backends::queue& from,
         std::int64_t rows, std::int64_t columns, backends::matmul_problem const& p, bool conjugate,
         backends::queue& on)
  {
    conjugate = conjugate && backends::is_complex(type);
    operand.data = of.data;
    bool forward = true;
    for (int axis = 0; axis < p.batch_axes; ++axis) {
      operand.batch[axis] = of.batch[axis];
      forward = forward && of.batch[axis] >= 0;
    }
    if (forward && find_form(operand, rows, columns, of.row, of.column, conjugate)) return;
    matrix_stack stack;
    stack.type = type;
    stack.data = const_cast<void*>(of.data);
    stack.queue = &from;
    stack.extent.fill(1);
    int const first = max_rank - 2 - p.batch_axes;
    for (int axis = 0; axis < p.batch_axes; ++axis)
      if (of.batch[axis] != 0) {
        stack.extent[first + axis] = p.batch[axis];
        stack.stride[first + axis] = of.batch[axis];
      }
    stack.extent[max_rank - 2] = rows;
    stack.extent[max_rank - 1] = columns;
    stack.stride[max_rank - 2] = of.row;
    stack.stride[max_rank - 1] = of.column;
    matrix_stack like = stack;
    like.queue = &on;
    auto const copy = make_stack(like, rows, columns, 0, &room_);
    copy_stack(copy, stack, conjugate);
    owner_ = copy.owner;
    operand.data = copy.data;
    for (int axis = 0; axis < p.batch_axes; ++axis)
      operand.batch[axis] = copy.extent[first + axis] == 1 ? 0 : copy.stride[first + axis];
    find_form(operand, rows, columns, columns, 1, false);
  }
  factor(factor const&) = delete;

  backends::product_operand operand{};

 private:
  std::shared_ptr<void> owner_;
  small_room room_;
};

}  // namespace

std::vector<std::size_t> product_splits(std::vector<std::int64_t> const& sizes)
{
  std::size_t const n = sizes.size() - 1;
  std::vector<std::size_t> splits(n * n);
  std::vector<double> least(n * n);  // multiplications, which may be more than 64 bits count
  for (std::size_t length = 1; length < n; ++length)
    for (std::size_t i = 0; i + length < n; ++i) {
      std::size_t const j = i + length;
      least[i * n + j] = std::numeric_limits<double>::infinity();
      for (std::size_t k = i; k < j; ++k) {
        double const cost = least[i * n + k] + least[(k + 1) * n + j] +
                            static_cast<double>(sizes[i]) * static_cast<double>(sizes[k + 1]) *
                                static_cast<double>(sizes[j + 1]);
        if (cost < least[i * n + j]) {
          least[i * n + j] = cost;
          splits[i * n + j] = k;
        }
      }
    }
  return splits;
}

void library_product(matmul_plan const& plan, backends::linear_type type, bool conjugate_a,
                     bool conjugate_b, backends::queue& on, backends::queue& a, backends::queue& b)
{
  struct leaf {
    backends::queue* queue;
  };
  backends::operation const running("linalg::matmul", on, std::array{leaf{&a}, leaf{&b}});
  auto const& p = plan.problem;
  if (p.depth == 0) {
    matrix_stack c;
    c.type = type;
    c.data = p.c;
    c.queue = &on;
    c.extent.fill(1);
    c.extent[max_rank - 1] = size_of(plan.extents());
    c.stride = row_major_strides(c.extent);
    return set_zero(c);
  }
  factor const left(p.a, type, a, p.rows, p.depth, p, conjugate_a, on),
      right(p.b, type, b, p.depth, p.columns, p, conjugate_b, on);
  backends::product_problem product{};
  product.type = type;
  product.rows = p.columns;
  product.columns = p.rows;
  product.depth = p.depth;
  product.batch_axes = p.batch_axes;
  std::copy_n(p.batch, p.batch_axes, product.batch);
  product.a = right.operand;
  product.b = left.operand;
  product.c = p.c;
  algebra_of(on).multiply(on, product);
}

}  // namespace acre::detail
