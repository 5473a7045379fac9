#include <acre/distributed/detail/edges.hpp>

#include <functional>
#include <utility>

namespace acre::distributed::detail {

namespace {

// as core/src/format.cpp has NumPy's defaults
constexpr std::int64_t threshold = 1000, edge = 3;

}  // namespace

printed_boxes boxes_to_print(layout const& of)
{
  printed_boxes result;
  box whole;
  whole.rank = of.rank();
  whole.high = result.shape = of.shape();
  result.boxes.push_back(whole);
  if (of.size() <= threshold) return result;
  int longest = 0;
  std::int64_t rest = 1;  // of the axes behind it
  for (int a = of.rank() - 1; a >= 0; --a) {
    if (of.shape()[a] <= 2 * edge) {
      rest *= of.shape()[a];
      continue;
    }
    std::vector<box> halves;
    for (auto b : result.boxes) {
      b.high[a] = edge;
      halves.push_back(b);
      b.high[a] = of.shape()[a];
      b.low[a] = of.shape()[a] - edge;
      halves.push_back(b);
    }
    result.boxes = std::move(halves);
    result.shape[a] = 2 * edge + 1;
    rest *= result.shape[a];
    longest = a;
  }
  // long enough to be summarised
  if (rest <= threshold && of.shape()[longest] > 2 * edge)
    result.shape[longest] = threshold / (rest / result.shape[longest]) + 1;
  return result;
}

void each_printed_run(printed_boxes const& printed, layout const& of, box const& part,
                      std::function<void(std::int64_t, std::int64_t)> const& f)
{
  if (part.size() == 0) return;
  int const last = of.rank() - 1;
  auto const place = [&](int a, std::int64_t i) {
    return i < edge ? i : i - of.shape()[a] + printed.shape[a];
  };
  extents at = part.low;
  for (;;) {
    std::int64_t where = 0;
    for (int a = 0; a <= last; ++a) where = where * printed.shape[a] + place(a, at[a]);
    f(where, part.extent(last));
    int a = last - 1;
    for (; a >= 0; --a) {
      if (++at[a] < part.high[a]) break;
      at[a] = part.low[a];
    }
    if (a < 0) return;
  }
}

}  // namespace acre::distributed::detail
