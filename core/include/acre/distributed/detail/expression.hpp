#pragma once

#include <acre/array/array.hpp>
#include <acre/distributed/detail/joint.hpp>
#include <acre/distributed/detail/layout.hpp>
#include <acre/distributed/processes.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>

/// Arithmetic on blocks: a term holds what acre's own expression computes of this process' block,
/// and whose blocks these are.
namespace acre::distributed {

template <acre::element T, int Rank, class Space>
class array;

/// What arrays and their expressions are derived from, so that a call finds this namespace.
struct operand_tag {};

namespace detail {

template <class X>
concept whole_operand = std::derived_from<std::remove_cvref_t<X>, operand_tag>;
template <class X>
concept operand = whole_operand<X> || acre::scalar<X>;
/// At least one operand has blocks; a local array beside one is refused with a sentence.
template <class... X>
concept operands = (whole_operand<X> || ...);

/// Names of the memory that an expression reads.
template <std::size_t N>
using names = std::array<std::shared_ptr<void const>, N>;

/// An expression of blocks.
template <class Local, std::size_t Names>
struct term : operand_tag {
  using value_type = typename Local::value_type;
  using space_type = typename Local::space_type;
  static constexpr int rank = Local::rank;

  processes all;
  std::shared_ptr<layout const> where;
  Local local;
  names<Names> reads;

  term(processes a, std::shared_ptr<layout const> w, Local l, names<Names> r)
      : all(std::move(a)), where(std::move(w)), local(std::move(l)), reads(std::move(r))
  {}

  /// Of the whole.
  shape_t<rank> shape() const
  {
    shape_t<rank> s{};
    for (int axis = 0; axis < rank; ++axis) s[axis] = where->shape()[axis];
    return s;
  }
  std::int64_t size() const { return where->size(); }
  space_type const& space() const { return local.space(); }
};

template <class Local, std::size_t N>
term<Local, N> const& as_term(term<Local, N> const& t)
{
  return t;
}
template <class T, int Rank, class Space>
auto as_term(array<T, Rank, Space> const& a)
{
  return a.as_term();
}

template <acre::scalar S>
S const& local_part(S const& s)
{
  return s;
}
template <class Local, std::size_t N>
Local const& local_part(term<Local, N> const& t)
{
  return t.local;
}
template <class X>
decltype(auto) term_or_scalar(X const& x)
{
  if constexpr (whole_operand<X>) {
    return as_term(x);
  } else {
    static_assert(acre::scalar<X>,
                  "acre: beside a distributed array stand distributed arrays of the same blocks and "
                  "numbers; of one process' elements there is x.local(), and on_blocks(f, x, …) for "
                  "what acre computes of every process' own block");
    return (x);
  }
}

inline void require_same(char const*, processes const&, layout const&) {}
template <class X, class... More>
void require_same(char const* operation, processes const& all, layout const& where, X const& x,
                  More const&... more)
{
  if constexpr (whole_operand<X>) {
    if (!(x.all == all))
      throw value_error(std::string("distributed::") + operation +
                        ": the operands are arrays of different processes");
    if (x.where.get() != &where && !x.where->same_blocks(where))
      refuse_layouts(operation, where, *x.where);
  }
  require_same(operation, all, where, more...);
}

template <class X, class... More>
auto const& first_term(X const& x, More const&... more)
{
  if constexpr (whole_operand<X>)
    return x;
  else
    return first_term(more...);
}

template <std::size_t A, std::size_t B>
names<A + B> joined(names<A> const& a, names<B> const& b)
{
  names<A + B> both;
  for (std::size_t i = 0; i < A; ++i) both[i] = a[i];
  for (std::size_t i = 0; i < B; ++i) both[A + i] = b[i];
  return both;
}
inline names<0> reads_of() { return {}; }
template <class X, class... More>
auto reads_of(X const& x, More const&... more)
{
  if constexpr (whole_operand<X>)
    return joined(x.reads, reads_of(more...));
  else
    return reads_of(more...);
}

template <class F, class... X>
auto combined_terms(char const* operation, F const& f, X const&... x)
{
  auto const& first = first_term(x...);
  require_same(operation, first.all, *first.where, x...);
  auto local = f(local_part(x)...);
  auto reads = reads_of(x...);
  return term<decltype(local), std::tuple_size_v<decltype(reads)>>(
      first.all, first.where, std::move(local), std::move(reads));
}

/// f of the operands' blocks and the scalars, as an expression of blocks. Throws shape_error where
/// the blocks differ.
template <class F, class... X>
auto combined(char const* operation, F const& f, X const&... x)
{
  return combined_terms(operation, f, term_or_scalar(x)...);
}

}  // namespace detail
}  // namespace acre::distributed
