#include "cases.hpp"

#include <acre/dynamic/axis_order.hpp>
#include <acre/dynamic/index.hpp>
#include <acre/dynamic/shape.hpp>
#include <acre/error.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <mutex>
#include <numeric>
#include <set>
#include <sstream>
#include <thread>

#include <nlohmann/json.hpp>

namespace acre::survey {

namespace {

using json = nlohmann::json;

/// "N/3" of N, "S" of its root, "N/16<100000": at most so many; at least 1.
std::int64_t size_from(std::string const& word, std::int64_t elements)
{
  auto const cap = word.find('<'), slash = word.find('/');
  std::string const head = word.substr(0, std::min(cap, slash));
  double const root = std::sqrt(static_cast<double>(elements));
  std::int64_t size = head == "N"   ? elements
                      : head == "S" ? static_cast<std::int64_t>(root)
                                    : std::stoll(head);
  if (slash != std::string::npos) size /= std::stoll(word.substr(slash + 1));
  if (cap != std::string::npos)
    size = std::min<std::int64_t>(size, std::stoll(word.substr(cap + 1)));
  return std::max<std::int64_t>(size, 1);
}

std::vector<std::string> words_of(std::string const& text, char between = ' ')
{
  std::vector<std::string> words;
  std::istringstream in(text);
  for (std::string word; std::getline(in, word, between);)
    if (!word.empty()) words.push_back(word);
  return words;
}

input input_from(std::string const& text, std::int64_t elements)
{
  auto words = words_of(text);
  input made;
  if (!words.empty() && words.front().size() == 1) {
    made.name = words.front().front();
    words.erase(words.begin());
  }
  if (words.size() < 3) throw value_error("an input has kind, dtype and extents: " + text);
  made.kind = words[0];
  auto const type = dtype_named(words[1]);
  if (!type) throw value_error("there is no dtype " + words[1] + ": " + text);
  made.dtype = *type;
  for (auto word = words.begin() + 2; word != words.end(); ++word) {
    if (std::islower(static_cast<unsigned char>(word->front()))) {
      made.view = *word;
      continue;
    }
    made.shape.push_back(size_from(*word, elements));
    made.label +=
        (made.label.empty() ? "(" : ",") +
        (std::isdigit(static_cast<unsigned char>(word->front())) ? *word : word->substr(0, 1));
  }
  made.label += made.view.empty() ? ")" : ") " + made.view;
  return made;
}

std::string without_prefix(std::string text)
{
  for (auto at = text.find("np."); at != std::string::npos; at = text.find("np.", at))
    text.erase(at, 3);
  return text;
}

std::uint32_t hashed(std::uint32_t i, std::uint32_t seed)
{
  std::uint32_t h = i * 0x9e3779b1u + seed * 0x85ebca77u;
  h = (h ^ (h >> 15)) * 0x2c1b3c6du;
  h = (h ^ (h >> 12)) * 0x297a2d39u;
  return h ^ (h >> 15);
}

/// In [0, 1), of 24 or 32 random bits.
template <class T>
T unit(std::uint32_t h)
{
  if constexpr (std::is_same_v<T, float>)
    return static_cast<float>(h >> 8) * 0x1p-24f;
  else
    return static_cast<double>(h) * 0x1p-32;
}

/// f(first, last) of parts of [0, size), on as many threads as there are: inputs and checksums take
/// longer than the calls on a GPU else.
template <class F>
void in_parts(std::int64_t size, F const& f)
{
  std::int64_t const least = 1 << 16;
  std::int64_t const parts = std::clamp<std::int64_t>(
      size / least, 1, std::max(1u, std::thread::hardware_concurrency()));
  std::vector<std::jthread> threads;
  for (std::int64_t part = 1; part < parts; ++part)
    threads.emplace_back(
        [=, &f] { f(size / parts * part, part + 1 < parts ? size / parts * (part + 1) : size); });
  f(0, parts > 1 ? size / parts : size);
}

/// What every kind is at an index, by its name and the numbers behind its colons.
template <class T>
struct filler {
  std::string kind;
  std::vector<std::int64_t> numbers;
  std::uint32_t seed;
  std::int64_t size, last;  // of all and along the last axis

  T operator()(std::int64_t k) const
  {
    auto const h = hashed(static_cast<std::uint32_t>(k), seed);
    if (kind == "zeros") return T(0);
    if (kind == "true") return static_cast<T>(h % 100 < numbers[0]);
    if (kind == "below") return static_cast<T>(h % numbers[0]);
    if (kind == "from") return static_cast<T>(numbers[0] + h % (numbers[1] - numbers[0]));
    if (kind == "all")
      return static_cast<T>(static_cast<std::int32_t>(h) >> (32 - 8 * std::min<int>(sizeof(T), 4)));
    if (kind == "apart")
      return static_cast<T>(static_cast<std::int64_t>(static_cast<std::uint64_t>(k) * 2654435761u %
                                                      static_cast<std::uint64_t>(size)));
    if constexpr (std::is_floating_point_v<T>) {
      if (kind == "uniform") return unit<T>(h);
      if (kind == "ramp") return static_cast<T>(static_cast<double>(k) / static_cast<double>(size));
      auto const row = k / last % last, column = k % last, first = k - row * last - column;
      if (kind == "dominant")
        return unit<T>(h) / static_cast<T>(last) + static_cast<T>(row == column);
      if (kind == "symmetric")
        return unit<T>(hashed(static_cast<std::uint32_t>(first + std::min(row, column) * last +
                                                         std::max(row, column)),
                              seed));
    }
    if constexpr (!std::is_arithmetic_v<T>)
      if (kind == "uniform") {
        using real = typename T::value_type;
        return T(unit<real>(h), unit<real>(hashed(static_cast<std::uint32_t>(k), seed + 100)));
      }
    throw value_error("no input is of kind " + kind + " and this dtype");
  }
};

template <class T>
dynamic_array filled(dynamic_space const& space, dtype type, std::vector<std::int64_t> const& shape,
                     filler<T> fill)
{
  if (fill.size > 0) fill(0);  // throws where there is no such kind
  std::vector<std::byte> bytes(static_cast<std::size_t>(fill.size) * sizeof(T));
  in_parts(fill.size, [&](std::int64_t first, std::int64_t last) {
    for (std::int64_t k = first; k < last; ++k) {
      T const value = fill(k);
      std::memcpy(bytes.data() + static_cast<std::size_t>(k) * sizeof(T), &value, sizeof(T));
    }
  });
  return dynamic::from_host(space, type, bytes, shape);
}

dynamic_array filled(dynamic_space const& space, input const& what,
                     std::vector<std::int64_t> const& shape, std::uint32_t seed,
                     std::int64_t elements)
{
  auto const parts = words_of(what.kind, ':');
  std::vector<std::int64_t> numbers;
  for (auto part = parts.begin() + 1; part != parts.end(); ++part)
    numbers.push_back(size_from(*part, elements));
  std::int64_t const size = size_of(shape);
  auto const with = [&]<class T>(std::type_identity<T>) {
    return filled<T>(space, what.dtype, shape,
                     {parts.front(), numbers, seed, size, shape.empty() ? 1 : shape.back()});
  };
  switch (what.dtype) {
    case dtype::boolean:
      return with(std::type_identity<bool>());
    case dtype::int8:
      return with(std::type_identity<std::int8_t>());
    case dtype::int32:
      return with(std::type_identity<std::int32_t>());
    case dtype::int64:
      return with(std::type_identity<std::int64_t>());
    case dtype::float32:
      return with(std::type_identity<float>());
    case dtype::float64:
      return with(std::type_identity<double>());
    case dtype::complex64:
      return with(std::type_identity<complex<float>>());
    case dtype::complex128:
      return with(std::type_identity<complex<double>>());
    default:
      throw value_error(std::string("no input is of dtype ") + name(what.dtype));
  }
}

}  // namespace

std::int64_t survey_case::n() const { return size_of(inputs.front().shape); }

std::vector<survey_case> read_cases(std::string const& path, std::int64_t elements)
{
  std::ifstream file(path);
  if (!file)
    throw value_error("--cases: cannot read " + path + ", which lies in apps/bench/survey");
  std::vector<survey_case> cases;
  std::set<std::string> names;
  for (json const& line : json::parse(file)) try {
      for (std::string const text : line.at("of")) {
        survey_case c;
        c.words = words_of(line.at("acre").get<std::string>());
        c.check = line.value("check", c.check);
        c.result = line.value("result", "");
        c.tolerance = line.value("tolerance", 0.0);
        for (std::string const& one : words_of(text, ';'))
          c.inputs.push_back(input_from(one, elements));
        c.workload = line.value("name", without_prefix(line.at("numpy").get<std::string>())) +
                     " of " + c.inputs.front().label;
        if (!names.insert(c.workload + '/' + name(c.dtype())).second)
          throw value_error("two cases are " + c.workload + " in " + name(c.dtype()));
        cases.push_back(c);
      }
    } catch (std::exception const& e) {
      throw value_error(path + ": " + e.what() + ", in " + line.dump());
    }
  return cases;
}

dynamic_array made(dynamic_space const& space, input const& what, std::uint32_t seed,
                   std::int64_t elements)
{
  auto shape = what.shape;
  if (what.view == "transposed") std::reverse(shape.begin(), shape.end());
  if (what.view == "strided") shape.back() *= 2;
  auto const base = filled(space, what, shape, seed, elements);
  if (what.view.empty()) return base;
  if (what.view == "transposed") return dynamic::transpose(base);
  if (what.view != "strided" && what.view != "reversed")
    throw value_error("there is no view " + what.view);
  slice const last(none, none, what.view == "strided" ? 2 : -1);
  return dynamic::getitem(base, std::array<dynamic::index_term, 2>{ellipsis, last});
}

checksum checksum_of(dynamic_array const& a, bool sorted)
{
  bool const pairs = kind_of(a.dtype()) == detail::kind::complex;
  auto const bytes =
      dynamic::to_host(dynamic::astype(a, pairs ? acre::dtype::complex128 : acre::dtype::float64));
  std::vector<double> x(bytes.size() / sizeof(double));
  if (!x.empty()) std::memcpy(x.data(), bytes.data(), bytes.size());
  if (sorted && a.rank() > 0) {
    auto const row = static_cast<std::ptrdiff_t>(a.shape().back());
    for (auto at = x.begin(); row > 0 && at != x.end(); at += row) std::sort(at, at + row);
  }
  constexpr std::int64_t period = 1021;  // a prime number
  checksum c;
  std::mutex adding;
  in_parts(static_cast<std::int64_t>(x.size()), [&](std::int64_t first, std::int64_t last) {
    checksum part;
    for (std::int64_t k = first; k < last; ++k) {
      double const at = x[static_cast<std::size_t>(k)];
      part.sum += at;
      part.weighted += at * static_cast<double>(k % period + 1) / period;
      part.scale += std::abs(at);
    }
    std::lock_guard const lock(adding);
    c.sum += part.sum;
    c.weighted += part.weighted;
    c.scale += part.scale;
  });
  return c;
}

}  // namespace acre::survey
