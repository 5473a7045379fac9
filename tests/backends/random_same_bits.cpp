// Random numbers have the same bits on every space, in long runs: ACRE_TEST_INPUTS=100000000 for
// 10^8 of each distribution, a sample without (tests/backends/random.cpp compares all of them).

#include <acre/random/generator.hpp>
#include <acre_test/against_reference.hpp>
#include <acre_test/spaces.hpp>

using acre::generator, acre::shape;

namespace {

/// f(name, distribution): the distributions whose numbers take floating-point functions.
template <class Visitor>
void visit_distributions(Visitor const& f)
{
  f("uniform float32", [](auto g, auto const& s, auto n, auto first) {
    return g.template uniform<float>(s, n, first);
  });
  f("uniform float64",
    [](auto g, auto const& s, auto n, auto first) { return g.uniform(s, n, first); });
  f("normal float32", [](auto g, auto const& s, auto n, auto first) {
    return g.template normal<float>(s, n, first);
  });
  f("normal float64",
    [](auto g, auto const& s, auto n, auto first) { return g.normal(s, n, first); });
  f("gamma float32", [](auto g, auto const& s, auto n, auto first) {
    return g.template gamma<float>(s, n, 0.7, 1, first);
  });
  f("gamma float64",
    [](auto g, auto const& s, auto n, auto first) { return g.gamma(s, n, 2.5, 1, first); });
  f("poisson",
    [](auto g, auto const& s, auto n, auto first) { return g.poisson(s, n, 30, first); });
}

template <class Space>
struct compare_with_reference {
  std::int64_t count, first;

  template <class F>
  void operator()(char const* name, F distribution) const
  {
    Space const space;
    auto const reference = acre_test::reference_of(space);
    generator const g(2026);
    auto const got = evaluate(distribution(g, space, shape(count), first));
    auto const expected = evaluate(distribution(g, reference, shape(count), first));
    std::int64_t const k = acre_test::first_difference(got, expected);
    EXPECT_LT(k, 0) << name << ", element " << first + k << ": "
                    << to_vector(got)[static_cast<std::size_t>(k)] << " on " << acre::name_of(space)
                    << ", " << to_vector(expected)[static_cast<std::size_t>(k)] << " on "
                    << acre::name_of(reference);
  }
};

}  // namespace

template <class Space>
class random_same_bits : public testing::Test {};
TYPED_TEST_SUITE(random_same_bits, acre_test::spaces, acre_test::space_names);

TYPED_TEST(random_same_bits, are_the_reference_spaces)
{
  if (acre_test::is_first_reference(TypeParam())) {
    GTEST_SKIP() << "is the first reference";
  } else {
    constexpr std::int64_t chunk = 1 << 23;
    std::int64_t const count = acre_test::inputs_wanted(50021);
    for (std::int64_t first = 0; first < count && !this->HasFailure(); first += chunk)
      visit_distributions(compare_with_reference<TypeParam>{std::min(chunk, count - first), first});
  }
}
