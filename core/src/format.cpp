#include <acre/array/detail/format.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace acre::detail {

namespace {

// NumPy's default print options
constexpr std::size_t line_width = 75;
constexpr std::int64_t threshold = 1000, edge_items = 3;
constexpr int max_fraction = 8;

std::string spaces(std::size_t wanted, std::size_t present = 0)
{
  return std::string(wanted > present ? wanted - present : 0, ' ');
}

void strip(std::string& text, char c) { text.erase(text.find_last_not_of(c) + 1); }

// --- single numbers ------------------------------------------------------------------------------

/// digits[0].digits[1]digits[2]… × 10^exponent
struct decimal {
  std::string digits;
  int exponent;

  int fraction() const { return static_cast<int>(digits.size()) - 1; }
};

/// In what numbers of T are printed: halves in float32, with digits enough for their own.
template <class T>
using printed_number = computed_t<T>;

/// The shortest digits that only `magnitude` rounds to in T, or exactly `fraction` ones after the
/// first.
template <class T>
decimal digits_of(printed_number<T> magnitude, int fraction = -1)
{
  char buffer[64];
  char* const end = buffer + sizeof buffer;
  auto const format = std::chars_format::scientific;
  auto result = fraction < 0 ? std::to_chars(buffer, end, magnitude, format)
                             : std::to_chars(buffer, end, magnitude, format, fraction);
  if constexpr (is_half<T>) {
    // a number beside a power of 2 may have no shorter digits but those that a tie rounds up to
    double const up = std::nextafter(static_cast<double>(magnitude), HUGE_VAL);
    double read = 0;
    for (int few = 0; fraction < 0 && T(read) != T(magnitude); ++few)
      for (double const near : {static_cast<double>(magnitude), up}) {
        result = std::to_chars(buffer, end, near, format, few);
        std::from_chars(buffer, result.ptr, read);
        if (T(read) == T(magnitude)) break;
      }
  }
  std::string_view const text(buffer, result.ptr - buffer);
  std::size_t const e = text.find('e');
  decimal d{std::string(text.substr(0, e)), std::atoi(std::string(text.substr(e + 1)).c_str())};
  if (d.digits.size() > 1) d.digits.erase(1, 1);
  return d;
}

/// "12.5", "0.001", "3.": the shortest digits, but no more than `most` after the point.
template <class T>
std::string positional(printed_number<T> magnitude, int most)
{
  decimal d = digits_of<T>(magnitude);
  if (d.fraction() - d.exponent > most) {
    char buffer[64];  // fewer than 17 digits before the point: otherwise there are none after it
    auto const result =
        std::to_chars(buffer, buffer + sizeof buffer, magnitude, std::chars_format::fixed, most);
    std::string text(buffer, result.ptr);
    strip(text, '0');
    return text;
  }
  if (d.exponent < 0) return "0." + std::string(-d.exponent - 1, '0') + d.digits;
  if (d.fraction() < d.exponent) d.digits.append(d.exponent - d.fraction(), '0');
  return d.digits.insert(d.exponent + 1, 1, '.');
}

/// "1.25e-07", "3.e+20"
std::string scientific(decimal const& d, int exponent_digits = 2)
{
  std::string const e = std::to_string(std::abs(d.exponent));
  return d.digits.substr(0, 1) + '.' + d.digits.substr(1) + (d.exponent < 0 ? "e-" : "e+") +
         std::string(std::max(exponent_digits - static_cast<int>(e.size()), 0), '0') + e;
}

template <class T>
std::string sign_of(T x, bool plus)
{
  return std::signbit(x) && !std::isnan(x) ? "-" : plus ? "+" : "";
}

template <class T>
std::string not_finite(T x, bool plus)
{
  return sign_of(x, plus) + (std::isnan(x) ? "nan" : "inf");
}

/// From this value on an exponent is printed in the text of a scalar; in an array it is from 1e8 on
/// if that is less.
template <class T>
constexpr double exponent_from = is_half<T>                 ? 1e3
                                 : std::is_same_v<T, float> ? 1e6
                                                            : 1e16;

// --- numbers of an array -------------------------------------------------------------------------

/// Texts of equal width, with their decimal points below each other, for numbers printed together.
template <class T>
class float_format {
 public:
  using number = printed_number<T>;

  float_format(std::span<T const> values, bool plus) : plus_(plus)
  {
    number largest = 0, smallest = std::numeric_limits<number>::infinity();
    bool any_not_finite = false, negative_infinity = plus;
    for (number const x : values) {
      number const magnitude = std::abs(x);
      if (!std::isfinite(x)) {
        any_not_finite = true;
        negative_infinity = negative_infinity || x < 0;
      } else if (x != 0) {
        largest = std::max(largest, magnitude);
        smallest = std::min(smallest, magnitude);
      }
    }
    if (largest > 0)
      with_exponent_ = largest >= number(std::min(exponent_from<T>, 1e8)) ||
                       smallest < number(0.0001) || largest / smallest > number(1000);
    for (number const x : values)
      if (std::isfinite(x)) measure(x);
    if (with_exponent_) right_ = fraction_ + 2 + exponent_digits_;
    if (any_not_finite) {
      std::size_t const width = negative_infinity ? 4 : 3;
      if (left_ + 1 + right_ < width) left_ = width - 1 - right_;
    }
  }

  std::string operator()(number x) const
  {
    if (!std::isfinite(x)) {
      std::string const text = not_finite(x, plus_);
      return spaces(left_ + 1 + right_, text.size()) + text;
    }
    std::string text = sign_of(x, plus_);
    if (with_exponent_) {
      decimal d = digits_of<T>(std::abs(x));
      if (d.fraction() != fraction_) d = digits_of<T>(std::abs(x), fraction_);
      text += scientific(d, exponent_digits_);
    } else {
      text += positional<T>(std::abs(x), max_fraction);
    }
    std::size_t const point = text.find('.');
    text.insert(0, spaces(left_, point));
    return text + spaces(left_ + 1 + right_, text.size());
  }

 private:
  void measure(number x)
  {
    std::size_t before = sign_of(x, plus_).size();
    if (with_exponent_) {
      decimal d = digits_of<T>(std::abs(x));
      if (d.fraction() > max_fraction) d = digits_of<T>(std::abs(x), max_fraction);
      if (d.fraction() > 0) strip(d.digits, '0');
      fraction_ = std::max(fraction_, d.fraction());
      exponent_digits_ = std::max(exponent_digits_, std::abs(d.exponent) > 99 ? 3 : 2);
      before += 1;
    } else {
      std::string const text = positional<T>(std::abs(x), max_fraction);
      std::size_t const point = text.find('.');
      right_ = std::max(right_, text.size() - point - 1);
      before += point;
    }
    left_ = std::max(left_, before);
  }

  bool plus_, with_exponent_ = false;
  std::size_t left_ = 0, right_ = 0;  // characters before and after the point
  int fraction_ = 0, exponent_digits_ = 2;
};

template <class T>
struct texts {
  static std::vector<std::string> of(std::span<T const> values)
  {
    std::vector<std::string> result;
    if constexpr (std::is_same_v<T, bool>) {
      for (bool const x : values) result.push_back(x ? " True" : "False");
    } else if constexpr (std::is_integral_v<T>) {
      std::size_t width = 0;
      for (T const x : values)
        width = std::max(width, result.emplace_back(std::to_string(x)).size());
      for (std::string& text : result) text.insert(0, spaces(width, text.size()));
    } else {
      float_format<T> const format(values, false);
      for (T const x : values) result.push_back(format(x));
    }
    return result;
  }
};

template <class T>
struct texts<Kokkos::complex<T>> {
  static std::vector<std::string> of(std::span<Kokkos::complex<T> const> values)
  {
    std::vector<T> real, imag;
    for (auto const& z : values) {
      real.push_back(z.real());
      imag.push_back(z.imag());
    }
    float_format<T> const real_format(real, false), imag_format(imag, true);
    std::vector<std::string> result;
    for (auto const& z : values) {
      std::string text = imag_format(z.imag());
      text.insert(text.find_last_not_of(' ') + 1, 1, 'j');
      result.push_back(real_format(z.real()) + text);
    }
    return result;
  }
};

// --- str of an array without axes: that of a scalar, not shortened

template <class T>
std::string float_text(printed_number<T> x, bool plus, bool keep_zero)
{
  if (!std::isfinite(x)) return not_finite(x, plus);
  printed_number<T> const magnitude = std::abs(x);
  if (x == 0 || (double(magnitude) >= 1e-4 && double(magnitude) < exponent_from<T>)) {
    std::string text = positional<T>(magnitude, std::numeric_limits<int>::max());
    if (text.back() == '.') keep_zero ? text.push_back('0') : text.pop_back();
    return sign_of(x, plus) + text;
  }
  std::string text = scientific(digits_of<T>(magnitude));
  if (text[2] == 'e') text.erase(1, 1);
  return sign_of(x, plus) + text;
}

template <class T>
std::string scalar_text(T x)
{
  if constexpr (kind_of<T>() == kind::boolean)
    return x ? "True" : "False";
  else if constexpr (kind_of<T>() == kind::integer)
    return std::to_string(x);
  else if constexpr (kind_of<T>() == kind::floating)
    return float_text<T>(x, false, true);
  else if (x.real() == 0 && !std::signbit(x.real()))
    return float_text<real_t<T>>(x.imag(), false, false) + 'j';
  else
    return '(' + float_text<real_t<T>>(x.real(), false, false) +
           float_text<real_t<T>>(x.imag(), true, false) + "j)";
}

// --- arrangement ---------------------------------------------------------------------------------

/// Appends the offsets of the elements that are printed.
void select(std::vector<std::int64_t>& offsets, extents_view shape, bool summarised,
            std::int64_t offset = 0)
{
  if (shape.empty()) {
    offsets.push_back(offset);
    return;
  }
  std::int64_t const extent = shape.front();
  for (std::int64_t i = 0; i < extent; ++i) {
    if (summarised && extent > 2 * edge_items && i == edge_items) i = extent - edge_items;
    select(offsets, shape.subspan(1), summarised, offset * extent + i);
  }
}

/// Puts the texts of the printed elements into brackets and lines.
class arrangement {
 public:
  arrangement(std::vector<std::string> words, bool summarised, bool commas)
      : words_(std::move(words)), next_(words_.begin()), summarised_(summarised), commas_(commas)
  {}

  /// The text, whose lines but the first are indented by `indent`, of the next elements.
  std::string text(extents_view shape, std::size_t indent, std::size_t width)
  {
    if (shape.empty()) return std::move(*next_++);
    bool const gap = summarised_ && shape.front() > 2 * edge_items;
    std::int64_t const count = gap ? 2 * edge_items : shape.front();
    std::string result, line = spaces(indent);
    for (std::int64_t i = 0; i < count; ++i) {
      bool const last_axis = shape.size() == 1;
      auto const append = [&](std::string const& item, bool end) {
        if (last_axis && line.size() > indent && line.size() + item.size() + 1 > width) {
          strip(line, ' ');
          result += line + '\n';
          line = spaces(indent);
        }
        line += item;
        if (end) return;
        if (commas_) line += ',';
        if (last_axis) {
          line += ' ';
        } else {
          result += line + std::string(shape.size() - 1, '\n');
          line = spaces(indent);
        }
      };
      if (gap && i == edge_items) append("...", false);
      append(text(shape.subspan(1), indent + 1, width - 1), i + 1 == count);
    }
    return '[' + (result + line).substr(indent) + ']';
  }

 private:
  std::vector<std::string> words_;
  std::vector<std::string>::iterator next_;
  bool summarised_, commas_;
};

/// A Python tuple: "(3, 4)", "(5,)"
std::string tuple_text(extents_view shape)
{
  std::string text;
  for (std::int64_t const extent : shape)
    text += (text.empty() ? "(" : ", ") + std::to_string(extent);
  return text + (shape.size() == 1 ? ",)" : ")");
}

template <class T>
constexpr bool is_implied = std::is_same_v<T, bool> || std::is_same_v<T, std::int64_t> ||
                            std::is_same_v<T, double> || std::is_same_v<T, complex<double>>;

template <class T>
std::string nested_text(T const* data, extents_view shape, std::int64_t size, bool repr,
                        std::size_t indent)
{
  if (size == 0) return "[]";
  if (shape.empty() && (!repr || std::is_same_v<T, bool>)) return scalar_text(*data);
  bool const summarised = size > threshold;
  std::vector<std::int64_t> offsets;
  select(offsets, shape, summarised);
  auto const values = std::make_unique<T[]>(offsets.size());
  for (std::size_t i = 0; i < offsets.size(); ++i) values[i] = data[offsets[i]];
  arrangement lines(texts<T>::of({values.get(), offsets.size()}), summarised, repr);
  return lines.text(shape, indent + 1, repr ? line_width - 1 : line_width);
}

}  // namespace

template <element T>
std::string format_array(T const* data, extents_view shape, bool repr)
{
  std::int64_t const size = size_of(shape);
  if (!repr) return nested_text(data, shape, size, false, 0);

  std::string const prefix = "array(";
  std::string text = prefix + nested_text(data, shape, size, true, prefix.size());
  std::string extras;
  if (size > threshold || (size == 0 && shape.size() > 1)) extras = "shape=" + tuple_text(shape);
  if (size == 0 || !is_implied<T>) {
    if (!extras.empty()) extras += ", ";
    extras += std::string("dtype=") + dtype_name<T>();
  }
  if (extras.empty()) return text + ')';

  text += ',';
  extras += ')';
  std::size_t const last_line = text.size() - (text.rfind('\n') + 1);
  bool const fits = last_line + 1 + extras.size() <= line_width;
  return text + (fits ? " " : '\n' + spaces(prefix.size())) + extras;
}

template std::string format_array(bool const*, extents_view, bool);
template std::string format_array(std::int8_t const*, extents_view, bool);
template std::string format_array(std::int16_t const*, extents_view, bool);
template std::string format_array(std::int32_t const*, extents_view, bool);
template std::string format_array(std::int64_t const*, extents_view, bool);
template std::string format_array(std::uint8_t const*, extents_view, bool);
template std::string format_array(std::uint16_t const*, extents_view, bool);
template std::string format_array(std::uint32_t const*, extents_view, bool);
template std::string format_array(std::uint64_t const*, extents_view, bool);
template std::string format_array(float const*, extents_view, bool);
template std::string format_array(double const*, extents_view, bool);
template std::string format_array(complex<float> const*, extents_view, bool);
template std::string format_array(complex<double> const*, extents_view, bool);
template std::string format_array(float16 const*, extents_view, bool);
template std::string format_array(bfloat16 const*, extents_view, bool);

}  // namespace acre::detail
