#pragma once

#include <acre/array/copy.hpp>
#include <acre/distributed/detail/pack.hpp>
#include <acre/distributed/processes.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
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

/// The first axis of several elements: along it parts are cut.
template <class Array>
int axis_of_rows(Array const& a)
{
  int axis = 0;
  while (axis + 1 < Array::rank && a.shape()[axis] == 1) ++axis;
  return axis;
}

template <class Array>
backends::device_part bytes_of(int process, Array const& dense)
{
  using T = typename Array::value_type;
  auto const bytes = static_cast<std::size_t>(dense.size()) * sizeof(T);
  std::int64_t const rows = dense.shape()[axis_of_rows(dense)];
  return {process, const_cast<std::remove_const_t<T>*>(acre::detail::node::first(dense)), bytes,
          rows > 0 ? bytes / static_cast<std::size_t>(rows) : 1};
}

/// Rows first … last - 1 of to = those of from, by a queue of the space's device that outlives the
/// call. Neither array need be that queue's.
template <class Array>
void assign_rows(backends::queue& on, Array const& to, Array const& from, std::int64_t first,
                 std::int64_t last)
{
  using space_type = typename Array::space_type;
  using queue_type = typename space_type::queue_type;
  space_type const there(
      std::shared_ptr<queue_type>(std::shared_ptr<void>(), &static_cast<queue_type&>(on)));
  typename Array::shape_type low{}, size = from.shape();
  int const axis = axis_of_rows(from);
  low[axis] = first;
  size[axis] = last - first;
  auto const rows_of = [&](Array const& a) { return on_queue(part_of(a, low, size), there); };
  acre::detail::assign(rows_of(to), rows_of(from));
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
      parts.are_all = parts.are_all && p.process != all.rank() && p.part.is_contiguous();
      to.push_back(bytes);
    }
  };
  list(sends, parts.sends);
  list(receives, parts.receives);
  return parts;
}

/// What one transfer() takes, with the memory that holds it. Parts that aren't neighbours are
/// packed by the space's queue before, or piece by piece, where they go in pieces; likewise
/// unpacked.
template <class Array>
class transfer_round {
 public:
  explicit transfer_round(transport const& by) : by_(by) {}

  void send(array_part<Array> const& to)
  {
    if (!to.part.is_contiguous() && in_pieces(to, true)) return;
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
    if (in_pieces(from, false)) return;
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
  /// Adds a part that goes in pieces, each of which the queue that moves it packs, or unpacks.
  /// Whether it does.
  bool in_pieces(array_part<Array> const& p, bool is_sent)
  {
    auto bytes = bytes_of(p.process, p.part);
    if (!by_.in_pieces(bytes)) return false;
    Array const dense(p.part.space(), p.part.shape());
    bytes.data = dense.data();
    auto const row = static_cast<std::int64_t>(bytes.unit);
    pieces_.push_back(std::make_shared<piece_work const>(
        [to = is_sent ? dense : p.part, from = is_sent ? p.part : dense, row](
            backends::queue& on, std::size_t first, std::size_t last) {
          assign_rows(on, to, from, static_cast<std::int64_t>(first) / row,
                      static_cast<std::int64_t>(last) / row);
        }));
    bytes.piece = pieces_.back().get();
    (is_sent ? sends_ : receives_).push_back(bytes);
    return true;
  }

  using piece_work =
      std::remove_const_t<std::remove_pointer_t<decltype(backends::device_part::piece)>>;

  transport const& by_;
  std::vector<Array> held_;
  std::vector<std::pair<Array, Array>> apart_;
  std::vector<std::shared_ptr<piece_work const>> pieces_;
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

/// space.wait_for(beside), for work that is short beside what the space itself has been given.
template <class Space>
void join(Space const& space, Space const& beside)
{
  if constexpr (requires { space.queue().join(beside.queue()); })
    space.queue().join(beside.queue());
  else
    space.wait_for(beside);
}

/// to = from, in pieces along the first axis of several elements: a kernel for all would keep what
/// is queued elsewhere from the GPU until it is done.
template <class Array>
void assign_in_pieces(Array const& to, Array const& from,
                      std::int64_t piece = std::int64_t{32} << 20)  // bytes, 16 us of an H200
{
  int const axis = axis_of_rows(from);
  std::int64_t const extent = from.shape()[axis],
                     bytes = from.size() *
                             static_cast<std::int64_t>(sizeof(typename Array::value_type)),
                     count = std::clamp<std::int64_t>(bytes / piece, 1, extent);
  for (std::int64_t k = 0; k < count; ++k) {
    typename Array::shape_type low{}, size = from.shape();
    low[axis] = extent * k / count;
    size[axis] = extent * (k + 1) / count - low[axis];
    acre::detail::assign(part_of(to, low, size), part_of(from, low, size));
  }
}

/// Moves parts, those between two processes in their order; those of this process itself are
/// assigned. Queued: later work on `space` finds them. Scratch: the parts that aren't neighbours.
///
/// Each part is one message, of which the transport knows best how to send it. From device to
/// device they are on their way while this process' own are assigned.
template <class Array>
void transfer_parts(processes const& all, typename Array::space_type const& space,
                    std::vector<array_part<Array>> const& sends,
                    std::vector<array_part<Array>> const& receives)
{
  using space_type = typename Array::space_type;
  auto& by = access::of(all);
  int const me = all.rank();
  bool crosses = false;
  transfer_round<Array> round(by);
  std::vector<Array> own_from, own_to;
  auto const list = [&](auto const& parts, std::vector<Array>& own, auto add) {
    for (auto const& p : parts) {
      if (p.part.size() == 0) continue;
      if (p.process == me) {
        own.push_back(p.part);
      } else {
        (round.*add)(p);
        crosses = true;
      }
    }
  };
  list(sends, own_from, &transfer_round<Array>::send);
  list(receives, own_to, &transfer_round<Array>::receive);
  auto const assign_own = [&] {
    for (std::size_t k = 0; k < own_from.size(); ++k) assign_in_pieces(own_to.at(k), own_from[k]);
  };
  if constexpr (space_type::queue_type::is_device) {
    if (crosses && !own_from.empty() && goes_by_device(all, space)) {
      space_type const beside = queue_beside(by, space);
      beside.wait_for(space);
      round.move(by, beside);
      event const came = beside.record();
      assign_own();
      space.wait_for(came);
      round.unpack();
      return;
    }
  }
  assign_own();
  round.move(by, space);
  round.unpack();
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
      : space_(space), round_(access::of(all))
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
