#pragma once

#include <acre/array/array.hpp>
#include <acre/distributed/detail/joint.hpp>
#include <acre/distributed/detail/layout.hpp>
#include <acre/distributed/processes.hpp>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <ios>
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
/// At least one operand has blocks; a local array beside one is refused with a sentence. (A stream
/// is none: it is written to.)
template <class... X>
concept operands =
    (whole_operand<X> || ...) && (!std::derived_from<std::remove_cvref_t<X>, std::ios_base> && ...);

struct parts_in_place;
struct name;

/// What is done with the halo of an array of any type, which a name is of.
struct halo_calls {
  void (*start)(name const&);
  void (*finish)(name const&);
  exchange_plan const& (*plan)(name const&);
  /// Whether the array is of that queue, a space of its arrays' type; and its exchange, from device
  /// to device, on a queue beside it.
  bool (*is_of)(name const&, void const* space);
  void (*queue_on)(name const&, void const* beside);
};

/// An exchange of an array's halo: what is sent and received, once it is known, and which exchange
/// of the process' is under way (-1: none).
struct halo_exchange {
  std::shared_ptr<exchange_plan const> plan;
  std::shared_ptr<parts_in_place const> in_place;  // of memory of devices
  std::int64_t under_way = -1;
  std::shared_ptr<void> queued;  // by start(), from device to device
};

/// A name of memory that an expression reads; `halo`: and whose halo, too, which `calls` fill.
struct name {
  std::shared_ptr<void const> of;
  halo_exchange const* halo = nullptr;
  halo_calls const* calls = nullptr;
};
template <std::size_t N>
using names = std::array<name, N>;

/// How far an expression reads, beyond its block's own elements, what exchange() brings: on either
/// side of each axis.
struct reach {
  extents low{}, high{};
};

/// What exchanged() gives (inner.hpp).
template <class E>
class exchanged_values;

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
  detail::reach beyond;

  term(processes a, std::shared_ptr<layout const> w, Local l, names<Names> r,
       detail::reach const& far = {})
      : all(std::move(a)),
        where(std::move(w)),
        local(std::move(l)),
        reads(std::move(r)),
        beyond(far)
  {}

  /// The whole's.
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
/// What an array has for the library alone.
struct array_access {
  template <class Array>
  static auto term_of(Array const& a)
  {
    return a.as_term();
  }
  /// Blocks that are going to be written whole: no zeros, but in the halo. Together.
  template <class Array, class Space>
  static Array to_be_written(processes const& all, Space const& space, wanted_blocks const& wanted,
                             char const* operation = "array")
  {
    return Array(all, space, layout::shared(wanted, all.size()), operation, false);
  }
  template <class Array>
  static layout const& layout_of(Array const& a)
  {
    return *a.block().where;
  }
  template <class Array>
  static halo_exchange& halo_of(Array const& a)
  {
    return a.block().halo;
  }
  template <class Array>
  static bool reads(name const& n, Array const& a)
  {
    return n.of == a.state_;
  }
  /// The array that a name is of.
  template <class Array>
  static Array named(name const& n)
  {
    Array a;
    a.state_ = std::static_pointer_cast<typename Array::state>(std::const_pointer_cast<void>(n.of));
    return a;
  }
  /// Blocks that are going to be written whole. Sends nothing.
  template <class Array, class Space>
  static Array fresh(processes const& all, Space const& space,
                     std::shared_ptr<layout const> const& where)
  {
    Array a;
    a.state_ = Array::make(all, space, where, false);
    return a;
  }
};
template <class T, int Rank, class Space>
auto as_term(array<T, Rank, Space> const& a)
{
  return array_access::term_of(a);
}
template <class X>
inline constexpr bool is_array = false;
template <class T, int Rank, class Space>
inline constexpr bool is_array<array<T, Rank, Space>> = true;

template <class X>
inline constexpr bool is_term = false;
template <class Local, std::size_t N>
inline constexpr bool is_term<term<Local, N>> = true;

/// Elements that an array's operator() names by other arrays, which reading makes an array: x(i),
/// x(mask).
struct selected_tag : operand_tag {};
template <class X>
concept selected_elements = std::derived_from<std::remove_cvref_t<X>, selected_tag>;
template <selected_elements X>
auto as_term(X const& x)
{
  return as_term(x.read());
}

/// An operand by value: a temporary is moved on, so that what it reads has one name the less.
template <class X>
auto term_or_scalar(X&& x)
{
  using operand_type = std::remove_cvref_t<X>;
  if constexpr (is_term<operand_type>) {
    return operand_type(std::forward<X>(x));
  } else if constexpr (whole_operand<X>) {
    return as_term(x);
  } else {
    static_assert(
        acre::scalar<operand_type>,
        "acre: beside a distributed array stand distributed arrays of the same blocks and "
        "numbers; of one process' elements there is x.local(), and on_blocks(f, x, …) for "
        "what acre computes of every process' own block");
    return operand_type(x);
  }
}
template <class X>
decltype(auto) local_part(X& x)
{
  if constexpr (whole_operand<X>)
    return std::move(x.local);
  else
    return X(x);
}

/// Throws value_error, shape_error: an assignment's expression is of other processes or blocks.
template <class E>
void require_same(char const* operation, processes const& all, layout const& where, E const& e)
{
  if (!(e.all == all))
    throw value_error(std::string("distributed::") + operation +
                      ": the operands are arrays of different processes");
  if (e.where.get() != &where && !e.where->same_blocks(where))
    refuse_layouts(operation, where, *e.where);
}

/// The blocks that all operands broadcast to.
inline void find_blocks(char const*, processes const*, std::shared_ptr<layout const>&) {}
template <class X, class... More>
void find_blocks(char const* operation, processes const* all, std::shared_ptr<layout const>& where,
                 X const& x, More const&... more)
{
  if constexpr (whole_operand<X>) {
    if (all == nullptr) all = &x.all;
    if (!(x.all == *all))
      throw value_error(std::string("distributed::") + operation +
                        ": the operands are arrays of different processes");
    if (!where)
      where = x.where;
    else if (x.where != where && !x.where->broadcasts_to(*where)) {
      if (where->broadcasts_to(*x.where))
        where = x.where;
      else if (auto joined = where->joined(*x.where))
        where = std::make_shared<layout const>(std::move(*joined));
      else
        refuse_layouts(operation, *where, *x.where);
    }
  }
  find_blocks(operation, all, where, more...);
}

template <class X, class... More>
auto const& first_term(X const& x, More const&... more)
{
  if constexpr (whole_operand<X>)
    return x;
  else
    return first_term(more...);
}

template <class X>
inline constexpr std::size_t names_in = 0;
template <class Local, std::size_t N>
inline constexpr std::size_t names_in<term<Local, N>> = N;
template <std::size_t N, class X>
void move_names(names<N>& to, std::size_t& at, X& x)
{
  if constexpr (whole_operand<X>)
    for (auto& one : x.reads) to[at++] = std::move(one);
}

/// `rank`: of what the operand broadcasts to.
template <class X>
void reach_as_far(reach& r, [[maybe_unused]] int rank, X const& x)
{
  if constexpr (whole_operand<X>)
    for (int axis = 0; axis < X::rank; ++axis) {
      int const to = rank - X::rank + axis;
      r.low[to] = std::max(r.low[to], x.beyond.low[axis]);
      r.high[to] = std::max(r.high[to], x.beyond.high[axis]);
    }
}

/// Throws value_error where a halo that is read is on its way.
template <class E>
void require_halos(char const* operation, E const& e)
{
  for (auto const& n : e.reads)
    if (n.halo != nullptr && n.halo->under_way >= 0)
      throw value_error(std::string("distributed::") + operation +
                        ": the halo that shifted() reads is on its way: finish(u) comes first, and "
                        "before it inner(x) = … for what reads none of it");
}

template <class F, class... X>
auto combined_terms(char const* operation, F const& f, X... x)
{
  auto const& first = first_term(x...);
  std::shared_ptr<layout const> where;
  find_blocks(operation, nullptr, where, x...);
  names<(names_in<X> + ... + 0)> reads;
  std::size_t at = 0;
  (move_names(reads, at, x), ...);
  reach far;
  (reach_as_far(far, where->rank(), x), ...);
  auto local = f(local_part(x)...);
  return term<decltype(local), std::tuple_size_v<decltype(reads)>>(
      first.all, std::move(where), std::move(local), std::move(reads), far);
}

/// f of the operands' blocks and the scalars, as an expression of the blocks that they broadcast
/// to. Throws shape_error where there are none.
template <class F, class... X>
auto combined(char const* operation, F const& f, X&&... x)
{
  return combined_terms(operation, f, term_or_scalar(std::forward<X>(x))...);
}

}  // namespace detail
}  // namespace acre::distributed
