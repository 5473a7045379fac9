#include <acre/array/creation.hpp>
#include <acre/elementwise/functions.hpp>
#include <acre/io/netcdf.hpp>
#include <acre/reduce/extrema.hpp>
#include <acre/reduce/logic.hpp>
#include <acre/reduce/reduce.hpp>
#include <acre/reduce/sum.hpp>

#include <algorithm>
#include <limits>
#include <numbers>

#include "map.hpp"
#include "workload.hpp"

/// COADS: the sea's surface temperature, month by month; nothing is known over land.
namespace acre::tour {
namespace {

struct climate_data {
  std::vector<float> temperature;  // degrees Celsius: month, latitude from the south, longitude
  std::vector<double> latitude;
  shape_t<3> extent;
  float missing;
};

climate_data const& climate_of(context const& given)
{
  static std::optional<climate_data> const read = [&]() -> climate_data {
    auto v = io::read_netcdf(dataset("coads", given), "SST");
    return {std::move(v.data),
            std::move(v.axes.at(1).values),
            {v.shape.at(0), v.shape.at(1), v.shape.at(2)},
            v.missing.value_or(std::numeric_limits<float>::quiet_NaN())};
  }();
  return *read;
}

constexpr float nothing = std::numeric_limits<float>::quiet_NaN();

}  // namespace

/// A reduction written here: the mean of the values that are known, NaN where none is.
struct mean_of_known {
  struct value_type {
    double sum = 0;
    std::int64_t count = 0;

    value_type() = default;
    KOKKOS_INLINE_FUNCTION value_type(double s, std::int64_t n) : sum(s), count(n) {}
    KOKKOS_INLINE_FUNCTION value_type(float x)
        : sum(x == x ? static_cast<double>(x) : -0.0), count(x == x)
    {}
  };
  KOKKOS_INLINE_FUNCTION value_type identity() const { return {-0.0, 0}; }
  KOKKOS_INLINE_FUNCTION value_type empty() const { return identity(); }
  KOKKOS_INLINE_FUNCTION value_type combine(value_type a, value_type b) const
  {
    return {a.sum + b.sum, a.count + b.count};
  }
  KOKKOS_INLINE_FUNCTION float finish(value_type a) const
  {
    return static_cast<float>(a.sum / static_cast<double>(a.count));
  }
};

namespace {

/// Temperatures with NaN where nothing is known.
template <class Space>
array<float, 3, Space> temperature(Space const& space, climate_data const& data)
{
  auto const raw = from_host<float>(space, std::span(data.temperature), data.extent);
  return where(raw == data.missing, nothing, raw);
}

/// Weighted by area, for the line that people read; the rows run from north to south.
std::string mean_over_sea(std::vector<float> const& year, climate_data const& data)
{
  double sum = 0, area = 0;
  std::int64_t const rows = data.extent[1], columns = data.extent[2];
  for (std::size_t i = 0; i < year.size(); ++i) {
    if (std::isnan(year[i])) continue;
    std::size_t const row =
        static_cast<std::size_t>(rows - 1 - static_cast<std::int64_t>(i) / columns);
    double const weight = std::cos(data.latitude[row] * std::numbers::pi / 180);
    sum += weight * static_cast<double>(year[i]);
    area += weight;
  }
  return format("%.2f °C over the sea that is known", sum / area);
}

struct annual_mean {
  template <class Space>
  outcome operator()(Space const& space, context const& given) const
  {
    climate_data const& data = climate_of(given);
    auto const t = temperature(space, data);
    array<float, 2, Space> year;
    outcome out;
    out.seconds = seconds_of(space, [&] { year = reduce(t, mean_of_known{}, 0); });
    out.bytes = 1.0 * sizeof(float) * t.size();
    keep(out, "annual mean", evaluate(year(slice(none, none, -1), ALL)));
    out.result = mean_over_sea(out.get<float>("annual mean"), data);
    return out;
  }
};

constexpr double coldest = -2, hottest = 30;  // degrees Celsius; what the picture shows

/// COADS has cells of two degrees, the first one east of 20.
apps::figure sea_map(std::string title) { return map_of(std::move(title), 20, 380, -90, 90); }

std::vector<picture> draw_annual_mean(outcome const& out)
{
  auto const& t = out.get<float>("annual mean");
  auto const& extent = out.arrays.front().shape;
  picture const p{"sea-temperature.png", extent[1], extent[0],
                  apps::paint(apps::colormap::sequential, t, coldest, hottest)};
  auto f = sea_map("Annual mean of the sea's surface temperature (COADS; grey: not known)");
  f.bar = bar_of("°C", apps::colormap::sequential, coldest, hottest);
  return {framed(enlarged(p, 5), f)};
}

std::string warmest_zone(std::vector<float> const& zone, climate_data const& data)
{
  std::size_t best = 0;
  for (std::size_t i = 0; i < zone.size(); ++i)
    if (std::isnan(zone[best]) || zone[i] > zone[best]) best = i;
  double const latitude = data.latitude[best];
  return format("warmest at %.0f %s, %.1f °C", std::abs(latitude), latitude < 0 ? "S" : "N",
                static_cast<double>(zone[best]));
}

struct zonal_means {
  template <class Space>
  outcome operator()(Space const& space, context const& given) const
  {
    climate_data const& data = climate_of(given);
    auto const t = temperature(space, data);
    array<float, 1, Space> zone;
    outcome out;
    out.seconds = seconds_of(space, [&] { zone = reduce(t, mean_of_known{}, axes(0, 2)); });
    out.bytes = 1.0 * sizeof(float) * t.size();
    keep(out, "zonal mean", zone);
    out.result = warmest_zone(out.get<float>("zonal mean"), data);
    return out;
  }
};

struct warmest_month {
  template <class Space>
  outcome operator()(Space const& space, context const& given) const
  {
    auto const t = temperature(space, climate_of(given));
    array<std::int64_t, 2, Space> month;
    outcome out;
    out.seconds = seconds_of(space, [&] {
      auto const known = ~isnan(t);
      month = where(any(known, 0), argmax(where(known, t, -1000.0f), 0), -1);
    });
    out.bytes = 2.0 * sizeof(float) * t.size();
    keep(out, "month", evaluate(month(slice(none, none, -1), ALL)));
    auto const& months = out.get<std::int64_t>("month");  // the summers of both hemispheres
    out.result =
        format("August in %td cells, February in %td", std::count(months.begin(), months.end(), 7),
               std::count(months.begin(), months.end(), 1));
    return out;
  }
};

std::vector<picture> draw_warmest_month(outcome const& out)
{
  constexpr char const* names[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                   "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  auto const& extent = out.arrays.front().shape;
  picture p{"warmest-month.png", extent[1], extent[0], {}};
  for (std::int64_t const month : out.get<std::int64_t>("month")) {
    auto const c = month < 0 ? apps::missing_color : wheel_color(static_cast<int>(month), 12);
    p.rgb.insert(p.rgb.end(), {c.r, c.g, c.b});
  }
  auto f = sea_map("The month in which the sea's surface is warmest (COADS)");
  for (int month = 0; month < 12; ++month)
    f.legend.emplace_back(names[month], wheel_color(month, 12));
  f.legend.emplace_back("not known", apps::missing_color);
  return {framed(enlarged(p, 5), f)};
}

}  // namespace

void add_sea_temperature(std::vector<workload>& list)
{
  add<annual_mean>(list, "sea.mean",
                   "COADS: annual mean of the sea's temperature, missing values left out",
                   draw_annual_mean);
  add<zonal_means>(list, "sea.zones", "means of each latitude over months and longitudes");
  add<warmest_month>(list, "sea.warmest", "the warmest month of each cell", draw_warmest_month);
}

}  // namespace acre::tour
