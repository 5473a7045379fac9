#pragma once

#include <acre/array/copy.hpp>
#include <acre/distributed/detail/pack.hpp>
#include <acre/distributed/processes.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

/// Boxes of elements from memory to memory: what the transport moves is memory of the device,
/// queued, and no host waits for it; or any memory, which it waits for.
namespace acre::distributed::detail {

/// Elements for another process or from it: a view of them.
template <class Array>
struct array_part {
  int process;
  Array part;
};

/// Whether arrays of a space's queue go from device to device.
template <class Space>
bool goes_by_device(processes const& all, Space const& space)
{
  if constexpr (Space::queue_type::is_device)
    return access::of(all).takes(space.queue());
  else
    return false;
}

/// Whether parts go from memory to memory, without messages that hold them: from device to device,
/// or by a transport that moves any memory and waits for it.
template <class Space>
bool goes_by_transfer(processes const& all, Space const& space)
{
  return goes_by_device(all, space) || access::of(all).moves(space.queue());
}

/// A large part goes in up to 8 pieces of so many bytes and more: while one is on its way, the next
/// one is packed. (Each costs NCCL some 10 µs, in which 4 MiB go from one H200 to another.)
inline constexpr std::int64_t transfer_piece = std::int64_t{16} << 20, most_pieces = 8;
/// Of a host, whose calls are done when they return, in one.
template <class Space>
inline constexpr std::int64_t usual_piece =
    Space::queue_type::is_device ? transfer_piece : std::numeric_limits<std::int64_t>::max();

/// A part in pieces along its first axis of several elements: both sides cut it alike.
class piece_cuts {
 public:
  template <class Array>
  piece_cuts(Array const& part, std::int64_t piece)
  {
    std::int64_t const bytes =
        part.size() * static_cast<std::int64_t>(sizeof(typename Array::value_type));
    if (bytes == 0) return;
    count = 1;
    while (axis + 1 < Array::rank && part.shape()[axis] == 1) ++axis;
    extent = part.shape()[axis];
    count = std::clamp<std::int64_t>(bytes / piece, 1, std::min(extent, most_pieces));
  }
  template <class Array>
  Array of(Array const& part, std::int64_t k) const
  {
    if (count == 1) return part;
    typename Array::shape_type low{}, size = part.shape();
    low[axis] = extent * k / count;
    size[axis] = extent * (k + 1) / count - low[axis];
    return part_of(part, low, size);
  }

  std::int64_t count = 0;

 private:
  int axis = 0;
  std::int64_t extent = 0;
};

template <class Array>
backends::device_part bytes_of(int process, Array const& dense)
{
  using T = typename Array::value_type;
  return {process, const_cast<std::remove_const_t<T>*>(acre::detail::node::first(dense)),
          static_cast<std::size_t>(dense.size()) * sizeof(T)};
}

/// Throws value_error while a graph is captured.
template <class Space>
void transfer_on(transport& by, Space const& on, std::span<backends::device_part const> sends,
                 std::span<backends::device_part const> receives)
{
  if (sends.empty() && receives.empty()) return;
  on.queue().refuse_in_capture("blocks go to other processes");
  using queue_type = typename Space::queue_type;
  by.transfer({&on.queue(), queue_type::is_device,
               [](backends::queue& q, void* to, void const* from, std::size_t bytes) {
                 static_cast<queue_type&>(q).copy(to, from, bytes);
               }},
              sends, receives);
}

/// What one transfer() takes where nothing is packed: to be kept for many of them.
struct parts_in_place {
  bool are_all = false;
  std::vector<backends::device_part> sends, receives;
};
template <class Array>
parts_in_place in_place(processes const& all, std::vector<array_part<Array>> const& sends,
                        std::vector<array_part<Array>> const& receives)
{
  parts_in_place parts{true, {}, {}};
  auto const list = [&](auto const& of, auto& to) {
    for (auto const& p : of) {
      if (p.part.size() == 0) continue;
      auto const bytes = bytes_of(p.process, p.part);
      parts.are_all = parts.are_all && p.process != all.rank() && p.part.is_contiguous() &&
                      bytes.bytes <= static_cast<std::size_t>(transfer_piece);
      to.push_back(bytes);
    }
  };
  list(sends, parts.sends);
  list(receives, parts.receives);
  return parts;
}

/// What one transfer() takes, with the memory that holds it.
template <class Array>
class transfer_round {
 public:
  void send(array_part<Array> const& to)
  {
    held_.push_back(acre::detail::contiguous(to.part));
    sends_.push_back(bytes_of(to.process, held_.back()));
  }
  /// Of what may be written before it is sent.
  void send_copy(array_part<Array> const& to)
  {
    held_.push_back(Array(copy(to.part)));
    sends_.push_back(bytes_of(to.process, held_.back()));
  }
  void receive(array_part<Array> const& from)
  {
    if (from.part.is_contiguous()) {
      held_.push_back(from.part);
      receives_.push_back(bytes_of(from.process, from.part));
      return;
    }
    Array const there(from.part.space(), from.part.shape());
    receives_.push_back(bytes_of(from.process, there));
    apart_.push_back({from.part, there});
  }
  template <class Space>
  void move(transport& by, Space const& on) const
  {
    try {
      transfer_on(by, on, sends_, receives_);
    } catch (communication_error const&) {
      new transfer_round(*this);  // for good: the transport may still read it, and write
      throw;
    }
  }
  /// What came goes to its places, where these aren't neighbours.
  void unpack() const
  {
    for (auto const& [part, came] : apart_) acre::detail::assign(part, came);
  }

 private:
  std::vector<Array> held_;
  std::vector<std::pair<Array, Array>> apart_;
  std::vector<backends::device_part> sends_, receives_;
};

/// A queue beside a space's, for what is on its way while it packs: the same one each time.
template <class Space>
Space const& queue_beside(transport& by, Space const& space)
{
  static char const type = 0;
  auto& kept = by.spaces[&type];
  if (!kept ||
      static_cast<Space const*>(kept.get())->queue().device_index() != space.queue().device_index())
    kept = std::make_shared<Space>(space.new_queue(queue_priority::high));
  return *static_cast<Space const*>(kept.get());
}

/// Moves parts, those between two processes in their order; those of this process itself are
/// assigned. Queued: later work on `space` finds them. Scratch: the parts that aren't neighbours.
template <class Array>
void transfer_parts(processes const& all, typename Array::space_type const& space,
                    std::vector<array_part<Array>> const& sends,
                    std::vector<array_part<Array>> const& receives,
                    std::int64_t piece = usual_piece<typename Array::space_type>)
{
  using space_type = typename Array::space_type;
  auto& by = access::of(all);
  int const me = all.rank();
  auto const assign_own = [&] {
    auto to = receives.begin();
    for (auto const& from : sends) {
      if (from.process != me) continue;
      while (to->process != me) ++to;
      if (from.part.size() > 0) acre::detail::assign(to->part, from.part);
      ++to;
    }
  };
  std::int64_t rounds = 0;
  auto const count = [&](auto const& parts) {
    for (auto const& p : parts)
      if (p.process != me) rounds = std::max(rounds, piece_cuts(p.part, piece).count);
  };
  count(sends);
  count(receives);
  auto const fill = [&](transfer_round<Array>& round, std::int64_t k) {
    for (auto const& p : sends)
      if (piece_cuts const cut(p.part, piece); p.process != me && k < cut.count)
        round.send({p.process, cut.of(p.part, k)});
    for (auto const& p : receives)
      if (piece_cuts const cut(p.part, piece); p.process != me && k < cut.count)
        round.receive({p.process, cut.of(p.part, k)});
  };
  if (rounds <= 1) {
    transfer_round<Array> only;
    fill(only, 0);
    only.move(by, space);
    assign_own();
    only.unpack();
    return;
  }
  if constexpr (space_type::queue_type::is_device) {
    space_type const beside = queue_beside(by, space);
    std::vector<transfer_round<Array>> all_rounds(static_cast<std::size_t>(rounds));
    std::vector<event> came;
    for (std::int64_t k = 0; k < rounds; ++k) {
      auto& round = all_rounds[static_cast<std::size_t>(k)];
      fill(round, k);
      beside.wait_for(space);
      round.move(by, beside);
      came.push_back(beside.record());
    }
    assign_own();  // behind all that is packed, which the rounds wait for
    for (std::size_t k = 0; k < all_rounds.size(); ++k) {
      space.wait_for(came[k]);
      all_rounds[k].unpack();
    }
  }
}

/// Parts on their way on a queue beside a space's, whose later work they don't hold up: sent is
/// what they hold now. What comes is there behind finish(). Scratch: all that is sent, and what
/// comes for places that aren't neighbours.
template <class Array>
class transfer_beside {
 public:
  using space_type = typename Array::space_type;

  transfer_beside(processes const& all, space_type const& space,
                  std::vector<array_part<Array>> const& sends,
                  std::vector<array_part<Array>> const& receives)
      : space_(space)
  {
    space.queue().refuse_in_capture("blocks go to other processes");
    auto& by = access::of(all);
    std::vector<array_part<Array>> own_sends, own_receives;
    for (auto const& p : sends)
      p.process == all.rank() ? own_sends.push_back(p) : round_.send_copy(p);
    for (auto const& p : receives)
      p.process == all.rank() ? own_receives.push_back(p) : round_.receive(p);
    transfer_parts(all, space, own_sends, own_receives);
    auto const beside = queue_beside(by, space);
    beside.wait_for(space);
    round_.move(by, beside);
    came_.emplace(beside.record());
  }
  transfer_beside(transfer_beside const&) = delete;
  ~transfer_beside()
  {
    try {
      wait();
    } catch (...) {  // of a device that has failed, which its next work tells
    }
  }
  void finish()
  {
    wait();
    round_.unpack();
  }

 private:
  void wait()
  {
    if (came_) space_.wait_for(*came_);
    came_.reset();
  }

  space_type space_;
  transfer_round<Array> round_;
  std::optional<event> came_;
};

}  // namespace acre::distributed::detail
