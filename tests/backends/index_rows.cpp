// Index arrays that name whole rows: written and accumulated into. A row is moved as one where it
// is long enough and its elements are neighbours, so lengths and layouts on both sides of that are
// compared with a loop over rows.

#include <acre/elementwise/functions.hpp>
#include <acre/index/advanced.hpp>
#include <acre/index/scatter_add.hpp>
#include <acre/rearrange/rearrange.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/on_space.hpp>
#include <acre_test/row_model.hpp>

using acre::ALL, acre::index_mode, acre::none, acre::shape, acre::slice;
using acre_test::equals, acre_test::error_of, acre_test::mix, acre_test::place;

namespace {

using i64 = std::int64_t;

template <class Space>
class index_rows : public acre_test::on_space<Space> {};
TYPED_TEST_SUITE(index_rows, acre_test::spaces, acre_test::space_names);

template <class T>
std::vector<T> numbers(i64 count, i64 first = 0)
{
  std::vector<T> v(static_cast<std::size_t>(count));
  for (i64 k = 0; k < count; ++k)
    v[static_cast<std::size_t>(k)] = static_cast<T>((first + k) % 251);
  return v;
}
/// Indices of n rows, duplicates among them, some counted from the end.
std::vector<i64> some_rows(i64 picks, i64 n, std::uint64_t seed)
{
  std::vector<i64> index(static_cast<std::size_t>(picks));
  for (i64 k = 0; k < picks; ++k) {
    auto const h = mix(seed + static_cast<std::uint64_t>(k));
    i64 const row = static_cast<i64>(h % static_cast<std::uint64_t>(n));
    index[static_cast<std::size_t>(k)] = (h >> 40) % 3 == 0 ? row - n : row;
  }
  return index;
}
/// y[index] = values, row by row.
template <class T>
void write_rows(std::vector<T>& y, std::vector<i64> const& index, i64 n, i64 length,
                std::vector<T> const& values)
{
  for (std::size_t p = 0; p < index.size(); ++p) {
    i64 const row = index[p] < 0 ? index[p] + n : index[p];
    for (i64 c = 0; c < length; ++c)
      y[static_cast<std::size_t>(row * length + c)] =
          values[p * static_cast<std::size_t>(length) + static_cast<std::size_t>(c)];
  }
}

template <class T, class Space>
void check_written_rows(Space const& space)
{
  constexpr i64 unit = 16 / static_cast<i64>(sizeof(T)) > 0 ? 16 / static_cast<i64>(sizeof(T)) : 1;
  for (i64 const length : {16 * unit - 1, 16 * unit, 16 * unit + 1, 64 * unit, 255 * unit,
                           1024 * unit, 1025 * unit, 2600 * unit + 1})
    for (i64 const n : {1, 7, 300})
      for (i64 const picks : {2, 5, 90, 700}) {
        if (length * std::max(picks, n) > 40000) continue;
        SCOPED_TRACE(std::to_string(picks) + " of " + std::to_string(n) + " rows of " +
                     std::to_string(length));
        auto const index = some_rows(picks, n, static_cast<std::uint64_t>(length));
        auto const before = numbers<T>(n * length), values = numbers<T>(picks * length, 77);
        auto wanted = before;
        write_rows(wanted, index, n, length, values);
        auto const i = place(space, index);
        auto const m = place(space, values).reshape(shape(picks, length));

        auto const y = place(space, before).reshape(shape(n, length));
        y(i) = m;
        EXPECT_TRUE(equals(y, wanted));

        // in a wider array, upside down, from every second row of another
        auto const wide = acre::zeros<T>(space, shape(n, length + 3));
        auto const inner = wide(slice(none, none, -1), slice(1, length + 1));
        inner(ALL) = place(space, before).reshape(shape(n, length));
        auto const twice = acre::evaluate(repeat(m, 2, 0));
        inner(acre::cast<std::int32_t>(i)) = twice(slice(0, none, 2));
        EXPECT_TRUE(equals(inner, wanted));
        EXPECT_TRUE(
            equals(acre::evaluate(wide(ALL, 0)), std::vector<T>(static_cast<std::size_t>(n))));

        // from what is no rows of neighbours
        auto const across = acre::evaluate(m.transpose());
        auto const z = place(space, before).reshape(shape(n, length));
        z(i) = across.transpose();
        EXPECT_TRUE(equals(z, wanted));

        // one row for all, and one value
        auto const all = place(space, before).reshape(shape(n, length));
        all(i) = m(0);
        auto one = before;
        std::vector<T> same;
        for (i64 p = 0; p < picks; ++p)
          same.insert(same.end(), values.begin(), values.begin() + length);
        write_rows(one, index, n, length, same);
        EXPECT_TRUE(equals(all, one));
        all(i) = T(3);
        write_rows(one, index, n, length, std::vector<T>(values.size(), T(3)));
        EXPECT_TRUE(equals(all, one));
      }
}

TYPED_TEST(index_rows, written_of_every_length_the_last_duplicate_wins)
{
  check_written_rows<float>(this->space);
  check_written_rows<double>(this->space);
  check_written_rows<std::uint8_t>(this->space);
  check_written_rows<acre::complex<double>>(this->space);
}

TYPED_TEST(index_rows, written_under_every_mode)
{
  i64 const n = 6, length = 100;
  std::vector<i64> const index{0, 7, -8, 5, 3, 7, -6};
  auto const values = numbers<float>(static_cast<i64>(index.size()) * length, 9);
  auto const written = [&](index_mode mode) {
    auto const y = place(this->space, numbers<float>(n * length)).reshape(shape(n, length));
    y(place(this->space, index), mode) =
        place(this->space, values).reshape(shape(index.size(), length));
    return y;
  };
  auto const expected = [&](std::vector<i64> const& rows) {
    auto y = numbers<float>(n * length);
    for (std::size_t p = 0; p < rows.size(); ++p)
      if (rows[p] >= 0)
        std::copy_n(values.begin() + static_cast<i64>(p) * length, length,
                    y.begin() + rows[p] * length);
    return y;
  };
  EXPECT_TRUE(equals(written(index_mode::wrap), expected({0, 1, 4, 5, 3, 1, 0})));
  EXPECT_TRUE(equals(written(index_mode::clip), expected({0, 5, 0, 5, 3, 5, 0})));
  EXPECT_TRUE(equals(written(index_mode::drop), expected({0, -1, -1, 5, 3, -1, 0})));
  auto const y = place(this->space, numbers<float>(n * length)).reshape(shape(n, length));
  auto const refused = error_of<acre::index_error>([&] {
    y(place(this->space, index)) = place(this->space, values).reshape(shape(index.size(), length));
    this->space.fence();
  });
  EXPECT_EQ(refused.rfind("index 7 is out of bounds for axis 0 with size 6 (in acre::setitem, "
                          "position 1 of the indices;",
                          0),
            0u)
      << refused;
  EXPECT_TRUE(equals(y, numbers<float>(n * length))) << "nothing is written";
}

/// Two index arrays, tables of indices, and a mask, over rows of two axes.
TYPED_TEST(index_rows, written_of_several_axes)
{
  i64 const a = 5, b = 4, c = 6, d = 20, picks = 40, length = c * d;
  auto const first = some_rows(picks, a, 1), second = some_rows(picks, b, 2);
  std::vector<i64> rows;
  for (std::size_t p = 0; p < first.size(); ++p)
    rows.push_back((first[p] + a) % a * b + (second[p] + b) % b);
  auto const before = numbers<float>(a * b * length), values = numbers<float>(picks * length, 5);
  auto wanted = before;
  write_rows(wanted, rows, a * b, length, values);
  auto const start = place(this->space, before).reshape(shape(a, b, c, d));
  auto const m = place(this->space, values);
  auto const y = copy(start);
  y(place(this->space, first), place(this->space, second)) = m.reshape(shape(picks, c, d));
  EXPECT_TRUE(equals(y, wanted));
  auto const z = copy(start);
  z(place(this->space, first).reshape(shape(8, 5)),
    place(this->space, second).reshape(shape(8, 5))) = m.reshape(shape(8, 5, c, d));
  EXPECT_TRUE(equals(z, wanted));

  auto const table = start.reshape(shape(a * b, c, d));
  auto const mask = remainder(acre::arange<int>(this->space, a * b), 3) == 1;
  auto const t = copy(table);
  t(mask) = m.reshape(shape(picks, c, d))(slice(0, 7));
  auto masked = before;
  write_rows(masked, {1, 4, 7, 10, 13, 16, 19}, a * b, length, values);
  EXPECT_TRUE(equals(t, masked));
  t(mask) = m.reshape(shape(picks, c, d))(slice(7, 14)) * 1.0f;
  write_rows(masked, {1, 4, 7, 10, 13, 16, 19}, a * b, length,
             numbers<float>(7 * length, 5 + 7 * length));
  EXPECT_TRUE(equals(t, masked));
}

/// y[index] += values, and the like, each column's values combined as a row of their own.
template <class T, class F>
std::vector<T> combined_rows(std::vector<T> y, std::vector<i64> const& index, i64 n, i64 length,
                             std::vector<T> const& values, F const& combine)
{
  for (i64 row = 0; row < n; ++row) {
    std::vector<std::size_t> picks;
    for (std::size_t p = 0; p < index.size(); ++p)
      if ((index[p] < 0 ? index[p] + n : index[p]) == row) picks.push_back(p);
    if (picks.empty()) continue;
    std::vector<T> column(picks.size());
    for (i64 c = 0; c < length; ++c) {
      for (std::size_t k = 0; k < picks.size(); ++k)
        column[k] =
            values[picks[k] * static_cast<std::size_t>(length) + static_cast<std::size_t>(c)];
      T& to = y[static_cast<std::size_t>(row * length + c)];
      to = combine(to, acre_test::rows_result(column, combine));
    }
  }
  return y;
}

template <class T>
std::vector<T> fractions(i64 count, std::uint64_t seed)
{
  std::vector<T> v(static_cast<std::size_t>(count));
  for (std::size_t k = 0; k < v.size(); ++k)
    v[k] = static_cast<T>(static_cast<double>(mix(seed + k) >> 40) * 1e-5 - 80.0);
  return v;
}

template <class T, class Space>
void check_added_rows(Space const& space)
{
  for (i64 const length : {16, 17, 36, 100, 1001, 4100})
    for (i64 const n : {1, 3, 40, 900})
      for (i64 const picks : {2, 64, 65, 150, 330}) {
        if (length * std::max(picks, n) > 90000) continue;
        SCOPED_TRACE(std::to_string(picks) + " of " + std::to_string(n) + " rows of " +
                     std::to_string(length));
        auto index = some_rows(picks, n, static_cast<std::uint64_t>(length + 5));
        // a third of them in one place
        for (std::size_t p = 0; p < index.size(); p += 3) index[p] = n / 2;
        auto const before = fractions<T>(n * length, 3), values = fractions<T>(picks * length, 99);
        auto const i = place(space, index);
        auto const m = place(space, values).reshape(shape(picks, length));
        auto const sums =
            combined_rows(before, index, n, length, values, [](T a, T b) { return a + b; });
        auto const y = place(space, before).reshape(shape(n, length));
        scatter_add(y(i), m);
        EXPECT_TRUE(equals(y, sums));
        auto const wide = acre::zeros<T>(space, shape(n, length + 3));
        auto const inner = wide(slice(none, none, -1), slice(1, length + 1));
        inner(ALL) = place(space, before).reshape(shape(n, length));
        scatter_add(inner(i, index_mode::wrap), acre::evaluate(m.transpose()).transpose());
        EXPECT_TRUE(equals(inner, sums));
        auto const z = place(space, before).reshape(shape(n, length));
        scatter_max(z(i), m);
        EXPECT_TRUE(equals(z, combined_rows(before, index, n, length, values,
                                            [](T a, T b) { return a < b ? b : a; })));
      }
}

TYPED_TEST(index_rows, added_to_in_the_order_of_sum)
{
  check_added_rows<float>(this->space);
  check_added_rows<double>(this->space);
}

/// Picks that go nowhere, bad ones, and complex rows.
TYPED_TEST(index_rows, added_to_under_every_mode)
{
  i64 const n = 6, length = 40;
  std::vector<i64> const index{0, 7, -8, 5, 3, 7, -6};
  auto const values = fractions<float>(static_cast<i64>(index.size()) * length, 9);
  auto const before = fractions<float>(n * length, 1);
  auto const m = place(this->space, values).reshape(shape(index.size(), length));
  auto const added = [&](index_mode mode) {
    auto const y = place(this->space, before).reshape(shape(n, length));
    scatter_add(y(place(this->space, index), mode), m);
    return y;
  };
  auto const add = [](float a, float b) { return a + b; };
  EXPECT_TRUE(equals(added(index_mode::wrap),
                     combined_rows(before, {0, 1, 4, 5, 3, 1, 0}, n, length, values, add)));
  EXPECT_TRUE(equals(added(index_mode::clip),
                     combined_rows(before, {0, 5, 0, 5, 3, 5, 0}, n, length, values, add)));
  EXPECT_TRUE(equals(added(index_mode::drop),
                     combined_rows(before, {0, 99, 99, 5, 3, 99, 0}, n, length, values, add)));
  auto const y = place(this->space, before).reshape(shape(n, length));
  EXPECT_NE(error_of<acre::index_error>([&] {
              scatter_add(y(place(this->space, index)), m);
              this->space.fence();
            }).find("index 7 is out of bounds for axis 0 with size 6"),
            std::string::npos);
  EXPECT_TRUE(equals(y, before)) << "nothing is added";

  using complex = acre::complex<double>;
  std::vector<complex> zs, starts(static_cast<std::size_t>(n * length), complex(0.5, -2));
  for (float const v : values) zs.emplace_back(v, v * 3);
  auto const z = place(this->space, starts).reshape(shape(n, length));
  scatter_add(z(place(this->space, index), index_mode::wrap),
              place(this->space, zs).reshape(shape(index.size(), length)));
  EXPECT_TRUE(equals(z, combined_rows(starts, {0, 1, 4, 5, 3, 1, 0}, n, length, zs,
                                      [](complex a, complex b) { return a + b; })));
}

template <class T, class Space>
void check_read_rows(Space const& space)
{
  constexpr i64 unit = 16 / static_cast<i64>(sizeof(T)) > 0 ? 16 / static_cast<i64>(sizeof(T)) : 1;
  for (i64 const length : {15 * unit, 16 * unit, 16 * unit + 1, 255 * unit, 1025 * unit})
    for (i64 const n : {1, 7, 300})
      for (i64 const picks : {2, 5, 90}) {
        if (length * std::max(picks, n) > 40000) continue;
        SCOPED_TRACE(std::to_string(picks) + " of " + std::to_string(n) + " rows of " +
                     std::to_string(length));
        auto const index = some_rows(picks, n, static_cast<std::uint64_t>(length));
        auto const x = numbers<T>(n * length);
        std::vector<T> wanted;
        for (i64 const i : index) {
          auto const row = x.begin() + (i < 0 ? i + n : i) * length;
          wanted.insert(wanted.end(), row, row + length);
        }
        auto const i = place(space, index);
        auto const m = place(space, x).reshape(shape(n, length));
        EXPECT_TRUE(equals(acre::evaluate(m(i)), wanted));
        auto const wide = acre::zeros<T>(space, shape(2 * n, length + 3));
        auto const inner = wide(slice(none, none, -2), slice(1, length + 1));
        inner(ALL) = m;
        auto const to = acre::zeros<T>(space, shape(picks, length + 1));
        to(slice(none, none, -1), slice(0, length)) = inner(acre::cast<std::int32_t>(i));
        EXPECT_TRUE(equals(acre::evaluate(to(slice(none, none, -1), slice(0, length))), wanted));
        EXPECT_TRUE(equals(to(ALL, length), std::vector<T>(static_cast<std::size_t>(picks))));
        if (picks <= n) {  // into what is read
          auto const y = copy(m);
          y(slice(0, picks)) = y(i);
          EXPECT_TRUE(equals(y(slice(0, picks)), wanted));
        }
      }
}

TYPED_TEST(index_rows, read_of_every_length)
{
  check_read_rows<float>(this->space);
  check_read_rows<double>(this->space);
  check_read_rows<std::uint8_t>(this->space);
}

TYPED_TEST(index_rows, read_under_every_mode)
{
  i64 const n = 6, length = 100;
  auto const x = numbers<float>(n * length);
  auto const m = place(this->space, x).reshape(shape(n, length));
  auto const i = place(this->space, std::vector<i64>{0, 7, -8, 5, -6});
  auto const expected = [&](std::vector<i64> const& rows, float other) {
    std::vector<float> y;
    for (i64 const row : rows)
      for (i64 c = 0; c < length; ++c)
        y.push_back(row < 0 ? other : x[static_cast<std::size_t>(row * length + c)]);
    return y;
  };
  EXPECT_TRUE(equals(acre::evaluate(m(i, index_mode::wrap)), expected({0, 1, 4, 5, 0}, 0)));
  EXPECT_TRUE(equals(acre::evaluate(m(i, index_mode::clip)), expected({0, 5, 0, 5, 0}, 0)));
  EXPECT_TRUE(equals(acre::evaluate(m(i, acre::fill(-7.5f))), expected({0, -1, -1, 5, 0}, -7.5f)));
  EXPECT_NE(error_of<acre::index_error>([&] {
              auto const y = acre::evaluate(m(i));
              this->space.fence();
            }).find("index 7 is out of bounds for axis 0 with size 6"),
            std::string::npos);
  auto const table = m.reshape(shape(2, 3, 10, 10));
  auto const a = place(this->space, std::vector<i64>{1, 0, -1}),
             b = place(this->space, std::vector<i64>{2, -3, 0});
  EXPECT_TRUE(equals(acre::evaluate(table(a, b)), expected({5, 0, 3}, 0)));
  EXPECT_TRUE(equals(acre::evaluate(m(remainder(acre::arange<int>(this->space, n), 2) == 1)),
                     expected({1, 3, 5}, 0)));
}

}  // namespace
