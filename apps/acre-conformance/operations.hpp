#pragma once

#include <acre/dynamic/elementwise.hpp>
#include <acre/dynamic/reduce.hpp>
#include <acre/index/index_mode.hpp>

#include <functional>
#include <initializer_list>
#include <set>
#include <string_view>

#include "manifest.hpp"

/// acre's operation for each one named in a manifest.
namespace acre::conformance {

/// A case's parameters; it knows which have been asked for.
class parameters {
 public:
  parameters(json const& all, std::set<std::string>& asked, std::string& last)
      : all_(&all), asked_(&asked), last_(&last)
  {}

  bool contains(char const* name) const
  {
    ask(name);
    return all_->contains(name);
  }
  /// Throws json's error where there is none.
  json const& at(char const* name) const
  {
    ask(name);
    return all_->at(name);
  }
  json const& operator[](char const* name) const { return at(name); }
  template <class T>
  auto value(char const* name, T const& otherwise) const
  {
    ask(name);
    bool const given = all_->contains(name) && !all_->at(name).is_null();
    return given ? all_->value(name, otherwise) : decltype(all_->value(name, otherwise))(otherwise);
  }

 private:
  void ask(char const* name) const
  {
    asked_->insert(name);
    *last_ = name;
  }

  json const* all_;
  std::set<std::string>* asked_;
  std::string* last_;
};

/// One case being run: its inputs on the space, and its parameters.
class call {
 public:
  call(dynamic_space space, test_case const& of);
  /// With these arrays in place of the case's files.
  call(dynamic_space space, test_case const& of, std::map<std::string, dynamic_array> inputs);

  dynamic_space const& space() const { return space_; }
  test_case const& of() const { return *of_; }
  parameters params() const { return {of_->params, asked_, last_asked_}; }
  /// The parameter that was asked for last: the one that json could not read.
  std::string const& last_asked() const { return last_asked_; }

  /// Throws manifest_error where the case has no such input.
  dynamic_array const& input(std::string const& name) const;
  bool has_input(std::string const& name) const
  {
    asked_.insert(name);
    return inputs_.contains(name);
  }
  /// Parameters whose every value gives the same results.
  void indifferent_to(std::initializer_list<char const*> names) const
  {
    asked_.insert(names.begin(), names.end());
  }
  /// Parameters and inputs that were not read so far: "the parameter 'order'", "the input 'where'".
  std::vector<std::string> not_read() const;

  /// Parameters that the manifest's README describes; absent ones have NumPy's defaults.
  bool has(char const* name) const { return params().contains(name) && !params()[name].is_null(); }
  std::optional<std::vector<int>> axes() const;
  std::optional<int> axis(char const* name = "axis") const;
  std::vector<std::int64_t> integers(char const* name) const;
  dtype type(char const* name = "dtype") const;

 private:
  dynamic_space space_;
  test_case const* of_;
  std::map<std::string, dynamic_array> inputs_;
  mutable std::set<std::string> asked_;
  mutable std::string last_asked_;
};

using results = std::map<std::string, dynamic_array>;

struct operation {
  std::string_view name, family;
  results (*run)(call const&);
};

/// The first of these inputs that the case has.
inline dynamic_array const& input_of(call const& c, std::initializer_list<char const*> names)
{
  for (char const* const name : names)
    if (c.has_input(name)) return c.input(name);
  return c.input(*names.begin());
}

/// The operation of that name, or null. If none is listed under the name, an elementwise function
/// or a reduction of acre's is.
operation const* find_operation(std::string_view name);
std::vector<operation> const& all_operations();

/// The dtype that a function or operation gives, or the class of its error: what tables are
/// compared with. A row of result_dtype has a function, its operand's dtype (or those of two) and
/// the result.
std::string table_result(dynamic_space const& space, std::string_view op,
                         std::vector<std::string> const& row);

/// In place of the operations of a component that was left out: each throws not_built.
inline std::vector<operation> left_out(std::initializer_list<std::string_view> names,
                                       std::string_view family, results (*run)(call const&))
{
  std::vector<operation> all;
  for (std::string_view const name : names) all.push_back({name, family, run});
  return all;
}

inline results out(dynamic_array a) { return {{"out", std::move(a)}}; }

/// Several results by number: out0, out1 …; of one also as out.
results numbered(std::vector<dynamic_array> const& parts);

/// A number or lists of them as an array: int64, or float64 where one is no integer.
dynamic_array array_of(dynamic_space const& space, json const& value);

/// The first of these that is an input, or else a parameter, which becomes an array.
dynamic_array operand_of(call const& c, std::initializer_list<char const*> names);
bool has_operand(call const& c, char const* name);

template <class T>
T param(call const& c, char const* name, T otherwise)
{
  return c.has(name) ? c.params()[name].get<T>() : otherwise;
}

/// axis, keepdims, ddof (or correction), dtype.
dynamic::reduction_options reduction_of(call const& c);

/// A ufunc's accumulate refuses rank 0, but an axis that is not there first.
void require_rows_to_accumulate(dynamic_array const& a, int axis);

/// The reduction, of the elements that the input `where` has and from `initial`.
dynamic_array reduced(std::string_view reduction, dynamic_array const& a, call const& c,
                      dynamic::reduction_options const& options);

inline bool is_unsigned(dtype d) { return std::string_view(name(d)).starts_with("uint"); }

/// The elements behind an index mode's name.
index_mode mode_of(call const& c);

/// A Python number as an operand; 2 may be meant as 2.0, which `kind` says.
dynamic::scalar_value scalar_of(json const& value, std::string const& kind = "");

// each source lists its own
std::vector<operation> index_operations();
std::vector<operation> shape_operations();
std::vector<operation> workload_operations();
std::vector<operation> sorting_operations();
std::vector<operation> list_operations();
std::vector<operation> list_order();
std::vector<operation> list_reductions();
std::vector<operation> list_selections();
std::vector<operation> pair_operations();
std::vector<operation> group_operations();
std::vector<operation> histogram_operations();
std::vector<operation> numerical_operations();
std::vector<operation> function_operations();
std::vector<operation> editing_operations();
std::vector<operation> polynomial_operations();
std::vector<operation> stacking_operations();
std::vector<operation> ufunc_operations();
std::vector<operation> writing_operations();
std::vector<operation> xoroshiro_operations();
std::vector<operation> fourier_operations();
std::vector<operation> linear_operations();

}  // namespace acre::conformance
