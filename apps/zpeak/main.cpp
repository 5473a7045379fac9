// zpeak: the mass of the heaviest pair of opposite charges in each collision, and the Z among them.
#include <acre/device/launch.hpp>
#include <acre/elementwise/elementary.hpp>
#include <acre/error.hpp>
#include <acre/jit/module.hpp>
#include <acre/math/complex.hpp>
#include <acre/math/hyperbolic.hpp>
#include <acre/math/root.hpp>
#include <acre/math/trig.hpp>
#include <acre/order/histogram.hpp>
#include <acre/ragged/combinations.hpp>
#include <acre/ragged/ragged.hpp>
#include <acre/ragged/rearrange.hpp>
#include <acre/ragged/reduce.hpp>
#include <acre/ragged/select.hpp>
#include <acre/version.hpp>
#include <acre_apps/bars.hpp>
#include <acre_apps/program.hpp>
#include <acre_apps/progress.hpp>
#include <acre_apps/same_bits.hpp>
#include <acre_apps/table.hpp>
#include <acre_apps/timing.hpp>

#include <algorithm>
#include <iostream>
#include <set>

#include "events.hpp"
#include <nlohmann/json.hpp>

namespace acre::zpeak {

/// The mass of two massless leptons, m^2 = 2 pt1 pt2 (cosh(eta1 - eta2) - cos(phi1 - phi2)); 0
/// where their charges are the same.
struct pair_mass {
  array_ref<float, 1> pt, eta, phi;
  array_ref<std::int32_t, 1> charge;

  KOKKOS_INLINE_FUNCTION static double wide(float x) { return static_cast<double>(x); }
  KOKKOS_INLINE_FUNCTION double operator()(std::int64_t i, std::int64_t j) const
  {
    if (charge(i) == charge(j)) return 0;
    return math::sqrt(
        2 * wide(pt(i)) * wide(pt(j)) *
        (math::cosh(wide(eta(i)) - wide(eta(j))) - math::cos(wide(phi(i)) - wide(phi(j)))));
  }
};

/// The larger of two masses; 0 of none.
struct heaviest {
  using value_type = double;
  KOKKOS_INLINE_FUNCTION double identity() const { return 0; }
  KOKKOS_INLINE_FUNCTION double empty() const { return 0; }
  KOKKOS_INLINE_FUNCTION double combine(double a, double b) const { return a < b ? b : a; }
  KOKKOS_INLINE_FUNCTION double finish(double a) const { return a; }
};

/// The whole of it by hand: an event is a thread's.
struct heaviest_pair {
  pair_mass mass_of;
  array_ref<std::int64_t, 1> offset;
  array_ref<double, 1> mass;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t event) const
  {
    double most = 0;
    std::int64_t const end = offset(event + 1);
    for (std::int64_t i = offset(event); i < end; ++i)
      for (std::int64_t j = i + 1; j < end; ++j) most = heaviest{}.combine(most, mass_of(i, j));
    mass(event) = most;
  }
};

/// The analysis as text, which is compiled while the program runs.
constexpr char const* heaviest_pair_text = R"(
KOKKOS_FUNCTION void heaviest_pair(launch_thread const& t, float const* pt, float const* eta,
                                   float const* phi, int const* charge, std::int64_t const* offset,
                                   array_ref<double, 1> mass)
{
  auto const event = t.x();
  if (event >= mass.extent[0]) return;
  double most = 0;
  std::int64_t const end = offset[event + 1];
  for (std::int64_t i = offset[event]; i < end; ++i)
    for (std::int64_t j = i + 1; j < end; ++j) {
      if (charge[i] == charge[j]) continue;
      double const m = sqrt(2 * static_cast<double>(pt[i]) * static_cast<double>(pt[j]) *
                            (cosh(static_cast<double>(eta[i]) - static_cast<double>(eta[j])) -
                             cos(static_cast<double>(phi[i]) - static_cast<double>(phi[j]))));
      if (most < m) most = m;
    }
  mass(event) = most;
}
)";

namespace {

constexpr double low = 60, high = 120;
constexpr int bins = 120;

struct settings : apps::simulation_options, apps::plot_options {
  std::optional<std::filesystem::path> events;
  std::int64_t count = 1000000;
  std::optional<std::int64_t> part;

  settings() { plot = "zpeak.png"; }
};

/// Result of one way of writing the analysis on one space.
struct measured {
  std::string space, way;
  std::vector<double> mass;  ///< of each event, 0 without a pair; of the part that was read last
  std::vector<std::int64_t> counts;
  double seconds = 0;
  bool same_bits = true;  ///< as the first way's
};

/// The analysis as it would be written for one event, of all events: operations on lists.
template <class Space>
array<double, 1, Space> heaviest_masses(ragged<double, Space> const& pt,
                                        ragged<double, Space> const& eta,
                                        ragged<double, Space> const& phi,
                                        ragged<std::int32_t, Space> const& charge)
{
  auto const [i, j] = argcombinations<2>(pt);
  auto const mass = sqrt(2 * pt(i) * pt(j) * (cosh(eta(i) - eta(j)) - cos(phi(i) - phi(j))));
  return max(where(charge(i) != charge(j), mass, 0), 1, fill(0));
}

struct analysis {
  events const& data;
  bool once;  // timed by its only run
  apps::progress_bar* bar;
  jit::kernel const& from_text;
  std::vector<measured>& all;
  std::set<std::string>& noted;  // what could not be compiled, and why

  template <class Space>
  void operator()(Space const& space) const
  {
    auto const offset = from_host(space, data.offset);
    auto const pt = from_host(space, data.pt), eta = from_host(space, data.eta),
               phi = from_host(space, data.phi);
    auto const charge = from_host(space, data.charge);
    auto const listed = [&](auto const& field) { return ragged(offset, field); };
    auto const wide = [&](array<float, 1, Space> const& field) {
      return ragged<double, Space>(cast<double>(listed(field)));
    };
    auto const [pts, etas, phis, charges] = zip(wide(pt), wide(eta), wide(phi), listed(charge));
    keep(space, "operations on lists", [&] { return heaviest_masses(pts, etas, phis, charges); });
    auto const leptons = listed(pt);
    auto const elements = [&](auto const& field) { return flatten(listed(field)).ref(); };
    pair_mass const of_elements{elements(pt), elements(eta), elements(phi), elements(charge)};
    keep(space, "a function of each pair",
         [&] { return reduce_combinations<2>(leptons, of_elements, heaviest{}); });
    pair_mass const mass_of{pt.ref(), eta.ref(), phi.ref(), charge.ref()};
    keep(space, "a kernel, a thread an event", [&] {
      array<double, 1, Space> mass(space, shape(data.count()));
      launch(space, data.count(), heaviest_pair{mass_of, offset.ref(), mass.ref()});
      return mass;
    });
    auto const run_text = [&](array<double, 1, Space> const& mass) {
      from_text(space, {.grid = {blocks_for(mass.size(), 128)}, .block = {128}}, pt, eta, phi,
                charge, offset, mass);
    };
    try {
      run_text(array<double, 1, Space>(space, shape(0)));  // compiles it, which is not timed
    } catch (backend_error const& e) {
      if (noted.insert(e.message()).second) std::cerr << "zpeak: left out: " << e.message() << '\n';
      return;
    }
    keep(space, "the kernel from text", [&] {
      array<double, 1, Space> mass(space, shape(data.count()));
      run_text(mass);
      return mass;
    });
  }

 private:
  template <class Space, class F>
  void keep(Space const& space, char const* way, F const& f) const
  {
    if (bar) {
      bar->label(std::string("zpeak: ") + name_of(space) + ", " + way);
      bar->advance();  // what came before is done
    }
    array<double, 1, Space> mass;
    array<std::int64_t, 1, Space> counts;
    auto const time = apps::measure(
        [&] {
          mass = f();
          counts = histogram(mass, bins, low, high);
          space.fence();
        },
        once ? apps::timing_options{.warm_up = 0, .repeats = 1}
             : apps::timing_options{.max_seconds = 10});
    all.push_back({name_of(space), way, to_vector(mass), to_vector(counts), time.median});
  }
};

bool same(measured const& a, measured const& b)
{
  return a.counts == b.counts && apps::same_bits(a.mass, b.mass);
}

/// The results of all parts.
struct findings {
  std::string origin;
  std::int64_t events = 0, leptons = 0, pairs = 0, near = 0, parts = 0;
  double total_mass = 0;
  std::vector<measured> ways;

  double mean() const { return total_mass / static_cast<double>(std::max<std::int64_t>(1, pairs)); }

  /// Part after part gives what all at once gives, to the bit.
  void add(zpeak::events const& data, std::vector<measured> part)
  {
    origin = data.origin;
    events += data.count();
    leptons += static_cast<std::int64_t>(data.pt.size());
    for (double const mass : part.front().mass) {
      pairs += mass > 0;
      near += mass > 80 && mass < 100;
      total_mass += mass;
    }
    for (measured& m : part) m.same_bits = same(part.front(), m);
    if (parts++ == 0) {
      ways = std::move(part);
      return;
    }
    for (std::size_t k = 0; k < ways.size(); ++k) {
      for (std::size_t bin = 0; bin < ways[k].counts.size(); ++bin)
        ways[k].counts[bin] += part[k].counts[bin];
      ways[k].seconds += part[k].seconds;
      ways[k].same_bits = ways[k].same_bits && part[k].same_bits;
    }
  }
};

/// A bar for each bin.
void draw(settings const& given, findings const& found)
{
  apps::write_bars(given.plot,
                   {.title = "heaviest opposite pair, " + std::to_string(found.events) +
                             " events, " + found.origin,
                    .x_label = "mass / GeV",
                    .y_label = "events / 0.5 GeV",
                    .low = low,
                    .high = high},
                   found.ways.front().counts);
}

std::string counted(std::int64_t n, std::string const& what)
{
  return apps::format_count(n) + ' ' + what + (n == 1 ? "" : "s");
}

/// 0: all agree.
int report(settings const& given, findings const& found)
{
  using apps::align;
  measured const& first = found.ways.front();
  auto const peak =
      std::max_element(first.counts.begin(), first.counts.end()) - first.counts.begin();
  std::cout << counted(found.events, "event") << " with " << counted(found.leptons, "lepton")
            << ", " << found.origin;
  if (given.part) std::cout << ", read in " << counted(found.parts, "part");
  std::cout << "\n\n";
  if (found.pairs == 0)
    std::cout << "None has a pair of opposite charges.\n\n";
  else
    std::cout << apps::format_count(found.pairs) << (found.pairs == 1 ? " has" : " have")
              << " a pair of opposite charges, " << apps::format_count(found.near)
              << " one of 80 to 100 GeV; the mean of the heaviest is "
              << apps::formatted("%.6f", found.mean()) << " GeV, most are at "
              << apps::formatted("%.1f",
                                 low + (static_cast<double>(peak) + 0.5) * (high - low) / bins)
              << " GeV\n\n";
  apps::text_table table(
      {{"space"}, {"written as"}, {"time", align::right}, {"events/s", align::right}, {"bits"}});
  nlohmann::ordered_json j{{"build", build_info()},          {"origin", found.origin},
                           {"events", found.events},         {"with_pair", found.pairs},
                           {"within_80_to_100", found.near}, {"mean", found.mean()},
                           {"parts", found.parts},           {"counts", first.counts}};
  bool agree = true;
  for (measured const& m : found.ways) {
    agree = agree && m.same_bits;
    table.add_row({m.space, m.way, apps::format_time(m.seconds),
                   apps::format_scientific(static_cast<double>(found.events) / m.seconds),
                   &m == &first  ? "reference"
                   : m.same_bits ? "same"
                                 : "DIFFERENT"});
    j["ways"].push_back(
        {{"space", m.space}, {"way", m.way}, {"seconds", m.seconds}, {"same_bits", m.same_bits}});
  }
  table.print(std::cout);
  if (!given.no_plot) {
    draw(given, found);
    std::cout << "\nthe peak: " << given.plot.string() << '\n';
  }
  if (!agree) std::cout << "\nThe results disagree.\n";
  j["same_bits"] = agree;
  if (given.json) io::write_text_file(*given.json, j.dump(2) + '\n');
  return agree ? 0 : 1;
}

void describe(CLI::App& app, settings& given)
{
  app.footer(
      "Examples:\n"
      "  zpeak                               10^6 drawn events on every space of this build\n"
      "  zpeak --events DIR --space cuda     those of electron_*.npy or lepton_*.npy\n"
      "  zpeak --events DIR --part 50000000  files larger than memory, 1 GB of them at a time\n"
      "  zpeak --events run.h5               the datasets electron/* or lepton/* of an HDF5 file\n"
      "\n"
      "The files are offsets (int64, one more than there are events), pt, eta, phi (float32) and\n"
      "charge (int32).\n"
      "\n"
      "Exit status: 0 if all spaces and all ways gave the same bits, 1 if not, 2 for a wrong "
      "call\n"
      "or files that cannot be read.");
  auto* const from = app.add_option("--events", given.events,
                                    "Folder or HDF5 file of events (default: drawn ones)")
                         ->check(apps::not_empty())
                         ->type_name("PATH");
  app.add_option("--part", given.part, "Read events in parts of at most so many leptons")
      ->transform(apps::count(1, 1000000000000))
      ->needs(from)
      ->type_name("N");
  app.add_option("--number", given.count, "How many events to draw")
      ->transform(apps::count(1, 1000000000))
      ->excludes(from)
      ->capture_default_str()
      ->type_name("N");
  given.add_to(app, "events are drawn");
  given.add_plot(app, "the peak");
}

int run(settings const& given)
{
  apps::require_outputs({given.plot_file(), given.json_file()}, {{"--events", given.events}});
  runtime const running = apps::runtime_for(given.spaces);
  auto const names = apps::chosen_spaces(given.spaces);
  findings found;
  std::set<std::string> noted;
  // one for all parts, as a kernel knows what it has compiled
  jit::kernel const from_text = jit::module(heaviest_pair_text).kernel("heaviest_pair");
  auto const take = [&](events const& data, apps::progress_bar* bar = nullptr) {
    std::vector<measured> ways;
    for (std::string const& name : names)
      dispatch(name, analysis{data, given.part.has_value(), bar, from_text, ways, noted});
    found.add(data, std::move(ways));
  };
  if (given.part) {
    events_in_parts parts(*given.events, *given.part);
    apps::progress_bar bar("zpeak", parts.count());
    for (events part; parts.next(part); bar.update(parts.read())) take(part);
    if (found.parts == 0) take({parts.origin(), {0}, {}, {}, {}, {}});
  } else {
    constexpr std::int64_t ways = 4;
    apps::progress_bar bar("zpeak", 1 + ways * static_cast<std::int64_t>(names.size()));
    bar.label(given.events ? "zpeak: events are read" : "zpeak: events are drawn");
    bar.update(0);
    take(given.events ? read_events(*given.events) : drawn_events(given.count, given.seed), &bar);
  }
  return report(given, found);
}

}  // namespace
}  // namespace acre::zpeak

int main(int argc, char** argv)
{
  acre::zpeak::settings given;
  CLI::App app(
      "Finds the heaviest pair of opposite charges in each collision, and in their masses the Z: "
      "with "
      "operations on lists, and in one kernel around a function of a pair, by hand, or from text "
      "that is compiled while the program runs. Every space gives the same bits.",
      "zpeak");
  acre::zpeak::describe(app, given);
  return acre::apps::run_program(app, argc, argv, [&] { return acre::zpeak::run(given); });
}
