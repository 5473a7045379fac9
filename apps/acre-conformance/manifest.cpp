#include "manifest.hpp"

#include <acre/io/dynamic.hpp>

#include <cerrno>
#include <cstring>
#include <fstream>

namespace acre::conformance {

namespace {

tolerance read_tolerance(json const& from, std::filesystem::path const& folder)
{
  tolerance t;
  std::string const kind = from.at("kind");
  if (kind == "exact") {
    t.what = tolerance::kind::exact;
  } else if (kind == "ulp") {
    t.what = tolerance::kind::ulp;
    t.ulp = from.at("max");
  } else if (kind == "abs_file") {
    t.what = tolerance::kind::absolute;
    t.file = folder / from.at("file").get<std::string>();
  } else {
    throw manifest_error("unknown tolerance '" + kind + "'");
  }
  return t;
}

void read_case(test_case& c, json const& from, std::filesystem::path const& folder)
{
  c.op = from.at("op");
  c.note = from.value("note", "");
  c.params = from.value("params", json::object());
  json const inputs = from.value("inputs", json::object());
  for (auto const& [name, file] : inputs.items()) c.inputs[name] = folder / file.get<std::string>();
  bool const has_table = from.contains("table"), has_error = from.contains("expected_error");
  if (int(has_table) + int(has_error) + int(from.contains("expected")) != 1)
    throw manifest_error("a case has one of expected, expected_error and table");
  if (has_table) {
    c.table = from.at("table").get<std::vector<std::vector<std::string>>>();
  } else if (has_error) {
    auto const& e = from.at("expected_error");
    c.error = expected_error{e.at("type"), e.value("base", e.at("type").get<std::string>()),
                             e.at("message")};
  } else {
    for (auto const& [name, e] : from.at("expected").items())
      c.results.push_back({name, folder / e.at("file").get<std::string>(), e.at("dtype"),
                           e.at("shape").get<std::vector<std::int64_t>>(),
                           read_tolerance(e.at("tolerance"), folder)});
  }
}

}  // namespace

std::vector<test_case> read_manifest(std::filesystem::path const& file)
{
  std::error_code unreadable;
  if (std::filesystem::is_directory(file, unreadable))
    throw manifest_error(file.string() + ": is a folder; name the manifest.json in it");
  std::ifstream stream(file);
  if (!stream) throw manifest_error("cannot read " + file.string() + ": " + std::strerror(errno));
  json manifest;
  try {
    manifest = json::parse(stream);
  } catch (json::exception const& e) {
    throw manifest_error(file.string() + ": not JSON: " + e.what());
  }
  if (!manifest.is_object() || !manifest.contains("cases") || !manifest["cases"].is_array())
    throw manifest_error(file.string() + ": not a manifest: it has no array \"cases\"");
  std::vector<test_case> cases;
  for (auto const& from : manifest["cases"]) {
    test_case c;
    try {
      c.name = "case " + std::to_string(cases.size());
      c.name = from.at("name");
      read_case(c, from, file.parent_path());
    } catch (std::exception const& e) {
      c.broken = e.what();
    }
    cases.push_back(std::move(c));
  }
  return cases;
}

dynamic_array read_array(dynamic_space const& space, std::filesystem::path const& file)
{
  try {
    return io::load_npy(space, file);
  } catch (dtype_error const& e) {
    throw not_available(e.what());
  }
}

}  // namespace acre::conformance
