#include "compare.hpp"

#include <acre/error.hpp>
#include <acre/io/npy_file.hpp>

#include <cctype>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

namespace acre::conformance {

namespace {

using io::npy_array;

template <class T>
std::string text(T x)
{
  if constexpr (std::is_same_v<T, bool>) {
    return x ? "True" : "False";
  } else if constexpr (detail::is_complex<T>::value) {
    return "(" + text(x.real()) + ", " + text(x.imag()) + ")";
  } else if constexpr (detail::is_half<T>) {
    return text(static_cast<float>(x));
  } else {
    char buffer[64];
    return {buffer, std::to_chars(buffer, buffer + sizeof buffer, x).ptr};
  }
}

std::string place(std::int64_t linear, extents_view shape)
{
  std::string at;
  for (std::size_t axis = shape.size(); axis-- > 0; linear /= shape[axis])
    at = std::to_string(linear % shape[axis]) + (at.empty() ? "" : ", ") + at;
  return "[" + at + "]";
}

/// The distance to the next larger floating-point number of T, as NumPy's spacing.
template <class T>
double spacing(T x)
{
  if constexpr (detail::is_half<T>) {
    T const size = x < 0 ? -x : x;
    auto const next = T::from_bits(static_cast<std::uint16_t>(size.bits() + 1));
    if (!std::isfinite(static_cast<float>(size))) return std::numeric_limits<double>::quiet_NaN();
    return static_cast<double>(next) - static_cast<double>(size);
  } else {
    x = std::abs(x);
    if (!std::isfinite(x)) return std::numeric_limits<double>::quiet_NaN();
    return static_cast<double>(std::nextafter(x, std::numeric_limits<T>::infinity())) -
           static_cast<double>(x);
  }
}

template <class T>
bool is_same(T a, T b)
{
  return a == b || (a != a && b != b);  // a complex number is NaN where either part is
}

/// How far apart two values may be; negative: not at all.
template <class T>
double allowed(T want, std::int64_t at, tolerance const& within, std::span<double const> limits)
{
  if (within.what == tolerance::kind::absolute) return limits[static_cast<std::size_t>(at)];
  if constexpr (std::is_floating_point_v<T> || detail::is_half<T>)
    if (within.what == tolerance::kind::ulp) return within.ulp * spacing(want);
  return -1;
}

template <class T>
double distance(T a, T b)
{
  if constexpr (detail::is_complex<T>::value)
    return std::max(std::abs(a.real() - b.real()), std::abs(a.imag() - b.imag()));
  else
    return std::abs(static_cast<double>(a) - static_cast<double>(b));
}

template <class T>
std::string compare(std::span<std::byte const> got, std::span<std::byte const> want,
                    extents_view shape, tolerance const& within, std::span<double const> limits)
{
  std::int64_t const size = size_of(shape);
  std::int64_t wrong = 0;
  std::string first;
  for (std::int64_t i = 0; i < size; ++i) {
    T a, b;
    std::memcpy(&a, got.data() + i * static_cast<std::int64_t>(sizeof(T)), sizeof(T));
    std::memcpy(&b, want.data() + i * static_cast<std::int64_t>(sizeof(T)), sizeof(T));
    if (is_same(a, b)) continue;
    double const limit = allowed(b, i, within, limits);
    if (limit >= 0 && distance(a, b) <= limit) continue;
    if (wrong++ == 0) {
      first = "got " + text(a) + ", expected " + text(b) + " at " + place(i, shape);
      if (limit >= 0)
        first += " (allowed " + text(limit) + ", off by " + text(distance(a, b)) + ")";
    }
  }
  if (wrong > 1) first += ", and " + std::to_string(wrong - 1) + " more of " + std::to_string(size);
  return first;
}

template <class... T>
std::string compare_as(dtype type, detail::type_list<T...>, auto const&... arguments)
{
  std::string why;
  ((type == dtype_of<T> ? (why = compare<T>(arguments...), true) : false) || ...);
  return why;
}

std::string shape_text(extents_view shape) { return to_string(shape); }

/// Whether an error of acre means what NumPy's class means. AxisError is a ValueError and an
/// IndexError at once, and IndexErrors of shapes are about shapes.
bool means(std::exception const& e, expected_error const& want)
{
  auto const is = [&]<class E>(std::type_identity<E>) {
    return dynamic_cast<E const*>(&e) != nullptr;
  };
  for (auto const& type : {want.type, want.base}) {
    if ((type == "IndexError" || type == "AxisError") && is(std::type_identity<index_error>()))
      return true;
    if ((type == "ValueError" || type == "OverflowError" || type == "ZeroDivisionError" ||
         type == "RuntimeError") &&
        (is(std::type_identity<value_error>()) || is(std::type_identity<shape_error>())))
      return true;
    if (type == "LinAlgError" && is(std::type_identity<linalg_error>())) return true;
    if (type == "TypeError" && is(std::type_identity<dtype_error>())) return true;
    if (type == "MemoryError" && is(std::type_identity<out_of_memory>())) return true;
  }
  return false;
}

std::string class_name(std::exception const& e)
{
  auto const is = [&]<class E>(std::type_identity<E>) {
    return dynamic_cast<E const*>(&e) != nullptr;
  };
  if (is(std::type_identity<index_error>())) return "index_error";
  if (is(std::type_identity<shape_error>())) return "shape_error";
  if (is(std::type_identity<value_error>())) return "value_error";
  if (is(std::type_identity<dtype_error>())) return "dtype_error";
  if (is(std::type_identity<linalg_error>())) return "linalg_error";
  if (is(std::type_identity<out_of_memory>())) return "out_of_memory";
  if (is(std::type_identity<error>())) return "error";
  return "exception";
}

}  // namespace

std::string difference(dynamic_array const& got, expected_result const& want)
{
  npy_array const file = io::read_npy(want.file);
  if (file.dtype() != want.dtype || file.shape != want.shape)
    throw manifest_error(want.file.string() + " is " + file.dtype() + " of shape " +
                         shape_text(file.shape) + ", the manifest says " + want.dtype + " " +
                         shape_text(want.shape));
  auto const bytes = dynamic::to_host(got);  // waits: errors of indices come first
  if (name(got.dtype()) != want.dtype)
    return std::string("dtype is ") + name(got.dtype()) + ", expected " + want.dtype;
  if (!std::equal(got.shape().begin(), got.shape().end(), want.shape.begin(), want.shape.end()))
    return "shape is " + shape_text(got.shape()) + ", expected " + shape_text(want.shape);
  npy_array limits;
  std::span<double const> limit;
  if (want.within.what == tolerance::kind::absolute) {
    limits = io::read_npy(want.within.file);
    limit = limits.view<double>();
    if (limits.shape != want.shape)
      throw manifest_error(want.within.file.string() + " has shape " + shape_text(limits.shape) +
                           ", not " + shape_text(want.shape));
  }
  return compare_as(got.dtype(), detail::stored_dtypes(), std::span<std::byte const>(bytes),
                    std::span<std::byte const>(file.data), got.shape(), want.within, limit);
}

std::string difference(std::exception const& thrown, expected_error const& want)
{
  std::string const said = "threw " + class_name(thrown) + ": " + thrown.what();
  std::string message = want.message;
  message.resize(message.find_last_not_of(' ') + 1);
  auto const* const ours = dynamic_cast<error const*>(&thrown);
  std::string_view const got = ours ? ours->message() : thrown.what();
  // acre says more behind NumPy's text, but not within its last word: size 6 is not size 60
  bool const ends = got.size() <= message.size() ||
                    std::isalnum(static_cast<unsigned char>(got[message.size()])) == 0;
  if (!got.starts_with(message) || !ends) return said + "; expected the text: " + want.message;
  if (!means(thrown, want)) return said + "; expected a class that means " + want.type;
  return {};
}

}  // namespace acre::conformance
