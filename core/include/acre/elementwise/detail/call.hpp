#pragma once

#include <acre/elementwise/detail/expression.hpp>
#include <acre/elementwise/detail/program.hpp>

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>

/// A user's function as a term of an expression.
namespace acre::detail {

/// Some values of any types, for kernels, which std::tuple is not.
template <class... T>
struct chain;
template <>
struct chain<> {
  template <class F, class... Before>
  KOKKOS_INLINE_FUNCTION auto apply(F const& f, Before const&... before) const
  {
    return f(before...);
  }
  template <class F, class... Before>
  auto apply_on_host(F const& f, Before const&... before) const
  {
    return f(before...);
  }
};
template <class First, class... Rest>
struct chain<First, Rest...> {
  First first;
  chain<Rest...> rest;

  /// f(first, rest…).
  template <class F, class... Before>
  KOKKOS_INLINE_FUNCTION auto apply(F const& f, Before const&... before) const
  {
    return rest.apply(f, before..., first);
  }
  /// Likewise for an f of the host alone.
  template <class F, class... Before>
  auto apply_on_host(F const& f, Before const&... before) const
  {
    return rest.apply_on_host(f, before..., first);
  }
};
KOKKOS_INLINE_FUNCTION chain<> chained() { return {}; }
template <class First, class... Rest>
KOKKOS_INLINE_FUNCTION chain<First, Rest...> chained(First const& first, Rest const&... rest)
{
  return {first, chained(rest...)};
}

/// Whether F takes packs of numbers too (packs.hpp).
template <class F>
concept takes_packs = F::takes_packs;

/// f applied to programs, each in its own dtype.
template <class F, class T, class... P>
struct call_program {
  using value_type = T;
  using operands = backends::operand_list<P...>;
  static constexpr int width = wider(operands::width, sizeof(T) < 16 ? sizeof(T) : 16);
  struct hints : operands {
    static constexpr bool has_compiled_rows = takes_packs<F> || operands::has_compiled_rows,
                          costs_much = true,
                          reads_plainly = std::is_empty_v<F> && operands::reads_plainly;
  };
  F f;
  chain<P...> of;

  using aligned_type = call_program<F, T, typename backends::aligned_form<P>::type...>;
  bool has_aligned(std::int64_t count) const
  {
    return of.apply_on_host([&](P const&... p) { return operands::have_aligned(count, p...); });
  }
  aligned_type aligned() const
  {
    return {f, of.apply_on_host(
                   [](P const&... p) { return chained(backends::aligned_form<P>::of(p)...); })};
  }

  template <class... Row>
  struct row {
    F f;
    chain<Row...> of;

    template <bool Unit>
    KOKKOS_INLINE_FUNCTION T at(std::int64_t i, std::int64_t k = 0) const
    {
      return of.apply(
          [&](Row const&... r) { return static_cast<T>(f(r.template at<Unit>(i, k)...)); });
    }
    template <int W, bool Unit>
    KOKKOS_INLINE_FUNCTION auto fetch(std::int64_t i, std::int64_t k = 0) const
    {
      return of.apply(
          [&](Row const&... r) { return chained(backends::fetched<W, Unit>(r, i, k)...); });
    }
    template <int W, bool Unit, class Places>
    KOKKOS_INLINE_FUNCTION auto fetch_at(Places const& at) const
    {
      return of.apply(
          [&](Row const&... r) { return chained(backends::fetched_at<W, Unit>(r, at)...); });
    }
    T in_piece(int i, std::int64_t k, backends::place_in_row const& at) const
    {
      return of.apply_on_host([&](Row const&... r) {
        return static_cast<T>(f(backends::value_in_piece(r, i, k, at)...));
      });
    }
    template <int W, class Held>
    KOKKOS_INLINE_FUNCTION packet<T, W> compute(Held const& held) const
    {
      return applied<W>(packets<W>(of, held));
    }
    template <int W>
    auto block(std::int64_t i) const
    {
      if constexpr (takes_packs<F>)
        return of.apply_on_host([&](Row const&... r) { return f.template of_rows<T, W>(i, r...); });
      else
        return applied<W>(
            of.apply_on_host([&](Row const&... r) { return chained(block_of<W>(r, i)...); }));
    }
    template <int W>
    KOKKOS_INLINE_FUNCTION auto stack(std::int64_t number, int lane) const
    {
      return applied<W * backends::stack_lines>(of.apply(
          [&](Row const&... r) { return chained(backends::stacked<W>(r, number, lane)...); }));
    }
    template <int W, bool Unit>
    KOKKOS_INLINE_FUNCTION packet<T, W> load(std::int64_t i, std::int64_t k = 0) const
    {
      return compute<W>(fetch<W, Unit>(i, k));
    }

   private:
    template <int W>
    KOKKOS_INLINE_FUNCTION static chain<> packets(chain<> const&, chain<> const&)
    {
      return {};
    }
    template <int W, class R, class... Rs, class H, class... Hs>
    KOKKOS_INLINE_FUNCTION static auto packets(chain<R, Rs...> const& rows,
                                               chain<H, Hs...> const& held)
    {
      auto const first = backends::computed<W>(rows.first, held.first);
      auto const rest = packets<W>(rows.rest, held.rest);
      return rest.apply([&](auto const&... others) { return chained(first, others...); });
    }
    template <int W, class... Packet>
    KOKKOS_INLINE_FUNCTION packet<T, W> applied(chain<Packet...> const& x) const
    {
      packet<T, W> p;
      for (int w = 0; w < W; ++w)
        p.v[w] = x.apply([&](Packet const&... q) { return static_cast<T>(f(q.v[w]...)); });
      return p;
    }
  };
  KOKKOS_INLINE_FUNCTION auto bind(position const& at, int along = 0) const
  {
    return of.apply([&](P const&... p) {
      return row<std::remove_cvref_t<decltype(p.bind(at, along))>...>{
          f, chained(p.bind(at, along)...)};
    });
  }
};

template <class T>
struct dtype_or_record {
  using type = T;
};
template <element T>
struct dtype_or_record<T> {
  using type = canonical_t<T>;
};

template <class... Space>
struct common_space_of {
  using type = no_space;
};
template <class First, class... Rest>
struct common_space_of<First, Rest...> {
  using others = typename common_space_of<Rest...>::type;
  static constexpr bool agree = spaces_agree<First, others>;
  static_assert(agree,
                "acre: the operands live in different spaces; copy one with copy_to(space, x)");
  using type = common_space<First, others>;
};

template <class E, class... Rest>
auto const& first_space_of(E const& e, Rest const&... rest)
{
  if constexpr (sizeof...(Rest) == 0 || !std::is_same_v<typename E::space_type, no_space>)
    return e.space();
  else
    return first_space_of(rest...);
}

template <class F, class... E>
struct call : term<call<F, E...>> {
  using value_type = typename dtype_or_record<
      std::remove_cvref_t<std::invoke_result_t<F const&, typename E::value_type...>>>::type;
  using space_type = typename common_space_of<typename E::space_type...>::type;
  static constexpr int rank = std::max({E::rank...});
  static constexpr int leaf_count = (E::leaf_count + ...);
  F f;
  std::tuple<E...> of;
  shape_t<rank> extent;

  template <class... X>
  call(F g, X&&... x)
      : f(std::move(g)),
        of(std::forward<X>(x)...),
        extent(std::apply([](E const&... e) { return broadcast_shapes(e.shape()...); }, of))
  {}
  shape_t<rank> const& shape() const { return extent; }
  auto const& space() const
  {
    return std::apply([](E const&... e) -> auto const& { return first_space_of(e...); }, of);
  }
  int names(memory_handle const& memory) const
  {
    return std::apply([&](E const&... e) { return (node::names(e, memory) + ...); }, of);
  }
  static constexpr bool may_lie_alike = (detail::may_lie_alike<E> && ...);
  template <class Target>
  bool lies_as(Target const& target, row_operands& row) const
  {
    return std::apply([&](E const&... e) { return (node::lies_as(e, target, row) && ...); }, of);
  }
  void describe(leaf_layout*& leaf, extents_view common) const
  {
    std::apply([&](E const&... e) { (node::describe(e, leaf, common), ...); }, of);
  }
  auto lower(lowering& leaves) const
  {
    return std::apply(
        [&](E const&... e) {
          // in braces: from left to right
          std::tuple<decltype(node::lower(e, leaves))...> const programs{node::lower(e, leaves)...};
          return std::apply(
              [&]<class... P>(P const&... p) {
                return call_program<F, value_type, P...>{f, chained(p...)};
              },
              programs);
        },
        of);
  }
  operator value_type() const
    requires(rank == 0)
  {
    return item_of(*this);
  }
};

}  // namespace acre::detail
