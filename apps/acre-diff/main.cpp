// acre-diff: whether, where and by how much two .npy files differ.
#include <acre/detail/ulp.hpp>
#include <acre_apps/atomic_file.hpp>
#include <acre_apps/npy.hpp>
#include <acre_apps/table.hpp>

#include <charconv>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <iostream>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace {

using acre::apps::npy_array;
using acre::detail::comparison;
using acre::detail::half_bits;

constexpr int status_same = 0, status_different = 1, status_error = 2;

double to_double(half_bits h)
{
  int const exponent = h.bits >> 10 & 0x1f;
  int const fraction = h.bits & 0x3ff;
  double const magnitude = exponent == 31  ? (fraction != 0 ? NAN : INFINITY)
                           : exponent == 0 ? std::ldexp(fraction, -24)
                                           : std::ldexp(fraction + 1024, exponent - 25);
  return std::copysign(magnitude, (h.bits & 0x8000) != 0 ? -1.0 : 1.0);
}

std::string hex(std::uint64_t bits, int bytes)
{
  char text[24];
  std::snprintf(text, sizeof text, "0x%0*llx", 2 * bytes, static_cast<unsigned long long>(bits));
  return text;
}

// The shortest text that reads back as the same number; NaNs with their bits.
template <typename T>
std::string text(T value)
{
  if constexpr (std::is_same_v<T, bool>) {
    return value ? "True" : "False";
  } else if constexpr (acre::detail::ulp::is_complex<T>) {
    return "(" + text(value.real()) + ", " + text(value.imag()) + ")";
  } else if constexpr (std::is_same_v<T, half_bits>) {
    double const x = to_double(value);
    return std::isnan(x) ? "nan (" + hex(value.bits, 2) + ")" : text(static_cast<float>(x));
  } else {
    if constexpr (std::is_floating_point_v<T>) {
      if (std::isnan(value)) {
        acre::detail::ulp::bits_of<T> bits;
        std::memcpy(&bits, &value, sizeof bits);
        return "nan (" + hex(bits, sizeof bits) + ")";
      }
    }
    char out[64];
    return {out, std::to_chars(out, out + sizeof out, value).ptr};
  }
}

struct report {
  npy_array a, b;
  bool comparable = false;  // same dtype and shape
  comparison elements;
  bool integers = false;  // distances are differences, not ulp
  std::string first_a, first_b, worst_a, worst_b;
  std::uint64_t first_distance = 0;

  bool same() const { return comparable && elements.same(); }
};

template <typename T>
void compare(report& r, std::optional<std::uint64_t> tolerance)
{
  auto const* a = reinterpret_cast<T const*>(r.a.data.data());
  auto const* b = reinterpret_cast<T const*>(r.b.data.data());
  r.elements = acre::detail::compare_elements(a, b, r.a.size(), tolerance);
  r.integers = std::is_integral_v<T>;
  if (auto const i = r.elements.first; i >= 0) {
    r.first_a = text(a[i]);
    r.first_b = text(b[i]);
    r.first_distance = acre::detail::ulp_distance(a[i], b[i]);
  }
  if (auto const i = r.elements.max_at; i >= 0) {
    r.worst_a = text(a[i]);
    r.worst_b = text(b[i]);
  }
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

std::string index_text(report const& r, std::int64_t flat)
{
  auto const index = acre::detail::unravel(flat, r.a.shape);
  return index.empty() ? "the only element" : "index " + acre::apps::detail::npy_shape(index);
}

std::string distance_text(report const& r, std::uint64_t distance)
{
  if (distance == acre::detail::ulp_incomparable) return "a NaN and a number";
  return (r.integers ? "difference " : "") + std::to_string(distance) + (r.integers ? "" : " ulp");
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
  comparison const& c = r.elements;
  std::string const what = r.a.dtype() + " " + r.a.shape_string();
  if (!tolerance)
    out << (c.same() ? "same bits: " : "different: ");
  else
    out << (c.same() ? "same" : "different") << " within " << *tolerance
        << (r.integers ? ": " : " ulp: ");
  if (c.same())
    out << acre::apps::format_count(c.size) << (c.size == 1 ? " element" : " elements");
  else
    out << acre::apps::format_count(c.different) << " of " << acre::apps::format_count(c.size)
        << (c.size == 1 ? " element" : " elements");
  out << ", " << what << '\n';
  if (!c.same())
    out << "first at " << index_text(r, c.first) << ": " << r.first_a << " and " << r.first_b
        << " (" << distance_text(r, r.first_distance) << ")\n";
  if (c.max_at >= 0 && c.max_at != c.first)
    out << "largest distance at " << index_text(r, c.max_at) << ": " << r.worst_a << " and "
        << r.worst_b << " (" << distance_text(r, c.max_distance) << ")\n";
  auto const line = [&](std::int64_t n, char const* text) {
    if (n > 0) out << text << acre::apps::format_count(n) << '\n';
  };
  line(c.nan_on_one_side, "NaN on one side only: ");
  line(c.zero_sign, "zeros of different sign: ");
  line(c.nan_bits, "NaNs of different bits: ");
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
  comparison const& c = r.elements;
  // values as text: JSON knows no NaN, and a text keeps what was printed
  auto const place = [&](std::int64_t flat, std::string const& in_a, std::string const& in_b,
                         std::uint64_t distance) {
    if (flat < 0) return json(nullptr);
    return json{
        {"index", acre::detail::unravel(flat, r.a.shape)},
        {"a", in_a},
        {"b", in_b},
        {"distance", distance == acre::detail::ulp_incomparable ? json(nullptr) : json(distance)}};
  };
  out["elements"] = c.size;
  out["different"] = c.different;
  out["first"] = place(c.first, r.first_a, r.first_b, r.first_distance);
  out["largest"] = place(c.max_at, r.worst_a, r.worst_b, c.max_distance);
  out["unit"] = r.integers ? "difference" : "ulp";
  out["nan_on_one_side"] = c.nan_on_one_side;
  out["zero_sign"] = c.zero_sign;
  out["nan_bits"] = c.nan_bits;
  return out;
}

constexpr char const* description =
    "Compares two NumPy .npy files element by element: same bits or not, how many differ,\n"
    "where first, and by how many ulp (steps between neighbouring floating-point numbers) at\n"
    "most. Byte order and C or Fortran order of the files make no difference.";

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
  std::string file_a, file_b, json_file;
  std::int64_t ulp = 0;
  bool quiet = false;
  app.add_option("A", file_a, "a .npy file")->required();
  app.add_option("B", file_b, "another")->required();
  auto* const ulp_option =
      app.add_option("--ulp", ulp,
                     "an element is the same up to this distance (integers: this difference);\n"
                     "without the option only if its bits are")
          ->type_name("N")
          ->check(CLI::NonNegativeNumber);
  app.add_option("--json", json_file, "write the result to this file")->type_name("FILE");
  app.add_flag("-q,--quiet", quiet, "print nothing but errors");
  app.footer(examples);
  try {
    app.parse(argc, argv);
  } catch (CLI::ParseError const& e) {
    return app.exit(e) == 0 ? status_same : status_error;
  }

  try {
    std::optional<std::uint64_t> tolerance;
    if (ulp_option->count() > 0) tolerance = static_cast<std::uint64_t>(ulp);
    report r;
    r.a = acre::apps::read_npy(file_a);
    r.b = acre::apps::read_npy(file_b);
    r.comparable = r.a.dtype() == r.b.dtype() && r.a.shape == r.b.shape;
    if (r.comparable) compare_by_dtype(r, tolerance);
    if (!quiet) print(r, tolerance, std::cout);
    if (!json_file.empty())
      acre::apps::write_text_file(json_file, to_json(r, file_a, file_b, tolerance).dump(2) + "\n");
    return r.same() ? status_same : status_different;
  } catch (std::exception const& e) {
    std::cerr << "acre-diff: " << e.what() << '\n';
    return status_error;
  }
}
