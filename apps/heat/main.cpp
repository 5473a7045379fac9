// heat: warmth that spreads over a plate or through a block, a stencil of shifted terms, as
// pictures and as VTK's files.
#include <acre/array/copy.hpp>
#include <acre/io/checkpoint.hpp>
#include <acre/io/vti.hpp>
#include <acre/picture/canvas.hpp>
#include <acre/picture/png.hpp>
#include <acre/reduce/sum.hpp>
#include <acre_apps/colormap.hpp>
#include <acre_apps/figure.hpp>
#include <acre_apps/program.hpp>
#include <acre_apps/progress.hpp>
#include <acre_apps/same_bits.hpp>
#include <acre_apps/table.hpp>

#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "simulation.hpp"
#include <CLI/CLI.hpp>

namespace acre::heat {
namespace {

namespace fs = std::filesystem;

struct settings : apps::pictures_options {
  std::vector<std::string> spaces;
  std::int64_t planes = 0, rows = 360, columns = 640, steps = 4000, frames = 8;
  std::optional<fs::path> vtk, checkpoint, restart;
  std::int64_t every = 1000;  ///< steps between checkpoints
  std::int64_t first = 0;     ///< steps that were done before a restart
  std::vector<float> begun;   ///< the temperatures then, from the moment they are read

  bool is_block() const { return planes > 0; }
  std::int64_t height() const { return is_block() ? planes : rows; }  ///< of a picture
  std::int64_t points() const                                         ///< that a step computes
  {
    return (rows - 2) * (columns - 2) * (is_block() ? planes - 2 : 1);
  }
  /// The step after which frame `number` is taken, the first being 1.
  std::int64_t step_of(std::int64_t number) const { return (number * steps + frames - 1) / frames; }
  std::int64_t first_frame() const { return first * frames / steps + 1; }
  fs::path picture(std::int64_t number) const { return pictures / name_of(number, "png"); }
  static std::string name_of(std::int64_t number, char const* kind)
  {
    char name[40];
    std::snprintf(name, sizeof name, "heat-%04lld.%s", static_cast<long long>(number), kind);
    return name;
  }
};

struct frame {
  std::int64_t number = 0;
  std::vector<float> cut;  ///< of the block; the whole of the plate
};

struct measured {
  std::string space;
  std::vector<frame> frames;
  std::vector<float> last;  ///< all temperatures at the end
  double mean = 0, seconds = 0;
  std::int64_t steps = 0;  ///< computed
};

bool same(measured const& a, measured const& b)
{
  for (std::size_t k = 0; k < a.frames.size(); ++k)
    if (!apps::same_bits(a.frames[k].cut, b.frames[k].cut)) return false;
  return apps::same_bits(a.last, b.last) && std::memcmp(&a.mean, &b.mean, sizeof a.mean) == 0;
}

/// Frame `number` as one of VTK's files, and the series of all up to it that are there: those
/// before a restart are another run's.
template <class Array>
void save_vtk(settings const& given, std::int64_t number, Array const& temperature)
{
  io::save_vti(*given.vtk / settings::name_of(number, "vti"), "temperature", temperature);
  std::vector<io::pvd_entry> series;
  for (std::int64_t k = 1; k <= number; ++k)
    if (fs::path const file = settings::name_of(k, "vti"); fs::exists(*given.vtk / file))
      series.push_back({static_cast<double>(given.step_of(k)), file});
  io::write_pvd(*given.vtk / "heat.pvd", series);
}

/// State to go on with from a checkpoint: the temperatures, and the options they were made for.
template <class Simulation>
io::checkpoint state_of(settings& given, std::int64_t& step, Simulation& simulation)
{
  return {{"planes", given.planes},
          {"rows", given.rows},
          {"columns", given.columns},
          {"step", step},
          {"temperature", simulation.now}};
}

/// The plate or block and the steps of --restart. Throws value_error where all steps are done.
void prepare_restart(settings& given)
{
  io::checkpoint const sizes{{"planes", given.planes},
                             {"rows", given.rows},
                             {"columns", given.columns},
                             {"step", given.first}};
  sizes.restore(*given.restart);
  if (given.first >= given.steps)
    throw value_error("--restart: " + given.restart->string() + " is at step " +
                      std::to_string(given.first) + ", and --steps " + std::to_string(given.steps) +
                      " are not more");
}

/// All steps of a plate or block on one space; the first space writes the files.
struct spread {
  settings& given;
  apps::progress_bar& bar;
  std::int64_t before;  ///< steps of the spaces that are done
  bool writes;
  measured& out;

  template <class Space>
  void operator()(Space const& space) const
  {
    if (given.is_block())
      run(space, block<Space>(space, shape(given.planes, given.rows, given.columns)));
    else
      run(space, plate<Space>(space, shape(given.rows, given.columns)));
  }
  template <class Space, class Simulation>
  void run(Space const& space, Simulation simulation) const
  {
    std::int64_t step = given.first, number = given.first_frame();
    io::checkpoint const state = state_of(given, step, simulation);
    if (given.restart) {
      if (given.begun.empty()) {  // read once: --checkpoint may name the same file
        state.restore(*given.restart);
        given.begun = to_vector(simulation.now);
      } else {
        auto begun =
            from_host<float>(space, std::span<float const>(given.begun), simulation.now.shape());
        simulation.now.swap(begun);
      }
      simulation.begin_again();
    }
    auto const start = std::chrono::steady_clock::now();
    std::chrono::duration<double> writing{0};
    while (step < given.steps) {
      simulation.step();
      ++step;
      ++out.steps;
      if (step % 64 == 0) space.fence();  // so that the bar tells of work that is done
      bar.update(before + step - given.first);
      bool const takes_frame = step == given.step_of(number),
                 saves =
                     writes && given.checkpoint && (step % given.every == 0 || step == given.steps);
      if (!takes_frame && !saves) continue;
      space.fence();
      auto const pause = std::chrono::steady_clock::now();
      if (takes_frame) {
        out.frames.push_back({number, to_vector(simulation.cut())});
        if (writes && given.vtk) save_vtk(given, number, simulation.now);
        ++number;
      }
      if (saves) state.save(*given.checkpoint);
      writing += std::chrono::steady_clock::now() - pause;
    }
    space.fence();
    out.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start - writing).count();
    out.mean = mean(cast<double>(simulation.now)).item();
    out.last = to_vector(simulation.now);
  }
};

/// Text about frame `number`.
apps::figure figure_of(settings const& given, std::int64_t number)
{
  std::int64_t const height = given.height();
  apps::figure around;
  around.title = (given.is_block() ? "a cut through a block after " : "a plate after ") +
                 apps::counted(given.step_of(number), "step");
  around.x = {"x", apps::round_ticks(0, static_cast<double>(given.columns))};
  around.y = given.is_block()
                 ? apps::figure::axis{"z", apps::round_ticks(0, static_cast<double>(height))}
                 : apps::figure::axis{"y", apps::round_ticks(static_cast<double>(height), 0)};
  around.bar = {{"°C", apps::round_ticks(cold, hot)},
                [](double t) { return apps::map_color(apps::colormap::sequential, t); }};
  return around;
}

/// Throws file_error where the pictures are larger than a PNG may be, value_error where they are
/// larger than can be drawn.
void require_pictures(settings const& given)
{
  auto const whole = figure_of(given, given.frames).size_around(given.columns, given.height());
  try {
    picture::require_png_size(given.picture(given.first_frame()), whole.width, whole.height);
    picture::canvas::require_size(whole.width, whole.height);
  } catch (file_error const& e) {
    throw file_error(std::string(e.message()) + "; --no-pictures draws none");
  } catch (value_error const& e) {
    throw value_error(std::string(e.message()) + "; --no-pictures draws none");
  }
}

void draw(settings const& given, frame const& f)
{
  auto const pixels = apps::paint(apps::colormap::sequential, f.cut, cold, hot);
  auto const picture = figure_of(given, f.number).around(given.columns, given.height(), pixels);
  picture::write_png(given.picture(f.number), picture.width, picture.height, picture.rgb);
}

/// 0: all agree.
int report(settings const& given, std::vector<measured> const& all)
{
  using apps::align;
  measured const& first = all.front();
  bool agree = true;
  apps::text_table table({{"space"},
                          {"mean/°C", align::right},
                          {"time", align::right},
                          {"points/s", align::right},
                          {"bits"}});
  for (measured const& m : all) {
    bool const equal = same(m, first);
    agree = agree && equal;
    double const updated = static_cast<double>(given.points()) * static_cast<double>(m.steps);
    table.add_row({m.space, apps::formatted("%.6f", m.mean), apps::format_time(m.seconds),
                   apps::format_scientific(updated / m.seconds),
                   &m == &first ? "reference"
                   : equal      ? "same"
                                : "DIFFERENT"});
  }
  if (given.is_block()) std::cout << given.planes << " x ";
  std::cout << given.rows << " x " << given.columns << " points, "
            << apps::format_many(given.steps, "step");
  if (given.restart) std::cout << ", from step " << given.first << " on";
  std::cout << "\n\n";
  table.print(std::cout);
  if (!given.no_pictures) {
    for (frame const& f : first.frames) draw(given, f);
    std::cout << "\nhow it spread: " << given.picture(first.frames.front().number).string();
    if (first.frames.size() > 1)
      std::cout << " to " << given.picture(first.frames.back().number).string();
    std::cout << '\n';
  }
  if (given.vtk) std::cout << "\nfor ParaView: " << (*given.vtk / "heat.pvd").string() << '\n';
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
      "  heat --planes 128 --rows 256 --columns 256 --vtk block\n"
      "                                          a block; ParaView opens block/heat.pvd\n"
      "  heat --checkpoint heat.npz              keeps what --restart heat.npz goes on from, with "
      "the "
      "same bits,\n"
      "                                          on any space\n"
      "\n"
      "Exit status: 0 if all spaces computed the same bits, 1 if not, 2 for a wrong call.");
  auto const points = apps::between(std::int64_t{3}, std::int64_t{1} << 20);
  auto* const restart =
      app.add_option("--restart", given.restart, "Checkpoint to go on from, to --steps")
          ->check(apps::not_empty())
          ->type_name("FILE");
  app.add_option("--planes", given.planes, "Points upwards, of a block in the place of a plate")
      ->check(points)
      ->excludes(restart);
  app.add_option("--rows", given.rows, "Points from top to bottom")
      ->check(points)
      ->excludes(restart)
      ->capture_default_str();
  app.add_option("--columns", given.columns, "Points from left to right")
      ->check(points)
      ->excludes(restart)
      ->capture_default_str();
  app.add_option("--steps,--size", given.steps, "Steps of time")
      ->transform(apps::count(1, std::int64_t{1} << 40))
      ->capture_default_str();
  app.add_option("--frames", given.frames, "Pictures, evenly spread over the steps")
      ->check(apps::between(std::int64_t{1}, std::int64_t{9999}))
      ->capture_default_str();
  apps::add_names(app, "--space", given.spaces,
                  "Spaces to run on, such as serial, openmp, cuda:1 (default: all)");
  given.add_pictures(app, "the pictures (PNG)");
  apps::add_output(app, "--vtk", given.vtk,
                   "Folder of all temperatures of each frame, for ParaView")
      ->type_name("FOLDER");
  auto* const checkpoint = apps::add_output(app, "--checkpoint", given.checkpoint,
                                            "Keeps the state now and then, and at the end (.npz)");
  app.add_option("--every", given.every, "Steps between checkpoints")
      ->transform(apps::count(1, std::int64_t{1} << 40))
      ->needs(checkpoint)
      ->capture_default_str();
}

int run(settings given)
{
  given.frames = std::min(given.frames, given.steps);
  if (given.restart) prepare_restart(given);
  if (!given.no_pictures) {
    require_pictures(given);
    apps::make_output_folder("--pictures", given.pictures);
  }
  if (given.vtk) apps::make_output_folder("--vtk", *given.vtk);
  apps::require_outputs({{"--checkpoint", given.checkpoint}});
  std::int64_t const steps = given.steps - given.first;
  runtime const running = apps::runtime_for(given.spaces);
  auto const names = apps::chosen_spaces(given.spaces);
  std::vector<measured> all;
  {
    apps::progress_bar bar("heat", steps * static_cast<std::int64_t>(names.size()));
    for (std::string const& name : names) {
      bar.label("heat on " + name);
      std::int64_t const before = steps * static_cast<std::int64_t>(all.size());
      all.push_back({name, {}, {}, 0, 0, 0});
      dispatch(name, spread{given, bar, before, all.size() == 1, all.back()});
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
      "Spreads heat over a plate whose edges stay cold, or through a block, draws it, and compares "
      "every space's temperatures to the bit.",
      "heat");
  acre::heat::describe(app, given);
  return acre::apps::run_program(app, argc, argv, [&] { return acre::heat::run(given); });
}
