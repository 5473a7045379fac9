// options: prices of options by random paths, beside the closed forms.
#include <acre/io/atomic_file.hpp>
#include <acre/picture/log_chart.hpp>
#include <acre/picture/png.hpp>
#include <acre/version.hpp>
#include <acre_apps/program.hpp>
#include <acre_apps/table.hpp>

#include <chrono>
#include <cmath>
#include <iostream>
#include <optional>

#include "monte_carlo.hpp"
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace acre::options {
namespace {

struct settings : apps::simulation_options, apps::plot_options {
  market m;
  double points = 1e7;

  settings() { plot = "options.png"; }
  std::int64_t paths() const { return std::llround(points); }
};

struct measured {
  std::string space;
  std::vector<stop> stops;
  double seconds = 0;
};

/// An estimate beside what it should be.
struct line {
  std::string name;
  double estimate = 0, standard_error = 0;
  std::optional<double> exact{};

  /// Whether all paths gave the same, and not the closed form: then they tell no error.
  bool tells_no_error() const { return exact && standard_error == 0 && estimate != *exact; }
  std::optional<double> errors() const
  {
    if (!exact || tells_no_error()) return std::nullopt;
    double const off = estimate - *exact;
    return off == 0 ? 0 : off / standard_error;
  }
};

line line_of(std::string name, moments const& m, double exact)
{
  return {std::move(name), m.mean(), m.standard_error(), exact};
}

std::vector<line> lines_of(stop const& s, closed_forms const& c)
{
  auto const controlled = s.controlled(c.geometric);
  return {line_of("European call", s.call, c.call),
          line_of("  delta", s.delta, c.delta),
          line_of("  vega", s.vega, c.vega),
          line_of("geometric average call", s.geometric, c.geometric),
          {"arithmetic average call", s.arithmetic.mean(), s.arithmetic.standard_error()},
          {"  with the geometric as control", controlled.price, controlled.standard_error}};
}

void draw(settings const& given, std::vector<stop> const& stops, closed_forms const& c)
{
  using picture::rgb;
  picture::log_chart chart;
  chart.title = "option prices by random paths, seed " + std::to_string(given.seed);
  chart.x_label = "paths";
  chart.y_label = "error";
  picture::log_chart::line european{"European: |price - exact|", rgb{31, 119, 180}, {}},
      expected{"its standard error", rgb{140, 190, 230}, {}},
      geometric{"geometric average: |price - exact|", rgb{200, 60, 40}, {}},
      arithmetic{"arithmetic average: standard error", rgb{44, 140, 44}, {}},
      controlled{"the same with control", rgb{150, 90, 180}, {}};
  for (stop const& s : stops) {
    auto const paths = static_cast<double>(s.paths);
    european.points.emplace_back(paths, std::abs(s.call.mean() - c.call));
    expected.points.emplace_back(paths, s.call.standard_error());
    geometric.points.emplace_back(paths, std::abs(s.geometric.mean() - c.geometric));
    arithmetic.points.emplace_back(paths, s.arithmetic.standard_error());
    controlled.points.emplace_back(paths, s.controlled(c.geometric).standard_error);
  }
  chart.lines = {european, expected, geometric, arithmetic, controlled};
  picture::write_png(given.plot, 960, 640, chart.draw(960, 640));
}

int report(settings const& given, std::vector<measured> const& all)
{
  using apps::align;
  closed_forms const c = exact(given.m);
  measured const& first = all.front();
  bool same = true, close = true, too_few = false;
  nlohmann::ordered_json j{{"build", build_info()}, {"paths", given.paths()}, {"seed", given.seed}};

  std::cout << apps::format_many(given.paths(), "path") << ", seed " << given.seed << "; spot "
            << given.m.spot << ", strike " << given.m.strike << ", rate " << given.m.rate
            << ", volatility " << given.m.volatility << ", " << given.m.years
            << (given.m.years == 1 ? " year" : " years") << ", averages over "
            << apps::format_many(given.m.steps, "date") << "\n\n";
  apps::text_table table({{"option"},
                          {"estimate", align::right},
                          {"std. error", align::right},
                          {"closed form", align::right},
                          {"off by std. errors", align::right}});
  for (line const& l : lines_of(first.stops.back(), c)) {
    auto const errors = l.errors();
    close = close && (!errors || std::abs(*errors) <= 5);  // not for NaN
    too_few = too_few || l.tells_no_error();
    table.add_row({l.name, apps::formatted("%.6f", l.estimate),
                   apps::formatted("%.1e", l.standard_error),
                   l.exact ? apps::formatted("%.6f", *l.exact) : "",
                   errors               ? apps::formatted("%+.2f", *errors)
                   : l.tells_no_error() ? "unknown"
                                        : ""});
    nlohmann::ordered_json o{{"estimate", l.estimate}, {"standard_error", l.standard_error}};
    if (l.exact) o["closed_form"] = *l.exact;
    j["results"][l.name.substr(l.name.find_first_not_of(' '))] = o;
  }
  table.print(std::cout);

  std::cout << '\n';
  apps::text_table spaces({{"space"}, {"time", align::right}, {"paths/s", align::right}, {"bits"}});
  j["spaces"] = nlohmann::ordered_json::array();
  for (measured const& m : all) {
    bool const equal = m.stops == first.stops;
    same = same && equal;
    spaces.add_row({m.space, apps::format_time(m.seconds),
                    apps::format_scientific(static_cast<double>(given.paths()) / m.seconds),
                    &m == &first ? "reference"
                    : equal      ? "same"
                                 : "DIFFERENT"});
    j["spaces"].push_back({{"space", m.space}, {"same_bits", equal}, {"seconds", m.seconds}});
  }
  spaces.print(std::cout);
  if (!given.no_plot) {
    draw(given, first.stops, c);
    std::cout << "\nhow the errors shrank: " << given.plot.string() << '\n';
  }
  if (too_few)
    std::cout << "\nWhere all paths gave the same there is no standard error: more of them "
                 "(--points) tell it.\n";
  if (!close) std::cout << "\nAn estimate is more than 5 standard errors off its closed form.\n";
  if (!same) std::cout << "\nThe spaces disagree.\n";
  j["same_bits"] = same;
  j["within_5_standard_errors"] = close;
  if (given.json) io::write_text_file(*given.json, j.dump(2) + '\n');
  return close && same ? 0 : 1;
}

void describe(CLI::App& app, settings& given)
{
  app.footer(
      "Examples:\n"
      "  options                                    10^7 paths on every space of this build\n"
      "  options --space cuda --points 1e9          more, on a GPU\n"
      "  options --strike 90 --years 2 --steps 24   another option\n"
      "\n"
      "Exit status: 0 if all spaces gave the same bits and every estimate with a closed form is "
      "within\n"
      "5 standard errors of it, 1 if not, 2 for a wrong call.");
  auto const above_0 = apps::between(1e-9, 1e12);
  app.add_option("--spot", given.m.spot, "Price of the asset now")
      ->check(above_0)
      ->capture_default_str();
  app.add_option("--strike", given.m.strike, "Price at which the option buys")
      ->check(above_0)
      ->capture_default_str();
  app.add_option("--rate", given.m.rate, "Interest a year, continuous")
      ->check(apps::between(-1.0, 1.0))
      ->capture_default_str();
  app.add_option("--volatility", given.m.volatility, "Of the asset, a year")
      ->check(apps::between(1e-3, 5.0))
      ->capture_default_str();
  app.add_option("--years", given.m.years, "Until the option ends")
      ->check(apps::between(1e-3, 100.0))
      ->capture_default_str();
  app.add_option("--steps", given.m.steps, "Dates that the averages go over, at equal distances")
      ->check(apps::between(1, 100000))
      ->capture_default_str();
  app.add_option("--points,--size", given.points, "How many paths, from 2 to 2^48; 1e7 is fine")
      ->transform(apps::count(2, std::int64_t{1} << 48))
      ->capture_default_str()
      ->type_name("N");
  given.add_to(app, "paths");
  given.add_plot(app, "how the errors shrink");
}

int run(settings const& given)
{
  apps::require_outputs({given.plot_file(), given.json_file()});
  runtime const running = apps::runtime_for(given.spaces);
  auto const names = apps::chosen_spaces(given.spaces);
  std::vector<measured> all;
  {
    apps::progress_bar bar("options", given.paths() * static_cast<std::int64_t>(names.size()));
    for (std::string const& name : names) {
      bar.label("options on " + name);
      auto const start = std::chrono::steady_clock::now();
      auto stops = simulate(name, given.m, given.paths(), given.seed, bar,
                            given.paths() * static_cast<std::int64_t>(all.size()));
      double const seconds =
          std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
      all.push_back({name, std::move(stops), seconds});
    }
  }
  return report(given, all);
}

}  // namespace
}  // namespace acre::options

int main(int argc, char** argv)
{
  acre::options::settings given;
  CLI::App app(
      "Prices call options by random paths of the asset, on every space with the same bits: a "
      "European one with its "
      "delta and vega, and ones on the geometric and the arithmetic average over some dates. The "
      "closed forms of Black "
      "and Scholes (European) and of Kemna and Vorst (geometric average) stand beside them.",
      "options");
  acre::options::describe(app, given);
  return acre::apps::run_program(app, argc, argv, [&] { return acre::options::run(given); });
}
