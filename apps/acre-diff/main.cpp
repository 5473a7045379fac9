// acre-diff: whether, where and by how much two .npy files differ.
#include <acre/io/atomic_file.hpp>
#include <acre/io/npy_file.hpp>
#include <acre/testing/detail/difference.hpp>
#include <acre_apps/command_line.hpp>
#include <acre_apps/outputs.hpp>
#include <acre_apps/table.hpp>

#include <complex>
#include <cstdint>
#include <iostream>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace {

using acre::detail::comparison;
using acre::detail::difference;
using acre::detail::half_bits;
using acre::io::npy_array;

constexpr int status_same = 0, status_different = 1;  // run_program: 2, an error

struct report {
  npy_array a, b;
  bool comparable = false;  // same dtype and shape
  difference found;

  bool same() const { return comparable && found.same(); }
};

template <typename T>
void compare(report& r, std::optional<std::uint64_t> tolerance)
{
  auto const* a = reinterpret_cast<T const*>(r.a.data.data());
  auto const* b = reinterpret_cast<T const*>(r.b.data.data());
  r.found = acre::detail::difference_of(a, b, r.a.size(), tolerance);
}

// The dtypes are those that read_npy lets through. A bool may hold any byte in a file, which C++
// doesn't allow in a bool: such files compare as uint8 does.
void compare_by_dtype(report& r, std::optional<std::uint64_t> tolerance)
{
  switch (r.a.kind) {
    case 'b': {
      auto const clean = [](npy_array const& x) {
        for (std::byte const byte : x.data)
          if (byte > std::byte{1}) return false;
        return true;
      };
      return clean(r.a) && clean(r.b) ? compare<bool>(r, tolerance)
                                      : compare<std::uint8_t>(r, tolerance);
    }
    case 'i':
      switch (r.a.itemsize) {
        case 1:
          return compare<std::int8_t>(r, tolerance);
        case 2:
          return compare<std::int16_t>(r, tolerance);
        case 4:
          return compare<std::int32_t>(r, tolerance);
        default:
          return compare<std::int64_t>(r, tolerance);
      }
    case 'u':
      switch (r.a.itemsize) {
        case 1:
          return compare<std::uint8_t>(r, tolerance);
        case 2:
          return compare<std::uint16_t>(r, tolerance);
        case 4:
          return compare<std::uint32_t>(r, tolerance);
        default:
          return compare<std::uint64_t>(r, tolerance);
      }
    case 'f':
      switch (r.a.itemsize) {
        case 2:
          return compare<half_bits>(r, tolerance);
        case 4:
          return compare<float>(r, tolerance);
        default:
          return compare<double>(r, tolerance);
      }
    default:
      return r.a.itemsize == 8 ? compare<std::complex<float>>(r, tolerance)
                               : compare<std::complex<double>>(r, tolerance);
  }
}

void print(report const& r, std::optional<std::uint64_t> tolerance, std::ostream& out)
{
  if (!r.comparable) {
    if (r.a.dtype() != r.b.dtype())
      out << "different dtypes: " << r.a.dtype() << " and " << r.b.dtype() << '\n';
    if (r.a.shape != r.b.shape)
      out << "different shapes: " << r.a.shape_string() << " and " << r.b.shape_string() << '\n';
    return;
  }
  out << acre::detail::verdict_text(r.found, tolerance, acre::apps::format_count) << ", "
      << r.a.dtype() << ' ' << r.a.shape_string() << '\n';
  acre::detail::print_places(out, r.found, r.a.shape, "", acre::apps::format_count);
}

nlohmann::ordered_json to_json(report const& r, std::string const& a, std::string const& b,
                               std::optional<std::uint64_t> tolerance)
{
  using json = nlohmann::ordered_json;
  auto const file = [](std::string const& path, npy_array const& x) {
    return json{{"file", path}, {"dtype", x.dtype()}, {"shape", x.shape}};
  };
  json out{{"a", file(a, r.a)}, {"b", file(b, r.b)}, {"same", r.same()}};
  out["tolerance"] = tolerance ? json(*tolerance) : json(nullptr);
  if (!r.comparable) return out;
  comparison const& c = r.found.elements;
  // values as text: JSON knows no NaN, and a text keeps what was printed
  auto const place = [&](std::int64_t flat, std::string const& in_a, std::string const& in_b,
                         std::uint64_t distance) {
    if (flat < 0) return json(nullptr);
    return json{{"index", acre::detail::unravel(flat, r.a.shape)},
                {"a", in_a},
                {"b", in_b},
                {"distance", !r.found.integers && distance == acre::detail::ulp_incomparable
                                 ? json(nullptr)
                                 : json(distance)}};
  };
  out["elements"] = c.size;
  out["different"] = c.different;
  out["first"] = place(c.first, r.found.first_a, r.found.first_b, r.found.first_distance);
  out["largest"] = place(c.max_at, r.found.worst_a, r.found.worst_b, c.max_distance);
  out["unit"] = r.found.integers ? "difference" : "ulp";
  out["nan_on_one_side"] = c.nan_on_one_side;
  out["zero_sign"] = c.zero_sign;
  out["nan_bits"] = c.nan_bits;
  return out;
}

constexpr char const* description =
    "Compares two NumPy .npy files element by element: same bits or not, how many differ, "
    "where first, and by how many ulp (steps between neighbouring floating-point numbers) at "
    "most. Byte order and C or Fortran order of the files make no difference. A NaN equals a NaN "
    "whatever its sign and payload, which processors make differently; such pairs are counted.";

constexpr char const* examples =
    "Examples:\n"
    "  acre-diff cpu.npy gpu.npy             same bits?\n"
    "  acre-diff cpu.npy gpu.npy --ulp 2     same to 2 ulp? NaN equals NaN, -0.0 equals 0.0\n"
    "  acre-diff cpu.npy gpu.npy -q --json difference.json\n"
    "\n"
    "Exit status: 0 the same, 1 different (dtype and shape count), 2 an error.";

}  // namespace

int main(int argc, char** argv)
{
  CLI::App app(description, "acre-diff");
  std::string file_a, file_b;
  std::optional<std::string> json_file;
  std::int64_t ulp = 0;
  bool quiet = false;
  app.add_option("A", file_a, "a .npy file")->required();
  app.add_option("B", file_b, "another")->required();
  auto* const ulp_option =
      app.add_option("--ulp", ulp,
                     "an element is the same up to this distance (integers: this difference);\n"
                     "without the option only if its bits are")
          ->type_name("N")
          ->transform(acre::apps::count(0, std::numeric_limits<std::int64_t>::max()));
  acre::apps::add_output(app, "--json", json_file, "write the result to this file");
  app.add_flag("-q,--quiet", quiet, "print nothing but errors");
  app.footer(examples);
  return acre::apps::run_program(app, argc, argv, [&] {
    std::optional<std::uint64_t> tolerance;
    if (ulp_option->count() > 0) tolerance = static_cast<std::uint64_t>(ulp);
    acre::apps::require_outputs({{"--json", json_file}}, {{"A", file_a}, {"B", file_b}});
    report r;
    r.a = acre::io::read_npy(file_a);
    r.b = acre::io::read_npy(file_b);
    r.comparable = r.a.dtype() == r.b.dtype() && r.a.shape == r.b.shape;
    if (r.comparable) compare_by_dtype(r, tolerance);
    if (!quiet) print(r, tolerance, std::cout);
    if (json_file)
      acre::io::write_text_file(*json_file, to_json(r, file_a, file_b, tolerance).dump(2) + "\n");
    return r.same() ? status_same : status_different;
  });
}
