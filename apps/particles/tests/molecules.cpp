// Molecules in a box: forces against all pairs, what motion keeps, the same bits on every space.
#include "../molecules.hpp"

#include <acre_test/compare.hpp>
#include <acre_test/spaces.hpp>

#include <cmath>
#include <vector>

using acre::shape;
using acre_test::error_of;

namespace {

namespace particles = acre::particles;

template <class Space>
using molecules = particles::molecules<Space>;

/// The parameters of a warm liquid of few particles.
particles::parameters few() { return {.side = 4, .density = 0.6, .temperature = 1.2}; }

template <class Space>
particles::triple<std::vector<double>> on_host(
    particles::triple<acre::array<double, 1, Space>> const& a)
{
  return {to_vector(a[0]), to_vector(a[1]), to_vector(a[2])};
}

/// By all pairs and the nearest of their images.
struct all_pairs {
  particles::triple<std::vector<double>> force;
  double energy = 0;

  template <class Space>
  all_pairs(molecules<Space> const& m, double cutoff)
  {
    auto const at = on_host(m.at());
    std::size_t const n = at[0].size();
    for (auto& f : force) f.assign(n, 0.0);
    particles::pair_law const law(cutoff);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) {
        if (i == j) continue;
        double d[3], r2 = 0;
        for (int axis = 0; axis < 3; ++axis) {
          d[axis] = std::remainder(at[axis][i] - at[axis][j], m.edge());
          r2 += d[axis] * d[axis];
        }
        if (r2 >= cutoff * cutoff) continue;
        for (int axis = 0; axis < 3; ++axis) force[axis][i] += law.force(r2) * d[axis];
        energy += 0.5 * law.energy(r2);
      }
  }
};

template <class Space>
class particles_test : public ::testing::Test {
 protected:
  void check_forces(molecules<Space> const& m, double cutoff)
  {
    all_pairs const want(m, cutoff);
    auto const got = on_host(m.force());
    for (int axis = 0; axis < 3; ++axis)
      for (std::size_t i = 0; i < got[axis].size(); ++i)
        ASSERT_NEAR(got[axis][i], want.force[axis][i], 1e-10) << axis << ' ' << i;
    EXPECT_NEAR(m.measure().potential, want.energy, 1e-9);
  }
  Space space;
};
TYPED_TEST_SUITE(particles_test, acre_test::spaces, acre_test::space_names);

TYPED_TEST(particles_test, forces_are_those_of_all_pairs)
{
  // three cells along an edge, then two, of which the ones on both sides are the same one
  for (double const cutoff : {2.5, 3.4}) {
    particles::parameters p = few();
    p.cutoff = cutoff;
    molecules<TypeParam> m(this->space, p);
    this->check_forces(m, cutoff);
    for (int step = 0; step < 20; ++step) m.step();
    this->check_forces(m, cutoff);
  }
}

// The lattice, T = 1.44 and the density 0.8442 are those of LAMMPS' benchmark in.lj, whose log
// tells -6.7733681 a particle, of a potential that is cut off but not shifted.
TYPED_TEST(particles_test, begin_with_the_energy_of_the_lattice)
{
  particles::parameters const p{.side = 5};
  molecules<TypeParam> const m(this->space, p);
  auto const e = m.measure();
  auto const n = static_cast<double>(m.count());
  auto const at = on_host(m.at());
  double pairs = 0;
  for (std::size_t j = 1; j < at[0].size(); ++j) {
    double r2 = 0;
    for (auto const& x : at) r2 += std::pow(std::remainder(x[j] - x[0], m.edge()), 2);
    if (r2 < 6.25) ++pairs;
  }
  double const shift = 4 * (std::pow(2.5, -12) - std::pow(2.5, -6));
  EXPECT_NEAR(e.potential / n + 0.5 * pairs * shift, -6.7733681, 5e-8);
  EXPECT_NEAR(m.temperature(e), 1.44, 1e-12);
}

TYPED_TEST(particles_test, motion_keeps_energy_and_momentum)
{
  molecules<TypeParam> m(this->space, few());
  double const before = m.measure().total();
  for (int step = 0; step < 200; ++step) m.step();
  EXPECT_NEAR(m.measure().total() / before, 1, 2e-3);
  for (auto const& v : m.velocity()) EXPECT_NEAR(sum(v).item(), 0, 1e-11);
  for (auto const& x : on_host(m.at()))
    for (double const y : x) ASSERT_TRUE(y >= 0 && y <= m.edge()) << y;
}

TYPED_TEST(particles_test, have_the_same_bits_on_every_space)
{
  molecules<acre::host> want(acre::serial(), few());
  molecules<TypeParam> got(this->space, few());
  for (int step = 0; step < 30; ++step) want.step(), got.step();
  EXPECT_EQ(on_host(got.at()), on_host(want.at()));
  EXPECT_EQ(on_host(got.velocity()), on_host(want.velocity()));
  EXPECT_EQ(on_host(got.force()), on_host(want.force()));
  EXPECT_TRUE(got.measure() == want.measure());
}

TYPED_TEST(particles_test, refuse_a_cutoff_beyond_half_of_the_box)
{
  EXPECT_EQ(error_of<acre::value_error>([&] { molecules<TypeParam> m(this->space, {.side = 2}); }),
            "a cutoff of 2.5 is more than half of the box, 1.6796: take more particles (--side), a "
            "smaller --cutoff or --density");
}

}  // namespace
