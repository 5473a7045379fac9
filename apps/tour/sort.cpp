#include <acre/array/creation.hpp>
#include <acre/order/sort.hpp>
#include <acre/reduce/logic.hpp>

#include "workload.hpp"

namespace acre::tour {
namespace {

struct sort_numbers {
  template <class Space>
  outcome operator()(Space const& space, context const& given) const
  {
    std::int64_t const n = given.count(4'000'000);
    // a multiplicative hash of the position: no order left, both signs, many magnitudes
    array<std::uint32_t, 1, Space> const hash =
        cast<std::uint32_t>(index_of(space, shape(n)) * 2654435761);
    array<float, 1, Space> const x = (cast<float>(hash) - 2147483648.0f) / 1048576.0f;
    array<float, 1, Space> sorted;
    outcome out;
    out.seconds = seconds_of(space, [&] { sorted = sort(x); });
    out.bytes = 2.0 * sizeof(float) * n;
    keep(out, "sorted", sorted);
    keep(out, "whether in order", all(sorted(slice(none, -1)) <= sorted(slice(1, none))));
    return out;
  }
};

}  // namespace

void add_sort(std::vector<workload>& list)
{
  add<sort_numbers>(list, "sort", "4e6 float32 in ascending order");
}

}  // namespace acre::tour
