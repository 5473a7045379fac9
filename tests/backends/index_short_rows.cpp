// Rows of every width from 1 on, as elements: copied in and out of wider ones, joined, picked by an
// index array, written and added to, beside loops over rows. They are so many that a GPU takes the
// kernels of many rows, and of one width so many that last picks are found in parts (scatter.hpp).

#include <acre/elementwise/functions.hpp>
#include <acre/index/advanced.hpp>
#include <acre/index/scatter_add.hpp>
#include <acre/index/take.hpp>
#include <acre/rearrange/concatenate.hpp>
#include <acre/rearrange/rearrange.hpp>
#include <acre/reduce/sum.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/on_space.hpp>

#include <algorithm>
#include <tuple>

using acre::ALL, acre::index_mode, acre::none, acre::shape, acre::slice;
using acre_test::equals, acre_test::error_of, acre_test::mix, acre_test::place;

namespace {

using i64 = std::int64_t;

template <class Space>
class index_short_rows : public acre_test::on_space<Space> {};
TYPED_TEST_SUITE(index_short_rows, acre_test::spaces, acre_test::space_names);

std::size_t at(i64 i) { return static_cast<std::size_t>(i); }

std::vector<i64> const& widths()
{
  static std::vector<i64> const all = [] {
    std::vector<i64> w;
    for (i64 k = 1; k <= 17; ++k) w.push_back(k);
    w.insert(w.end(), {32, 33, 100, 257, 700});
    return w;
  }();
  return all;
}

/// Rows of small whole numbers, whose sums are exact in every order.
template <class T>
struct table {
  i64 rows, width;
  std::vector<T> data;

  table(i64 n, i64 w, std::uint64_t seed) : rows(n), width(w), data(at(n * w))
  {
    for (std::size_t k = 0; k < data.size(); ++k) data[k] = static_cast<T>(mix(seed + k) % 113);
  }
  T& operator()(i64 row, i64 column) { return data[at(row * width + column)]; }
  T operator()(i64 row, i64 column) const { return data[at(row * width + column)]; }
  template <class Space>
  auto on(Space const& space) const
  {
    return place(space, data).reshape(shape(rows, width));
  }
};

/// Indices of n rows, duplicates among them, some counted from the end.
std::vector<i64> some_rows(i64 picks, i64 n, std::uint64_t seed)
{
  std::vector<i64> index(at(picks));
  for (i64 k = 0; k < picks; ++k) {
    auto const h = mix(seed + at(k));
    i64 const row = static_cast<i64>(h % at(n));
    index[at(k)] = (h >> 40) % 3 == 0 ? row - n : row;
  }
  return index;
}
i64 resolved(i64 row, i64 n) { return row < 0 ? row + n : row; }

template <class T, class Space>
void check_moved(Space const& space, i64 n, i64 width)
{
  SCOPED_TRACE(std::to_string(n) + " rows of " + std::to_string(width));
  table<T> const wide(n, width + 3, 1);
  auto const w = wide.on(space);
  table<T> narrow(n, width, 0), two(n, width + 1, 0), differences(n, width + 2, 0);
  for (i64 r = 0; r < n; ++r) {
    for (i64 c = 0; c < width; ++c) narrow(r, c) = wide(r, c + 1);
    for (i64 c = 0; c <= width; ++c) two(r, c) = c < width ? narrow(r, c) : wide(r, 0);
    for (i64 c = 0; c < width + 2; ++c)
      differences(r, c) = static_cast<T>(wide(r, c + 1) - wide(r, c));
  }
  auto const inner = w(ALL, slice(1, width + 1));
  EXPECT_TRUE(equals(acre::evaluate(+inner), narrow.data));
  EXPECT_TRUE(
      equals(acre::evaluate(w(ALL, slice(1, none)) - w(ALL, slice(none, -1))), differences.data));
  EXPECT_TRUE(equals(acre::concatenate(std::tuple(inner, w(ALL, slice(0, 1))), 1), two.data));

  // into a part of a wider one, upside down
  auto const to = acre::zeros<T>(space, shape(n, width + 2));
  to(slice(none, none, -1), slice(1, width + 1)) = inner;
  EXPECT_TRUE(equals(acre::evaluate(to(slice(none, none, -1), slice(1, width + 1))), narrow.data));
  EXPECT_TRUE(equals(acre::evaluate(to(ALL, 0)), std::vector<T>(at(n))));
  EXPECT_TRUE(equals(acre::evaluate(to(ALL, width + 1)), std::vector<T>(at(n))));
}

template <class T, class Space>
void check_picked(Space const& space, i64 n, i64 width, i64 picks)
{
  SCOPED_TRACE(std::to_string(picks) + " of " + std::to_string(n) + " rows of " +
               std::to_string(width));
  table<T> const x(n, width, 1), m(picks, width, 2);
  auto const index = some_rows(picks, n, at(width));
  auto const on = x.on(space), values = m.on(space);
  auto const i = place(space, index);
  table<T> taken(picks, width, 0), written = x;
  for (i64 p = 0; p < picks; ++p)
    for (i64 c = 0; c < width; ++c) {
      taken(p, c) = x(resolved(index[at(p)], n), c);
      written(resolved(index[at(p)], n), c) = m(p, c);
    }
  EXPECT_TRUE(equals(acre::evaluate(on(i)), taken.data));
  EXPECT_TRUE(equals(acre::evaluate(take(on, acre::cast<std::int32_t>(i), 0)), taken.data));

  auto const y = copy(on);
  y(i) = values;
  EXPECT_TRUE(equals(y, written.data));
  auto const of_expression = copy(on);
  of_expression(i) = values + T(0);
  EXPECT_TRUE(equals(of_expression, written.data));
  // in a wider array, from a wider one
  auto const wide = acre::zeros<T>(space, shape(n, width + 3)),
             from = acre::zeros<T>(space, shape(picks, width + 1));
  auto const inner = wide(slice(none, none, -1), slice(1, width + 1));
  inner(ALL) = on;
  from(ALL, slice(1, none)) = values;
  inner(i) = from(ALL, slice(1, none));
  EXPECT_TRUE(equals(acre::evaluate(inner), written.data));
  EXPECT_TRUE(equals(acre::evaluate(wide(ALL, 0)), std::vector<T>(at(n))));
  // with a bad index nothing is written
  auto bad = index;
  bad[at(picks / 2)] = n;
  auto const kept = copy(on);
  EXPECT_NE(error_of<acre::index_error>([&] {
              kept(place(space, bad)) = values;
              space.fence();
            })
                .find("index " + std::to_string(n) + " is out of bounds for axis 0 with size " +
                      std::to_string(n)),
            std::string::npos);
  EXPECT_TRUE(equals(kept, x.data));
  // which some modes leave out, or read as another number
  auto filled = taken;
  for (i64 c = 0; c < width; ++c) filled(picks / 2, c) = T(7);
  EXPECT_TRUE(
      equals(acre::evaluate(take(on, place(space, bad), 0, acre::fill(T(7)))), filled.data));
  auto without = x;
  for (i64 p = 0; p < picks; ++p)
    if (p != picks / 2)
      for (i64 c = 0; c < width; ++c) without(resolved(index[at(p)], n), c) = m(p, c);
  kept(place(space, bad), index_mode::drop) = values;
  EXPECT_TRUE(equals(kept, without.data));
}

TYPED_TEST(index_short_rows, moved)
{
  for (i64 const width : widths()) check_moved<float>(this->space, 280000 / width + 13, width);
  for (i64 const width : {1, 2, 3, 8, 33}) {
    check_moved<std::int8_t>(this->space, 280000 / width + 5, width);
    check_moved<double>(this->space, 1000, width);
    check_moved<acre::complex<double>>(this->space, 1000, width);
  }
}

TYPED_TEST(index_short_rows, picked_and_written)
{
  for (i64 const width : widths()) {
    i64 const n = 90000 / width + 13;
    check_picked<float>(this->space, n, width, n + 7);
    check_picked<float>(this->space, n, width, 5);
  }
  // rows of a few packets of 16 bytes each, enough to be moved by these
  for (i64 const width : {16, 20, 32, 60}) check_picked<float>(this->space, 4099, width, 4500);
  for (i64 const width : {64, 80}) check_picked<std::int8_t>(this->space, 90, width, 4097);
  check_picked<double>(this->space, 4000, 30, 4096);
  check_picked<acre::complex<double>>(this->space, 300, 5, 5000);
  for (i64 const width : {1, 2, 3, 8, 33}) {
    check_picked<std::int8_t>(this->space, 2000, width, 600);
    check_picked<double>(this->space, 300, width, 2000);
    check_picked<acre::complex<double>>(this->space, 300, width, 500);
  }
}

/// So many keys that a GPU finds the last pick of each in parts, for few and for many picks.
TYPED_TEST(index_short_rows, written_among_many)
{
  i64 const n = (10 << 20) + 77, width = 2;
  auto const x = acre::zeros<std::int8_t>(this->space, shape(n, width));
  for (i64 const picks : {(i64{1} << 20) + 5, i64{3} << 20}) {
    SCOPED_TRACE(picks);
    table<std::int8_t> const m(picks, width, 2);
    table<std::int8_t> wanted(n, width, 0);
    std::fill(wanted.data.begin(), wanted.data.end(), std::int8_t{0});
    auto const index = some_rows(picks, n, at(picks));
    for (i64 p = 0; p < picks; ++p)
      for (i64 c = 0; c < width; ++c) wanted(resolved(index[at(p)], n), c) = m(p, c);
    auto const y = copy(x);
    y(place(this->space, index)) = m.on(this->space);
    EXPECT_TRUE(equals(y, wanted.data));
  }
}

template <class T, class Space, class Add>
void check_added(Space const& space, i64 n, i64 width, i64 picks, Add const& add)
{
  SCOPED_TRACE(std::to_string(picks) + " into " + std::to_string(n) + " rows of " +
               std::to_string(width));
  table<T> const x(n, width, 1), m(picks, width, 2);
  auto const index = some_rows(picks, n, at(width));
  table<T> sums = x;
  for (i64 p = 0; p < picks; ++p)
    for (i64 c = 0; c < width; ++c) sums(resolved(index[at(p)], n), c) += m(p, c);
  auto const i = place(space, index);
  auto const values = m.on(space), y = copy(x.on(space));
  add(y(i, ALL), values);
  EXPECT_TRUE(equals(y, sums.data));
  auto const wide = acre::zeros<T>(space, shape(n, width + 3));
  auto const inner = wide(slice(none, none, -1), slice(1, width + 1));
  inner(ALL) = x.on(space);
  add(inner(i, ALL), values);
  EXPECT_TRUE(equals(acre::evaluate(inner), sums.data));
  EXPECT_TRUE(equals(acre::evaluate(wide(ALL, 0)), std::vector<T>(at(n))));
}

TYPED_TEST(index_short_rows, added_to)
{
  auto const in_order = [](auto const& to, auto const& values) { scatter_add(to, values); };
  auto const by_atomics = [](auto const& to, auto const& values) {
    acre::fast::scatter_add(to, values);
  };
  for (i64 const width : widths()) {
    i64 const picks = 620000 / width;
    check_added<std::int32_t>(this->space, 9, width, picks, in_order);
    check_added<float>(this->space, 9, width, picks, by_atomics);
    check_added<float>(this->space, 2000, width, 3000, by_atomics);
  }
  check_added<float>(this->space, 300, 3, 400000, by_atomics);
  check_added<std::int64_t>(this->space, 300, 3, 400000, in_order);
  check_added<double>(this->space, 40, 3, 400000, by_atomics);
  check_added<float>(this->space, 100, 3, 200000, in_order);
}

/// Pairs of points: two rows looked up in one expression, in each mode, and summed along them.
TYPED_TEST(index_short_rows, terms_of_expressions)
{
  i64 const n = 90, picks = 700;
  auto const left = some_rows(picks, n, 3);
  auto right = some_rows(picks, n, 5);
  for (std::size_t p = 0; p < right.size(); p += 7) right[p] += 3 * n;  // beyond the last one
  auto const i = place(this->space, left), j = place(this->space, right);
  for (i64 const width : {1, 2, 3, 4, 9, 33}) {
    SCOPED_TRACE("rows of " + std::to_string(width));
    table<double> const x(n, width, 1);
    auto const points = x.on(this->space);
    auto const check = [&](auto const& other, auto const& row_of) {
      table<double> apart(picks, width, 0);
      std::vector<double> sums(at(picks));
      for (i64 p = 0; p < picks; ++p)
        for (i64 c = 0; c < width; ++c) {
          i64 const row = row_of(right[at(p)]);
          apart(p, c) = x(resolved(left[at(p)], n), c) - (row < 0 ? 7 : x(row, c));
          sums[at(p)] += apart(p, c) * apart(p, c);  // whole numbers: exact in every order
        }
      auto const d = acre::take(points, i, 0) - other;
      EXPECT_TRUE(equals(acre::evaluate(d), apart.data));
      EXPECT_TRUE(equals(sum(d * d, 1), sums));
    };
    check(acre::take(points, j, 0, index_mode::wrap), [=](i64 k) { return (k % n + n) % n; });
    check(acre::take(points, j, 0, index_mode::clip),
          [=](i64 k) { return std::clamp<i64>(k, 0, n - 1); });
    check(acre::take(points, j, 0, acre::fill(7)),
          [=](i64 k) { return k < n ? resolved(k, n) : -1; });
    auto const text = error_of<acre::index_error>([&] {
      auto const d = acre::evaluate(acre::take(points, i, 0) - acre::take(points, j, 0));
      d.space().fence();
    });
    EXPECT_NE(text.find("index " + std::to_string(right[0]) +
                        " is out of bounds for axis 0 with size 90"),
              std::string::npos)
        << text;
    EXPECT_NE(text.find("position 0 of the indices"), std::string::npos) << text;
  }
}

}  // namespace
