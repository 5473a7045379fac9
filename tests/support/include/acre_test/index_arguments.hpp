#pragma once

#include <acre_test/index_model.hpp>

#include <cstdlib>
#include <tuple>

/// The arguments of random index lists: drawn as the model's items, and made on a space; and
/// arrays that lie in memory in every way.
namespace acre_test {

template <int Rank>
acre::shape_t<Rank> fixed(extents const& v)
{
  acre::shape_t<Rank> s{};
  std::copy(v.begin(), v.end(), s.begin());
  return s;
}

/// How an array lies in memory: its axes permuted, reversed, every second element.
struct index_layout {
  extents axes, steps;

  static index_layout drawn(index_draw& d, int rank)
  {
    index_layout l;
    bool const plain = d.chance(0.4);
    for (int k = 0; k < rank; ++k) {
      l.axes.insert(l.axes.begin() + (plain ? k : d.below(k + 1)), k);
      l.steps.push_back(plain ? 1 : d.pick<std::int64_t>({1, 1, -1, 2, -2}));
    }
    return l;
  }
};

/// The places of an array's elements in a layout, in C order, and its strides.
struct index_placement {
  std::int64_t length = 0, first = 0;
  extents stride;
  std::vector<std::size_t> places;
};
inline index_placement placed_as(index_layout const& l, extents const& extent)
{
  extents stored(extent.size()), apart(extent.size(), 1);
  for (std::size_t k = 0; k < extent.size(); ++k)
    stored[static_cast<std::size_t>(l.axes[k])] = extent[k] * std::abs(l.steps[k]);
  for (std::size_t k = extent.size(); k-- > 1;) apart[k - 1] = apart[k] * stored[k];
  index_placement p;
  p.length = acre::size_of(stored);
  for (std::size_t k = 0; k < extent.size(); ++k) {
    std::int64_t const of_axis = apart[static_cast<std::size_t>(l.axes[k])], step = l.steps[k];
    p.stride.push_back(step * of_axis);
    if (step < 0 && p.length > 0) p.first += (extent[k] * -step - 1) * of_axis;
  }
  for (std::int64_t i = 0; i < acre::size_of(extent); ++i) {
    auto const index = unravel(i, extent);
    std::int64_t at = p.first;
    for (std::size_t k = 0; k < extent.size(); ++k) at += index[k] * p.stride[k];
    p.places.push_back(static_cast<std::size_t>(at));
  }
  return p;
}

/// An array in a layout, and the memory that it is a view of.
template <class T, int Rank, class Space>
struct placed {
  acre::array<T, 1, Space> whole;
  acre::array<T, Rank, Space> view;
};
template <class T, int Rank, class Space>
placed<T, Rank, Space> place_in(Space const& space, std::vector<T> const& elements,
                                extents const& extent, index_layout const& l)
{
  index_placement const p = placed_as(l, extent);
  std::vector<T> memory(static_cast<std::size_t>(p.length), T(77));
  for (std::size_t i = 0; i < elements.size(); ++i) memory[p.places[i]] = elements[i];
  auto const whole = place(space, memory);
  return {
      whole,
      {space, whole.owner(), whole.data() + p.first, fixed<Rank>(extent), fixed<Rank>(p.stride)}};
}

/// One argument between the parentheses: how it is drawn, and how it is made on a space.
template <int Rank, class I>
struct array_of {
  static constexpr int uses = 1;
  static model_item drawn(index_draw& d, extents const& left, extents const& common)
  {
    return drawn_indices<I>(d, left[0], shrunk(d, common, Rank));
  }
  template <class Space>
  static auto made(Space const& space, model_item const& item, index_draw& d)
  {
    std::vector<I> indices;
    for (std::int64_t const i : item.indices) indices.push_back(static_cast<I>(i));
    return place_in<I, Rank>(space, indices, item.extent, index_layout::drawn(d, Rank)).view;
  }
};
template <int Rank>
struct mask_of {
  static constexpr int uses = Rank;
  static model_item drawn(index_draw& d, extents const& left, extents const&)
  {
    model_item item{model_item::kind::mask, {}, {}, {}, {left.begin(), left.begin() + Rank}};
    if (d.chance(0.03)) ++item.extent[0];
    double const dense = d.pick({0.0, 0.2, 0.5, 1.0});
    for (std::int64_t n = acre::size_of(item.extent); n > 0; --n)
      item.indices.push_back(d.chance(dense));
    return item;
  }
  template <class Space>
  static auto made(Space const& space, model_item const& item, index_draw& d)
  {
    auto const bytes =
        place_in<std::uint8_t, Rank>(space, {item.indices.begin(), item.indices.end()}, item.extent,
                                     index_layout::drawn(d, Rank));
    return bytes.view != 0;
  }
};
struct some {  // a slice
  static constexpr int uses = 1;
  static model_item drawn(index_draw& d, extents const& left, extents const&)
  {
    auto const bound = [&]() -> std::optional<std::int64_t> {
      if (d.chance(0.5)) return {};
      return d.between(-left[0] - 1, left[0] + 1);
    };
    auto const start = bound(), stop = bound();
    return {model_item::kind::slice,
            0,
            acre::slice(start, stop, d.pick<std::int64_t>({1, 1, 2, -1, -3})),
            {},
            {}};
  }
  template <class Space>
  static auto made(Space const&, model_item const& item, index_draw&)
  {
    return item.range;
  }
};
struct one {  // an integer
  static constexpr int uses = 1;
  static model_item drawn(index_draw& d, extents const& left, extents const&)
  {
    bool const bad = left[0] == 0 || d.chance(0.03);
    return {model_item::kind::integer,
            bad ? left[0] + 1 : d.between(-left[0], left[0] - 1),
            {},
            {},
            {}};
  }
  template <class Space>
  static auto made(Space const&, model_item const& item, index_draw&)
  {
    return item.value;
  }
};
struct fresh {  // newaxis
  static constexpr int uses = 0;
  static model_item drawn(index_draw&, extents const&, extents const&)
  {
    return {model_item::kind::newaxis, 0, {}, {}, {}};
  }
  template <class Space>
  static auto made(Space const&, model_item const&, index_draw&)
  {
    return acre::newaxis;
  }
};
struct rest {  // an ellipsis
  static constexpr int uses = 0;
  static model_item drawn(index_draw&, extents const&, extents const&)
  {
    return {model_item::kind::ellipsis, 0, {}, {}, {}};
  }
  template <class Space>
  static auto made(Space const&, model_item const&, index_draw&)
  {
    return acre::ellipsis;
  }
};

}  // namespace acre_test
