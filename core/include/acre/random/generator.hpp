#pragma once

#include <acre/array/creation.hpp>
#include <acre/array/detail/type_list.hpp>
#include <acre/random/detail/choice.hpp>
#include <acre/random/detail/counts.hpp>
#include <acre/random/detail/exponential.hpp>
#include <acre/random/detail/gamma.hpp>
#include <acre/random/detail/halves.hpp>
#include <acre/random/detail/integers.hpp>
#include <acre/random/detail/law.hpp>
#include <acre/random/detail/normal.hpp>
#include <acre/random/detail/permutation.hpp>
#include <acre/random/detail/points.hpp>
#include <acre/random/detail/refusals.hpp>
#include <acre/random/detail/uniform.hpp>
#include <acre/random/engine.hpp>
#include <acre/random/integer_bound.hpp>

#include <cmath>
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace acre {

/// A generator's state, as integers: to save, send or compare it.
struct generator_state {
  std::uint64_t seed = 0;
  std::uint64_t stream = 0;
  std::uint64_t draw = 0;
  bool operator==(generator_state const&) const = default;
};

/// Random numbers that depend on (seed, stream), on which draw it is, and on an element's index:
/// never on threads, launches, spaces or ranks. A small value: three integers.
///
/// ```cpp
/// default_space const space;
/// auto const n = shape(1000);
/// generator g(42);
/// array<float, 1> x = g.uniform<float>(space, n);  // draw 0, one kernel
/// auto const right = g.uniform(space, n), up = g.uniform(space, n);  // draws 1 and 2, not stored
/// double const quarter = mean(hypot(right, up) < 1);                 // of pi
/// std::cout << x(slice(0, 3)) << ' ' << quarter << ' ' << g.to_string() << '\n';
/// ```
/// ```text
/// [0.91772956 0.95814866 0.74732476] 0.797 philox4x32-10 seed 42 stream 0 draw 3
/// ```
///
/// Each draw is an expression (nothing is stored before it is assigned or reduced) and takes the
/// next draw number, so that two draws never share a number; a copy of a generator repeats them.
/// If two draws are in one expression the compiler chooses which comes first: name them, or use
/// at(k), where that matters. Elements are numbered in C order from `first` on; element e of a draw
/// is the same whatever the shape, so a rank that owns elements [a, b) of a larger draw asks for
/// shape(b - a) and first = a.
///
/// Bits: Philox4x32-10 with the key seed ^ scrambled(stream), `scrambled` SplitMix64's output
/// function (so stream 0 has the seed itself as key, and the streams of one seed are disjoint), low
/// word first. The counter is documented with detail::random_draw. Nothing here waits.
///
/// Numbers that are not integers are float32 or float64, and float16 or bfloat16: float32's numbers
/// (with its parameters), rounded.
///
/// Every draw throws shape_error for a negative extent, value_error for a negative first or where
/// the elements run beyond 2^48 (uniform: elements 0 to 281474976710657 run beyond the 2^48 of a
/// draw), and for the 2^48th draw.
class generator : detail::refused_draws {
 public:
  // misuses, see <acre/random/detail/refusals.hpp>
  using refused_draws::permutation, refused_draws::choice, refused_draws::uniform,
      refused_draws::normal, refused_draws::lognormal, refused_draws::exponential,
      refused_draws::gamma, refused_draws::beta, refused_draws::integers, refused_draws::poisson,
      refused_draws::binomial;

  /// Stream 0 of a seed. Different seeds and streams are independent.
  KOKKOS_FUNCTION explicit generator(std::uint64_t seed = 0) : state_{seed, 0, 0} {}
  /// Restores what state() saved.
  KOKKOS_FUNCTION explicit generator(generator_state const& saved) : state_(saved) {}

  KOKKOS_FUNCTION generator_state const& state() const { return state_; }
  friend bool operator==(generator const&, generator const&) = default;

  /// Another stream of the same seed, from its first draw.
  KOKKOS_FUNCTION generator stream(std::uint64_t which) const
  {
    return generator(generator_state{state_.seed, which, 0});
  }
  /// `count` generators that are independent of this one and of each other; this one moves on by
  /// one draw, so that the next split gives others. Child k's seed is words 0 and 1 of block k of
  /// the draw. Throws value_error: split: count -1 is negative.
  std::vector<generator> split(std::int64_t count);

  /// Skips `draws` draws (as if they had been made).
  generator& jump(std::uint64_t draws = 1)
  {
    state_.draw += draws;
    return *this;
  }
  /// This generator before draw number `draw`.
  generator at(std::uint64_t draw) const
  {
    return generator(generator_state{state_.seed, state_.stream, draw});
  }
  /// A copy that stands at this draw, for a kernel of one's own (see engine); this one moves on.
  generator next()
  {
    generator const mine = *this;
    jump();
    return mine;
  }

  /// "philox4x32-10 seed 42 stream 0 draw 3"; parse() takes it back.
  std::string to_string() const;
  /// Throws value_error: generator: cannot read 'mt19937 5';
  /// expected 'philox4x32-10 seed S stream T draw D'
  static generator parse(std::string_view text);

  /// Uniform on [0, 1). float32: 24 bits times 2^-24; three words make four numbers, with no bit
  /// left over (random/detail/uniform.hpp says which), quickest from a `first` that is a multiple
  /// of 256. float64: the upper 53 bits of the 64 of words 2 (e % 2) (lower half) and 2 (e % 2) + 1
  /// of block e / 2, times 2^-53. float16 and bfloat16: float32's number, cut to a multiple of
  /// 2^-11 and of 2^-8. Every multiple is equally likely; 0 occurs.
  template <detail::drawn_real T = double, class Space, std::size_t Rank>
  auto uniform(Space const& space, std::array<std::int64_t, Rank> const& shape,
               std::int64_t first = 0)
  {
    if constexpr (detail::is_half<T>)
      return elements("uniform", space, shape, first,
                      detail::finished_law(detail::unit_law<float>{}, detail::cut_draw<T>{}));
    else
      return elements("uniform", space, shape, first, detail::unit_law<T>{});
  }
  /// Uniform on [low, high): fma(u, high - low, low), u as above; what rounds to high becomes the
  /// largest number below it. low where both are equal. Of float16 and bfloat16 both bounds are
  /// rounded first, and the fma is float32's. Throws value_error: uniform: low 2 is above high 1;
  /// uniform: the range from -1e+308 to 1e+308 is not finite.
  template <detail::drawn_real T = double, class Space, std::size_t Rank>
  auto uniform(Space const& space, std::array<std::int64_t, Rank> const& shape,
               detail::computed_t<T> low, detail::computed_t<T> high, std::int64_t first = 0)
  {
    T const from(low), to(high);
    if (low > high)
      throw value_error("uniform: low " + detail::shown(low) + " is above high " +
                        detail::shown(high));
    if (!std::isfinite(detail::computed_t<T>(to) - detail::computed_t<T>(from)))
      throw value_error("uniform: the range from " + detail::shown(low) + " to " +
                        detail::shown(high) + " is not finite");
    if constexpr (detail::is_half<T>) {
      T const last = from < to ? detail::next_half(to, from) : from;
      return elements("uniform", space, shape, first,
                      detail::finished_law(detail::unit_law<float>{},
                                           detail::cut_draw_between<T>(from, to, last)));
    } else {
      T const last = from < to ? std::nextafter(to, from) : from;
      return elements("uniform", space, shape, first, detail::uniform_law<T>(from, to, last));
    }
  }

  /// Normal with mean 0 and standard deviation 1, by Box and Muller: see
  /// random/detail/normal.hpp for every bit. A pair of elements is sqrt(-2 ln u) times (cos, sin)
  /// of an angle. float32: elements 2 j and 2 j + 1 from words 2 (j % 2) and 2 (j % 2) + 1 of block
  /// j / 2, u from 31 bits of the first, at most 6.66; float64: from block j, u from the lower 52
  /// bits of words 0 and 1, at most 8.57.
  template <detail::drawn_real T = double, class Space, std::size_t Rank>
  auto normal(Space const& space, std::array<std::int64_t, Rank> const& shape,
              std::int64_t first = 0)
  {
    return elements("normal", space, shape, first,
                    detail::drawn_as<T, detail::standard_normal_law<detail::computed_t<T>>>({}));
  }
  /// fma(z, sigma, mean) of such a z. Throws value_error: normal: sigma -1 is not a number from 0
  /// on.
  template <detail::drawn_real T = double, class Space, std::size_t Rank>
  auto normal(Space const& space, std::array<std::int64_t, Rank> const& shape,
              detail::computed_t<T> mean, detail::computed_t<T> sigma, std::int64_t first = 0)
  {
    detail::require_parameter("normal", "sigma", sigma, sigma >= 0, "not a number from 0 on");
    return elements("normal", space, shape, first,
                    detail::drawn_as<T, detail::normal_law<detail::computed_t<T>>>({mean, sigma}));
  }
  /// exp of normal(mean, sigma).
  template <detail::drawn_real T = double, class Space, std::size_t Rank>
  auto lognormal(Space const& space, std::array<std::int64_t, Rank> const& shape,
                 detail::computed_t<T> mean = 0, detail::computed_t<T> sigma = 1,
                 std::int64_t first = 0)
  {
    detail::require_parameter("lognormal", "sigma", sigma, sigma >= 0, "not a number from 0 on");
    return elements("lognormal", space, shape, first,
                    detail::drawn_as<T, detail::lognormal_law<detail::computed_t<T>>>(
                        {detail::normal_law<detail::computed_t<T>>{mean, sigma}}));
  }
  /// Exponential with mean `scale`: -ln(u) × scale, u on (0, 1] (float32: from the upper 31 bits of
  /// word e % 4 of block e / 4, at most 22.2; float64: from the lower 52 of uniform's words, at
  /// most 36.7).
  template <detail::drawn_real T = double, class Space, std::size_t Rank>
  auto exponential(Space const& space, std::array<std::int64_t, Rank> const& shape,
                   detail::computed_t<T> scale = 1, std::int64_t first = 0)
  {
    detail::require_parameter("exponential", "scale", scale, scale >= 0, "not a number from 0 on");
    return elements("exponential", space, shape, first,
                    detail::drawn_as<T, detail::exponential_law<detail::computed_t<T>>>({scale}));
  }

  /// Integers of [low, high), any integer dtype, without bias (random/detail/integers.hpp): the
  /// upper half of word e % 4 of block e / 4 times high - low; ranges beyond 2^32 take 64 bits. A
  /// word that would favour some values is replaced by one of the element's own. high may be one
  /// behind the dtype's last, as 256 of uint8. Throws value_error: integers: low 3 is not below
  /// high 3; low is out of bounds for uint8, and the same of high.
  template <std::integral T = std::int64_t, class Space, std::size_t Rank>
    requires(!std::same_as<T, bool>)
  auto integers(Space const& space, std::array<std::int64_t, Rank> const& shape, integer_bound low,
                integer_bound high, std::int64_t first = 0)
  {
    using drawn = detail::canonical_t<T>;
    detail::require_bounds(dtype_name<drawn>(), low, high, std::numeric_limits<drawn>::min(),
                           std::numeric_limits<drawn>::max());
    using law = detail::integers_law<drawn>;
    return elements("integers", space, shape, first,
                    law(static_cast<drawn>(low.bits()), static_cast<drawn>(high.bits() - 1)));
  }

  /// Points in the unit disc or on its edge, shape (points, 2); on the unit sphere or in the ball,
  /// shape (points, 3). random/detail/points.hpp says which words become what. `first` counts
  /// points.
  template <detail::drawn_real T = double, class Space>
  auto in_disc(Space const& space, std::int64_t points, std::int64_t first = 0)
  {
    return elements("in_disc", space, acre::shape(points, 2), 2 * first,
                    detail::drawn_as<T, detail::disc_law<detail::computed_t<T>, true>>({}));
  }
  template <detail::drawn_real T = double, class Space>
  auto on_circle(Space const& space, std::int64_t points, std::int64_t first = 0)
  {
    return elements("on_circle", space, acre::shape(points, 2), 2 * first,
                    detail::drawn_as<T, detail::disc_law<detail::computed_t<T>, false>>({}));
  }
  template <detail::drawn_real T = double, class Space>
  auto on_sphere(Space const& space, std::int64_t points, std::int64_t first = 0)
  {
    return elements("on_sphere", space, acre::shape(points, 3), 3 * first,
                    detail::drawn_as<T, detail::sphere_law<detail::computed_t<T>, false>>({}));
  }
  template <detail::drawn_real T = double, class Space>
  auto in_ball(Space const& space, std::int64_t points, std::int64_t first = 0)
  {
    return elements("in_ball", space, acre::shape(points, 3), 3 * first,
                    detail::drawn_as<T, detail::sphere_law<detail::computed_t<T>, true>>({}));
  }

  /// Gamma with shape parameter `alpha` and mean alpha × scale (Marsaglia and Tsang); computed in
  /// float64. Throws value_error: gamma: alpha 0 is not positive.
  template <detail::drawn_real T = double, class Space, std::size_t Rank>
  auto gamma(Space const& space, std::array<std::int64_t, Rank> const& shape, double alpha,
             double scale = 1, std::int64_t first = 0)
  {
    detail::require_parameter("gamma", "alpha", alpha, alpha > 0 && std::isfinite(alpha),
                              "not positive");
    detail::require_parameter("gamma", "scale", scale, scale >= 0, "not a number from 0 on");
    return elements("gamma", space, shape, first,
                    detail::drawn_as<T, detail::gamma_law<detail::computed_t<T>>>(
                        {detail::gamma_numbers(alpha), scale}));
  }
  /// Beta: x / (x + y) of two gamma numbers; computed in float64. Throws value_error: beta: a 0 is
  /// not positive.
  template <detail::drawn_real T = double, class Space, std::size_t Rank>
  auto beta(Space const& space, std::array<std::int64_t, Rank> const& shape, double a, double b,
            std::int64_t first = 0)
  {
    detail::require_parameter("beta", "a", a, a > 0 && std::isfinite(a), "not positive");
    detail::require_parameter("beta", "b", b, b > 0 && std::isfinite(b), "not positive");
    return elements("beta", space, shape, first,
                    detail::drawn_as<T, detail::beta_law<detail::computed_t<T>>>({a, b}));
  }
  /// Poisson, int64 (below a mean of 10 by search, else Hörmann's PTRS). Throws value_error:
  /// poisson: mean -1 is not within 0 to 2^52.
  template <class Space, std::size_t Rank>
  auto poisson(Space const& space, std::array<std::int64_t, Rank> const& shape, double mean,
               std::int64_t first = 0)
  {
    detail::require_parameter("poisson", "mean", mean, mean >= 0 && mean <= 0x1p52,
                              "not within 0 to 2^52");
    return elements("poisson", space, shape, first, detail::poisson_law(mean));
  }
  /// Binomial, int64 (for fewer than 10 expected by search, else Hörmann's BTRS). Throws
  /// value_error: binomial: trials -1 is not within 0 to 2^52; binomial: p 2 is not within 0 to 1.
  template <class Space, std::size_t Rank>
  auto binomial(Space const& space, std::array<std::int64_t, Rank> const& shape,
                std::int64_t trials, double p, std::int64_t first = 0)
  {
    detail::require_parameter("binomial", "trials", trials,
                              trials >= 0 && trials <= (std::int64_t{1} << 52),
                              "not within 0 to 2^52");
    detail::require_parameter("binomial", "p", p, p >= 0 && p <= 1, "not within 0 to 1");
    return elements("binomial", space, shape, first, detail::binomial_law(trials, p));
  }

  /// Indices of `weights`, int64, each as likely as its share of their sum (alias method). The
  /// tables, 16 bytes a weight, are made here and copied to the space: this waits, drawing does
  /// not. The counts of a multinomial draw: scatter_add(counts(these), 1).
  /// Throws value_error: choice: no weights; choice: weight -1 at index 3 is not a finite number
  /// from 0 on; choice: the weights sum to 0.
  template <class Space, std::size_t Rank>
  auto choice(Space const& space, std::array<std::int64_t, Rank> const& shape,
              std::span<double const> weights, std::int64_t first = 0)
  {
    auto const t = detail::make_alias(weights);
    auto const count = acre::shape(static_cast<std::int64_t>(weights.size()));
    auto tables =
        std::pair(from_host<double>(space, std::span<double const>(t.threshold), count),
                  from_host<std::int64_t>(space, std::span<std::int64_t const>(t.alias), count));
    detail::choice_law const law{tables.first.data(), tables.second.data(), weights.size()};
    return detail::elements_with_table<detail::choice_law, Space, static_cast<int>(Rank),
                                       decltype(tables)>(
        elements("choice", space, shape, first, law), std::move(tables));
  }

  /// The numbers 0 … count - 1 in a random order, int64, as an expression: take(a, permutation) is
  /// a shuffle. Nothing is stored; each element is computed from its index by a keyed bijection
  /// (random/detail/permutation.hpp). One of 2^127 orders, not of all count! there are.
  template <class Space>
  auto permutation(Space const& space, std::int64_t count)
  {
    size_of(acre::shape(count));
    detail::permutation_law const law(count, this_draw().block(0));
    return elements("permutation", space, acre::shape(count), 0, law);
  }

  /// Without a space: on the default one.
  template <detail::drawn_real T = double, std::size_t Rank, class... Rest>
  auto uniform(std::array<std::int64_t, Rank> const& shape, Rest const&... rest)
  {
    return uniform<T>(default_space(), shape, rest...);
  }
  template <detail::drawn_real T = double, std::size_t Rank, class... Rest>
  auto normal(std::array<std::int64_t, Rank> const& shape, Rest const&... rest)
  {
    return normal<T>(default_space(), shape, rest...);
  }
  template <detail::drawn_real T = double, std::size_t Rank, class... Rest>
  auto lognormal(std::array<std::int64_t, Rank> const& shape, Rest const&... rest)
  {
    return lognormal<T>(default_space(), shape, rest...);
  }
  template <detail::drawn_real T = double, std::size_t Rank, class... Rest>
  auto exponential(std::array<std::int64_t, Rank> const& shape, Rest const&... rest)
  {
    return exponential<T>(default_space(), shape, rest...);
  }
  template <std::integral T = std::int64_t, std::size_t Rank, class... Rest>
  auto integers(std::array<std::int64_t, Rank> const& shape, Rest const&... rest)
  {
    return integers<T>(default_space(), shape, rest...);
  }
  template <detail::drawn_real T = double, std::size_t Rank, class... Rest>
  auto gamma(std::array<std::int64_t, Rank> const& shape, Rest const&... rest)
  {
    return gamma<T>(default_space(), shape, rest...);
  }
  template <detail::drawn_real T = double, std::size_t Rank, class... Rest>
  auto beta(std::array<std::int64_t, Rank> const& shape, Rest const&... rest)
  {
    return beta<T>(default_space(), shape, rest...);
  }
  template <std::size_t Rank, class... Rest>
  auto poisson(std::array<std::int64_t, Rank> const& shape, Rest const&... rest)
  {
    return poisson(default_space(), shape, rest...);
  }
  template <std::size_t Rank, class... Rest>
  auto binomial(std::array<std::int64_t, Rank> const& shape, Rest const&... rest)
  {
    return binomial(default_space(), shape, rest...);
  }
  template <std::size_t Rank, class... Rest>
  auto choice(std::array<std::int64_t, Rank> const& shape, Rest const&... rest)
  {
    return choice(default_space(), shape, rest...);
  }
  template <std::integral Count>
  auto permutation(Count count)
  {
    return permutation(default_space(), count);
  }

  /// Index i's own sequence in a kernel of one's own: words of this draw that no expression uses.
  /// Capture generator::next(), so that the next kernel gets other numbers:
  ///
  /// ```cpp
  /// struct walk {
  ///   generator g;
  ///   array_ref<float, 1> x;
  ///   KOKKOS_FUNCTION void operator()(std::int64_t i) const
  ///   {
  ///     auto random = g.engine(i);
  ///     while (random.uniform<float>() < 0.9f) x(i) += random.normal<float>();
  ///   }
  /// };
  ///
  /// generator g(42);
  /// auto x = zeros<float>(shape(4));
  /// launch(x.space(), x.size(), walk{g.next(), x.ref()});
  /// std::cout << x << '\n';
  /// ```
  /// ```text
  /// [-4.812557   -0.96512014 -3.7898977   0.71862787]
  /// ```
  KOKKOS_FUNCTION random_engine engine(std::int64_t i) const
  {
    return random_engine(this_draw(), static_cast<std::uint64_t>(i));
  }

 private:
  KOKKOS_FUNCTION detail::random_draw this_draw() const
  {
    std::uint64_t const key = state_.seed ^ detail::scrambled(state_.stream);
    return {{static_cast<std::uint32_t>(key), static_cast<std::uint32_t>(key >> 32)},
            static_cast<std::uint32_t>(state_.draw),
            static_cast<std::uint32_t>(state_.draw >> 32)};
  }
  /// The next draw, for elements first … first + count - 1. Throws as every draw.
  detail::random_draw begin(char const* operation, std::int64_t first, std::int64_t count);
  template <class Law, class Space, std::size_t Rank>
  auto elements(char const* operation, Space const& space,
                std::array<std::int64_t, Rank> const& shape, std::int64_t first, Law const& law)
  {
    auto const draw = begin(operation, first, size_of(shape));
    return detail::random_elements<Law, Space, static_cast<int>(Rank)>(space, shape, first, draw,
                                                                       law);
  }

  generator_state state_;
};

}  // namespace acre
