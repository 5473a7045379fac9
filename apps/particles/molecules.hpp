#pragma once
#include <acre/array/copy.hpp>
#include <acre/array/creation.hpp>
#include <acre/device/launch.hpp>
#include <acre/elementwise/functions.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre/error.hpp>
#include <acre/index/take.hpp>
#include <acre/order/histogram.hpp>
#include <acre/order/sort_by_key.hpp>
#include <acre/random/generator.hpp>
#include <acre/reduce/scan.hpp>
#include <acre/reduce/sum.hpp>
#include <acre_apps/table.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>

/// Lennard-Jones molecules in a periodic cube, in reduced units: lengths in σ, energies in ε, times
/// in σ sqrt(m / ε).
namespace acre::particles {

struct parameters {
  std::int64_t side = 8;  ///< cubes of 4 particles along an edge of the lattice they begin on
  double density = 0.8442, temperature = 1.44, cutoff = 2.5, dt = 0.005;
  std::uint64_t seed = 42;

  std::int64_t count() const { return 4 * side * side * side; }
  double edge() const  ///< of the box
  {
    return std::cbrt(static_cast<double>(count()) / density);
  }
};

/// Throws value_error for a cutoff beyond half of the box: a particle would see another one and its
/// image.
inline void require_sound(parameters const& p)
{
  if (2 * p.cutoff > p.edge())
    throw value_error("a cutoff of " + apps::formatted("%g", p.cutoff) +
                      " is more than half of the box, " + apps::formatted("%g", p.edge() / 2) +
                      ": take more particles (--side), a smaller --cutoff or --density");
}

/// Force and energy of a particle at a distance, cut off and shifted so that it ends at 0.
struct pair_law {
  double cutoff_squared, shift;

  explicit pair_law(double cutoff) : cutoff_squared(cutoff * cutoff), shift(0)
  {
    shift = energy(cutoff_squared);
  }
  KOKKOS_FUNCTION double energy(double distance_squared) const
  {
    double const s = 1 / distance_squared, s6 = s * s * s;
    return 4 * s6 * (s6 - 1) - shift;
  }
  /// The force over the distance; above 0 it drives apart.
  KOKKOS_FUNCTION double force(double distance_squared) const
  {
    double const s = 1 / distance_squared, s6 = s * s * s;
    return 24 * s * s6 * (2 * s6 - 1);
  }
};

/// A component for each axis.
template <class T>
using triple = std::array<T, 3>;

/// The force on a particle, from those in its own cell and the ones around it: always in the order
/// of the cells and, in a cell, of the particles, whichever thread comes first.
struct neighbour_forces {
  array_ref<double const, 1> at[3];
  array_ref<std::int64_t const, 1> ends;  ///< of each cell's particles
  array_ref<double, 1> force[3];
  array_ref<double, 1> energy;
  double edge;
  std::int64_t cells;  ///< along an edge
  pair_law law;

  KOKKOS_FUNCTION void operator()(std::int64_t i) const
  {
    double const x = at[0](i), y = at[1](i), z = at[2](i);
    double fx = 0, fy = 0, fz = 0, sum = 0;
    // with two cells along an edge the ones on both sides are one
    std::int64_t const around = cells < 3 ? cells : 3, before = cells < 3 ? 0 : cells - 1;
    std::int64_t const cx = cell_of(x), cy = cell_of(y), cz = cell_of(z);
    for (std::int64_t a = 0; a < around; ++a)
      for (std::int64_t b = 0; b < around; ++b)
        for (std::int64_t c = 0; c < around; ++c) {
          std::int64_t const cell =
              (within(cz + before + a) * cells + within(cy + before + b)) * cells +
              within(cx + before + c);
          for (std::int64_t j = cell > 0 ? ends(cell - 1) : 0; j < ends(cell); ++j) {
            double const dx = nearest(x - at[0](j)), dy = nearest(y - at[1](j)),
                         dz = nearest(z - at[2](j)), r2 = dx * dx + dy * dy + dz * dz;
            if (r2 >= law.cutoff_squared || j == i) continue;
            double const f = law.force(r2);
            fx += f * dx;
            fy += f * dy;
            fz += f * dz;
            sum += law.energy(r2);
          }
        }
    force[0](i) = fx;
    force[1](i) = fy;
    force[2](i) = fz;
    energy(i) = 0.5 * sum;  // the other half is the other particle's
  }
  KOKKOS_FUNCTION std::int64_t within(std::int64_t cell) const
  {
    return cell < cells ? cell : cell < 2 * cells ? cell - cells : cell - 2 * cells;
  }
  KOKKOS_FUNCTION std::int64_t cell_of(double x) const
  {
    auto const cell = static_cast<std::int64_t>(x / edge * static_cast<double>(cells));
    return cell < 0 ? 0 : cell < cells ? cell : cells - 1;  // (0 is NaN's, too)
  }
  /// Shortest distance to a particle and its images.
  KOKKOS_FUNCTION double nearest(double d) const
  {
    return d > 0.5 * edge ? d - edge : d < -0.5 * edge ? d + edge : d;
  }
};

/// Sums of a moment.
struct energies {
  double kinetic = 0, potential = 0;
  double total() const { return kinetic + potential; }
  friend bool operator==(energies const&, energies const&) = default;
};

/// The particles and their motion by leapfrog steps, in the form of velocity Verlet. After every
/// step they are in the order of their cells.
template <class Space>
class molecules {
 public:
  using numbers = array<double, 1, Space>;

  /// On a face-centred cubic lattice, with normal velocities of the temperature asked for and
  /// without a common motion.
  molecules(Space const& space, parameters const& p)
      : space_(space), dt_(p.dt), edge_(checked(p).edge()), cells_(cells_of(p)), law_(p.cutoff)
  {
    auto const points = shape(p.count());
    auto const k = index_of(space, points);
    auto const corner = floor_divide(k, std::int64_t{4});
    auto const site = k % std::int64_t{4};
    double const apart = edge_ / static_cast<double>(p.side);
    // a corner of its cube and the middles of the three faces beside it
    at_[0] = numbers((cast<double>(corner % p.side) + where((site == 1) | (site == 2), 0.5, 0.0)) *
                     apart);
    at_[1] = numbers((cast<double>(floor_divide(corner, p.side) % p.side) +
                      where((site == 1) | (site == 3), 0.5, 0.0)) *
                     apart);
    at_[2] = numbers((cast<double>(floor_divide(corner, p.side * p.side)) +
                      where((site == 2) | (site == 3), 0.5, 0.0)) *
                     apart);
    generator random(p.seed);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      velocity_[axis] = numbers(random.normal(space, points));
      velocity_[axis] -= mean(velocity_[axis]);
      force_[axis] = numbers(space, points);
    }
    energy_ = numbers(space, points);
    double const kinetic = sum(squared_speed()).item() / 2;
    double const wanted = 1.5 * p.temperature * static_cast<double>(p.count() - 1);
    for (numbers& v : velocity_) v *= std::sqrt(wanted / kinetic);
    find_forces();
  }

  std::int64_t count() const { return energy_.size(); }
  double edge() const { return edge_; }
  triple<numbers> const& at() const { return at_; }
  triple<numbers> const& velocity() const { return velocity_; }
  triple<numbers> const& force() const { return force_; }
  numbers const& energy() const { return energy_; }  ///< each particle's share of its pairs'

  void step()
  {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      velocity_[axis] += (0.5 * dt_) * force_[axis];
      auto const moved = at_[axis] + dt_ * velocity_[axis];
      at_[axis] = moved - edge_ * floor(moved / edge_);  // back into the box
    }
    find_forces();
    for (std::size_t axis = 0; axis < 3; ++axis) velocity_[axis] += (0.5 * dt_) * force_[axis];
  }

  /// Waits.
  energies measure() const { return {sum(squared_speed()).item() / 2, sum(energy_).item()}; }
  double temperature(energies const& e) const
  {
    return e.kinetic / (1.5 * static_cast<double>(count() - 1));
  }

 private:
  static parameters const& checked(parameters const& p)
  {
    require_sound(p);
    return p;
  }
  /// Along an edge: as wide as the cutoff or wider, and not many more than particles.
  static std::int64_t cells_of(parameters const& p)
  {
    return std::min(static_cast<std::int64_t>(p.edge() / p.cutoff), 2 * p.side);
  }
  auto squared_speed() const
  {
    return velocity_[0] * velocity_[0] + velocity_[1] * velocity_[1] + velocity_[2] * velocity_[2];
  }

  /// Sorts the particles by their cells, stably, so that their order depends on nothing else.
  void find_forces()
  {
    auto const cell_along = [&](std::size_t axis) {
      auto const cell = cast<std::int32_t>(at_[axis] / edge_ * static_cast<double>(cells_));
      return minimum(cell, static_cast<std::int32_t>(cells_ - 1));
    };
    auto const width = static_cast<std::int32_t>(cells_);
    auto const [cell, order] =
        sort_by_key((cell_along(2) * width + cell_along(1)) * width + cell_along(0),
                    cast<std::int32_t>(index_of(space_, energy_.shape())));
    for (std::size_t axis = 0; axis < 3; ++axis) {
      at_[axis] = numbers(take(at_[axis], order));
      velocity_[axis] = numbers(take(velocity_[axis], order));
    }
    std::int64_t const all_cells = cells_ * cells_ * cells_;
    array<std::int64_t, 1, Space> const ends =
        cumsum(histogram(cell, all_cells, 0, static_cast<double>(all_cells)));
    launch(space_, count(),
           neighbour_forces{{at_[0].ref(), at_[1].ref(), at_[2].ref()},
                            ends.ref(),
                            {force_[0].ref(), force_[1].ref(), force_[2].ref()},
                            energy_.ref(),
                            edge_,
                            cells_,
                            law_});
  }

  Space space_;
  double dt_, edge_;
  std::int64_t cells_;
  pair_law law_;
  triple<numbers> at_, velocity_, force_;
  numbers energy_;
};

}  // namespace acre::particles
