// pi: the area of the unit disc by random points, none of which is stored.
#include <acre/elementwise/functions.hpp>
#include <acre/io/atomic_file.hpp>
#include <acre/picture/log_chart.hpp>
#include <acre/picture/png.hpp>
#include <acre/random/generator.hpp>
#include <acre/reduce/logic.hpp>
#include <acre/version.hpp>
#include <acre_apps/program.hpp>
#include <acre_apps/progress.hpp>
#include <acre_apps/table.hpp>

#include <chrono>
#include <cmath>
#include <iostream>
#include <numbers>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace acre::pi {
namespace {

struct settings : apps::simulation_options, apps::plot_options {
  double points = 1e9;

  settings() { plot = "pi.png"; }
  std::int64_t count() const { return std::llround(points); }
};

/// How many of the first `points` points lie inside.
struct stop {
  std::int64_t points = 0, inside = 0;
  bool operator==(stop const&) const = default;

  double share() const { return static_cast<double>(inside) / static_cast<double>(points); }
  double estimate() const { return 4 * share(); }
  double error() const { return estimate() - std::numbers::pi; }
  /// Standard error of the estimate, from pi itself: an estimate of all or no points inside has one
  /// too.
  double standard_error() const
  {
    double const p = std::numbers::pi / 4;
    return 4 * std::sqrt(p * (1 - p) / static_cast<double>(points));
  }
};

struct measured {
  std::string space;
  std::vector<stop> stops;
  double seconds = 0;

  stop const& last() const { return stops.back(); }
};

/// Ten a decade where that is possible, and the end; all but the end are multiples of 256, from
/// where on numbers are made quickest (generator::uniform).
std::vector<std::int64_t> stops_until(std::int64_t count)
{
  std::vector<std::int64_t> stops;
  for (int k = 24;; ++k) {
    auto const points = 256 * std::llround(std::pow(10.0, k / 10.0) / 256);
    if (points >= count) break;
    if (stops.empty() || points > stops.back()) stops.push_back(points);
  }
  stops.push_back(count);
  return stops;
}

/// Points e of two draws: element e of the first is the abscissa, of the second the ordinate, in
/// float32. They stay terms of an expression, which the reduction evaluates; only counts leave it.
///
/// The numbers are the multiples of 2^-24 in [0, 1), so the points are a grid's lower left corners:
/// the estimate's mean is above pi by about 4 · 2^-24, a standard error of 5 · 10^13 points.
struct count_inside {
  settings const& given;
  apps::progress_bar& bar;
  std::int64_t before;  ///< points of the spaces that are done
  measured& out;

  template <class Space>
  void operator()(Space const& space) const
  {
    constexpr std::int64_t at_once =
        1 << 26;  // for the progress bar; the count does not depend on it
    generator const g(given.seed);
    auto const start = std::chrono::steady_clock::now();
    stop s;
    for (std::int64_t const end : stops_until(given.count())) {
      while (s.points < end) {
        std::int64_t const n = std::min(at_once, end - s.points);
        auto const x = g.at(0).uniform<float>(space, shape(n), s.points);
        auto const y = g.at(1).uniform<float>(space, shape(n), s.points);
        std::int64_t const inside = count_nonzero(square(x) + square(y) < 1);
        s.inside += inside;
        s.points += n;
        bar.update(before + s.points);
      }
      out.stops.push_back(s);
    }
    out.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }
};

void draw(settings const& given, measured const& m)
{
  using picture::rgb;
  picture::log_chart chart;
  chart.title = "pi by " + apps::counted(given.count(), "random point") + ", seed " +
                std::to_string(given.seed);
  chart.x_label = "points";
  chart.y_label = "error";
  picture::log_chart::line error{"|estimate - pi|", rgb{31, 119, 180}, {}},
      one{"1 standard error", rgb{44, 140, 44}, {}},
      five{"5 standard errors", rgb{200, 60, 40}, {}};
  for (stop const& s : m.stops) {
    auto const points = static_cast<double>(s.points);
    error.points.emplace_back(points, std::abs(s.error()));
    one.points.emplace_back(points, s.standard_error());
    five.points.emplace_back(points, 5 * s.standard_error());
  }
  chart.lines = {error, one, five};
  picture::write_png(given.plot, 960, 640, chart.draw(960, 640));
}

/// 0: all agree, and the answer is within 5 standard errors.
int report(settings const& given, std::vector<measured> const& all)
{
  using apps::align;
  measured const& first = all.front();
  bool same = true;
  apps::text_table table({{"space"},
                          {"pi", align::right},
                          {"error", align::right},
                          {"std. errors", align::right},
                          {"time", align::right},
                          {"points/s", align::right},
                          {"bits"}});
  nlohmann::ordered_json j{
      {"build", build_info()}, {"points", given.count()}, {"seed", given.seed}};
  j["spaces"] = nlohmann::ordered_json::array();
  for (measured const& m : all) {
    stop const& s = m.last();
    bool const equal = m.stops == first.stops;
    same = same && equal;
    double const rate = static_cast<double>(s.points) / m.seconds;
    table.add_row({m.space, apps::formatted("%.10f", s.estimate()),
                   apps::formatted("%+.2e", s.error()),
                   apps::formatted("%+.2f", s.error() / s.standard_error()),
                   apps::format_time(m.seconds), apps::format_scientific(rate),
                   &m == &first ? "reference"
                   : equal      ? "same"
                                : "DIFFERENT"});
    j["spaces"].push_back({{"space", m.space},
                           {"inside", s.inside},
                           {"pi", s.estimate()},
                           {"error", s.error()},
                           {"standard_error", s.standard_error()},
                           {"same_bits", equal},
                           {"seconds", m.seconds}});
  }
  std::cout << apps::format_many(given.count(), "random point") << ", seed " << given.seed << "; "
            << apps::format_count(first.last().inside) << " in the disc\n\n";
  table.print(std::cout);
  if (!given.no_plot) {
    draw(given, first);
    std::cout << "\nhow the error shrank: " << given.plot.string() << '\n';
  }
  bool const close = std::abs(first.last().error()) <= 5 * first.last().standard_error();
  if (!close) std::cout << "\nThe estimate is more than 5 standard errors off.\n";
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
      "  pi                                 10^9 points on every space of this build\n"
      "  pi --space cuda --points 1e12      more, on a GPU\n"
      "  pi --space serial,openmp --seed 7  other points, the same on both\n"
      "\n"
      "Exit status: 0 if all spaces counted the same and the estimate is within 5 standard errors\n"
      "of pi, 1 if not, 2 for a wrong call.");
  app.add_option("--points,--size", given.points, "How many points, from 1 to 2^48; 1e9 is fine")
      ->transform(apps::count(1, std::int64_t{1} << 48))
      ->capture_default_str()
      ->type_name("N");
  given.add_to(app, "points");
  given.add_plot(app, "how the error shrinks");
}

int run(settings const& given)
{
  apps::require_outputs({given.plot_file(), given.json_file()});
  runtime const running = apps::runtime_for(given.spaces);
  auto const names = apps::chosen_spaces(given.spaces);
  std::vector<measured> all;
  {
    apps::progress_bar bar("pi", given.count() * static_cast<std::int64_t>(names.size()));
    for (std::string const& name : names) {
      bar.label("pi on " + name);
      std::int64_t const before = given.count() * static_cast<std::int64_t>(all.size());
      all.push_back({name, {}, 0});
      dispatch(name, count_inside{given, bar, before, all.back()});
    }
  }
  return report(given, all);
}

}  // namespace
}  // namespace acre::pi

int main(int argc, char** argv)
{
  acre::pi::settings given;
  CLI::App app(
      "Estimates pi from the share of random points of the unit square that lie in the unit disc. "
      "No point is stored, "
      "and every space counts the same.",
      "pi");
  acre::pi::describe(app, given);
  return acre::apps::run_program(app, argc, argv, [&] { return acre::pi::run(given); });
}
