#pragma once
#include <cstdint>
#include <filesystem>
#include <vector>

#include "molecules.hpp"

namespace acre::particles {

/// Energies of a particle on average, after some steps.
struct sample {
  std::int64_t step = 0;
  energies each;
  friend bool operator==(sample const&, sample const&) = default;
};

/// Kinetic, potential and total energy over time, as a PNG.
void draw_energies(std::filesystem::path const& file, std::vector<sample> const& samples,
                   double dt);

/// Places and speeds of the particles, on the host.
struct snapshot {
  triple<std::vector<double>> at;
  std::vector<double> speed;
};

/// The box seen from above, what is lower in darker colours and behind what is higher, as a PNG.
void draw_particles(std::filesystem::path const& file, snapshot const& now, double edge,
                    double time);

}  // namespace acre::particles
