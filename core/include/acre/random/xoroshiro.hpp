#pragma once

#include <acre/array/creation.hpp>
#include <acre/device/launch.hpp>
#include <acre/math/log.hpp>
#include <acre/math/trig.hpp>
#include <acre/random/detail/xoroshiro.hpp>

#include <type_traits>

/// xoroshiro128+ with the seeding, the jumps and the numbers of numba.cuda.random, for ports of
/// kernels that use it; the same bits on every space. (acre's own numbers, generator and
/// generator::engine, need no states and no memory.)
///
/// ```cpp
/// struct walk {
///   array_ref<std::uint64_t, 2> states;
///   array_ref<float, 1> x;
///   KOKKOS_FUNCTION void operator()(std::int64_t i) const
///   {
///     x(i) = xoroshiro128p_uniform_float32(states, i);  // reads and writes the state in memory
///     xoroshiro128p engine(states, i);                  // for many numbers: taken out once
///     for (int k = 0; k < 100; ++k) x(i) += engine.uniform<float>() - 0.5f;
///     engine.store(states, i);
///   }
/// };
///
/// default_space const space;
/// auto const states = create_xoroshiro128p_states(space, 3, 42);  // (3, 2): columns s0, s1
/// auto const x = zeros<float>(shape(3));
/// launch(space, 3, walk{states.ref(), x.ref()});
/// std::cout << x << '\n';
/// ```
/// ```text
/// [2.897004   3.5201209  0.11543304]
/// ```
///
/// Source: D. Blackman, S. Vigna, "Scrambled linear pseudorandom number generators", ACM Trans.
/// Math. Softw. 47, 2021; the version of 2016 (rotations 55, 14, 36), as Numba has it.
namespace acre {

/// One generator's state, in registers.
class xoroshiro128p {
 public:
  using result_type = std::uint64_t;

  /// The first generator of a seed, as Numba makes it: one step of splitmix64 in both words.
  KOKKOS_INLINE_FUNCTION explicit xoroshiro128p(std::uint64_t seed)
  {
    std::uint64_t z = seed + 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    s0_ = s1_ = z ^ (z >> 31);
  }
  KOKKOS_INLINE_FUNCTION xoroshiro128p(std::uint64_t s0, std::uint64_t s1) : s0_(s0), s1_(s1) {}
  /// The state of row i of an array of states.
  template <bool Checked>
  KOKKOS_INLINE_FUNCTION xoroshiro128p(array_ref<std::uint64_t, 2, Checked> const& states,
                                       std::int64_t i)
      : s0_(states(i, 0)), s1_(states(i, 1))
  {}
  template <bool Checked>
  KOKKOS_INLINE_FUNCTION void store(array_ref<std::uint64_t, 2, Checked> const& states,
                                    std::int64_t i) const
  {
    states(i, 0) = s0_;
    states(i, 1) = s1_;
  }
  KOKKOS_INLINE_FUNCTION std::uint64_t s0() const { return s0_; }
  KOKKOS_INLINE_FUNCTION std::uint64_t s1() const { return s1_; }

  /// 64 random bits.
  KOKKOS_INLINE_FUNCTION std::uint64_t next_uint64()
  {
    std::uint64_t const sum = s0_ + s1_, mixed = s1_ ^ s0_;
    s0_ = rotated(s0_, 55) ^ mixed ^ (mixed << 14);
    s1_ = rotated(mixed, 36);
    return sum;
  }
  /// Uniform on [0, 1): the upper 53 bits; float32 is the float64 rounded, which may give 1.
  template <class T = double>
  KOKKOS_INLINE_FUNCTION T uniform()
  {
    static_assert(std::is_same_v<T, float> || std::is_same_v<T, double>,
                  "acre: uniform numbers are float or double");
    return static_cast<T>(static_cast<double>(next_uint64() >> 11) * 0x1p-53);
  }
  /// Normal, mean 0 and deviation 1: sqrt(-2 log u1) cos(2 pi u2) of two uniform numbers, in T and
  /// by acre's functions, the same on every space and within units in the last place of Numba's.
  /// Infinite where u1 is 0.
  template <class T = double>
  KOKKOS_INLINE_FUNCTION T normal()
  {
    T const u1 = uniform<T>(), u2 = uniform<T>();
    return math::detail::root(T(-2) * math::log(u1)) *
           math::cos(static_cast<T>(0x1.921fb54442d18p2) * u2);
  }
  /// 2^64 steps.
  KOKKOS_INLINE_FUNCTION void jump()
  {
    std::uint64_t s0 = 0, s1 = 0;
    for (int bit = 0; bit < 128; ++bit) {
      std::uint64_t const word = bit < 64 ? 0xbeac0467eba5facbu : 0xd86b048b86aa9922u,
                          taken = 0 - (word >> (bit & 63) & 1);
      s0 ^= s0_ & taken;
      s1 ^= s1_ & taken;
      next_uint64();
    }
    s0_ = s0;
    s1_ = s1;
  }

 private:
  KOKKOS_INLINE_FUNCTION static std::uint64_t rotated(std::uint64_t x, int k)
  {
    return x << k | x >> (64 - k);
  }
  std::uint64_t s0_, s1_;
};

/// By Numba's names, of generator i of an array of states, which is advanced.
template <bool Checked>
KOKKOS_INLINE_FUNCTION std::uint64_t xoroshiro128p_next(
    array_ref<std::uint64_t, 2, Checked> const& states, std::int64_t i)
{
  xoroshiro128p engine(states, i);
  auto const x = engine.next_uint64();
  engine.store(states, i);
  return x;
}
template <bool Checked>
KOKKOS_INLINE_FUNCTION float xoroshiro128p_uniform_float32(
    array_ref<std::uint64_t, 2, Checked> const& states, std::int64_t i)
{
  xoroshiro128p engine(states, i);
  auto const x = engine.uniform<float>();
  engine.store(states, i);
  return x;
}
template <bool Checked>
KOKKOS_INLINE_FUNCTION double xoroshiro128p_uniform_float64(
    array_ref<std::uint64_t, 2, Checked> const& states, std::int64_t i)
{
  xoroshiro128p engine(states, i);
  auto const x = engine.uniform<double>();
  engine.store(states, i);
  return x;
}
template <bool Checked>
KOKKOS_INLINE_FUNCTION float xoroshiro128p_normal_float32(
    array_ref<std::uint64_t, 2, Checked> const& states, std::int64_t i)
{
  xoroshiro128p engine(states, i);
  auto const x = engine.normal<float>();
  engine.store(states, i);
  return x;
}
template <bool Checked>
KOKKOS_INLINE_FUNCTION double xoroshiro128p_normal_float64(
    array_ref<std::uint64_t, 2, Checked> const& states, std::int64_t i)
{
  xoroshiro128p engine(states, i);
  auto const x = engine.normal<double>();
  engine.store(states, i);
  return x;
}

namespace detail {

/// Generators [16 index, 16 index + 16): the first by powers of a jump, the others one by one.
struct make_xoroshiro_states {
  static constexpr std::int64_t together = 16;
  array_ref<std::uint64_t, 2, false> states;
  array_ref<std::uint64_t, 3, false> powers;
  std::uint64_t s0, s1;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t index) const
  {
    std::int64_t i = index * together;
    std::uint64_t a = s0, b = s1;
    for (int power = 4; i >> power != 0; ++power)
      if ((i >> power & 1) != 0) jump_by(powers.data + power * 256, a, b);
    xoroshiro128p engine(a, b);
    for (int n = 0; n < together && i < states.extent[0]; ++n, ++i) {
      if (n > 0) engine.jump();
      engine.store(states, i);
    }
  }
};

}  // namespace detail

/// The states of n generators, each 2^64 steps behind the one before, the first
/// `subsequence_start` such jumps behind the seed's, as numba.cuda.random makes them: an array of
/// (n, 2). One kernel behind a table of at most 128 KiB; waits for its copy. Throws shape_error for
/// a negative n.
template <class Space>
array<std::uint64_t, 2, Space> create_xoroshiro128p_states(Space const& space, std::int64_t n,
                                                           std::uint64_t seed,
                                                           std::uint64_t subsequence_start = 0)
{
  auto states = empty<std::uint64_t>(space, shape(n, 2));
  if (n == 0) return states;
  xoroshiro128p const first(seed);
  std::uint64_t s0 = first.s0(), s1 = first.s1();
  auto const table = detail::xoroshiro_jumps();
  for (int power = 0; power < 64; ++power)
    if ((subsequence_start >> power & 1) != 0) detail::jump_by(&table[power * 256], s0, s1);
  int powers = 1;
  while (n >> powers != 0) ++powers;
  auto const on_space = from_host<std::uint64_t>(
      space, table.first(static_cast<std::size_t>(powers) * 256), shape(powers, 128, 2));
  using unchecked = array_ref<std::uint64_t, 2, false>;
  constexpr std::int64_t together = detail::make_xoroshiro_states::together;
  launch(space, (n + together - 1) / together,
         detail::make_xoroshiro_states{unchecked{states.data(), {n, 2}, {2, 1}},
                                       {on_space.data(), {powers, 128, 2}, {256, 2, 1}},
                                       s0,
                                       s1});
  return states;
}
template <class Space = default_space>
array<std::uint64_t, 2, Space> create_xoroshiro128p_states(std::int64_t n, std::uint64_t seed,
                                                           std::uint64_t subsequence_start = 0)
{
  return create_xoroshiro128p_states(Space(), n, seed, subsequence_start);
}

}  // namespace acre
