#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "workload.hpp"

/// Electrons (or leptons) of collision events.
namespace acre::tour {

/// The particles of event e are offset[e] to offset[e + 1] - 1 of the other vectors.
struct collisions {
  std::string name;  // of the folder
  std::vector<std::int64_t> offset;
  std::vector<float> pt, eta, phi;  // GeV, none, radians
  std::vector<std::int32_t> charge;

  std::int64_t events() const { return static_cast<std::int64_t>(offset.size()) - 1; }
};

/// A folder with electron_offsets.npy or lepton_offsets.npy: `dir`, or that one of the folders in
/// it which has most particles. Throws std::runtime_error if there is none.
std::filesystem::path find_collisions(std::filesystem::path const& dir);

/// Read once from given.events, a folder that find_collisions found: beside the offsets either pt,
/// eta, phi or px, py, pz, and charge. Throws unavailable if no folder is given, std::runtime_error
/// if files are missing, broken or don't fit together.
collisions const& collisions_of(context const& given);

}  // namespace acre::tour
