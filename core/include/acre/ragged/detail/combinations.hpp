#pragma once

#include <acre/backends/common/packet.hpp>
#include <acre/backends/common/rough_root.hpp>
#include <acre/backends/lists.hpp>
#include <acre/ragged/detail/reduce.hpp>
#include <acre/ragged/detail/selection.hpp>

#include <Kokkos_MathematicalFunctions.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

/// Combinations of the elements of each list, and products of several lists: counted, then walked
/// along, each where it belongs (backends/common/lists.hpp).
namespace acre::detail {

/// n over k; 0 for n < k. (Partial products are such numbers themselves.)
template <class Int>
KOKKOS_INLINE_FUNCTION Int choose(Int n, int k)
{
  if (n < k) return 0;
  Int c = 1;
  for (int i = 1; i <= k; ++i) c = c * (n - k + i) / i;
  return c;
}
/// Likewise, divided by numbers that the compiler knows: divisions take the longest.
template <int K, class Int>
KOKKOS_INLINE_FUNCTION constexpr Int choose(Int n)
{
  if constexpr (K <= 0)
    return 1;
  else
    return choose<K - 1>(n) * (n - (K - 1)) / K;  // for n < K one factor is 0
}

/// The most elements whose combinations int64 counts, and the most of which choose does so without
/// overflow in between.
struct choice_limits {
  std::int64_t counted = 0, plain = 0;
};
template <int K>
constexpr choice_limits limits_of_choices()
{
  constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
  auto const fits = [](std::int64_t n, bool plainly) {
    std::int64_t c = 1;
    for (int i = 1; i <= K && n >= i; ++i) {
      std::int64_t const m = n - i + 1;
      if (c > largest / m)  // so is the product; its last part, divided, may be less
        return !plainly && i == K && c / K <= largest / m && c / K * m <= largest - c % K * m / K;
      c = c * m / i;
    }
    return true;
  };
  choice_limits most;
  for (std::int64_t step = std::int64_t{1} << 62; step > 0; step /= 2) {
    if (fits(most.counted + step, false)) most.counted += step;
    if (fits(most.plain + step, true)) most.plain += step;
  }
  return most;
}
/// The combinations of K of n elements, or `most` where that is less: sums of these do not
/// overflow. Up to `few` elements there is nothing to look out for, which takes one comparison.
template <int K>
struct combination_count : same_type {
  static constexpr bool reads_plainly = true;
  static constexpr choice_limits limits = limits_of_choices<K>();
  std::int64_t most, few = 0;

  constexpr explicit combination_count(
      std::int64_t counted_to = std::numeric_limits<std::int64_t>::max())
      : most(counted_to)
  {
    for (std::int64_t step = std::int64_t{1} << 62; step > 0; step /= 2)
      if (step <= limits.plain - few && choose<K>(few + step) <= most) few += step;
  }
  KOKKOS_INLINE_FUNCTION std::int64_t operator()(std::int64_t n) const
  {
    if (n <= few) return choose<K>(n);
    std::int64_t count = most;
    if (n <= limits.plain) {
      count = choose<K>(n);
    } else if (n <= limits.counted) {
      std::int64_t const fewer = choose<K - 1>(n), m = n - (K - 1);
      count = fewer / K * m + fewer % K * m / K;
    }
    return count < most ? count : most;
  }
};
/// Pairs: a product of two 32-bit halves and no branch, as of all else a pass over the offsets
/// takes no longer than the memory.
template <>
struct combination_count<2> : same_type {
  static constexpr bool reads_plainly = true;
  std::int64_t most, few = 0, last;

  constexpr explicit combination_count(
      std::int64_t counted_to = std::numeric_limits<std::int64_t>::max())
      : most(counted_to), last(std::min(counted_to, pairs(0xffffffffu) + 0xffffffff))
  {
    for (std::int64_t step = std::int64_t{1} << 31; step > 0; step /= 2)
      if (pairs(static_cast<std::uint32_t>(few + step)) <= most) few += step;
  }
  KOKKOS_INLINE_FUNCTION std::int64_t operator()(std::int64_t n) const
  {
    std::int64_t const count = pairs(static_cast<std::uint32_t>(n));
    // of more than 2^32 none is counted; a CPU's compiler takes no vectors where it sees branches
    bool const is_last = n == std::int64_t{1} << 32;
    KOKKOS_IF_ON_HOST((return chosen(n <= few, count, chosen(is_last, last, most));))
    KOKKOS_IF_ON_DEVICE((return n <= few ? count : is_last ? last : most;))
  }

 private:
  static constexpr std::int64_t chosen(bool which, std::int64_t a, std::int64_t b)
  {
    std::int64_t const all = -static_cast<std::int64_t>(which);
    return (a & all) | (b & ~all);
  }
  KOKKOS_INLINE_FUNCTION static constexpr std::int64_t pairs(std::uint32_t n)
  {
    return static_cast<std::int64_t>(std::uint64_t{n} * (n - 1u) >> 1);
  }
};
/// a b, or `most` where that is less: sums of these do not overflow.
struct product_count : same_type {
  std::int64_t most;
  KOKKOS_INLINE_FUNCTION std::int64_t operator()(std::int64_t a, std::int64_t b) const
  {
    return static_cast<double>(a) * static_cast<double>(b) < static_cast<double>(most) ? a * b
                                                                                       : most;
  }
};

/// The first of the pair number t of n elements: pairs before that one's row are
/// i n - i (i + 1) / 2. A root's rounding is put right.
KOKKOS_INLINE_FUNCTION std::int64_t first_of_pair(std::int64_t t, std::int64_t n)
{
  std::int64_t i;
  if (n <= 1024) {  // below 2^24, where float32 is exact
    auto const b = static_cast<float>(2 * n - 1);
    i = static_cast<std::int64_t>((b - Kokkos::sqrt(b * b - static_cast<float>(8 * t))) * 0.5f);
  } else {
    auto const b = static_cast<double>(2 * n - 1);
    double const square = b * b - 8 * static_cast<double>(t);
    i = static_cast<std::int64_t>((b - Kokkos::sqrt(square > 0 ? square : 0)) * 0.5);
  }
  auto const before = [&](std::int64_t row) { return row * n - row * (row + 1) / 2; };
  while (i > 0 && before(i) > t) --i;
  while (before(i + 1) <= t) ++i;
  return i;
}

/// K of the elements of a list of n, which ascend. An int will do where there are less than 2048
/// combinations.
template <int K, class Int>
struct combination {
  Int member[K];

  /// The first one.
  KOKKOS_INLINE_FUNCTION combination()
  {
    for (int k = 0; k < K; ++k) member[k] = k;
  }
  /// Number `place`, counted from 0.
  KOKKOS_INLINE_FUNCTION combination(Int place, Int n)
  {
    if constexpr (K == 1) {
      member[0] = place;
    } else if constexpr (K == 2 && sizeof(Int) == 4) {
      // counted from the last one, rows end at 1, 3, 6, 10, …, and a root is off by less than what
      // the half adds
      auto const half = [](Int even) { return static_cast<Int>(static_cast<unsigned>(even) / 2); };
      Int const left = half(n * (n - 1)) - 1 - place;
      auto const row =
          static_cast<Int>(backends::rough_root(static_cast<float>(8 * left) + 1.5f) * 0.5f - 0.5f);
      member[0] = n - 2 - row;
      member[1] = n - 1 - (left - half(row * (row + 1)));
    } else if constexpr (K == 2) {
      Int const i = first_of_pair(place, n);
      member[0] = i;
      member[1] = place - (i * n - i * (i + 1) / 2) + i + 1;
    } else {
      Int next = 0;
      for (int k = 0; k < K; ++k) {
        for (;; ++next) {
          Int const with_it = choose<Int>(n - 1 - next, K - 1 - k);
          if (place < with_it) break;
          place -= with_it;
        }
        member[k] = next++;
      }
    }
  }
  KOKKOS_INLINE_FUNCTION void advance(Int n)
  {
    if constexpr (K == 2) {
      bool const is_last = member[1] + 1 == n;
      member[0] += is_last ? 1 : 0;
      member[1] = (is_last ? member[0] : member[1]) + 1;
    } else {
      int k = K - 1;
      while (k > 0 && member[k] == n - K + k) --k;
      for (++member[k]; k + 1 < K; ++k) member[k + 1] = member[k] + 1;
    }
  }
};

/// The combinations of K of up to `most` elements, those of n from begin[n] on; eight, or a
/// multiple of these, may be read for each n.
template <class Index, int K>
struct few_combinations {
  static constexpr int most = 8, together = 8;
  static constexpr int count(int n)
  {
    int c = 1;
    for (int i = 1; i <= K; ++i) c = n < K ? 0 : c * (n - K + i) / i;
    return c;
  }
  static constexpr int room(int n)
  {
    return count(n) <= together ? together : (count(n) + together - 1) / together * together;
  }
  static constexpr int size = [] {
    int all = 0;
    for (int n = 0; n <= most; ++n) all += room(n);
    return all;
  }();

  int begin[most + 1] = {};
  Index member[K][size] = {};

  constexpr few_combinations()
  {
    for (int n = 0, at = 0; n <= most; at += room(n), ++n) {
      begin[n] = at;
      int now[K] = {};
      for (int k = 0; k < K; ++k) now[k] = k;
      for (int t = 0; t < count(n); ++t) {
        for (int k = 0; k < K; ++k) member[k][at + t] = static_cast<Index>(now[k]);
        int k = K - 1;
        while (k > 0 && now[k] == n - K + k) --k;
        for (++now[k]; k + 1 < K; ++k) now[k + 1] = now[k] + 1;
      }
    }
  }
};
template <class Index, int K>
inline constexpr few_combinations<Index, K> few_combinations_of{};

/// A walk (see backends/common/lists.hpp) along the combinations of each list.
template <class Index, int K>
struct walk_of_combinations {
  backends::list_bounds<Index> source;

  struct extent {
    std::int64_t begin, length;
  };
  KOKKOS_INLINE_FUNCTION extent list(std::int64_t number) const
  {
    return {source.begin(number), source.length(number)};
  }
  template <class Int>
  KOKKOS_INLINE_FUNCTION combination<K, Int> at(extent const& l, Int place) const
  {
    return combination<K, Int>(place, static_cast<Int>(l.length));
  }
  KOKKOS_INLINE_FUNCTION combination<K, int> begin(extent const&) const { return {}; }
  template <class Int>
  KOKKOS_INLINE_FUNCTION void next(extent const& l, combination<K, Int>& c) const
  {
    c.advance(static_cast<Int>(l.length));
  }

  using place_type = Index;
  static constexpr int members = K;
  template <class To>
  int write_places(extent const& l, To const& to) const
  {
    constexpr auto const& few = few_combinations_of<Index, K>;
    auto const first = static_cast<Index>(l.begin);
    auto const n = static_cast<int>(l.length);
    if (n <= few.most) {
      int const count = few.count(n), from = few.begin[n];
      int t = 0;  // most lists have no more than one step, and none is guessed
      do
        for (int m = 0; m < K; ++m)
          for (int i = 0; i < few.together; ++i) to(m)[t + i] = first + few.member[m][from + t + i];
      while ((t += few.together) < count);
      return count;
    }
    int const count = choose<K>(n);
    if constexpr (K == 2) {
      Index *one = to(0), *other = to(1);
      for (int i = 0; i + 1 < n; ++i) {
        int const row = n - 1 - i;
        Index const own = first + i, next = own + 1;
        for (int j = 0; j < row; j += few.together) {
          for (int more = 0; more < few.together; ++more) one[j + more] = own;
          for (int more = 0; more < few.together; ++more) other[j + more] = next + j + more;
        }
        one += row, other += row;
      }
      return count;
    }
    combination<K, int> c;
    for (int t = 0; t < count; ++t, c.advance(n))
      for (int m = 0; m < K; ++m) to(m)[t] = first + c.member[m];
    return count;
  }
};

/// Writes where they lie.
template <class Index, int K>
struct write_combination : walk_of_combinations<Index, K> {
  static constexpr bool reads_plainly = true;
  using extent = typename walk_of_combinations<Index, K>::extent;
  Index* out[K];

  struct positions {
    Index of[K];
  };
  template <class Int>
  KOKKOS_INLINE_FUNCTION positions value(extent const& l, combination<K, Int> const& c) const
  {
    positions p;
    for (int m = 0; m < K; ++m)  // none is negative
      p.of[m] = static_cast<Index>(
          l.begin + static_cast<std::int64_t>(static_cast<std::make_unsigned_t<Int>>(c.member[m])));
    return p;
  }
  // pairs of 8 bytes a member take stores alone, and packed in 16 bits each the least else
  KOKKOS_INLINE_FUNCTION static std::int64_t begin_of(extent const& l) { return l.begin; }
  KOKKOS_INLINE_FUNCTION static std::int64_t end_of(extent const& l) { return l.begin + l.length; }
  KOKKOS_INLINE_FUNCTION static void pack(extent const& l, std::int64_t base, std::uint32_t* to)
    requires(K == 2 && sizeof(Index) == 8)
  {
    auto const begin = static_cast<std::uint32_t>(l.begin - base),
               end = begin + static_cast<std::uint32_t>(l.length);
    for (std::uint32_t i = begin; i + 1 < end; ++i)
      for (std::uint32_t j = i + 1; j < end; ++j) *to++ = i | j << 16;
  }
  KOKKOS_INLINE_FUNCTION static positions unpacked(std::int64_t base, std::uint32_t pair)
    requires(K == 2)
  {
    return {{static_cast<Index>(base + (pair & 0xffff)), static_cast<Index>(base + (pair >> 16))}};
  }
  KOKKOS_INLINE_FUNCTION void put(std::int64_t k, positions const& p) const
  {
    for (int m = 0; m < K; ++m) out[m][k] = p.of[m];
  }
  KOKKOS_INLINE_FUNCTION void put(std::int64_t k, positions const& p, positions const& q) const
  {
    for (int m = 0; m < K; ++m)
      backends::store_packet(out[m] + k, backends::packet<Index, 2>{{p.of[m], q.of[m]}});
  }
};

/// A user's function of each combination.
template <class Index, int K, class F>
struct made_of_combinations : walk_of_combinations<Index, K> {
  using extent = typename walk_of_combinations<Index, K>::extent;
  F f;

  KOKKOS_INLINE_FUNCTION std::int64_t count(extent const& l) const { return choose<K>(l.length); }
  template <class Int>
  KOKKOS_INLINE_FUNCTION auto value(extent const& l, combination<K, Int> const& c) const
  {
    return applied(l.begin, c, std::make_integer_sequence<int, K>());
  }
  template <class Of>
  auto value_at(Of const& of) const
  {
    return applied_at(of, std::make_integer_sequence<int, K>());
  }
  template <class Of, int... k>
  auto applied_at(Of const& of, std::integer_sequence<int, k...>) const
  {
    return f(static_cast<std::int64_t>(of(k))...);
  }
  template <class Int, int... k>
  KOKKOS_INLINE_FUNCTION auto applied(std::int64_t begin, combination<K, Int> const& c,
                                      std::integer_sequence<int, k...>) const
  {
    return f(begin + c.member[k]...);
  }
};

/// Writes where the members of a product lie, the last of them fastest.
template <class Index>
struct crossed_member {
  backends::list_bounds<Index> lists;
  Index* out;
};
template <class... Index>
struct write_crossed {
  static write_crossed of() { return {}; }
  /// The place among those before these.
  KOKKOS_INLINE_FUNCTION std::int64_t write(std::int64_t, std::int64_t, std::int64_t place) const
  {
    return place;
  }
};
template <class Index, class... More>
struct write_crossed<Index, More...> {
  crossed_member<Index> own;
  write_crossed<More...> more;

  static write_crossed of(crossed_member<Index> const& o, crossed_member<More> const&... m)
  {
    return {o, write_crossed<More...>::of(m...)};
  }
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t k, std::int64_t list,
                                         std::int64_t place) const
  {
    own.out[k] = static_cast<Index>(own.lists.begin(list) + more.write(k, list, place));
  }
  KOKKOS_INLINE_FUNCTION std::int64_t write(std::int64_t k, std::int64_t list,
                                            std::int64_t place) const
  {
    place = more.write(k, list, place);
    std::int64_t const length = own.lists.length(list), row = backends::quotient(place, length);
    own.out[k] = static_cast<Index>(own.lists.begin(list) + (place - row * length));
    return row;
  }
};

/// Limit up to which each of so many lists is counted, so that the sum does not overflow.
inline std::int64_t most_of_each(std::int64_t lists)
{
  return std::numeric_limits<std::int64_t>::max() / std::max<std::int64_t>(lists, 1);
}

/// A list that has as many combinations as each is counted up to may have more: throws value_error.
template <class Space, class Index>
void require_counted(char const* operation, list_structure<Space, Index> const& lists,
                     std::int64_t most)
{
  if (lists.total < most) return;
  std::vector<Index> offsets(static_cast<std::size_t>(lists.count) + 1);
  lists.space().copy_to_host(offsets.data(), lists.offsets.data(), offsets.size() * sizeof(Index));
  for (std::size_t i = 1; i < offsets.size(); ++i)
    if (offsets[i] - offsets[i - 1] >= most) refuse_combinations(operation, most);
}

/// How many combinations there are before each list, and in all. Queued.
template <int K, class Space, class Index>
array<std::int64_t, 1, Space> combination_offsets(list_structure<Space, Index> const& source)
{
  return summed_lengths(
      make_unary(source.lengths_before(), combination_count<K>(most_of_each(source.count))));
}

/// Writes where each member of the combinations lies, which `lists` counts. Queued.
template <int K, class Space, class Index>
void write_combinations(list_structure<Space, Index> const& source,
                        list_structure<Space, Index> const& lists,
                        std::array<array<Index, 1, Space>, K> const& index)
{
  write_combination<Index, K> f{{source.bounds()}, {}};
  for (std::size_t k = 0; k < K; ++k) f.out[k] = index[k].data();
  visit("combinations", index[0].space(), lists, f, {&source.space().queue()});
}

template <int K, class Space, class Index>
auto combined(structure_handle<Space, Index> const& source)
{
  auto const lists = structure_of_offsets<Index>(combination_offsets<K>(*source));
  require_counted("combinations", *lists, most_of_each(source->count));
  std::array<array<Index, 1, Space>, K> index;
  for (auto& member : index)
    member = array<Index, 1, Space>(source->space(), shape_t<1>{lists->total});
  write_combinations<K>(*source, *lists, index);
  return std::apply(
      [&](auto const&... member) {
        return std::array<list_positions<Space, Index>, K>{
            list_positions<Space, Index>(lists, member, source)...};
      },
      index);
}

/// Positions in the lists of `e`, which hold those that they are positions in.
template <class E, class Positions>
auto relisted_positions(E const& e, Positions const& inner)
{
  return lists_of<Positions, typename E::space_type, typename E::index_type>(e.structure(), inner);
}

/// For the innermost lists.
template <int K, class E>
auto combined_innermost(E const& e)
{
  if constexpr (nested_lists<E>) {
    auto const inner = combined_innermost<K>(e.flat());
    return std::apply(
        [&](auto const&... member) {
          using lists = lists_of<std::common_type_t<std::remove_cvref_t<decltype(member)>...>,
                                 typename E::space_type, typename E::index_type>;
          return std::array<lists, K>{lists(e.structure(), member)...};
        },
        inner);
  } else {
    return combined<K>(e.structure());
  }
}

/// The number of elements of each list of a product, 0 first.
template <class Space, class Index>
auto lengths_of_product(std::int64_t, structure_handle<Space, Index> const& a)
{
  return a->lengths_before();
}
template <class Space, class Index, class... More>
auto lengths_of_product(std::int64_t most, structure_handle<Space, Index> const& a,
                        More const&... more)
{
  auto const n = a->lengths_before();
  auto const m = lengths_of_product(most, more...);
  return binary<product_count, std::int64_t, decltype(n), decltype(m)>({{}, most}, n, m);
}

template <class Space, class Index, class... More>
auto crossed(structure_handle<Space, Index> const& a, structure_handle<Space, More> const&... more)
{
  auto const require_as_many = [&](auto const& other) {
    if (a->count != other->count)
      refuse_other_lists(a->count, a->total, other->count, other->total);
  };
  (require_as_many(more), ...);
  std::int64_t const most = most_of_each(a->count);
  auto const lists = structure_of_lengths_before<Index>(lengths_of_product(most, a, more...));
  require_counted("cartesian", *lists, most);
  shape_t<1> const size{lists->total};
  return std::apply(
      [&](array<Index, 1, Space> const& at, array<More, 1, Space> const&... others) {
        visit("cartesian", a->space(), *lists,
              write_crossed<Index, More...>::of({a->bounds(), at.data()},
                                                {more->bounds(), others.data()}...),
              {&more->space().queue()...});
        return std::tuple(list_positions<Space, Index>(lists, at, a),
                          list_positions<Space, More>(as_structure<More>(lists), others, more)...);
      },
      std::tuple(array<Index, 1, Space>(a->space(), size),
                 array<More, 1, Space>(a->space(), size)...));
}

/// For the innermost lists.
template <class A, class... More>
auto crossed_innermost(A const& a, More const&... more)
{
  if constexpr (nested_lists<A>) {
    (require_same_lists(*a.structure(), *more.structure()), ...);
    return std::apply(
        [&](auto const& at, auto const&... others) {
          return std::tuple(relisted_positions(a, at), relisted_positions(more, others)...);
        },
        crossed_innermost(a.flat(), more.flat()...));
  } else {
    return crossed(a.structure(), more.structure()...);
  }
}

template <int K, class E, class F, class Reducer>
auto reduced_combinations(E const& e, F const& f, Reducer const& reducer)
{
  using result = decltype(reducer.finish(reducer.identity()));
  using Index = typename E::index_type;
  auto const& lists = *e.structure();
  array<result, 1, typename E::space_type> out(e.space(), shape_t<1>{lists.count});
  if (lists.count == 0) return out;
  auto& on = e.space().queue();
  std::array<read_queue, 1> const read{{{&lists.space().queue()}}};
  backends::operation const running("combinations", on, read);
  backends::reduce_dealt(
      on, lists.count, made_of_combinations<Index, K, F>{{lists.bounds()}, f}, reducer,
      list_result<Reducer, result>{reducer, out.data(), reducer.finish(reducer.empty())});
  return out;
}

}  // namespace acre::detail
