#include <acre/distributed/detail/pieces.hpp>
#include <acre/distributed/detail/route.hpp>

#include <cstring>
#include <numeric>

namespace acre::distributed::detail {

piece_bounds bounds_of(std::span<std::int64_t const> lengths)
{
  piece_bounds bounds(lengths.size() + 1);
  std::partial_sum(lengths.begin(), lengths.end(), bounds.begin() + 1);
  return bounds;
}

std::vector<std::int64_t> exchanged(processes const& all, std::span<std::int64_t const> mine)
{
  std::vector<backends::byte_message> parcels;
  for (auto const& number : mine)  // nothing is sent for 0
    parcels.push_back(to_bytes(std::span(&number, number == 0 ? 0 : 1)));
  auto const came = access::of(all).all_to_all(std::move(parcels));
  std::vector<std::int64_t> theirs(came.size());
  for (std::size_t p = 0; p < came.size(); ++p) {
    if (came[p].empty()) continue;
    require_length(came[p], 1, sizeof theirs[p], "all_to_all", static_cast<int>(p));
    std::memcpy(&theirs[p], came[p].data(), sizeof theirs[p]);
  }
  return theirs;
}

void refuse_places(char const* operation, char const* what, layout const& of)
{
  throw value_error(std::string("distributed::") + operation + ": " + what + " in blocks of " +
                    of.text() +
                    ", and they are counted in C order: redistribute(x, axes(0)) makes "
                    "slabs of them first");
}

}  // namespace acre::distributed::detail
