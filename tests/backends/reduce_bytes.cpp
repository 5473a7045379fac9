// Reductions of one and two bytes an element: sizes around packets and tiles, slices from every
// byte on, rows of odd lengths.

#include <acre/array.hpp>
#include <acre/index.hpp>
#include <acre/reduce.hpp>
#include <acre_test/on_space.hpp>

#include <algorithm>
#include <cstdint>

using acre::none, acre::shape, acre::slice;
using acre_test::equals, acre_test::noise, acre_test::place;

namespace {

template <class T>
using values = std::vector<T>;

/// The type of the host's vectors of T: std::vector<bool> has no memory of bool.
template <class T>
using stored = std::conditional_t<std::is_same_v<T, bool>, std::uint8_t, T>;

template <class T>
values<stored<T>> bytes(std::int64_t n)
{
  values<stored<T>> v;
  for (auto const x : noise<std::uint32_t>(n))
    v.push_back(std::is_same_v<T, bool> ? x % 3 == 0 : static_cast<stored<T>>(x >> 7));
  return v;
}

template <class T, class Space, class Shape>
auto placed(Space const& space, values<stored<T>> const& v, Shape const& extents)
{
  return acre::evaluate(acre::cast<T>(place(space, v, extents)));
}

/// The results of reductions of small integers.
template <class T>
struct expected {
  using sum_type = acre::sum_t<T>;
  values<sum_type> sum;
  values<double> mean;
  values<stored<T>> max, min, ptp;
  values<std::int64_t> argmax, argmin, nonzero;
  values<std::uint8_t> any, all;

  void add(values<stored<T>> const& v)
  {
    sum_type s{};
    for (auto const x : v) s += static_cast<sum_type>(x);
    sum.push_back(s);
    mean.push_back(static_cast<double>(s) / static_cast<double>(v.size()));
    auto const high = std::max_element(v.begin(), v.end()),
               low = std::min_element(v.begin(), v.end());
    max.push_back(*high), min.push_back(*low);
    ptp.push_back(static_cast<stored<T>>(*high - *low));
    argmax.push_back(high - v.begin()), argmin.push_back(low - v.begin());
    auto const zeros = std::count(v.begin(), v.end(), stored<T>{});
    nonzero.push_back(static_cast<std::int64_t>(v.size()) - zeros);
    any.push_back(nonzero.back() > 0), all.push_back(zeros == 0);
  }
  template <class A, class... Axes>
  void expect(A const& a, std::string const& what, Axes const&... which) const
  {
    SCOPED_TRACE(what);
    // not all of each dtype: nvcc takes some seconds for each
    if constexpr (std::is_same_v<T, bool>) {
      EXPECT_TRUE(equals(acre::any(a, which...), any));
      EXPECT_TRUE(equals(acre::all(a, which...), all));
      EXPECT_TRUE(equals(acre::count_nonzero(a, which...), nonzero));
      EXPECT_TRUE(equals(acre::argmax(a, which...), argmax));
    } else if constexpr (std::is_same_v<T, std::int8_t>) {
      EXPECT_TRUE(equals(acre::sum(a, which...), sum));
      EXPECT_TRUE(equals(acre::max(a, which...), max));
      EXPECT_TRUE(equals(acre::ptp(a, which...), ptp));
      EXPECT_TRUE(equals(acre::argmin(a, which...), argmin));
    } else if constexpr (std::is_same_v<T, std::uint8_t>) {
      EXPECT_TRUE(equals(acre::mean(a, which...), mean));
      EXPECT_TRUE(equals(acre::min(a, which...), min));
    } else {
      EXPECT_TRUE(equals(acre::sum(a, which...), sum));
      EXPECT_TRUE(equals(acre::max(a, which...), max));
    }
  }
};

template <class Space>
class reduce_bytes : public acre_test::on_space<Space> {
 protected:
  /// n elements from each of some neighbouring places on.
  template <class T>
  void rows_from_anywhere(std::int64_t n)
  {
    auto const v = bytes<T>(n + 17);
    for (auto const& space : acre_test::instances<Space>()) {
      auto const x = placed<T>(space, v, shape(n + 17));
      for (std::int64_t const first : {0, 1, 2, 3, 5, 7, 8, 15, 16}) {
        expected<T> wanted;
        wanted.add(values<stored<T>>(v.begin() + first, v.begin() + first + n));
        wanted.expect(x(slice(first, first + n)),
                      std::to_string(n) + " from " + std::to_string(first));
      }
    }
  }
  /// A box of some values along either axis and all, whole and without its first column.
  template <class T>
  void boxes(std::int64_t n, std::int64_t m)
  {
    auto const v = bytes<T>(n * m);
    auto const line = [&](std::int64_t from, std::int64_t count, std::int64_t step) {
      values<stored<T>> l;
      for (std::int64_t k = 0; k < count; ++k)
        l.push_back(v[static_cast<std::size_t>(from + k * step)]);
      return l;
    };
    expected<T> along_rows, along_columns, all, inside_rows, inside;
    for (std::int64_t r = 0; r < n; ++r) along_rows.add(line(r * m, m, 1));
    for (std::int64_t r = 0; r < n; ++r) inside_rows.add(line(r * m + 1, m - 1, 1));
    for (std::int64_t c = 0; c < m; ++c) along_columns.add(line(c, n, m));
    values<stored<T>> without;
    for (std::int64_t r = 0; r < n; ++r)
      for (auto const x : line(r * m + 1, m - 1, 1)) without.push_back(x);
    all.add(v);
    inside.add(without);
    auto const of = " of " + std::to_string(n) + " x " + std::to_string(m);
    for (auto const& space : acre_test::instances<Space>()) {
      auto const x = placed<T>(space, v, shape(n, m));
      along_rows.expect(x, "rows" + of, 1);
      along_columns.expect(x, "columns" + of, 0);
      all.expect(x, "all" + of);
      auto const part = x(acre::ALL, slice(1, none));
      inside_rows.expect(part, "rows without a column" + of, 1);
      inside.expect(part, "all without a column" + of);
    }
  }
};
TYPED_TEST_SUITE(reduce_bytes, acre_test::spaces, acre_test::space_names);

constexpr std::int64_t sizes[] = {1,  2,  3,  7,   8,   9,    15,   16,   17,    31,
                                  63, 64, 65, 127, 129, 4095, 4096, 4097, 12289, 100003};

TYPED_TEST(reduce_bytes, begin_anywhere)
{
  for (std::int64_t const n : sizes) {
    this->template rows_from_anywhere<std::int8_t>(n);
    this->template rows_from_anywhere<std::uint8_t>(n);
    this->template rows_from_anywhere<bool>(n);
    this->template rows_from_anywhere<std::int16_t>(n);
  }
}

TYPED_TEST(reduce_bytes, of_rows_and_columns)
{
  for (auto const& [n, m] : {std::pair<std::int64_t, std::int64_t>{3, 5},
                             {700, 2},
                             {70, 65},
                             {513, 16},
                             {1025, 40},
                             {33, 4099},
                             {4100, 24},
                             {6, 20001}}) {
    this->template boxes<std::int8_t>(n, m);
    this->template boxes<std::uint8_t>(n, m);
    this->template boxes<bool>(n, m);
    this->template boxes<std::int16_t>(n, m);
  }
}

/// All elements but one are the same, which stands in each place in turn.
TYPED_TEST(reduce_bytes, no_element_is_passed_over)
{
  std::int64_t const n = 211;
  for (auto const& space : acre_test::instances<TypeParam>()) {
    auto const x = acre::zeros<bool>(space, shape(n, n));
    auto const y = acre::full<std::int8_t>(space, shape(n, n), -128);
    auto const diagonal = acre::arange<std::int64_t>(space, n);
    x(diagonal, diagonal) = true;
    y(diagonal, diagonal) = -127;
    EXPECT_EQ(acre::count_nonzero(any(x, 1)).item(), n);
    EXPECT_EQ(acre::count_nonzero(any(x, 0)).item(), n);
    EXPECT_EQ(acre::count_nonzero(all(!x, 1)).item(), 0);
    EXPECT_EQ(sum(x).item(), n);
    EXPECT_EQ(min(max(y, 1)).item(), -127);
    EXPECT_EQ(min(max(y, 0)).item(), -127);
  }
}

/// More rows than a GPU deals out in tiles, of more than one tile each.
TYPED_TEST(reduce_bytes, many_rows_of_several_tiles)
{
  std::int64_t const n = 4300;
  for (std::int64_t const m : {4104, 4109}) {
    auto const v = bytes<std::int8_t>(n * m);
    expected<std::int8_t> wanted;
    for (std::int64_t r = 0; r < n; ++r)
      wanted.add(values<std::int8_t>(v.begin() + r * m, v.begin() + (r + 1) * m));
    wanted.expect(place(this->space, v, shape(n, m)), std::to_string(m), 1);
  }
}

}  // namespace
