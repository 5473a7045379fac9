#pragma once

#include <acre_test/compare.hpp>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <random>
#include <string>

/// Inputs that property tests draw.
namespace acre_test {

/// How many cases: the environment's ACRE_PROPERTY_CASES, or a few that take no time.
inline int property_cases(int few)
{
  char const* const wanted = std::getenv("ACRE_PROPERTY_CASES");
  return wanted ? std::atoi(wanted) : few;
}

class draw {
 public:
  explicit draw(unsigned seed) : engine_(seed) {}

  int below(int n) { return static_cast<int>(engine_() % static_cast<unsigned>(n)); }
  bool once_in(int n) { return below(n) == 0; }
  std::uint64_t seed() { return engine_(); }
  auto& engine() { return engine_; }

  /// Mostly small, now and then up to `most`.
  int length(int most) { return once_in(20) ? below(most) : below(once_in(3) ? 300 : 12); }

 private:
  std::mt19937 engine_;
};

/// A view of rank 3 as a slice of an array with any axis order: steps of 1 and 2 either way. And
/// its elements.
template <class Space, class T>
struct drawn_view {
  acre::array<T, 3, Space> x;
  std::vector<T> elements;

  drawn_view(Space const& space, draw& random, acre::shape_t<3> const& extent,
             std::vector<T> const& v)
  {
    auto const step = [&] {
      return std::array{1, 2, -1, -2}[static_cast<std::size_t>(random.below(4))];
    };
    auto const cut = [&] { return acre::slice(acre::none, acre::none, step()); };
    acre::shape_t<3> order{0, 1, 2};
    std::shuffle(order.begin(), order.end(), random.engine());
    auto const first = cut(), second = cut(), third = cut();
    x = place(space, v, extent)(first, second, third).transpose(order);
    elements = acre::to_vector(x);
  }
  std::vector<std::int64_t> shape() const { return {x.shape().begin(), x.shape().end()}; }
};

}  // namespace acre_test
