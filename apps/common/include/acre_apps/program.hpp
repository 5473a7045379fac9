#pragma once
#include <acre_apps/chosen_spaces.hpp>

#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

/// What the programs that simulate with random numbers share: their options and their way to start.
/// A program that includes this links CLI11.
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
    keep_lines(*app.get_formatter());
    app.add_option("--seed", seed, "Which " + drawn)->capture_default_str();
    app.add_option("--space", spaces,
                   "Spaces to run on, such as serial, openmp, cuda:1 (default: all)")
        ->delimiter(',')
        ->type_name("NAME");
    app.add_option("--plot", plot, "Picture of " + picture + " (PNG)")
        ->capture_default_str()
        ->type_name("FILE");
    app.add_flag("--no-plot", no_plot, "Draws none");
    app.add_option("--json", json, "Also writes the results as JSON")->type_name("FILE");
  }
};

/// A number in printf's way.
inline std::string formatted(char const* pattern, double x)
{
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, pattern, x);
  return buffer;
}

/// Reads the command line and returns run()'s exit status; 2 for a wrong call or an exception,
/// whose message goes to standard error behind the program's name.
template <class Run>
int run_program(CLI::App& app, int argc, char** argv, Run const& run)
{
  try {
    app.parse(argc, argv);
    return run();
  } catch (CLI::ParseError const& e) {
    return app.exit(e) == 0 ? 0 : 2;
  } catch (std::exception const& e) {
    std::cerr << app.get_name() << ": " << e.what() << '\n';
    return 2;
  }
}

}  // namespace acre::apps
