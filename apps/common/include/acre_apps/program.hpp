#pragma once
#include <acre/io/atomic_file.hpp>
#include <acre_apps/chosen_spaces.hpp>
#include <acre_apps/command_line.hpp>
#include <acre_apps/outputs.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

/// Options that programs share.
namespace acre::apps {

/// --seed, any 64 bits.
inline void add_seed(CLI::App& app, std::uint64_t& seed, std::string const& help)
{
  app.add_option("--seed", seed, help)
      ->check(between<std::uint64_t>(0, ~std::uint64_t{0}))
      ->capture_default_str();
}

/// --plot and --no-plot.
struct plot_options {
  std::filesystem::path plot;
  bool no_plot = false;

  /// `picture`: what the plot shows.
  void add_plot(CLI::App& app, std::string const& picture)
  {
    add_picture(app, "--plot", plot, no_plot, "Picture of " + picture + " (PNG)");
  }
  /// For require_outputs().
  named_file plot_file() const { return named_unless(no_plot, "--plot", plot); }
};

/// --pictures and --no-pictures, where there are several.
struct pictures_options {
  std::filesystem::path pictures = ".";
  bool no_pictures = false;

  /// `which`: the pictures.
  void add_pictures(CLI::App& app, std::string const& which)
  {
    add_picture(app, "--pictures", pictures, no_pictures, "Folder of " + which)
        ->type_name("FOLDER");
  }
  /// For require_outputs(): a file in the folder.
  named_file picture_file(std::string const& name) const
  {
    return named_unless(no_pictures, "--pictures", pictures / name);
  }
};

/// Options of the programs that simulate with random numbers.
struct simulation_options {
  std::vector<std::string> spaces;
  std::uint64_t seed = 42;
  std::optional<std::filesystem::path> json;

  /// `drawn`: which numbers the seed chooses.
  void add_to(CLI::App& app, std::string const& drawn)
  {
    add_seed(app, seed, "Which " + drawn);
    add_names(app, "--space", spaces,
              "Spaces to run on, such as serial, openmp, cuda:1 (default: all)");
    add_output(app, "--json", json, "Also writes the results as JSON");
  }
  named_file json_file() const { return {"--json", json}; }
};

}  // namespace acre::apps
