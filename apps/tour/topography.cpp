#include "topography.hpp"

#include <acre/io/netcdf.hpp>
#include <acre/order/histogram.hpp>
#include <acre/reduce/logic.hpp>
#include <acre/reduce/sum.hpp>

#include <algorithm>
#include <numeric>

#include "map.hpp"

namespace acre::tour {

relief_data const& relief_of(context const& given)
{
  static std::optional<relief_data> const read = [&]() -> relief_data {
    auto v = io::read_netcdf(dataset("etopo5", given), "ROSE");
    return {std::move(v.data), std::move(v.axes.at(0).values), v.shape.at(0), v.shape.at(1)};
  }();
  return *read;
}

namespace {

struct mean_height {
  template <class Space>
  outcome operator()(Space const& space, context const& given) const
  {
    using number = array<double, 0, Space>;
    earth<Space> const e(space, relief_of(given));
    number land, sea, share;
    outcome out;
    out.seconds = seconds_of(space, [&] {
      auto const is_land = e.height > 0;
      auto const land_area = sum(where(is_land, e.area, 0.0)),
                 sea_area = sum(where(is_land, 0.0, e.area));
      land = number(sum(where(is_land, e.height * e.area, 0.0)) / land_area);
      sea = number(sum(where(is_land, 0.0, e.height * e.area)) / sea_area);
      share = number(land_area / (land_area + sea_area));
    });
    out.bytes = 4.0 * sizeof(float) * e.height.size();
    keep(out, "mean height of land", land);
    keep(out, "mean height of sea", sea);
    keep(out, "share of land", share);
    out.result = format("land %.0f m, sea %.0f m; %.1f %% is land", land.item(), sea.item(),
                        100 * share.item());
    return out;
  }
};

constexpr int height_bins = 80;
std::string commonest_height(std::vector<std::int64_t> const& areas)
{
  auto const most = std::max_element(areas.begin(), areas.end());
  double const step = (highest - lowest) / height_bins,
               low = lowest + static_cast<double>(most - areas.begin()) * step;
  double const all = std::accumulate(areas.begin(), areas.end(), 0.0);
  return format("commonest height %.0f to %.0f m, %.1f %% of the Earth", low, low + step,
                100 * static_cast<double>(*most) / all);
}

struct hypsometry {
  template <class Space>
  outcome operator()(Space const& space, context const& given) const
  {
    earth<Space> const e(space, relief_of(given));
    // areas as integers, so that their sums don't depend on the order
    array<std::int64_t, 2, Space> const area = cast<std::int64_t>(rint(e.area * 1048576.0));
    array<std::int64_t, 1, Space> areas;
    outcome out;
    out.seconds =
        seconds_of(space, [&] { areas = histogram(e.height, height_bins, lowest, highest, area); });
    out.bytes = static_cast<double>(sizeof(float)) * e.height.size();
    keep(out, "areas", areas);
    out.result = commonest_height(out.get<std::int64_t>("areas"));
    return out;
  }
};

std::vector<picture> draw_hypsometry(outcome const& out)
{
  auto const& areas = out.get<std::int64_t>("areas");
  auto const color = [](double t) { return apps::map_height(lowest + t * (highest - lowest)); };
  double const all = std::accumulate(areas.begin(), areas.end(), 0.0);
  std::vector<double> percent(areas.begin(), areas.end());
  for (double& p : percent) p *= 100 / all;
  return {bar_chart("hypsometry.png", percent,
                    {"How much of the Earth lies at which height (ETOPO5)", "height, m",
                     "share of the area, % in 250 m", lowest, highest},
                    color)};
}

}  // namespace

void add_topography(std::vector<workload>& list)
{
  add<mean_height>(list, "topography.mean", "ETOPO5: area-weighted mean height and depth");
  add<hypsometry>(list, "topography.histogram", "how much of the Earth lies at which height",
                  draw_hypsometry);
}

}  // namespace acre::tour
