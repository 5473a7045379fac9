#pragma once

#include <acre/backends/common/communicator.hpp>
#include <acre/backends/gpu_common/queue.hpp>
#include <acre/error.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

/// Long messages between GPUs of one host that reach each other's memory, by their copy engines.
/// Two H200 send each other 512 MiB in 1.50 ms so, by NCCL in 1.52; but pieces are packed and
/// unpacked while others are on their way, where two messages of half the length take NCCL 1.75,
/// and no multiprocessor is taken from what is computed meanwhile.
namespace acre::backends::nccl {

/// Counts that processes tell each other, in memory which both GPUs reach. A kernel of one thread
/// waits for one, on its GPU's own memory, and another one writes it, into its neighbour's.
/// `given_up`: of the host, no longer 0 where nobody will tell.
template <class Count>
__global__ void await_count(Count const* count, Count at_least, int const* given_up)
{
  auto const* const told = const_cast<Count const volatile*>(count);
  auto const* const ends = const_cast<int const volatile*>(given_up);
  for (unsigned turn = 0; *told < at_least; ++turn)
    if (turn % 256 == 255 && *ends != 0) return;  // (the host's memory is far)
  __threadfence_system();
}
template <class Count>
__global__ void tell_count(Count* count, Count value)
{
  __threadfence_system();
  *const_cast<Count volatile*>(count) = value;
  __threadfence_system();
}

/// Memory of this process' GPU into which the other processes of its host write, and what this one
/// has mapped of theirs. Each has a few slots for every other one: a piece of a message is copied
/// into a slot of the receiver's and from there to its place, while the next one is on its way.
///
/// Slots are used in turn. What is under way needs no word of the host's: the sender's queue waits
/// until the piece that was in the slot before is out, copies, and tells that the slot is full; the
/// receiver's waits for that, copies, and tells that it is empty. All processes queue the pieces in
/// one order, so that none waits for what its partner queues behind its own waiting, even if the
/// GPU runs all queues as one.
template <class Space>
class windows {
  using queue_type = typename Space::queue_type;
  using api = typename queue_type::api;
  using count = unsigned long long;

 public:
  /// Shorter messages NCCL takes: what the host queues for pieces of 8 MiB takes longer than they
  /// do. (Halves of 64 MiB cross in 0.22 ms by windows, and of 256 MiB in 0.48, where NCCL takes
  /// 0.14 and 0.48 for the messages alone.)
  static constexpr std::size_t fewest_bytes = std::size_t{64} << 20;

  /// Of process `rank` among `size`, all of which make theirs at the same time. Nothing is taken by
  /// them where the device has no memory for them, or none that can be mapped.
  windows(Space const& space, int rank, int size)
      : device_(space.queue().device_index()),
        rank_(rank),
        slots_(size > 2 ? ways : most_slots),
        peers_(static_cast<std::size_t>(size))
  {
    gpu::device_scope<api> const here(device_);
    free_retired();
    auto const ends = std::shared_ptr<void>(api::allocate_pinned(sizeof(int)), [](void* data) {
      if (data != nullptr) api::deallocate_pinned(data);
    });
    if (!ends) return;
    given_up_ = std::static_pointer_cast<int>(ends);
    *given_up_ = 0;
    memory_ = static_cast<std::byte*>(
        api::allocate_mappable(head_bytes() + (peers_.size() - 1) * slots_ * slot_bytes));
    for (auto* const queues : {&out_, &in_})
      for (std::size_t k = 0; k < ways; ++k)
        queues->push_back(space.new_queue(queue_priority::high));
  }
  windows(windows const&) = delete;
  ~windows()  // behind all that was queued
  {
    try {
      gpu::device_scope<api> const here(device_);
      for (auto const* const queues : {&out_, &in_})
        for (auto const& q : *queues) q.fence();
      for (std::size_t p = 0; p < peers_.size(); ++p) {
        if (peers_[p].memory == nullptr) continue;
        tell(out_[0], head_of(peers_[p].memory, rank_)->left, 1);
        out_[0].fence();
        api::unmap(peers_[p].memory);
      }
      retire();
    } catch (std::exception const&) {  // of a device that is lost, with its memory
    }
  }

  /// What the others are to be told of this process' memory: empty where there is none.
  byte_message exported() const
  {
    if (memory_ == nullptr) return {};
    try {
      gpu::device_scope<api> const here(device_);
      auto const name = api::export_mappable(memory_);
      return byte_message(name.begin(), name.end());
    } catch (backend_error const&) {  // a system that forbids it
      return {};
    }
  }
  /// Maps another process' memory. Whether it could be.
  bool map(int process, byte_message const& exported)
  {
    gpu::exported_memory name;
    if (memory_ == nullptr || process == rank_ || exported.size() != name.size()) return false;
    std::memcpy(name.data(), exported.data(), name.size());
    try {
      gpu::device_scope<api> const here(device_);
      peer(process).memory = static_cast<std::byte*>(api::map(name));
      return true;
    } catch (backend_error const&) {  // a GPU that is not reached, or another container
      return false;
    }
  }
  /// That process has mapped this one's memory.
  void is_mapped_by(int process) { peer(process).maps_ours = true; }

  /// Whether there is a process to which messages can go.
  bool reach_any() const { return std::ranges::any_of(peers_, &peer_windows::is_open); }
  /// Whether a message to that process, or from it, goes by windows: both say the same.
  bool takes(device_part const& part) const
  {
    return part.bytes >= fewest_bytes && peers_[static_cast<std::size_t>(part.process)].is_open();
  }
  /// Whether in pieces of whole units (piecewise_communicator).
  bool in_pieces(device_part const& part) const { return takes(part) && keeps_units(part); }

  /// Messages that are taken; queued, later work on `on` runs behind them.
  void move(queue_type& on, std::span<device_part const> sends,
            std::span<device_part const> receives)
  {
    auto const to_send = pieces_of(sends), to_receive = pieces_of(receives);
    std::size_t most = 0;
    for (auto const* const all : {&to_send, &to_receive})
      for (auto const& pieces : *all) most = std::max(most, pieces.size());
    for (auto const* const queues : {&out_, &in_})
      for (auto const& q : *queues) q.queue().wait_for(on);
    auto const size = static_cast<int>(peers_.size());
    for (std::size_t k = 0; k < most; ++k)
      for (int step = 1; step < size; ++step) {
        int const to = (rank_ + step) % size, from = (rank_ - step + size) % size;
        if (auto const& pieces = to_send[static_cast<std::size_t>(to)]; k < pieces.size())
          send(to, pieces[k]);
        if (auto const& pieces = to_receive[static_cast<std::size_t>(from)]; k < pieces.size())
          receive(from, pieces[k]);
      }
    for (auto const* const queues : {&out_, &in_})
      for (auto const& q : *queues) on.wait_for(q.queue());
  }

  /// What waits on the device for other processes ends.
  void give_up()
  {
    if (given_up_) *const_cast<int volatile*>(given_up_.get()) = 1;
  }

 private:
  static constexpr std::size_t most_slots = 4;
  static constexpr std::size_t ways = 2;  // queues, in turn: what one tells hides in the other
  static constexpr std::size_t slot_bytes = std::size_t{32} << 20, least_piece = slot_bytes / 2;

  /// What is known of another process' pieces, where that one writes.
  struct head {
    count full[most_slots];   // how often it has filled a slot of ours
    count empty[most_slots];  // how often it has emptied a slot of its own that we fill
    count left;               // 1: it has no use of the memory any more
  };
  struct peer_windows {
    std::byte* memory = nullptr;  // that process', as it is mapped here
    bool maps_ours = false;
    std::size_t sent = 0, received = 0;  // pieces
    bool is_open() const { return maps_ours && memory != nullptr; }
  };
  struct piece {
    device_part const* of;
    std::size_t first, last;
    std::byte* data() const { return static_cast<std::byte*>(of->data) + first; }
    std::size_t bytes() const { return last - first; }
    void queue_work(Space const& on) const
    {
      if (of->piece != nullptr) (*of->piece)(on.queue(), first, last);
    }
  };
  /// Memory that others may still have mapped.
  struct retired {
    int device;
    std::vector<int> by;
    std::byte* memory;
  };

  /// Slots begin where pages of the device do: elsewhere two H200 took 1.95 ms.
  static std::size_t whole_pages(std::size_t bytes)
  {
    constexpr std::size_t page = std::size_t{2} << 20;
    return std::max((bytes + page / 2) / page, std::size_t{1}) * page;
  }
  std::size_t head_bytes() const { return whole_pages(peers_.size() * sizeof(head)); }
  static head* head_of(std::byte* memory, int process)
  {
    return reinterpret_cast<head*>(memory) + process;
  }
  /// A slot in `memory`, `of` that process, into which process `by` writes.
  std::byte* slot_of(std::byte* memory, int of, int by, std::size_t slot) const
  {
    auto const place = static_cast<std::size_t>(by < of ? by : by - 1);
    return memory + head_bytes() + (place * slots_ + slot) * slot_bytes;
  }
  static bool keeps_units(device_part const& part) { return part.unit <= least_piece; }
  peer_windows& peer(int process) { return peers_[static_cast<std::size_t>(process)]; }

  /// Of each process' messages, one behind the other.
  std::vector<std::vector<piece>> pieces_of(std::span<device_part const> parts) const
  {
    std::vector<std::vector<piece>> all(peers_.size());
    for (auto const& part : parts) {
      auto& of = all[static_cast<std::size_t>(part.process)];
      std::size_t most = std::clamp(whole_pages(part.bytes / 4), least_piece, slot_bytes);
      if (keeps_units(part)) most = most / part.unit * part.unit;
      for (std::size_t at = 0; at < part.bytes; at += most)
        of.push_back({&part, at, std::min(at + most, part.bytes)});
    }
    return all;
  }
  void send(int to, piece const& p)
  {
    auto& peer = this->peer(to);
    std::size_t const n = peer.sent++, slot = n % slots_;
    auto const& on = out_[slot % ways];
    p.queue_work(on);
    if (n >= slots_) await(on, head_of(memory_, to)->empty[slot], n / slots_);
    on.queue().copy(slot_of(peer.memory, to, rank_, slot), p.data(), p.bytes());
    tell(on, head_of(peer.memory, rank_)->full[slot], n / slots_ + 1);
  }
  void receive(int from, piece const& p)
  {
    auto& peer = this->peer(from);
    std::size_t const n = peer.received++, slot = n % slots_;
    auto const& on = in_[slot % ways];
    await(on, head_of(memory_, from)->full[slot], n / slots_ + 1);
    on.queue().copy(p.data(), slot_of(memory_, rank_, from, slot), p.bytes());
    tell(on, head_of(peer.memory, rank_)->empty[slot], n / slots_ + 1);
    p.queue_work(on);
  }
  void await(Space const& on, count const& c, count at_least) const
  {
    on.queue().launch("await", await_count<count>, 1, 1, &c, at_least,
                      static_cast<int const*>(given_up_.get()));
  }
  static void tell(Space const& on, count& c, count value)
  {
    on.queue().launch("tell", tell_count<count>, 1, 1, &c, value);
  }

  static std::vector<retired>& all_retired()
  {
    static auto& all = *new std::vector<retired>;  // stays: links may outlive everything
    return all;
  }
  static std::mutex& retired_lock()
  {
    static auto& only = *new std::mutex;
    return only;
  }
  /// Memory is freed once all who had mapped it have left: now, or when the next windows are made.
  void retire()
  {
    if (memory_ == nullptr) return;
    std::vector<int> by;
    for (std::size_t p = 0; p < peers_.size(); ++p)
      if (peers_[p].maps_ours) by.push_back(static_cast<int>(p));
    {
      std::lock_guard const only_one(retired_lock());
      all_retired().push_back({device_, std::move(by), memory_});
    }
    free_retired();
  }
  static void free_retired()
  {
    std::lock_guard const only_one(retired_lock());
    std::erase_if(all_retired(), [](retired const& r) {
      gpu::device_scope<api> const there(r.device);
      for (int const p : r.by) {
        count left = 0;
        api::copy_async(&left, &head_of(r.memory, p)->left, sizeof left, {});
        api::synchronize({});
        if (left == 0) return false;
      }
      api::deallocate_mappable(r.memory);
      return true;
    });
  }

  int device_, rank_;
  std::size_t slots_;  // for each process
  std::vector<peer_windows> peers_;
  std::shared_ptr<int> given_up_;
  std::byte* memory_ = nullptr;
  std::vector<Space> out_, in_;
};

}  // namespace acre::backends::nccl
