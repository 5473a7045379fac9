#pragma once
#include <acre/array/creation.hpp>
#include <acre/elementwise/elementary.hpp>

#include <numbers>

#include "workload.hpp"

/// ETOPO5: heights of the Earth every five minutes of arc.
namespace acre::tour {

inline constexpr double degree = std::numbers::pi / 180;
inline constexpr double earth_radius = 6'371'000;           // metres
inline constexpr double lowest = -11'000, highest = 9'000;  // metres; what pictures show

struct relief_data {
  std::vector<float> height;     // metres; south to north, eastwards from Greenwich
  std::vector<double> latitude;  // degrees
  std::int64_t rows, columns;
};

/// Read once. Throws unavailable, and what read_netcdf throws.
relief_data const& relief_of(context const& given);

/// Heights and, as a column, the cosine of the latitude: the area of a cell. Float64 whose bits
/// are the same on every space.
template <class Space>
struct earth {
  array<float, 2, Space> height;
  array<double, 2, Space> area;

  earth(Space const& space, relief_data const& data)
      : height(from_host<float>(space, std::span(data.height), shape(data.rows, data.columns)))
  {
    array<double, 1, Space> const latitude =
        from_host<double>(space, std::span(data.latitude), shape(data.rows));
    array<double, 1, Space> const cosine = cos(latitude * degree);
    area = cosine(ALL, newaxis);
  }
};

}  // namespace acre::tour
