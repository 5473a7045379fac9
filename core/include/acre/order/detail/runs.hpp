#pragma once

#include <acre/backends/read_back.hpp>
#include <acre/backends/runs.hpp>
#include <acre/backends/select_once.hpp>
#include <acre/index/detail/nonzero.hpp>
#include <acre/index/detail/partition.hpp>
#include <acre/order/detail/equality.hpp>

#include <array>
#include <optional>

/// Runs of equal neighbours, found by backends/common/runs.hpp: what unique(), run_lengths() and
/// group_by() go by. An element for each run is selected (backends/common/select.hpp). unique()
/// sorts first (detail/sort_rows.hpp), or counts integers (detail/counted_values.hpp).
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

/// Equality of values.
struct same_rule {
  static constexpr bool ranks = false;
  template <class T>
  KOKKOS_INLINE_FUNCTION bool same(T a, T b) const
  {
    return same_value(a, b);
  }
};
/// f(elements, rule), integers as unsigned ones of their size.
template <class T, class F>
void with_same_rule(T const* elements, F const& f)
{
  if constexpr (std::is_integral_v<T>)
    f(reinterpret_cast<backends::sort_word<T> const*>(elements), same_rule{});
  else
    f(elements, same_rule{});
}

/// Beginnings of runs of equal neighbours, and mark_runs' facts about them.
template <class Space>
struct marked_runs {
  array<std::uint8_t, 1, Space> bits;
  array<std::int64_t, 1, Space> offsets;

  /// For `n` elements, one at least.
  marked_runs(Space const& space, std::int64_t n)
      : bits(space, shape_t<1>{backends::mark_tiles(n) * (backends::mark_tile / 8)}),
        offsets(space, shape_t<1>{backends::mark_tiles(n) + 1})
  {}
  backends::marks ref() const { return {bits.data(), offsets.data()}; }

  /// Looks at contiguous elements, and at their ranks, too, whose lower bits may go to `words`.
  /// Waits.
  template <bool Ranks, class T>
  backends::run_facts look(char const* operation, array<T, 1, Space> const& elements,
                           std::uint32_t* words = nullptr) const
  {
    backends::run_facts seen;
    run(operation, elements, [&](auto& on) {
      backends::read_back(on, seen, [&](backends::run_facts* facts) {
        auto const mark = [&](auto const* data, auto const& rule) {
          backends::mark_runs(on, rule, data, elements.size(), ref(), facts, words);
        };
        if constexpr (Ranks)
          with_key_rule(elements.data(), mark);
        else
          with_same_rule(elements.data(), mark);
      });
    });
    return seen;
  }
  /// f(k, i) or f(k, i, end) for run k, which begins with element i, of what was looked at last.
  template <class T, class F>
  void visit(char const* operation, array<T, 1, Space> const& elements, F const& f) const
  {
    run(operation, elements,
        [&](auto& on) { backends::visit_marked(on, elements.size(), ref(), f); });
  }
  /// f(i, k) for element i, which is in run k.
  template <class T, class F>
  void visit_elements(char const* operation, array<T, 1, Space> const& elements, F const& f) const
  {
    run(operation, elements,
        [&](auto& on) { backends::visit_elements(on, elements.size(), ref(), f); });
  }

 private:
  template <class T, class F>
  void run(char const* operation, array<T, 1, Space> const& elements, F const& f) const
  {
    std::array<leaf_layout, 1> read{};
    read[0].queue = &elements.space().queue();
    auto& on = bits.space().queue();
    backends::operation const running(operation, on, read);
    f(on);
  }
};

/// Runs in an array that is contiguous and not empty.
template <class T, class Space>
struct runs {
  array<T, 1, Space> elements;
  marked_runs<Space> marked;
  std::int64_t count;
};

/// Waits.
template <class T, class Space>
runs<T, Space> runs_of(char const* operation, array<T, 1, Space> const& elements)
{
  runs<T, Space> r{elements, marked_runs<Space>(elements.space(), elements.size()), 0};
  r.count = r.marked.template look<false>(operation, elements).count;
  return r;
}

/// Tells of each run what there is a place for: the element that it begins with, mapped; where
/// that is, or was before the elements were put in order; and how long it is.
template <class T, class Map>
struct tell_run {
  T const* elements;
  std::int64_t const* order;
  T* values;
  std::int64_t *starts, *lengths;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t k, std::int64_t i, std::int64_t end) const
  {
    values[k] = Map{}(elements[i]);
    if (starts != nullptr) starts[k] = order != nullptr ? order[i] : i;
    if (lengths != nullptr) lengths[k] = end - i;
  }
};
/// The values alone.
template <class T, class Map>
struct write_run_value {
  T const* elements;
  T* to;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t k, std::int64_t i) const
  {
    to[k] = Map{}(elements[i]);
  }
};
template <class Map, class T, class Space>
auto run_values(char const* operation, runs<T, Space> const& r)
{
  array<T, 1, Space> const values(r.elements.space(), shape_t<1>{r.count});
  r.marked.visit(operation, r.elements, write_run_value<T, Map>{r.elements.data(), values.data()});
  return values;
}

/// Selects what stands for each run where it begins (backends/common/select.hpp).
template <class T, class Map>
struct run_beginnings {
  using value_type = T;
  static constexpr bool reads_plainly = true, reads_before = true;
  T const* elements;

  template <int W>
  KOKKOS_INLINE_FUNCTION backends::told_elements<T, W> load(std::int64_t i) const
  {
    backends::told_elements<T, W> e;
    auto const x = *reinterpret_cast<packet<T, W> const*>(elements + i);
    T left = elements[i > 0 ? i - 1 : 0];
    for (int w = 0; w < W; ++w) {
      e.keeps.v[w] = !same_value(left, x.v[w]);
      e.value.v[w] = Map{}(x.v[w]);
      left = x.v[w];
    }
    e.keeps.v[0] = e.keeps.v[0] || i == 0;
    return e;
  }
  KOKKOS_INLINE_FUNCTION backends::told_elements<T, 1> at(std::int64_t i) const
  {
    return {{{i == 0 || !same_value(elements[i - 1], elements[i])}}, {{Map{}(elements[i])}}};
  }
  KOKKOS_INLINE_FUNCTION run_beginnings bind(backends::position const&) const { return *this; }
};

/// run_values of elements that are read once; nothing where that cannot be. Waits.
template <class Map, class T, class Space>
std::optional<array<T, 1, Space>> run_values_at_once(char const* operation,
                                                     array<T, 1, Space> const& elements)
{
  if constexpr (!Space::host_accessible) {
    Space const& space = elements.space();
    auto& on = space.queue();
    std::int64_t const n = elements.size();
    if (!backends::selects_at_once(on, n, false)) return {};
    return selected_at_once<T>(space, n, [&](T* out) {
      backends::operation const running(operation, on);
      bool const packed = reinterpret_cast<std::uintptr_t>(elements.data()) % 16 == 0;
      return select_told(on, n, packed, run_beginnings<T, Map>{elements.data()}, out);
    });
  } else {
    return {};
  }
}

/// An array with a number for each run.
template <class T, class Space>
array<std::int64_t, 1, Space> one_each(runs<T, Space> const& r)
{
  return array<std::int64_t, 1, Space>(r.elements.space(), shape_t<1>{r.count});
}

}  // namespace acre::detail
