#include <acre/dynamic/random.hpp>
#include <acre/random/generator.hpp>

#include "python.hpp"

namespace acre::python {

void bind_random(nb::module_& m)
{
  nb::class_<generator>(m, "Generator",
                        "Random numbers by Philox4x32-10: the same bits on every device.")
      .def(
          "__init__",
          [](generator* self, std::uint64_t seed, std::uint64_t stream, std::uint64_t draw) {
            new (self) generator(generator_state{seed, stream, draw});
          },
          nb::arg("seed") = 0, nb::arg("stream") = 0, nb::arg("draw") = 0)
      .def_prop_ro("state",
                   [](generator const& g) {
                     auto const state = g.state();
                     return nb::make_tuple(state.seed, state.stream, state.draw);
                   })
      .def("__reduce__",
           [](nb::handle self) { return nb::make_tuple(self.type(), self.attr("state")); })
      .def("__repr__", [](generator const& g) { return "Generator(" + g.to_string() + ")"; });
  define(m, "draw",
         [](std::string_view law, generator& g, nb::handle shape, nb::handle type, nb::handle on,
            double first, double second) {
           auto const extents = integers_of(shape);
           auto const wanted = dtype_of_object(type);
           return made_on(on, [&](auto const& space) {
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
         [](generator& g, std::int64_t low, std::int64_t high, nb::handle shape, nb::handle type,
            nb::handle on) {
           auto const wanted = dtype_of_object(type);
           auto const extents = integers_of(shape);
           return made_on(on, [&](auto const& space) {
             return dynamic::integers(g, space, wanted, extents, low, high);
           });
         });
  define(m, "poisson", [](generator& g, double mean, nb::handle shape, nb::handle on) {
    auto const extents = integers_of(shape);
    return made_on(on,
                   [&](auto const& space) { return dynamic::poisson(g, space, extents, mean); });
  });
  define(m, "binomial",
         [](generator& g, std::int64_t trials, double p, nb::handle shape, nb::handle on) {
           auto const extents = integers_of(shape);
           return made_on(on, [&](auto const& space) {
             return dynamic::binomial(g, space, extents, trials, p);
           });
         });
  define(m, "choice", [](generator& g, nb::handle weights, nb::handle shape, nb::handle on) {
    std::vector<double> each;
    for (nb::handle weight : nb::iter(weights)) each.push_back(nb::cast<double>(weight));
    auto const extents = integers_of(shape);
    return made_on(on, [&](auto const& space) { return dynamic::choice(g, space, extents, each); });
  });
  define(m, "permutation", [](generator& g, std::int64_t count, nb::handle on) {
    return made_on(on, [&](auto const& space) { return dynamic::permutation(g, space, count); });
  });
}

}  // namespace acre::python
