#pragma once

#include <acre/backends/common/communicator.hpp>
#include <acre/backends/gpu_common/queue.hpp>
#include <acre/backends/nccl/windows.hpp>
#include <acre/error.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstring>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#if defined(__HIPCC__)
#include <rccl/rccl.h>
#else
#include <nccl.h>
#endif

/// NCCL, or AMD's RCCL, which has its names: between GPUs, a process each. A header alone, so that
/// it is compiled with the NCCL of the program that includes it.
namespace acre::backends::nccl {

/// What process 0 makes and all are handed before they make a link.
inline byte_message make_id()
{
  ncclUniqueId id;
  if (ncclResult_t const r = ncclGetUniqueId(&id); r != ncclSuccess)
    throw backend_error(std::string("nccl: ncclGetUniqueId: ") + ncclGetErrorString(r));
  byte_message bytes(sizeof id);
  std::memcpy(bytes.data(), &id, sizeof id);
  return bytes;
}

/// The device_communicator's part of a transport: messages between memory of GPUs.
///
/// What waits for a process that is gone would wait for ever, on the host (in NCCL) and on the
/// device. A thread of the link's own looks at both: after the timeout, counted from when a message
/// was queued, or at once where NCCL tells an error, it ends the link (ncclCommAbort), which frees
/// host and device, and the next call here throws the communication_error. What was to come holds
/// anything then.
template <class Space>
class link {
  using queue_type = typename Space::queue_type;
  using api = typename queue_type::api;
  using clock = std::chrono::steady_clock;

 public:
  /// All processes make theirs at the same time, with the id of process 0. One process of its own
  /// needs no NCCL.
  link(Space const& space, byte_message const& id, int rank, int size, double timeout)
      : device_(space.queue().device_index()), rank_(rank), timeout_(timeout)
  {
    if (size == 1) return;
    start(id, size);
    watcher_ = std::thread([this] { watch(); });
  }
  link(link const&) = delete;
  ~link()
  {
    if (!watcher_.joinable()) return;
    try {
      std::unique_lock lock(lock_);
      while (!forget_done() && !aborted_) {  // the watcher ends what never comes
        lock.unlock();
        std::this_thread::sleep_for(std::chrono::microseconds(200));
        lock.lock();
      }
      stop_ = true;
    } catch (std::exception const&) {  // a device that is lost tells so elsewhere
      std::lock_guard const only_one(lock_);
      stop_ = true;
    }
    wake_.notify_all();
    watcher_.join();
    windows_.reset();
    for (auto const& p : pending_) api::destroy_event(p.behind);
    for (auto const e : free_) api::destroy_event(e);
    if (!aborted_) ncclCommDestroy(comm_);
  }

  /// For long messages to the processes that have mapped each other's memory.
  void use(std::unique_ptr<windows<Space>> w)
  {
    std::lock_guard const only_one(lock_);
    windows_ = std::move(w);
  }

  void set_timeout(double seconds) { timeout_ = seconds; }
  /// Throws the communication_error of a link that was ended.
  void refuse_broken()
  {
    if (!aborted_) return;
    std::lock_guard const only_one(lock_);
    throw communication_error(broken_, "transfer", -1, seconds_);
  }

  bool takes(queue const& on) const
  {
    if (dynamic_cast<queue_type const*>(&on) == nullptr) return false;
    if (on.device_index() != device_)
      throw value_error(std::string("nccl: memory of ") + Space::name + " device " +
                        std::to_string(on.device_index()) + ", and process " +
                        std::to_string(rank_) + " has device " + std::to_string(device_) +
                        ": make the array on the queue that with_nccl() was given, or one beside");
    return true;
  }

  bool in_pieces(device_part const& part) const { return windows_ && windows_->in_pieces(part); }

  void transfer(device_queue const& on, std::span<device_part const> sends,
                std::span<device_part const> receives)
  {
    refuse_broken();
    auto& queue = static_cast<queue_type&>(*on.on);
    auto const stream = queue.stream();
    gpu::device_scope<api> const here(device_);
    auto const is_long = [&](device_part const& p) { return windows_ && windows_->takes(p); };
    auto const some = [&](std::span<device_part const> of, bool are_long) {
      std::vector<device_part> parts;
      for (auto const& p : of)
        if (is_long(p) == are_long) parts.push_back(p);
      return parts;
    };
    if (std::ranges::any_of(sends, is_long) || std::ranges::any_of(receives, is_long)) {
      by_nccl(some(sends, false), some(receives, false), stream);
      windows_->move(queue, some(sends, true), some(receives, true));
    } else {
      by_nccl(sends, receives, stream);
    }
    std::lock_guard const only_one(lock_);
    constexpr std::size_t many = 256;
    if (pending_.size() >= many) forget_done();
    if (free_.empty()) free_.push_back(api::make_event());
    auto const behind = free_.back();
    api::record(behind, stream);
    free_.pop_back();
    pending_.push_back({behind, clock::now()});
  }

 private:
  struct sent {
    typename api::event behind;
    clock::time_point since;
  };

  void by_nccl(std::span<device_part const> sends, std::span<device_part const> receives,
               typename api::stream stream)
  {
    if (sends.empty() && receives.empty()) return;
    in_nccl([&] {
      ncclResult_t r = ncclGroupStart();
      if (r != ncclSuccess) return r;
      for (auto const& p : sends)
        if (r == ncclSuccess) r = ncclSend(p.data, p.bytes, ncclUint8, p.process, comm_, stream);
      for (auto const& p : receives)
        if (r == ncclSuccess) r = ncclRecv(p.data, p.bytes, ncclUint8, p.process, comm_, stream);
      ncclResult_t const end = ncclGroupEnd();
      return r != ncclSuccess ? r : end;
    });
  }

  /// In a thread of its own, as ncclCommInitRank waits for all processes and can't be ended.
  void start(byte_message const& id, int size)
  {
    struct outcome {
      std::mutex lock;
      std::condition_variable done;
      bool is_done = false;
      ncclResult_t result = ncclSuccess;
      ncclComm_t comm = nullptr;
    };
    auto const out = std::make_shared<outcome>();
    ncclUniqueId handed;
    std::memcpy(&handed, id.data(), sizeof handed);
    std::thread([out, handed, size, rank = rank_, device = device_] {
      ncclComm_t comm = nullptr;
      ncclResult_t r = ncclSystemError;
      try {
        api::set_device(device);
        r = ncclCommInitRank(&comm, size, handed, rank);
      } catch (std::exception const&) {  // told as a result
      }
      std::lock_guard const only_one(out->lock);
      out->result = r;
      out->comm = comm;
      out->is_done = true;
      out->done.notify_all();
    }).detach();
    std::unique_lock lock(out->lock);
    bool const came = out->done.wait_for(lock, std::chrono::duration<double>(timeout_.load()),
                                         [&] { return out->is_done; });
    if (!came)
      throw communication_error(
          "nccl: ncclCommInitRank: not all processes came within the timeout of " +
              seconds_text(timeout_),
          "ncclCommInitRank", -1, timeout_);
    if (out->result != ncclSuccess)
      throw backend_error(std::string("nccl: ncclCommInitRank: ") +
                          ncclGetErrorString(out->result) +
                          " (NCCL_DEBUG=WARN in the environment tells more)");
    comm_ = out->comm;
  }

  template <class F>
  void in_nccl(F const& call)
  {
    {
      std::lock_guard const only_one(lock_);
      entered_ = clock::now();
      is_inside_ = true;
    }
    ncclResult_t const r = call();
    {
      std::lock_guard const only_one(lock_);
      is_inside_ = false;
    }
    if (r == ncclSuccess) return;
    if (!aborted_) end_link(std::string("nccl: ") + ncclGetErrorString(r), 0);
    refuse_broken();
  }

  /// Whether nothing is under way any more. Under the lock.
  bool forget_done()
  {
    while (!pending_.empty() && api::done(pending_.front().behind)) {
      free_.push_back(pending_.front().behind);
      pending_.pop_front();
    }
    return pending_.empty();
  }

  void end_link(std::string const& why, double seconds)
  {
    {
      std::lock_guard const only_one(lock_);
      if (aborted_) return;
      broken_ = why;
      seconds_ = seconds;
      aborted_ = true;
      if (windows_) windows_->give_up();
    }
    ncclCommAbort(comm_);
  }

  void watch()
  {
    try {
      api::set_device(device_);
    } catch (std::exception const&) {  // told by the thread that uses it
      return;
    }
    std::unique_lock lock(lock_);
    while (!stop_) {
      wake_.wait_for(lock, std::chrono::milliseconds(50), [&] { return stop_; });
      if (stop_ || aborted_) continue;
      bool waits = is_inside_;
      clock::time_point since = entered_;
      try {
        if (!forget_done() && (!waits || pending_.front().since < since)) {
          since = pending_.front().since;
          waits = true;
        }
      } catch (std::exception const&) {  // a device that is lost tells so elsewhere
        return;
      }
      std::chrono::duration<double> const waited = clock::now() - since;
      ncclResult_t told = ncclSuccess;
      lock.unlock();
      if (ncclCommGetAsyncError(comm_, &told) == ncclSuccess && is_error(told))
        end_link(std::string("transfer: another process cannot be reached: nccl: ") +
                     ncclGetErrorString(told),
                 0);
      else if (waits && waited.count() > timeout_)
        end_link("transfer: another process sent nothing for " + seconds_text(waited.count()) +
                     ": ended, or busy for longer than the timeout of " + seconds_text(timeout_),
                 waited.count());
      lock.lock();
    }
  }

  static bool is_error(ncclResult_t told)
  {
#if NCCL_VERSION_CODE >= NCCL_VERSION(2, 14, 0)
    if (told == ncclInProgress) return false;
#endif
    return told != ncclSuccess;
  }
  static std::string seconds_text(double seconds)
  {
    auto const tenths = static_cast<std::int64_t>(seconds * 10 + 0.5);
    return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " s";
  }

  int device_, rank_;
  std::atomic<double> timeout_;
  ncclComm_t comm_ = nullptr;
  std::mutex lock_;
  std::condition_variable wake_;
  std::deque<sent> pending_;
  std::vector<typename api::event> free_;
  bool stop_ = false, is_inside_ = false;
  clock::time_point entered_{};
  std::atomic<bool> aborted_ = false;
  std::string broken_;  // why, if it is
  double seconds_ = 0;
  std::unique_ptr<windows<Space>> windows_;
  std::thread watcher_;
};

}  // namespace acre::backends::nccl
