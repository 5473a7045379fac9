#include "gshhs.hpp"

#include <acre/io/netcdf.hpp>

#include <stdexcept>

namespace acre::coast {

namespace {

/// An unsigned number of 16 bits that the file holds as a signed one, as a share of a bin.
double share_of_bin(double stored) { return (stored < 0 ? stored + 65536 : stored) / 65535; }

}  // namespace

shores read_shores(std::filesystem::path const& file)
{
  auto const read = [&](char const* name) { return io::read_netcdf_numbers(file, name); };
  auto const whole = [](double x) { return static_cast<std::int64_t>(x); };
  auto const refuse = [&](std::string const& why) {
    throw std::runtime_error("cannot read " + file.string() + ": " + why);
  };
  double const bin = read("Bin_size_in_minutes").at(0) / 60;
  std::int64_t const across = whole(read("N_bins_in_360_longitude_range").at(0));
  auto const first_piece = read("Id_of_first_segment_in_a_bin"),
             pieces = read("N_segments_in_a_bin"),
             first_point = read("Id_of_first_point_in_a_segment"),
             facts = read("Embedded_npts_levels_exit_entry_for_a_segment"),
             polygon = read("Id_of_GSHHS_ID"), x = read("Relative_longitude_from_SW_corner_of_bin"),
             y = read("Relative_latitude_from_SW_corner_of_bin");
  shores s;
  s.given_area = read("The_km_squared_area_of_polygons");
  s.offset = {0};
  for (std::size_t b = 0; b < pieces.size(); ++b) {
    auto const row = static_cast<std::int64_t>(b) / across;
    double const west = static_cast<double>(static_cast<std::int64_t>(b) % across) * bin,
                 south = 90 - bin * static_cast<double>(row + 1);
    for (std::int64_t k = whole(first_piece[b]); k < whole(first_piece[b] + pieces[b]); ++k) {
      auto const at = static_cast<std::size_t>(k);
      if (at >= facts.size()) refuse("a bin has pieces that aren't there");
      std::int64_t const fact = whole(facts[at]), level = fact >> 6 & 7, points = fact >> 9;
      constexpr std::int64_t grounding_line = 6;
      if (level == grounding_line) continue;
      std::int64_t const from = whole(first_point[at]);
      if (from < 0 || from + points > static_cast<std::int64_t>(x.size()))
        refuse("a piece has points that aren't there");
      if (polygon[at] < 0 || polygon[at] >= static_cast<double>(s.given_area.size()))
        refuse("a piece is of a polygon that isn't there");
      for (auto p = static_cast<std::size_t>(from); p < static_cast<std::size_t>(from + points);
           ++p) {
        s.longitude.push_back(west + bin * share_of_bin(x[p]));
        s.latitude.push_back(south + bin * share_of_bin(y[p]));
      }
      s.offset.push_back(s.offset.back() + points);
      s.polygon.push_back(static_cast<std::int32_t>(polygon[at]));
      s.level.push_back(static_cast<std::int32_t>(level));
    }
  }
  return s;
}

std::vector<named_place> const& named_places()
{
  static std::vector<named_place> const places{{"Eurasia", 100, 60},
                                               {"Africa", 20, 5},
                                               {"North America", 260, 45},
                                               {"South America", 300, -10},
                                               {"Antarctica", 90, -80},
                                               {"Australia", 134, -25},
                                               {"Greenland", 320, 72},
                                               {"New Guinea", 141, -5},
                                               {"Borneo", 114, 1},
                                               {"Madagascar", 47, -19},
                                               {"Baffin Island", 290, 68},
                                               {"Sumatra", 102, -1},
                                               {"Honshu", 138.5, 36.2},
                                               {"Victoria Island", 250, 71},
                                               {"Great Britain", 358.5, 53},
                                               {"Ellesmere Island", 280, 79},
                                               {"Sulawesi", 120, -2},
                                               {"South Island", 170.5, -44},
                                               {"Java", 110, -7.3},
                                               {"North Island", 175.5, -39},
                                               {"Newfoundland", 304, 48.7},
                                               {"Luzon", 121, 16.5},
                                               {"Cuba", 281, 21.7},
                                               {"Iceland", 341.5, 65},
                                               {"Mindanao", 125, 8},
                                               {"Ireland", 352, 53},
                                               {"Hokkaido", 142.8, 43.3},
                                               {"Hispaniola", 289, 19},
                                               {"Sakhalin", 142.8, 50},
                                               {"Banks Island", 239, 73},
                                               {"Sri Lanka", 80.7, 7.5},
                                               {"Tasmania", 146.5, -42},
                                               {"Devon Island", 272, 75.2},
                                               {"Severny Island", 60, 75.5},
                                               {"Tierra del Fuego", 291, -54}};
  return places;
}

}  // namespace acre::coast
