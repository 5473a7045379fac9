#pragma once
#include <acre/io/lists.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

/// Collisions with the leptons that came out of each.
namespace acre::zpeak {

/// The leptons of event e are offset[e] to offset[e + 1] - 1 of the other vectors.
struct events {
  std::string origin;  ///< what table and picture say of them
  std::vector<std::int64_t> offset;
  std::vector<float> pt, eta, phi;  ///< GeV, none, radians
  std::vector<std::int32_t> charge;

  std::int64_t count() const { return static_cast<std::int64_t>(offset.size()) - 1; }
};

/// The files electron_*.npy or lepton_*.npy of a folder: offsets, pt, eta, phi and charge; or the
/// datasets electron/* or lepton/* of an HDF5 file. Throws std::runtime_error, io::file_error where
/// files are missing or broken, or don't fit together.
events read_events(std::filesystem::path const& from);

/// Likewise, some events at a time: as many as have at most `most_leptons` together, one at
/// least. Throws as read_events, before anything is read where files are missing or don't fit
/// together.
class events_in_parts {
 public:
  events_in_parts(std::filesystem::path const& from, std::int64_t most_leptons);

  std::string const& origin() const { return origin_; }
  std::int64_t count() const { return parts_.lists(); }  ///< in all parts
  std::int64_t read() const { return parts_.read(); }    ///< of the parts so far
  /// False where there are no more.
  bool next(events& part);

 private:
  std::string origin_;
  io::lists_in_parts parts_;
};

/// Z bosons with masses drawn from Breit and Wigner's distribution between 40 and 140 GeV, each
/// decayed to two leptons of opposite charge, in any direction alike; and with many of them leptons
/// that have nothing to do with it. Acre's own numbers: the same on every machine.
events drawn_events(std::int64_t count, std::uint64_t seed);

}  // namespace acre::zpeak
