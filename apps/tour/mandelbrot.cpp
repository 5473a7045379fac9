#include <acre/device/launch.hpp>

#include "map.hpp"
#include "workload.hpp"

namespace acre::tour {

/// How long z = z² + c stays within 2, for the c of a pixel: a kernel written by hand.
struct escape_time {
  array_ref<std::int32_t, 2> steps;
  double left, top, pixel;
  int limit;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const
  {
    std::int64_t const row = i / steps.extent[1], column = i % steps.extent[1];
    double const cx = left + static_cast<double>(column) * pixel,
                 cy = top - static_cast<double>(row) * pixel;
    double x = 0, y = 0;
    int n = 0;
    for (; n < limit && x * x + y * y <= 4; ++n) {
      double const next = x * x - y * y + cx;
      y = 2 * x * y + cy;
      x = next;
    }
    steps(row, column) = n;
  }
};

namespace {

constexpr int iteration_limit = 300;
constexpr std::int64_t pixels_across = 1200, pixels_down = 900;
constexpr double left = -2.4, top = 1.2, pixel = 2.4 / static_cast<double>(pixels_down);

struct mandelbrot {
  template <class Space>
  outcome operator()(Space const& space, context const&) const
  {
    array<std::int32_t, 2, Space> steps(space, shape(pixels_down, pixels_across));
    escape_time const kernel{steps.ref(), left, top, pixel, iteration_limit};
    outcome out;
    out.seconds = seconds_of(space, [&] { launch(space, steps.size(), kernel); });
    keep(out, "steps", steps);
    return out;
  }
};

std::vector<picture> draw_mandelbrot(outcome const& out)
{
  auto const& extent = out.arrays.front().shape;
  picture p{"mandelbrot.png", extent[1], extent[0], {}};
  for (std::int32_t const n : out.get<std::int32_t>("steps")) {
    double const t = std::log(1.0 + n) / std::log(1.0 + iteration_limit);
    auto const c = n == iteration_limit ? acre::picture::rgb{0, 0, 0}
                                        : apps::map_color(apps::colormap::sequential, t);
    p.rgb.insert(p.rgb.end(), {c.r, c.g, c.b});
  }
  apps::figure f;
  f.title = "Mandelbrot's set (black): z = z² + c, steps until |z| > 2";
  f.x = {"real part of c", apps::round_ticks(left, left + pixel * static_cast<double>(p.width))};
  f.y = {"imaginary part of c",
         apps::round_ticks(top - pixel * static_cast<double>(p.height), top)};
  f.bar = apps::figure::color_bar{
      {"steps", {}}, [](double t) { return apps::map_color(apps::colormap::sequential, t); }};
  for (int const n : {0, 1, 3, 10, 30, 100, iteration_limit})
    f.bar->scale.ticks.push_back(
        {std::log(1.0 + n) / std::log(1.0 + iteration_limit), std::to_string(n)});
  return {framed(p, f)};
}

}  // namespace

void add_mandelbrot(std::vector<workload>& list)
{
  add<mandelbrot>(list, "mandelbrot", "1200 x 900 pixels by a kernel of one's own",
                  draw_mandelbrot);
}

}  // namespace acre::tour
