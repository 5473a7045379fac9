#pragma once
#include <acre/io/atomic_file.hpp>
#include <acre_apps/chosen_spaces.hpp>
#include <acre_apps/command_line.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

/// What the programs that simulate with random numbers share: their options.
namespace acre::apps {

struct simulation_options {
  std::vector<std::string> spaces;
  std::uint64_t seed = 42;
  std::filesystem::path plot;
  bool no_plot = false;
  std::optional<std::filesystem::path> json;

  /// `drawn`: which numbers the seed chooses; `picture`: what the plot shows.
  void add_to(CLI::App& app, std::string const& drawn, std::string const& picture)
  {
    app.add_option("--seed", seed, "Which " + drawn)
        ->check(between<std::uint64_t>(0, ~std::uint64_t{0}))
        ->capture_default_str();
    add_names(app, "--space", spaces,
              "Spaces to run on, such as serial, openmp, cuda:1 (default: all)");
    add_output(app, "--plot", plot, "Picture of " + picture + " (PNG)")->capture_default_str();
    app.add_flag("--no-plot", no_plot, "Draws none");
    add_output(app, "--json", json, "Also writes the results as JSON");
  }

  /// Throws before the work what writing the files would throw after it.
  void require_writable_files() const
  {
    if (!no_plot) io::require_writable("--plot", plot);
    if (json) io::require_writable("--json", *json);
  }
};

}  // namespace acre::apps
