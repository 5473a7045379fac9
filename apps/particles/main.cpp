// particles: molecules that attract and repel each other in a box, by cells of neighbours.
#include <acre/elementwise/elementary.hpp>
#include <acre/version.hpp>
#include <acre_apps/program.hpp>
#include <acre_apps/progress.hpp>
#include <acre_apps/same_bits.hpp>
#include <acre_apps/table.hpp>

#include <chrono>
#include <cmath>
#include <iostream>
#include <string>
#include <vector>

#include "molecules.hpp"
#include "pictures.hpp"
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace acre::particles {
namespace {

struct settings : apps::simulation_options, apps::pictures_options {
  parameters box;
  std::int64_t steps = 1000, samples = 200;

  apps::named_file energy_picture() const { return picture_file("energy.png"); }
  apps::named_file box_picture() const { return picture_file("particles.png"); }
};

struct measured {
  std::string space;
  std::vector<sample> samples;
  snapshot last;
  double edge = 0, temperature = 0, seconds = 0;

  /// The largest change of the total energy, of a particle.
  double drift() const
  {
    double most = 0;
    for (sample const& s : samples)
      most = std::max(most, std::abs(s.each.total() - samples.front().each.total()));
    return most;
  }
};

bool same(measured const& a, measured const& b)
{
  using apps::same_bits;
  return a.samples == b.samples && same_bits(a.last.speed, b.last.speed) &&
         same_bits(a.last.at[0], b.last.at[0]) && same_bits(a.last.at[1], b.last.at[1]) &&
         same_bits(a.last.at[2], b.last.at[2]);
}

/// All steps on one space.
struct move {
  settings const& given;
  apps::progress_bar& bar;
  std::int64_t before;  ///< steps of the spaces that are done
  measured& out;

  template <class Space>
  void operator()(Space const& space) const
  {
    molecules<Space> all(space, given.box);
    auto const n = static_cast<double>(all.count());
    auto const take_sample = [&](std::int64_t step) {
      energies const e = all.measure();
      if (!std::isfinite(e.total()))
        throw value_error("the energy is not finite after step " + std::to_string(step) +
                          ": a smaller --dt keeps the particles together");
      out.samples.push_back({step, {e.kinetic / n, e.potential / n}});
      out.temperature = all.temperature(e);
    };
    out.edge = all.edge();
    take_sample(0);
    auto const start = std::chrono::steady_clock::now();
    for (std::int64_t step = 1; step <= given.steps; ++step) {
      all.step();
      if (step * given.samples / given.steps > (step - 1) * given.samples / given.steps)
        take_sample(step);
      bar.update(before + step);
    }
    space.fence();
    out.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    auto const& v = all.velocity();
    out.last = {{to_vector(all.at()[0]), to_vector(all.at()[1]), to_vector(all.at()[2])},
                to_vector(sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]))};
  }
};

/// 0: all agree.
int report(settings const& given, std::vector<measured> const& all)
{
  using apps::align, apps::formatted;
  measured const& first = all.front();
  auto const n = given.box.count();
  bool agree = true;
  apps::text_table table({{"space"},
                          {"temperature", align::right},
                          {"energy", align::right},
                          {"drift", align::right},
                          {"time", align::right},
                          {"steps/s", align::right},
                          {"particle steps/s", align::right},
                          {"bits"}});
  nlohmann::ordered_json j{{"build", build_info()},
                           {"particles", n},
                           {"edge", first.edge},
                           {"steps", given.steps},
                           {"seed", given.seed}};
  j["spaces"] = nlohmann::ordered_json::array();
  for (measured const& m : all) {
    bool const equal = same(m, first);
    agree = agree && equal;
    double const rate = static_cast<double>(given.steps) / m.seconds,
                 energy = m.samples.back().each.total();
    table.add_row({m.space, formatted("%.4f", m.temperature), formatted("%.6f", energy),
                   formatted("%.1e", m.drift()), apps::format_time(m.seconds),
                   apps::significant(rate, 4),
                   apps::format_scientific(rate * static_cast<double>(n)),
                   &m == &first ? "reference"
                   : equal      ? "same"
                                : "DIFFERENT"});
    j["spaces"].push_back({{"space", m.space},
                           {"temperature", m.temperature},
                           {"energy", energy},
                           {"drift", m.drift()},
                           {"same_bits", equal},
                           {"seconds", m.seconds}});
  }
  std::cout << apps::format_count(n) << " particles in a box of " << formatted("%.4g", first.edge)
            << " along each edge, " << apps::format_many(given.steps, "step")
            << "; energies of a particle\n\n";
  table.print(std::cout);
  if (!given.no_pictures) {
    draw_energies(*given.energy_picture().file, first.samples, given.box.dt);
    draw_particles(*given.box_picture().file, first.last, first.edge,
                   static_cast<double>(given.steps) * given.box.dt);
    std::cout << "\nenergy over time: " << given.energy_picture().file->string()
              << "\nwhere they are:   " << given.box_picture().file->string() << '\n';
  }
  if (!agree) std::cout << "\nThe spaces disagree.\n";
  j["same_bits"] = agree;
  if (given.json) io::write_text_file(*given.json, j.dump(2) + '\n');
  return agree ? 0 : 1;
}

void describe(CLI::App& app, settings& given)
{
  app.footer(
      "Lengths, energies and times are those of the Lennard-Jones potential (reduced units); it is "
      "cut\n"
      "off and shifted to end at 0. A step is one of velocity Verlet. Before the forces particles "
      "are\n"
      "sorted by their cells, so that every space adds up a particle's neighbours in one order.\n"
      "\n"
      "Examples:\n"
      "  particles                               2048 particles, 1000 steps on every space\n"
      "  particles --space cuda --side 64        10^6 particles on a GPU\n"
      "  particles --density 0.3 --temperature 0.8 --steps 5000\n"
      "                                          vapour that gathers in drops\n"
      "\n"
      "Exit status: 0 if all spaces computed the same bits, 1 if not, 2 for a wrong call.");
  parameters& box = given.box;
  app.add_option("--side,--size", box.side,
                 "Cubes of 4 particles along an edge of the lattice they begin on")
      ->check(apps::between(std::int64_t{1}, std::int64_t{512}))
      ->capture_default_str();
  app.add_option("--steps", given.steps, "Steps of time")
      ->transform(apps::count(1, std::int64_t{1} << 40))
      ->capture_default_str();
  app.add_option("--dt", box.dt, "Time of a step")
      ->check(apps::between(1e-6, 0.1))
      ->capture_default_str();
  app.add_option("--density", box.density, "Particles in a unit of volume")
      ->check(apps::between(1e-3, 2.0))
      ->capture_default_str();
  app.add_option("--temperature", box.temperature, "At the beginning")
      ->check(apps::between(1e-6, 100.0))
      ->capture_default_str();
  app.add_option("--cutoff", box.cutoff, "Distance from which on particles ignore each other")
      ->check(apps::between(1.0, 20.0))
      ->capture_default_str();
  app.add_option("--samples", given.samples, "Energies taken, evenly spread over the steps")
      ->check(apps::between(std::int64_t{1}, std::int64_t{1} << 20))
      ->capture_default_str();
  given.add_to(app, "velocities");
  given.add_pictures(app, "energy.png, over time, and particles.png, where they are");
}

int run(settings given)
{
  given.box.seed = given.seed;
  given.samples = std::min(given.samples, given.steps);
  require_sound(given.box);
  if (!given.no_pictures) apps::make_output_folder("--pictures", given.pictures);
  apps::require_outputs({given.energy_picture(), given.box_picture(), given.json_file()});
  runtime const running = apps::runtime_for(given.spaces);
  auto const names = apps::chosen_spaces(given.spaces);
  std::vector<measured> all;
  {
    apps::progress_bar bar("particles", given.steps * static_cast<std::int64_t>(names.size()));
    for (std::string const& name : names) {
      bar.label("particles on " + name);
      std::int64_t const before = given.steps * static_cast<std::int64_t>(all.size());
      all.push_back({name, {}, {}, 0, 0, 0});
      dispatch(name, move{given, bar, before, all.back()});
    }
  }
  return report(given, all);
}

}  // namespace
}  // namespace acre::particles

int main(int argc, char** argv)
{
  acre::particles::settings given;
  CLI::App app(
      "Moves molecules that attract and repel each other in a periodic box, draws their energies "
      "and "
      "where they are, and compares every space's to the bit.",
      "particles");
  acre::particles::describe(app, given);
  return acre::apps::run_program(app, argc, argv, [&] { return acre::particles::run(given); });
}
