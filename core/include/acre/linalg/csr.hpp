#pragma once

#include <acre/index/advanced.hpp>
#include <acre/index/argwhere.hpp>
#include <acre/index/scatter_add.hpp>
#include <acre/linalg/detail/csr.hpp>
#include <acre/linalg/detail/matmul.hpp>
#include <acre/order/group_by.hpp>
#include <acre/order/searchsorted.hpp>
#include <acre/order/sort.hpp>
#include <acre/ragged/detail/list_structure.hpp>

/// Sparse matrices by compressed rows, SciPy's csr_array: row k has the elements
/// data[indptr[k]] to data[indptr[k + 1] - 1] in the columns indices[…]. Rows are lists (ragged),
/// and what is computed of them are lists' reductions.
///
/// ```cpp
/// #include <acre/linalg/csr.hpp>
/// csr_matrix const a(from_host({1.0, 2.0, 3.0}), from_host<std::int64_t>({0, 2, 1}),
///                    from_host<std::int64_t>({0, 2, 2, 3}), shape(3, 3));
/// std::cout << to_dense(a) << '\n' << matvec(a, from_host({1.0, 10.0, 100.0})) << '\n';
/// ```
/// ```text
/// [[1. 0. 2.]
///  [0. 0. 0.]
///  [0. 3. 0.]]
/// [201.   0.  30.]
/// ```
namespace acre {

/// A handle with shared ownership of three arrays, taken as they are: nothing is copied (but indptr
/// with gaps between its elements). Columns of a row are in any order, and one may stand there
/// several times: such elements add up. Index: int32 or int64.
template <element T, detail::list_index Index = std::int64_t, class Space = default_space>
class csr_matrix {
 public:
  using value_type = T;
  using index_type = Index;
  using space_type = Space;

  /// Waits, as it looks at the indices. Throws shape_error: indices and data should have the same
  /// size; index pointer size (4) should be (5); value_error for an indptr that decreases or
  /// reaches beyond the data (ragged.hpp); index_error: index 7 is out of bounds for axis 1 with
  /// size 5
  csr_matrix(array<T, 1, Space> const& data, array<Index, 1, Space> const& indices,
             array<Index, 1, Space> const& indptr, shape_t<2> const& shape)
      : shape_(shape)
  {
    detail::require_csr(data.size(), indices.size(), indptr.size(), shape);
    rows_ = detail::checked_structure(indptr, data.size());
    data_ = data(slice(rows_->first, rows_->first + rows_->total));
    indices_ = indices(slice(rows_->first, rows_->first + rows_->total));
    detail::require_within(indices_, 1, shape[1]);
  }

  shape_t<2> const& shape() const { return shape_; }
  Space const& space() const { return data_.space(); }
  /// Elements that are stored.
  std::int64_t nnz() const { return data_.size(); }
  array<T, 1, Space> const& data() const { return data_; }
  array<Index, 1, Space> const& indices() const { return indices_; }
  array<Index, 1, Space> const& indptr() const { return rows_->offsets; }
  detail::structure_handle<Space, Index> const& rows() const { return rows_; }

 private:
  shape_t<2> shape_;
  detail::structure_handle<Space, Index> rows_;
  array<T, 1, Space> data_;
  array<Index, 1, Space> indices_;
};

/// The matrix times a vector. Dtype: what both promote to, in which it is summed. Each element has
/// the bits of the sum() of its row's products in the order in which they are stored, on every
/// space; one kernel reads data, indices and x, a thread for a short row and blocks for long ones.
/// Queued. Throws shape_error: matvec: Input operand 1 has a mismatch in its core dimension 0, with
/// gufunc signature (m,n),(n)->(m) (size 4 is different from 3)
template <element T, class Index, class Space, expression X>
auto matvec(csr_matrix<T, Index, Space> const& a, X const& x)
{
  static_assert(X::rank == 1,
                "acre: matvec of a sparse matrix takes a vector, and matmul a matrix");
  if constexpr (X::rank == 1) {
    detail::require_matvec(a.shape(), x.shape(), false);
    using R = promote_t<T, typename X::value_type>;
    array<R, 1, Space> const out(a.space(), shape_t<1>{a.shape()[0]});
    detail::csr_matvec(a, contiguous(evaluate(x)), out.data());
    return out;
  }
}

/// The matrix times a dense one: matvec() of each of its columns, a kernel each.
template <element T, class Index, class Space, expression B>
auto matmul(csr_matrix<T, Index, Space> const& a, B const& b)
{
  static_assert(B::rank == 2,
                "acre: matmul of a sparse matrix takes a matrix, and matvec a vector");
  if constexpr (B::rank == 2) {
    detail::require_sparse_product(a.shape(), b.shape());
    auto const columns = evaluate(b);
    using R = promote_t<T, typename B::value_type>;
    array<R, 2, Space> const out(a.space(), shape_t<2>{a.shape()[0], b.shape()[1]});
    for (std::int64_t k = 0; k < b.shape()[1]; ++k)
      out(ALL, k) = acre::matvec(a, copy(columns(ALL, k)));
    return out;
  }
}

/// The elements in their places, zeros elsewhere; several in one place add up as sum() adds.
template <element T, class Index, class Space>
array<T, 2, Space> to_dense(csr_matrix<T, Index, Space> const& a)
{
  auto const out = zeros<T>(a.space(), a.shape());
  if (a.nnz() > 0)
    scatter_add(out.reshape(shape(-1))(detail::csr_keys(a), index_mode::unchecked), a.data());
  return out;
}

/// From the values of rows and columns (SciPy's coo_array): several in one place add up as sum()
/// adds, in the order in which they stand. Columns ascend within a row. Waits. Throws shape_error
/// where the three have different sizes, index_error as NumPy for what is out of bounds.
template <element T, class Space, expression I, expression J>
csr_matrix<T, std::int64_t, Space> csr_from_coo(array<T, 1, Space> const& values, I const& rows,
                                                J const& columns, shape_t<2> const& shape)
{
  detail::require_coo(values.size(), size_of(rows.shape()), size_of(columns.shape()), shape);
  auto const i = evaluate(cast<std::int64_t>(rows)), j = evaluate(cast<std::int64_t>(columns));
  detail::require_within(i, 0, shape[0]);
  detail::require_within(j, 1, shape[1]);
  auto const groups = group_by(evaluate(i * shape[1] + j));
  return detail::csr_of_keys(groups.keys(), evaluate(cast<T>(groups.sum(values))), shape);
}

/// The elements of a dense matrix that aren't 0. Waits.
template <element T, class Space>
csr_matrix<T, std::int64_t, Space> csr_from_dense(array<T, 2, Space> const& a)
{
  auto const flat = a.reshape(shape(-1));
  auto const keys = flatnonzero(flat);
  return detail::csr_of_keys(keys, evaluate(flat(keys, index_mode::unchecked)), a.shape());
}

/// Rows as columns: each new row's elements in the order of the old rows. Elements of one place
/// stay apart. Waits.
template <element T, class Index, class Space>
csr_matrix<T, std::int64_t, Space> transposed(csr_matrix<T, Index, Space> const& a)
{
  auto const columns = evaluate(cast<std::int64_t>(a.indices()));
  auto const order = argsort(columns);  // stable
  auto const rows = evaluate(cast<std::int64_t>(a.rows()->list_index()));
  return {evaluate(a.data()(order, index_mode::unchecked)),
          evaluate(rows(order, index_mode::unchecked)),
          detail::csr_offsets(evaluate(columns(order, index_mode::unchecked)), a.shape()[1], 1),
          shape(a.shape()[1], a.shape()[0])};
}

}  // namespace acre
