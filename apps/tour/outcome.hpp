#pragma once
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace acre::tour {

/// A result on the host, C order (bool as unsigned char).
using host_values = std::variant<std::vector<float>, std::vector<double>, std::vector<std::int32_t>,
                                 std::vector<std::int64_t>, std::vector<unsigned char>>;

struct host_array {
  std::string name;
  std::vector<std::int64_t> shape;
  host_values values;
};

/// A space's answer, as text: an error's message, or a small array.
struct message {
  std::string question, answer;
};

/// Results of a workload on one space.
struct outcome {
  double seconds = 0;
  double bytes = 0;                ///< read and written once, 0 where a rate has no meaning
  std::vector<host_array> arrays;  ///< compared bit by bit
  std::vector<message> messages;   ///< compared letter by letter
  std::string result;              ///< a line for people

  template <class T>
  std::vector<T> const& get(std::string const& name) const;
};

/// An 8-bit RGB picture and the name of its file.
struct picture {
  std::string file;
  std::int64_t width = 0, height = 0;
  std::vector<std::uint8_t> rgb;
};

/// How the outcome on a space stands to serial's. Two NaNs are the same.
struct agreement {
  bool same = true;
  std::uint64_t ulp = 0;  ///< the largest distance met
  std::string where;      ///< where they differ first, with both values; empty if they are the same
};

agreement compare(outcome const& reference, outcome const& other);

template <class T>
std::vector<T> const& outcome::get(std::string const& name) const
{
  for (host_array const& a : arrays)
    if (a.name == name) return std::get<std::vector<T>>(a.values);
  throw std::bad_variant_access();
}

}  // namespace acre::tour
