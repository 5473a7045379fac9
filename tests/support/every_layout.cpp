#include <acre_test/every_layout.hpp>

#include <cstdlib>
#include <cstring>

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

}  // namespace acre_test
