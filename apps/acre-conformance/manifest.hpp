#pragma once

#include <acre/dynamic/array.hpp>

#include <filesystem>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

/// A manifest of cases: an operation, its inputs, and what NumPy made of them.
namespace acre::conformance {

using json = nlohmann::json;

/// A part of the manifest that cannot be used: the case fails with this as its reason.
class manifest_error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// An operation, or a form of one, that acre does not have.
class not_available : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// An operation of a component that this build does not have: its cases are skipped.
class not_built : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct tolerance {
  enum class kind { exact, ulp, absolute };
  kind what = kind::exact;
  double ulp = 0;
  std::filesystem::path file;  // absolute: one float64 for each element
};

struct expected_result {
  std::string name;
  std::filesystem::path file;
  std::string dtype;
  std::vector<std::int64_t> shape;
  tolerance within;
};

struct expected_error {
  std::string type, base, message;
};

/// Names in order, with numbers at their ends as numbers: a2 comes before a10.
struct by_name_and_number {
  bool operator()(std::string const& a, std::string const& b) const;
};

struct test_case {
  std::string name, op;
  json params;
  std::map<std::string, std::filesystem::path, by_name_and_number> inputs;
  std::vector<expected_result> results;
  std::optional<expected_error> error;
  std::vector<std::vector<std::string>> table;  // rows of dtype names
  std::string broken;                           // why the case cannot be read, if it cannot
};

/// json's description of a mistake, without its own name and number for that.
std::string text_of(std::exception const& e);

struct manifest {
  std::vector<test_case> cases;
  std::vector<std::string> remarks;  // sentences about what is odd, and no case's failure
};

/// Throws manifest_error naming the file where it is no manifest. A case that cannot be read is
/// kept, with the reason in `broken`; of several with one name each says which it is.
manifest read_manifest(std::filesystem::path const& file);

/// Counts by what they are about, with the first case of each.
class tally_of_cases {
 public:
  void add(std::string const& what, std::string const& name)
  {
    auto const [at, is_new] = found_.try_emplace(what, name, 0);
    ++at->second.second;
  }
  /// Sentences: `what` in 3 cases, the first 'x'.
  std::vector<std::string> sentences() const
  {
    std::vector<std::string> all;
    for (auto const& [what, first_and_count] : found_) {
      auto const& [first, count] = first_and_count;
      all.push_back(what + (count == 1 ? " in the case '" + first + "'"
                                       : " in " + std::to_string(count) + " cases, the first is '" +
                                             first + "'"));
    }
    return all;
  }

 private:
  std::map<std::string, std::pair<std::string, int>> found_;
};

/// A .npy file as an array on a space. Throws std::runtime_error naming the file.
dynamic_array read_array(dynamic_space const& space, std::filesystem::path const& file);

}  // namespace acre::conformance
