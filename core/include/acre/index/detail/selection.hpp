#pragma once

#include <acre/index/detail/gather.hpp>
#include <acre/index/detail/index_arguments.hpp>
#include <acre/index/detail/masked.hpp>
#include <acre/index/detail/nonzero.hpp>
#include <acre/index/detail/scatter.hpp>
#include <acre/index/detail/take_rows.hpp>

#include <algorithm>
#include <utility>

/// a(index…) on its way to a kernel: selected() plans the indices, masks as the positions of what
/// is true (masked.hpp), and makes a selection. Read, it is a term of an expression (gather.hpp),
/// in that one's kernel (backends/common/elementwise.hpp); written, see scatter.hpp; accumulated
/// into, scatter_add.hpp.
namespace acre::detail {

/// source[list]: read as a term of an expression, or written. Copies mean the same elements;
/// every assignment writes. A selection of nothing has looked at its indices when it is made; an
/// assignment that its values refuse, as NumPy does before it looks at indices, takes that back.
template <element T, int SourceRank, int R, class Space, class I, int N>
struct selection : gather<T, SourceRank, R, Space, I, N> {
  using writes_elements = void;
  bool distinct = false;                       // no two picks are the same (a mask's)
  check_numbers checked;                       // when it was made
  std::shared_ptr<marked<Space> const> marks;  // of a mask over all axes, if it is that alone

  selection(gather<T, SourceRank, R, Space, I, N> g, bool d, check_numbers c,
            std::shared_ptr<marked<Space> const> m = nullptr)
      : gather<T, SourceRank, R, Space, I, N>(std::move(g)),
        distinct(d),
        checked(c),
        marks(std::move(m))
  {}
  selection(selection const&) = default;
  selection const& operator=(selection const& other) const
  {
    write([&] { write_picked(named(), other, distinct); });
    return *this;
  }
  template <operand V>
  selection const& operator=(V const& value) const
  {
    write([&] {
      auto const e = as_node<T>(value);
      if constexpr (SourceRank == N && R == 1 &&
                    std::is_same_v<std::remove_cvref_t<decltype(e)>, constant<T>>)
        if (marks && fill_marks(this->source, *marks, e.value)) return;
      if (distinct && SourceRank == N) require_for_each_true(e.shape(), this->plan.shape());
      write_picked(named(), e, distinct);
    });
    return *this;
  }

  /// Called first by assign: what a mask over all axes selects is picked by its marks, with no
  /// positions made of them; else as of any gather.
  template <class Target>
  bool take_rows(Target const& to) const
  {
    if constexpr (SourceRank == N && R == 1 && std::is_same_v<Target, array<T, R, Space>>)
      if (marks) return pick_marked(this->source, *marks, to, this->site.operation);
    return gather<T, SourceRank, R, Space, I, N>::take_rows(to);
  }

 private:
  /// With the name that errors of a write have.
  auto named() const
  {
    gather<T, SourceRank, R, Space, I, N> g = *this;
    g.site.operation = g.site.when_written;
    return g;
  }
  template <class F>
  void write(F const& f) const
  {
    try {
      f();
    } catch (error const&) {
      if (checked.last > 0)
        launch(this->space(), 1, withdraw_report{this->space().queue().failure_record(), checked});
      throw;
    }
  }
};

/// The indices' dtype if it is one, else int64, to which the others are cast.
template <class... E>
struct common_index {
  using type = std::int64_t;
};
template <array_index E>
  requires(!mask_index<E>)
struct common_index<E> {
  using type = typename E::value_type;
};
template <class A, class B, class... Rest>
struct common_index<A, B, Rest...> {
  using first = std::conditional_t<array_index<A>, typename common_index<A>::type, void>;
  using others = typename common_index<B, Rest...>::type;
  static constexpr bool more = (array_index<B> || ... || array_index<Rest>);
  using type = std::conditional_t<
      !array_index<A>, others,
      std::conditional_t<!more || std::is_same_v<first, others>, first, std::int64_t>>;
};

/// Collects the arguments of a(…) for plan_index.
template <class T, class I, int N, class Space>
struct index_collector {
  Space const& space;
  std::array<index_item, 2 * max_rank + 2> items{};
  int count = 0;
  std::array<index_operand<I>, N> operands{};
  int arrays = 0;
  std::shared_ptr<marked<Space> const> marks{};  // of the last mask
  index_mode mode = index_mode::raise;
  T fallback{};

  template <class A>
  void add(A const& a)
  {
    if constexpr (std::is_same_v<A, absent>) {
    } else if constexpr (std::is_same_v<A, index_mode>) {
      mode = a;
    } else if constexpr (is_fill<A>) {
      mode = index_mode::fill;
      fallback = fitting<T>(a.value);
    } else if constexpr (mask_index<A>) {
      static_assert(A::rank > 0, "acre: a mask has at least one axis");
      static_assert(std::is_same_v<typename A::space_type, Space>,
                    "acre: the mask lives in another space than the array; use copy_to(space, x)");
      if constexpr (std::is_same_v<I, std::int64_t>) {
        using positions = mask_positions<Space, A::rank>;
        auto const of = std::make_shared<positions>(a.space(), mark_true(a), a.shape());
        marks = {of, &of->marks};
        for (int axis = 0; axis < A::rank; ++axis) {
          index_item& item = items[count++];
          item.what = index_item::kind::array;
          item.rank = 1;
          item.extent[0] = of->marks.count;
          item.stride[0] = 1;
          item.mask_extent = a.shape()[axis];
          operands[arrays++].deferred = std::make_shared<mask_axis<Space, A::rank>>(of, axis);
        }
      } else {
        auto const found = positions_of_true(a);
        for (int axis = 0; axis < A::rank; ++axis) add_array(found[axis], a.shape()[axis]);
      }
    } else if constexpr (expression<A>) {
      static_assert(array_index<A>,
                    "acre: arrays used as indices must be of integer (or boolean) type");
      static_assert(
          std::is_same_v<typename A::space_type, Space>,
          "acre: the indices live in another space than the array; use copy_to(space, x)");
      if constexpr (std::is_same_v<typename A::value_type, I>)
        add_array(evaluate(a));
      else
        add_array(array<I, A::rank, Space>(a));
    } else {
      index_item& item = items[count++];
      if constexpr (std::is_same_v<A, slice>) {
        item.what = index_item::kind::slice;
        item.range = a;
      } else if constexpr (std::is_same_v<A, newaxis_t>) {
        item.what = index_item::kind::newaxis;
      } else if constexpr (std::is_same_v<A, ellipsis_t>) {
        item.what = index_item::kind::ellipsis;
      } else {
        static_assert(basic_index<A>,
                      "acre: an index is an integer, slice, newaxis, ellipsis or an array of "
                      "integers or bool");
        item.what = index_item::kind::integer;
        item.value = index_value(a);
      }
    }
  }
  template <class J, int Rank>
  void add_array(array<J, Rank, Space> const& a, std::int64_t mask_extent = -1)
  {
    if constexpr (!std::is_same_v<J, I>) {
      add_array(array<I, Rank, Space>(a), mask_extent);
    } else {
      index_item& item = items[count++];
      item.what = index_item::kind::array;
      item.rank = Rank;
      std::copy(a.shape().begin(), a.shape().end(), item.extent.begin());
      std::copy(a.strides().begin(), a.strides().end(), item.stride.begin());
      item.mask_extent = mask_extent;
      operands[arrays++] = operand_of(a);
    }
  }
};

inline constexpr char const* empty_axis_text = "cannot do a non-empty take from an empty axes.";

/// Refuses what no mode can answer, and looks for bad indices where nothing will be read.
template <class Gather>
check_numbers check_at_once(Gather const& g)
{
  auto const& plan = g.plan;
  if (plan.picks == 0) return {};
  if (g.mode != index_mode::raise && g.mode != index_mode::unchecked)
    for (int n = 0; n < plan.arrays; ++n)
      if (plan.axis[n].size == 0) throw index_error(empty_axis_text);
  if (g.mode == index_mode::raise && size_of(plan.shape()) == 0) return check_picks(g);
  return {};
}

template <class Array, class... Index>
auto selected(Array const& a, index_site site, Index const&... index)
{
  using T = typename Array::value_type;
  using Space = typename Array::space_type;
  constexpr int Rank = Array::rank;
  constexpr int used = (used_by<Index>() + ... + 0), arrays = (arrays_of<Index>() + ... + 0);
  constexpr int slices = (int(std::is_same_v<Index, slice>) + ... + 0);
  constexpr int new_axes = (int(std::is_same_v<Index, newaxis_t>) + ... + 0);
  constexpr int rank = std::max({picked_rank_of<Index>()...}) + Rank - used + slices + new_axes;
  constexpr int modes = (int(mode_argument<Index>) + ... + 0);
  static_assert(used <= Rank, "acre: more indices than the array has axes");
  static_assert((int(std::is_same_v<Index, ellipsis_t>) + ... + 0) <= 1, "acre: one ellipsis only");
  static_assert(rank <= max_rank, "acre: the result would have more than 8 axes");
  static_assert(modes <= 1, "acre: one mode only");
  constexpr bool only_mask =
      (int(mask_index<Index>) + ...) == 1 && (int(array_index<Index>) + ...) == 1;
  using I = typename common_index<Index...>::type;

  index_collector<T, I, arrays, Space> list{a.space()};
  (list.add(index), ...);
  gather<T, Rank, rank, Space, I, arrays> g{
      {},
      a,
      list.operands,
      plan_index(a.shape(), a.strides(),
                 std::span(list.items.data(), static_cast<std::size_t>(list.count))),
      list.mode,
      list.fallback,
      site};
  auto const checked = check_at_once(g);
  return selection<T, Rank, rank, Space, I, arrays>(std::move(g), only_mask, checked,
                                                    only_mask ? list.marks : nullptr);
}

}  // namespace acre::detail
