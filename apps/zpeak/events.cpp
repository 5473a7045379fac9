#include "events.hpp"

#include <acre/array/copy.hpp>
#include <acre/elementwise/elementary.hpp>
#include <acre/io/npy_file.hpp>
#include <acre/ragged/ragged.hpp>
#include <acre/ragged/rearrange.hpp>
#include <acre/ragged/reduce.hpp>
#include <acre/random/generator.hpp>
#include <acre/reduce/sum.hpp>

#include <numbers>
#include <stdexcept>

namespace acre::zpeak {
namespace {

template <class T>
void read(std::string const& stem, char const* field, std::vector<T>& into)
{
  auto const file = io::read_npy(stem + '_' + field + ".npy");
  auto const values = file.view<T>();
  into.assign(values.begin(), values.end());
}

using numbers = array<double, 1, serial>;

/// Two of each event, side by side.
template <class T>
auto of_both(array<T, 1, serial> const& first, array<T, 1, serial> const& second)
{
  auto const both = stack(std::tuple(first, second), 1).reshape(shape(-1));
  return unflatten(both, full<std::int64_t>(first.space(), first.shape(), 2));
}

}  // namespace

namespace {

/// The folder, and what its files' names begin with.
std::string stem_in(std::filesystem::path const& folder)
{
  std::string stem;
  for (char const* const collection : {"electron", "lepton"})
    if (stem.empty() &&
        std::filesystem::exists(folder / (std::string(collection) + "_offsets.npy")))
      stem = (folder / collection).string();
  if (stem.empty())
    throw std::runtime_error("no events in " + folder.string() +
                             ": it has neither electron_offsets.npy nor lepton_offsets.npy");
  return stem;
}

std::vector<std::filesystem::path> fields_of(std::string const& stem)
{
  std::vector<std::filesystem::path> files;
  for (char const* const field : {"pt", "eta", "phi", "charge"})
    files.emplace_back(stem + '_' + field + ".npy");
  return files;
}

}  // namespace

events_in_parts::events_in_parts(std::filesystem::path const& folder, std::int64_t most_leptons)
    : origin_(std::filesystem::exists(folder)
                  ? std::filesystem::canonical(folder).filename().string()
                  : ""),
      parts_(stem_in(folder) + "_offsets.npy", fields_of(stem_in(folder)), most_leptons)
{}

bool events_in_parts::next(events& part)
{
  if (!parts_.next()) return false;
  auto const take = [&]<class T>(std::size_t file, std::vector<T>& into) {
    auto const elements = parts_.elements<T>(file);
    auto const values = elements.template view<T>();
    into.assign(values.begin(), values.end());
  };
  part.origin = origin_;
  part.offset = parts_.offsets();
  take(0, part.pt);
  take(1, part.eta);
  take(2, part.phi);
  take(3, part.charge);
  return true;
}

events read_events(std::filesystem::path const& folder)
{
  std::string const stem = stem_in(folder);
  events e;
  e.origin = std::filesystem::canonical(folder).filename().string();
  read(stem, "offsets", e.offset);
  read(stem, "pt", e.pt);
  read(stem, "eta", e.eta);
  read(stem, "phi", e.phi);
  read(stem, "charge", e.charge);
  if (e.offset.empty() || e.eta.size() != e.pt.size() || e.phi.size() != e.pt.size() ||
      e.charge.size() != e.pt.size())
    throw std::runtime_error(stem + "_*.npy: the fields have different lengths");
  return e;
}

events drawn_events(std::int64_t count, std::uint64_t seed)
{
  constexpr double z_mass = 91.1876, width = 2.4952, least = 40, most = 140;
  constexpr double pi = std::numbers::pi;
  serial const space;
  generator const g(seed);
  auto const some = [&](int draw, auto n) {
    return g.at(static_cast<std::uint64_t>(draw)).uniform(space, shape(n));
  };

  // a mass m has the density 1 / ((m - M)^2 + (width / 2)^2): the tangent of an even angle
  double const from = std::atan((least - z_mass) / (width / 2)),
               to = std::atan((most - z_mass) / (width / 2));
  numbers const mass = tan(some(0, count) * (to - from) + from) * (width / 2) + z_mass;
  numbers const cosine = some(1, count) * 1.98 - 0.99, angle = some(2, count) * (2 * pi) - pi;
  numbers const rapidity = g.at(3).normal(space, shape(count));
  numbers const pt = mass / 2 * sqrt(1 - square(cosine));
  // rapidities add along the beam; the pseudorapidity of the massless is theirs
  numbers const along = arctanh(cosine);
  numbers const back = where(angle > 0, angle - pi, angle + pi);
  array<std::int32_t, 1, serial> const charge =
      where(some(4, count) < 0.5, std::int32_t{1}, std::int32_t{-1});

  array<std::int64_t, 1, serial> const others =
      cast<std::int64_t>(g.at(5).poisson(space, shape(count), 0.5));
  std::int64_t const n = sum(others);
  numbers const other_pt = g.at(6).exponential(space, shape(n)) * 6 + 3;
  numbers const other_eta = some(7, n) * 4.8 - 2.4, other_phi = some(8, n) * (2 * pi) - pi;
  array<std::int32_t, 1, serial> const other_charge =
      where(some(9, n) < 0.5, std::int32_t{1}, std::int32_t{-1});

  auto const joined = [&](auto const& first, auto const& second, auto const& rest) {
    return concatenate(std::tuple(of_both(first, second), unflatten(rest, others)), 1);
  };
  auto const host = [](auto const& lists) { return to_vector(cast<float>(flatten(lists))); };
  auto const pts = joined(pt, pt, other_pt);
  events e;
  e.origin = "drawn from a Breit-Wigner Z, seed " + std::to_string(seed);
  e.offset = to_vector(pts.offsets());
  e.pt = host(pts);
  e.eta = host(joined(numbers(rapidity + along), numbers(rapidity - along), other_eta));
  e.phi = host(joined(angle, back, other_phi));
  e.charge =
      to_vector(flatten(joined(charge, array<std::int32_t, 1, serial>(-charge), other_charge)));
  return e;
}

}  // namespace acre::zpeak
