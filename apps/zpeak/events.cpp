#include "events.hpp"

#include <acre/array/copy.hpp>
#include <acre/elementwise/elementary.hpp>
#include <acre/io/lists.hpp>
#include <acre/ragged/ragged.hpp>
#include <acre/ragged/rearrange.hpp>
#include <acre/ragged/reduce.hpp>
#include <acre/random/generator.hpp>
#include <acre/reduce/sum.hpp>

#include <array>
#include <numbers>
#include <stdexcept>
#ifdef ACRE_ZPEAK_HDF5
#include <acre/io/hdf5.hpp>
#endif

namespace acre::zpeak {
namespace {

using numbers = array<double, 1, host>;

/// Two of each event, side by side.
template <class T>
auto of_both(array<T, 1, host> const& first, array<T, 1, host> const& second)
{
  auto const both = stack(std::tuple(first, second), 1).reshape(shape(-1));
  return unflatten(both, full<std::int64_t>(first.space(), first.shape(), 2));
}

}  // namespace

namespace {

constexpr std::array fields{"pt", "eta", "phi", "charge"};
constexpr std::array collections{"electron", "lepton"};

io::lists_in_parts in_folder(std::filesystem::path const& folder, std::int64_t most_leptons)
{
  for (char const* const collection : collections) {
    std::string const stem = (folder / collection).string() + '_';
    if (!std::filesystem::exists(stem + "offsets.npy")) continue;
    std::vector<std::filesystem::path> files;
    for (char const* const field : fields) files.emplace_back(stem + field + ".npy");
    return {stem + "offsets.npy", files, most_leptons};
  }
  if (!std::filesystem::exists(folder))
    throw std::runtime_error("no events in " + folder.string() +
                             ": there is no such folder or file");
  throw std::runtime_error("no events in " + folder.string() +
                           ": it has neither electron_offsets.npy nor lepton_offsets.npy");
}

io::lists_in_parts in_hdf5(std::filesystem::path const& file,
                           [[maybe_unused]] std::int64_t most_leptons)
{
#ifdef ACRE_ZPEAK_HDF5
  io::hdf5_reader const reader(file);
  for (std::string const collection : collections) {
    if (!reader.contains(collection + "/offsets")) continue;
    std::vector<std::string> datasets;
    for (char const* const field : fields) datasets.push_back(collection + '/' + field);
    return io::hdf5_lists_in_parts(file, collection + "/offsets", datasets, most_leptons);
  }
  throw std::runtime_error("no events in " + file.string() +
                           ": it has neither electron/offsets nor lepton/offsets");
#else
  throw std::runtime_error(file.string() +
                           " is no folder, and this program was built without HDF5: install "
                           "libhdf5-dev (Debian, Ubuntu) and build again");
#endif
}

io::lists_in_parts parts_of(std::filesystem::path const& from, std::int64_t most_leptons)
{
  return std::filesystem::is_regular_file(from) ? in_hdf5(from, most_leptons)
                                                : in_folder(from, most_leptons);
}

}  // namespace

events_in_parts::events_in_parts(std::filesystem::path const& from, std::int64_t most_leptons)
    : origin_(std::filesystem::exists(from) ? std::filesystem::canonical(from).filename().string()
                                            : ""),
      parts_(parts_of(from, most_leptons))
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

events read_events(std::filesystem::path const& from)
{
  constexpr std::int64_t no_limit = std::int64_t{1} << 60;
  events_in_parts all(from, no_limit);
  events e{all.origin(), {0}, {}, {}, {}, {}};
  all.next(e);
  return e;
}

events drawn_events(std::int64_t count, std::uint64_t seed)
{
  constexpr double z_mass = 91.1876, width = 2.4952, least = 40, most = 140;
  constexpr double pi = std::numbers::pi;
  auto const space = serial();
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
  array<std::int32_t, 1, host> const charge =
      where(some(4, count) < 0.5, std::int32_t{1}, std::int32_t{-1});

  array<std::int64_t, 1, host> const others =
      cast<std::int64_t>(g.at(5).poisson(space, shape(count), 0.5));
  std::int64_t const n = sum(others);
  numbers const other_pt = g.at(6).exponential(space, shape(n)) * 6 + 3;
  numbers const other_eta = some(7, n) * 4.8 - 2.4, other_phi = some(8, n) * (2 * pi) - pi;
  array<std::int32_t, 1, host> const other_charge =
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
      to_vector(flatten(joined(charge, array<std::int32_t, 1, acre::host>(-charge), other_charge)));
  return e;
}

}  // namespace acre::zpeak
