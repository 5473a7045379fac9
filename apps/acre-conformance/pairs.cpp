#include <acre/elementwise/elementary.hpp>
#include <acre/index/compress.hpp>
#include <acre/order/histogram.hpp>
#include <acre/order/searchsorted.hpp>
#include <acre/ragged/combinations.hpp>
#include <acre/ragged/rearrange.hpp>
#include <acre/ragged/reduce.hpp>
#include <acre/ragged/select.hpp>

#include "lists.hpp"

/// Two particles and their mass, written as a physicist writes them: operations on lists, in the
/// dtype that the case names.
namespace acre::conformance {

namespace {

/// f(space, T()) with T the case's dtype, or the other one where it names none.
template <class F>
results in_floating_point(call const& c, F const& f, std::optional<dtype> otherwise = {})
{
  dtype const type = otherwise && !c.has("dtype") ? *otherwise : c.type();
  return on_space(c, [&](auto const& space) {
    if (type == dtype::float32) return f(space, float{});
    if (type == dtype::float64) return f(space, double{});
    throw not_available(std::string("no masses in ") + name(type));
  });
}

/// All pairs of each event, as lists of T: the mass, and where the two are.
template <class T, class Space>
struct event_pairs {
  ragged<T, Space> mass;
  list_positions<Space, std::int64_t> left, right;

  /// Pairs that satisfy a condition on both.
  event_pairs where(ragged<bool, Space> const& condition) const
  {
    auto const chosen = argwhere(condition);
    auto const of = [&](list_positions<Space, std::int64_t> const& side) {
      ragged<std::int64_t, Space> const index(side.structure(), side.flat());
      return list_positions<Space, std::int64_t>(chosen.structure(), evaluate(index(chosen).flat()),
                                                 side.source());
    };
    return {mass(chosen), of(left), of(right)};
  }
};

/// The mass of massless particles by pt, eta and phi.
template <class T, class Space>
event_pairs<T, Space> pairs_by_angles(call const& c, Space const& space)
{
  auto const [pt, eta, phi] =
      zip(lists_of<T>(c, space, "pt"), lists_of<T>(c, space, "eta"), lists_of<T>(c, space, "phi"));
  auto const [i, j] = argcombinations<2>(pt);
  return {sqrt(2 * pt(i) * pt(j) * (cosh(eta(i) - eta(j)) - cos(phi(i) - phi(j)))), i, j};
}

/// By energy and momentum.
template <class T, class Space>
event_pairs<T, Space> pairs_by_momenta(call const& c, Space const& space)
{
  auto const [e, px, py, pz] = zip(lists_of<T>(c, space, "e"), lists_of<T>(c, space, "px"),
                                   lists_of<T>(c, space, "py"), lists_of<T>(c, space, "pz"));
  auto const [i, j] = argcombinations<2>(e);
  auto const total = [&](auto const& x) { return square(x(i) + x(j)); };
  return {sqrt(total(e) - total(px) - total(py) - total(pz)), i, j};
}

template <class T, class Space>
event_pairs<T, Space> all_pairs(call const& c, Space const& space)
{
  return c.has_input("px") ? pairs_by_momenta<T>(c, space) : pairs_by_angles<T>(c, space);
}

/// Whether the two of each pair have opposite charges.
template <class Space>
ragged<bool, Space> opposite(call const& c, Space const& space,
                             list_positions<Space, std::int64_t> const& left,
                             list_positions<Space, std::int64_t> const& right)
{
  auto const charge = lists_of<std::int64_t>(c, space, "charge");
  return charge(left) != charge(right);
}

/// The pairs that the case is about: charge "any" or "opposite", as they are where it says neither.
template <class T, class Space>
event_pairs<T, Space> chosen_pairs(call const& c, Space const& space, char const* fallback)
{
  auto const which = c.params().value("charge", std::string(fallback));
  auto const all = all_pairs<T>(c, space);
  if (which == "any") return all;
  if (which != "opposite") throw manifest_error("there is no charge '" + which + "'");
  return all.where(opposite(c, space, all.left, all.right));
}

results pair_mass(call const& c)
{
  return in_floating_point(
      c, [&]<class T>(auto const& space, T) { return out(flatten(all_pairs<T>(c, space).mass)); });
}

results pair_count_opposite_charge(call const& c)
{
  return on_space(c, [&](auto const& space) {
    auto const charge = lists_of<std::int64_t>(c, space, "charge");
    auto const [i, j] = argcombinations<2>(charge);
    return out(sum(charge(i) != charge(j), 1));
  });
}

results heaviest_pair_mass(call const& c)
{
  return in_floating_point(c, [&]<class T>(auto const& space, T) -> results {
    auto const pairs = chosen_pairs<T>(c, space, "any");
    T const none = static_cast<T>(c.params().value("fill", 0.0));
    return {{"out", max(pairs.mass, 1, fill(none))}, {"valid", evaluate(count(pairs.mass, 1) > 0)}};
  });
}

results first_opposite_pair_mass(call const& c)
{
  return in_floating_point(c, [&]<class T>(auto const& space, T) {
    T const none = static_cast<T>(c.params().value("fill", -1.0));
    return out(first(chosen_pairs<T>(c, space, "opposite").mass, fill(none)));
  });
}

results nearest_opposite_pair_mass(call const& c)
{
  auto const wanted = c.params().value("mass", 91.1876);
  return in_floating_point(c, [&]<class T>(auto const& space, T) -> results {
    auto const pairs = chosen_pairs<T>(c, space, "opposite");
    auto const nearest = argmin(abs(pairs.mass - static_cast<T>(wanted)), 1);
    using space_type = std::remove_cvref_t<decltype(space)>;
    auto const particle = [&](list_positions<space_type, std::int64_t> const& side) {
      ragged<std::int64_t, space_type> const index(side.structure(), side.content_index());
      return element_of_each(index, nearest, fill(-1));
    };
    return {{"out", element_of_each(pairs.mass, nearest, fill(0))},
            {"left", particle(pairs.left)},
            {"right", particle(pairs.right)}};
  });
}

/// The heaviest pair of opposite charges of each event that has one.
template <class T, class Space>
array<T, 1, Space> heaviest_masses(call const& c, Space const& space)
{
  array<T, 1, Space> const heaviest = max(chosen_pairs<T>(c, space, "opposite").mass, 1, fill(0));
  return compress(heaviest > 0, heaviest);
}

/// NumPy's histogram for edges of any widths: bins [a, b), the last one [a, b].
results heaviest_opposite_histogram(call const& c)
{
  auto const of_masses = [&]<class T>(auto const& space, T) {
    auto const masses = evaluate(cast<double>(heaviest_masses<T>(c, space)));
    auto const edges = column<double>(c, space, "edges");
    std::int64_t const bins = edges.size() - 1;
    auto const low = edges(0), high = edges(-1);
    auto const inside = compress((masses >= low) & (masses <= high), masses);
    auto const bin = minimum(searchsorted(edges, inside, search_side::right) - 1, bins - 1);
    return out(histogram(bin, bins, 0.0, static_cast<double>(bins)));
  };
  return in_floating_point(c, of_masses, dtype::float64);
}

/// int(m * 10), clamped to 1200 bins.
results heaviest_opposite_histogram_clamped(call const& c)
{
  auto const bins = c.params().value("bins", std::int64_t{1200});
  double const scale = c.params().value("scale", 10.0);
  auto const of_masses = [&]<class T>(auto const& space, T) {
    auto const scaled = heaviest_masses<T>(c, space) * static_cast<T>(scale);
    auto const counts = histogram(scaled, bins, 0.0, static_cast<double>(bins), outside::clamped);
    return out(evaluate(cast<std::uint32_t>(counts)));
  };
  return in_floating_point(c, of_masses, dtype::float64);
}

template <class F>
results momentum(call const& c, F const& f)
{
  return in_floating_point(c, [&]<class T>(auto const& space, T) {
    auto const [px, py, pz] =
        zip(lists_of<T>(c, space, "px"), lists_of<T>(c, space, "py"), lists_of<T>(c, space, "pz"));
    return out(flatten(f(px, py, pz)));
  });
}
results momentum_pt(call const& c)
{
  return momentum(c, [](auto const& px, auto const& py, auto const&) { return hypot(px, py); });
}
results momentum_phi(call const& c)
{
  return momentum(c, [](auto const& px, auto const& py, auto const&) { return arctan2(py, px); });
}
results momentum_eta(call const& c)
{
  return momentum(c, [](auto const& px, auto const& py, auto const& pz) {
    return arcsinh(pz / hypot(px, py));
  });
}

}  // namespace

std::vector<operation> pair_operations()
{
  return {{"pair_mass_pt_eta_phi", "pairs", pair_mass},
          {"pair_mass_px_py_pz_e", "pairs", pair_mass},
          {"pair_count_opposite_charge", "pairs", pair_count_opposite_charge},
          {"heaviest_pair_mass", "pairs", heaviest_pair_mass},
          {"heaviest_pair_mass_px_py_pz_e", "pairs", heaviest_pair_mass},
          {"first_opposite_pair_mass", "pairs", first_opposite_pair_mass},
          {"nearest_opposite_pair_mass", "pairs", nearest_opposite_pair_mass},
          {"heaviest_opposite_histogram", "pairs", heaviest_opposite_histogram},
          {"heaviest_opposite_histogram_px_py_pz_e", "pairs", heaviest_opposite_histogram},
          {"heaviest_opposite_histogram_clamped", "pairs", heaviest_opposite_histogram_clamped},
          {"momentum_pt", "pairs", momentum_pt},
          {"momentum_phi", "pairs", momentum_phi},
          {"momentum_eta", "pairs", momentum_eta}};
}

}  // namespace acre::conformance
