#include "collisions.hpp"

#include <acre/io/npy_file.hpp>
#include <acre/math/hyperbolic.hpp>
#include <acre/math/inverse_trig.hpp>
#include <acre/math/root.hpp>

#include <algorithm>

namespace acre::tour {
namespace {

/// DIR/electron or DIR/lepton, what files' names begin with; empty if neither has offsets.
std::string stem_in(std::filesystem::path const& dir)
{
  for (char const* collection : {"electron", "lepton"}) {
    std::string stem = (dir / collection).string();
    if (std::filesystem::exists(stem + "_offsets.npy")) return stem;
  }
  return {};
}

template <class T>
void read(std::string const& stem, char const* field, std::vector<T>& into)
{
  std::string const name = stem + '_' + field + ".npy";
  auto const file = io::read_npy(name);
  try {
    auto const values = file.view<T>();
    into.assign(values.begin(), values.end());
  } catch (acre::error const& e) {
    throw std::runtime_error(name + ": " + e.message());
  }
}

/// pt, eta and phi from components of momenta.
void read_components(std::string const& stem, collisions& c)
{
  std::vector<float> px, py, pz;
  read(stem, "px", px);
  read(stem, "py", py);
  read(stem, "pz", pz);
  if (px.size() != py.size() || px.size() != pz.size())
    throw std::runtime_error(stem + "_px.npy, _py.npy and _pz.npy have different lengths");
  for (std::size_t k = 0; k < px.size(); ++k) {
    double const x = static_cast<double>(px[k]), y = static_cast<double>(py[k]),
                 pt = math::hypot(x, y);
    c.pt.push_back(static_cast<float>(pt));
    c.eta.push_back(static_cast<float>(math::asinh(static_cast<double>(pz[k]) / pt)));
    c.phi.push_back(static_cast<float>(math::atan2(y, x)));
  }
}

collisions read_collisions(std::filesystem::path const& dir)
{
  std::string const stem = stem_in(dir);
  collisions c;
  c.name = dir.filename().string();
  read(stem, "offsets", c.offset);
  if (std::filesystem::exists(stem + "_px.npy")) {
    read_components(stem, c);
  } else {
    read(stem, "pt", c.pt);
    read(stem, "eta", c.eta);
    read(stem, "phi", c.phi);
  }
  read(stem, "charge", c.charge);
  std::size_t const particles = c.pt.size();
  if (c.offset.empty() || c.offset.front() < 0 ||
      !std::is_sorted(c.offset.begin(), c.offset.end()) ||
      c.offset.back() > static_cast<std::int64_t>(particles) || c.eta.size() != particles ||
      c.phi.size() != particles || c.charge.size() != particles)
    throw std::runtime_error(stem + "_*.npy: offsets and fields don't fit together");
  return c;
}

}  // namespace

std::filesystem::path find_collisions(std::filesystem::path const& dir)
{
  if (!stem_in(dir).empty()) return std::filesystem::canonical(dir);
  std::filesystem::path found;
  std::uintmax_t largest = 0;
  if (std::filesystem::is_directory(dir))
    for (auto const& entry : std::filesystem::directory_iterator(dir)) {
      std::string const charges = stem_in(entry.path()) + "_charge.npy";
      if (!std::filesystem::exists(charges)) continue;
      std::uintmax_t const size = std::filesystem::file_size(charges);
      if (size > largest) found = entry.path(), largest = size;
    }
  if (found.empty())
    throw std::runtime_error("no collision events in " + dir.string() +
                             ": neither it nor a folder in it has electron_offsets.npy or "
                             "lepton_offsets.npy");
  return std::filesystem::canonical(found);
}

collisions const& collisions_of(context const& given)
{
  static collisions const once = [&] {
    if (!given.events)
      throw unavailable("collision events are not part of acre: --events DIR reads them");
    return read_collisions(*given.events);
  }();
  return once;
}

}  // namespace acre::tour
