// coast: length and area of every island, continent and lake, from pieces of their shores.
#include <acre/elementwise/elementary.hpp>
#include <acre/index/take.hpp>
#include <acre/order/run_lengths.hpp>
#include <acre/order/sort.hpp>
#include <acre/picture/canvas.hpp>
#include <acre/picture/png.hpp>
#include <acre/ragged/ragged.hpp>
#include <acre/ragged/reduce.hpp>
#include <acre/ragged/table.hpp>
#include <acre/reduce/extrema.hpp>
#include <acre/version.hpp>
#include <acre_apps/datasets.hpp>
#include <acre_apps/figure.hpp>
#include <acre_apps/program.hpp>
#include <acre_apps/same_bits.hpp>
#include <acre_apps/table.hpp>
#include <acre_apps/timing.hpp>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <numbers>

#include "gshhs.hpp"

namespace acre::coast {
namespace {

using namespace acre::literals;

constexpr double radius = 6371.0072;  // km: of the sphere with the Earth's surface

struct settings : apps::plot_options {
  std::vector<std::string> spaces;
  std::optional<std::filesystem::path> data, csv;
  std::string resolution = "low";
  std::int64_t show = 20;

  settings() { plot = "coast.png"; }
};

/// Values of each polygon that has pieces, in the order of their numbers.
struct measured {
  std::string space;
  std::vector<std::int32_t> polygon, level;
  std::vector<std::int64_t> pieces, points;
  std::vector<double> length, area;  ///< km and km²
  std::vector<std::int64_t> place;   ///< which polygon each named place is in
  double seconds = 0;
};

/// A polygon's pieces, and their points: lists of lists of records, in radians.
template <class Space>
auto shores_on(Space const& space, shores const& s, array<std::int64_t, 1, Space> const& order,
               array<std::int64_t, 1, Space> const& pieces)
{
  constexpr double degree = std::numbers::pi / 180;
  table const points("longitude"_col = from_host(space, s.longitude) * degree,
                     "latitude"_col = from_host(space, s.latitude) * degree);
  ragged const all(from_host(space, s.offset), points);
  return unflatten(all(order), pieces);
}

/// The sides between the points, and what is summed along them: an arc's length, and the area
/// between the arc and the south pole, which is that of the polygon in all.
struct measure {
  shores const& s;
  std::vector<measured>& all;

  template <class Space>
  void operator()(Space const& space) const
  {
    auto const number = from_host(space, s.polygon), levels = from_host(space, s.level);
    measured m;
    m.space = name_of(space);
    array<double, 1, Space> length, area;
    auto const order = argsort(number);
    auto const of = run_lengths(take(number, order));
    auto const shore = shores_on(space, s, order, of.lengths);
    auto const from = shore(ALL, ALL, slice(none, -1)), to = shore(ALL, ALL, slice(1, none));
    auto const [east, north, next_east, next_north] =
        zip(from["longitude"_col], from["latitude"_col], to["longitude"_col], to["latitude"_col]);
    auto const time = apps::measure(
        [&] {
          auto const h = square(sin((next_north - north) / 2)) +
                         cos(north) * cos(next_north) * square(sin((next_east - east) / 2));
          length = sum(sum(arcsin(sqrt(h)), -1), -1) * (2 * radius);
          auto const strip = (next_east - east) * (2 + sin(north) + sin(next_north)) / 2;
          area = abs(sum(sum(strip, -1), -1)) * (radius * radius);
          space.fence();
        },
        {.max_seconds = 5});
    m.seconds = time.median;
    m.polygon = to_vector(of.values);
    m.level = to_vector(take(levels, take(order, of.starts)));
    m.pieces = to_vector(of.lengths);
    m.points = to_vector(sum(count(shore, -1), -1));
    m.length = to_vector(length);
    m.area = to_vector(area);
    for (named_place const& place : named_places()) {
      // inside: an odd number of sides lie north of it
      double const x = place.longitude * std::numbers::pi / 180,
                   y = place.latitude * std::numbers::pi / 180;
      auto const across = (east <= x) != (next_east <= x);
      auto const at = north + (next_north - north) * ((x - east) / (next_east - east));
      array<std::int64_t, 1, Space> const crossings =
          sum(sum(cast<std::int64_t>(across & (at > y)), -1), -1);
      m.place.push_back(argmax(crossings % 2));
    }
    all.push_back(std::move(m));
  }
};

bool same(measured const& a, measured const& b)
{
  using apps::same_bits;
  return a.polygon == b.polygon && a.level == b.level && a.pieces == b.pieces &&
         a.points == b.points && a.place == b.place && same_bits(a.length, b.length) &&
         same_bits(a.area, b.area);
}

std::string name_of(measured const& m, std::size_t k)
{
  for (std::size_t p = 0; p < m.place.size(); ++p)
    if (m.place[p] == static_cast<std::int64_t>(k)) return named_places()[p].name;
  return "";
}

/// The polygons of land, the largest first.
std::vector<std::size_t> largest(measured const& m)
{
  std::vector<std::size_t> order;
  for (std::size_t k = 0; k < m.area.size(); ++k)
    if (m.level[k] == 1) order.push_back(k);
  std::ranges::stable_sort(order, [&](auto a, auto b) { return m.area[a] > m.area[b]; });
  return order;
}

void draw(settings const& given, shores const& s, measured const& m,
          std::vector<std::size_t> const& by_size)
{
  constexpr int width = 1440, height = 720;
  constexpr picture::rgb land{60, 60, 60}, named{200, 60, 40}, lake{31, 119, 180};
  std::vector<picture::rgb> color(s.given_area.size(), land);
  for (std::size_t k = 0; k < m.level.size(); ++k)
    if (m.level[k] % 2 == 0) color[static_cast<std::size_t>(m.polygon[k])] = lake;
  auto const shown = std::min(by_size.size(), static_cast<std::size_t>(given.show));
  for (std::size_t k = 0; k < shown; ++k)
    color[static_cast<std::size_t>(m.polygon[by_size[k]])] = named;
  picture::canvas map(width, height);
  for (std::size_t k = 0; k < s.polygon.size(); ++k) {
    // Greenwich in the middle; a piece doesn't cross the date line
    auto const first = static_cast<std::size_t>(s.offset[k]),
               last = static_cast<std::size_t>(s.offset[k + 1]);
    if (first == last) continue;
    double const turn = s.longitude[first] + s.longitude[last - 1] >= 360 ? 360 : 0;
    auto const x = [&](std::size_t p) { return (s.longitude[p] - turn + 180) * width / 360; };
    auto const y = [&](std::size_t p) { return (90 - s.latitude[p]) * height / 180; };
    for (std::size_t p = first; p + 1 < last; ++p)
      map.line(x(p), y(p), x(p + 1), y(p + 1), color[static_cast<std::size_t>(s.polygon[k])]);
  }
  apps::figure around;
  around.title = std::to_string(m.polygon.size()) + " shores of GSHHG";
  around.x = {"longitude / °", apps::round_ticks(-180, 180)};
  around.y = {"latitude / °", apps::round_ticks(-90, 90)};
  around.legend = {
      {"the largest " + std::to_string(shown), named}, {"other land", land}, {"lakes", lake}};
  auto const picture = around.around(width, height, map.take());
  picture::write_png(given.plot, picture.width, picture.height, picture.rgb);
}

/// 0: all agree.
int report(settings const& given, shores const& s, std::vector<measured> const& all)
{
  using apps::align;
  measured const& m = all.front();
  auto const by_size = largest(m);
  auto const given_area = [&](std::size_t k) {
    return s.given_area[static_cast<std::size_t>(m.polygon[k])];
  };
  std::cout << apps::format_count(static_cast<std::int64_t>(m.polygon.size())) << " polygons in "
            << apps::format_count(s.pieces()) << " pieces of "
            << apps::format_count(static_cast<std::int64_t>(s.longitude.size())) << " points\n\n";
  auto const shown = std::min(by_size.size(), static_cast<std::size_t>(given.show));
  if (shown > 0) std::cout << "The largest of land:\n";
  apps::text_table table({{"", align::right},
                          {"name"},
                          {"shore / km", align::right},
                          {"area / km²", align::right},
                          {"in full resolution", align::right},
                          {"difference", align::right}});
  for (std::size_t r = 0; r < shown; ++r) {
    std::size_t const k = by_size[r];
    table.add_row({std::to_string(r + 1), name_of(m, k), apps::formatted("%.0f", m.length[k]),
                   apps::formatted("%.0f", m.area[k]), apps::formatted("%.0f", given_area(k)),
                   apps::formatted("%+.2f %%", (m.area[k] / given_area(k) - 1) * 100)});
  }
  if (shown > 0) {
    table.print(std::cout);
    std::cout << '\n';
  }
  apps::text_table spaces({{"space"}, {"time", align::right}, {"bits"}});
  bool agree = true;
  for (measured const& other : all) {
    bool const equal = same(m, other);
    agree = agree && equal;
    spaces.add_row({other.space, apps::format_time(other.seconds),
                    &other == &m ? "reference"
                    : equal      ? "same"
                                 : "DIFFERENT"});
  }
  spaces.print(std::cout);
  if (!given.no_plot) {
    draw(given, s, m, by_size);
    std::cout << "\nthe map: " << given.plot.string() << '\n';
  }
  if (given.csv) {
    std::string text = "polygon,level,pieces,points,length,area,given_area,name\n";
    for (std::size_t k = 0; k < m.polygon.size(); ++k)
      text += std::to_string(m.polygon[k]) + ',' + std::to_string(m.level[k]) + ',' +
              std::to_string(m.pieces[k]) + ',' + std::to_string(m.points[k]) + ',' +
              apps::formatted("%.17g", m.length[k]) + ',' + apps::formatted("%.17g", m.area[k]) +
              ',' + apps::formatted("%.17g", given_area(k)) + ',' + name_of(m, k) + '\n';
    io::write_text_file(*given.csv, text);
  }
  if (!agree) std::cout << "\nThe spaces disagree.\n";
  return agree ? 0 : 1;
}

void describe(CLI::App& app, settings& given)
{
  app.footer(
      "Examples:\n"
      "  coast                                  on every space of this build\n"
      "  coast --resolution intermediate --show 50 --csv shores.csv\n"
      "\n"
      "The data are those of Debian's package gmt-gshhg-low (GSHHG by Wessel and Smith). Areas "
      "are\n"
      "on the sphere, without the lakes taken off.\n"
      "\n"
      "Exit status: 0 if all spaces gave the same bits, 1 if not, 2 for a wrong call or files "
      "that\n"
      "cannot be read.");
  app.add_option("--data", given.data, "The folder of binned_GSHHS_*.nc (default: the package's)")
      ->check(CLI::ExistingDirectory)
      ->type_name("DIR");
  app.add_option("--resolution", given.resolution, "crude, low or intermediate")
      ->check(CLI::IsMember({"crude", "low", "intermediate"}))
      ->capture_default_str();
  app.add_option("--show", given.show, "How many of the largest are printed and marked")
      ->check(apps::between(std::int64_t{0}, std::int64_t{1000000}))
      ->capture_default_str();
  apps::add_names(app, "--space", given.spaces,
                  "Spaces to run on, such as serial, openmp, cuda:1 (default: all)");
  given.add_plot(app, "the map");
  apps::add_output(app, "--csv", given.csv, "Also writes all polygons as comma-separated values");
}

int run(settings const& given)
{
  apps::require_outputs({given.plot_file(), {"--csv", given.csv}});
  runtime const running = apps::runtime_for(given.spaces);
  auto const names = apps::chosen_spaces(given.spaces);
  std::filesystem::path const file = apps::find_dataset("gshhs-" + given.resolution, given.data);
  if (given.data && !std::filesystem::exists(*given.data / file.filename()))
    throw std::runtime_error("no " + file.filename().string() + " in " + given.data->string());
  shores const s = read_shores(file);
  std::vector<measured> all;
  for (std::string const& name : names) dispatch(name, measure{s, all});
  return report(given, s, all);
}

}  // namespace
}  // namespace acre::coast

int main(int argc, char** argv)
{
  acre::coast::settings given;
  CLI::App app(
      "Measures the shores of the world: the length of each polygon and its area on the sphere, as "
      "sums along lists of lists of points. Every space gives the same bits.",
      "coast");
  acre::coast::describe(app, given);
  return acre::apps::run_program(app, argc, argv, [&] { return acre::coast::run(given); });
}
