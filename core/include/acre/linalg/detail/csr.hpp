#pragma once

#include <acre/array/copy.hpp>
#include <acre/array/creation.hpp>
#include <acre/backends/common/operation.hpp>
#include <acre/backends/segments.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre/linalg/detail/matmul.hpp>
#include <acre/order/searchsorted.hpp>
#include <acre/ragged/detail/list_structure.hpp>
#include <acre/ragged/detail/reduce.hpp>
#include <acre/reduce/detail/extrema.hpp>
#include <acre/reduce/detail/sum.hpp>

#include <algorithm>
#include <cstdint>

namespace acre {

template <element T, detail::list_index Index, class Space>
class csr_matrix;

namespace detail {

/// Throw shape_error, index_error and value_error with SciPy's and NumPy's texts.
void require_csr(std::int64_t data, std::int64_t indices, std::int64_t indptr,
                 shape_t<2> const& shape);
void require_coo(std::int64_t values, std::int64_t rows, std::int64_t columns,
                 shape_t<2> const& shape);
void require_sparse_product(extents_view a, extents_view b);
[[noreturn]] void refuse_index(std::int64_t index, int axis, std::int64_t extent);

/// That all indices are in [0, extent). Waits.
template <element I, class Space>
void require_within(array<I, 1, Space> const& indices, int axis, std::int64_t extent)
{
  if (indices.size() == 0) return;
  // negative ones are beyond every extent then
  auto const is_bad = evaluate(cast<std::uint64_t>(indices) >= static_cast<std::uint64_t>(extent));
  std::int64_t const first = arg_reduce<arg_reducer<bool, true>>(is_bad).item();
  if (is_bad(first).item())
    refuse_index(static_cast<std::int64_t>(indices(first).item()), axis, extent);
}

/// Beginnings of rows of `length` among keys that ascend.
template <class Space>
array<std::int64_t, 1, Space> csr_offsets(array<std::int64_t, 1, Space> const& keys,
                                          std::int64_t rows, std::int64_t length)
{
  return searchsorted(keys, arange<std::int64_t>(keys.space(), rows + 1) * length);
}

/// The products of a matrix's elements and those of a vector that stand in their columns.
template <class R, class T, class X, class Index>
struct csr_products {
  using value_type = R;
  static constexpr int width = static_cast<int>(std::max(sizeof(T), sizeof(Index)));
  struct hints : backends::no_hints {
    static constexpr bool costs_much = true;
  };
  static constexpr int loads_together = 4;
  T const* data;
  Index const* indices;
  X const* x;

  KOKKOS_INLINE_FUNCTION csr_products const& bind(backends::position const&, int = 0) const
  {
    return *this;
  }
  template <bool>
  KOKKOS_INLINE_FUNCTION R at(std::int64_t i, std::int64_t = 0) const
  {
    return multiplies{}(static_cast<R>(data[i]), static_cast<R>(x[indices[i]]));
  }
};

/// out = a x in memory without gaps.
template <class R, class T, class Index, class Space, class X>
void csr_matvec(csr_matrix<T, Index, Space> const& a, array<X, 1, Space> const& x, R* out)
{
  auto const& rows = *a.rows();
  if (rows.count == 0) return;
  auto const data = contiguous(a.data());
  auto const indices = contiguous(a.indices());
  auto& on = a.space().queue();
  read_queue const read[] = {{&data.space().queue()},
                             {&indices.space().queue()},
                             {&rows.space().queue()},
                             {&x.space().queue()}};
  backends::operation const running("matvec", on, read);
  // elements are numbered from the first offset on
  backends::reduce_segments(
      on, backends::segment_list<Index>{rows.offsets.data(), rows.count, rows.total},
      csr_products<R, T, X, Index>{data.data() - rows.first, indices.data() - rows.first, x.data()},
      sum_reducer<R>{}, list_result<sum_reducer<R>, R>{{}, out, R{}});
}

/// The key of each stored element: its number in C order.
template <class M>
auto csr_keys(M const& a)
{
  return evaluate(cast<std::int64_t>(a.rows()->list_index()) * a.shape()[1] +
                  cast<std::int64_t>(a.indices()));
}

template <element T, class Space>
csr_matrix<T, std::int64_t, Space> csr_of_keys(array<std::int64_t, 1, Space> const& keys,
                                               array<T, 1, Space> const& values,
                                               shape_t<2> const& shape)
{
  std::int64_t const width = shape[1] > 0 ? shape[1] : 1;
  return {values, evaluate(keys % width), csr_offsets(keys, shape[0], width), shape};
}

}  // namespace detail
}  // namespace acre
