#pragma once

#include <acre/creation.hpp>
#include <acre/detail/scatter.hpp>
#include <acre/reduce.hpp>
#include <acre/take.hpp>

namespace acre {

/// a[index[k]] = values[k] for a one-dimensional a; of duplicate indices the last one in index
/// order wins, on every backend and run. `values` broadcasts to the shape of `index`.
///
/// In the modes fill and drop, indices out of bounds are left out. Errors as take(). Queued.
/// Scratch: one int64 for each element of a. Same bits on every backend.
template <element T, class Space, expression I, operand V>
void put(array<T, 1, Space> const& a, I const& index, V const& values, index_mode mode = index_mode::raise,
         std::source_location where = std::source_location::current())
{
  static_assert(detail::kind_of<typename I::value_type>() == detail::kind::integer, "acre: indices must be integers");
  static_assert(I::rank == 1, "acre: put takes a one-dimensional index");
  auto i = evaluate(index);
  array<T, 1, Space> v(a.space(), i.shape());
  detail::assign(v, detail::as_node<T>(values));
  auto rule = detail::make_index_rule(a.space(), mode, a.shape()[0], 1, i.size() > 0);
  if (i.size() == 0) return;
  if (detail::overlap(i, a)) i = copy(i);  // they are read while a is written
  rule = detail::begin_launch(a.space(), rule, {"put", 0, a.shape()[0], where});

  auto const winner = full<std::int64_t>(a.space(), a.shape(), -1);
  backends::iteration it;
  it.inner = i.size();
  detail::leaf_layout flat{};
  flat.inner_stride = i.strides()[0];
  detail::load_program<typename I::value_type> const which{i.data(), detail::row_offset(flat)};
  flat.inner_stride = 1;
  detail::index_program const place{0, detail::row_offset(flat)};
  using program = detail::binary_program<detail::resolve_op, typename I::value_type, std::int64_t, decltype(which),
                                         decltype(place)>;
  program const resolved{{rule}, which, place};
  Space::patterns::elementwise(a.space(), it, resolved, detail::scatter_sink<detail::claim_row>{{winner.data()}});
  Space::patterns::elementwise(
      a.space(), it, resolved,
      detail::scatter_sink<detail::write_row<T>>{{winner.data(), a.data(), a.strides()[0], v.data(), 1}});
}

}  // namespace acre
