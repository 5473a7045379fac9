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

/// Piece p of `from` goes to process p; in `to` stands what came, in the order of the processes
/// that sent it, between `incoming`'s bounds: from device to device where the transport takes their
/// memory, else through the host. Together.
template <class T, class Space>
void send_pieces(char const* operation, processes const& all, acre::array<T, 1, Space> const& from,
                 piece_bounds const& outgoing, acre::array<T, 1, Space> const& to,
                 piece_bounds const& incoming)
{
  auto const piece = [](acre::array<T, 1, Space> const& a, piece_bounds const& at, std::size_t p) {
    return part_of(a, shape_t<1>{at[p]}, shape_t<1>{at[p + 1] - at[p]});
  };
  auto const count = static_cast<std::size_t>(all.size());
  if (goes_by_device(all, from.space())) {
    std::vector<array_part<acre::array<T, 1, Space>>> sends, receives;
    for (std::size_t p = 0; p < count; ++p) {
      sends.push_back({static_cast<int>(p), piece(from, outgoing, p)});
      receives.push_back({static_cast<int>(p), piece(to, incoming, p)});
    }
    transfer_parts(all, to.space(), sends, receives);
    return;
  }
  std::vector<backends::byte_message> parcels(count);
  for (std::size_t p = 0; p < count; ++p) parcels[p] = packed(piece(from, outgoing, p));
  auto const came = access::of(all).all_to_all(std::move(parcels));
  for (std::size_t p = 0; p < count; ++p)
    unpack(piece(to, incoming, p), came[p], operation, static_cast<int>(p));
}

}  // namespace acre::distributed::detail
