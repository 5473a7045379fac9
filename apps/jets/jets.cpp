#include "jets.hpp"

#include <acre/device/spaces.hpp>
#include <acre/elementwise/elementary.hpp>
#include <acre/elementwise/functions.hpp>
#include <acre/io/npy.hpp>
#include <acre/order/group_by.hpp>
#include <acre/random/generator.hpp>
#include <acre/reduce/scan.hpp>
#include <acre_apps/same_bits.hpp>

#include <chrono>

namespace acre::jets {

namespace {

using apps::same_bits;

template <class Space>
using column = array<double, 1, Space>;

/// The four columns are summed together: each row is looked up once.
template <class Space>
jet_table grouped(array<std::int64_t, 1, Space> const& jetid, column<Space> const& px,
                  column<Space> const& py, column<Space> const& pz, column<Space> const& E)
{
  auto const& space = jetid.space();
  space.fence();
  auto const start = std::chrono::steady_clock::now();
  auto const jets = group_by(jetid);
  auto const [x, y, z, e] = jets.sum(px, py, pz, E);
  column<Space> const mass = sqrt(maximum(e * e - x * x - y * y - z * z, 0.0));
  auto const count = jets.count();
  space.fence();
  std::chrono::duration<double> const taken = std::chrono::steady_clock::now() - start;
  return {to_vector(jets.keys()), to_vector(count), to_vector(x),    to_vector(y),
          to_vector(z),           to_vector(e),     to_vector(mass), taken.count()};
}

template <class Space>
jet_table from_files(Space const& space, std::filesystem::path const& folder)
{
  auto const jetid = io::load_npy<std::int64_t>(space, folder / "jetid.npy");
  auto const read = [&](char const* name) -> column<Space> {
    auto const values = io::load_npy<float>(space, folder / name);
    if (values.size() != jetid.size())
      throw value_error((folder / name).string() + " has " + std::to_string(values.size()) +
                        " elements, and jetid.npy beside it " + std::to_string(jetid.size()));
    return cast<double>(values);
  };
  column<Space> const pt = read("pt.npy"), eta = read("eta.npy"), phi = read("phi.npy"),
                      mass = read("mass.npy");
  column<Space> const px = pt * cos(phi), py = pt * sin(phi), pz = pt * sinh(eta);
  column<Space> const E = sqrt(px * px + py * py + pz * pz + mass * mass);
  return grouped<Space>(jetid, px, py, pz, E);
}

constexpr double pion_mass = 0.13957;  // GeV

/// Pions of any direction; a constituent begins so many new jets.
template <class Space>
jet_table made_up(Space const& space, constituents const& from)
{
  generator numbers(from.seed);
  auto const n = shape(from.rows);
  array<std::int64_t, 1, Space> const begun = numbers.poisson(space, n, 1 / from.mean);
  column<Space> const px = numbers.normal<double>(space, n) * 10.0,
                      py = numbers.normal<double>(space, n) * 10.0,
                      pz = numbers.normal<double>(space, n) * 10.0,
                      E = sqrt(px * px + py * py + pz * pz + pion_mass * pion_mass);
  return grouped<Space>(cumsum(begun), px, py, pz, E);
}

}  // namespace

bool jet_table::same_as(jet_table const& other) const
{
  return same_bits(jetid, other.jetid) && same_bits(constituents, other.constituents) &&
         same_bits(px, other.px) && same_bits(py, other.py) && same_bits(pz, other.pz) &&
         same_bits(E, other.E) && same_bits(mass, other.mass);
}

jet_table jets_on(std::string const& space, constituents const& from)
{
  jet_table table;
  dispatch(space, [&](auto const& on) {
    table = from.folder ? from_files(on, *from.folder) : made_up(on, from);
  });
  return table;
}

}  // namespace acre::jets
