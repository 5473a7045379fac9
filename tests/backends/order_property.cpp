#include <acre/order/partition.hpp>
#include <acre/order/searchsorted.hpp>
#include <acre/order/unique.hpp>
#include <acre_test/drawn.hpp>
#include <acre_test/sorted_rows.hpp>
#include <acre_test/spaces.hpp>

#include <random>

/// Drawn shapes, axes, layouts and values against plain models, in one dtype; and in a small one
/// where acre::dynamic has none: dynamic_order_property.cpp has the others.
namespace {

template <class Space>
class order_property : public ::testing::Test {};
TYPED_TEST_SUITE(order_property, acre_test::spaces, acre_test::space_names);

/// A GPU, for which each case is some launches and waits, draws the first of them.
template <class Space>
int cases()
{
  return acre_test::property_cases(Space::host_accessible ? 15000 : 150);
}

/// Sorting along an axis of a view: every second element along one axis, backwards along another,
/// axes in any order.
template <class T, class Space>
void sorts_views(Space const& space, std::mt19937& random, int count)
{
  auto const below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  for (int k = 0; k < count; ++k) {
    acre::shape_t<3> extent{};
    for (auto& e : extent) e = below(below(20) == 0 ? 90 : 7);
    auto const shape = extent;
    auto const v = acre_test::crowded<T>(acre::size_of(shape), random());
    auto const whole = acre_test::place(space, v, shape);
    acre::shape_t<3> order{0, 1, 2};
    std::shuffle(order.begin(), order.end(), random);
    auto const step = [&] { return std::array{1, 2, -1, -2}[static_cast<std::size_t>(below(4))]; };
    auto const x = whole(acre::slice(acre::none, acre::none, step()),
                         acre::slice(acre::none, acre::none, step()),
                         acre::slice(acre::none, acre::none, step()))
                       .transpose(order);
    auto const elements = acre::to_vector(x);
    int const axis = below(6) - 3;
    bool const down = below(2) == 0;
    auto const order_found =
        acre::to_vector(down ? acre::argsort(x, axis, acre::descending) : acre::argsort(x, axis));
    auto const sorted =
        acre::to_vector(down ? acre::sort(x, axis, acre::descending) : acre::sort(x, axis));
    std::size_t wrong = 0;
    acre_test::for_rows(x.shape(), axis < 0 ? axis + 3 : axis, [&](auto const& row) {
      std::vector<T> of_row;
      for (auto const at : row) of_row.push_back(elements[at]);
      auto const wanted = acre_test::order_of(of_row, down);
      for (std::size_t i = 0; i < row.size(); ++i) {
        T const value = of_row[static_cast<std::size_t>(wanted[i])];
        wrong += order_found[row[i]] != wanted[i] ||
                 acre_test::comes_before<T>(value, sorted[row[i]]) ||
                 acre_test::comes_before<T>(sorted[row[i]], value);
      }
    });
    ASSERT_EQ(wrong, 0u) << "case " << k << ", " << acre::to_string(acre::extents_view(x.shape()))
                         << " along " << axis << (down ? ", descending" : "");
  }
}

TYPED_TEST(order_property, sorts_any_view)
{
  std::mt19937 random(1);
  sorts_views<float>(TypeParam(), random, cases<TypeParam>());
}

/// unique of a and where a's elements belong in it.
template <class T, class Space>
void tells_unique(Space const& space, std::mt19937& random, int count)
{
  for (int k = 0; k < count; ++k) {
    std::int64_t const n = static_cast<std::int64_t>(random() % (k % 50 == 0 ? 5000 : 20));
    auto const v = acre_test::crowded<T>(n, random());
    auto const x = acre_test::place(space, v);
    auto const all = acre::unique_all(x);
    auto const values = acre::to_vector(all.values);
    auto const first = acre::to_vector(all.indices), counts = acre::to_vector(all.counts),
               inverse = acre::to_vector(all.inverse_indices),
               place = acre::to_vector(acre::searchsorted(all.values, x)),
               behind =
                   acre::to_vector(acre::searchsorted(all.values, x, acre::search_side::right));
    std::vector<std::int64_t> seen(values.size(), 0);
    std::size_t wrong = 0;
    for (std::size_t i = 0; i + 1 < values.size(); ++i)
      wrong += !acre_test::comes_before<T>(values[i], values[i + 1]);
    for (std::size_t i = 0; i < v.size(); ++i) {
      auto const u = static_cast<std::size_t>(inverse[i]);
      wrong += u >= values.size();
      if (u >= values.size()) break;
      wrong += acre_test::comes_before<T>(values[u], v[i]) ||
               acre_test::comes_before<T>(v[i], values[u]);
      wrong += seen[u] == 0 && first[u] != static_cast<std::int64_t>(i);
      wrong += place[i] != inverse[i] || behind[i] != inverse[i] + 1;
      ++seen[u];
    }
    ASSERT_EQ(wrong, 0u) << "case " << k << ", " << n << " elements";
    ASSERT_EQ(seen, counts);
  }
}

TYPED_TEST(order_property, tells_unique_values)
{
  std::mt19937 random(2);
  tells_unique<std::int8_t>(TypeParam(), random, cases<TypeParam>());
}

}  // namespace
