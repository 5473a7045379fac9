#pragma once

#include <acre/distributed/detail/axis_groups.hpp>
#include <acre/distributed/detail/failures.hpp>
#include <acre/distributed/detail/reduce.hpp>
#include <acre/order/bincount.hpp>
#include <acre/order/histogram.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

/// Counts and sums by place of all processes' elements. Counts and integers are added in any order;
/// of floating-point weights, whose order shows, each process gets those of some places, in the
/// order of the whole array's elements, and adds them as one process does.
namespace acre::distributed::detail {

/// The processes whose blocks are counted, each element once.
inline process_group group_of_all(processes const& all)
{
  process_group g;
  for (int p = 0; p < all.size(); ++p) g.members.push_back(p);
  g.me = all.rank();
  return g;
}

/// Bins that a call names: where they begin and end. The number of bins, with those for what lies
/// outside, goes with it.
struct asked_bins {
  std::optional<std::pair<double, double>> range = {};

  std::string call(char const* name, std::int64_t places) const
  {
    auto const text = std::string(name) + " in " + std::to_string(places) + " bins";
    return !range ? text
                  : text + " from " + text_of(range->first) + " to " + text_of(range->second);
  }
};

/// The sums of what count(block) has, int64, by place, as an array of every process.
template <class Local, std::size_t N, class Count>
auto counted(char const* name, term<Local, N> const& t, Count const& count,
             asked_bins const& asked = {})
{
  using space = typename Local::space_type;
  using counts_type = acre::array<std::int64_t, 1, space>;
  counts_type mine;
  next_call(t.all);
  auto const failed = failure_of(t, [&] { mine = count(t.local); });
  std::int64_t const places = mine.has_shape() ? mine.size() : 0;
  auto const group = group_of_all(t.all);
  std::vector<std::int64_t> rows;
  for (int const p : group.members) rows.push_back(t.where->owns(p) ? 1 : 0);
  bool const is_counted = rows[static_cast<std::size_t>(group.me)] == 1;
  value_list<std::int64_t> values(is_counted ? places : 0);
  if (is_counted && places > 0)
    t.space().copy_to_host(values.data(), mine.data(),
                           static_cast<std::size_t>(places) * sizeof(std::int64_t));
  auto const all = combined_by_group(
      t.all, {asked.call(name, places), dtype_name<typename Local::value_type>(), t.where.get()},
      group, rows, places, places * t.all.size(), values, failed,
      [](std::int64_t* v, std::int64_t parts, std::int64_t width) {
        for (std::int64_t r = 1; r < parts; ++r)
          for (std::int64_t i = 0; i < width; ++i)
            v[i] = static_cast<std::int64_t>(static_cast<std::uint64_t>(v[i]) +
                                             static_cast<std::uint64_t>(v[r * width + i]));
      });
  counts_type result(t.space(), shape_t<1>{places});
  if (places > 0)
    t.space().copy_from_host(result.data(), all.data(),
                             static_cast<std::size_t>(places) * sizeof(std::int64_t));
  return result;
}

/// Places and weights of a block.
template <class T>
struct placed_weights {
  std::vector<std::int64_t> place;
  std::vector<T> weight;
};

/// The sums of weights of floating point by place, as an array of every process. `place` has the
/// number of a place for each element, or a negative one; both in C order of the block.
template <class T, class Local, std::size_t N, class Place>
auto summed(char const* name, term<Local, N> const& t, std::int64_t places, Place const& place,
            asked_bins const& asked)
{
  using space = typename Local::space_type;
  if (!t.where->is_slabs() && t.where->copies() != t.all.size()) refuse_order(name, *t.where);
  int const count = t.all.size(), me = t.all.rank();
  auto const begin = [&](int p) {  // of process p's places
    return places / count * p + std::min<std::int64_t>(places % count, p);
  };
  placed_weights<T> mine;
  next_call(t.all);
  auto const failed = failure_of(t, [&] {
    if (t.where->owns(me)) mine = place(t.local);
  });
  std::vector<placed_weights<T>> to(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < mine.place.size(); ++i) {
    std::int64_t const p = mine.place[i];
    if (p < 0 || p >= places) continue;
    std::int64_t const least = places / count, longer = places % count,
                       owner = p < longer * (least + 1)
                                   ? p / (least + 1)
                                   : longer + (p - longer * (least + 1)) / least;
    to[static_cast<std::size_t>(owner)].place.push_back(p);
    to[static_cast<std::size_t>(owner)].weight.push_back(mine.weight[i]);
  }
  gather_all(t.all, {asked.call(name, places), dtype_name<T>(), t.where.get()}, {}, failed);
  auto& transport = access::of(t.all);
  std::vector<backends::byte_message> parts(static_cast<std::size_t>(count));
  for (std::size_t p = 0; p < parts.size(); ++p) {
    parts[p] = to_bytes(std::span<std::int64_t const>(to[p].place));
    auto const weights = to_bytes(std::span<T const>(to[p].weight));
    parts[p].insert(parts[p].end(), weights.begin(), weights.end());
    to[p] = {};
  }
  auto const came = transport.all_to_all(std::move(parts));
  constexpr std::size_t each = sizeof(std::int64_t) + sizeof(T);
  std::size_t all_of_mine = 0;
  for (auto const& m : came) all_of_mine += m.size() / each;
  std::vector<std::int64_t> index(all_of_mine);
  std::vector<T> weight(all_of_mine);
  std::size_t at = 0;
  for (auto const& m : came) {
    std::size_t const n = m.size() / each;
    if (n > 0) {
      std::memcpy(index.data() + at, m.data(), n * sizeof(std::int64_t));
      std::memcpy(weight.data() + at, m.data() + n * sizeof(std::int64_t), n * sizeof(T));
    }
    at += n;
  }
  std::int64_t const first = begin(me), own = begin(me + 1) - first;
  for (auto& i : index) i -= first;
  std::vector<T> sums(static_cast<std::size_t>(own));
  if (!index.empty())
    sums = to_vector(
        acre::detail::tally(name, from_host(t.space(), index), own, from_host(t.space(), weight)));
  auto const told = transport.all_gather(to_bytes(std::span<T const>(sums)));
  acre::array<T, 1, space> result(t.space(), shape_t<1>{places});
  std::vector<T> whole;
  whole.reserve(static_cast<std::size_t>(places));
  for (auto const& m : *told) {
    std::size_t const n = m.size() / sizeof(T), was = whole.size();
    whole.resize(was + n);
    if (n > 0) std::memcpy(whole.data() + was, m.data(), n * sizeof(T));
  }
  require_bytes(whole.size() * sizeof(T), places, sizeof(T), name, -1);
  if (places > 0) t.space().copy_from_host(result.data(), whole.data(), whole.size() * sizeof(T));
  return result;
}

/// The least and the largest element of all, of a whole that isn't empty. Together.
template <class Local, std::size_t N>
auto bounds_of(char const* name, term<Local, N> const& t)
{
  using V = typename Local::value_type;
  using reducer = acre::detail::bounds_reducer<V>;
  if constexpr (std::is_integral_v<V>) {
    if (!t.where->is_slabs() && t.where->copies() != t.all.size()) {
      next_call(t.all);
      return reducer{}.finish(reduce_unordered(name, t, reducer{}));
    }
  }
  return reduced(name, t, reducer{});
}

/// acre::detail::found_rule of all processes' elements.
template <class Local, std::size_t N>
auto found_rule(term<Local, N> const& t, std::int64_t bins)
{
  using V = typename Local::value_type;
  using T = acre::detail::bin_value_t<V>;
  static_assert(acre::detail::can_be_binned<V>());
  if (bins < 1) throw value_error("`bins` must be positive, when an integer");
  if (t.size() == 0) return acre::detail::uniform_rule<Local>({0, 1}, bins);
  auto const found = bounds_of("histogram", t);
  return acre::detail::uniform_rule<Local>(
      acre::detail::found_range<T>(static_cast<T>(found.low), static_cast<T>(found.high)), bins,
      outside::dropped, true);
}

/// acre::detail::counted_places likewise.
template <class Local, std::size_t N>
std::int64_t counted_places(term<Local, N> const& t, std::int64_t minlength)
{
  static_assert(acre::detail::kind_of<typename Local::value_type>() <= acre::detail::kind::integer,
                "acre: bincount takes integers");
  static_assert(Local::rank == 1, "acre: bincount takes a one-dimensional array");
  if (minlength < 0) throw value_error("'minlength' must not be negative");
  if (t.size() == 0) return minlength;
  auto const found =
      bounds_of("bincount",
                combined("bincount", [](auto const& x) { return acre::cast<std::int64_t>(x); }, t));
  if (found.low < 0) throw value_error("'list' argument must have no negative elements");
  return std::max(minlength, found.high < INT64_MAX ? found.high + 1 : INT64_MAX);
}

/// The weights of a block's elements, in the dtype in which they are added, and their places.
template <class T, class E, class Place, class W>
placed_weights<T> with_weights(E const& x, Place const& place, W const& weights)
{
  using space = typename E::space_type;
  auto const shape = x.shape();
  acre::detail::require_weights_of(shape, weights.shape());
  acre::array<T, E::rank, space> const of(x.space(), shape);
  if (size_of(shape) > 0) acre::detail::assign(of, acre::cast<T>(weights));
  return {to_vector(acre::array<std::int64_t, E::rank, space>(acre::cast<std::int64_t>(place))),
          to_vector(of)};
}

/// Sums of weights, integers or not: place(block) is the expression of the elements' places.
template <class Local, std::size_t N, class W, class Place>
auto weighted(char const* name, term<Local, N> const& t, std::int64_t places, W const& weights,
              Place const& place, asked_bins const& asked = {})
{
  auto const w = as_term(weights);
  require_same(name, t.all, *t.where, w);
  using T = acre::detail::weight_sum_t<typename W::value_type>;
  if constexpr (std::is_same_v<T, std::int64_t>)
    return counted(
        name, t,
        [&](auto const& x) { return acre::detail::tally(name, place(x), places, w.local); }, asked);
  else
    return summed<T>(
        name, t, places, [&](auto const& x) { return with_weights<T>(x, place(x), w.local); },
        asked);
}

}  // namespace acre::distributed::detail
