#include <acre/array/creation.hpp>
#include <acre/elementwise/elementary.hpp>
#include <acre/reduce/sum.hpp>

#include "map.hpp"
#include "workload.hpp"

/// Heat that spreads over a plate, with nothing but a stencil of slices.
namespace acre::tour {
namespace {

constexpr std::int64_t rows = 240, columns = 320;  // millimetres
constexpr float cold = 20, hot = 100;              // degrees Celsius
constexpr int steps = 2000;

/// The edge stays cold, a disc and a ring that was cut open stay hot.
struct heat {
  template <class Space>
  outcome operator()(Space const& space, context const&) const
  {
    array<float, 1, Space> const x = cast<float>(index_of(space, shape(columns)));
    array<float, 1, Space> const down = cast<float>(index_of(space, shape(rows)));
    auto const y = down(ALL, newaxis);
    auto const ring = (abs(hypot(x - 110, y - 120) - 70) < 5) & (y < x);
    array<bool, 2, Space> const heated = ring | (hypot(x - 250, y - 160) < 15);
    slice const inner(1, -1), before(none, -2), behind(2, none);
    auto const source = heated(inner, inner);

    array<float, 2, Space> t;
    outcome out;
    out.seconds = seconds_of(space, [&] {
      t = array<float, 2, Space>(where(heated, hot, cold));
      auto next = copy(t);
      for (int step = 0; step < steps; ++step) {
        next(inner, inner) = where(source, hot,
                                   0.25f * ((t(before, inner) + t(behind, inner)) +
                                            (t(inner, before) + t(inner, behind))));
        t.swap(next);
      }
    });
    out.bytes = 2.0 * sizeof(float) * rows * columns * steps;
    keep(out, "temperature", t);
    out.result =
        format("mean %.3f °C", static_cast<double>(array<float, 0, Space>(mean(t)).item()));
    return out;
  }
};

std::vector<picture> draw_heat(outcome const& out)
{
  picture const p{
      "heat.png", columns, rows,
      apps::paint(apps::colormap::sequential, out.get<float>("temperature"), cold, hot)};
  apps::figure f;
  f.title = "A plate with two heated places after 2000 steps";
  f.x = {"x, mm", apps::round_ticks(0, columns)};
  f.y = {"y, mm", apps::round_ticks(rows, 0)};
  f.bar = bar_of("°C", apps::colormap::sequential, cold, hot);
  return {framed(enlarged(p, 2), f)};
}

}  // namespace

void add_heat(std::vector<workload>& list)
{
  add<heat>(list, "heat", "2000 steps of heat that spreads over a plate", draw_heat);
}

}  // namespace acre::tour
