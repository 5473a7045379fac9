// heat: warmth that spreads over a plate, a stencil of shifted terms, as pictures.
#include <acre/array/copy.hpp>
#include <acre/array/creation.hpp>
#include <acre/elementwise/elementary.hpp>
#include <acre/elementwise/functions.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre/elementwise/shifted.hpp>
#include <acre/io/atomic_file.hpp>
#include <acre/picture/png.hpp>
#include <acre/reduce/sum.hpp>
#include <acre_apps/chosen_spaces.hpp>
#include <acre_apps/colormap.hpp>
#include <acre_apps/command_line.hpp>
#include <acre_apps/figure.hpp>
#include <acre_apps/progress.hpp>
#include <acre_apps/table.hpp>

#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace acre::heat {
namespace {

constexpr float cold = 20, hot = 100;  // degrees Celsius

struct settings {
  std::vector<std::string> spaces;
  std::int64_t rows = 360, columns = 640, steps = 4000, frames = 8;
  std::filesystem::path pictures = ".";
  bool no_pictures = false;

  std::filesystem::path picture(std::int64_t frame) const
  {
    char name[32];
    std::snprintf(name, sizeof name, "heat-%04lld.png", static_cast<long long>(frame));
    return pictures / name;
  }
};

struct frame {
  std::int64_t step = 0;
  std::vector<float> temperature;
};

struct measured {
  std::string space;
  std::vector<frame> frames;
  double mean = 0, seconds = 0;
};

bool same(measured const& a, measured const& b)
{
  for (std::size_t k = 0; k < a.frames.size(); ++k)
    if (std::memcmp(a.frames[k].temperature.data(), b.frames[k].temperature.data(),
                    a.frames[k].temperature.size() * sizeof(float)) != 0)
      return false;
  return std::memcmp(&a.mean, &b.mean, sizeof a.mean) == 0;
}

/// A plate whose edges stay cold; a ring with a gap and a rod stay hot.
struct spread {
  settings const& given;
  apps::progress_bar& bar;
  std::int64_t before;  ///< steps of the spaces that are done
  measured& out;

  template <class Space>
  void operator()(Space const& space) const
  {
    auto const size = static_cast<float>(std::min(given.rows, given.columns));
    array<float, 1, Space> const x = cast<float>(index_of(space, shape(given.columns))) / size;
    array<float, 1, Space> const down = cast<float>(index_of(space, shape(given.rows))) / size;
    auto const y = down(ALL, newaxis);
    auto const ring = (abs(hypot(x - 0.5f, y - 0.5f) - 0.28f) < 0.02f) & (y < x + 0.1f);
    auto const rod = (abs(x - 1.2f) < 0.02f) & (abs(y - 0.5f) < 0.3f);
    array<bool, 2, Space> const heated = ring | rod;
    slice const inner(1, -1);
    auto const source = heated(inner, inner);

    array<float, 2, Space> now(where(heated, hot, cold));
    auto next = copy(now);
    auto const start = std::chrono::steady_clock::now();
    for (std::int64_t step = 0; step < given.steps;) {
      auto const t = interior<1>(now);
      next(inner, inner) = where(source, hot,
                                 t + 0.2f * ((shifted<-1, 0>(t) + shifted<1, 0>(t)) +
                                             (shifted<0, -1>(t) + shifted<0, 1>(t)) - 4.0f * t));
      now.swap(next);
      ++step;
      if (step * given.frames / given.steps > (step - 1) * given.frames / given.steps)
        out.frames.push_back({step, to_vector(now)});
      if (step % 64 == 0) space.fence();  // so that the bar tells of work that is done
      bar.update(before + step);
    }
    space.fence();
    out.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    out.mean = mean(cast<double>(now)).item();
  }
};

void draw(settings const& given, frame const& f, std::int64_t number)
{
  apps::figure around;
  around.title = "a plate after " + std::to_string(f.step) + " steps";
  around.x = {"x", apps::round_ticks(0, static_cast<double>(given.columns))};
  around.y = {"y", apps::round_ticks(static_cast<double>(given.rows), 0)};
  around.bar = {{"°C", apps::round_ticks(cold, hot)},
                [](double t) { return apps::map_color(apps::colormap::sequential, t); }};
  auto const pixels = apps::paint(apps::colormap::sequential, f.temperature, cold, hot);
  auto const picture = around.around(given.columns, given.rows, pixels);
  picture::write_png(given.picture(number), picture.width, picture.height, picture.rgb);
}

/// 0: all agree.
int report(settings const& given, std::vector<measured> const& all)
{
  using apps::align;
  measured const& first = all.front();
  auto const points = static_cast<double>((given.rows - 2) * (given.columns - 2) * given.steps);
  bool agree = true;
  apps::text_table table({{"space"},
                          {"mean/°C", align::right},
                          {"time", align::right},
                          {"points/s", align::right},
                          {"bits"}});
  char text[32];
  for (measured const& m : all) {
    bool const equal = same(m, first);
    agree = agree && equal;
    std::snprintf(text, sizeof text, "%.6f", m.mean);
    std::string const mean = text;
    std::snprintf(text, sizeof text, "%.3g", points / m.seconds);
    table.add_row({m.space, mean, apps::format_time(m.seconds), text,
                   &m == &first ? "reference"
                   : equal      ? "same"
                                : "DIFFERENT"});
  }
  std::cout << given.rows << " x " << given.columns << " points, "
            << apps::format_count(given.steps) << " steps\n\n";
  table.print(std::cout);
  if (!given.no_pictures) {
    std::int64_t number = 0;
    for (frame const& f : first.frames) draw(given, f, ++number);
    std::cout << "\nhow it spread: " << given.picture(1).string() << " to "
              << given.picture(number).string() << '\n';
  }
  if (!agree) std::cout << "\nThe spaces disagree.\n";
  return agree ? 0 : 1;
}

void describe(CLI::App& app, settings& given)
{
  app.footer(
      "Examples:\n"
      "  heat                                    4000 steps on every space of this build, 8 "
      "pictures\n"
      "  heat --space cuda --rows 2160 --columns 3840 --steps 100000\n"
      "  heat --frames 100 --pictures film       100 pictures in the folder film\n"
      "\n"
      "Exit status: 0 if all spaces computed the same bits, 1 if not, 2 for a wrong call.");
  auto const points = apps::between(std::int64_t{3}, std::int64_t{1} << 20);
  app.add_option("--rows", given.rows, "Points from top to bottom")
      ->check(points)
      ->capture_default_str();
  app.add_option("--columns", given.columns, "Points from left to right")
      ->check(points)
      ->capture_default_str();
  app.add_option("--steps,--size", given.steps, "Steps of time")
      ->check(apps::between(std::int64_t{1}, std::int64_t{1} << 40))
      ->capture_default_str();
  app.add_option("--frames", given.frames, "Pictures, evenly spread over the steps")
      ->check(apps::between(std::int64_t{1}, std::int64_t{9999}))
      ->capture_default_str();
  apps::add_names(app, "--space", given.spaces,
                  "Spaces to run on, such as serial, openmp, cuda:1 (default: all)");
  app.add_option("--pictures", given.pictures, "Folder of the pictures (PNG)")
      ->capture_default_str()
      ->type_name("FOLDER");
  app.add_flag("--no-pictures", given.no_pictures, "Draws none");
}

int run(settings given)
{
  given.frames = std::min(given.frames, given.steps);
  if (!given.no_pictures) {
    io::require_writable_folder("--pictures", given.pictures);
    std::filesystem::create_directories(given.pictures);
  }
  runtime const running = apps::runtime_for(given.spaces);
  auto const names = apps::chosen_spaces(given.spaces);
  std::vector<measured> all;
  {
    apps::progress_bar bar("heat", given.steps * static_cast<std::int64_t>(names.size()));
    for (std::string const& name : names) {
      bar.label("heat on " + name);
      std::int64_t const before = given.steps * static_cast<std::int64_t>(all.size());
      all.push_back({name, {}, 0, 0});
      dispatch(name, spread{given, bar, before, all.back()});
    }
  }
  return report(given, all);
}

}  // namespace
}  // namespace acre::heat

int main(int argc, char** argv)
{
  acre::heat::settings given;
  CLI::App app(
      "Spreads heat over a plate whose edges stay cold, draws it, and compares every space's "
      "temperatures to the bit.",
      "heat");
  acre::heat::describe(app, given);
  return acre::apps::run_program(app, argc, argv, [&] { return acre::heat::run(given); });
}
