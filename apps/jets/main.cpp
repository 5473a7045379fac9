// jets: the four-momenta of jets, summed over their constituents.
#include <acre/array/copy.hpp>
#include <acre/array/creation.hpp>
#include <acre/io/atomic_file.hpp>
#include <acre/order/histogram.hpp>
#include <acre/order/quantile.hpp>
#include <acre_apps/bars.hpp>
#include <acre_apps/program.hpp>
#include <acre_apps/table.hpp>

#include <algorithm>
#include <iostream>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "jets.hpp"
#include <CLI/CLI.hpp>

namespace acre::jets {
namespace {

constexpr int status_same = 0, status_different = 1;  // run_program: 2, an error

struct settings : apps::plot_options {
  constituents from;
  double rows = 60000;
  std::int64_t show = 10;
  std::vector<std::string> spaces;
  std::optional<std::filesystem::path> csv;

  settings() { plot = "jets.png"; }
};

void print(jet_table const& jets, std::int64_t show)
{
  using apps::align;
  std::int64_t const all =
      std::accumulate(jets.constituents.begin(), jets.constituents.end(), std::int64_t{0});
  std::cout << apps::format_many(all, "constituent") << " in "
            << apps::format_many(static_cast<std::int64_t>(jets.size()), "jet") << "\n\n";
  auto const shown = std::min(jets.size(), static_cast<std::size_t>(show));
  if (shown == 0) return;
  apps::text_table table({{"jetid", align::right},
                          {"constituents", align::right},
                          {"px", align::right},
                          {"py", align::right},
                          {"pz", align::right},
                          {"E", align::right},
                          {"mass", align::right}});
  for (std::size_t g = 0; g < shown; ++g)
    table.add_row({std::to_string(jets.jetid[g]), std::to_string(jets.constituents[g]),
                   apps::formatted("%.4f", jets.px[g]), apps::formatted("%.4f", jets.py[g]),
                   apps::formatted("%.4f", jets.pz[g]), apps::formatted("%.4f", jets.E[g]),
                   apps::formatted("%.4f", jets.mass[g])});
  table.print(std::cout);
  if (shown < jets.size())
    std::cout << "… and " << apps::format_count(static_cast<std::int64_t>(jets.size() - shown))
              << " more\n";
  std::cout << '\n';
}

/// Numbers with 17 digits, which tell a float64.
std::string csv_of(jet_table const& jets)
{
  std::string text = "jetid,constituents,px,py,pz,E,mass\n";
  for (std::size_t g = 0; g < jets.size(); ++g) {
    text += std::to_string(jets.jetid[g]) + ',' + std::to_string(jets.constituents[g]);
    for (double const x : {jets.px[g], jets.py[g], jets.pz[g], jets.E[g], jets.mass[g]})
      text += ',' + apps::formatted("%.17g", x);
    text += '\n';
  }
  return text;
}

/// How many jets have which mass, up to what 99 of 100 have at most.
void draw(settings const& given, jet_table const& jets)
{
  auto const mass = from_host(serial(), jets.mass);
  double const most = jets.size() == 0 ? 0 : quantile(mass, 0.99).item();
  double const high = most > 0 ? most : 1;
  auto const counts = histogram(mass, 100, 0, high);
  apps::write_bars(
      given.plot,
      {.title = std::to_string(jets.size()) + " jets, " +
                (given.from.folder ? given.from.folder->filename().string()
                                   : "made up, seed " + std::to_string(given.from.seed)),
       .x_label = "mass / GeV",
       .y_label = "jets",
       .low = 0,
       .high = high},
      to_vector(counts));
}

int run(settings given)
{
  given.from.rows = static_cast<std::int64_t>(given.rows);
  apps::require_outputs({given.plot_file(), {"--csv", given.csv}});
  runtime const running = apps::runtime_for(given.spaces);
  auto const names = apps::chosen_spaces(given.spaces);
  std::vector<jet_table> all;
  for (std::string const& name : names) all.push_back(jets_on(name, given.from));

  jet_table const& first = all.front();
  print(first, given.show);
  apps::text_table spaces({{"space"}, {"time of the groups", apps::align::right}, {"bits"}});
  bool same = true;
  for (std::size_t k = 0; k < all.size(); ++k) {
    bool const equal = all[k].same_as(first);
    same = same && equal;
    spaces.add_row({names[k], apps::format_time(all[k].seconds),
                    k == 0  ? "reference"
                    : equal ? "same"
                            : "DIFFERENT"});
  }
  spaces.print(std::cout);
  if (!given.no_plot) {
    draw(given, first);
    std::cout << "\nthe masses: " << given.plot.string() << '\n';
  }
  if (!same) std::cout << "\nThe spaces disagree.\n";
  if (given.csv) io::write_text_file(*given.csv, csv_of(first));
  return same ? status_same : status_different;
}

void describe(CLI::App& app, settings& given)
{
  app.footer(
      "Examples:\n"
      "  jets                                   60000 constituents, on every space of this build\n"
      "  jets --space cuda --points 1e8         more, on a GPU\n"
      "  jets --data events/pfnano --csv jets.csv\n"
      "\n"
      "Exit status: 0 if all spaces gave the same bits, 1 if not, 2 for an error.");
  auto* const rows =
      app.add_option("--points,--size", given.rows, "How many constituents are made up, 1 to 2^40")
          ->transform(apps::count(1, std::int64_t{1} << 40))
          ->capture_default_str()
          ->type_name("N");
  app.add_option("--mean", given.from.mean, "Constituents of a jet, on average")
      ->check(apps::between(1e-3, 1e9))
      ->capture_default_str();
  apps::add_seed(app, given.from.seed, "Which numbers are made up");
  app.add_option("--data", given.from.folder,
                 "A folder with jetid.npy (int64) and pt, eta, phi, mass (float32) of real "
                 "constituents, instead")
      ->check(apps::not_empty())
      ->excludes(rows)
      ->type_name("FOLDER");
  app.add_option("--show", given.show, "How many jets are printed")
      ->check(apps::between(std::int64_t{0}, std::int64_t{1000000000}))
      ->capture_default_str();
  apps::add_names(app, "--space", given.spaces,
                  "Spaces to run on, such as serial, openmp, cuda:1 (default: all)");
  given.add_plot(app, "the jets' masses");
  apps::add_output(app, "--csv", given.csv, "Also writes all jets as comma-separated values");
}

}  // namespace
}  // namespace acre::jets

int main(int argc, char** argv)
{
  acre::jets::settings given;
  CLI::App app(
      "Sums the momenta of the constituents of each jet, on every space with the same bits: "
      "pandas' df.groupby(\"jetid\").sum().sort_index() on px, py, pz and E, and the jets' masses.",
      "jets");
  acre::jets::describe(app, given);
  return acre::apps::run_program(app, argc, argv, [&] { return acre::jets::run(given); });
}
