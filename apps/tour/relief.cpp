#include <acre/elementwise/functions.hpp>

#include <algorithm>
#include <cmath>

#include "map.hpp"
#include "topography.hpp"

namespace acre::tour {
namespace {

/// Rise over run towards east and north of every inner point, by differences of its neighbours:
/// slices of one array, shifted against each other.
template <class Space>
struct gradient {
  array<float, 2, Space> east, north;

  gradient(earth<Space> const& e, relief_data const& data)
      : east(e.height.space(), shape(data.rows - 2, data.columns - 2)), north(empty_like(east))
  {
    double const step = std::numbers::pi / static_cast<double>(data.rows - 1) * earth_radius;
    inner_run = cast<float>(e.area(slice(1, -1), ALL) * (2 * step));
    run_north = static_cast<float>(2 * step);
  }
  void compute(array<float, 2, Space> const& z)
  {
    slice const inner(1, -1), before(none, -2), after(2, none);
    east = (z(inner, after) - z(inner, before)) / inner_run;
    north = (z(after, inner) - z(before, inner)) / run_north;
  }

 private:
  array<float, 2, Space> inner_run;  // metres between the neighbours to the east and to the west
  float run_north = 0;
};

/// Leaves out the poles, where neighbours are too near for a slope. In these data the steepest
/// place is one of 3205 m among hills of 300 m: a slip of somebody's finger, long ago.
std::string steepest(std::vector<float> const& slope, relief_data const& data)
{
  std::int64_t const width = data.columns - 2, polar = 120;
  auto const first = slope.begin() + polar * width, last = slope.end() - polar * width;
  auto const most = std::max_element(first, last);
  std::int64_t const at = most - slope.begin();
  double const latitude = data.latitude[static_cast<std::size_t>(1 + at / width)];
  double const longitude =
      static_cast<double>(1 + at % width) * 360 / static_cast<double>(data.columns);
  return format("steepest %.0f m/km at %.1f %s %.1f %s", 1000 * static_cast<double>(*most),
                std::abs(latitude), latitude < 0 ? "S" : "N",
                longitude > 180 ? 360 - longitude : longitude, longitude > 180 ? "W" : "E");
}

struct slopes {
  template <class Space>
  outcome operator()(Space const& space, context const& given) const
  {
    relief_data const& data = relief_of(given);
    earth<Space> const e(space, data);
    gradient<Space> g(e, data);
    array<float, 2, Space> slope;
    outcome out;
    out.seconds = seconds_of(space, [&] {
      g.compute(e.height);
      slope = sqrt(square(g.east) + square(g.north));
    });
    out.bytes = 7.0 * sizeof(float) * e.height.size();
    keep(out, "slope", slope);
    out.result = steepest(out.get<float>("slope"), data);
    return out;
  }
};

/// A map with north on top and Greenwich in the middle, lit from the north-west.
struct relief_map {
  static constexpr float exaggeration = 40;

  template <class Space>
  outcome operator()(Space const& space, context const& given) const
  {
    relief_data const& data = relief_of(given);
    earth<Space> const e(space, data);
    gradient<Space> g(e, data);
    array<float, 2, Space> height, light;
    outcome out;
    out.seconds = seconds_of(space, [&] {
      g.compute(e.height);
      array<float, 2, Space> const lit = maximum(
          0,
          (1 + (g.east - g.north) * (exaggeration * static_cast<float>(std::numbers::sqrt2 / 2))) /
              sqrt(1 + (square(g.east) + square(g.north)) * (exaggeration * exaggeration)));
      light = centered(lit(slice(none, none, -2), slice(none, none, 2)));
      height = centered(e.height(slice(-2, 0, -2), slice(1, -1, 2)));
    });
    out.bytes = 5.0 * sizeof(float) * e.height.size();
    keep(out, "height", height);
    keep(out, "light", light);
    return out;
  }

  /// The western hemisphere in front of the eastern one.
  template <class Space>
  static array<float, 2, Space> centered(array<float, 2, Space> const& map)
  {
    array<float, 2, Space> result = empty_like(map);
    std::int64_t const half = map.extent(1) / 2;
    result(ALL, slice(none, -half)) = map(ALL, slice(half, none));
    result(ALL, slice(-half, none)) = map(ALL, slice(none, half));
    return result;
  }
};

std::vector<picture> draw_relief(outcome const& out)
{
  auto const &height = out.get<float>("height"), &light = out.get<float>("light");
  auto const& extent = out.arrays.front().shape;
  picture p{"relief.png", extent[1], extent[0], {}};
  p.rgb.reserve(3 * height.size());
  for (std::size_t i = 0; i < height.size(); ++i) {
    auto const c = apps::map_height(height[i], light[i]);
    p.rgb.insert(p.rgb.end(), {c.r, c.g, c.b});
  }
  auto f = map_of("The Earth's relief (ETOPO5), lit from the north-west", -180, 180, -90, 90);
  f.bar = apps::figure::color_bar{{"height, m", apps::round_ticks(lowest, highest)}, [](double t) {
                                    return apps::map_height(lowest + t * (highest - lowest));
                                  }};
  return {framed(p, f)};
}

}  // namespace

void add_relief(std::vector<workload>& list)
{
  add<slopes>(list, "topography.slopes", "slopes by a stencil of slices");
  add<relief_map>(list, "topography.relief", "a shaded map of the Earth", draw_relief);
}

}  // namespace acre::tour
