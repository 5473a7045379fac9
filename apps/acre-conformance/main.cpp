// acre-conformance: acre's answers and errors against those of NumPy, for the cases of a manifest.
#include <acre/device/runtime.hpp>
#include <acre/device/spaces.hpp>
#include <acre/io/atomic_file.hpp>
#include <acre/io/npy_file.hpp>
#include <acre/version.hpp>
#include <acre_apps/command_line.hpp>
#include <acre_apps/outputs.hpp>
#include <acre_apps/table.hpp>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>
#include <set>
#include <sstream>
#include <tuple>

#include "compare.hpp"
#include "operations.hpp"
#include <CLI/CLI.hpp>

namespace {

using namespace acre::conformance;

constexpr int status_passed = 0, status_failed = 1;  // run_program: 2, an error

constexpr char const* description =
    "Runs the cases of a manifest on a space of this build and compares dtype, shape and values "
    "with the results recorded from NumPy, each under its tolerance, or the class and text of the "
    "error. Prints each failing case with why, the passes by family, and `N passed, N failed`. "
    "Cases of a component that was not built are skipped, and counted too.";

constexpr char const* footer =
    "Examples:\n"
    "  acre-conformance manifest.json\n"
    "  acre-conformance --space cuda:0 manifest.json --expect-failures sorting,quantiles\n"
    "  acre-conformance manifest.json --only take,getitem\n"
    "  acre-conformance --list                the operations, each with its family\n"
    "\n"
    "Manifests to begin with lie in a build with tests: "
    "build/openmp/tests/conformance/*/manifest.json.\n"
    "What is odd and no failure is noted on standard error: names that several cases have, a count "
    "of\n"
    "other than its cases, parameters and inputs that the operation doesn't read.\n"
    "\n"
    "Exit status: 0 if all passed but for families that were expected to fail, 1 if any other\n"
    "case failed, 2 for an error such as a manifest that cannot be read.";

std::string missing_among(results const& got)
{
  std::string names;
  for (auto const& [name, array] : got) names += (names.empty() ? "" : ", ") + name;
  return "missing; there are " + names;
}

/// Why a case fails; empty if it passes. `not_read` is what of its parameters and inputs the
/// operation didn't look at, where it came to its end.
std::string run_case(acre::dynamic_space const& space, test_case const& c,
                     std::vector<std::string>& not_read)
{
  if (!c.broken.empty()) return "the case cannot be read: " + c.broken;
  if (!c.table.empty()) {
    for (auto const& row : c.table) {
      std::string const got = table_result(space, c.op, row);
      bool const same = got == row.back() || (row.back() == "float16" && got == "float32") ||
                        (row.back().ends_with("Error") && got.ends_with("Error"));
      if (same) continue;
      std::string what = row[0];
      for (std::size_t k = 1; k + 1 < row.size(); ++k) what += ", " + row[k];
      return "(" + what + ") gives " + got + ", expected " + row.back();
    }
    return {};
  }
  auto const* const operation = find_operation(c.op);
  if (!operation) return "acre has no operation '" + c.op + "'";
  call const input(space, c);
  try {
    auto const got = operation->run(input);
    for (auto const& [name, array] : got) acre::dynamic::fence(array);
    not_read = input.not_read();
    if (c.error) return "threw nothing, expected " + c.error->type + ": " + c.error->message;
    std::string why;
    for (auto const& want : c.results) {
      auto const found = got.find(want.name);
      std::string const how =
          found == got.end() ? missing_among(got) : difference(found->second, want);
      if (!how.empty()) why += (why.empty() ? "" : "; ") + want.name + ": " + how;
    }
    return why;
  } catch (acre::error const& e) {
    if (!c.error) throw;
    return difference(e, *c.error);
  } catch (json::exception const& e) {
    return "the parameter '" + input.last_asked() + "' cannot be read: " + text_of(e);
  }
}

/// A file of the case that is not there; empty if all are.
std::string missing_file(test_case const& c)
{
  std::vector<std::filesystem::path> files;
  for (auto const& [name, file] : c.inputs) files.push_back(file);
  for (auto const& want : c.results) {
    files.push_back(want.file);
    if (!want.within.file.empty()) files.push_back(want.within.file);
  }
  for (auto const& file : files)
    if (!std::filesystem::exists(file)) return file.string();
  return {};
}

/// Calls run_case; an exception is the reason, and an index error left behind is cleared. Throws
/// not_built.
std::string reason(acre::dynamic_space const& space, test_case const& c,
                   std::vector<std::string>& not_read)
{
  std::string why;
  try {
    why = run_case(space, c, not_read);
  } catch (not_built const&) {
    throw;
  } catch (std::exception const& e) {
    why = e.what();
    if (why.empty()) why = "failed without a reason";
  }
  try {
    std::visit([](auto const& s) { s.fence(); }, space);
  } catch (acre::error const& e) {
    if (why.empty()) why = std::string("left an error behind: ") + e.what();
  }
  if (!why.empty())
    for (std::string const& what : not_read) why += "; nothing has read " + what;
  return why;
}

std::string family_of(test_case const& c)
{
  if (!c.table.empty()) return "promotion";
  auto const* const operation = find_operation(c.op);
  return operation ? std::string(operation->family) : "unknown";
}

/// The dtype that a case is counted under: of the input that the operation computes with (not of
/// indices, offsets, keys), of its first result where it has none.
std::string dtype_of(test_case const& c)
{
  if (!c.table.empty()) return "all";
  constexpr std::array operands{"a",  "x",  "array",  "m", "arr",  "v",   "f", "y",
                                "pt", "px", "charge", "p", "filt", "ary", "fp"};
  std::filesystem::path file;
  for (char const* name : operands)
    if (auto const found = c.inputs.find(name); file.empty() && found != c.inputs.end())
      file = found->second;
  if (file.empty() && !c.inputs.empty()) file = c.inputs.begin()->second;
  if (file.empty()) return c.results.empty() ? "none" : c.results.front().dtype;
  try {
    return acre::io::read_npy(file).dtype();
  } catch (acre::error const&) {
    return "none";  // a file that is to be refused
  }
}

struct tally {
  int passed = 0, failed = 0;
  void add(bool passes) { ++(passes ? passed : failed); }
};

/// Passes and failures by family, operation and dtype.
using record = std::map<std::tuple<std::string, std::string, std::string>, tally>;

/// Appends what passed to a file, as lines of JSON: the run, then an operation and dtype each. All
/// of it or nothing.
void write_results(std::filesystem::path const& file, std::string const& space,
                   std::filesystem::path const& manifest, record const& found)
{
  std::ostringstream out;
  if (std::error_code ec;
      std::filesystem::is_regular_file(file, ec) && std::filesystem::file_size(file, ec) > 0)
    out << std::ifstream(file, std::ios::binary).rdbuf();
  auto const name = std::filesystem::absolute(manifest).parent_path().filename().string();
  auto const version = std::to_string(ACRE_VERSION_MAJOR) + '.' +
                       std::to_string(ACRE_VERSION_MINOR) + '.' +
                       std::to_string(ACRE_VERSION_PATCH);
  out << json{{"space", space}, {"manifest", name}, {"acre", version}}.dump() << '\n';
  for (auto const& [key, count] : found) {
    auto const& [family, op, dtype] = key;
    out << json{{"family", family},
                {"op", op},
                {"dtype", dtype},
                {"passed", count.passed},
                {"failed", count.failed}}
               .dump()
        << '\n';
  }
  acre::io::write_text_file(file, out.view());
}

void list_operations()
{
  acre::apps::text_table table({{"operation"}, {"family"}});
  std::map<std::string_view, std::string_view> sorted{{"result_type", "promotion"},
                                                      {"result_dtype", "promotion"}};
  for (auto const& o : all_operations()) sorted.emplace(o.name, o.family);
  for (auto const& [name, family] : sorted) table.add_row({std::string(name), std::string(family)});
  table.print(std::cout);
}

/// Names on the command line must be among the known ones: a misspelt one would do nothing.
std::set<std::string> checked(std::vector<std::string> const& names,
                              std::set<std::string> const& known, std::string const& kind,
                              std::string const& kinds)
{
  for (auto const& name : names) {
    if (known.contains(name)) continue;
    std::string text = "there is no " + kind + " '" + name + "'; " + kinds + " are";
    for (auto const& k : known) text += (k == *known.begin() ? " " : ", ") + k;
    throw manifest_error(text);
  }
  return {names.begin(), names.end()};
}

std::set<std::string> checked_families(std::vector<std::string> const& names)
{
  std::set<std::string> known{"promotion", "unknown"};
  for (auto const& o : all_operations()) known.emplace(o.family);
  return checked(names, known, "family", "families");
}

void remark(std::string const& sentence)
{
  std::cerr << "acre-conformance: note: " << sentence << '\n';
}

/// The cases to run: those of the operations named, or all. Throws manifest_error where none is.
std::vector<test_case> chosen_cases(std::filesystem::path const& file,
                                    std::vector<std::string> const& only)
{
  manifest all = read_manifest(file);
  std::vector<test_case>& cases = all.cases;
  if (cases.empty()) throw manifest_error(file.string() + " has no cases");
  for (std::string const& sentence : all.remarks) remark(file.string() + ": " + sentence);
  if (only.empty()) return std::move(cases);
  std::set<std::string> known;
  for (test_case const& c : cases)
    if (!c.op.empty()) known.insert(c.op);
  auto const named =
      checked(only, known, "case of the operation", "operations of " + file.string());
  std::erase_if(cases, [&](test_case const& c) { return !named.contains(c.op); });
  return std::move(cases);
}

struct settings {
  std::string manifest, space;
  std::optional<std::filesystem::path> results;
  std::vector<std::string> expected, only;
  bool list = false, quiet = false;
};

int run(settings const& given)
{
  if (!given.list && given.manifest.empty()) throw CLI::RequiredError("MANIFEST");
  std::string program = "acre-conformance", choice = "--acre-space=" + given.space;
  int count = given.space.empty() ? 1 : 2;
  char* arguments[] = {program.data(), choice.data(), nullptr};
  acre::runtime const runtime(count, arguments);
  if (given.list) {
    list_operations();
    return status_passed;
  }
  acre::apps::require_outputs({{"--results", given.results}}, {{"MANIFEST", given.manifest}});
  auto const space = acre::space_named(acre::chosen_space());
  auto const expected = checked_families(given.expected);

  std::map<std::string, tally> families;
  record by_dtype;
  tally total;
  bool unexpected = false;
  int skipped = 0;
  tally_of_cases passed_over, left_out;
  for (auto const& c : chosen_cases(given.manifest, given.only)) {
    std::string const family = family_of(c), missing = missing_file(c);
    std::vector<std::string> not_read;
    std::string why = missing.empty() ? "" : missing + " is not there";
    try {
      if (missing.empty()) why = reason(space, c, not_read);
    } catch (not_built const& e) {
      left_out.add(std::string(e.what()) + " was not built and is asked for", c.name);
      ++skipped;
      continue;
    }
    if (why.empty())
      for (std::string const& what : not_read)
        passed_over.add(c.op + " passes without having read " + what, c.name);
    families[family].add(why.empty());
    total.add(why.empty());
    if (given.results) by_dtype[{family, c.op, dtype_of(c)}].add(why.empty());
    if (why.empty()) continue;
    bool const is_expected = expected.contains(family) && missing.empty();
    unexpected = unexpected || !is_expected;
    if (!(given.quiet && is_expected))
      std::cout << "FAIL " << c.name << " (" << c.op << "): " << why << '\n';
  }

  acre::apps::text_table table({{"family"},
                                {"passed", acre::apps::align::right},
                                {"failed", acre::apps::align::right},
                                {""}});
  for (auto const& [family, t] : families) {
    bool const is_expected = expected.contains(family);
    table.add_row({family, std::to_string(t.passed), std::to_string(t.failed),
                   !is_expected   ? ""
                   : t.failed > 0 ? "expected to fail"
                                  : "passes, though expected to fail"});
  }
  if (given.results) write_results(*given.results, acre::chosen_space(), given.manifest, by_dtype);
  std::cout << "\non " << acre::name(space) << "\n";
  table.print(std::cout);
  for (auto const& notes : {passed_over, left_out})
    for (std::string const& sentence : notes.sentences()) remark(sentence);
  std::cout << '\n' << total.passed << " passed, " << total.failed << " failed";
  if (skipped > 0) std::cout << ", " << skipped << " skipped";
  std::cout << '\n';
  return unexpected ? status_failed : status_passed;
}

}  // namespace

int main(int argc, char** argv)
{
  CLI::App app(description, "acre-conformance");
  settings given;
  app.add_option("MANIFEST", given.manifest, "a manifest.json; the files it names lie beside it");
  app.add_option("--space", given.space,
                 "serial, openmp, cuda:0 …; else ACRE_SPACE, else the foremost of the build")
      ->type_name("NAME");
  acre::apps::add_names(app, "--expect-failures", given.expected,
                        "families whose failing cases don't count in the exit status (but for "
                        "files that are missing)")
      ->type_name("FAMILY");
  acre::apps::add_names(app, "--only", given.only, "run the cases of these operations alone")
      ->type_name("OP");
  acre::apps::add_output(
      app, "--results", given.results,
      "append what passed to this file, as lines of JSON by operation and dtype");
  app.add_flag("--list", given.list, "list the operations and their families");
  app.add_flag("-q,--quiet", given.quiet,
               "don't print failing cases of families that are expected to fail");
  app.footer(footer);
  return acre::apps::run_program(app, argc, argv, [&] { return run(given); });
}
