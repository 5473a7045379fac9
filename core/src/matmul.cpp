#include <acre/error.hpp>
#include <acre/linalg/detail/matmul.hpp>

#include <algorithm>
#include <string>

namespace acre::detail {

namespace {

constexpr char const* signature = "(n?,k),(k,m?)->(n?,m?)";

backends::matmul_kind kind_of(dtype type)
{
  using backends::matmul_kind;
  switch (type) {
    case dtype::boolean:
      return matmul_kind::boolean;
    case dtype::int8:
    case dtype::uint8:
      return matmul_kind::integer8;
    case dtype::int16:
    case dtype::uint16:
      return matmul_kind::integer16;
    case dtype::int32:
    case dtype::uint32:
      return matmul_kind::integer32;
    case dtype::int64:
    case dtype::uint64:
      return matmul_kind::integer64;
    case dtype::float32:
      return matmul_kind::float32;
    case dtype::float64:
      return matmul_kind::float64;
    case dtype::complex64:
      return matmul_kind::complex64;
    case dtype::complex128:
      break;
  }
  return matmul_kind::complex128;
}

/// One operand as a batch of matrices: a vector is a row on the left and a column on the right.
struct matrices {
  int batch_axes;
  extents_view shape, strides;
  std::int64_t rows, columns, row_stride, column_stride;

  matrices(extents_view s, extents_view t, bool left)
      : batch_axes(std::max(0, static_cast<int>(s.size()) - 2)), shape(s), strides(t)
  {
    std::size_t const last = s.size() - 1;
    if (s.size() > 1) {
      rows = s[last - 1], row_stride = t[last - 1];
      columns = s[last], column_stride = t[last];
    } else if (left) {
      rows = 1, row_stride = 0;
      columns = s[last], column_stride = t[last];
    } else {
      rows = s[last], row_stride = t[last];
      columns = 1, column_stride = 0;
    }
  }
  bool is_vector() const { return shape.size() == 1; }
};

/// As NumPy writes a broadcast of what lies before the matrices: (2,2,3)->(2,newaxis,newaxis)
std::string remapped(matrices const& m)
{
  std::string from, to;
  for (std::size_t axis = 0; axis < m.shape.size(); ++axis) {
    from += (axis > 0 ? "," : "") + std::to_string(m.shape[axis]);
    if (axis < static_cast<std::size_t>(m.batch_axes))
      to += (axis > 0 ? "," : "") + std::to_string(m.shape[axis]);
    else if (!m.is_vector())
      to += std::string(axis > 0 ? "," : "") + "newaxis";
  }
  return '(' + from + (m.is_vector() ? ",)" : ")") + "->(" + to + ')';
}

void require_dimensions(int operand, extents_view shape)
{
  if (shape.empty())
    throw shape_error("matmul: Input operand " + std::to_string(operand) +
                      " does not have enough dimensions (has 0, gufunc core with signature " +
                      signature + " requires 1)");
}

}  // namespace

matmul_plan plan_matmul(dtype type, extents_view shape_a, extents_view strides_a,
                        extents_view shape_b, extents_view strides_b)
{
  require_dimensions(0, shape_a);
  require_dimensions(1, shape_b);
  matrices const a(shape_a, strides_a, true), b(shape_b, strides_b, false);
  if (b.rows != a.columns)
    throw shape_error(
        "matmul: Input operand 1 has a mismatch in its core dimension 0, with "
        "gufunc signature " +
        std::string(signature) + " (size " + std::to_string(b.rows) + " is different from " +
        std::to_string(a.columns) + ')');
  matmul_plan plan;
  auto& p = plan.problem;
  p.kind = kind_of(type);
  p.rows = a.rows;
  p.columns = b.columns;
  p.depth = a.columns;
  p.a.row = a.row_stride, p.a.column = a.column_stride;
  p.b.row = b.row_stride, p.b.column = b.column_stride;
  p.batch_axes = std::max(a.batch_axes, b.batch_axes);
  auto const place = [&](matrices const& m, int axis) {
    return axis - p.batch_axes + m.batch_axes;
  };
  for (int axis = 0; axis < p.batch_axes; ++axis) {
    auto const extent = [&](matrices const& m) {
      int const at = place(m, axis);
      return at < 0 ? 1 : m.shape[static_cast<std::size_t>(at)];
    };
    auto const stride = [&](matrices const& m) {
      return extent(m) == 1 ? 0 : m.strides[static_cast<std::size_t>(place(m, axis))];
    };
    if (extent(a) != extent(b) && extent(a) != 1 && extent(b) != 1)
      throw shape_error(
          "operands could not be broadcast together with remapped shapes "
          "[original->remapped]: " +
          remapped(a) + ' ' + remapped(b) + "  and requested shape (" + std::to_string(p.rows) +
          ',' + std::to_string(p.columns) + ')');
    p.batch[axis] = extent(a) == 1 ? extent(b) : extent(a);
    p.a.batch[axis] = stride(a);
    p.b.batch[axis] = stride(b);
    plan.shape[static_cast<std::size_t>(plan.rank++)] = p.batch[axis];
  }
  if (!a.is_vector()) plan.shape[static_cast<std::size_t>(plan.rank++)] = p.rows;
  if (!b.is_vector()) plan.shape[static_cast<std::size_t>(plan.rank++)] = p.columns;
  return plan;
}

}  // namespace acre::detail
