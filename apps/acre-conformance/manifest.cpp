#include "manifest.hpp"

#include <acre/io/dynamic.hpp>

#include <cerrno>
#include <climits>
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
    if (!(t.ulp >= 0)) throw manifest_error("a tolerance of " + from.at("max").dump() + " ulp");
  } else if (kind == "abs_file") {
    t.what = tolerance::kind::absolute;
    t.file = folder / from.at("file").get<std::string>();
  } else {
    throw manifest_error("unknown tolerance '" + kind + "'");
  }
  return t;
}

/// json would cut 0.5 and numbers that no int holds to some other axis.
void require_whole_axes(json const& params)
{
  for (char const* const name : {"axis", "axes", "axis1", "axis2"}) {
    if (!params.contains(name)) continue;
    json const& value = params[name];
    for (json const& each : value.is_array() ? value : json::array({value}))
      if (each.is_number() && (!each.is_number_integer() || each.get<double>() < INT_MIN ||
                               each.get<double>() > INT_MAX))
        throw manifest_error(std::string(name) + " " + each.dump() + " is no axis");
  }
}

/// What json says is wrong, without its own name and number for that.
std::string text_of(std::exception const& e)
{
  std::string const text = e.what();
  auto const end = text.find("] ");
  return text.starts_with("[json.") && end != std::string::npos ? text.substr(end + 2) : text;
}

void read_case(test_case& c, json const& from, std::filesystem::path const& folder)
{
  if (!from.is_object()) throw manifest_error("it is no object but " + from.dump());
  c.op = from.at("op");
  c.note = from.value("note", "");
  c.params = from.value("params", json::object());
  if (!c.params.is_object()) throw manifest_error("params is no object but " + c.params.dump());
  require_whole_axes(c.params);
  json const inputs = from.value("inputs", json::object());
  for (auto const& [name, file] : inputs.items()) c.inputs[name] = folder / file.get<std::string>();
  bool const has_table = from.contains("table"), has_error = from.contains("expected_error");
  if (int(has_table) + int(has_error) + int(from.contains("expected")) != 1)
    throw manifest_error("a case has one of expected, expected_error and table");
  if (has_table) {
    c.table = from.at("table").get<std::vector<std::vector<std::string>>>();
    if (c.table.empty()) throw manifest_error("its table has no row");
    for (auto const& row : c.table)
      if (row.size() < 2) throw manifest_error("a row of its table has no operand or no result");
  } else if (has_error) {
    auto const& e = from.at("expected_error");
    c.error = expected_error{e.at("type"), e.value("base", e.at("type").get<std::string>()),
                             e.at("message")};
    if (c.error->message.find_first_not_of(' ') == std::string::npos)
      throw manifest_error("the error that it expects has no message");
  } else {
    for (auto const& [name, e] : from.at("expected").items())
      c.results.push_back({name, folder / e.at("file").get<std::string>(), e.at("dtype"),
                           e.at("shape").get<std::vector<std::int64_t>>(),
                           read_tolerance(e.at("tolerance"), folder)});
    if (c.results.empty()) throw manifest_error("it expects no result");
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
    throw manifest_error(file.string() + ": not JSON: " + text_of(e));
  }
  if (!manifest.is_object() || !manifest.contains("cases") || !manifest["cases"].is_array())
    throw manifest_error(file.string() + ": not a manifest: it has no array \"cases\"");
  if (json const format = manifest.value("format", json(1)); format != 1)
    throw manifest_error(file.string() + ": its format is " + format.dump() +
                         ", and 1 is what can be read");
  std::vector<test_case> cases;
  for (auto const& from : manifest["cases"]) {
    test_case c;
    try {
      c.name = "case " + std::to_string(cases.size());
      if (from.is_object()) c.name = from.at("name");
      read_case(c, from, file.parent_path());
    } catch (std::exception const& e) {
      c.broken = text_of(e);
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
