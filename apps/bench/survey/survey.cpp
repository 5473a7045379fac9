// survey: what acre takes for the calls of cases.json, beside what peers.py measures for the same.
#include <acre/device/runtime.hpp>
#include <acre/device/spaces.hpp>
#include <acre/dynamic/along_axis.hpp>
#include <acre_apps/command_line.hpp>
#include <acre_apps/table.hpp>

#include <cstdio>
#include <fstream>
#include <iostream>
#include <optional>
#include <regex>
#include <sstream>

#include "../common/seconds.hpp"
#include "operations.hpp"
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace acre::survey {
namespace {

constexpr char const* description =
    "Times acre's calls of apps/bench/survey/cases.json on one space: usual sizes and odd shapes, "
    "small problems, slices, many dtypes. Prints a row for each call as it is done.";

constexpr char const* footer =
    "Examples, in the repository's root:\n"
    "  survey --jsonl acre.jsonl\n"
    "  survey --acre-space=openmp:2 --match 'sum.*rows|cumsum'\n"
    "  survey --acre-space=serial --cpu --jsonl acre.jsonl\n"
    "  apps/bench/survey/peers.py --with numpy --jsonl numpy.jsonl\n"
    "  apps/bench/survey/compare acre.jsonl numpy.jsonl\n"
    "\n"
    "--acre-space=NAME (serial, openmp:2, cuda:0; default: the GPU if the build has one) chooses "
    "the space.\n"
    "A time is the median of eleven batches of 2 ms or more, with one wait each. Results lie in "
    "new "
    "arrays,\n"
    "as those of the peers do.\n"
    "\n"
    "Exit status: 0, 1 if a call failed or no name matched, 2 for a wrong call of the program.";

struct settings {
  std::string cases = "apps/bench/survey/cases.json", match, jsonl;
  std::int64_t elements = 0;
  bool processor_time = false, check = false, list = false;
};

/// Inputs that were made last: cases that follow each other share them.
class made_inputs {
 public:
  made_inputs(dynamic_space space, std::int64_t elements) : space_(space), elements_(elements) {}

  std::map<char, dynamic_array> of(survey_case const& c)
  {
    std::map<char, dynamic_array> all;
    std::uint32_t seed = 0;
    for (input const& one : c.inputs) {
      ++seed;
      if (c.result == std::string(1, one.name)) {  // it is written to
        all[one.name] = made(space_, one, seed, elements_);
        continue;
      }
      std::string const key = one.kind + ' ' + name(one.dtype) + ' ' + one.view + ' ' +
                              to_string(one.shape) + ' ' + std::to_string(seed);
      auto const found = kept_.find(key);
      if (found != kept_.end()) {
        all[one.name] = found->second;
        continue;
      }
      std::int64_t const bytes =
          size_of(one.shape) * static_cast<std::int64_t>(item_size(one.dtype));
      if (bytes_ + bytes > most) kept_.clear(), bytes_ = 0;
      bytes_ += bytes;
      all[one.name] = kept_[key] = made(space_, one, seed, elements_);
    }
    return all;
  }

 private:
  static constexpr std::int64_t most = std::int64_t{4} << 30;

  dynamic_space space_;
  std::int64_t elements_, bytes_ = 0;
  std::map<std::string, dynamic_array> kept_;
};

double bytes_of(dynamic_array const& a)
{
  return static_cast<double>(a.size()) * static_cast<double>(item_size(a.dtype()));
}

/// One row: the result's checksum first, as calls may write to their inputs, then the time.
nlohmann::ordered_json row_of(survey_case const& c, call const& made, settings const& given,
                              std::string const& who, int processors)
{
  operation const f = operation_of(made);
  double bytes = 0;
  for (auto const& [name, a] : made.inputs)
    if (c.result != std::string(1, name)) bytes += bytes_of(a);
  dynamic_array result = f.once();
  bytes += bytes_of(result);
  if (c.check == "taken") result = dynamic::take_along_axis(made['x'], result, -1);
  checksum const sum = checksum_of(result, c.check == "sorted");
  result = {};
  nlohmann::ordered_json row = {
      {"peer", who}, {"workload", c.workload}, {"n", c.n()}, {"dtype", name(c.dtype())}};
  if (!given.check) {
    auto const sample = bench::seconds_a_call(processors, [&](int calls) {
      f.batch(calls);
      dynamic::fence(made['x']);
    });
    double const seconds = processors > 0 ? sample.front() : sample[sample.size() / 2];
    row["ms_median"] = 1e3 * seconds;
    row["ms_min"] = 1e3 * sample.front();
    row["bytes_moved"] = bytes;
    row["gbps"] = bytes / seconds * 1e-9;
  }
  row["sum"] = sum.sum;
  row["weighted"] = sum.weighted;
  row["scale"] = sum.scale;
  if (c.check == "random") row["check"] = c.check;
  if (c.tolerance > 0) row["tolerance"] = c.tolerance;
  return row;
}

int run(settings const& given, std::string const& space_name)
{
  std::string const who = "acre." + space_name;
  dynamic_space space = space_named(space_name);
  int processors = 0;
  bool gpu = false;
  dispatch(space_name, [&](auto const& chosen) {
    gpu = !std::remove_cvref_t<decltype(chosen)>::host_accessible;
    space = chosen;
    if (given.processor_time) processors = std::max(1, device_of(chosen).multiprocessors);
  });
  std::int64_t const elements = given.elements > 0 ? given.elements : gpu ? 50000000 : 5000000;
  auto const cases = read_cases(given.cases, elements);
  std::ofstream file;
  if (!given.jsonl.empty()) {
    file.open(given.jsonl);
    if (!file) throw value_error("--jsonl: cannot write " + given.jsonl);
  }
  std::regex match;
  try {
    match.assign(given.match);
  } catch (std::regex_error const& e) {
    throw value_error("--match: " + given.match + " is no regular expression: " + e.what());
  }
  made_inputs inputs(space, elements);
  int rows = 0, failed = 0;
  for (survey_case const& c : cases) {
    if (!std::regex_search(c.workload + '/' + name(c.dtype()), match)) continue;
    ++rows;
    char line[200];
    std::snprintf(line, sizeof line, "%-52s %-10s %12lld", c.workload.c_str(), name(c.dtype()),
                  static_cast<long long>(c.n()));
    std::cout << line;
    if (given.list) {
      std::cout << '\n';
      continue;
    }
    std::cout << std::flush;
    try {
      auto const row = row_of(c, {space, inputs.of(c), c.words}, given, who, processors);
      if (!given.check)
        std::cout << "  " << apps::format_time(1e-3 * row["ms_median"].get<double>()) << "  "
                  << apps::format_rate(row["bytes_moved"], 1e-3 * row["ms_median"].get<double>());
      std::cout << std::endl;
      if (file.is_open() && !(file << row.dump() << std::endl))
        throw value_error("--jsonl: cannot write " + given.jsonl);
    } catch (error const& e) {
      ++failed;
      std::cout << std::endl;
      std::cerr << "survey: " << c.workload << ", " << name(c.dtype()) << ": " << e.message()
                << '\n';
    }
  }
  if (rows == 0)
    std::cerr << "survey: no call has a name that --match finds: " << given.match << '\n';
  return rows == 0 || failed > 0 ? 1 : 0;
}

}  // namespace
}  // namespace acre::survey

int main(int argc, char** argv)
{
  using namespace acre;
  survey::settings given;
  CLI::App app(survey::description, "survey");
  app.footer(survey::footer);
  app.add_option(
         "--elements", given.elements,
         "N of cases.json (default: 5e6, on a GPU 5e7); calls of a few elements keep theirs")
      ->transform(apps::count(1, std::int64_t{1} << 31));
  app.add_option("--match", given.match,
                 "Only calls in whose name/dtype this regular expression is found");
  apps::add_output(app, "--jsonl", given.jsonl, "Also writes a JSON line for each row");
  app.add_option("--cases", given.cases, "The list of calls")->capture_default_str();
  app.add_flag(
      "--cpu", given.processor_time,
      "Processors' time over the number of threads, the least of the batches: other work on "
      "the machine changes it little");
  app.add_flag("--check", given.check, "Results' checksums alone, no times");
  app.add_flag("--list", given.list, "Names alone");
  std::optional<runtime> running;
  try {
    running.emplace(argc, argv);
  } catch (error const& e) {
    std::cerr << "survey: " << e.message() << '\n';
    return 2;
  }
  return apps::run_program(app, argc, argv, [&] { return survey::run(given, chosen_space()); });
}
