// Masks and index arrays of many elements, whose tiles, words and threads have ends in the middle:
// compared with loops. A CPU's threads divide writes among themselves, or not, by their number.

#include <acre/device/spaces.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre/index/advanced.hpp>
#include <acre/index/along_axis.hpp>
#include <acre/index/argwhere.hpp>
#include <acre/index/compress.hpp>
#include <acre/index/nonzero.hpp>
#include <acre/index/put.hpp>
#include <acre/index/scatter_add.hpp>
#include <acre/index/take.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/on_space.hpp>

#include <algorithm>
#include <string>
#include <vector>

using acre::none, acre::shape, acre::slice;
using acre_test::error_of, acre_test::mix, acre_test::place;

namespace {

using i64 = std::int64_t;

template <class Space>
class index_many : public acre_test::on_space<Space> {};
TYPED_TEST_SUITE(index_many, acre_test::spaces, acre_test::space_names);

/// Masks of all kinds that a tile of 2048 may have: nothing, one element, few, many, most, all.
bool is_marked(int kind, i64 k)
{
  std::uint64_t const h = mix(static_cast<std::uint64_t>(k) + 7);
  switch (kind) {
    case 0:
      return false;
    case 1:
      return k % 2048 == 63 || k % 2048 == 2047;
    case 2:
      return h % 100 == 0;
    case 3:
      return h % 2 == 0;
    case 4:
      return h % 50 != 0;
    case 5:
      return k / 2048 % 2 == 0;
    default:
      return true;
  }
}

template <class Space>
void check_masks(Space const& space, i64 n, int kind)
{
  SCOPED_TRACE(std::to_string(n) + " elements, kind " + std::to_string(kind));
  std::vector<float> values(static_cast<std::size_t>(n));
  std::vector<float> signs(static_cast<std::size_t>(n));  // negative where marked
  std::vector<float> kept;
  std::vector<i64> where;
  for (i64 k = 0; k < n; ++k) {
    auto const at = static_cast<std::size_t>(k);
    values[at] = static_cast<float>(k);
    signs[at] = is_marked(kind, k) ? -1.0f : 1.0f;
    if (!is_marked(kind, k)) continue;
    kept.push_back(values[at]);
    where.push_back(k);
  }
  auto const a = place(space, values, shape(n)), s = place(space, signs, shape(n));
  acre::array<bool, 1, Space> const mask(s < 0.0f);
  EXPECT_EQ(to_vector(acre::nonzero(mask)[0]), where);
  EXPECT_EQ(to_vector(acre::nonzero(s < 0.0f)[0]), where);
  EXPECT_EQ(to_vector(acre::array<float, 1, Space>(a(mask))), kept);
  EXPECT_EQ(to_vector(a(s < 0.0f) + 0.0f), kept);
  EXPECT_EQ(to_vector(acre::compress(mask, a)), kept);
  EXPECT_EQ(to_vector(acre::compress(s < 0.0f, a)), kept);
  auto const twice = acre::empty<float>(space, shape(2 * n));
  twice(slice(0, none, 2)) = a;
  EXPECT_EQ(to_vector(acre::array<float, 1, Space>(twice(slice(0, none, 2))(mask))), kept);
  auto const filled = acre::copy(a);
  filled(mask) = -2.0f;
  std::vector<float> wanted = values;
  for (i64 const k : where) wanted[static_cast<std::size_t>(k)] = -2.0f;
  EXPECT_EQ(to_vector(filled), wanted);
  // onto a part of itself, and over all that is selected
  auto const own = acre::copy(a);
  own(slice(0, static_cast<i64>(kept.size()))) = own(mask);
  EXPECT_EQ(to_vector(own(slice(0, static_cast<i64>(kept.size())))), kept);
}

TYPED_TEST(index_many, masks)
{
  for (i64 const n : {1, 63, 64, 65, 2047, 2048, 2049, 10000})
    for (int kind = 0; kind < 7; ++kind) check_masks(this->space, n, kind);
}

TYPED_TEST(index_many, masks_of_several_axes)
{
  i64 const planes = 3, rows = 41, columns = 67;
  std::vector<float> values, kept;
  std::vector<i64> places, axis[3];
  for (i64 k = 0; k < planes * rows * columns; ++k) {
    values.push_back(static_cast<float>(k));
    if (!is_marked(3, k)) continue;
    kept.push_back(values.back());
    i64 const of[3] = {k / (rows * columns), k / columns % rows, k % columns};
    for (int n = 0; n < 3; ++n) {
      axis[n].push_back(of[n]);
      places.push_back(of[n]);
    }
  }
  auto const a = place(this->space, values, shape(planes, rows, columns));
  std::vector<std::uint8_t> flags;
  for (i64 k = 0; k < planes * rows * columns; ++k) flags.push_back(is_marked(3, k));
  acre::array<bool, 3, TypeParam> const mask(
      place(this->space, flags, shape(planes, rows, columns)) != std::uint8_t{0});
  auto const found = acre::nonzero(mask);
  for (int n = 0; n < 3; ++n) EXPECT_EQ(to_vector(found[static_cast<std::size_t>(n)]), axis[n]);
  EXPECT_EQ(to_vector(acre::argwhere(mask)), places);
  EXPECT_EQ(to_vector(acre::array<float, 1, TypeParam>(a(mask))), kept);
  auto const turned = acre::array<float, 3, TypeParam>(a.transpose({2, 1, 0})).transpose({2, 1, 0});
  EXPECT_EQ(to_vector(acre::array<float, 1, TypeParam>(turned(mask))), kept);
}

/// Indices of [-n, n), many of them twice.
std::vector<i64> some_indices(i64 count, i64 n)
{
  std::vector<i64> index;
  for (i64 k = 0; k < count; ++k) {
    std::uint64_t const h = mix(static_cast<std::uint64_t>(k) + 3);
    i64 const i = static_cast<i64>(h % static_cast<std::uint64_t>(n));
    index.push_back((h >> 40) % 5 == 0 ? i - n : i);
  }
  return index;
}

template <class T, class Space>
void check_writes(Space const& space, i64 picks, i64 n, i64 length)
{
  SCOPED_TRACE(std::to_string(picks) + " rows of " + std::to_string(length) + " among " +
               std::to_string(n));
  std::vector<i64> const index = some_indices(picks, n);
  std::vector<T> values(static_cast<std::size_t>(picks * length)),
      wanted(static_cast<std::size_t>(n * length), T(9)), taken(values.size());
  for (std::size_t k = 0; k < values.size(); ++k) values[k] = static_cast<T>(k % 101);
  for (i64 p = 0; p < picks; ++p)
    for (i64 c = 0; c < length; ++c) {
      i64 const row = index[static_cast<std::size_t>(p)];
      wanted[static_cast<std::size_t>((row < 0 ? row + n : row) * length + c)] =
          values[static_cast<std::size_t>(p * length + c)];
    }
  for (i64 p = 0; p < picks; ++p)
    for (i64 c = 0; c < length; ++c) {
      i64 const row = index[static_cast<std::size_t>(p)];
      taken[static_cast<std::size_t>(p * length + c)] =
          wanted[static_cast<std::size_t>((row < 0 ? row + n : row) * length + c)];
    }
  auto const i = place(space, index, shape(picks));
  auto const y = acre::full(space, shape(n, length), T(9));
  auto const v = place(space, values, shape(picks, length));
  y(i) = v;
  EXPECT_EQ(to_vector(y), wanted);
  EXPECT_EQ(to_vector(acre::array<T, 2, Space>(y(i))), taken);
  auto wrong = index;
  wrong[static_cast<std::size_t>(picks / 2)] = n;
  auto const bad = place(space, wrong, shape(picks));
  y(bad) = v + T(1);
  EXPECT_THROW(space.fence(), acre::index_error);
  EXPECT_EQ(to_vector(y), wanted);
  if (length == 1) {
    auto z = acre::full(space, shape(n), T(9));
    put(z, i, v.reshape(shape(-1)));
    EXPECT_EQ(to_vector(z), wanted);
    z = T(9);
    z(i) = v.reshape(shape(-1)) + T(0);
    EXPECT_EQ(to_vector(z), wanted);
    z(bad) = v.reshape(shape(-1)) + T(1);
    EXPECT_THROW(space.fence(), acre::index_error);
    EXPECT_EQ(to_vector(z), wanted);
    put(z, bad, v.reshape(shape(-1)), acre::index_mode::drop);
    wanted = to_vector(z);
    EXPECT_EQ(wanted.size(), static_cast<std::size_t>(n));
  }
}

/// Sums by place in any way have the bits of sums of each place's values.
template <class Space>
std::vector<float> added(Space const& space, i64 count, i64 places)
{
  std::vector<i64> const index = some_indices(count, places);
  std::vector<float> values;
  for (i64 k = 0; k < count; ++k)
    values.push_back(static_cast<float>(mix(static_cast<std::uint64_t>(k)) >> 40) * 0x1p-20f);
  auto const y = acre::full(space, shape(places), 0.5f);
  scatter_add(y(place(space, index, shape(count))), place(space, values, shape(count)));
  return to_vector(y);
}

template <class Space>
void check_on(Space const& space)
{
  for (i64 const length : {1, 2, 3, 4, 5, 8, 9, 16, 17})
    check_writes<float>(space, 1000, 333, length);
  check_writes<std::int8_t>(space, 500, 70, 3);
  check_writes<std::int8_t>(space, 500, 70, 8);
  check_writes<std::int8_t>(space, 500, 70, 11);
  check_writes<double>(space, 5000, 300, 1);
  check_writes<double>(space, 5000, 300, 3);
  check_writes<float>(space, 100, 20000, 1);
  check_writes<float>(space, 100, 20000, 3);
}

TYPED_TEST(index_many, written_and_taken) { check_on(this->space); }

TYPED_TEST(index_many, an_index_for_each_element)
{
  i64 const rows = 40, columns = 300;
  std::vector<double> values;
  std::vector<i64> in_row, in_column;
  for (i64 r = 0; r < rows; ++r)
    for (i64 c = 0; c < columns; ++c) {
      values.push_back(static_cast<double>(r * columns + c));
      in_row.push_back(static_cast<i64>(mix(values.size()) % columns));
      in_column.push_back(static_cast<i64>(mix(values.size()) % rows));
    }
  std::vector<double> of_row, of_column;
  for (i64 i = 0; i < rows * columns; ++i) {
    auto const at = static_cast<std::size_t>(i);
    of_row.push_back(static_cast<double>(i / columns * columns + in_row[at]));
    of_column.push_back(static_cast<double>(in_column[at] * columns + i % columns));
  }
  auto const a = place(this->space, values, shape(rows, columns));
  auto const along = [&](std::vector<i64> const& index, int axis) {
    return acre::evaluate(
        acre::take_along_axis(a, place(this->space, index, shape(rows, columns)), axis));
  };
  EXPECT_EQ(acre::to_vector(along(in_row, 1)), of_row);
  EXPECT_EQ(acre::to_vector(along(in_column, 0)), of_column);
}

TEST(index_many_threads, write_and_add_the_same)
{
  std::vector<float> few, many;
  for (auto const& found : acre::spaces()) {
    std::string const name = found.name;
    if (name != "openmp" && name != "serial") continue;
    for (char const* threads : {"", ":1", ":2", ":3", ":9"}) {
      if (name == "serial" && *threads != '\0') continue;
      acre::dispatch(name + threads, [&]<class Space>(Space const& space) {
        if constexpr (std::is_same_v<Space, acre::host>) {
          SCOPED_TRACE(name + threads);
          check_on(space);
          auto const of_few = added(space, 200000, 50), of_many = added(space, 200000, 7000);
          if (few.empty()) few = of_few;
          if (many.empty()) many = of_many;
          EXPECT_EQ(of_few, few);
          EXPECT_EQ(of_many, many);
        }
      });
    }
  }
}

}  // namespace
