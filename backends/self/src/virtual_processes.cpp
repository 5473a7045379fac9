#include <acre/backends/common/fibre.hpp>
#include <acre/backends/common/fibre_stacks.hpp>
#include <acre/backends/common/queue.hpp>
#include <acre/backends/self/virtual_processes.hpp>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <exception>
#include <map>
#include <optional>
#include <string>
#include <tuple>

#include <cxxabi.h>

namespace acre::backends::self {

namespace {

/// The exceptions that are being handled, which a fibre takes with it.
struct handled_exceptions {
  std::array<unsigned char, sizeof(void*) + sizeof(unsigned int)> saved{};

  void swap_with_current()
  {
    auto* const current = reinterpret_cast<unsigned char*>(abi::__cxa_get_globals());
    std::array<unsigned char, sizeof(void*) + sizeof(unsigned int)> mine;
    std::memcpy(mine.data(), current, mine.size());
    std::memcpy(current, saved.data(), saved.size());
    saved = mine;
  }
};

/// What a program's first thread has: a vendor's runtime is called there. Of more processes than
/// `own_stacks` all lie in one mapping.
constexpr std::size_t stack_bytes = std::size_t{8} << 20;
constexpr int own_stacks = 4096;

enum class state { ready, waiting, ended };

enum class joint { all_gather, gather, all_to_all, agree };
constexpr char const* name_of[] = {"all-gather", "gather", "all-to-all", "agree"};

}  // namespace

/// A call that all processes make together: number n of each of them.
struct joint_call {
  joint kind;
  int root, arrived = 0, left = 0;
  std::vector<byte_message> given;                 // by each process
  std::vector<std::vector<byte_message>> parcels;  // [from][to]
  gathered_bytes all;
  bool agreed = true;
};

class world {
 public:
  explicit world(int count, std::uint64_t seed)
      : process_(static_cast<std::size_t>(count)), draw_(seed)
  {}

  int size() const { return static_cast<int>(process_.size()); }

  void run(std::function<void(virtual_process&)> const& f)
  {
    f_ = &f;
    if (size() > own_stacks) stacks_.emplace(process_.size(), fibre_stack::usual);
    for (std::size_t k = 0; k < process_.size(); ++k) {
      auto& p = process_[k];
      if (stacks_) {
        stacks_->mark(k);
        prepare(p.here, stacks_->bottom(k), stacks_->bytes(), begin);
      } else {
        p.stack.emplace(stack_bytes);
        prepare(p.here, *p.stack, begin);
      }
      ready_.push_back(static_cast<int>(k));
    }
    while (ended_ < size()) {
      if (ready_.empty()) refuse_to_wait();
      resume(next());
    }
    rethrow_first();
  }

  /// Others that can go on do so before.
  void pause(int rank)
  {
    ready_.push_back(rank);
    leave(rank, false);
  }

  void send(int from, int to, int tag, byte_message message)
  {
    auto& p = process_[static_cast<std::size_t>(to)];
    p.inbox[{from, tag}].push_back(std::move(message));
    if (p.at == state::waiting && p.wants == std::pair(from, tag)) wake(to);
  }

  byte_message receive(int rank, int from, int tag)
  {
    auto& p = unbroken(rank, "receive");
    std::pair const wanted(from, tag);
    while (p.inbox[wanted].empty()) {
      p.wants = wanted;
      p.waits_for =
          "a message of process " + std::to_string(from) + " with tag " + std::to_string(tag);
      wait(rank, "receive", from);
      p.wants = none;
    }
    auto const box = p.inbox.find(wanted);
    byte_message message = std::move(box->second.front());
    box->second.pop_front();
    if (box->second.empty()) p.inbox.erase(box);
    return message;
  }

  void drop_inbox(int rank) { process_[static_cast<std::size_t>(rank)].inbox.clear(); }

  /// Waits until all processes have made the call; `give` leaves this one's share, `take` fetches
  /// its result.
  template <class Give, class Take>
  auto together(int rank, joint kind, int root, Give const& give, Take const& take)
  {
    auto& p = unbroken(rank, name_of[int(kind)]);
    std::uint64_t const number = p.calls++;
    auto const [at, is_new] = call_.try_emplace(number);
    joint_call& call = at->second;
    if (is_new) {
      call.kind = kind;
      call.root = root;
      call.given.resize(process_.size());
      call.parcels.resize(kind == joint::all_to_all ? process_.size() : 0);
    } else if (call.kind != kind || call.root != root) {
      p.broken = std::string(name_of[int(kind)]) + ": process " + std::to_string(rank) +
                 " calls it where others call " + name_of[int(call.kind)] +
                 " (or has another root)";
      throw communication_error(p.broken, name_of[int(kind)], -1, 0);
    }
    give(call);
    if (++call.arrived == size()) {
      if (kind == joint::all_gather)
        call.all = std::make_shared<std::vector<byte_message> const>(std::move(call.given));
      for (int other = 0; other < size(); ++other)
        if (process_[static_cast<std::size_t>(other)].joint_call == number) wake(other);
    }
    while (call.arrived < size()) {
      p.joint_call = number;
      p.waits_for = std::string("all in ") + name_of[int(kind)];
      wait(rank, name_of[int(kind)], -1);
    }
    p.joint_call = no_call;
    auto result = take(call);
    if (++call.left == size()) call_.erase(number);
    return result;
  }

 private:
  static constexpr std::pair<int, int> none{-1, -1};
  static constexpr std::uint64_t no_call = ~std::uint64_t{0};

  struct process {
    std::optional<fibre_stack> stack;
    context here;
    handled_exceptions handled;
    state at = state::ready;
    std::map<std::pair<int, int>, std::deque<byte_message>> inbox;  // by sender and tag
    std::pair<int, int> wants = none;
    std::uint64_t calls = 0, joint_call = no_call;
    std::string waits_for;  // for the text of an error
    std::string broken;     // the text of one, behind which nothing that comes is what it seems
    std::exception_ptr error;
    bool refused = false;
  };

  /// A process that has met no communication_error: later calls throw it again, as MPI's do.
  process& unbroken(int rank, char const* operation)
  {
    auto& p = process_[static_cast<std::size_t>(rank)];
    if (!p.broken.empty()) throw communication_error(p.broken, operation, -1, 0);
    return p;
  }

  /// A fibre's function: the running process'.
  static void begin()
  {
    world& all = *running_;
    int const rank = all.current_;
    all.arrived_at_fibre(rank);
    auto& p = all.process_[static_cast<std::size_t>(rank)];
    try {
      virtual_process self(all, rank);
      (*all.f_)(self);
    } catch (...) {
      p.error = std::current_exception();
    }
    p.at = state::ended;
    ++all.ended_;
    p.inbox.clear();
    all.leave(rank, true);
  }

  void arrived_at_fibre([[maybe_unused]] int rank)
  {
#if defined(__SANITIZE_ADDRESS__)
    __sanitizer_finish_switch_fiber(nullptr, const_cast<void const**>(&own_.bottom), &own_.size);
#endif
  }

  void resume(int rank)
  {
    auto& p = process_[static_cast<std::size_t>(rank)];
    p.at = state::ready;
    current_ = rank;
    world* const outer = std::exchange(running_, this);
    p.handled.swap_with_current();
    change(own_, p.here);
    p.handled.swap_with_current();
    running_ = outer;
    auto const k = static_cast<std::size_t>(rank);
    if (stacks_ && !stacks_->is_marked(k)) end_for_stack(rank);
    if (p.at != state::ended) return;
    p.stack.reset();
    if (stacks_) stacks_->release(k);
  }
  /// Another process' stack may be overwritten: nothing can go on.
  [[noreturn]] void end_for_stack(int rank) const
  {
    std::fprintf(stderr,
                 "acre: virtual process %d needs a larger stack than the %zu KiB that each of more "
                 "than %d virtual processes has\n",
                 rank, stacks_->bytes() >> 10, own_stacks);
    std::abort();
  }
  void leave(int rank, bool ends)
  {
    change(process_[static_cast<std::size_t>(rank)].here, own_, ends);
  }

  void wait(int rank, char const* operation, int other)
  {
    auto& p = process_[static_cast<std::size_t>(rank)];
    p.at = state::waiting;
    leave(rank, false);
    if (std::exchange(p.refused, false)) {
      p.wants = none;
      p.joint_call = no_call;
      p.broken = std::string(operation) + ": process " + std::to_string(rank) +
                 " would wait for ever for " + p.waits_for + ": " + standstill_;
      throw communication_error(p.broken, operation, other, 0);
    }
  }
  void wake(int rank)
  {
    auto& p = process_[static_cast<std::size_t>(rank)];
    if (p.at != state::waiting) return;
    p.at = state::ready;
    ready_.push_back(rank);
  }

  int next()
  {
    std::size_t at = 0;
    if (draw_ != 0) {  // xorshift64
      draw_ ^= draw_ << 13;
      draw_ ^= draw_ >> 7;
      draw_ ^= draw_ << 17;
      at = static_cast<std::size_t>(draw_ % ready_.size());
    }
    int const rank = ready_[at];
    ready_.erase(ready_.begin() + static_cast<std::ptrdiff_t>(at));
    return rank;
  }

  /// Nobody can go on: all that wait are told so.
  void refuse_to_wait()
  {
    constexpr int told = 4;
    standstill_.clear();
    int named = 0;
    for (int rank = 0; rank < size() && named < told; ++rank) {
      auto const& p = process_[static_cast<std::size_t>(rank)];
      standstill_ += (named++ == 0 ? "process " : ", process ") + std::to_string(rank) +
                     (p.at == state::ended
                          ? std::string(p.error ? " has ended with an exception" : " has ended")
                          : " waits for " + p.waits_for);
    }
    if (size() > told) standstill_ += ", …";
    for (int rank = 0; rank < size(); ++rank) {
      auto& p = process_[static_cast<std::size_t>(rank)];
      if (p.at != state::waiting) continue;
      p.refused = true;
      wake(rank);
    }
  }

  void rethrow_first()
  {
    std::exception_ptr first;
    for (auto const& p : process_) {
      if (!p.error) continue;
      try {
        std::rethrow_exception(p.error);
      } catch (communication_error const&) {
        if (!first) first = p.error;
      } catch (...) {
        throw;
      }
    }
    if (first) std::rethrow_exception(first);
  }

  inline static thread_local world* running_ = nullptr;

  std::optional<fibre_stacks> stacks_;
  std::vector<process> process_;
  std::function<void(virtual_process&)> const* f_ = nullptr;
  std::deque<int> ready_;
  std::map<std::uint64_t, joint_call> call_;
  context own_;
  int current_ = 0, ended_ = 0;
  std::uint64_t draw_;
  std::string standstill_;
};

int virtual_process::size() const { return world_->size(); }
double virtual_process::timeout() const { return 0; }

void virtual_process::send(int to, int tag, byte_message message)
{
  world_->send(rank_, to, tag, std::move(message));
}

byte_message virtual_process::receive(int from, int tag)
{
  return world_->receive(rank_, from, tag);
}

gathered_bytes virtual_process::all_gather(byte_message message)
{
  return world_->together(
      rank_, joint::all_gather, -1,
      [&](joint_call& call) { call.given[static_cast<std::size_t>(rank_)] = std::move(message); },
      [](joint_call& call) { return call.all; });
}

std::vector<byte_message> virtual_process::gather(int root, byte_message message)
{
  return world_->together(
      rank_, joint::gather, root,
      [&](joint_call& call) { call.given[static_cast<std::size_t>(rank_)] = std::move(message); },
      [&](joint_call& call) {
        return rank_ == root ? std::move(call.given) : std::vector<byte_message>();
      });
}

std::vector<byte_message> virtual_process::all_to_all(std::vector<byte_message> messages)
{
  return world_->together(
      rank_, joint::all_to_all, -1,
      [&](joint_call& call) {
        call.parcels[static_cast<std::size_t>(rank_)] = std::move(messages);
      },
      [&](joint_call& call) {
        std::vector<byte_message> mine;
        mine.reserve(call.parcels.size());
        for (auto& from : call.parcels)
          mine.push_back(std::move(from[static_cast<std::size_t>(rank_)]));
        return mine;
      });
}

void virtual_process::pause() { world_->pause(rank_); }

namespace {

/// What a process has for another one on its device.
struct offer {
  void const* data;
  std::size_t bytes;
  queue* on;
};
constexpr int offer_tag = 32767, taken_tag = 32766;  // the largest that every MPI has

}  // namespace

void virtual_process::transfer(device_queue const& on, std::span<device_part const> sends,
                               std::span<device_part const> receives)
{
  for (auto const& part : sends) {
    offer const mine{part.data, part.bytes, on.on};
    byte_message message(sizeof mine);
    std::memcpy(message.data(), &mine, sizeof mine);
    send(part.process, offer_tag, std::move(message));
  }
  for (auto const& part : receives) {
    auto const message = receive(part.process, offer_tag);
    offer theirs;
    std::memcpy(&theirs, message.data(), sizeof theirs);
    if (theirs.bytes != part.bytes)
      throw communication_error("transfer: process " + std::to_string(part.process) + " sent " +
                                    std::to_string(theirs.bytes) + " bytes where " +
                                    std::to_string(part.bytes) +
                                    " were expected: the processes' calls differ",
                                "transfer", part.process, 0);
    bool const others = theirs.on != on.on;
    if (others) on.on->wait_for(*theirs.on);
    on.copy(*on.on, part.data, theirs.data, part.bytes);
    if (others) theirs.on->wait_for(*on.on);
    send(part.process, taken_tag, {});
  }
  for (auto const& part : sends) receive(part.process, taken_tag);
}

bool virtual_process::agree(bool mine)
{
  return world_->together(
      rank_, joint::agree, -1, [&](joint_call& call) { call.agreed = call.agreed && mine; },
      [](joint_call& call) { return call.agreed; });
}

void virtual_process::drop_unreceived()
{
  agree(true);  // all have sent what they send
  world_->drop_inbox(rank_);
  agree(true);  // before anybody sends more
}

void run_virtual_processes(int count, std::function<void(virtual_process&)> const& f,
                           std::uint64_t seed)
{
  if (count < 1)
    throw value_error("run_virtual_processes: " + std::to_string(count) + " processes are none");
  world all(count, seed);
  all.run(f);
}

}  // namespace acre::backends::self
