#pragma once

#include <acre/array/creation.hpp>
#include <acre/backends.hpp>
#include <acre/distributed/blocks.hpp>
#include <acre/distributed/detail/checks.hpp>
#include <acre/distributed/detail/expression.hpp>
#include <acre/distributed/detail/joint.hpp>
#include <acre/distributed/detail/pack.hpp>
#include <acre/elementwise/functions.hpp>
#include <acre/index/index_mode.hpp>

#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <source_location>
#include <string>
#include <type_traits>
#include <utility>

namespace acre::distributed {

namespace detail {
template <class T, int Rank, class Space, class... I>
struct places_of;
template <class T, int Rank, class Space, class Mask>
struct masked_of;
}  // namespace detail

/// An array of which every process has a block: blocks() says which. A handle, as acre::array is:
/// copying it is cheap, and both are names of the same elements.
///
/// ```cpp
/// using namespace distributed;
/// virtual_processes(3, [](processes const& all) {
///   distributed::array<double, 2> u(all, blocks(shape(4, 6)));
///   u = coordinate(u, 0) * 10 + coordinate(u, 1);  // of the whole array's indices
///   auto const v = sqrt(u) + 1;                    // an expression: nothing is sent
///   double const total = sum(v * v);               // the bits that one process gets
///   if (all.rank() == 2) std::cout << u.local() << ' ' << total << '\n';
/// });
/// ```
/// ```text
/// [[30. 31. 32. 33. 34. 35.]] 628.358
/// ```
///
/// *Order of calls.* Making an array, reductions, gather_to, scatter_from, redistribute and
/// exchange are calls that all processes make in the same order ("together" below). All but
/// exchange see whether the others make the same call, and throw value_error on all processes,
/// naming two that differ. Everything elementwise is each process' own, and sends nothing.
///
/// *Values.* a = e computes this process' block; e's arrays have the same blocks (else shape_error,
/// which names redistribute), e's numbers are the same on every process. Names and memory follow
/// acre::array's rule: an array that is assigned an expression takes new memory where another name,
/// or a stored expression, would see what is written. Elements of the halo are what exchange() has
/// put there, or local code; assigning writes none of them. In new memory they are 0.
///
/// *Errors.* A bad index on any process (of take() in on_blocks, say) is an index_error on all
/// processes at the next joint call, of the smallest position, counted in the whole array.
///
/// *Spaces.* Blocks lie on acre::host or a GPU (acre::cuda, acre::hip), of any queue; where none is
/// named, of own_space(). What crosses goes from device to device where the transport takes their
/// memory (<acre/distributed/nccl.hpp> between processes; virtual processes), else through the
/// host.
template <acre::element T, int Rank, class Space = acre::host>
class array : public operand_tag {
  static_assert(Rank >= 1 && Rank <= max_rank, "acre: a distributed array has 1 to 8 axes");

 public:
  using value_type = T;
  using space_type = Space;
  using shape_type = shape_t<Rank>;
  using block_type = acre::array<T, Rank, Space>;
  static constexpr int rank = Rank;

  /// No blocks and no shape yet; assigning an expression gives it the expression's.
  array() = default;

  /// Blocks of zeros. Together: throws value_error on all processes where shapes, cuts or dtypes
  /// differ, out_of_memory on all where one has too little, value_error of blocks().
  array(processes const& all, Space const& space, blocks<Rank> const& where)
      : array(all, space, detail::layout::shared(where.wanted(), all.size()), "array")
  {}
  array(processes const& all, blocks<Rank> const& where) : array(all, own_space<Space>(all), where)
  {}

  /// The elements of an expression, in new memory with its first array's halos.
  template <detail::whole_operand E>
    requires(!std::same_as<E, array> && !detail::selected_elements<E> && E::rank == Rank)
  array(E const& e) : state_(make(e.all, e.space(), e.where, false))
  {
    write(e);
  }

  /// Likewise of exchanged().
  template <class E>
    requires(E::rank == Rank)
  array(detail::exchanged_values<E> const& e)
      : state_(make(e.of().all, e.of().space(), e.of().where, false))
  {
    e.require_assignable(*this);
    e.write(*this);
  }

  array(array const&) = default;
  array(array&&) noexcept = default;
  array& operator=(array const&) & = default;
  array& operator=(array&&) & noexcept = default;
  template <detail::whole_operand E>
    requires(!std::same_as<std::remove_cvref_t<E>, array> && !detail::selected_elements<E>)
  array& operator=(E&& e) &
  {
    static_assert(std::remove_cvref_t<E>::rank == Rank,
                  "acre: a distributed array is assigned one of as many axes");
    if (!state_) return *this = array(e);
    detail::require_same("operator=", state_->all, *state_->where, e);
    take_name(std::is_lvalue_reference_v<E> ? 0 : reads(e));
    write(e);
    return *this;
  }
  template <class E>
  array& operator=(detail::exchanged_values<E> e) &
  {
    static_assert(E::rank == Rank, "acre: a distributed array is assigned one of as many axes");
    if (!state_) return *this = array(e);
    e.require_assignable(*this);
    take_name(reads(e.of()));
    e.write(*this);
    return *this;
  }
  template <acre::scalar S>
  array& operator=(S const& value) &
  {
    require_shape();
    take_name(0);
    state_->interior(ALL) = value;
    return *this;
  }
  template <acre::expression E>
  array& operator=(E const&) &
  {
    static_assert(!acre::expression<E>,
                  "acre: a distributed array is assigned distributed arrays of the same blocks and "
                  "numbers: x.local()(ALL) = block writes this process' own block, "
                  "from_local(all, block) makes an array of all processes' blocks and "
                  "scatter_from(0, whole, all, where) of a whole that one of them has");
    return *this;
  }

  /// Elements by their places, wherever they are, with an index for each axis: x(i) = v, x(i) += v
  /// and scatter_add(x(i, j), v) are together (acre/distributed/scatter.hpp), and so is reading
  /// them, x(i) * 2, which makes a new array first as take(x, i) does.
  template <detail::whole_operand I>
    requires(!std::same_as<typename I::value_type, bool>)
  auto operator()(I const& i, index_mode mode = index_mode::raise,
                  std::source_location where = std::source_location::current()) const
  {
    return places(mode, where, i);
  }
  /// Elements that meet a condition, x(x > 0.5) = 0 (acre/distributed/mask.hpp).
  template <detail::whole_operand Mask>
    requires std::same_as<typename Mask::value_type, bool>
  auto operator()(Mask const& mask) const
  {
    static_assert(Mask::rank == Rank, "acre: x(mask) of several processes has a mask of x's axes");
    return detail::masked_of<T, Rank, Space, std::remove_cvref_t<decltype(detail::as_term(mask))>>{
        {}, *this, detail::as_term(mask)};
  }
  template <detail::whole_operand I, detail::whole_operand J>
  auto operator()(I const& i, J const& j, index_mode mode = index_mode::raise,
                  std::source_location where = std::source_location::current()) const
  {
    return places(mode, where, i, j);
  }
  template <detail::whole_operand I, detail::whole_operand J, detail::whole_operand K>
  auto operator()(I const& i, J const& j, K const& k, index_mode mode = index_mode::raise,
                  std::source_location where = std::source_location::current()) const
  {
    return places(mode, where, i, j, k);
  }
  template <class... I>
    requires(... || (std::integral<I> || std::same_as<I, slice>))
  void operator()(I const&...) const
  {
    static_assert(
        !(... || (std::integral<I> || std::same_as<I, slice>)),
        "acre: single elements and slices of a distributed array may be another process': "
        "local() has this one's, take(x, i) those of any places, gather_to(x, 0) all; "
        "x = where(coordinate(x, 0) == 0, 1.0, x) writes a row");
  }

  bool has_shape() const { return state_ != nullptr; }
  /// The whole array's.
  shape_type shape() const
  {
    shape_type s{};
    if (state_)
      for (int axis = 0; axis < Rank; ++axis) s[axis] = state_->where->shape()[axis];
    return s;
  }
  std::int64_t size() const { return size_of(shape()); }
  Space const& space() const { return block().interior.space(); }
  processes const& all() const { return block().all; }

  /// This process' elements, without a copy: what is written to local()(ALL) is written here.
  block_type const& local() const { return block().interior; }
  /// Likewise with the halo around them.
  block_type const& with_halo() const { return block().padded; }
  /// Where this process' block begins in the whole array.
  shape_type first() const
  {
    auto const b = block().where->block_of(all().rank());
    shape_type s{};
    for (int axis = 0; axis < Rank; ++axis) s[axis] = b.low[axis];
    return s;
  }

 private:
  friend struct detail::array_access;
  struct state {
    processes all;
    std::shared_ptr<detail::layout const> where;
    block_type padded, interior;
    mutable detail::halo_exchange halo{};
  };
  std::shared_ptr<state> state_;

  /// Together: all have memory, and the same layout, or all throw.
  array(processes const& all, Space const& space, std::shared_ptr<detail::layout const> where,
        char const* operation, bool zero = true)
  {
    std::optional<detail::failure> failed;
    detail::try_to(failed, [&] { state_ = make(all, space, where, zero); });
    detail::gather_all(all, {operation, dtype_name<T>(), where.get()}, {}, failed);
  }
  detail::term<block_type, 1> as_term() const
  {
    return {block().all, block().where, block().interior, {detail::name{state_}}};
  }

  /// `zero`: all of it; else the halo alone, as the rest is going to be written.
  static std::shared_ptr<state> make(processes const& all, Space const& space,
                                     std::shared_ptr<detail::layout const> where, bool zero)
  {
    auto const b = where->block_of(all.rank());
    shape_type padded{}, stride{}, inside{};
    std::int64_t offset = 0;
    for (int axis = 0; axis < Rank; ++axis) {
      inside[axis] = b.extent(axis);
      padded[axis] = inside[axis] + 2 * where->axis(axis).halo;
    }
    auto memory = zero ? zeros<T>(space, padded) : block_type(space, padded);
    if (!zero)
      for (int axis = 0; axis < Rank; ++axis)
        if (std::int64_t const width = where->axis(axis).halo; width > 0) {
          shape_type low{}, rim = padded;
          rim[axis] = width;
          if (size_of(rim) == 0) continue;
          detail::part_of(memory, low, rim)(ALL) = T{};
          low[axis] = padded[axis] - width;
          detail::part_of(memory, low, rim)(ALL) = T{};
        }
    stride = memory.strides();
    for (int axis = 0; axis < Rank; ++axis) offset += where->axis(axis).halo * stride[axis];
    T* const first = acre::detail::node::first(memory);
    auto interior = acre::detail::node::view<block_type>(
        memory, size_of(padded) == 0 ? first : first + offset, inside, stride);
    return std::make_shared<state>(
        state{all, std::move(where), std::move(memory), std::move(interior)});
  }

  template <class... I>
  auto places(index_mode mode, std::source_location where, I const&... i) const
  {
    static_assert(sizeof...(I) == Rank,
                  "acre: x(i, j) of several processes has an index for each axis");
    return detail::places_of<T, Rank, Space, std::remove_cvref_t<decltype(detail::as_term(i))>...>{
        {}, *this, {detail::as_term(i)...}, mode, where};
  }

  void require_shape() const
  {
    if (!state_)
      throw value_error("distributed::array: it has no blocks yet: array(all, blocks(…))");
  }
  state const& block() const
  {
    require_shape();
    return *state_;
  }

  template <class E>
  long reads(E const& e) const
  {
    long count = 0;
    for (auto const& name : e.reads) count += name.of == state_ ? 1 : 0;
    return count;
  }
  /// New memory, if there are other names of this one than this and those that go with the
  /// statement.
  void take_name(long passing)
  {
    if (state_.use_count() > 1 + passing)
      state_ = make(state_->all, state_->interior.space(), state_->where, false);
  }

  template <class E>
  void write(E const& e)
  {
    auto& on = *state_;
    detail::require_halos("operator=", e);
    detail::next_call(on.all);
    detail::note_failures_on(on.all, *on.where, on.interior.space());
    acre::detail::assign(on.interior, e.local);
    detail::note_failures_on(on.all, *on.where, on.interior.space());
  }
};

/// Elements that are all the same, of the value's dtype or of T. Together.
template <class T = acre::detail::of_the_value, class Space, int Rank, class S>
  requires acre::detail::fills<T, S>
auto full(processes const& all, Space const& space, blocks<Rank> const& where, S value)
{
  array<acre::detail::full_t<T, S>, Rank, Space> a(all, space, where);
  a = value;
  return a;
}
template <acre::element T = double, class Space, int Rank>
array<T, Rank, Space> zeros(processes const& all, Space const& space, blocks<Rank> const& where)
{
  return {all, space, where};
}
template <acre::element T = double, class Space, int Rank>
auto ones(processes const& all, Space const& space, blocks<Rank> const& where)
{
  return full<T>(all, space, where, T(1));
}
/// Likewise on acre::host.
template <class T = acre::detail::of_the_value, int Rank, class S>
  requires acre::detail::fills<T, S>
auto full(processes const& all, blocks<Rank> const& where, S value)
{
  return full<T>(all, own_space<host>(all), where, value);
}
template <acre::element T = double, int Rank>
auto zeros(processes const& all, blocks<Rank> const& where)
{
  return array<T, Rank>(all, where);
}
template <acre::element T = double, int Rank>
auto ones(processes const& all, blocks<Rank> const& where)
{
  return full<T>(all, where, T(1));
}

/// The same number everywhere, in the blocks of x and its dtype, or in T. Sends nothing.
template <class T = void, detail::whole_operand E, acre::scalar S>
auto full_like(E const& x, S value)
{
  using type = std::conditional_t<std::is_void_v<T>, typename E::value_type, T>;
  auto const t = detail::as_term(x);
  auto a = detail::array_access::fresh<array<type, E::rank, typename E::space_type>>(
      t.all, t.space(), t.where);
  a = value;
  return a;
}
template <class T = void, detail::whole_operand E>
auto zeros_like(E const& x)
{
  return full_like<T>(x, 0);
}
template <class T = void, detail::whole_operand E>
auto ones_like(E const& x)
{
  return full_like<T>(x, 1);
}

/// Deep: blocks of their own.
template <detail::whole_operand E>
auto copy(E const& e)
{
  return array<typename E::value_type, E::rank, typename E::space_type>(detail::as_term(e));
}

/// The elements' indices along an axis, int64, as an expression: nothing is stored.
template <detail::whole_operand E>
auto coordinate(E const& like, axis_number axis)
{
  constexpr int rank = E::rank;
  using space = typename E::space_type;
  auto const t = detail::as_term(like);
  int const a = acre::detail::normalized_axis(axis, rank);
  auto const b = t.where->block_of(t.all.rank());
  shape_t<rank> stride{};
  stride[a] = 1;
  acre::detail::indices<space, rank> local(t.space(), t.local.shape(), stride, b.low[a]);
  return detail::term<decltype(local), 0>(t.all, t.where, std::move(local), {});
}

/// acre::arange in even blocks: start, start + step, … below stop (above, for a negative step),
/// with its bits and errors.
///
/// ```cpp
/// using namespace distributed;
/// virtual_processes(3, [](processes const& all) {
///   auto const x = arange(all, 0.0, 1.0, 0.25);  // acre::arange(0.0, 1.0, 0.25), on all of them
///   auto const text = to_string(x);
///   if (all.rank() == 0) std::cout << text << ' ' << x.local() << '\n';
/// });
/// ```
/// ```text
/// [0.   0.25 0.5  0.75] [0.   0.25]
/// ```
///
/// Together, as making an array is.
template <acre::element T, acre::detail::space_argument Space>
array<T, 1, Space> arange(processes const& all, Space const& space, T start, T stop, T step = T(1))
{
  static_assert(
      acre::detail::kind_of<T>() == acre::detail::kind::floating || acre::detail::is_integer<T>,
      "acre: arange makes real numbers");
  array<T, 1, Space> a(all, space,
                       blocks(acre::shape(acre::detail::arange_count(start, stop, step))));
  a = cast<T>(acre::detail::arange_values(coordinate(a, 0), start, step));
  return a;
}
/// From 0.
template <acre::element T, acre::detail::space_argument Space>
array<T, 1, Space> arange(processes const& all, Space const& space, T stop)
{
  return arange<T>(all, space, T(0), stop);
}
/// Arguments of several types give the type that C++ adds them in.
template <acre::detail::space_argument Space, class Start, class... Rest>
  requires acre::detail::mixed_numbers<Start, Rest...>
auto arange(processes const& all, Space const& space, Start start, Rest... rest)
{
  using T = std::common_type_t<Start, Rest...>;
  return arange<T>(all, space, static_cast<T>(start), static_cast<T>(rest)...);
}
/// Likewise on acre::host.
template <acre::element T>
array<T, 1> arange(processes const& all, T start, T stop, T step = T(1))
{
  return arange<T>(all, own_space<host>(all), start, stop, step);
}
template <acre::element T>
array<T, 1> arange(processes const& all, T stop)
{
  return arange<T>(all, own_space<host>(all), T(0), stop);
}
template <class Start, class... Rest>
  requires acre::detail::mixed_numbers<Start, Rest...>
auto arange(processes const& all, Start start, Rest... rest)
{
  return arange(all, own_space<host>(all), start, rest...);
}

/// acre::linspace in even blocks: `count` numbers from start to stop, with its bits and errors.
/// Together, as making an array is.
template <acre::element T = double, acre::detail::space_argument Space>
array<T, 1, Space> linspace(processes const& all, Space const& space, double start, double stop,
                            std::int64_t count = 50, bool endpoint = true)
{
  acre::detail::require_samples(count);
  array<T, 1, Space> a(all, space, blocks(acre::shape(count)));
  acre::detail::fill_linspace<T>(a, cast<double>(coordinate(a, 0)), start, stop, endpoint,
                                 [&](T last) {
                                   std::int64_t const mine = a.local().size();
                                   if (mine > 0 && a.first()[0] + mine == count)
                                     a.local()(slice(-1, none)) = last;
                                 });
  return a;
}
/// Likewise on acre::host.
template <acre::element T = double>
array<T, 1> linspace(processes const& all, double start, double stop, std::int64_t count = 50,
                     bool endpoint = true)
{
  return linspace<T>(all, own_space<host>(all), start, stop, count, endpoint);
}

namespace detail {

template <class E>
struct drawn_index;

/// The part of a block in an index term of the whole.
template <class Space, int Rank>
void cut_to(acre::detail::indices<Space, Rank>& index, box const& b)
{
  for (int axis = 0; axis < Rank; ++axis) {
    index.start += b.low[axis] * index.stride[axis];
    index.extent[axis] = b.extent(axis);
  }
}

template <class E>
concept has_index = requires(E& e) { cut_to(e.index, box()); };
template <class E>
concept is_index = requires(E& e) { cut_to(e, box()); };

}  // namespace detail

/// What depends on an element's index alone, on every process for its own block: a draw of random
/// numbers, or index_of(), over the whole shape. An expression; the numbers are those that one
/// process draws.
///
/// ```cpp
/// using namespace distributed;
/// processes const all;
/// distributed::array<double, 1> x(all, blocks(shape(6)));
/// generator g(42);
/// x = own_part(x, g.uniform(x.space(), x.shape()));
/// std::cout << x.local() << '\n';
/// ```
/// ```text
/// [0.46858652 0.34086155 0.32706338 0.4543156  0.65831553 0.77358468]
/// ```
///
/// Throws shape_error where the draw's shape isn't the array's.
template <detail::whole_operand E, acre::expression Drawn>
auto own_part(E const& like, Drawn drawn)
{
  static_assert(detail::has_index<Drawn> || detail::is_index<Drawn>,
                "acre: own_part takes a draw of a generator or index_of(), over the whole shape");
  auto const t = detail::as_term(like);
  if (drawn.shape() != t.shape())
    throw shape_error("distributed::own_part: a draw of shape " + acre::to_string(drawn.shape()) +
                      " for an array of shape " + acre::to_string(t.shape()));
  auto const b = t.where->block_of(t.all.rank());
  if constexpr (detail::has_index<Drawn>)
    detail::cut_to(drawn.index, b);
  else
    detail::cut_to(drawn, b);
  return detail::term<Drawn, 0>(t.all, t.where, std::move(drawn), {});
}

}  // namespace acre::distributed
