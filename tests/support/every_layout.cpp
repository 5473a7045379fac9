#include <acre_test/every_layout.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <map>
#include <type_traits>
#include <utility>

namespace acre_test {

std::span<layout const> all_layouts()
{
  static constexpr layout all[] = {
      {.name = "one element on", .base = 1},
      {.name = "two elements on", .base = 2},
      {.name = "three elements on", .base = 3},
      {.name = "reversed", .step = {-1, 1, 1}},
      {.name = "every second element", .step = {2, 1, 1}},
      {.name = "every third element, reversed", .step = {-3, 1, 1}},
      {.name = "a column", .base = 3, .grain = 7},
      {.name = "one element of each row", .step = {0, 1, 1}},
      {.name = "a part of each row", .least_rank = 2, .free = {5, 2, 1}},
      {.name = "aligned parts of rows", .least_rank = 2, .free = {-16, 0, 0}},
      {.name = "rows upside down", .least_rank = 2, .step = {1, -1, 1}},
      {.name = "every second row", .least_rank = 2, .step = {1, 2, 1}},
      {.name = "one row again and again", .least_rank = 2, .step = {1, 0, 1}},
      {.name = "overlapping windows", .least_rank = 2, .windows = true},
      {.name = "transposed", .least_rank = 2, .order = {1, 0, 2}},
      {.name = "transposed, a part",
       .least_rank = 2,
       .order = {1, 0, 2},
       .free = {3, 1, 2},
       .base = 1},
      {.name = "transposed, reversed", .least_rank = 2, .step = {-1, 1, 1}, .order = {1, 0, 2}},
      {.name = "transposed, every second, upside down",
       .least_rank = 2,
       .step = {2, -1, 1},
       .order = {1, 0, 2}},
      {.name = "axes 2, 1, 0", .least_rank = 3, .order = {2, 1, 0}},
      {.name = "axes 1, 0, 2", .least_rank = 3, .order = {0, 2, 1}},
      {.name = "axes 2, 0, 1", .least_rank = 3, .order = {1, 2, 0}},
      {.name = "axes 1, 2, 0", .least_rank = 3, .order = {2, 0, 1}},
      {.name = "planes backwards", .least_rank = 3, .step = {1, 1, -1}},
      {.name = "one plane again and again", .least_rank = 3, .step = {1, 1, 0}},
      {.name = "every second row of planes backwards", .least_rank = 3, .step = {1, -2, -1}},
      {.name = "a row's elements alone", .least_rank = 3, .step = {0, 1, 0}},
  };
  return all;
}

std::int64_t placement::count() const
{
  std::int64_t n = 1;
  for (std::int64_t const e : extent) n *= e;
  return n;
}

std::vector<std::size_t> placement::places() const
{
  std::vector<std::size_t> all(static_cast<std::size_t>(count()));
  std::vector<std::int64_t> index(extent.size());
  std::int64_t place = first;
  for (std::size_t& each : all) {
    each = static_cast<std::size_t>(place);
    for (std::size_t axis = extent.size(); axis-- > 0;) {
      place += stride[axis];
      if (++index[axis] < extent[axis]) break;
      place -= extent[axis] * stride[axis];
      index[axis] = 0;
    }
  }
  return all;
}

placement placed(layout const& how, std::span<std::int64_t const> extent)
{
  placement p;
  p.extent.assign(extent.begin(), extent.end());
  p.stride.assign(extent.size(), 1);
  std::int64_t const around = p.count() + 64;  // what is read beside an array is no more
  p.first = around / 16 * 16 + how.base;
  std::int64_t apart = how.grain;
  for (int const axis : how.order) {
    if (axis >= static_cast<int>(extent.size())) continue;
    auto const at = extent.size() - 1 - static_cast<std::size_t>(axis);
    auto const from_last = static_cast<std::size_t>(axis);
    std::int64_t const step = how.windows && axis > 0 ? 0 : how.step[from_last];
    p.stride[at] = step * apart;
    if (how.windows && axis > 0) p.stride[at] = 1;
    if (step < 0) p.first -= (extent[at] > 0 ? extent[at] - 1 : 0) * p.stride[at];
    if (step == 0) continue;
    std::int64_t length = (step < 0 ? -step : step) * extent[at];
    int const free = how.free[from_last];
    length = free < 0 ? (length / -free + 2) * -free : length + free;
    apart *= length > 0 ? length : 1;
  }
  p.length = p.first + apart + around;
  if (how.windows)
    for (std::int64_t const e : extent) p.length += e;
  return p;
}

namespace {

template <class F, class... T>
auto with_type_of(acre::dtype type, F const& f, acre::detail::type_list<T...>)
{
  decltype(f(std::type_identity<float>())) result{};
  (void)((acre::dtype_traits<T>::code == type && (result = f(std::type_identity<T>()), true)) ||
         ...);
  return result;
}
/// f(std::type_identity<T>()) for the dtype's T.
template <class F>
auto with_type(acre::dtype type, F const& f)
{
  return with_type_of(type, f, acre::detail::all_elements());
}
/// The elements at(0), at(1), ... of type T.
template <class T, class F>
elements made(std::int64_t count, F const& at)
{
  elements of(static_cast<std::size_t>(count) * sizeof(T));
  for (std::size_t k = 0; k * sizeof(T) < of.size(); ++k) {
    T const x = at(k);
    std::memcpy(&of[k * sizeof(T)], &x, sizeof x);
  }
  return of;
}
std::size_t item_of(acre::dtype type)
{
  return with_type(type, []<class T>(std::type_identity<T>) { return sizeof(T); });
}

/// f(std::type_identity<X>()) for an X of an element's size.
template <class F>
void with_item(acre::dtype type, F const& f)
{
  with_type(type, [&]<class T>(std::type_identity<T>) {
    f(std::type_identity<std::array<std::byte, sizeof(T)>>());
    return 0;
  });
}

template <class T>
T poison(std::size_t place)
{
  if constexpr (std::is_same_v<T, bool>)
    return mix(place) % 2 != 0;
  else if constexpr (std::is_integral_v<T>)
    return static_cast<T>(0x5a5a5a5a5a5a5a5a);
  else if constexpr (std::is_floating_point_v<T>)
    return std::numeric_limits<T>::quiet_NaN();
  else
    return T(poison<typename T::value_type>(place), 77);
}

template <class T>
T with_one_nan(T x)
{
  if constexpr (std::is_floating_point_v<T>)
    return std::isnan(x) ? std::numeric_limits<T>::quiet_NaN() : x;
  else if constexpr (std::is_integral_v<T>)
    return x;
  else
    return T(with_one_nan(x.real()), with_one_nan(x.imag()));
}
template <class T>
std::string text_at(std::byte const* b)
{
  T x;
  std::memcpy(&x, b, sizeof x);
  return text_of(x);
}

}  // namespace

elements noise_elements(acre::dtype type, std::int64_t count, std::uint64_t first)
{
  static std::map<std::pair<acre::dtype, std::uint64_t>, elements> all;
  elements& known = all[{type, first}];
  auto const bytes = static_cast<std::size_t>(count) * item_of(type);
  if (known.size() < bytes)
    known = with_type(type, [&]<class T>(std::type_identity<T>) {
      return made<T>(count, [&](std::size_t k) { return noise_at<T>(first + k); });
    });
  return {known.begin(), known.begin() + static_cast<std::ptrdiff_t>(bytes)};
}

elements elements_of(acre::dtype type, std::vector<double> const& numbers)
{
  return with_type(type, [&]<class T>(std::type_identity<T>) {
    return made<T>(std::ssize(numbers), [&](std::size_t k) { return static_cast<T>(numbers[k]); });
  });
}

elements laid_out(acre::dtype type, placement const& p, elements const& of)
{
  elements memory = with_type(type, [&]<class T>(std::type_identity<T>) {
    return made<T>(p.length, [](std::size_t k) { return poison<T>(k); });
  });
  auto const places = p.places();
  with_item(type, [&]<class X>(std::type_identity<X>) {
    for (std::size_t k = 0; k < places.size(); ++k)
      std::memcpy(&memory[places[k] * sizeof(X)], &of[k * sizeof(X)], sizeof(X));
  });
  return memory;
}

elements picked(acre::dtype type, placement const& p, elements const& memory)
{
  auto const places = p.places();
  elements of(places.size() * item_of(type));
  with_item(type, [&]<class X>(std::type_identity<X>) {
    for (std::size_t k = 0; k < places.size(); ++k)
      std::memcpy(&of[k * sizeof(X)], &memory[places[k] * sizeof(X)], sizeof(X));
  });
  return of;
}

result result_of(char const* name, std::string const& shape, acre::dtype type, elements of)
{
  result r{name, shape, item_of(type), {}, nullptr};
  with_type(type, [&]<class T>(std::type_identity<T>) {
    for (std::size_t at = 0; at < of.size(); at += sizeof(T)) {
      T x;
      std::memcpy(&x, &of[at], sizeof x);
      x = with_one_nan(x);
      std::memcpy(&of[at], &x, sizeof x);
    }
    r.text = &text_at<T>;
    return 0;
  });
  r.bytes = std::move(of);
  return r;
}

placement operands_state::next(char const* name, std::span<std::int64_t const> shape, bool target)
{
  static constexpr layout contiguous{"contiguous"};
  ++count;
  if (!is_laid()) return placed(contiguous, shape);
  laid = name;
  bool const fits = std::ssize(shape) >= lies.how->least_rank && !(target && lies.how->repeats());
  if (!fits) {
    applies = false;
    return placed(contiguous, shape);
  }
  repeated = lies.how->repeats();
  return placed(*lies.how, shape);
}

elements operands_state::noise_of(acre::dtype type, std::int64_t size) const
{
  return noise_elements(type, size, static_cast<std::uint64_t>(count) * 1000003);
}
elements operands_state::below_of(acre::dtype type, std::int64_t limit, std::int64_t size) const
{
  auto const seed = static_cast<std::uint64_t>(count) * 1000003;
  return with_type(type, [&]<class T>(std::type_identity<T>) {
    return made<T>(size, [&](std::size_t k) {
      return static_cast<T>(mix(seed + k) % static_cast<std::uint64_t>(limit));
    });
  });
}

void operands_state::keep_written(acre::dtype type, placement const& p, std::string const& shape,
                                  elements const& before, elements const& memory)
{
  results.push_back(result_of("target", shape, type, picked(type, p, memory)));
  elements expected = before;  // where the elements are, what was written
  with_item(type, [&]<class X>(std::type_identity<X>) {
    for (std::size_t const place : p.places())
      std::memcpy(&expected[place * sizeof(X)], &memory[place * sizeof(X)], sizeof(X));
  });
  auto const other = std::ranges::mismatch(expected, memory).in1;
  if (other != expected.end())
    results.push_back(
        {"memory beside the target",
         "written at " +
             std::to_string(static_cast<std::size_t>(other - expected.begin()) / item_of(type)),
         0,
         {},
         nullptr});
}

std::vector<std::vector<std::int64_t>> extents_of(int rank)
{
  static std::vector<std::vector<std::int64_t>> const all[] = {
      {},
      {{0},
       {1},
       {2},
       {31},
       {32},
       {33},
       {255},
       {256},
       {257},
       {1023},
       {1024},
       {1025},
       {4095},
       {4096},
       {4097},
       {70001}},
      {{0, 5},
       {5, 0},
       {1, 1},
       {2, 3},
       {3, 33},
       {33, 2},
       {31, 257},
       {257, 32},
       {5, 1025},
       {1025, 5},
       {2, 4097},
       {4097, 3},
       {17, 4099}},
      {{0, 3, 2},
       {2, 3, 4},
       {1, 33, 31},
       {5, 32, 33},
       {3, 257, 5},
       {2, 5, 1025},
       {33, 4, 65},
       {7, 65, 155}},
  };
  char const* const largest = std::getenv("ACRE_TEST_LARGEST");
  std::int64_t const most = largest                         ? std::atoll(largest)
                            : std::getenv("ACRE_SANITIZER") ? 1100
                                                            : 1 << 30;
  std::vector<std::vector<std::int64_t>> some;
  for (auto const& extent : all[rank]) {
    std::int64_t n = 1;
    for (std::int64_t const e : extent) n *= e;
    if (n <= most) some.push_back(extent);
  }
  return some;
}

std::string difference(std::vector<result> const& got, std::vector<result> const& wanted)
{
  for (std::size_t r = 0; r < got.size() || r < wanted.size(); ++r) {
    if (r >= got.size()) return "no " + wanted[r].name + ' ' + wanted[r].shape;
    if (r >= wanted.size()) return got[r].name + ' ' + got[r].shape;
    result const &a = got[r], &b = wanted[r];
    auto const which = a.name + ' ' + std::to_string(r) + ' ';
    if (a.name != b.name || a.shape != b.shape)
      return which + "is " + a.shape + ", not " + b.name + ' ' + b.shape;
    if (a.bytes == b.bytes) continue;
    std::size_t first = a.bytes.size(), count = 0;
    for (std::size_t i = 0; i < a.bytes.size(); i += a.item)
      if (std::memcmp(&a.bytes[i], &b.bytes[i], a.item) != 0) {
        if (count == 0) first = i;
        ++count;
      }
    return which + a.shape + ", element " + std::to_string(first / a.item) + " is " +
           a.text(&a.bytes[first]) + ", not " + b.text(&b.bytes[first]) + "; " +
           std::to_string(count) + " of " + std::to_string(a.bytes.size() / a.item) + " differ";
  }
  return {};
}

namespace {

/// The words for a case in the text of a failure.
std::string case_text(char const* operation, std::string const& operand, layout const* how,
                      std::vector<std::int64_t> const& extent)
{
  std::string text = operation;
  text += " of";
  for (std::size_t axis = 0; axis < extent.size(); ++axis)
    text += (axis ? " x " : " ") + std::to_string(extent[axis]);
  return how ? text + ", operand '" + operand + "' laid out as '" + how->name + '\''
             : text + ", all contiguous";
}

}  // namespace

std::vector<std::string> wrong_layouts(runs_of_operations const& runs)
{
  constexpr int told = 4;
  std::size_t turn = 0;
  std::vector<std::string> wrong;
  for (std::size_t n = 0; n < runs.name.size(); ++n) {
    int failures = 0;
    for (auto const& extent : extents_of(runs.rank[n])) {
      auto const compare = [&](operands_state const& got, operands_state const& wanted,
                               layout const* how) {
        auto const text = difference(got.results, wanted.results);
        if (text.empty() || ++failures > told) return;
        wrong.push_back(case_text(runs.name[n], got.laid, how, extent) + ": " + text);
      };
      auto const plain = runs.reference(n, extent, {});
      compare(runs.run(n, extent, {}, runs.instances - 1), plain, nullptr);
      for (int operand = 0; operand < plain.count; ++operand)
        for (layout const& how : all_layouts()) {
          auto const got = runs.run(n, extent, {operand, &how}, turn++ % runs.instances);
          if (!got.applies) continue;
          compare(got, got.repeated ? runs.reference(n, extent, {operand, &how, true}) : plain,
                  &how);
        }
    }
    if (failures > told)
      wrong.push_back(std::string(runs.name[n]) + ": " + std::to_string(failures) + " cases");
  }
  return wrong;
}

}  // namespace acre_test
