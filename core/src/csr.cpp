#include <acre/error.hpp>
#include <acre/linalg/detail/csr.hpp>

#include <string>

namespace acre::detail {

namespace {

/// Places are numbered in 64 bits.
void require_shape(shape_t<2> const& shape) { size_of(shape); }

}  // namespace

void require_csr(std::int64_t data, std::int64_t indices, std::int64_t indptr,
                 shape_t<2> const& shape)
{
  require_shape(shape);
  if (indptr != shape[0] + 1)
    throw shape_error("index pointer size (" + std::to_string(indptr) + ") should be (" +
                      std::to_string(shape[0] + 1) + ')');
  if (data != indices)
    throw shape_error("indices and data should have the same size, not " + std::to_string(indices) +
                      " and " + std::to_string(data));
}

void require_coo(std::int64_t values, std::int64_t rows, std::int64_t columns,
                 shape_t<2> const& shape)
{
  require_shape(shape);
  if (values != rows || values != columns)
    throw shape_error("row, column, and data array must all be the same length, not " +
                      std::to_string(rows) + ", " + std::to_string(columns) + " and " +
                      std::to_string(values));
}

void require_sparse_product(extents_view a, extents_view b)
{
  if (a[1] != b[0])
    throw shape_error(
        "matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature "
        "(n?,k),(k,m?)->(n?,m?) (size " +
        std::to_string(b[0]) + " is different from " + std::to_string(a[1]) + ')');
}

void refuse_index(std::int64_t index, int axis, std::int64_t extent)
{
  throw index_error("index " + std::to_string(index) + " is out of bounds for axis " +
                    std::to_string(axis) + " with size " + std::to_string(extent));
}

}  // namespace acre::detail
