#pragma once

#include <acre/array/copy.hpp>
#include <acre/elementwise/cast.hpp>
#include <acre/index/detail/scatter.hpp>
#include <acre/index/detail/take_along.hpp>

namespace acre {

/// a's elements at `index`, counted in C order over all of a, become `values`; these are taken in
/// C order too, and again from the first one if there are fewer than indices (NumPy's put). If
/// indices are duplicate the last one wins. Any integer dtype; modes as index_mode says.
///
/// Throws index_error at once if a is empty and there are indices and values ("cannot replace
/// elements of an empty array"), in mode raise for a bad index at the next synchronisation, and
/// then nothing is written. Queued. Scratch: 4 bytes for each element of a (8 from 2^31 - 1 indices
/// on), or, on a CPU of up to 8 threads, for each index; on a GPU, of more than 10^7 of them, where
/// indices are at least a thirty-second of these, instead 8.125 for each index, the values once,
/// and the scratch of a sort of both (values of other than 4 or 8 bytes: besides, 16.125 for each
/// index and a sort's); copies of values that are an array and of an a that is not contiguous.
/// Values and indices may share memory with a. Same bits on every backend.
template <element T, int Rank, class Space, expression I, operand V>
void put(array<T, Rank, Space> const& a, I const& index, V const& values,
         index_mode mode = index_mode::raise,
         std::source_location where = std::source_location::current())
{
  auto const i = detail::contiguous(evaluate(index)).reshape(shape(-1));
  if (i.size() == 0) return;
  auto const flat = a.reshape(shape(-1));
  auto const write = [&](auto const& v) {
    if (a.size() == 0) throw index_error("cannot replace elements of an empty array");
    detail::write_picked(detail::picked_along({"put", where}, flat, i, 0, mode), v, false);
    if (flat.owner() != a.owner()) detail::assign(a, flat.reshape(a.shape()));
  };
  if constexpr (expression<V>) {
    static_assert(detail::spaces_agree<Space, typename V::space_type>,
                  "acre: the values live in another space than the array; use copy_to(space, x)");
    auto const v = copy(acre::cast<T>(values)).reshape(shape(-1));
    if (v.size() == 0) return;
    if (v.size() >= i.size())
      write(v(slice(0, i.size())));
    else
      write(evaluate(
          detail::take_along(v, index_of(a.space(), i.shape()), 0, index_mode::wrap, T(0), where)));
  } else {
    write(detail::as_node<T>(values));
  }
}

}  // namespace acre

#include <acre/index/detail/refusals/put.hpp>
