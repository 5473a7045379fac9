#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace acre::jets {

/// The four-momenta of jets: those of their constituents added up. jetids ascend.
struct jet_table {
  std::vector<std::int64_t> jetid, constituents;
  std::vector<double> px, py, pz, E, mass;
  double seconds = 0;  ///< for the groups alone, without making or reading the constituents

  std::size_t size() const { return jetid.size(); }
  /// To the bit; times don't count.
  bool same_as(jet_table const& other) const;
};

/// Source of constituents: a folder with jetid.npy (int64) and pt, eta, phi, mass (float32), or as
/// many made-up ones, in jets of `mean` on average.
struct constituents {
  std::optional<std::filesystem::path> folder;
  std::int64_t rows = 60000;
  double mean = 10;
  std::uint64_t seed = 42;
};

/// df.groupby("jetid").sum().sort_index() on the space of that name.
jet_table jets_on(std::string const& space, constituents const& from);

}  // namespace acre::jets
