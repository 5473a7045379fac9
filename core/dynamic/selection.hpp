#pragma once

#include <acre/dynamic/creation.hpp>
#include <acre/dynamic/index.hpp>
#include <acre/index/detail/selection.hpp>

#include "dispatch.hpp"

namespace acre::dynamic::detail {

/// An index list resolved for one array: NumPy's view of it, and the index arrays as int64. Masks
/// have become the positions of their true elements.
struct resolved_list {
  std::vector<acre::detail::index_item> items;
  std::vector<dynamic_array> arrays;  // one for each item of kind array
  acre::detail::index_plan plan;      // with the real rank
  bool only_mask = false;      // one mask and no other index array: no two picks are the same
  bool only_integers = false;  // nothing but integers, one for each axis
  bool from_arrays = false;    // some of them were arrays of rank 0

  extents_view shape() const { return plan.shape(); }
};
resolved_list resolve(dynamic_array const& a, index_list list);

/// Whether booleans of rank 0 are among the terms, and the array and the list without them.
bool has_truths(index_list list);
struct with_truths {
  with_truths(dynamic_array const& array, index_list given);
  dynamic_array a;
  std::vector<index_term> list;
};

/// The mask that picks from all of a's axes by itself: of a's shape and space, the only term. Null
/// where there is none.
dynamic_array const* mask_of_all(dynamic_array const& a, index_list list);

/// a[list], as getitem(); errors name the site's operation.
dynamic_array read_elements(dynamic_array const& a, index_list list,
                            acre::detail::index_site const& site);

/// a[list] = values, as setitem().
void write_elements(dynamic_array const& a, index_list list, resolved_list const& resolved,
                    dynamic_array const& values, acre::detail::index_site const& site,
                    index_mode mode = index_mode::raise);

/// a[list] for a list without index arrays.
inline dynamic_array viewed(dynamic_array const& a, resolved_list const& list)
{
  return a.view(list.plan.offset, list.shape(),
                {list.plan.stride.data(), static_cast<std::size_t>(list.plan.rank)});
}

/// The plan for the same arrays with axes of extent 1 put in front, up to rank 6.
inline acre::detail::index_plan padded(acre::detail::index_plan const& plan)
{
  auto result = plan;
  int const by = max_rank - plan.rank;
  auto const shift = [&](std::array<std::int64_t, max_rank>& v, std::int64_t filler) {
    std::rotate(v.begin(), v.begin() + plan.rank, v.end());
    std::fill(v.begin(), v.begin() + by, filler);
  };
  shift(result.extent, 1);
  shift(result.stride, 0);
  for (int n = 0; n < plan.arrays; ++n) {
    shift(result.axis[n].index_stride, 0);
    shift(result.axis[n].place_stride, 0);
  }
  result.picked_first += by;
  result.rank = max_rank;
  return result;
}

/// f(a's elements at the list as acre's own selection of rank 6), compiled for one, two and six
/// index arrays: three to five are six, the rest of which pick the only element of an axis.
template <class List, class F>
dynamic_array with_selection(dynamic_array const& a, resolved_list const& list, index_mode mode,
                             acre::detail::index_site const& site, F const& f)
{
  auto plan = padded(list.plan);
  std::vector<dynamic_array> arrays = list.arrays;
  if (plan.arrays > 2) {
    std::vector<std::int64_t> const one(max_rank, 1);
    auto const first = full(a.space(), dtype::int64, one, 0);
    for (; plan.arrays < max_rank; ++plan.arrays) {
      plan.axis[static_cast<std::size_t>(plan.arrays)] = {0, 1, 0, {}, {}};
      arrays.push_back(first);
    }
  }
  auto const select = [&]<int N, class T, class Space>(std::integral_constant<int, N>,
                                                       array<T, max_rank, Space> const& source) {
    std::array<acre::detail::index_operand<std::int64_t>, N> operands{};
    for (std::size_t n = 0; n < N; ++n)
      operands[n] = acre::detail::operand_of(arrays[n].as<std::int64_t, max_rank, Space>());
    using gather = acre::detail::gather<T, max_rank, max_rank, Space, std::int64_t, N>;
    gather g{{}, source, operands, plan, mode, T{}, site};
    auto const checked = acre::detail::check_at_once(g);
    return dynamic_array(f(acre::detail::selection<T, max_rank, max_rank, Space, std::int64_t, N>(
        std::move(g), list.only_mask, checked)));
  };
  return with_array<List>(site.operation, a, [&](auto const& source) {
    switch (plan.arrays) {
      case 1:
        return select(std::integral_constant<int, 1>(), source);
      case 2:
        return select(std::integral_constant<int, 2>(), source);
      default:
        return select(std::integral_constant<int, max_rank>(), source);
    }
  });
}

}  // namespace acre::dynamic::detail
