#pragma once

#include <acre/dynamic/array.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

/// The calls of cases.json, and their inputs, which peers.py makes alike.
namespace acre::survey {

/// One input: "uniform float32 N/3 3 strided". peers.py --help says what the words mean.
struct input {
  char name = 'x';
  std::string kind, view;
  acre::dtype dtype = acre::dtype::float64;
  std::vector<std::int64_t> shape;  ///< of the view
  std::string label;                ///< (N,3) strided
};

struct survey_case {
  std::string workload, check = "values", result;
  double tolerance = 0;            ///< 0: the dtype's
  std::vector<std::string> words;  ///< acre's operation and its arguments
  std::vector<input> inputs;

  acre::dtype dtype() const { return inputs.front().dtype; }
  std::int64_t n() const;  ///< elements of the first input
};

/// All cases of the file for N = elements, in its order. Throws value_error with the line's text
/// where one cannot be read, or two have one name.
std::vector<survey_case> read_cases(std::string const& path, std::int64_t elements);

/// An input's elements. `seed` is the input's place among those of its case, from 1.
dynamic_array made(dynamic_space const& space, input const& what, std::uint32_t seed,
                   std::int64_t elements);

/// By which acre's result is held against a peer's: the sum of the elements (of complex numbers'
/// real and imaginary parts), with and without weights that their order changes, and the sum of
/// their absolute values. Waits.
struct checksum {
  double sum = 0, weighted = 0, scale = 0;
};
checksum checksum_of(dynamic_array const& a, bool sorted);

}  // namespace acre::survey
