#pragma once

#include <acre/array/shape.hpp>
#include <acre/array/slice.hpp>
#include <acre/index/index_mode.hpp>
#include <acre_test/compare.hpp>

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <vector>

/// NumPy's indexing in plain loops on the host, without acre's code for it, and random index lists
/// to try it with.
namespace acre_test {

/// A stream of random numbers from a seed.
class index_draw {
 public:
  explicit index_draw(std::uint64_t seed) : state_(mix(seed)) {}
  std::uint64_t next() { return mix(state_++); }
  std::int64_t below(std::int64_t n)
  {
    return static_cast<std::int64_t>(next() % static_cast<std::uint64_t>(n));
  }
  std::int64_t between(std::int64_t low, std::int64_t high) { return low + below(high - low + 1); }
  bool chance(double p) { return static_cast<double>(next() >> 11) * 0x1p-53 < p; }
  template <class T>
  T pick(std::initializer_list<T> from)
  {
    return from.begin()[below(static_cast<std::int64_t>(from.size()))];
  }

 private:
  std::uint64_t state_;
};

using extents = std::vector<std::int64_t>;

inline extents unravel(std::int64_t flat, extents const& extent)
{
  extents index(extent.size());
  for (std::size_t k = extent.size(); k-- > 0; flat /= extent[k]) index[k] = flat % extent[k];
  return index;
}
inline std::int64_t ravel(extents const& index, extents const& extent)
{
  std::int64_t flat = 0;
  for (std::size_t k = 0; k < extent.size(); ++k) flat = flat * extent[k] + index[k];
  return flat;
}

/// 1, 2, 3, …
template <class T>
std::vector<T> counting(std::int64_t n, std::int64_t from = 1)
{
  std::vector<T> v;
  for (std::int64_t i = 0; i < n; ++i) v.push_back(static_cast<T>(from + i));
  return v;
}

/// One entry of an index list; an array's indices or a mask's elements in C order.
struct model_item {
  enum class kind { integer, slice, newaxis, ellipsis, array, mask };
  kind what = kind::slice;
  std::int64_t value = 0;
  acre::slice range;
  std::vector<std::int64_t> indices;
  extents extent;
};

/// The last `rank` of the extents that index arrays vary over, some of them 1.
inline extents shrunk(index_draw& d, extents const& common, int rank)
{
  extents e(
      common.end() - std::min<std::ptrdiff_t>(rank, static_cast<std::ptrdiff_t>(common.size())),
      common.end());
  e.insert(e.begin(), static_cast<std::size_t>(rank) - e.size(), 1);
  for (auto& n : e) n = d.chance(0.2) ? 1 : d.chance(0.01) ? n + 1 : n;
  return e;
}

/// Indices into an axis of `size`, most of them good; of dtype I.
template <class I>
model_item drawn_indices(index_draw& d, std::int64_t size, extents const& extent)
{
  using limits = std::numeric_limits<I>;
  model_item item{model_item::kind::array, 0, {}, {}, extent};
  double const bad = d.pick({0.0, 0.0, 0.0, 0.2, 0.9});
  for (std::int64_t n = acre::size_of(extent); n > 0; --n) {
    std::int64_t i = 0;
    // (the lowest int64 and the next are 2^63 and 2^63 + 1 as uint64)
    constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
    if (size == 0 || d.chance(bad))
      i = d.pick<std::int64_t>({size, -size - 1, size + 5, -3 * size - 2, 2 * size,
                                static_cast<std::int64_t>(limits::max()),
                                static_cast<std::int64_t>(limits::min()), 100, lowest, lowest + 1});
    else
      i = d.between(-size, size - 1);
    item.indices.push_back(static_cast<std::int64_t>(static_cast<I>(i)));  // as the dtype holds it
  }
  return item;
}

inline acre::index_mode drawn_mode(index_draw& d)
{
  using enum acre::index_mode;
  return d.pick({raise, raise, raise, wrap, clip, fill, drop, unchecked});
}

/// The picks of a list: for every element of the result, the number of the source's element in C
/// order, or -1 where nothing is read or written; or the error.
struct model_result {
  std::string error;       ///< "index_error: index 6 is out of bounds for axis 0 with size 6"
  bool looked_up = false;  ///< the error is of an index in an array
  extents shape;
  std::vector<std::int64_t> from;
};

namespace model_detail {

/// One axis of the result's source: fixed, along a slice, or looked up.
struct axis_use {
  std::int64_t size = 0;
  int result_axis = -1;              // a slice's
  std::int64_t first = 0, step = 0;  // a slice's, or an integer's place
  model_item const* array = nullptr;
};

inline extents sliced(acre::slice const& s, std::int64_t size)
{
  // Python's slice.indices()
  std::int64_t const step = s.step.value_or(1);
  auto const bound = [&](std::optional<std::int64_t> b, std::int64_t absent) {
    if (!b) return absent;
    std::int64_t const v = *b < 0 ? *b + size : *b;
    return step > 0 ? std::clamp<std::int64_t>(v, 0, size)
                    : std::clamp<std::int64_t>(v, -1, size - 1);
  };
  std::int64_t const start = bound(s.start, step > 0 ? 0 : size - 1),
                     stop = bound(s.stop, step > 0 ? size : -1);
  extents chosen;
  for (std::int64_t i = start; step > 0 ? i < stop : i > stop; i += step) chosen.push_back(i);
  return chosen;
}

/// The position that an index leads to under a mode, or -1 for none.
inline std::int64_t resolved(std::int64_t i, std::int64_t size, acre::index_mode mode)
{
  using enum acre::index_mode;
  if (mode == wrap) return ((i % size) + size) % size;
  if (mode == clip) return std::clamp<std::int64_t>(i, 0, size - 1);
  if (i < -size || i >= size) return -1;
  return i < 0 ? i + size : i;
}

inline std::string number(std::int64_t n) { return std::to_string(n); }

}  // namespace model_detail

/// The list with every mask as the arrays of its positions. Sets `error` if a mask does not fit.
inline std::vector<model_item> without_masks(extents const& extent,
                                             std::vector<model_item> const& list, std::size_t whole,
                                             std::string& error)
{
  using kind = model_item::kind;
  std::vector<model_item> result;
  std::size_t at = 0;
  for (auto const& item : list) {
    if (item.what == kind::mask) {
      std::vector<model_item> arrays(item.extent.size(), {kind::array, 0, {}, {}, {}});
      for (std::size_t k = 0; k < item.extent.size(); ++k, ++at)
        if (item.extent[k] != 0 && item.extent[k] != extent[at] && error.empty())
          error = "index_error: boolean index did not match indexed array along axis " +
                  std::to_string(at) + "; size of axis is " + std::to_string(extent[at]) +
                  " but size of corresponding boolean axis is " + std::to_string(item.extent[k]);
      for (std::size_t n = 0; n < item.indices.size(); ++n)
        if (item.indices[n] != 0) {
          auto const index = unravel(static_cast<std::int64_t>(n), item.extent);
          for (std::size_t k = 0; k < arrays.size(); ++k) arrays[k].indices.push_back(index[k]);
        }
      for (auto& a : arrays) {
        a.extent = {static_cast<std::int64_t>(a.indices.size())};
        result.push_back(a);
      }
    } else {
      result.push_back(item);
      at += item.what == kind::ellipsis ? whole : item.what != kind::newaxis;
    }
  }
  return result;
}

/// a[list] for an array of `extent`. `take`: the words that take has for an empty axis.
inline model_result index_model(extents const& extent, std::vector<model_item> const& list,
                                acre::index_mode mode, bool take = false)
{
  using namespace model_detail;
  using kind = model_item::kind;
  model_result r;
  std::size_t used = 0;
  for (auto const& item : list)
    used += item.what == kind::mask ? item.extent.size()
                                    : item.what != kind::ellipsis && item.what != kind::newaxis;
  std::string mask_error, integer_error;
  auto items = without_masks(extent, list, extent.size() - used, mask_error);
  if (std::none_of(items.begin(), items.end(),
                   [](auto const& i) { return i.what == kind::ellipsis; }))
    items.push_back({kind::ellipsis, 0, {}, {}, {}});

  // the arrays' common shape
  extents common;
  std::string shapes;
  bool mismatch = false;
  for (auto const& item : items) {
    if (item.what != kind::array) continue;
    shapes += acre::to_string(item.extent) + " ";
    if (item.extent.size() > common.size())
      common.insert(common.begin(), item.extent.size() - common.size(), 1);
    for (std::size_t k = 0; k < item.extent.size(); ++k) {
      std::int64_t &c = common[common.size() - 1 - k], e = item.extent[item.extent.size() - 1 - k];
      if (c == 1) c = e;
      mismatch = mismatch || (e != 1 && e != c);
    }
  }
  // do arrays and integers stand side by side?
  int runs = 0;
  bool inside = false;
  for (auto const& item : items) {
    bool const advanced = item.what == kind::array || item.what == kind::integer;
    runs += advanced && !inside;
    inside = advanced;
  }
  std::vector<axis_use> axes;
  std::vector<extents> chosen;  // by slices, for each axis of the result; empty for the arrays'
  int common_at = -1;
  auto const place_common = [&] {
    if (common_at >= 0) return;
    common_at = static_cast<int>(r.shape.size());
    r.shape.insert(r.shape.end(), common.begin(), common.end());
    chosen.resize(r.shape.size());
  };
  auto const keep = [&](acre::slice const& s) {
    axis_use u;
    u.size = extent[axes.size()];
    u.result_axis = static_cast<int>(r.shape.size());
    chosen.push_back(sliced(s, u.size));
    r.shape.push_back(static_cast<std::int64_t>(chosen.back().size()));
    axes.push_back(u);
  };
  if (runs > 1) place_common();
  for (auto const& item : items) {
    switch (item.what) {
      case kind::slice:
        keep(item.range);
        break;
      case kind::newaxis:
        r.shape.push_back(1);
        chosen.emplace_back();
        break;
      case kind::ellipsis:
        for (std::size_t n = extent.size() - used; n > 0; --n) keep({});
        break;
      default: {
        place_common();
        axis_use u;
        u.size = extent[axes.size()];
        if (item.what == kind::array) {
          u.array = &item;
        } else {
          if ((item.value < -u.size || item.value >= u.size) && integer_error.empty())
            integer_error = "index_error: index " + number(item.value) +
                            " is out of bounds for axis " + std::to_string(axes.size()) +
                            " with size " + number(u.size);
          u.first = item.value < 0 ? item.value + u.size : item.value;
        }
        axes.push_back(u);
      }
    }
  }
  // NumPy looks at masks, then at integers, then whether the arrays broadcast
  if (mismatch)
    r.error =
        "index_error: shape mismatch: indexing arrays could not be broadcast together with "
        "shapes " +
        shapes;
  if (!integer_error.empty()) r.error = integer_error;
  if (!mask_error.empty()) r.error = mask_error;
  if (!r.error.empty()) return r;

  // what the indices themselves forbid; nothing is looked up if there are none
  std::int64_t const picks = acre::size_of(common);
  using enum acre::index_mode;
  for (std::size_t k = 0; k < axes.size() && picks > 0; ++k) {
    if (!axes[k].array) continue;
    if (axes[k].size == 0 && (take || mode != raise)) {
      r.error = "index_error: cannot do a non-empty take from an empty axes.";
      return r;
    }
  }
  for (std::size_t k = 0; k < axes.size() && picks > 0 && mode == raise; ++k) {
    if (!axes[k].array) continue;
    for (std::int64_t const i : axes[k].array->indices)
      if (resolved(i, axes[k].size, mode) < 0) {
        r.error = "index_error: index " + number(i) + " is out of bounds for axis " +
                  std::to_string(k) + " with size " + number(axes[k].size);
        r.looked_up = true;
        return r;
      }
  }

  std::int64_t const size = acre::size_of(r.shape);
  for (std::int64_t n = 0; n < size; ++n) {
    auto const at = unravel(n, r.shape);
    extents source;
    bool none = false;
    for (auto const& u : axes) {
      if (u.array) {
        extents own;
        std::size_t const skip = common.size() - u.array->extent.size();
        for (std::size_t k = 0; k < u.array->extent.size(); ++k)
          own.push_back(
              u.array->extent[k] == 1 ? 0 : at[static_cast<std::size_t>(common_at) + skip + k]);
        std::int64_t const i = resolved(
            u.array->indices[static_cast<std::size_t>(ravel(own, u.array->extent))], u.size, mode);
        none = none || i < 0;
        source.push_back(i);
      } else if (u.result_axis >= 0) {
        source.push_back(chosen[static_cast<std::size_t>(u.result_axis)][static_cast<std::size_t>(
            at[static_cast<std::size_t>(u.result_axis)])]);
      } else {
        source.push_back(u.first);
      }
    }
    r.from.push_back(none ? -1 : ravel(source, extent));
  }
  return r;
}

/// Indices that mode unchecked allows: bad and negative ones are replaced.
inline void keep_valid(std::vector<model_item>& list, extents const& extent)
{
  using kind = model_item::kind;
  std::size_t used = 0, at = 0;
  for (auto const& item : list)
    used += item.what == kind::mask ? item.extent.size()
                                    : item.what != kind::ellipsis && item.what != kind::newaxis;
  for (auto& item : list) {
    if (item.what == kind::array) {
      std::int64_t const n = std::min<std::int64_t>(extent[at], 100);  // which an int8 can hold
      for (auto& i : item.indices) i = n > 0 ? ((i % n) + n) % n : 0;
      if (extent[at] == 0 && !item.indices.empty()) {
        item.indices.clear();
        item.extent.back() = 0;
      }
    }
    at += item.what == kind::mask       ? item.extent.size()
          : item.what == kind::ellipsis ? extent.size() - used
                                        : item.what != kind::newaxis;
  }
}

}  // namespace acre_test
