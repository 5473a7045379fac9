#pragma once

#include <acre/array/copy.hpp>
#include <acre/backends/lists.hpp>
#include <acre/elementwise/cast.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre/elementwise/where.hpp>
#include <acre/reduce/detail/extrema.hpp>
#include <acre/reduce/detail/logic.hpp>
#include <acre/reduce/detail/scan.hpp>
#include <acre/reduce/detail/sum.hpp>

#include <concepts>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <span>
#include <type_traits>
#include <utility>

/// Beginnings and ends of lists, and all that is computed from them alone.
namespace acre::detail {

/// Sources of offsets.
template <class T>
concept list_index = std::same_as<T, std::int32_t> || std::same_as<T, std::int64_t>;

/// Throw value_error for what is no structure of lists.
void require_offsets(std::int64_t size);
void require_range(std::int64_t first, std::int64_t last, std::int64_t content);
[[noreturn]] void refuse_decrease(std::int64_t position, std::int64_t here, std::int64_t next);
/// More lists or elements than offsets of int32 can number.
void require_countable(bool narrow, std::int64_t lists, std::int64_t elements);
/// Throws value_error: lists that were declared and not made.
[[noreturn]] void refuse_no_lists();
/// Throws value_error: a list has more combinations than can be counted.
[[noreturn]] void refuse_combinations(char const* operation, std::int64_t most);
/// Throws shape_error: what has `lists` lists of `elements` elements in all is no operand beside…
[[noreturn]] void refuse_other_lists(std::int64_t lists, std::int64_t elements,
                                     std::int64_t other_lists, std::int64_t other_elements);
/// Throws shape_error for a flat operand that has not one value for each list (or one for all).
void require_one_each(std::int64_t values, std::int64_t lists);
/// Throws value_error unless it is the axis along the innermost lists: `innermost` or -1.
void require_list_axis(char const* operation, int axis, int innermost);
/// Throws value_error for a negative number of elements.
void require_list_top(std::int64_t k);
/// Throws value_error for a mode that has something in the place of a list.
void require_some_list(bool fills);

/// An operand's queue, as backends::operation takes it.
struct read_queue {
  backends::queue* queue;
};

/// The differences of neighbouring offsets, each of which is read once; with Before that of an
/// offset and the one before it, and 0 first.
template <class Index, bool Before>
struct length_program {
  using value_type = std::int64_t;
  static constexpr int width = sizeof(Index);
  struct hints : backends::no_hints {
    static constexpr bool reads_plainly = true;
  };
  Index const* offsets;
  row_offset offset;

  struct row {
    Index const *first, *offsets;
    std::int64_t inner, step;

    template <bool Unit>
    KOKKOS_INLINE_FUNCTION std::int64_t at(std::int64_t i, std::int64_t k = 0) const
    {
      Index const* const here = offsets + k * step + (Unit ? i : i * inner);
      if constexpr (Before)
        return here == first ? 0 : difference(here[-1], here[0]);
      else
        return difference(here[0], here[1]);
    }
    /// The offsets of W neighbours, and the one beside them that the first or last length needs.
    template <int W>
    struct held_offsets {
      packet<Index, W> side;
      Index beside;
    };
    template <int W, bool Unit>
      requires Unit
    KOKKOS_INLINE_FUNCTION held_offsets<W> fetch(std::int64_t i, std::int64_t k = 0) const
    {
      Index const* const here = offsets + k * step + i;
      return {*reinterpret_cast<packet<Index, W> const*>(here),
              here[Before ? (here == first ? 0 : -1) : W]};
    }
    template <int W>
    KOKKOS_INLINE_FUNCTION packet<std::int64_t, W> compute(held_offsets<W> const& held) const
    {
      constexpr int shift = Before ? 1 : 0;
      packet<std::int64_t, W> p;
      for (int w = 0; w + 1 < W; ++w)
        p.v[w + shift] = difference(held.side.v[w], held.side.v[w + 1]);
      if constexpr (Before)
        p.v[0] = difference(held.beside, held.side.v[0]);
      else
        p.v[W - 1] = difference(held.side.v[W - 1], held.beside);
      return p;
    }
    template <int W, bool Unit>
    KOKKOS_INLINE_FUNCTION packet<std::int64_t, W> load(std::int64_t i, std::int64_t k = 0) const
    {
      if constexpr (Unit) {  // an if alone would have nvcc warn of unreachable code
        return compute<W>(fetch<W, true>(i, k));
      } else {
        if (inner == 1) return compute<W>(fetch<W, true>(i, k));
        packet<std::int64_t, W> p;
        for (int w = 0; w < W; ++w) p.v[w] = at<false>(i + w, k);
        return p;
      }
    }
    KOKKOS_INLINE_FUNCTION Index const* words(std::int64_t i) const
      requires Before
    {
      return offsets + i;
    }
    KOKKOS_INLINE_FUNCTION static std::int64_t between(Index before, Index here)
    {
      return difference(before, here);
    }
    KOKKOS_INLINE_FUNCTION static std::int64_t difference(Index begin, Index end)
    {
      return static_cast<std::int64_t>(end) - static_cast<std::int64_t>(begin);
    }
  };
  KOKKOS_INLINE_FUNCTION row bind(position const& at, int along = 0) const
  {
    return {offsets, offsets + offset(at), offset.inner, offset.stride[along]};
  }
};
template <class Space, list_index Index, bool Before = false>
class list_lengths : public expression_tag {
 public:
  using value_type = std::int64_t;
  using space_type = Space;
  static constexpr int rank = 1, leaf_count = 1;

  /// For contiguous offsets, one at least.
  explicit list_lengths(array<Index, 1, Space> offsets)
      : offsets_(std::move(offsets)), begins_(Before ? offsets_ : offsets_(slice(none, -1)))
  {}
  shape_t<1> const& shape() const { return begins_.shape(); }
  Space const& space() const { return offsets_.space(); }
  void describe(leaf_layout*& leaf, extents_view common) const
  {
    leaf_layout& mine = *leaf;
    node::describe(begins_, leaf, common);
    mine.can_gather = false;
    if (!Before && begins_.size() > 0) mine.high += sizeof(Index);
  }
  length_program<Index, Before> lower(lowering& leaves) const
  {
    return {offsets_.data(), row_offset(leaves.take())};
  }

 private:
  array<Index, 1, Space> offsets_, begins_;
};

/// Beginnings and ends of lists. Shared by all that has these lists; what is known of them is found
/// out once.
template <class Space, list_index Index>
class list_structure {
 public:
  /// Trusts all of it; the offsets are contiguous.
  list_structure(array<Index, 1, Space> o, std::int64_t first_element, std::int64_t elements)
      : offsets(std::move(o)),
        count(offsets.size() - 1),
        first(first_element),
        total(elements),
        list_index_()
  {}
  list_structure(list_structure const&) = delete;

  array<Index, 1, Space> const offsets;
  std::int64_t const count, first, total;  // lists; the first element's offset; elements

  Space const& space() const { return offsets.space(); }
  backends::list_bounds<Index> bounds() const { return {offsets.data(), count, total}; }
  auto begins() const { return offsets(slice(none, -1)); }
  auto ends() const { return offsets(slice(1, none)); }
  /// Returned as an expression.
  list_lengths<Space, Index> lengths() const { return list_lengths<Space, Index>(offsets); }
  /// 0, then these: their running sums are where the lists begin that have these lengths, and where
  /// the last one ends.
  list_lengths<Space, Index, true> lengths_before() const
  {
    return list_lengths<Space, Index, true>(offsets);
  }

  /// The list of each element. Made when it is first asked for.
  array<Index, 1, Space> const& list_index() const;
  /// How many elements the longest list has. Waits when it is first asked for.
  std::int64_t longest() const;

 private:
  mutable std::mutex mutex_;
  mutable bool has_list_index_ = false;
  mutable std::int64_t longest_ = -1;
  mutable array<Index, 1, Space> list_index_;
};

template <class Space, class Index>
using structure_handle = std::shared_ptr<list_structure<Space, Index> const>;

/// visit_lists over a structure's elements on `space`, for an operation that also reads memory of
/// the queues in `read`.
template <class Space, class Index, class F>
void visit(char const* operation, Space const& space, list_structure<Space, Index> const& lists,
           F const& f, std::initializer_list<backends::queue*> read = {})
{
  if (lists.total == 0) return;
  std::vector<read_queue> leaves{{&lists.space().queue()}};
  for (backends::queue* const queue : read) leaves.push_back({queue});
  auto& on = space.queue();
  backends::operation const running(operation, on, leaves);
  backends::visit_lists(on, lists.bounds(), f);
}

/// The functions below are in the library (its src/list_structure.cpp), for every space of the
/// build. The list of each element.
template <class Space, class Index>
array<Index, 1, Space> list_of_each(list_structure<Space, Index> const& lists);
/// How many elements the longest of one list or more has. Waits.
template <class Space, class Index>
std::int64_t longest_of(list_structure<Space, Index> const& lists);
/// Offsets that somebody else made, over a content of so many elements. Waits.
template <class Space, class Index>
structure_handle<Space, Index> checked_structure(array<Index, 1, Space> const& offsets,
                                                 std::int64_t content);
/// Whether both have the same lists; asks the elements of offsets only where all else agrees, and
/// waits then.
template <class Space, class I, class J>
bool same_lists(list_structure<Space, I> const& a, list_structure<Space, J> const& b);

template <class Space, list_index Index>
array<Index, 1, Space> const& list_structure<Space, Index>::list_index() const
{
  std::lock_guard const lock(mutex_);
  if (!has_list_index_) {
    list_index_ = list_of_each(*this);
    has_list_index_ = true;
  }
  return list_index_;
}

template <class Space, list_index Index>
std::int64_t list_structure<Space, Index>::longest() const
{
  std::lock_guard const lock(mutex_);
  if (longest_ < 0) longest_ = count == 0 ? 0 : longest_of(*this);
  return longest_;
}

/// Offsets that a scan of lengths made. Waits, as the last one is asked for.
template <class Index, class Space>
structure_handle<Space, Index> structure_of_offsets(array<std::int64_t, 1, Space> const& offsets)
{
  std::int64_t total = 0;
  offsets.space().copy_to_host(&total, offsets.data() + offsets.size() - 1, sizeof total);
  require_countable(sizeof(Index) == 4, offsets.size() - 1, total);
  if constexpr (std::is_same_v<Index, std::int64_t>)
    return std::make_shared<list_structure<Space, Index> const>(offsets, 0, total);
  else
    return std::make_shared<list_structure<Space, Index> const>(
        array<Index, 1, Space>(cast<Index>(offsets)), 0, total);
}

/// structure_of_lengths of an array's: in the library.
template <class Index, class Space>
structure_handle<Space, Index> structure_of_numbers(array<std::int64_t, 1, Space> const& lengths);

/// Lists of the lengths that an expression of integers gives, trusted not to be negative. Waits, as
/// their sum is asked for.
template <class Index, class E>
structure_handle<typename E::space_type, Index> structure_of_lengths(E const& lengths)
{
  using space = typename E::space_type;
  if constexpr (std::is_same_v<E, array<std::int64_t, 1, space>>)
    return structure_of_numbers<Index>(lengths);
  else
    return structure_of_offsets<Index>(scan_along<scan_form::with_initial>(
        "offsets", sum_reducer<std::int64_t>{}, cast<std::int64_t>(lengths), 0));
}

/// Likewise with a 0 before the lengths: one kernel, which reads and writes 16 bytes at a
/// time.
template <class E>
auto summed_lengths(E const& lengths_before)
{
  return scan_along("offsets", sum_reducer<std::int64_t>{}, lengths_before);
}
template <class Index, class E>
structure_handle<typename E::space_type, Index> structure_of_lengths_before(E const& lengths)
{
  return structure_of_offsets<Index>(summed_lengths(lengths));
}

template <class Space, class I, class J>
void require_same_lists(list_structure<Space, I> const& a, list_structure<Space, J> const& b)
{
  if (!same_lists(a, b)) refuse_other_lists(a.count, a.total, b.count, b.total);
}

}  // namespace acre::detail
