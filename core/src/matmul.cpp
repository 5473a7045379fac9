#include <acre/array/detail/shape_rules.hpp>
#include <acre/error.hpp>
#include <acre/linalg/detail/matmul.hpp>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

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
      return matmul_kind::complex128;
    case dtype::float16:
    case dtype::bfloat16:
      break;
  }
  throw dtype_error("matmul does not take halves: cast<float>(x)");  // its callers have done so
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

/// The broadcast of the axes before the matrices as NumPy writes it: (2,2,3)->(2,newaxis,newaxis)
std::string remapped(extents_view shape, int batch_axes, int new_axes)
{
  std::string to;
  for (int axis = 0; axis < batch_axes + new_axes; ++axis)
    to += (axis > 0 ? "," : "") +
          (axis < batch_axes ? std::to_string(shape[static_cast<std::size_t>(axis)]) : "newaxis");
  return to_string(shape) + "->(" + to + ')';
}
std::string remapped(matrices const& m)
{
  return remapped(m.shape, m.batch_axes, m.is_vector() ? 0 : 2);
}

bool broadcast_together(extents_view a, extents_view b)
{
  for (std::size_t k = 1; k <= std::min(a.size(), b.size()); ++k) {
    std::int64_t const n = a[a.size() - k], m = b[b.size() - k];
    if (n != m && n != 1 && m != 1) return false;
  }
  return true;
}

void require_dimensions(std::string const& function, char const* of, int operand,
                        extents_view shape, std::size_t least)
{
  if (shape.size() < least)
    throw shape_error(function + ": Input operand " + std::to_string(operand) +
                      " does not have enough dimensions (has " + std::to_string(shape.size()) +
                      ", gufunc core with signature " + of + " requires " + std::to_string(least) +
                      ')');
}

void require_depth(std::string const& function, char const* of, std::int64_t a, std::int64_t b)
{
  if (a != b)
    throw shape_error(function +
                      ": Input operand 1 has a mismatch in its core dimension 0, with gufunc "
                      "signature " +
                      of + " (size " + std::to_string(b) + " is different from " +
                      std::to_string(a) + ')');
}

}  // namespace

matmul_plan plan_matmul(dtype type, extents_view shape_a, extents_view strides_a,
                        extents_view shape_b, extents_view strides_b)
{
  require_dimensions("matmul", signature, 0, shape_a, 1);
  require_dimensions("matmul", signature, 1, shape_b, 1);
  matrices const a(shape_a, strides_a, true), b(shape_b, strides_b, false);
  require_depth("matmul", signature, a.columns, b.rows);
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

void require_matvec(extents_view a, extents_view x, bool vector_first)
{
  char const* const function = vector_first ? "vecmat" : "matvec";
  char const* const of = vector_first ? "(n),(n,m)->(m)" : "(m,n),(n)->(m)";
  extents_view const operands[] = {vector_first ? x : a, vector_first ? a : x};
  int const least[] = {vector_first ? 1 : 2, vector_first ? 2 : 1};
  for (int k = 0; k < 2; ++k)
    require_dimensions(function, of, k, operands[k], static_cast<std::size_t>(least[k]));
  std::int64_t const depth = a[a.size() - (vector_first ? 2 : 1)];
  require_depth(function, of, vector_first ? x.back() : depth, vector_first ? depth : x.back());
  extents_view const batch_a = a.first(a.size() - 2), batch_x = x.first(x.size() - 1);
  if (broadcast_together(batch_a, batch_x)) return;
  std::string text =
      "operands could not be broadcast together with remapped shapes [original->remapped]: ";
  for (int operand = 0; operand < 2; ++operand)
    text += remapped(operands[operand], static_cast<int>(operands[operand].size()) - least[operand],
                     1) +
            ' ';
  throw shape_error(text + " and requested shape (" +
                    std::to_string(a[a.size() - (vector_first ? 1 : 2)]) + ')');
}

void require_crossed(extents_view a, extents_view b)
{
  if (broadcast_together(a, b)) return;
  auto const tuple = [](extents_view shape) {
    std::string text;
    for (std::int64_t const extent : shape)
      text += (text.empty() ? "(" : ", ") + std::to_string(extent);
    return text + (shape.size() == 1 ? ",)" : ")");
  };
  throw shape_error(
      "shape mismatch: objects cannot be broadcast to a single shape.  Mismatch is between arg 0 "
      "with shape " +
      tuple(a) + " and arg 1 with shape " + tuple(b) + '.');
}

void require_vecdot(extents_view a, extents_view b)
{
  require_depth("vecdot", "(n),(n)->()", a.back(), b.back());
  auto const front_a = a.first(a.size() - 1), front_b = b.first(b.size() - 1);
  if (broadcast_together(front_a, front_b)) return;
  bool const of_one_axis = front_a.size() == 1 && front_b.size() == 1;
  auto const mapped = [&](extents_view x) {
    std::string text = remapped(x, static_cast<int>(x.size()) - 1, 0);
    if (of_one_axis) text.insert(text.size() - 1, ",");
    return text + ' ';
  };
  throw shape_error(
      "operands could not be broadcast together with remapped shapes [original->remapped]: " +
      mapped(a) + mapped(b) + " and requested shape ()");
}

void require_inner(extents_view a, extents_view b)
{
  std::vector<std::int64_t> turned(b.begin(), b.end());  // as the right operand of a product
  std::size_t const last = b.size() - 1, at = b.size() > 1 ? b.size() - 2 : 0;
  std::swap(turned[last], turned[at]);
  require_aligned(a, static_cast<int>(a.size()) - 1, turned, static_cast<int>(at));
}

std::int64_t summed_extent(extents_view a, int axis_of_a, extents_view b, int axis_of_b)
{
  int const i = normalized_axis(axis_of_a, static_cast<int>(a.size())),
            j = normalized_axis(axis_of_b, static_cast<int>(b.size()));
  std::int64_t const n = a[static_cast<std::size_t>(i)], m = b[static_cast<std::size_t>(j)];
  if (n != m)
    throw shape_error("shape-mismatch for sum: axis " + std::to_string(i) + " of " + to_string(a) +
                      " has " + std::to_string(n) + " elements, axis " + std::to_string(j) +
                      " of " + to_string(b) + " has " + std::to_string(m));
  return n;
}

}  // namespace acre::detail
