#include <acre/array/creation.hpp>
#include <acre/device/launch.hpp>
#include <acre/elementwise/functions.hpp>
#include <acre/math/complex.hpp>
#include <acre/math/hyperbolic.hpp>
#include <acre/math/root.hpp>
#include <acre/math/trig.hpp>
#include <acre/order/histogram.hpp>

#include <algorithm>

#include "collisions.hpp"
#include "map.hpp"
#include "workload.hpp"

/// Collisions: lists of leptons, as many as there were in each event.
namespace acre::tour {

/// The sum of each event's values, added in order.
struct sum_of_event {
  array_ref<std::int64_t, 1> offset;
  array_ref<float, 1> value;
  array_ref<double, 1> total;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t event) const
  {
    double sum = 0;
    for (std::int64_t k = offset(event); k < offset(event + 1); ++k)
      sum += static_cast<double>(value(k));
    total(event) = sum;
  }
};

/// The heaviest pair of opposite charges in each event, from massless leptons:
/// m² = 2 pt1 pt2 (cosh(eta1 - eta2) - cos(phi1 - phi2)); 0 where there is no such pair.
struct heaviest_pair {
  array_ref<std::int64_t, 1> offset;
  array_ref<float, 1> pt, eta, phi;
  array_ref<std::int32_t, 1> charge;
  array_ref<double, 1> mass;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t event) const
  {
    double heaviest = 0;
    std::int64_t const end = offset(event + 1);
    for (std::int64_t i = offset(event); i < end; ++i)
      for (std::int64_t j = i + 1; j < end; ++j) {
        if (charge(i) == charge(j)) continue;
        double const angles =
            math::cosh(static_cast<double>(eta(i)) - static_cast<double>(eta(j))) -
            math::cos(static_cast<double>(phi(i)) - static_cast<double>(phi(j)));
        double const m =
            math::sqrt(2 * static_cast<double>(pt(i)) * static_cast<double>(pt(j)) * angles);
        if (m > heaviest) heaviest = m;
      }
    mass(event) = heaviest;
  }
};

namespace {

template <class T, class Space>
array<T, 1, Space> on(Space const& space, std::vector<T> const& values)
{
  return from_host<T>(space, std::span(values), shape(static_cast<std::int64_t>(values.size())));
}

struct event_sums {
  template <class Space>
  outcome operator()(Space const& space, context const& given) const
  {
    collisions const& data = collisions_of(given);
    auto const offset = on(space, data.offset);
    auto const pt = on(space, data.pt);
    array<double, 1, Space> total(space, shape(data.events()));
    outcome out;
    out.seconds = seconds_of(space, [&] {
      launch(space, data.events(), sum_of_event{offset.ref(), pt.ref(), total.ref()});
    });
    keep(out, "sum of pt", total);
    auto const& totals = out.get<double>("sum of pt");
    out.result = format("%s: %zu events, largest sum %.1f GeV", data.name.c_str(), totals.size(),
                        totals.empty() ? 0.0 : *std::max_element(totals.begin(), totals.end()));
    return out;
  }
};

struct pt_histogram {
  template <class Space>
  outcome operator()(Space const& space, context const& given) const
  {
    auto const pt = on(space, collisions_of(given).pt);
    array<std::int64_t, 1, Space> counts;
    outcome out;
    out.seconds = seconds_of(space, [&] { counts = histogram(pt, 100, 0.0, 100.0); });
    keep(out, "counts", counts);
    auto const& host = out.get<std::int64_t>("counts");
    out.result =
        format("most at %d GeV",
               static_cast<int>(std::max_element(host.begin(), host.end()) - host.begin()));
    return out;
  }
};

constexpr int mass_bins = 150;

std::string summary(std::vector<double> const& masses)
{
  double sum = 0;
  int pairs = 0, near = 0;
  for (double const m : masses) {
    sum += m;
    pairs += m > 0;
    near += m > 80 && m < 100;
  }
  return format("mean %.4f GeV, %d of %d within 10 GeV of 90", sum / std::max(1, pairs), near,
                pairs);
}

struct pair_masses {
  template <class Space>
  outcome operator()(Space const& space, context const& given) const
  {
    collisions const& data = collisions_of(given);
    auto const offset = on(space, data.offset);
    auto const pt = on(space, data.pt), eta = on(space, data.eta), phi = on(space, data.phi);
    auto const charge = on(space, data.charge);
    array<double, 1, Space> mass(space, shape(data.events()));
    heaviest_pair const kernel{offset.ref(), pt.ref(),     eta.ref(),
                               phi.ref(),    charge.ref(), mass.ref()};
    outcome out;
    out.seconds = seconds_of(space, [&] { launch(space, data.events(), kernel); });
    keep(out, "mass", mass);
    keep(out, "counts", histogram(where(mass > 0, mass, -1.0), mass_bins, 0.0, 150.0));
    out.result = summary(out.get<double>("mass"));
    return out;
  }
};

std::vector<picture> draw_counts(char const* file, chart_labels const& labels, outcome const& out)
{
  auto const& counts = out.get<std::int64_t>("counts");
  auto const color = [](double t) {
    return apps::map_color(apps::colormap::sequential, 0.15 + 0.6 * t);
  };
  return {bar_chart(file, {counts.begin(), counts.end()}, labels, color)};
}
std::vector<picture> draw_pt(outcome const& out)
{
  return draw_counts("electron-pt.png",
                     {"Transverse momenta of electrons", "pt, GeV", "electrons in 1 GeV", 0, 100},
                     out);
}
std::vector<picture> draw_masses(outcome const& out)
{
  return draw_counts("dielectron-mass.png",
                     {"Heaviest pair of an electron and a positron in each event", "mass, GeV",
                      "events in 1 GeV", 0, mass_bins},
                     out);
}

}  // namespace

void add_events(std::vector<workload>& list)
{
  add<event_sums>(list, "events.sums",
                  "collisions (--events): the sum of the electrons' pt in each");
  add<pt_histogram>(list, "events.pt", "how many electrons have which pt", draw_pt);
  add<pair_masses>(list, "events.masses", "the heaviest pair of an electron and a positron in each",
                   draw_masses);
}

}  // namespace acre::tour
