#include "gpus.hpp"

namespace acre::bench {

void measure_redistribute(gpu_run const& r)
{
  int const gpus = r.all.size();
  if (gpus == 1) return;
  std::int64_t const side = gpus * r.side, cells = side * side;
  dist::array<double, 2, gpu> rows(r.all, r.space, dist::blocks(shape(side, side)));
  rows = coordinate(rows, 0) * side + coordinate(rows, 1);
  std::int64_t const to_each = side / gpus * (side / gpus) * 8;  // bytes from one GPU to another
  auto const rate = [&](double seconds) {
    char text[64];
    std::snprintf(text, sizeof text, "%.1f GB/s a GPU and way",
                  1e-9 * static_cast<double>(to_each * (gpus - 1)) / seconds);
    return std::string(text);
  };
  double const there = seconds_of(r.all, r.space, 3, [&] { redistribute(rows, axes(1)); });
  auto const columns = redistribute(rows, axes(1));
  double const back = seconds_of(r.all, r.space, 3, [&] { redistribute(columns, axes(0)); });
  r.out.row("to_columns", r.way, gpus, cells, there, rate(there));
  r.out.row("to_rows", r.way, gpus, cells, back, rate(back));
  if (!r.bare) return;
  double const bare = seconds_of(r.all, r.space, 3, [&] {
    r.bare->to_all(columns.local().data(), rows.local().data(), static_cast<std::size_t>(to_each));
  });
  for (auto const& [workload, t] : {std::pair("to_columns", there), std::pair("to_rows", back)})
    r.out.row(workload, "nccl", gpus, cells, bare,
              rate(bare) + ", acre has " + percent("of it", bare / t));
}

}  // namespace acre::bench
