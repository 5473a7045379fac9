#pragma once

#include <acre/array/array.hpp>
#include <acre/backends/elementwise.hpp>
#include <acre/elementwise/detail/call.hpp>
#include <acre/elementwise/detail/evaluate.hpp>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>

/// Several results of one kernel: a program's values are structures, whose members go to an array
/// each.
namespace acre::detail {

/// Stands for any member of an aggregate.
struct any_member {
  template <class T>
  operator T() const;
};
template <class R, std::size_t... N>
constexpr bool made_of(std::index_sequence<N...>)
{
  return requires { R{((void)N, any_member{})...}; };
}
inline constexpr std::size_t max_results = 8;

template <class R, std::size_t N = max_results + 1>
constexpr std::size_t count_members()
{
  if constexpr (N == 0 || made_of<R>(std::make_index_sequence<N>{}))
    return N;
  else
    return count_members<R, N - 1>();
}

template <class R>
struct is_chain : std::false_type {};
template <class... T>
struct is_chain<chain<T...>> : std::true_type {};

/// How many results a value is: its members; 0 of what is none.
template <class R>
inline constexpr std::size_t result_count = [] {
  if constexpr (requires { std::tuple_size<R>::value; })
    return std::tuple_size<R>::value;  // Kokkos::Array
  else if constexpr (requires(R r) { r.first, r.second; })
    return std::size_t{2};  // Kokkos::pair
  else if constexpr (std::is_aggregate_v<R>)
    return count_members<R>();
  else
    return std::size_t{0};
}();
template <class... T>
inline constexpr std::size_t result_count<chain<T...>> = sizeof...(T);
// no kernel gets at their members
template <class... T>
inline constexpr std::size_t result_count<std::tuple<T...>> = 0;
template <class A, class B>
inline constexpr std::size_t result_count<std::pair<A, B>> = 0;
template <class T, std::size_t N>
inline constexpr std::size_t result_count<std::array<T, N>> = 0;

/// f(member, …) of a structure with N public members, for kernels.
template <std::size_t N, class R, class F>
KOKKOS_INLINE_FUNCTION auto with_members(R const& r, F const& f)
{
  if constexpr (is_chain<R>::value) {
    return r.apply(f);
  } else if constexpr (N == 0 || N > max_results) {
    return f();
  } else if constexpr (N == 1) {
    auto const& [a] = r;
    return f(a);
  } else if constexpr (N == 2) {
    auto const& [a, b] = r;
    return f(a, b);
  } else if constexpr (N == 3) {
    auto const& [a, b, c] = r;
    return f(a, b, c);
  } else if constexpr (N == 4) {
    auto const& [a, b, c, d] = r;
    return f(a, b, c, d);
  } else if constexpr (N == 5) {
    auto const& [a, b, c, d, e] = r;
    return f(a, b, c, d, e);
  } else if constexpr (N == 6) {
    auto const& [a, b, c, d, e, g] = r;
    return f(a, b, c, d, e, g);
  } else if constexpr (N == 7) {
    auto const& [a, b, c, d, e, g, h] = r;
    return f(a, b, c, d, e, g, h);
  } else {
    auto const& [a, b, c, d, e, g, h, i] = r;
    return f(a, b, c, d, e, g, h, i);
  }
}

struct chain_members {
  template <class... T>
  KOKKOS_INLINE_FUNCTION chain<T...> operator()(T const&... x) const
  {
    return chained(x...);
  }
};
template <class R>
using members_t =
    decltype(with_members<result_count<R>>(std::declval<R const&>(), chain_members{}));
template <class Chain>
inline constexpr bool all_numbers = false;
template <class... T>
inline constexpr bool all_numbers<chain<T...>> = (element<canonical_t<T>> && ...);

/// An expression whose values are several elements: a structure.
template <class E>
concept several_results = expression<E> && !element<typename std::remove_cvref_t<E>::value_type>;

/// A program of structures, in packets as wide as the results are: structures are none in memory.
template <class Program, int Width>
struct results_program : Program {
  static constexpr int width = Width;
  using aligned_type = results_program<typename backends::aligned_form<Program>::type, Width>;
  bool has_aligned(std::int64_t count) const
  {
    return backends::aligned_form<Program>::exists(*this, count);
  }
  aligned_type aligned() const { return {backends::aligned_form<Program>::of(*this)}; }
};

/// Memory of several arrays as the result; an element's members go to one place in each.
template <class... T>
struct results_sink {
  static constexpr int width = std::max({static_cast<int>(sizeof(T))...});
  static constexpr bool packable = true, reads_plainly = true;
  static constexpr std::size_t count = sizeof...(T);
  chain<store_sink<T>...> of;

  struct row {
    chain<typename store_sink<T>::row...> of;

    KOKKOS_INLINE_FUNCTION int behind(int bytes) const { return of.first.behind(bytes); }

    template <bool Unit, class R>
    KOKKOS_INLINE_FUNCTION void put(std::int64_t i, R const& value, std::int64_t k = 0) const
    {
      with_members<count>(value, [&](auto const&... member) {
        of.apply([&](auto const&... to) { (to.template put<Unit>(i, member, k), ...); });
      });
    }
    template <int W, class R>
    KOKKOS_INLINE_FUNCTION void store(std::int64_t i, packet<R, W> const& value,
                                      std::int64_t k = 0) const
    {
      split(value).apply([&](auto const&... member) {
        of.apply([&](auto const&... to) { (to.template store<W>(i, member, k), ...); });
      });
    }
    template <int W, class R, class Places>
    KOKKOS_INLINE_FUNCTION void store_at(Places const& at, packet<R, W> const& value) const
    {
      split(value).apply([&](auto const&... member) {
        of.apply([&](auto const&... to) { (to.template store_at<W>(at, member), ...); });
      });
    }

   private:
    /// A packet of each member.
    template <class R, int W>
    KOKKOS_INLINE_FUNCTION static auto split(packet<R, W> const& value)
    {
      auto parts = with_members<count>(value.v[0], [](auto const&... member) {
        return chained(packet<std::remove_cvref_t<decltype(member)>, W>{}...);
      });
      for (int w = 0; w < W; ++w)
        with_members<count>(value.v[w], [&](auto const&... member) { fill(w, parts, member...); });
      return parts;
    }
    KOKKOS_INLINE_FUNCTION static void fill(int, chain<>&) {}
    template <class Parts, class First, class... Rest>
    KOKKOS_INLINE_FUNCTION static void fill(int w, Parts& parts, First const& first,
                                            Rest const&... rest)
    {
      parts.first.v[w] = first;
      fill(w, parts.rest, rest...);
    }
  };
  KOKKOS_INLINE_FUNCTION row bind(position const& at, int along = 0) const
  {
    return {of.apply([&](auto const&... to) { return chained(to.bind(at, along)...); })};
  }
};

/// to… = the members of e, in one kernel.
template <class E, class... T, int Rank, class Space>
void assign_results(E const& e, array<T, Rank, Space> const&... to)
{
  static_assert(
      spaces_agree<Space, typename E::space_type>,
      "acre: the expression lives in another space than the arrays; use copy_to(space, x)");
  [[maybe_unused]] assigned_ranks<E::rank, Rank> const checked;
  constexpr std::size_t results = sizeof...(T);
  auto const& first = std::get<0>(std::tie(to...));
  shape_t<Rank> const shape = first.shape();
  (require_shape(Rank == 0 || to.has_shape()), ...);
  (require_one_shape(shape, to.shape()), ...);
  if (!(will_write(e.shape(), true, shape, to.strides()) && ...)) return;

  std::array<leaf_layout, results + E::leaf_count> leaves{};
  leaf_layout* leaf = leaves.data();
  (node::describe(to, leaf, shape), ...);
  node::describe(e, leaf, shape);
  if (results_overlap(leaves, results, shape)) {
    auto const apart = std::tuple(array<T, Rank, Space>(to.space(), shape)...);
    std::apply([&](auto const&... temporary) { assign_results(e, temporary...); }, apart);
    std::apply([&](auto const&... temporary) { (assign(to, temporary), ...); }, apart);
    return;
  }

  using sink_type = results_sink<T...>;
  using program = program_t<E>;
  constexpr int width = wider(program::operands::width, sink_type::width);
  auto& on = first.space().queue();
  backends::operation const running("assign", on, leaves);
  auto it = plan_elementwise(leaves, shape, backends::packet_width(width));
  auto const run = [&](auto const&... tiles) {
    lowering planned{leaves.data(), on};
    // in braces: from left to right
    std::tuple<store_sink<T>...> const sinks{
        store_sink<T>{node::first(to), row_offset(planned.take())}...};
    sink_type const sink{std::apply([](auto const&... s) { return chained(s...); }, sinks)};
    backends::elementwise(on, it, results_program<program, width>{node::lower(e, planned)}, sink,
                          tiles...);
  };
  if constexpr (Space::queue_type::is_device) {
    auto tiles = plan_tiles(leaves, it);
    tiles.windows = nullptr;  // its packets lie as the first array's do, the others' need not
    run(tiles);
  } else {
    run();
  }
}

/// The value of several expressions, computed together.
struct values_together {
  template <class... T>
  KOKKOS_INLINE_FUNCTION chain<T...> operator()(T const&... x) const
  {
    return chained(x...);
  }
};
template <class... E>
auto together(E const&... e)
{
  return call<values_together, E...>(values_together{}, e...);
}

template <class T>
inline constexpr bool is_array = false;
template <class T, int Rank, class Space>
inline constexpr bool is_array<array<T, Rank, Space>> = true;

/// Result of tie().
template <class... A>
class tied {
 public:
  explicit tied(A&&... to) : to_(std::forward<A>(to)...) {}
  tied(tied const&) = delete;

  template <several_results E>
  void operator=(E&& e) &&
  {
    write(e, std::is_lvalue_reference_v<E> ? 0 : 1);
  }
  template <expression... E>
    requires(sizeof...(E) == sizeof...(A))
  void operator=(std::tuple<E...> const& e) &&
  {
    write_together(e, 1);
  }
  template <expression... E>
    requires(sizeof...(E) == sizeof...(A))
  void operator=(std::tuple<E...>&& e) &&
  {
    write_together(e, 2);
  }
  template <expression First, expression Second>
    requires(sizeof...(A) == 2)
  void operator=(std::pair<First, Second> const& e) &&
  {
    write_together(e, 1);
  }
  template <expression First, expression Second>
    requires(sizeof...(A) == 2)
  void operator=(std::pair<First, Second>&& e) &&
  {
    write_together(e, 2);
  }

 private:
  template <class Expressions>
  void write_together(Expressions const& e, int copies)
  {
    write(std::apply([](auto const&... x) { return together(x...); }, e), copies);
  }
  /// `copies`: how many copies of e there are that end with this statement. What they read isn't
  /// counted where names of one memory are.
  template <class E>
  void write(E const& e, int copies)
  {
    static_assert(result_count<typename E::value_type> == sizeof...(A),
                  "acre: tie(a, b) takes as many arrays as the function's structure has members");
    write(e, copies, std::index_sequence_for<A...>{});
  }
  template <class E, std::size_t... n>
  void write(E const& e, int copies, std::index_sequence<n...>)
  {
    std::array<bool, sizeof...(A)> const anew{makes_anew<A>(std::get<n>(to_), e, copies)...};
    std::tuple const targets{target<A>(std::get<n>(to_), e, anew[n])...};
    assign_results(e, std::get<n>(targets)...);
    (take<A>(std::get<n>(to_), std::get<n>(targets)), ...);
  }

  /// Whether an array is a variable, whose memory assignments may exchange: no slice, not const.
  template <class To>
  static constexpr bool is_variable =
      std::is_lvalue_reference_v<To> && !std::is_const_v<std::remove_reference_t<To>>;

  /// Whether a variable takes memory of its own, as array::way_of says of one array.
  template <class To, class E>
  static bool makes_anew(std::remove_reference_t<To> const& to, E const& e, int copies)
  {
    using array_type = std::remove_cvref_t<To>;
    auto const& memory = memory_access<array_type>::of(to);
    return is_variable<To> && to.has_shape() && memory.may_have_others() &&
           memory.others(copies == 0 ? 0 : copies * node::names(e, memory));
  }
  /// The array to write: `to` itself, or a new one. A slice of an array without a shape stays
  /// without one.
  template <class To, class E>
  static auto target(std::remove_reference_t<To> const& to, E const& e, bool anew)
  {
    using array_type = std::remove_cvref_t<To>;
    if (anew) return array_type(to.space(), to.shape());
    if constexpr (is_variable<To> && array_type::rank == E::rank)
      if (!to.has_shape())
        return array_type(space_for<typename array_type::space_type>(e), e.shape());
    return array_type(to);
  }
  template <class To>
  static void take(std::remove_reference_t<To>& to, std::remove_cvref_t<To> const& written)
  {
    using access = memory_access<std::remove_cvref_t<To>>;
    if constexpr (is_variable<To>)
      if (!to.has_shape() || !(access::of(to) == access::of(written))) to = written;
  }

  std::tuple<A...> to_;
};

/// New arrays with the members of e.
template <class E, class... Member>
auto arrays_of(E const& e, chain<Member...> const*)
{
  using space = typename E::space_type;
  std::tuple<array<canonical_t<Member>, E::rank, space>...> const result{
      array<canonical_t<Member>, E::rank, space>(e.space(), e.shape())...};
  std::apply([&](auto const&... to) { assign_results(e, to...); }, result);
  return result;
}

}  // namespace acre::detail
