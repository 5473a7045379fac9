// Sorting along axes in every dtype, with keys and values of several, against plain models.

#include <acre/array/print.hpp>
#include <acre/dynamic/along_axis.hpp>
#include <acre/dynamic/index.hpp>
#include <acre/dynamic/order.hpp>
#include <acre_test/dynamic_order_models.hpp>
#include <acre_test/dynamic_values.hpp>

using acre::dtype, acre::dynamic_array, acre::dynamic_space;
using acre_test::crowded, acre_test::has_elements, acre_test::host_elements, acre_test::noise,
    acre_test::place;
namespace dynamic = acre::dynamic;

namespace {

/// sort and argsort agree with the model.
void sorts(dtype type, std::vector<std::int64_t> const& shape, int axis, std::uint64_t seed,
           dynamic_space const& space)
{
  SCOPED_TRACE(acre::to_string(acre::extents_view(shape)) + " along " + std::to_string(axis) +
               " of " + acre::name(type) + ", seed " + std::to_string(seed));
  auto const v = crowded(type, acre::size_of(shape), seed);
  auto const x = place(space, v, shape);
  for (bool const down : {false, true}) {
    auto const sorted = dynamic::sort(x, {axis, down});
    EXPECT_EQ(sorted.dtype(), type);
    auto const order = acre_test::elements_of<std::int64_t>(dynamic::argsort(x, {axis, down}));
    EXPECT_EQ(acre_test::wrongly_sorted(v, shape, axis, down, dynamic::to_host(sorted), order), 0u)
        << (down ? "descending" : "ascending");
  }
}

DYNAMIC_SWEEP(dynamic_sort, every_axis_of_every_dtype)
{
  for (auto const type : acre_test::all_dtypes()) {
    sorts(type, {7, 3, 5}, 0, 1, space);
    sorts(type, {7, 60, 2}, 1, 2, space);
    sorts(type, {3, 5, 130}, -1, 3, space);
  }
}

DYNAMIC_SWEEP(dynamic_sort, rows_around_the_sizes_at_which_the_way_changes)
{
  for (auto const& each : instances())
    for (std::int64_t const n : {1,   2,   3,    31,   47,   48,   49,   64,   65,   255,
                                 256, 257, 1025, 2047, 2048, 2049, 4095, 4096, 4097, 9001}) {
      auto const seed = static_cast<std::uint64_t>(n);
      sorts(dtype::float32, {5, n}, 1, seed, each);
      sorts(dtype::int64, {3, n}, 1, seed, each);
      sorts(dtype::uint8, {3, n}, 1, seed, each);
    }
}

DYNAMIC_SWEEP(dynamic_sort, many_rows_and_long_ones)
{
  sorts(dtype::float32, {4001, 9}, 1, 4, space);
  sorts(dtype::int16, {2, 40001}, 1, 5, space);
  sorts(dtype::float64, {40001, 2}, 0, 6, space);
  sorts(dtype::float64, {150001}, 0, 7, space);
  sorts(dtype::complex64, {3, 5003}, 1, 8, space);
  // which a GPU sorts in parts, the last one shorter
  sorts(dtype::float32, {host_accessible() ? 11 : 1001, 5003}, 1, 9, space);
}

DYNAMIC_SWEEP(dynamic_sort, bits_of_every_real_dtype)
{
  for (auto const type : {dtype::int8, dtype::int16, dtype::int64, dtype::uint8, dtype::uint16,
                          dtype::uint32, dtype::uint64, dtype::float64}) {
    auto const v = noise(type, 5000);
    std::vector<std::byte> wanted;
    for (auto const at : order_of(v)) {
      auto const* const element = v.at(static_cast<std::size_t>(at));
      wanted.insert(wanted.end(), element, element + v.size);
    }
    for (auto const& each : instances())
      EXPECT_TRUE(dynamic::to_host(dynamic::sort(place(each, v))) == wanted) << acre::name(type);
  }
  auto const bits = place(space, std::vector{true, false, true, false});
  EXPECT_TRUE(has_elements(dynamic::sort(bits), std::vector{false, false, true, true}));
}

DYNAMIC_SWEEP(dynamic_sort, nothing_along_an_axis)
{
  for (auto const type : {dtype::int32, dtype::complex64})
    for (std::vector<std::int64_t> const& extents : {std::vector<std::int64_t>{0, 3}, {3, 0}})
      for (int const axis : {0, 1}) {
        auto const x = dynamic::empty(space, type, extents);
        EXPECT_EQ(acre_test::shape_of(dynamic::sort(x, {axis})), extents);
        EXPECT_EQ(acre_test::shape_of(dynamic::argsort(x, {axis})), extents);
      }
}

DYNAMIC_SWEEP(dynamic_sort, partition_and_topk)
{
  auto const x = place(space, crowded(dtype::float64, 600, 3), {3, 200});
  auto const same = [](dynamic_array const& got, dynamic_array const& wanted) {
    return got.dtype() == wanted.dtype() && dynamic::to_host(got) == dynamic::to_host(wanted);
  };
  std::vector<std::int64_t> const two{-7, 1}, first{0, 1};
  EXPECT_TRUE(same(dynamic::partition(x, -7), dynamic::sort(x)));
  EXPECT_TRUE(same(dynamic::partition(x, two), dynamic::sort(x)));
  EXPECT_TRUE(same(dynamic::argpartition(x, first, 0), dynamic::argsort(x, {0})));
  EXPECT_TRUE(same(dynamic::argpartition(x, 1, 0), dynamic::argsort(x, {0})));
  auto const top = dynamic::topk(x, 5);
  std::array<acre::dynamic::index_term, 2> const five{acre::ALL, acre::slice(0, 5)};
  EXPECT_TRUE(same(top.indices, dynamic::getitem(dynamic::argsort(x, {-1, true}), five)));
  EXPECT_TRUE(same(top.values, dynamic::take_along_axis(x, top.indices, 1)));
}

/// Positions of long rows lie in halves of the result on the way there.
DYNAMIC_SWEEP(dynamic_sort, positions_of_long_rows_are_stable)
{
  for (auto const& each : instances())
    for (auto const& [rows, length] : {std::pair{1, 16385}, {1, 70001}, {2, 40001}, {9, 5003}}) {
      std::vector<std::int64_t> wanted;
      std::vector<float> v(static_cast<std::size_t>(rows * length));
      for (std::size_t i = 0; i < v.size(); ++i)
        v[i] = static_cast<float>((i * 7919 + i / 3) % 1009) - 500;
      host_elements const model(v);
      acre_test::for_rows(std::array<std::int64_t, 2>{rows, length}, 1, [&](auto const& row) {
        auto const order = order_of(model, row);
        wanted.insert(wanted.end(), order.begin(), order.end());
      });
      auto const x = place(each, v, {rows, length});
      for (auto const type : {dtype::float32, dtype::int16})
        EXPECT_TRUE(has_elements(dynamic::argsort(dynamic::astype(x, type)), wanted))
            << rows << ' ' << length << ' ' << acre::name(type);
    }
}

DYNAMIC_SWEEP(dynamic_sort, keys_with_values)
{
  struct {
    dtype key, value;
    std::int64_t n;
  } const cases[] = {{dtype::float32, dtype::float32, 40000},
                     {dtype::int64, dtype::float64, 3000},
                     {dtype::int8, dtype::int8, 3000},
                     {dtype::complex128, dtype::complex128, 3000}};
  for (auto const& [key, value, n] : cases) {
    auto const keys = crowded(key, n, 5), values = noise(value, n);
    auto const order = order_of(keys);
    for (auto const& each : instances()) {
      auto const got = dynamic::sort_by_key(place(each, keys), place(each, values));
      EXPECT_EQ(got.keys.dtype(), key);
      EXPECT_EQ(got.values.dtype(), value);
      auto const got_keys = dynamic::to_host(got.keys), got_values = dynamic::to_host(got.values);
      std::size_t wrong = 0;
      for (std::size_t i = 0; i < order.size(); ++i) {
        auto const from = static_cast<std::size_t>(order[i]);
        wrong += std::memcmp(&got_keys[i * keys.size], keys.at(from), keys.size) != 0 ||
                 std::memcmp(&got_values[i * values.size], values.at(from), values.size) != 0;
      }
      EXPECT_EQ(wrong, 0u) << acre::name(key) << " and " << acre::name(value);
    }
  }
}

DYNAMIC_SWEEP(dynamic_sort, several_keys)
{
  std::int64_t const n = 4000;
  // the last one is the first to sort by
  std::array const keys{crowded(dtype::float32, n, 1), crowded(dtype::complex128, n, 3),
                        crowded(dtype::int8, n, 2)};
  for (std::int64_t const rows : {1, 40}) {
    std::vector<std::int64_t> const shape{rows, n / rows};
    std::vector<dynamic_array> placed;
    for (auto const& key : keys) placed.push_back(place(space, key, shape));
    auto const got = acre_test::elements_of<std::int64_t>(dynamic::lexsort(placed));
    std::size_t wrong = 0;
    acre_test::for_rows(shape, 1, [&](auto const& row) {
      std::vector<std::int64_t> order(row.size());
      std::iota(order.begin(), order.end(), std::int64_t{0});
      std::stable_sort(order.begin(), order.end(), [&](std::int64_t i, std::int64_t j) {
        auto const p = row[static_cast<std::size_t>(i)], q = row[static_cast<std::size_t>(j)];
        for (auto const& key : {std::cref(keys[2]), std::cref(keys[1]), std::cref(keys[0])}) {
          auto const& k = key.get();
          if (k.ascending(k.at(p), k.at(q)) || k.ascending(k.at(q), k.at(p)))
            return k.ascending(k.at(p), k.at(q));
        }
        return false;
      });
      for (std::size_t k = 0; k < row.size(); ++k) wrong += got[row[k]] != order[k];
    });
    EXPECT_EQ(wrong, 0u) << rows;
  }
}

}  // namespace
