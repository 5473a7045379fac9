// Random numbers have the same bits in every layout and inside every expression.

#include <acre/elementwise/functions.hpp>
#include <acre/index/take.hpp>
#include <acre/random/generator.hpp>
#include <acre/reduce/sum.hpp>

#include <acre_test/compare.hpp>
#include <acre_test/spaces.hpp>

#include <cstring>
#include <utility>

using acre::array, acre::generator, acre::shape, acre::slice;

namespace {

template <class T>
bool same(std::vector<T> const& a, std::vector<T> const& b)
{
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

}  // namespace

template <class Space>
class random_layout : public testing::Test {};
TYPED_TEST_SUITE(random_layout, acre_test::spaces, acre_test::space_names);

/// draw(shape, first): numbers of one draw in other shapes, layouts and parts than one row; the
/// rows of a matrix are shorter than any block of numbers that are made together, or longer.
template <class Space, class Draw>
void expect_same_in_any_layout(Space const& space, Draw const& draw)
{
  for (auto const& [rows, columns] : {std::pair(35, 52), std::pair(7, 628)}) {
    SCOPED_TRACE(columns);
    std::int64_t const count = rows * columns;
    auto const flat = to_vector(draw(shape(count), 0));
    auto const wide = to_vector(draw(shape(rows, 4, columns / 4), 0));
    EXPECT_TRUE(same(flat, wide));
    for (std::int64_t const begin : {3, 4}) {
      array<float, 2, Space> in(space, shape(rows, columns + 8));
      in(acre::ALL, slice(begin, begin + columns)) = draw(shape(rows, columns), 0);
      EXPECT_TRUE(same(to_vector(in(acre::ALL, slice(begin, begin + columns))), flat));
    }
    array<float, 2, Space> turned(space, shape(columns, rows));
    turned.transpose() = draw(shape(rows, columns), 0);
    EXPECT_TRUE(same(to_vector(turned.transpose()), flat));
    array<float, 1, Space> reversed(space, shape(count));
    reversed(slice(acre::none, acre::none, -1)) = draw(shape(count), 0);
    EXPECT_TRUE(same(to_vector(reversed(slice(acre::none, acre::none, -1))), flat));
    array<float, 1, Space> shifted(space, shape(count + 1));
    shifted(slice(1, acre::none)) = draw(shape(count), 0);
    EXPECT_TRUE(same(to_vector(shifted(slice(1, acre::none))), flat));
    array<float, 2, Space> const stored = draw(shape(rows, columns), 0);
    for (int const axis : {0, 1})
      EXPECT_TRUE(
          same(to_vector(sum(draw(shape(rows, columns), 0), axis)), to_vector(sum(stored, axis))));
    for (std::int64_t const first : {1, 2, 3, 6, 64, 256, 300}) {
      auto const part = to_vector(draw(shape(1000), first));
      EXPECT_TRUE(same(part, std::vector<float>(flat.begin() + first, flat.begin() + first + 1000)))
          << first;
    }
  }
}

TYPED_TEST(random_layout, are_the_same_in_any_layout)
{
  TypeParam const space;
  generator const g(5);
  expect_same_in_any_layout(space, [&](auto const& n, std::int64_t first) {
    return g.at(1).template normal<float>(space, n, first);
  });
  expect_same_in_any_layout(space, [&](auto const& n, std::int64_t first) {
    return g.at(1).template uniform<float>(space, n, first);
  });
  expect_same_in_any_layout(space, [&](auto const& n, std::int64_t first) {
    return g.at(1).template uniform<float>(space, n, -1, 3, first);
  });
}

TYPED_TEST(random_layout, are_the_same_as_terms_of_an_expression)
{
  TypeParam const space;
  generator const g(6);
  auto const n = shape(10007);
  auto const u = to_vector(g.at(0).template uniform<float>(space, n));
  auto const v = to_vector(g.at(1).template uniform<double>(space, n));
  auto const w = to_vector(g.at(2).template integers<std::int8_t>(space, n, 0, 100));
  // packets of four, two and eight elements
  auto const mixed = to_vector(g.at(0).template uniform<float>(space, n) *
                               g.at(1).template uniform<double>(space, n));
  auto const bytes = to_vector(g.at(2).template integers<std::int8_t>(space, n, 0, 100) +
                               acre::full(space, n, std::int8_t(1)));
  auto const flags = to_vector(g.at(0).template uniform<float>(space, n) < 0.25f);
  for (std::size_t i = 0; i < u.size(); ++i) {
    ASSERT_EQ(mixed[i], static_cast<double>(u[i]) * v[i]) << i;
    ASSERT_EQ(bytes[i], w[i] + 1) << i;
    ASSERT_EQ(static_cast<bool>(flags[i]), u[i] < 0.25f) << i;
  }
  // broadcast along either axis
  auto const column = to_vector(g.at(0).template uniform<float>(space, shape(9, 1)) +
                                acre::zeros<float>(space, shape(9, 12)));
  auto const row = to_vector(g.at(0).template uniform<float>(space, shape(12)) +
                             acre::zeros<float>(space, shape(9, 12)));
  for (std::size_t i = 0; i < 9; ++i)
    for (std::size_t j = 0; j < 12; ++j) {
      ASSERT_EQ(column[12 * i + j], u[i]) << i << ' ' << j;
      ASSERT_EQ(row[12 * i + j], u[j]) << i << ' ' << j;
    }
  // reduced without being stored, and stored first
  array<double, 1, TypeParam> const stored = g.at(1).template uniform<double>(space, n);
  double const fused = mean(g.at(1).template uniform<double>(space, n)), from_memory = mean(stored);
  EXPECT_EQ(fused, from_memory);
  auto const a = to_vector(sum(g.at(3).template normal<float>(space, shape(33, 65)), 0));
  array<float, 2, TypeParam> const table = g.at(3).template normal<float>(space, shape(33, 65));
  EXPECT_TRUE(same(a, to_vector(sum(table, 0))));
  EXPECT_TRUE(same(to_vector(sum(g.at(3).template normal<float>(space, shape(33, 65)), 1)),
                   to_vector(sum(table, 1))));
  // a shuffle, and its way back
  auto const order = to_vector(g.at(4).permutation(space, 1000));
  auto const shuffled = to_vector(take(stored, g.at(4).permutation(space, 1000)));
  for (std::size_t i = 0; i < 1000; ++i)
    ASSERT_EQ(shuffled[i], v[static_cast<std::size_t>(order[i])]);
}
