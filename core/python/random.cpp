#include <acre/dynamic/random.hpp>
#include <acre/random/generator.hpp>

#include <atomic>

#include "python.hpp"

namespace acre::python {

namespace {

/// A generator that threads draw from together: each draw has a number that no other has, also
/// where Python has no lock.
class shared_generator {
 public:
  explicit shared_generator(generator_state const& from)
      : seed_(from.seed), stream_(from.stream), next_(from.draw)
  {}
  generator_state state() const { return {seed_, stream_, next_.load()}; }

  /// f(generator) that makes one draw. One that is refused takes no number, unless another thread
  /// has drawn meanwhile.
  template <class F>
  dynamic_array draw(F const& f)
  {
    std::uint64_t const mine = next_.fetch_add(1);
    try {
      generator g(generator_state{seed_, stream_, mine});
      return f(g);
    } catch (...) {
      std::uint64_t behind = mine + 1;
      next_.compare_exchange_strong(behind, mine);
      throw;
    }
  }

 private:
  std::uint64_t seed_, stream_;
  std::atomic<std::uint64_t> next_;
};

/// f(generator, space): a draw of so many elements on a device.
template <class F>
dynamic_array drawn(shared_generator& from, nb::handle on, extents_view extents, F const& f)
{
  return made_on(on, extents, [&](dynamic_space const& space) {
    return from.draw([&](generator& g) { return f(g, space); });
  });
}

}  // namespace

void bind_random(nb::module_& m)
{
  nb::class_<shared_generator>(m, "Generator",
                               "Random numbers by Philox4x32-10: the same bits on every device.")
      .def(
          "__init__",
          [](shared_generator* self, std::uint64_t seed, std::uint64_t stream, std::uint64_t draw) {
            new (self) shared_generator(generator_state{seed, stream, draw});
          },
          nb::arg("seed") = 0, nb::arg("stream") = 0, nb::arg("draw") = 0)
      .def_prop_ro("state",
                   [](shared_generator const& g) {
                     auto const state = g.state();
                     return nb::make_tuple(state.seed, state.stream, state.draw);
                   })
      .def("__reduce__",
           [](nb::handle self) { return nb::make_tuple(self.type(), self.attr("state")); })
      .def("__repr__", [](shared_generator const& g) {
        return "Generator(" + generator(g.state()).to_string() + ")";
      });
  define(m, "draw",
         [](std::string_view law, shared_generator& from, nb::handle shape, nb::handle type,
            nb::handle on, double first, double second) {
           auto const extents = integers_of(shape);
           auto const wanted = dtype_of_object(type);
           return drawn(from, on, extents, [&](generator& g, auto const& space) {
             if (law == "uniform")
               return dynamic::uniform(g, space, wanted, extents, first, second);
             if (law == "normal") return dynamic::normal(g, space, wanted, extents, first, second);
             if (law == "lognormal")
               return dynamic::lognormal(g, space, wanted, extents, first, second);
             if (law == "gamma") return dynamic::gamma(g, space, wanted, extents, first, second);
             if (law == "beta") return dynamic::beta(g, space, wanted, extents, first, second);
             return dynamic::exponential(g, space, wanted, extents, first);
           });
         });
  define(m, "integers",
         [](shared_generator& from, std::int64_t low, std::int64_t high, nb::handle shape,
            nb::handle type, nb::handle on) {
           auto const wanted = dtype_of_object(type);
           auto const extents = integers_of(shape);
           return drawn(from, on, extents, [&](generator& g, auto const& space) {
             return dynamic::integers(g, space, wanted, extents, low, high);
           });
         });
  define(m, "poisson", [](shared_generator& from, double mean, nb::handle shape, nb::handle on) {
    auto const extents = integers_of(shape);
    return drawn(from, on, extents, [&](generator& g, auto const& space) {
      return dynamic::poisson(g, space, extents, mean);
    });
  });
  define(
      m, "binomial",
      [](shared_generator& from, std::int64_t trials, double p, nb::handle shape, nb::handle on) {
        auto const extents = integers_of(shape);
        return drawn(from, on, extents, [&](generator& g, auto const& space) {
          return dynamic::binomial(g, space, extents, trials, p);
        });
      });
  define(m, "choice",
         [](shared_generator& from, nb::handle weights, nb::handle shape, nb::handle on) {
           std::vector<double> each;
           for (nb::handle weight : nb::iter(weights)) each.push_back(nb::cast<double>(weight));
           auto const extents = integers_of(shape);
           return drawn(from, on, extents, [&](generator& g, auto const& space) {
             return dynamic::choice(g, space, extents, each);
           });
         });
  define(m, "permutation", [](shared_generator& from, std::int64_t count, nb::handle on) {
    return drawn(from, on, {{count}}, [&](generator& g, auto const& space) {
      return dynamic::permutation(g, space, count);
    });
  });
}

}  // namespace acre::python
