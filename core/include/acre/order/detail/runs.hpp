#pragma once

#include <acre/backends/common/select.hpp>
#include <acre/index/detail/nonzero.hpp>
#include <acre/order/detail/equality.hpp>

namespace acre::detail {

struct differ {
  template <class T>
  using argument = T;
  template <class T>
  KOKKOS_INLINE_FUNCTION bool operator()(T a, T b) const
  {
    return !same_value(a, b);
  }
};

/// Which elements, from the second on, differ from the one before.
template <class T, class Space>
auto changes(array<T, 1, Space> const& a)
{
  return make_binary<differ>(a(slice(1, none)), a(slice(none, -1)));
}

/// Runs of equal neighbours in an array that is not empty.
template <class T, class Space>
struct runs {
  array<T, 1, Space> elements;
  marked<Space> ends;  // of changes()

  std::int64_t count() const { return ends.count + 1; }
};

/// Waits.
template <class T, class Space>
runs<T, Space> runs_of(array<T, 1, Space> const& elements)
{
  return {elements, mark_true(changes(elements))};
}

/// to[k] = e at the first element of run k, e being a map of the elements.
template <class T, class Space, class Map, class Result>
void pick_first(char const* operation, runs<T, Space> const& r, Map const& map, Result* to)
{
  auto const rest = map(slice(1, none));
  if (r.ends.size == 0) return;
  with_flat_program(operation, rest, [&](auto& on, bool packed, auto const& program) {
    backends::operation const reading(operation, on, r.ends.leaves());
    backends::pick(on, r.ends.size, packed, program, r.ends.ref(), to + 1);
  });
}

/// The element that each run begins with, mapped.
template <class Map, class T, class Space>
auto run_values(char const* operation, runs<T, Space> const& r)
{
  array<T, 1, Space> const values(r.elements.space(), shape_t<1>{r.count()});
  values(slice(0, 1)) = make_unary<Map>(r.elements(slice(0, 1)));
  pick_first(
      operation, r, [&](slice const& s) { return make_unary<Map>(r.elements(s)); }, values.data());
  return values;
}

/// Where each run begins, and the number of all elements.
template <class T, class Space>
array<std::int64_t, 1, Space> run_bounds(char const* operation, runs<T, Space> const& r)
{
  Space const& space = r.elements.space();
  std::int64_t const count = r.count();
  array<std::int64_t, 1, Space> const bounds(space, shape_t<1>{count + 1});
  bounds(slice(0, 1)) = 0;
  bounds(slice(count, count + 1)) = r.elements.size();
  pick_first(
      operation, r,
      [&](slice const&) { return indices<Space, 1>(space, {r.elements.size() - 1}, {1}, 1); },
      bounds.data());
  return bounds;
}

/// How long each run is, and where it begins.
template <class Space>
array<std::int64_t, 1, Space> run_sizes(array<std::int64_t, 1, Space> const& bounds)
{
  return array<std::int64_t, 1, Space>(bounds(slice(1, none)) - bounds(slice(none, -1)));
}
template <class Space>
array<std::int64_t, 1, Space> run_begins(array<std::int64_t, 1, Space> const& bounds)
{
  return bounds(slice(none, -1));
}

}  // namespace acre::detail
