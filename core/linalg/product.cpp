#include <acre/linalg/multi_dot.hpp>
#include <acre/linalg/product.hpp>

#include <algorithm>
#include <limits>

#include "stacks.hpp"

namespace acre::detail {

namespace {

/// One factor, to be read in column-major order as its transpose: the product in C order is, read
/// so, the product of the factors' transposes the other way round.
class factor {
 public:
  factor(backends::matmul_operand const& of, backends::linear_type type, backends::queue& from,
         std::int64_t rows, std::int64_t columns, backends::matmul_problem const& p, bool conjugate)
  {
    stack_.type = type;
    stack_.data = const_cast<void*>(of.data);
    stack_.queue = &from;
    stack_.extent.fill(1);
    int const first = max_rank - 2 - p.batch_axes;
    for (int axis = 0; axis < p.batch_axes; ++axis)
      if (of.batch[axis] != 0) {
        stack_.extent[first + axis] = p.batch[axis];
        stack_.stride[first + axis] = of.batch[axis];
      }
    stack_.extent[max_rank - 2] = rows;
    stack_.extent[max_rank - 1] = columns;
    stack_.stride[max_rank - 2] = of.row;
    stack_.stride[max_rank - 1] = of.column;
    conjugate_ = conjugate && backends::is_complex(type);
  }
  /// Copies where the library cannot read what is there.
  void prepare(backends::queue& on)
  {
    if (find_form()) return;
    matrix_stack like = stack_;
    like.queue = &on;
    copy_ = make_stack(like, stack_.rows(), stack_.columns(), 0, &room_);
    for (int axis = 0; axis < max_rank - 2; ++axis)
      if (stack_.extent[axis] == 1) copy_.stride[axis] = 0;
    copy_stack(copy_, stack_, conjugate_);
    stack_ = copy_;
    conjugate_ = false;
    find_form();
  }
  backends::product_operand operand(int batch_axes) const
  {
    backends::product_operand o{stack_.data, leading_, form_, {}};
    int const first = max_rank - 2 - batch_axes;
    for (int axis = 0; axis < batch_axes; ++axis) o.batch[axis] = stack_.stride[first + axis];
    return o;
  }

 private:
  bool find_form()
  {
    auto const rows = stack_.rows(), columns = stack_.columns();
    auto const down = stack_.stride[max_rank - 2], along = stack_.stride[max_rank - 1];
    for (int axis = 0; axis < max_rank - 2; ++axis)
      if (stack_.stride[axis] < 0) return false;
    if (!conjugate_ && (columns == 1 || along == 1) && (rows == 1 || down >= columns)) {
      form_ = backends::matrix_form::plain;
      leading_ = std::max<std::int64_t>({rows == 1 ? 1 : down, columns, 1});
      return true;
    }
    if ((rows == 1 || down == 1) && (columns == 1 || along >= rows)) {
      form_ = conjugate_ ? backends::matrix_form::adjoint : backends::matrix_form::transposed;
      leading_ = std::max<std::int64_t>({columns == 1 ? 1 : along, rows, 1});
      return true;
    }
    return false;
  }

  matrix_stack stack_;
  small_room room_;
  scratch_stack copy_;
  bool conjugate_ = false;
  backends::matrix_form form_{};
  std::int64_t leading_ = 1;
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
  factor left(p.a, type, a, p.rows, p.depth, p, conjugate_a),
      right(p.b, type, b, p.depth, p.columns, p, conjugate_b);
  left.prepare(on);
  right.prepare(on);
  backends::product_problem product{};
  product.type = type;
  product.rows = p.columns;
  product.columns = p.rows;
  product.depth = p.depth;
  product.batch_axes = p.batch_axes;
  std::copy_n(p.batch, p.batch_axes, product.batch);
  product.a = right.operand(p.batch_axes);
  product.b = left.operand(p.batch_axes);
  product.c = p.c;
  algebra_of(on).multiply(on, product);
}

}  // namespace acre::detail
