// Rows and columns of few elements. Many at once have kernels of their own
// (gpu_common/staged_rows.hpp, columns.hpp and those that include them;
// host_common/short_rows.hpp), which their parts, being few, have not on a GPU.

#include <acre/dynamic/elementwise.hpp>
#include <acre/dynamic/reduce.hpp>
#include <acre/dynamic/scan.hpp>
#include <acre_test/dynamic_sweep.hpp>
#include <acre_test/every_layout.hpp>

using acre::dtype, acre::dynamic_array;

namespace {

constexpr std::int64_t lengths[] = {1,  2,  3,  4,  5,  7,  8,  9,  12, 15,
                                    16, 17, 31, 32, 33, 48, 62, 63, 64, 65};

/// A table of noise in memory with gaps, or without.
struct table {
  dynamic_array memory;
  std::int64_t rows, columns, first, step, stride;

  table(acre::dynamic_space const& space, dtype type, std::int64_t m, std::int64_t n, bool gaps)
      : memory(acre::dynamic::empty(space, type, std::vector<std::int64_t>{0})),
        rows(m),
        columns(n),
        first(gaps ? 3 : 0),
        step(gaps ? -1 : 1),
        stride(n + (gaps ? 5 : 0))
  {
    std::vector<std::int64_t> const size{m * stride};
    memory =
        acre::dynamic::from_host(space, type, acre_test::noise_elements(type, size[0], 5), size);
  }
  /// Rows, or columns, begin … end - 1. With gaps rows go backwards.
  dynamic_array part(int axis, std::int64_t begin, std::int64_t end) const
  {
    std::vector<std::int64_t> shape{rows, columns};
    shape[static_cast<std::size_t>(axis)] = end - begin;
    std::int64_t const row = axis == 0 ? begin : 0, column = axis == 1 ? begin : 0;
    std::int64_t const at = first + row * stride + (step > 0 ? column : columns - 1 - column);
    return memory.view(at, shape, std::vector<std::int64_t>{stride, step});
  }
};

/// f of the whole has the bytes of f of parts of 4000 rows, or columns, of what is along `axis`.
/// `lines`: how many lines of its results each part is a piece of.
template <class F>
void compare(table const& x, int axis, std::int64_t lines, std::string const& what, F const& f)
{
  std::int64_t const n = axis == 0 ? x.rows : x.columns;
  auto const whole = acre::dynamic::to_host(f(x.part(axis, 0, n)));
  std::vector<std::byte> parts(whole.size());
  for (std::int64_t begin = 0; begin < n; begin += 4000) {
    std::int64_t const end = std::min(begin + 4000, n);
    auto const some = acre::dynamic::to_host(f(x.part(axis, begin, end)));
    auto const at = [&](std::int64_t bytes, std::int64_t line) { return bytes / lines * line; };
    auto const size = static_cast<std::int64_t>(some.size()),
               all = static_cast<std::int64_t>(parts.size());
    for (std::int64_t line = 0; line < lines; ++line)
      std::copy_n(some.begin() + at(size, line), size / lines,
                  parts.begin() + at(all, line) + all / lines * begin / n);
  }
  EXPECT_TRUE(whole == parts) << what << " of (" << x.rows << ", " << x.columns << ')'
                              << (x.step < 0 ? " with gaps" : "");
}

void compare_all(table const& x, int axis, dtype type)
{
  std::vector<int> const reduced{1 - axis};
  auto const named = [&](char const* name) {
    return std::string(name) + " of " + std::string(acre::name(type));
  };
  for (char const* const reduction : {"sum", "max", "var", "argmax", "any"})
    compare(x, axis, 1, named(reduction), [&](dynamic_array const& a) {
      return acre::dynamic::reduce(reduction, a, {.axes = reduced});
    });
  for (char const* const scan : {"cumsum", "cummax"})
    compare(x, axis, axis == 1 ? x.rows : 1, named(scan), [&](dynamic_array const& a) {
      return acre::dynamic::scan(scan, a, {.axis = 1 - axis});
    });
}

DYNAMIC_SWEEP(dynamic_short_rows, many_rows_are_their_parts)
{
  for (dtype const type : {dtype::float32, dtype::float64})
    for (std::int64_t const length : lengths)
      for (bool const gaps : {false, true})
        compare_all(table(space, type, 9001, length, gaps), 0, type);
  for (dtype const type : {dtype::boolean, dtype::int8, dtype::uint16, dtype::int64})
    for (std::int64_t const length : {3, 8, 33})
      compare_all(table(space, type, 9001, length, false), 0, type);
}
DYNAMIC_SWEEP(dynamic_short_rows, many_columns_are_their_parts)
{
  for (std::int64_t const columns : {300001, 300002, 300016})
    for (dtype const type : {dtype::float32, dtype::float64, dtype::int16})
      for (std::int64_t const length : {1, 2, 3, 4, 5, 6, 7, 8, 9})
        for (bool const gaps : {false, true})
          compare_all(table(space, type, length, host_accessible() ? columns / 33 : columns, gaps),
                      1, type);
}
/// Up to a tile, and more; from one chunk of a scan to five.
DYNAMIC_SWEEP(dynamic_short_rows, many_longer_columns_are_their_parts)
{
  for (std::int64_t const columns : {70000, 70001})
    for (dtype const type : {dtype::float32, dtype::float64, dtype::uint8})
      for (std::int64_t const length : {15, 16, 17, 24, 33, 63, 64, 65, 71, 72, 73, 128, 129, 160})
        compare_all(
            table(space, type, length, host_accessible() ? columns / 60 : columns, length % 3 == 0),
            1, type);
  for (dtype const type : {dtype::float32, dtype::float64})
    for (std::int64_t const length : {511, 512, 513, 520, 521, 1100})
      for (std::int64_t const columns : {50000, 50001})
        compare_all(table(space, type, length, host_accessible() ? columns / 60 : columns, false),
                    1, type);
}
/// Few elements along the axis in the middle, of few and of many columns each.
DYNAMIC_SWEEP(dynamic_short_rows, many_blocks_of_columns_are_their_parts)
{
  for (dtype const type : {dtype::float32, dtype::float64, dtype::int8})
    for (std::int64_t const length : {1, 2, 3, 8, 9, 33, 70})
      for (std::int64_t const columns : {1, 2, 3, 4, 7, 8, 100, 257}) {
        std::int64_t const count = (host_accessible() ? 2000 : 300000) / columns + 3,
                           some = (host_accessible() ? 500 : 9000) / columns + 1;
        table const all(space, type, count, length * (columns + 1), false);
        auto const blocks = [&](std::int64_t begin, std::int64_t end) {
          std::vector<std::int64_t> const shape{end - begin, length, columns};
          return all.memory.view(begin * all.stride, shape,
                                 std::vector<std::int64_t>{all.stride, columns + 1, 1});
        };
        auto const compare_blocks = [&](char const* what, auto const& f) {
          auto const whole = acre::dynamic::to_host(f(blocks(0, count)));
          std::vector<std::byte> parts;
          for (std::int64_t begin = 0; begin < count; begin += some) {
            auto const part =
                acre::dynamic::to_host(f(blocks(begin, std::min(begin + some, count))));
            parts.insert(parts.end(), part.begin(), part.end());
          }
          EXPECT_TRUE(whole == parts) << what << " of (" << count << ", " << length << ", "
                                      << columns << ") " << acre::name(type);
        };
        for (char const* const reduction : {"sum", "min", "var", "argmin"})
          compare_blocks(reduction, [&](dynamic_array const& a) {
            return acre::dynamic::reduce(reduction, a, {.axes = std::vector<int>{1}});
          });
        compare_blocks("cumsum", [&](dynamic_array const& a) {
          return acre::dynamic::scan("cumsum", a, {.axis = 1});
        });
      }
}

}  // namespace
