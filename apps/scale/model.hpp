#pragma once

#include <acre/distributed/processes.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

/// What messages cost, by the LogGOPS model (Hoefler, Schneider, Lumsdaine: LogGOPSim, Simulating
/// Large-Scale Applications in the LogGOPS Model, 2010), and virtual processes with a clock each,
/// which it drives: what they send is what the program sends, message by message.
namespace acre::scale {

/// Seconds, and seconds a byte.
struct parameters {
  std::string source;
  double L = 0;                            ///< on the way, of a byte
  double o = 0;                            ///< of the CPU, a message sent or received
  double g = 0;                            ///< between two messages of a process
  double G = 0;                            ///< on the way, each further byte
  double O = 0;                            ///< of the CPU, each further byte
  std::int64_t S = std::int64_t{1} << 62;  ///< longer messages ask the receiver first
};

/// Two H200 of one host over NCCL: 512 B 9.4 µs, 32 KiB 9.8, 256 KiB 11.0, 2 MiB 25.7 for an
/// all-gather of two, queued behind each other. A straight line through these, by relative
/// differences.
inline parameters nccl_h200()
{
  return {"measured: NCCL between two H200 of a host", 6.4e-6, 1.5e-6, 1.5e-6, 7.8e-12, 0};
}
/// MPICH 5.0 between seven processes of a host of 32 cores (Xeon of an H200 machine), as --fit has
/// it; of two to six L is 0.3 to 0.6 µs, o 0.4 to 0.6, G 0.15 to 0.16 ns a byte.
inline parameters mpich_host()
{
  return {"fitted: MPICH between seven processes of a host",
          4.93e-7,
          3.91e-7,
          4.20e-7,
          1.58e-10,
          6.83e-13,
          64};
}
/// A network of 200 Gbit/s: round numbers, not measured.
inline parameters network()
{
  return {"assumed: 2 µs and 25 GB/s", 1.0e-6, 0.5e-6, 0.5e-6, 4e-11, 0};
}

inline double beyond_first(std::int64_t bytes)
{
  return static_cast<double>(std::max<std::int64_t>(bytes - 1, 0));
}
/// From the sender's call to the receiver's return.
inline double message_seconds(parameters const& p, std::int64_t bytes)
{
  double const asked = bytes > p.S ? 2 * (p.L + p.o) : 0;
  return asked + p.o + p.L + p.o + beyond_first(bytes) * (p.G + p.O);
}

/// The usual algorithms of calls that all make, whose processes begin together. Thakur,
/// Rabenseifner, Gropp: Optimization of Collective Communication Operations in MPICH, 2005.
///
/// Bruck's all-gather: ceil(log2 P) rounds, in round r what 2^r processes have given, in all what
/// the others have. (`bytes` of all processes, as if each had as many.)
inline double all_gather_seconds(parameters const& p, int processes, std::int64_t bytes)
{
  double seconds = 0;
  for (std::int64_t have = 1; have < processes; have *= 2) {
    auto const part = static_cast<double>(std::min(have, processes - have)) / processes;
    seconds += message_seconds(p, static_cast<std::int64_t>(part * static_cast<double>(bytes)));
  }
  return seconds;
}
/// Recursive doubling; the processes beyond a power of two give theirs to another before, and are
/// told behind.
inline double all_reduce_seconds(parameters const& p, int processes, std::int64_t bytes)
{
  auto const n = static_cast<unsigned>(processes);
  int const rounds = std::bit_width(n) - 1 + (std::has_single_bit(n) ? 0 : 2);
  return rounds * message_seconds(p, bytes);
}
/// Bruck's all-to-all of so many bytes for each process: in round r the parts go on whose number of
/// processes to go has bit r.
inline double all_to_all_seconds(parameters const& p, int processes, std::int64_t bytes)
{
  double seconds = 0;
  for (std::int64_t bit = 1; bit < processes; bit *= 2) {
    std::int64_t const whole = processes / (2 * bit) * bit,
                       rest = std::max<std::int64_t>(processes % (2 * bit) - bit, 0);
    seconds += message_seconds(p, (whole + rest) * bytes);
  }
  return seconds;
}

/// What a process has sent and received in messages and in calls that all make.
struct counts {
  std::int64_t messages = 0, sent = 0, received = 0, joint_calls = 0;
};
/// Of an operation: of the process that has most, and of all.
struct cost {
  counts most, all;
  double seconds = 0;
};

/// The clocks of so many processes. Calls that all make are those of acre's MPI transport
/// (backends/mpi/communicator.hpp): an all-gather of slots, with the messages that fit into them,
/// and another where one doesn't; an all-to-all of a word each that says who sends, then messages.
class clocks {
 public:
  clocks(parameters const& p, int processes) : p_(p), at_(static_cast<std::size_t>(processes)) {}

  int size() const { return static_cast<int>(at_.size()); }

  /// From now on this process' time and counts are of the operation.
  void begin(int rank)
  {
    auto& a = at(rank);
    a.cpu = a.wire = 0;
    a.has = {};
  }
  /// When the message that a process sends now is there.
  double sent(int from, std::int64_t bytes)
  {
    auto& a = at(from);
    double const start = std::max(a.cpu, a.wire), more = beyond_first(bytes);
    a.cpu = start + p_.o + more * p_.O;
    a.wire = start + p_.g + more * p_.G;
    double const asked = bytes > p_.S ? 2 * (p_.L + p_.o) : 0;
    ++a.has.messages;
    a.has.sent += bytes;
    return start + p_.o + asked + p_.L + more * p_.G;
  }
  /// The process takes one that is there `when`.
  void received(int rank, double when, std::int64_t bytes)
  {
    auto& a = at(rank);
    a.cpu = std::max(a.cpu, when) + p_.o + beyond_first(bytes) * p_.O;
    a.has.received += bytes;
  }
  /// Likewise of messages that are found by who sends them.
  void send(int from, int to, int tag, std::int64_t bytes)
  {
    at(to).inbox[{from, tag}].push_back(sent(from, bytes));
  }
  void receive(int rank, int from, int tag, std::int64_t bytes)
  {
    auto& inbox = at(rank).inbox;
    auto const box = inbox.find({from, tag});
    received(rank, box->second.front(), bytes);
    box->second.erase(box->second.begin());
    if (box->second.empty()) inbox.erase(box);
  }
  /// Before a call of all; its number.
  std::uint64_t enter(int rank)
  {
    auto& a = at(rank);
    std::uint64_t const number = a.calls++;
    auto& call = call_[number];
    call.latest = std::max(call.latest, a.cpu);
    ++a.has.joint_calls;
    return number;
  }
  /// Behind it; seconds() of the call is asked for once.
  template <class Seconds>
  void leave(int rank, std::uint64_t number, Seconds const& seconds)
  {
    auto const at_call = call_.find(number);
    auto& call = at_call->second;
    if (call.left == 0) call.takes = seconds();
    at(rank).cpu = call.latest + call.takes;
    if (++call.left == size()) call_.erase(at_call);
  }
  /// sizes(): the bytes of the process that gives most, and of all.
  template <class Sizes>
  void all_gathered(int rank, std::uint64_t number, std::int64_t mine, Sizes const& sizes)
  {
    std::int64_t const slot = backends::slot_bytes(size()), room = backends::in_slot(size());
    leave(rank, number, [&] {
      auto const [most, total] = sizes();
      total_ = total;
      return all_gather_seconds(p_, size(), slot * size()) +
             (most > room ? all_gather_seconds(p_, size(), total) : 0);
    });
    at(rank).has.sent += mine;
    at(rank).has.received += total_ - mine;
  }
  void agreed(int rank, std::uint64_t number)
  {
    leave(rank, number, [&] { return all_reduce_seconds(p_, size(), 4); });
  }
  void told_who_sends(int rank, std::uint64_t number)
  {
    leave(rank, number, [&] { return all_to_all_seconds(p_, size(), 4); });
  }
  /// A call of all whose messages are counted one by one.
  void met(int rank, std::uint64_t number)
  {
    auto const at_call = call_.find(number);
    if (++at_call->second.left == size()) call_.erase(at_call);
    static_cast<void>(rank);
  }

  cost total() const
  {
    cost c;
    for (auto const& a : at_) {
      c.seconds = std::max(c.seconds, a.cpu);
      each(c.most, a.has, [](std::int64_t& x, std::int64_t y) { x = std::max(x, y); });
      each(c.all, a.has, [](std::int64_t& x, std::int64_t y) { x += y; });
    }
    return c;
  }

 private:
  struct process {
    double cpu = 0, wire = 0;  // when it can go on, and send again
    counts has;
    std::uint64_t calls = 0;
    std::map<std::pair<int, int>, std::vector<double>> inbox;  // when messages are there
  };
  struct joint_call {
    double latest = 0, takes = 0;
    int left = 0;
  };

  process& at(int rank) { return at_[static_cast<std::size_t>(rank)]; }
  template <class F>
  static void each(counts& a, counts const& b, F const& f)
  {
    f(a.messages, b.messages);
    f(a.sent, b.sent);
    f(a.received, b.received);
    f(a.joint_calls, b.joint_calls);
  }

  parameters p_;
  std::vector<process> at_;
  std::map<std::uint64_t, joint_call> call_;
  std::int64_t total_ = 0;  // of the all-gather that is being left
};

/// A virtual process' transport that tells the clocks.
class clocked {
 public:
  clocked(backends::self::virtual_process const& one, clocks& of) : by_(one), of_(of) {}

  int rank() const { return by_.rank(); }
  int size() const { return by_.size(); }
  double timeout() const { return by_.timeout(); }
  void set_timeout(double seconds) { by_.set_timeout(seconds); }

  void send(int to, int tag, backends::byte_message message)
  {
    of_.send(rank(), to, tag, size_of(message));
    by_.send(to, tag, std::move(message));
  }
  backends::byte_message receive(int from, int tag)
  {
    auto message = by_.receive(from, tag);
    of_.receive(rank(), from, tag, size_of(message));
    return message;
  }
  backends::gathered_bytes all_gather(backends::byte_message message)
  {
    std::int64_t const mine = size_of(message);
    auto const number = of_.enter(rank());
    auto all = by_.all_gather(std::move(message));
    of_.all_gathered(rank(), number, mine, [&] {
      std::int64_t most = 0, total = 0;
      for (auto const& m : *all) {
        most = std::max(most, size_of(m));
        total += size_of(m);
      }
      return std::pair(most, total);
    });
    return all;
  }
  std::vector<backends::byte_message> gather(int root, backends::byte_message message)
  {
    auto const number = of_.enter(rank());
    if (rank() != root) of_.send(rank(), root, own_tag, size_of(message));
    auto all = by_.gather(root, std::move(message));
    of_.met(rank(), number);
    for (int p = 0; p < static_cast<int>(all.size()); ++p)
      if (p != root) of_.receive(root, p, own_tag, size_of(all[static_cast<std::size_t>(p)]));
    return all;
  }
  std::vector<backends::byte_message> all_to_all(std::vector<backends::byte_message> messages)
  {
    auto number = of_.enter(rank());
    by_.agree(true);
    of_.told_who_sends(rank(), number);
    for (int step = 1; step < size(); ++step) {
      int const to = (rank() + step) % size();
      auto const& m = messages[static_cast<std::size_t>(to)];
      if (!m.empty()) of_.send(rank(), to, own_tag, size_of(m));
    }
    auto all = by_.all_to_all(std::move(messages));
    for (int step = 1; step < size(); ++step) {
      int const from = (rank() + size() - step) % size();
      auto const& m = all[static_cast<std::size_t>(from)];
      if (!m.empty()) of_.receive(rank(), from, own_tag, size_of(m));
    }
    return all;
  }
  bool agree(bool mine)
  {
    auto const number = of_.enter(rank());
    bool const all = by_.agree(mine);
    of_.agreed(rank(), number);
    return all;
  }
  /// Not counted: a call has failed then.
  void drop_unreceived() { by_.drop_unreceived(); }

 private:
  static constexpr int own_tag = 32767;
  static std::int64_t size_of(backends::byte_message const& m)
  {
    return static_cast<std::int64_t>(m.size());
  }

  backends::self::virtual_process by_;
  clocks& of_;
};

static_assert(backends::communicator<clocked>);

}  // namespace acre::scale
