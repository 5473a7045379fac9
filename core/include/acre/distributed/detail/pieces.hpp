#pragma once

#include <acre/array/array.hpp>
#include <acre/distributed/detail/pack.hpp>
#include <acre/distributed/detail/transfer.hpp>

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

/// Rows that are dealt out to processes and come together again: a piece for each process, side by
/// side in one array.
namespace acre::distributed::detail {

/// Where each piece begins: piece p is elements bounds[p] … bounds[p + 1] - 1.
using piece_bounds = std::vector<std::int64_t>;

/// Pieces of these lengths, one behind the other.
piece_bounds bounds_of(std::span<std::int64_t const> lengths);

/// A number for each process; and the one that each has for this process. A message for each that
/// isn't 0. Together.
std::vector<std::int64_t> exchanged(processes const& all, std::span<std::int64_t const> mine);

/// Each part goes to its process, and what comes from there to its place, one part at most between
/// two processes: from device to device where the transport takes their memory, else through the
/// host. Together.
template <class Array>
void send_parts(char const* operation, processes const& all,
                typename Array::space_type const& space,
                std::vector<array_part<Array>> const& sends,
                std::vector<array_part<Array>> const& receives)
{
  if (goes_by_transfer(all, space)) {
    transfer_parts(all, space, sends, receives);
    return;
  }
  std::vector<backends::byte_message> parcels(static_cast<std::size_t>(all.size()));
  for (auto const& [to, part] : sends) parcels[static_cast<std::size_t>(to)] = packed(part);
  auto const came = access::of(all).all_to_all(std::move(parcels));
  for (auto const& [from, part] : receives)
    unpack(part, came[static_cast<std::size_t>(from)], operation, from);
}

/// Piece p of `from` goes to process p; in `to` stands what came, in the order of the processes
/// that sent it, between `incoming`'s bounds. A process' own piece stays where it is if these have
/// no place for it. As send_parts.
template <class T, class Space>
void send_pieces(char const* operation, processes const& all, acre::array<T, 1, Space> const& from,
                 piece_bounds const& outgoing, acre::array<T, 1, Space> const& to,
                 piece_bounds const& incoming)
{
  auto const piece = [](acre::array<T, 1, Space> const& a, piece_bounds const& at, std::size_t p) {
    return part_of(a, shape_t<1>{at[p]}, shape_t<1>{at[p + 1] - at[p]});
  };
  std::vector<array_part<acre::array<T, 1, Space>>> sends, receives;
  for (int p = 0; p < all.size(); ++p) {
    auto const which = static_cast<std::size_t>(p);
    if (p == all.rank() && incoming[which] == incoming[which + 1]) continue;
    sends.push_back({p, piece(from, outgoing, which)});
    receives.push_back({p, piece(to, incoming, which)});
  }
  send_parts(operation, all, to.space(), sends, receives);
}

}  // namespace acre::distributed::detail
