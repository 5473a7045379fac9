// The bits of random numbers and of elementary functions over arrays, recorded: see
// <acre_test/order_hashes.hpp>.

#include <acre/elementwise/elementary.hpp>
#include <acre/random/generator.hpp>
#include <acre_test/order_hashes.hpp>
#include <acre_test/spaces.hpp>

using acre::shape;
using acre_test::expect_hash, acre_test::hasher, acre_test::noise, acre_test::place;

// of the hashes below
static_assert(acre::detail::random_counter_version == 1);
static_assert(acre::detail::uniform_law_version == 1);
static_assert(acre::detail::normal_law_version == 1);
static_assert(acre::detail::integers_law_version == 1);

namespace {

template <class Space>
class random_hashes : public ::testing::Test {
 protected:
  /// A generator's first draws: a row, a row from a place that begins no block, a matrix.
  template <class F>
  void draws(char const* name, std::uint64_t recorded, F const& draw)
  {
    expect_hash<Space>(name, recorded, [&](Space const& space, hasher& h) {
      acre::generator g = acre::generator(20261122).stream(3);
      h.add(acre::to_vector(draw(g, space, shape(1, 100003), 0)));
      h.add(acre::to_vector(draw(g, space, shape(1, 5003), 77)));
      h.add(acre::to_vector(draw(g, space, shape(37, 301), 1000000000001)));
    });
  }
  template <class T>
  void functions(char const* name, std::uint64_t recorded)
  {
    auto const v = noise<T>(30011);
    expect_hash<Space>(name, recorded, [&](Space const& space, hasher& h) {
      auto const x = place(space, v);
      h.add(acre::to_vector(exp(x)));
      h.add(acre::to_vector(log(x)));
      h.add(acre::to_vector(sin(x)));
    });
  }
};
TYPED_TEST_SUITE(random_hashes, acre_test::spaces, acre_test::space_names);

TYPED_TEST(random_hashes, of_uniform_numbers)
{
  this->draws("uniform float32", 0x728a086fababb65u,
              [](auto& g, auto const& space, auto const& s, auto first) {
                return g.template uniform<float>(space, s, first);
              });
  this->draws("uniform float64", 0x671b2ac8038cc9edu,
              [](auto& g, auto const& space, auto const& s, auto first) {
                return g.uniform(space, s, first);
              });
}
TYPED_TEST(random_hashes, of_normal_numbers)
{
  this->draws("normal float32", 0xa1016291302c44a8u,
              [](auto& g, auto const& space, auto const& s, auto first) {
                return g.template normal<float>(space, s, first);
              });
  this->draws("normal float64", 0x4e1c9514bba04211u,
              [](auto& g, auto const& space, auto const& s, auto first) {
                return g.normal(space, s, first);
              });
}
TYPED_TEST(random_hashes, of_integers)
{
  this->draws("integers int32", 0x1ca256ea28faedccu,
              [](auto& g, auto const& space, auto const& s, auto first) {
                return g.template integers<std::int32_t>(space, s, -5, 1000, first);
              });
  this->draws("integers int64", 0xa1ff54e3e810ef57u,
              [](auto& g, auto const& space, auto const& s, auto first) {
                return g.integers(space, s, -7, std::int64_t{1} << 60, first);
              });
}

TYPED_TEST(random_hashes, of_elementary_functions)
{
  this->template functions<float>("exp, log, sin of float32", 0xdca889285c02e4fu);
  this->template functions<double>("exp, log, sin of float64", 0x7f37c57692e9979fu);
}

}  // namespace
