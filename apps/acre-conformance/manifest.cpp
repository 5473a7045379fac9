#include "manifest.hpp"

#include <acre/io/dynamic.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cmath>
#include <cstring>
#include <fstream>

namespace acre::conformance {

namespace {

void require_object(json const& value, std::string const& what)
{
  if (!value.is_object()) throw manifest_error(what + " is no object but " + value.dump());
}
std::string text_in(json const& object, char const* field)
{
  json const& value = object.at(field);
  if (!value.is_string())
    throw manifest_error(std::string("its ") + field + " is no text but " + value.dump());
  return value;
}

tolerance read_tolerance(json const& from, std::filesystem::path const& folder)
{
  tolerance t;
  require_object(from, "a tolerance");
  std::string const kind = text_in(from, "kind");
  if (kind == "exact") {
    t.what = tolerance::kind::exact;
  } else if (kind == "ulp") {
    t.what = tolerance::kind::ulp;
    t.ulp = from.at("max");
    if (!(t.ulp >= 0)) throw manifest_error("a tolerance of " + from.at("max").dump() + " ulp");
  } else if (kind == "abs_file") {
    t.what = tolerance::kind::absolute;
    t.file = folder / text_in(from, "file");
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

/// Nor is a half of these what any whole number is.
void require_whole_numbers(json const& params)
{
  for (char const* const name :
       {"n", "shift", "shape", "reps", "repeats", "minlength", "seed", "draws", "subsequence_start",
        "generators", "pairs", "iterations", "offset", "jetid_start", "jetid_stop"}) {
    if (!params.contains(name)) continue;
    json const& value = params[name];
    for (json const& each : value.is_array() ? value : json::array({value}))
      if (each.is_number_float() && each != std::floor(each.get<double>()))
        throw manifest_error(std::string(name) + " " + each.dump() + " is no whole number");
  }
}

/// null says what a field that isn't there says.
bool has(json const& object, char const* field)
{
  return object.contains(field) && !object[field].is_null();
}
json field_of(json const& object, char const* field, json otherwise)
{
  return has(object, field) ? object[field] : std::move(otherwise);
}

void read_case(test_case& c, json const& from, std::filesystem::path const& folder)
{
  require_object(from, "it");
  c.name = text_in(from, "name");
  c.op = text_in(from, "op");
  c.params = field_of(from, "params", json::object());
  require_object(c.params, "params");
  require_whole_axes(c.params);
  require_whole_numbers(c.params);
  json const inputs = field_of(from, "inputs", json::object());
  require_object(inputs, "inputs");
  for (auto const& [name, file] : inputs.items())
    c.inputs[name] = folder / text_in(inputs, name.c_str());
  bool const has_table = has(from, "table"), has_error = has(from, "expected_error");
  if (int(has_table) + int(has_error) + int(has(from, "expected")) != 1)
    throw manifest_error("a case has one of expected, expected_error and table");
  if (has_table) {
    c.table = from.at("table").get<std::vector<std::vector<std::string>>>();
    if (c.table.empty()) throw manifest_error("its table has no row");
    for (auto const& row : c.table)
      if (row.size() < 3)
        throw manifest_error("a row of its table has not three names or more: " + json(row).dump());
  } else if (has_error) {
    auto const& e = from.at("expected_error");
    require_object(e, "expected_error");
    c.error = expected_error{e.at("type"), e.value("base", e.at("type").get<std::string>()),
                             e.at("message")};
    if (c.error->message.find_first_not_of(' ') == std::string::npos)
      throw manifest_error("the error that it expects has no message");
  } else {
    require_object(from.at("expected"), "expected");
    for (auto const& [name, e] : from.at("expected").items()) {
      require_object(e, "what it expects of '" + name + "'");
      c.results.push_back({name, folder / text_in(e, "file"), text_in(e, "dtype"),
                           e.at("shape").get<std::vector<std::int64_t>>(),
                           read_tolerance(e.at("tolerance"), folder)});
    }
    if (c.results.empty()) throw manifest_error("it expects no result");
  }
}

/// Cases of one name can't be told apart where they fail.
void tell_apart(manifest& all)
{
  std::map<std::string, std::vector<std::size_t>> places;
  for (std::size_t k = 0; k < all.cases.size(); ++k) places[all.cases[k].name].push_back(k);
  for (auto const& [name, at] : places) {
    if (at.size() == 1) continue;
    for (std::size_t const k : at) all.cases[k].name += " (case " + std::to_string(k) + ")";
    all.remarks.push_back(std::to_string(at.size()) + " cases have the name '" + name +
                          "': they are run all, and told apart by their places, " +
                          std::to_string(at[0]) + " and " + std::to_string(at[1]) +
                          (at.size() > 2 ? " and so on" : "") + ", the first being 0");
  }
}

constexpr std::array fields{"name",     "op",    "inputs",         "params", "note",
                            "expected", "table", "expected_error", "columns"};

/// What json copies and prints by calling itself must not fill the stack.
bool not_too_deep(int depth, json::parse_event_t, json const&)
{
  constexpr int most = 100;
  if (depth > most)
    throw manifest_error("its lists are nested in more than " + std::to_string(most) + " others");
  return true;
}

}  // namespace

bool by_name_and_number::operator()(std::string const& a, std::string const& b) const
{
  auto const begin_of_number = [](std::string const& name) {
    return name.find_last_not_of("0123456789") + 1;  // 0 where all of it is one
  };
  std::size_t const i = begin_of_number(a), j = begin_of_number(b);
  if (int const names = a.compare(0, i, b, 0, j); names != 0) return names < 0;
  if (a.size() - i != b.size() - j) return a.size() - i < b.size() - j;
  return a < b;
}

std::string text_of(std::exception const& e)
{
  std::string const text = e.what();
  auto const end = text.find("] ");
  return text.starts_with("[json.") && end != std::string::npos ? text.substr(end + 2) : text;
}

manifest read_manifest(std::filesystem::path const& file)
{
  std::error_code unreadable;
  if (std::filesystem::is_directory(file, unreadable))
    throw manifest_error(file.string() + ": is a folder; name the manifest.json in it");
  std::ifstream stream(file);
  if (!stream) throw manifest_error("cannot read " + file.string() + ": " + std::strerror(errno));
  json from_file;
  try {
    from_file = json::parse(stream, not_too_deep);
  } catch (json::exception const& e) {
    throw manifest_error(file.string() + ": not JSON: " + text_of(e));
  } catch (std::exception const& e) {
    throw manifest_error(file.string() + ": cannot be read: " + e.what());
  }
  if (!from_file.is_object() || !from_file.contains("cases") || !from_file["cases"].is_array())
    throw manifest_error(file.string() + ": not a manifest: it has no array \"cases\"");
  if (json const format = field_of(from_file, "format", 1); format != 1)
    throw manifest_error(file.string() + ": its format is " + format.dump() +
                         ", and 1 is what can be read");
  manifest all;
  json const& cases = from_file["cases"];
  if (json const count = field_of(from_file, "count", cases.size()); count != cases.size())
    all.remarks.push_back("its count is " + count.dump() + ", and its cases are " +
                          std::to_string(cases.size()) +
                          ": either some are missing or the count is to be mended");
  tally_of_cases unread;
  for (auto const& from : cases) {
    test_case c;
    try {
      c.name = "case " + std::to_string(all.cases.size());
      read_case(c, from, file.parent_path());
    } catch (std::exception const& e) {
      c.broken = text_of(e);
    }
    if (from.is_object())
      for (auto const& [field, value] : from.items())
        if (std::find(fields.begin(), fields.end(), field) == fields.end())
          unread.add("nothing reads the field '" + field + "'", c.name);
    all.cases.push_back(std::move(c));
  }
  for (auto& sentence : unread.sentences()) all.remarks.push_back(std::move(sentence));
  tell_apart(all);
  return all;
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
