#include <acre/random/xoroshiro.hpp>

#include "operations.hpp"

/// Numba's random numbers, drawn by kernels.
namespace acre::conformance {

namespace {

enum class drawn { words, float32, float64, hits };

/// Row i: `draws` numbers of generator i; of hits, how many of as many points lie in the disc.
template <drawn What, class T>
struct draw {
  array_ref<std::uint64_t, 2> states;
  array_ref<T, 2> out;
  std::int64_t draws;

  KOKKOS_FUNCTION void operator()(std::int64_t i) const
  {
    if constexpr (What == drawn::hits) {
      xoroshiro128p engine(states, i);
      std::int64_t hits = 0;
      for (std::int64_t k = 0; k < draws; ++k) {
        double const x = 2.0 * static_cast<double>(engine.uniform<float>()) - 1.0,
                     y = 2.0 * static_cast<double>(engine.uniform<float>()) - 1.0;
        hits += x * x + y * y <= 1.0 ? 1 : 0;
      }
      engine.store(states, i);
      out(i, 0) = hits;
    } else {
      for (std::int64_t k = 0; k < draws; ++k) {
        if constexpr (What == drawn::words)
          out(i, k) = xoroshiro128p_next(states, i);
        else if constexpr (What == drawn::float32)
          out(i, k) = xoroshiro128p_uniform_float32(states, i);
        else
          out(i, k) = xoroshiro128p_uniform_float64(states, i);
      }
    }
  }
};

template <class Space>
auto states_of(Space const& space, call const& c, char const* count)
{
  return create_xoroshiro128p_states(space, c.params().at(count).get<std::int64_t>(),
                                     c.params().at("seed").get<std::uint64_t>(),
                                     c.params().value("subsequence_start", std::uint64_t{0}));
}

results states(call const& c)
{
  c.indifferent_to({"draws"});  // those of before any
  return out(std::visit([&](auto const& space) { return dynamic_array(states_of(space, c, "n")); },
                        c.space()));
}

template <drawn What, class T>
results numbers(call const& c)
{
  auto const draws = c.params().at("draws").get<std::int64_t>();
  return out(std::visit(
      [&](auto const& space) {
        auto const generators = states_of(space, c, "n");
        auto const made = empty<T>(space, shape(generators.shape()[0], draws));
        launch(space, made.shape()[0], draw<What, T>{generators.ref(), made.ref(), draws});
        return dynamic_array(made);
      },
      c.space()));
}

results hits(call const& c)
{
  auto const pairs = c.params().at("pairs").get<std::int64_t>();
  return out(std::visit(
      [&](auto const& space) {
        auto const generators = states_of(space, c, "generators");
        auto const made = empty<std::int64_t>(space, shape(generators.shape()[0], 1));
        launch(space, made.shape()[0],
               draw<drawn::hits, std::int64_t>{generators.ref(), made.ref(), pairs});
        return dynamic_array(made.reshape(shape(-1)));
      },
      c.space()));
}

}  // namespace

std::vector<operation> xoroshiro_operations()
{
  return {{"xoroshiro128p_states", "xoroshiro", states},
          {"xoroshiro128p_next", "xoroshiro", numbers<drawn::words, std::uint64_t>},
          {"xoroshiro128p_uniform_float32", "xoroshiro", numbers<drawn::float32, float>},
          {"xoroshiro128p_uniform_float64", "xoroshiro", numbers<drawn::float64, double>},
          {"montecarlo_pi_hits", "xoroshiro", hits}};
}

}  // namespace acre::conformance
