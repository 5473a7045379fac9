// Beginnings and ends of lists, for every space of the build.
#include <acre/array/creation.hpp>
#include <acre/ragged/detail/list_structure.hpp>
#include <acre/ragged/detail/selection.hpp>

#include "compiled.hpp"

namespace acre::detail {

template <class Index>
struct write_list {
  Index* out;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t k, std::int64_t list, std::int64_t) const
  {
    out[k] = static_cast<Index>(list);
  }
};

template <class Space, class Index>
array<Index, 1, Space> list_of_each(list_structure<Space, Index> const& lists)
{
  array<Index, 1, Space> const made(lists.space(), shape_t<1>{lists.total});
  visit("list_index", lists.space(), lists, write_list<Index>{made.data()});
  return made;
}

template <class Space, class Index>
std::int64_t longest_of(list_structure<Space, Index> const& lists)
{
  return reduce_with(max_reducer<std::int64_t>{}, lists.lengths()).item();
}

template <class Space, class Index>
structure_handle<Space, Index> checked_structure(array<Index, 1, Space> const& offsets,
                                                 std::int64_t content)
{
  require_offsets(offsets.size());
  array<Index, 1, Space> const o = contiguous(offsets);
  std::int64_t const lists = o.size() - 1;
  require_countable(sizeof(Index) == 4, lists, 0);
  array<std::int64_t, 1, Space> facts(o.space(), shape_t<1>{3});
  facts(slice(0, 1)) = o(slice(0, 1));
  facts(slice(1, 2)) = o(slice(-1, none));
  facts(slice(2, 3)) = lists;
  if (lists > 0) {
    auto const decreases = o(slice(1, none)) < o(slice(none, -1));
    auto const first = where(decreases, index_of(o.space(), shape_t<1>{lists}), lists);
    facts(slice(2, 3)) = reduce_with(min_reducer<std::int64_t>{}, first);
  }
  auto const known = to_vector(facts);
  if (known[2] < lists) {
    auto const at = to_vector(cast<std::int64_t>(o(slice(known[2], known[2] + 2))));
    refuse_decrease(known[2], at[0], at[1]);
  }
  require_range(known[0], known[1], content);
  return std::make_shared<list_structure<Space, Index> const>(o, known[0], known[1] - known[0]);
}

template <class Space, class I, class J>
bool same_lists(list_structure<Space, I> const& a, list_structure<Space, J> const& b)
{
  if (static_cast<void const*>(&a) == static_cast<void const*>(&b)) return true;
  if (a.count != b.count || a.total != b.total) return false;
  if (a.count == 0) return true;
  auto const same =
      cast<std::int64_t>(a.offsets) - a.first == cast<std::int64_t>(b.offsets) - b.first;
  return reduce_with(all_reducer{}, same).item();
}
template <class Index, class Space>
structure_handle<Space, Index> structure_of_numbers(array<std::int64_t, 1, Space> const& lengths)
{
  return structure_of_offsets<Index>(scan_along<scan_form::with_initial>(
      "offsets", sum_reducer<std::int64_t>{}, cast<std::int64_t>(lengths), 0));
}

template <class Index>
struct write_sliced {
  slice_rule rule;
  backends::list_bounds<Index> source;
  Index* out;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t k, std::int64_t list,
                                         std::int64_t place) const
  {
    out[k] = static_cast<Index>(source.begin(list) + rule.first(source.length(list)) +
                                place * rule.step);
  }
};

template <class Space, class Index>
list_positions<Space, Index> sliced_lists(structure_handle<Space, Index> const& source,
                                          slice const& s)
{
  slice_rule const rule = rule_of(s);
  auto const lists = structure_of_lengths_before<Index>(
      make_unary(source->lengths_before(), slice_length{{}, rule}));
  array<Index, 1, Space> const index(source->space(), shape_t<1>{lists->total});
  visit("slice", source->space(), *lists,
        write_sliced<Index>{rule, source->bounds(), index.data()});
  return {lists, index, source};
}

template <class Index>
struct write_taken {
  backends::list_bounds<Index> source;
  std::int64_t const* which;
  Index* out;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t k, std::int64_t list,
                                         std::int64_t place) const
  {
    out[k] = static_cast<Index>(source.begin(which[list]) + place);
  }
};

template <class Space, class Index>
list_positions<Space, Index> taken_lists(structure_handle<Space, Index> const& source,
                                         array<std::int64_t, 1, Space> const& numbers,
                                         std::source_location where)
{
  array<std::int64_t, 1, Space> const lengths = source->lengths();
  auto const lists = structure_of_lengths<Index>(
      evaluate(take_along(lengths, numbers, 0, index_mode::raise, std::int64_t(0), where)));
  array<std::int64_t, 1, Space> const which =
      acre::where(numbers < 0, numbers + source->count, numbers);
  array<Index, 1, Space> const index(source->space(), shape_t<1>{lists->total});
  visit("take", source->space(), *lists,
        write_taken<Index>{source->bounds(), which.data(), index.data()}, {&which.space().queue()});
  return {lists, index, source};
}

namespace {

template <class Space, class Index>
void name_lists(compiled*& to)
{
  *to++ = reinterpret_cast<compiled>(list_of_each<Space, Index>);
  *to++ = reinterpret_cast<compiled>(longest_of<Space, Index>);
  *to++ = reinterpret_cast<compiled>(checked_structure<Space, Index>);
  *to++ = reinterpret_cast<compiled>(structure_of_numbers<Index, Space>);
  *to++ = reinterpret_cast<compiled>(sliced_lists<Space, Index>);
  *to++ = reinterpret_cast<compiled>(taken_lists<Space, Index>);
  *to++ = reinterpret_cast<compiled>(same_lists<Space, Index, std::int32_t>);
  *to++ = reinterpret_cast<compiled>(same_lists<Space, Index, std::int64_t>);
}
template <class... Space>
void name_lists(compiled* to, type_list<Space...>)
{
  (name_lists<Space, std::int32_t>(to), ...);
  (name_lists<Space, std::int64_t>(to), ...);
}

}  // namespace

/// Names them, so that they are compiled.
void name_list_structures(compiled* to) { name_lists(to, all_spaces()); }

}  // namespace acre::detail
