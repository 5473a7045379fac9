// Sorts and searches of drawn shapes, axes, layouts and values against plain models, in dtypes of
// each kind and size.

#include <acre/array/print.hpp>
#include <acre/dynamic/index.hpp>
#include <acre/dynamic/order.hpp>
#include <acre/dynamic/shape.hpp>
#include <acre_test/drawn.hpp>
#include <acre_test/dynamic_order_models.hpp>
#include <acre_test/dynamic_values.hpp>

#include <random>

using acre::dtype, acre::dynamic_array, acre::dynamic_space;
using acre_test::crowded, acre_test::elements_of, acre_test::place;
namespace dynamic = acre::dynamic;

namespace {

/// For each of the seven dtypes, 105,000 in all; a GPU, for which each case is some launches and
/// waits, draws the first of them.
int cases(bool host_accessible) { return acre_test::property_cases(host_accessible ? 15000 : 150); }

/// Sorting along an axis of a view: every second element along one axis, backwards along another,
/// axes in any order.
void sorts_views(dtype type, dynamic_space const& space, std::mt19937& random, int count)
{
  auto const below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  for (int k = 0; k < count; ++k) {
    std::vector<std::int64_t> extent(3);
    for (auto& e : extent) e = below(below(20) == 0 ? 90 : 7);
    auto const whole = place(space, crowded(type, acre::size_of(extent), random()), extent);
    std::vector<int> order{0, 1, 2};
    std::shuffle(order.begin(), order.end(), random);
    auto const cut = [&] {
      int const step = std::array{1, 2, -1, -2}[static_cast<std::size_t>(below(4))];
      return dynamic::index_term(acre::slice(acre::none, acre::none, step));
    };
    std::array const slices{cut(), cut(), cut()};
    auto const x = dynamic::transpose(dynamic::getitem(whole, slices), order);
    auto const elements = crowded(type, 0, 0).with(dynamic::to_host(x));
    int const axis = below(6) - 3;
    bool const down = below(2) == 0;
    auto const found = elements_of<std::int64_t>(dynamic::argsort(x, {axis, down}));
    auto const sorted = dynamic::sort(x, {axis, down});
    ASSERT_EQ(sorted.dtype(), type);
    ASSERT_EQ(
        acre_test::wrongly_sorted(elements, x.shape(), axis, down, dynamic::to_host(sorted), found),
        0u)
        << acre::name(type) << ", case " << k << ", " << acre::to_string(x.shape()) << " along "
        << axis << (down ? ", descending" : "");
  }
}

DYNAMIC_SWEEP(dynamic_order_property, sorts_any_view)
{
  std::mt19937 random(1);
  for (auto const type : {dtype::float32, dtype::int16, dtype::uint64, dtype::complex64})
    sorts_views(type, space, random, cases(host_accessible()));
}

/// unique of a and where a's elements belong in it.
void tells_unique(dtype type, dynamic_space const& space, std::mt19937& random, int count)
{
  for (int k = 0; k < count; ++k) {
    std::int64_t const n = static_cast<std::int64_t>(random() % (k % 50 == 0 ? 5000 : 20));
    auto const v = crowded(type, n, random());
    auto const x = place(space, v);
    auto const all = dynamic::unique_all(x);
    ASSERT_EQ(all.values.dtype(), type);
    auto const unique = v.with(dynamic::to_host(all.values));
    auto const first = elements_of<std::int64_t>(all.indices),
               counts = elements_of<std::int64_t>(all.counts),
               inverse = elements_of<std::int64_t>(all.inverse_indices),
               place = elements_of<std::int64_t>(dynamic::searchsorted(all.values, x)),
               behind = elements_of<std::int64_t>(
                   dynamic::searchsorted(all.values, x, acre::search_side::right));
    std::vector<std::int64_t> seen(unique.count(), 0);
    std::size_t wrong = 0;
    for (std::size_t i = 0; i + 1 < unique.count(); ++i)
      wrong += !v.ascending(unique.at(i), unique.at(i + 1));
    for (std::size_t i = 0; i < v.count(); ++i) {
      auto const u = static_cast<std::size_t>(inverse[i]);
      wrong += u >= unique.count();
      if (u >= unique.count()) break;
      wrong += v.ascending(unique.at(u), v.at(i)) || v.ascending(v.at(i), unique.at(u));
      wrong += seen[u] == 0 && first[u] != static_cast<std::int64_t>(i);
      wrong += place[i] != inverse[i] || behind[i] != inverse[i] + 1;
      ++seen[u];
    }
    ASSERT_EQ(wrong, 0u) << acre::name(type) << ", case " << k << ", " << n << " elements";
    ASSERT_EQ(seen, counts);
  }
}

DYNAMIC_SWEEP(dynamic_order_property, tells_unique_values)
{
  std::mt19937 random(2);
  for (auto const type : {dtype::float64, dtype::int8, dtype::int64})
    tells_unique(type, space, random, cases(host_accessible()));
}

}  // namespace
