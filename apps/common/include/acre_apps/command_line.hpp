#pragma once
#include <acre/error.hpp>
#include <acre_apps/standard_output.hpp>

#include <charconv>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <exception>
#include <iostream>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

/// Parts that all programs share: their kinds of options and their way to start and end. It needs
/// nothing of acre.
namespace acre::apps {

/// A number from `low` to `high`. CLI::Range lets NaN pass, which compares with nothing.
template <class T>
  requires std::integral<T> || std::floating_point<T>
CLI::Validator between(T low, T high)
{
  auto const text_of = [](T x) {
    char out[64];
    return std::string(out, std::to_chars(out, out + sizeof out, x).ptr);
  };
  std::string const range = (std::integral<T> ? "whole number from " : "number from ") +
                            text_of(low) + " to " + text_of(high);
  return {[=](std::string& text) -> std::string {
            T x{};
            if (!text.empty() && CLI::detail::lexical_cast(text, x) && x >= low && x <= high)
              return {};
            return text + " is not a " + range;
          },
          range};
}

/// A whole number from `low` to `high` that may be written 1e6, for transform(): the digits take
/// the text's place.
inline CLI::Validator count(std::int64_t low, std::int64_t high)
{
  CLI::Validator const digits = between(low, high);
  return {[=](std::string& text) -> std::string {
            double x = 0;
            std::string whole = text;
            if (text.find_first_of(".eE") != std::string::npos &&
                CLI::detail::lexical_cast(text, x) && x == std::floor(x) && std::abs(x) < 0x1p53)
              whole = std::to_string(static_cast<std::int64_t>(x));
            if (!digits(whole).empty()) return digits(text);
            text = whole;
            return {};
          },
          digits.get_description()};
}

/// A name: `--json ""` is a slip, not a wish for no file.
inline CLI::Validator not_empty()
{
  return {[](std::string& text) -> std::string { return text.empty() ? "the name is empty" : ""; },
          ""};
}

/// An option for names with commas between them, in one argument: what follows is no longer its.
inline CLI::Option* add_names(CLI::App& app, std::string const& option,
                              std::vector<std::string>& names, std::string const& help)
{
  return app.add_option(option, names, help)
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("NAME");
}

/// A name that can be written: `-` would make a file of that name, where other programs write to
/// standard output.
inline CLI::Validator name_to_write()
{
  return {[](std::string& text) -> std::string {
            if (text == "-")
              return "- names no file: /dev/stdout is standard output, ./- a file of that name";
            return not_empty()(text);
          },
          ""};
}

/// An option for a file or folder to be written; `name` is a path, a string or an optional of one.
template <class Name>
CLI::Option* add_output(CLI::App& app, std::string const& option, Name& name,
                        std::string const& help)
{
  return app.add_option(option, name, help)->check(name_to_write())->type_name("FILE");
}

/// Likewise for a file that is written unless the option's opposite says otherwise: --plot and
/// --no-plot, which don't go together.
template <class Name>
CLI::Option* add_picture(CLI::App& app, std::string const& option, Name& name, bool& none,
                         std::string const& help)
{
  auto* const added = add_output(app, option, name, help)->capture_default_str();
  app.add_flag("--no-" + option.substr(2), none, "Draws none")->excludes(added);
  return added;
}

/// Newer releases of CLI11 flow the footer into a paragraph unless told not to.
template <class Formatter>
void keep_lines(Formatter& f)
{
  if constexpr (requires { f.enable_footer_formatting(false); }) f.enable_footer_formatting(false);
}

/// Reads the command line and returns run()'s exit status; 2 for a wrong call, an exception or
/// output that was lost, with a sentence on standard error behind the program's name.
template <class Run>
int run_program(CLI::App& app, int argc, char** argv, Run const& run)
{
  keep_lines(*app.get_formatter());
  try {
    int status = 0;
    try {
      app.parse(argc, argv);
      status = run();
    } catch (CLI::ParseError const& e) {
      status = app.exit(e) == 0 ? 0 : 2;
    }
    flush_standard_output();
    return status;
  } catch (error const& e) {  // a sentence for who called the program, not for who wrote it
    std::cerr << app.get_name() << ": " << e.message() << '\n';
    return 2;
  } catch (std::exception const& e) {
    std::cerr << app.get_name() << ": " << e.what() << '\n';
    return 2;
  }
}

}  // namespace acre::apps
