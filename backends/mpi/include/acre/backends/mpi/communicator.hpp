#pragma once

#include <acre/backends/common/communicator.hpp>
#include <acre/backends/common/event.hpp>
#include <acre/backends/common/pool.hpp>
#include <acre/backends/common/queue.hpp>

#include <algorithm>
#include <chrono>
#include <climits>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <list>
#include <memory>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <mpi.h>
#if __has_include(<mpi-ext.h>)
#include <mpi-ext.h>
#endif

/// MPI as a transport. A header alone, so that it is compiled with the MPI of the program that
/// includes it: no library of acre's knows one, as MPICH's and Open MPI's binaries differ.
namespace acre::backends::mpi {

/// Whether MPI says that it reads and writes memory of GPUs (Open MPI's and MPICH's extensions;
/// others say nothing). ACRE_MPI_DEVICES, 0 or 1, says it instead.
inline bool takes_memory_of_devices()
{
  if (char const* const said = std::getenv("ACRE_MPI_DEVICES")) return said[0] == '1';
#if defined(MPIX_CUDA_AWARE_SUPPORT)
  if (MPIX_Query_cuda_support() == 1) return true;
#endif
#if defined(OMPI_HAVE_MPI_EXT_ROCM) && OMPI_HAVE_MPI_EXT_ROCM
  if (MPIX_Query_rocm_support() == 1) return true;
#endif
#if defined(MPIX_GPU_SUPPORT_CUDA)
  for (int const of : {MPIX_GPU_SUPPORT_CUDA, MPIX_GPU_SUPPORT_HIP})
    if (int is_so = 0; MPIX_GPU_query_support(of, &is_so) == MPI_SUCCESS && is_so != 0) return true;
#endif
  return false;
}

/// Calls of MPI that may wait are started and polled: a process that is gone is noticed after the
/// timeout, or at once where MPI reports it (errors are returned, not fatal). After such an error
/// the transport is broken: every later call throws it again.
class communicator {
 public:
  /// The processes of a communicator of the program's, which is taken as it is: messages go through
  /// a duplicate, so that they meet none of the program's own. All its processes call this.
  explicit communicator(MPI_Comm of, double timeout = 300) : timeout_(timeout)
  {
    require(MPI_Comm_dup(of, &comm_), "MPI_Comm_dup", -1);
    MPI_Comm_set_errhandler(comm_, MPI_ERRORS_RETURN);
    MPI_Comm_rank(comm_, &rank_);
    MPI_Comm_size(comm_, &size_);
    sent_count_.resize(static_cast<std::size_t>(size_));
    received_count_.resize(static_cast<std::size_t>(size_));
    takes_devices_ = agree(takes_memory_of_devices());
  }
  communicator(communicator const&) = delete;
  ~communicator()
  {
    int is_over = 0;
    MPI_Finalized(&is_over);
    if (is_over != 0) return;
    if (broken_.empty()) {
      try {
        // (MPI frees no communicator that has messages which nobody has received)
        poll("send", -1, [&] {
          while (drop_one(MPI_ANY_SOURCE)) {
          }
          return sent_.empty();
        });
      } catch (communication_error const&) {  // broken now
      }
    }
    if (broken_.empty())
      MPI_Comm_free(&comm_);
    else
      new std::list<sending>(std::move(sent_));  // which MPI may still read
  }

  int rank() const { return rank_; }
  int size() const { return size_; }
  double timeout() const { return timeout_; }
  void set_timeout(double seconds) { timeout_ = seconds; }
  /// Whether a call has failed: MPI_Finalize() may wait for ever then.
  bool is_broken() const { return !broken_.empty(); }

  void send(int to, int tag, byte_message message)
  {
    refuse_broken("send", to);
    finish_sends();
    sent_.emplace_back();
    sending& s = sent_.back();
    s.message = std::move(message);
    // a piece that is full has another behind it
    for (std::size_t first = 0;; first += piece) {
      std::size_t const n = std::min(piece, s.message.size() - first);
      s.requests.emplace_back();
      require(MPI_Isend(s.message.data() + first, static_cast<int>(n), MPI_BYTE, to, tag, comm_,
                        &s.requests.back()),
              "send", to);
      ++sent_count_[static_cast<std::size_t>(to)];
      if (n < piece) break;
    }
  }

  byte_message receive(int from, int tag)
  {
    refuse_broken("receive", from);
    byte_message message;
    while (true) {
      MPI_Message matched;
      MPI_Status status;
      poll("receive", from, [&] {
        int is_there = 0;
        require(MPI_Improbe(from, tag, comm_, &is_there, &matched, &status), "receive", from);
        return is_there != 0;
      });
      int n = 0;
      MPI_Get_count(&status, MPI_BYTE, &n);
      auto part = std::make_unique<byte_message>(static_cast<std::size_t>(n));
      MPI_Request request;
      require(MPI_Imrecv(part->data(), n, MPI_BYTE, &matched, &request), "receive", from);
      wait(request, "receive", from, part);
      ++received_count_[static_cast<std::size_t>(from)];
      if (message.empty())
        message = std::move(*part);
      else
        message.insert(message.end(), part->begin(), part->end());
      if (static_cast<std::size_t>(n) < piece) return message;
    }
  }

  gathered_bytes all_gather(byte_message message)
  {
    constexpr char const* name = "all-gather";
    refuse_broken(name, -1);
    // a length from each, and behind it a message that has room there: most of core's have
    auto const n = static_cast<std::size_t>(size_);
    std::size_t const slot = slot_bytes(size_), room = in_slot(size_);
    auto slots = std::make_unique<byte_message>((n + 1) * slot);
    {
      auto const length = static_cast<std::int64_t>(message.size());
      std::byte* const mine = slots->data() + n * slot;
      std::memcpy(mine, &length, sizeof length);
      std::copy_n(message.begin(), std::min(message.size(), room), mine + sizeof length);
    }
    MPI_Request request;
    require(MPI_Iallgather(slots->data() + n * slot, static_cast<int>(slot), MPI_BYTE,
                           slots->data(), static_cast<int>(slot), MPI_BYTE, comm_, &request),
            name, -1);
    wait(request, name, -1, slots);
    std::vector<byte_message> all(n);
    std::vector<std::int64_t> lengths(n);
    std::int64_t total = 0, most = 0;
    for (std::size_t p = 0; p < n; ++p) {
      std::memcpy(&lengths[p], slots->data() + p * slot, sizeof lengths[p]);
      total += lengths[p];
      most = std::max(most, lengths[p]);
    }
    if (most <= static_cast<std::int64_t>(room)) {
      for (std::size_t p = 0; p < n; ++p) {
        std::byte const* const first = slots->data() + p * slot + sizeof(std::int64_t);
        all[p].assign(first, first + lengths[p]);
      }
      return std::make_shared<std::vector<byte_message> const>(std::move(all));
    }
    if (total < static_cast<std::int64_t>(piece)) {
      struct parts {
        byte_message mine, all;
        std::vector<int> count, first;
      };
      auto g = std::make_unique<parts>();
      g->mine = std::move(message);
      g->all.resize(static_cast<std::size_t>(total));
      int at = 0;
      for (int p = 0; p < size_; ++p) {
        g->first.push_back(at);
        g->count.push_back(static_cast<int>(lengths[static_cast<std::size_t>(p)]));
        at += g->count.back();
      }
      require(
          MPI_Iallgatherv(g->mine.data(), static_cast<int>(g->mine.size()), MPI_BYTE, g->all.data(),
                          g->count.data(), g->first.data(), MPI_BYTE, comm_, &request),
          name, -1);
      wait(request, name, -1, g);
      for (std::size_t p = 0; p < all.size(); ++p)
        all[p].assign(g->all.begin() + g->first[p], g->all.begin() + g->first[p] + g->count[p]);
    } else {  // more than MPI's numbers count
      for (int step = 1; step < size_; ++step) send((rank_ + step) % size_, own_tag, message);
      for (int step = 1; step < size_; ++step) {
        int const from = (rank_ + size_ - step) % size_;
        all[static_cast<std::size_t>(from)] = receive(from, own_tag);
      }
      all[static_cast<std::size_t>(rank_)] = std::move(message);
    }
    return std::make_shared<std::vector<byte_message> const>(std::move(all));
  }

  std::vector<byte_message> gather(int root, byte_message message)
  {
    refuse_broken("gather", root);
    if (rank_ != root) {
      send(root, own_tag, std::move(message));
      return {};
    }
    std::vector<byte_message> all(static_cast<std::size_t>(size_));
    for (int p = 0; p < size_; ++p)
      all[static_cast<std::size_t>(p)] = p == rank_ ? std::move(message) : receive(p, own_tag);
    return all;
  }

  std::vector<byte_message> all_to_all(std::vector<byte_message> messages)
  {
    constexpr char const* name = "all-to-all";
    refuse_broken(name, -1);
    auto const n = static_cast<std::size_t>(size_);
    auto there = std::make_unique<std::vector<int>>(2 * n);  // whether there is something to send
    for (std::size_t p = 0; p < n; ++p) (*there)[p] = messages[p].empty() ? 0 : 1;
    MPI_Request request;
    require(
        MPI_Ialltoall(there->data(), 1, MPI_INT, there->data() + n, 1, MPI_INT, comm_, &request),
        name, -1);
    wait(request, name, -1, there);
    std::vector<byte_message> all(n);
    for (int step = 1; step < size_; ++step) {
      int const to = (rank_ + step) % size_;
      if (auto& m = messages[static_cast<std::size_t>(to)]; !m.empty())
        send(to, own_tag, std::move(m));
    }
    for (int step = 0; step < size_; ++step) {
      int const from = (rank_ + size_ - step) % size_;
      if (from == rank_)
        all[static_cast<std::size_t>(from)] = std::move(messages[static_cast<std::size_t>(from)]);
      else if ((*there)[n + static_cast<std::size_t>(from)] != 0)
        all[static_cast<std::size_t>(from)] = receive(from, own_tag);
    }
    return all;
  }

  /// Memory of GPUs, where MPI of all processes takes it. Waits for the device before, as MPI knows
  /// no queue, and for the messages.
  bool takes(queue const&) const { return takes_devices_; }
  /// Any queue's memory: of a CPU as it is, of a GPU that MPI doesn't take through pinned memory of
  /// the host. Waits likewise.
  bool moves(queue const&) const { return true; }
  void transfer(device_queue const& on, std::span<device_part const> sends,
                std::span<device_part const> receives)
  {
    refuse_broken("transfer", -1);
    auto const out = pieces_of(sends, on.is_device), in = pieces_of(receives, on.is_device);
    if (on.is_device && !takes_devices_)
      transfer_staged(on, out, in);
    else
      transfer_direct(on, out, in);
  }

  bool agree(bool mine)
  {
    refuse_broken("agree", -1);
    auto words = std::make_unique<std::vector<int>>(2);
    (*words)[0] = mine ? 1 : 0;
    MPI_Request request;
    require(MPI_Iallreduce(words->data(), words->data() + 1, 1, MPI_INT, MPI_MIN, comm_, &request),
            "agree", -1);
    wait(request, "agree", -1, words);
    return (*words)[1] != 0;
  }

  /// (What is sent may be under way for longer than the joint call behind it: it is counted.)
  void drop_unreceived()
  {
    constexpr char const* name = "drop-unreceived";
    refuse_broken(name, -1);
    auto const n = static_cast<std::size_t>(size_);
    auto counts = std::make_unique<std::vector<std::int64_t>>(sent_count_);
    counts->resize(2 * n);
    MPI_Request request;
    require(MPI_Ialltoall(counts->data(), 1, MPI_INT64_T, counts->data() + n, 1, MPI_INT64_T, comm_,
                          &request),
            name, -1);
    wait(request, name, -1, counts);
    for (int p = 0; p < size_; ++p) {
      auto& received = received_count_[static_cast<std::size_t>(p)];
      for (; received < (*counts)[n + static_cast<std::size_t>(p)]; ++received)
        poll("receive", p, [&] { return drop_one(p); });
    }
  }

 private:
  static constexpr std::size_t piece = std::size_t{1} << 30;
  static constexpr int own_tag = 32767, alive_tag = 32766,
                       device_tag = 32765;  // the largest of all MPIs

  // A part goes in pieces, so that what comes shows that the other process is there; staged ones
  // are small enough for a core's caches.
  static constexpr std::size_t direct_piece = std::size_t{64} << 20,
                               staged_piece = std::size_t{1} << 20;
  static constexpr std::size_t staged_at_once = 8;  // each way

  /// The pieces of parts, in their order.
  std::vector<device_part> pieces_of(std::span<device_part const> parts, bool of_device) const
  {
    std::size_t const most = of_device && !takes_devices_ ? staged_piece : direct_piece;
    std::vector<device_part> pieces;
    for (auto const& part : parts)
      for (std::size_t first = 0; first < part.bytes; first += most)
        pieces.push_back({part.process, static_cast<std::byte*>(part.data) + first,
                          std::min(most, part.bytes - first)});
    return pieces;
  }

  void transfer_direct(device_queue const& on, std::vector<device_part> const& out,
                       std::vector<device_part> const& in)
  {
    on.on->record()->wait();
    std::vector<MPI_Request> requests;
    requests.reserve(in.size() + out.size());
    for (auto const& p : in)
      require(MPI_Irecv(p.data, static_cast<int>(p.bytes), MPI_BYTE, p.process, device_tag, comm_,
                        &requests.emplace_back()),
              "transfer", p.process);
    for (auto const& p : out)
      require(MPI_Isend(p.data, static_cast<int>(p.bytes), MPI_BYTE, p.process, device_tag, comm_,
                        &requests.emplace_back()),
              "transfer", p.process);
    auto const process_of = [&](std::size_t k) {
      return k < in.size() ? in[k].process : out[k - in.size()].process;
    };
    std::vector<int> done(requests.size());
    std::vector<MPI_Status> status(requests.size());
    for (std::size_t left = requests.size(), first = 0; left > 0;) {
      while (requests[first] == MPI_REQUEST_NULL) ++first;
      auto const some_are_over = [&] {
        int count = 0;
        int const code = MPI_Testsome(static_cast<int>(requests.size()), requests.data(), &count,
                                      done.data(), status.data());
        if (code == MPI_ERR_IN_STATUS)
          for (std::size_t k = 0; k < static_cast<std::size_t>(count); ++k)
            require(status[k].MPI_ERROR, "transfer", process_of(static_cast<std::size_t>(done[k])));
        require(code, "transfer", process_of(first));
        left -= static_cast<std::size_t>(count);
        return count > 0;
      };
      poll("transfer", process_of(first), some_are_over, bytes_move);
    }
  }

  /// Memory of the host for pieces that are under way, one after the other in a ring; given to MPI
  /// for good where a call fails.
  class staging {
   public:
    struct slot {
      void* data = nullptr;
      MPI_Request request = MPI_REQUEST_NULL;
      std::shared_ptr<recorded_event> copied;
    };
    staging(queue& on, std::vector<device_part> const& pieces) : pool_(&on.pinned_memory())
    {
      std::size_t most = 0;
      for (auto const& p : pieces) most = std::max(most, p.bytes);
      slots_.resize(std::min(staged_at_once, pieces.size()));
      for (auto& s : slots_)
        if (s.data = pool_->allocate(nullptr, most, "acre::pinned"); s.data == nullptr) {
          give_back();
          throw out_of_memory("mpi: " + std::to_string(most) +
                              " bytes of pinned memory for what goes through the host");
        }
    }
    staging(staging const&) = delete;
    ~staging() { give_back(); }
    slot& of(std::size_t piece) { return slots_[piece % slots_.size()]; }
    bool has_room() const { return begun - ended < slots_.size(); }

    std::size_t begun = 0, between = 0, ended = 0;  // pieces so far

   private:
    void give_back()
    {
      for (auto const& s : slots_)
        if (s.data != nullptr) pool_->deallocate(nullptr, s.data);
    }

    pool* pool_;
    std::vector<slot> slots_;
  };

  bool is_over(MPI_Request& request, int process)
  {
    int is_done = 0;
    require(MPI_Test(&request, &is_done, MPI_STATUS_IGNORE), "transfer", process);
    return is_done != 0;
  }

  /// Through the host: while some pieces are on their way between the processes, others come from
  /// the device or go to it. Pieces for the next process go first, as it takes those of the one
  /// before first, and so on: whichever piece is the first that is left, of all processes, is both
  /// sides' next one, so that few under way are enough.
  void transfer_staged(device_queue const& on, std::vector<device_part> out,
                       std::vector<device_part> in)
  {
    auto const sort_by_distance = [&](std::vector<device_part>& pieces, auto const& distance) {
      std::stable_sort(pieces.begin(), pieces.end(),
                       [&](device_part const& a, device_part const& b) {
                         return distance(a.process) < distance(b.process);
                       });
    };
    sort_by_distance(out, [&](int p) { return (p - rank_ + size_) % size_; });
    sort_by_distance(in, [&](int p) { return (rank_ - p + size_) % size_; });
    auto away = std::make_unique<staging>(*on.on, out),
         here = std::make_unique<staging>(*on.on, in);
    auto const advance = [&] {
      bool any = false;
      auto const next = [&](std::size_t& at) { ++at, any = true; };
      for (auto& a = *away; a.begun < out.size() && a.has_room(); next(a.begun)) {
        auto& s = a.of(a.begun);
        on.copy(*on.on, s.data, out[a.begun].data, out[a.begun].bytes);
        s.copied = on.on->record();
      }
      for (auto& a = *away; a.between < a.begun && a.of(a.between).copied->done();
           next(a.between)) {
        auto const& p = out[a.between];
        auto& s = a.of(a.between);
        require(MPI_Isend(s.data, static_cast<int>(p.bytes), MPI_BYTE, p.process, device_tag, comm_,
                          &s.request),
                "transfer", p.process);
      }
      for (auto& a = *away;
           a.ended < a.between && is_over(a.of(a.ended).request, out[a.ended].process);
           next(a.ended)) {
      }
      for (auto& h = *here; h.begun < in.size() && h.has_room(); next(h.begun)) {
        auto const& p = in[h.begun];
        auto& s = h.of(h.begun);
        require(MPI_Irecv(s.data, static_cast<int>(p.bytes), MPI_BYTE, p.process, device_tag, comm_,
                          &s.request),
                "transfer", p.process);
      }
      for (auto& h = *here;
           h.between < h.begun && is_over(h.of(h.between).request, in[h.between].process);
           next(h.between)) {
        auto& s = h.of(h.between);
        on.copy(*on.on, in[h.between].data, s.data, in[h.between].bytes);
        s.copied = on.on->record();
      }
      for (auto& h = *here; h.ended < h.between && h.of(h.ended).copied->done(); next(h.ended)) {
      }
      return any;
    };
    try {
      while (away->ended < out.size() || here->ended < in.size())
        poll("transfer",
             here->between < in.size()  ? in[here->between].process
             : away->ended < out.size() ? out[away->ended].process
                                        : -1,
             advance, bytes_move);
    } catch (...) {
      static_cast<void>(away.release());
      static_cast<void>(here.release());
      throw;
    }
  }

  struct sending {
    byte_message message;
    std::vector<MPI_Request> requests;
  };

  /// Tells the others that this process is there, though its call has failed.
  void tell_others()
  {
    static char nothing = 0;
    for (int p = 0; p < size_; ++p) {
      MPI_Request request;  // for good: the process may be gone
      if (p != rank_ &&
          MPI_Isend(&nothing, 0, MPI_BYTE, p, alive_tag, comm_, &request) == MPI_SUCCESS)
        MPI_Request_free(&request);
    }
  }
  /// Which processes tell nothing, for a second at most. (Those that are there have waited for the
  /// same one, as long.)
  std::vector<int> silent_processes()
  {
    std::vector<int> silent;
    for (int p = 0; p < size_; ++p)
      if (p != rank_) silent.push_back(p);
    auto const end = std::chrono::steady_clock::now() + std::chrono::seconds(1);
    while (!silent.empty() && std::chrono::steady_clock::now() < end) {
      std::erase_if(silent, [&](int p) {
        int is_there = 0;
        return MPI_Iprobe(p, alive_tag, comm_, &is_there, MPI_STATUS_IGNORE) == MPI_SUCCESS &&
               is_there != 0;
      });
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return silent;
  }

  /// `why` follows the processes' names. `process` -1: of a call of all.
  [[noreturn]] void fail(char const* operation, int process, std::string const& why, double seconds)
  {
    std::string who = "process " + std::to_string(process);
    tell_others();
    if (process < 0) {
      auto const silent = silent_processes();
      who = silent.empty()       ? "another process"
            : silent.size() == 1 ? "process " + std::to_string(silent.front())
                                 : "processes " + std::to_string(silent.front());
      for (std::size_t k = 1; k < silent.size() && k < 8; ++k)
        who += ", " + std::to_string(silent[k]);
      if (silent.size() > 8) who += ", …";
      if (!silent.empty()) process = silent.front();
    }
    std::string const text = std::string(operation) + ": " + who + why;
    broken_ = text;
    throw communication_error(text, operation, process, seconds);
  }
  void refuse_broken(char const* operation, int process)
  {
    if (!broken_.empty()) throw communication_error(broken_, operation, process, 0);
  }
  void require(int code, char const* operation, int process)
  {
    if (code == MPI_SUCCESS) return;
    char text[MPI_MAX_ERROR_STRING];
    int length = 0;
    MPI_Error_string(code, text, &length);
    fail(operation, process,
         " cannot be reached: " + std::string(text, static_cast<std::size_t>(length)), 0);
  }

  /// Forgets the messages that are gone.
  void finish_sends()
  {
    sent_.remove_if([&](sending& s) {
      int is_done = 0;
      require(MPI_Testall(static_cast<int>(s.requests.size()), s.requests.data(), &is_done,
                          MPI_STATUSES_IGNORE),
              "send", -1);
      return is_done != 0;
    });
  }

  /// Takes a message of that process (MPI_ANY_SOURCE: of any) if one is there.
  bool drop_one(int from)
  {
    int is_there = 0, n = 0;
    MPI_Message matched;
    MPI_Status status;
    require(MPI_Improbe(from, MPI_ANY_TAG, comm_, &is_there, &matched, &status), "receive", from);
    if (is_there == 0) return false;
    MPI_Get_count(&status, MPI_BYTE, &n);
    byte_message dropped(static_cast<std::size_t>(n));
    require(MPI_Mrecv(dropped.data(), n, MPI_BYTE, &matched, MPI_STATUS_IGNORE), "receive", from);
    return true;
  }

  /// Asks until is_done(), or until nothing has come for the timeout. Spins for as long as a
  /// message between two cores takes, then lets other processes have the core, and sleeps in
  /// between after so many times. (Of a large message MPI moves a part each time that it is asked.)
  static constexpr int a_message = 2000, bytes_move = 200000;
  template <class IsDone>
  void poll(char const* operation, int process, IsDone const& is_done, int yields = a_message)
  {
    using clock = std::chrono::steady_clock;
    constexpr int spins = 200;
    clock::time_point const begin = clock::now();
    for (int asked = 0;; ++asked) {
      if (is_done()) return;
      if (asked < spins) continue;
      if (!sent_.empty()) finish_sends();
      std::chrono::duration<double> const waited = clock::now() - begin;
      if (waited.count() > timeout_)
        fail(operation, process,
             " sent nothing for " + seconds_text(waited.count()) +
                 ": ended, or busy for longer than the "
                 "timeout of " +
                 seconds_text(timeout_),
             waited.count());
      if (asked < yields)
        std::this_thread::yield();
      else
        std::this_thread::sleep_for(std::chrono::microseconds(50));
    }
  }
  static std::string seconds_text(double seconds)
  {
    auto const tenths = static_cast<std::int64_t>(seconds * 10 + 0.5);
    return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " s";
  }

  /// Waits for a request that uses `memory`, which is given to MPI for good if it fails.
  template <class Memory>
  void wait(MPI_Request& request, char const* operation, int process,
            std::unique_ptr<Memory>& memory)
  {
    try {
      poll(operation, process, [&] {
        int is_done = 0;
        require(MPI_Test(&request, &is_done, MPI_STATUS_IGNORE), operation, process);
        return is_done != 0;
      });
    } catch (...) {
      static_cast<void>(memory.release());
      throw;
    }
  }

  MPI_Comm comm_ = MPI_COMM_NULL;
  int rank_ = 0, size_ = 1;
  double timeout_;
  bool takes_devices_ = false;
  std::list<sending> sent_;
  std::vector<std::int64_t> sent_count_, received_count_;  // messages to and from each process
  std::string broken_;                                     // why, if it is
};

static_assert(backends::device_communicator<communicator> &&
              backends::moving_communicator<communicator>);

}  // namespace acre::backends::mpi
