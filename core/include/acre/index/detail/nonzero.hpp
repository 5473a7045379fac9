#pragma once

#include <acre/array/array.hpp>
#include <acre/array/copy.hpp>
#include <acre/backends/common/reduce.hpp>
#include <acre/backends/read_back.hpp>
#include <acre/backends/select.hpp>
#include <acre/backends/select_once.hpp>
#include <acre/device/launch.hpp>
#include <acre/elementwise/detail/evaluate.hpp>

#include <algorithm>
#include <array>
#include <optional>

namespace acre::detail {

/// A boolean expression's marks, see backends/common/select.hpp.
template <class Space>
struct marked {
  array<std::uint8_t, 1, Space> bits;
  array<std::int64_t, 1, Space> offsets;
  std::int64_t size = 0, count = 0;

  backends::marks ref() const { return {bits.data(), offsets.data()}; }
  /// Made an operand of work on another queue.
  std::array<leaf_layout, 1> leaves() const
  {
    std::array<leaf_layout, 1> all{};
    all[0].queue = &bits.space().queue();
    return all;
  }
};

/// Whether an expression's own program runs over all elements in C order at unit stride: its
/// operands allow that, and it looks nothing up. (The program need not be run for all elements, but
/// every index is to be looked at: lookups are evaluated before.)
template <class E>
struct flat_plan {
  E const& e;
  std::array<leaf_layout, 2 + E::leaf_count> leaves{};  // the sink: in C order
  bool is_flat, packed;

  explicit flat_plan(E const& expression) : e(expression)
  {
    auto const shape = e.shape();
    leaves[0].item_size = 1;
    auto const order = row_major_strides(shape);
    for (int axis = 0; axis < E::rank; ++axis)
      leaves[0].stride[axis] = shape[axis] == 1 ? 0 : order[axis];
    leaf_layout* next = leaves.data() + 1;
    node::describe(e, next, shape);
    auto const it = plan_elementwise(
        std::span(leaves.data(), static_cast<std::size_t>(1 + E::leaf_count)), shape, 8);
    bool const looks_up = std::any_of(leaves.begin(), leaves.end(),
                                      [](leaf_layout const& l) { return l.random_access; });
    is_flat = it.rows == 1 && it.unit && !looks_up;
    packed = it.packed;
  }
  /// For an operation whose operands are these leaves, if it is flat.
  program_t<E> program()
  {
    lowering planned{leaves.data() + 1, e.space().queue()};
    return node::lower(e, planned);
  }
};

/// Calls f(queue, packed, program), while the queue runs it for `operation`, with an expression's
/// own program if that is flat, else with an evaluated copy's.
template <class E, class F>
void with_flat_program(char const* operation, E const& e, F const& f)
{
  if (flat_plan<E> own(e); own.is_flat) {
    auto& on = e.space().queue();
    backends::operation const running(operation, on, own.leaves);
    f(on, own.packed, own.program());
  } else {
    leaf_layout flat{};
    flat.inner_stride = 1;
    array<typename E::value_type, E::rank, typename E::space_type> const whole(e.space(),
                                                                               e.shape());
    auto& on = e.space().queue();
    assign(whole, e);
    backends::operation const running(operation, on);
    f(on, true, load_program<typename E::value_type>{whole.data(), row_offset(flat)});
  }
}

/// Evaluates a boolean expression and counts its true elements. Waits.
template <class E>
marked<typename E::space_type> mark_true(E const& e)
{
  using space = typename E::space_type;
  marked<space> m;
  m.size = size_of(e.shape());
  std::int64_t const tiles = backends::mark_tiles(m.size);
  m.bits = array<std::uint8_t, 1, space>(e.space(), shape_t<1>{tiles * (backends::mark_tile / 8)});
  m.offsets = array<std::int64_t, 1, space>(e.space(), shape_t<1>{tiles + 1});
  if (m.size == 0) return m;
  with_flat_program("nonzero", e, [&](auto& on, bool packed, auto const& program) {
    backends::mark(on, m.size, packed, program, m.ref());
  });
  e.space().copy_to_host(&m.count, m.offsets.data() + tiles, sizeof(m.count));
  return m;
}

/// The linear positions of the marks, ascending.
template <class Space>
array<std::int64_t, 1, Space> marked_positions(Space const& space, marked<Space> const& m)
{
  array<std::int64_t, 1, Space> positions(space, shape_t<1>{m.count});
  leaf_layout flat{};
  flat.inner_stride = 1;
  if (m.count > 0) {
    backends::operation const running("nonzero", space.queue(), m.leaves());
    backends::pick(space.queue(), m.size, true, index_program{0, row_offset(flat)}, m.ref(),
                   positions.data());
  }
  return positions;
}

/// (linear / stride) % extent: one coordinate of a position. (A first axis needs no remainder, and
/// a last one no quotient: most arrays have two axes, and a division takes as long as all else.)
struct coordinate_op {
  template <class T>
  using argument = T;
  std::int64_t stride = 1, extent = 1;
  bool is_first = false;
  KOKKOS_INLINE_FUNCTION std::int64_t operator()(std::int64_t linear) const
  {
    std::int64_t const at = stride == 1 ? linear : backends::quotient(linear, stride);
    return is_first ? at : at - backends::quotient(at, extent) * extent;
  }
};

/// Positions of the marks in an array of this shape, in C order: one array for each axis.
template <std::size_t Rank, class Space>
std::array<array<std::int64_t, 1, Space>, Rank> positions_of_marks(
    Space const& space, marked<Space> const& m, std::array<std::int64_t, Rank> const& shape)
{
  auto const linear = marked_positions(space, m);
  std::array<array<std::int64_t, 1, Space>, Rank> found;
  if constexpr (Rank == 1) {
    found[0] = linear;
  } else {
    auto const strides = row_major_strides(shape);
    for (std::size_t axis = 0; axis < Rank; ++axis)
      found[axis] =
          array<std::int64_t, 1, Space>(unary<coordinate_op, array<std::int64_t, 1, Space>>(
              {strides[axis], shape[axis], axis == 0}, linear));
  }
  return found;
}
/// Positions at which a boolean expression is true. Waits.
template <class E>
auto positions_of_true(E const& mask)
{
  return positions_of_marks(mask.space(), mark_true(mask), mask.shape());
}

/// All coordinates of a position, side by side; two are moved as one.
template <int Rank>
struct alignas(Rank == 2 ? 16 : 8) position_row {
  std::int64_t v[Rank];
};
template <int Rank>
struct coordinates_program {
  using value_type = position_row<Rank>;
  static constexpr int width = sizeof(value_type);
  struct hints : backends::no_hints {
    static constexpr bool reads_plainly = true;
  };
  std::int64_t extent[Rank];

  template <bool Unit>
  KOKKOS_INLINE_FUNCTION value_type at(std::int64_t i, std::int64_t = 0) const
  {
    value_type p;
    for (int axis = Rank - 1; axis > 0; --axis) {
      std::int64_t const before = backends::quotient(i, extent[axis]);
      p.v[axis] = i - before * extent[axis];
      i = before;
    }
    p.v[0] = i;
    return p;
  }
  template <int W, bool Unit>
  KOKKOS_INLINE_FUNCTION packet<value_type, W> load(std::int64_t i, std::int64_t = 0) const
  {
    packet<value_type, W> p;
    for (int w = 0; w < W; ++w) p.v[w] = at<Unit>(i + w);
    return p;
  }
  KOKKOS_INLINE_FUNCTION coordinates_program bind(backends::position const&, int = 0) const
  {
    return *this;
  }
};
template <int Rank>
struct write_coordinates {
  coordinates_program<Rank> program;
  std::int64_t const* linear;
  position_row<Rank>* to;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t k) const
  {
    to[k] = program.template at<true>(linear[k]);
  }
};

/// Positions at which a boolean expression is true, in C order: the coordinates of each as a row.
/// Waits. (A GPU's block has room for two coordinates of all that it picks.)
template <class E>
auto rows_of_true(E const& mask)
{
  using Space = typename E::space_type;
  constexpr int Rank = E::rank;
  using row = position_row<Rank>;
  static_assert(sizeof(row) == Rank * sizeof(std::int64_t));
  auto const m = mark_true(mask);
  auto const& space = mask.space();
  array<std::int64_t, 2, Space> const rows(space, shape_t<2>{m.count, Rank});
  if (m.count == 0) return rows;
  coordinates_program<Rank> program{};
  for (int axis = 0; axis < Rank; ++axis) program.extent[axis] = mask.shape()[axis];
  auto* const to = reinterpret_cast<row*>(rows.data());
  if constexpr (Rank <= 2 || Space::host_accessible) {
    backends::operation const running("nonzero", space.queue(), m.leaves());
    backends::pick(space.queue(), m.size, false, program, m.ref(), to);
  } else {
    launch(space, m.count, write_coordinates<Rank>{program, marked_positions(space, m).data(), to});
  }
  return rows;
}

/// Calls select(out), which writes up to `size` elements and returns how many; returns them as an
/// array, or nullopt without memory. All have a place until it is known how many there are, and
/// these keep it where they are a third of all at least. Waits.
template <element T, class Space, class F>
std::optional<array<T, 1, Space>> selected_at_once(Space const& space, std::int64_t size,
                                                   F const& select)
{
  try {
    array<T, 1, Space> const places(space, shape_t<1>{size});
    std::int64_t const count = select(places.data());
    array<T, 1, Space> const result = places(slice(0, count));
    return count >= size / 3 ? result : copy(result);
  } catch (out_of_memory const&) {
    return {};
  }
}

/// How many of `size` elements the selection keeps, which out has then. Waits.
template <class Queue, class Selection, class Out>
std::int64_t select_told(Queue& on, std::int64_t size, bool packed, Selection const& selection,
                         Out* out)
{
  std::int64_t count = 0;
  backends::read_back(on, count, [&](std::int64_t* kept) {
    backends::select(on, size, packed, selection, out, kept);
  });
  return count;
}

}  // namespace acre::detail
