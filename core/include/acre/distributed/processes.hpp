#pragma once

#include <acre/backends/common/communicator.hpp>
#include <acre/backends/self/alone.hpp>
#include <acre/backends/self/virtual_processes.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace acre::distributed {

/// What a process has sent so far: messages between two processes, and calls that all make.
struct traffic {
  std::int64_t messages = 0, bytes = 0, joint_calls = 0;
  friend bool operator==(traffic const&, traffic const&) = default;
};

namespace detail {

struct access;

/// A transport without its type, so that arrays don't depend on it.
class transport {
 public:
  virtual ~transport() = default;
  virtual int rank() const = 0;
  virtual int size() const = 0;
  virtual double timeout() const = 0;
  virtual void set_timeout(double seconds) = 0;

  void send(int to, int tag, backends::byte_message message)
  {
    ++sent_.messages;
    sent_.bytes += static_cast<std::int64_t>(message.size());
    do_send(to, tag, std::move(message));
  }
  backends::byte_message receive(int from, int tag) { return do_receive(from, tag); }
  backends::gathered_bytes all_gather(backends::byte_message message)
  {
    count(message);
    return do_all_gather(std::move(message));
  }
  std::vector<backends::byte_message> gather(int root, backends::byte_message message)
  {
    count(message);
    return do_gather(root, std::move(message));
  }
  std::vector<backends::byte_message> all_to_all(std::vector<backends::byte_message> messages)
  {
    ++sent_.joint_calls;
    for (auto const& m : messages) sent_.bytes += static_cast<std::int64_t>(m.size());
    return do_all_to_all(std::move(messages));
  }
  bool agree(bool mine)
  {
    ++sent_.joint_calls;
    return do_agree(mine);
  }
  void drop_unreceived()
  {
    ++sent_.joint_calls;
    do_drop_unreceived();
  }
  traffic const& sent() const { return sent_; }

  /// See device_communicator, moving_communicator, piecewise_communicator and
  /// pausing_communicator; a transport may be none of them.
  virtual bool takes(backends::queue const& on) const = 0;
  virtual bool moves(backends::queue const& on) const = 0;
  void transfer(backends::device_queue const& on, std::span<backends::device_part const> sends,
                std::span<backends::device_part const> receives)
  {
    sent_.messages += static_cast<std::int64_t>(sends.size());
    for (auto const& part : sends) sent_.bytes += static_cast<std::int64_t>(part.bytes);
    do_transfer(on, sends, receives);
  }
  virtual bool in_pieces(backends::device_part const& part) const = 0;
  virtual bool pauses() const = 0;
  virtual void pause() = 0;
  /// exchanged() computes blocks of fewer bytes on devices behind the exchange, not beside it: what
  /// the host queues for the latter takes longer than they do.
  std::int64_t fewest_bytes_beside = 0;
  /// Spaces of this process' own, by what names their types (own_space).
  std::map<void const*, std::shared_ptr<void>> spaces;

  // for detail/joint.hpp: an index error that waits for the next call of all, and how many calls on
  // arrays there were
  std::shared_ptr<void> pending;
  std::int64_t calls = 0;
  std::int64_t exchanges = 0;  // of halos, so far

 protected:
  virtual void do_send(int to, int tag, backends::byte_message message) = 0;
  virtual backends::byte_message do_receive(int from, int tag) = 0;
  virtual backends::gathered_bytes do_all_gather(backends::byte_message message) = 0;
  virtual std::vector<backends::byte_message> do_gather(int root,
                                                        backends::byte_message message) = 0;
  virtual std::vector<backends::byte_message> do_all_to_all(
      std::vector<backends::byte_message> messages) = 0;
  virtual bool do_agree(bool mine) = 0;
  virtual void do_drop_unreceived() = 0;
  virtual void do_transfer(backends::device_queue const& on,
                           std::span<backends::device_part const> sends,
                           std::span<backends::device_part const> receives) = 0;

 private:
  void count(backends::byte_message const& message)
  {
    ++sent_.joint_calls;
    sent_.bytes += static_cast<std::int64_t>(message.size());
  }
  traffic sent_;
};

template <backends::communicator C>
class transport_by final : public transport {
 public:
  explicit transport_by(std::shared_ptr<C> c) : c_(std::move(c)) {}
  int rank() const override { return c_->rank(); }
  int size() const override { return c_->size(); }
  double timeout() const override { return c_->timeout(); }
  void set_timeout(double seconds) override { c_->set_timeout(seconds); }
  bool takes([[maybe_unused]] backends::queue const& on) const override
  {
    if constexpr (backends::device_communicator<C>)
      return c_->takes(on);
    else
      return false;
  }
  bool moves([[maybe_unused]] backends::queue const& on) const override
  {
    if constexpr (backends::moving_communicator<C>)
      return c_->moves(on);
    else
      return false;
  }
  bool in_pieces([[maybe_unused]] backends::device_part const& part) const override
  {
    if constexpr (backends::piecewise_communicator<C>)
      return c_->in_pieces(part);
    else
      return false;
  }
  bool pauses() const override { return backends::pausing_communicator<C>; }
  void pause() override
  {
    if constexpr (backends::pausing_communicator<C>) c_->pause();
  }

 protected:
  void do_send(int to, int tag, backends::byte_message m) override
  {
    c_->send(to, tag, std::move(m));
  }
  backends::byte_message do_receive(int from, int tag) override { return c_->receive(from, tag); }
  backends::gathered_bytes do_all_gather(backends::byte_message m) override
  {
    return c_->all_gather(std::move(m));
  }
  std::vector<backends::byte_message> do_gather(int root, backends::byte_message m) override
  {
    return c_->gather(root, std::move(m));
  }
  std::vector<backends::byte_message> do_all_to_all(std::vector<backends::byte_message> m) override
  {
    return c_->all_to_all(std::move(m));
  }
  bool do_agree(bool mine) override { return c_->agree(mine); }
  void do_drop_unreceived() override { c_->drop_unreceived(); }
  void do_transfer([[maybe_unused]] backends::device_queue const& on,
                   [[maybe_unused]] std::span<backends::device_part const> sends,
                   [[maybe_unused]] std::span<backends::device_part const> receives) override
  {
    if constexpr (backends::device_communicator<C>) c_->transfer(on, sends, receives);
  }

 private:
  std::shared_ptr<C> c_;
};

}  // namespace detail

/// The processes that work together, as one of them sees it: a handle of a transport. Arrays keep a
/// copy. Every process makes the calls that say so ("together") in the same order, as it is one
/// program that all of them run.
///
/// ```cpp
/// distributed::processes const all;  // this one alone: the program runs without MPI, too
/// std::cout << all.rank() << " of " << all.size() << '\n';
/// ```
/// ```text
/// 0 of 1
/// ```
class processes {
 public:
  /// This process alone.
  processes() : processes(std::make_shared<backends::self::alone>()) {}
  /// Those of a transport, which is kept: MPI's is acre/distributed/mpi.hpp's.
  template <backends::communicator C>
  explicit processes(std::shared_ptr<C> by)
      : transport_(std::make_shared<detail::transport_by<C>>(std::move(by)))
  {}

  /// Which of them this one is, from 0 on.
  int rank() const { return transport_->rank(); }
  int size() const { return transport_->size(); }

  /// Seconds after which a call that waits for another process gives up, with a
  /// communication_error that names the operation, the process and the seconds. (Virtual processes
  /// need none: that nobody can go on is known at once.)
  double timeout() const { return transport_->timeout(); }
  void set_timeout(double seconds) const { transport_->set_timeout(seconds); }

  /// Returns when all have called it. Together.
  void barrier() const { transport_->agree(true); }

  /// What this process has sent so far.
  traffic const& sent() const { return transport_->sent(); }

  /// Whether both are the same handle's.
  friend bool operator==(processes const&, processes const&) = default;

 private:
  friend struct detail::access;
  std::shared_ptr<detail::transport> transport_;
};

namespace detail {
struct access {
  static transport& of(processes const& all) { return *all.transport_; }
};
}  // namespace detail

/// The queue on which a process' arrays are made where none is named. On CPUs and of MPI's
/// processes Space(): Kokkos gives the processes of a host its GPUs in turn, by the number that the
/// launcher gives each of them there (OMPI_COMM_WORLD_LOCAL_RANK, SLURM_LOCALID, …). Of virtual
/// processes on GPUs it is a queue of the process' own: process r's is device r modulo their
/// number.
///
/// ```cpp
/// distributed::processes const all;
/// auto const space = distributed::own_space<host>(all);
/// std::cout << (space == host()) << '\n';
/// ```
/// ```text
/// 1
/// ```
template <class Space>
Space own_space(processes const& all)
{
  if constexpr (Space::queue_type::is_device) {
    auto& transport = detail::access::of(all);
    if (transport.pauses() && transport.size() > 1) {
      static char const type = 0;
      auto& kept = transport.spaces[&type];
      if (!kept) {
        auto const devices = static_cast<int>(Space::devices().size());
        kept = std::make_shared<Space>(
            Space::of_device(transport.rank() % (devices > 0 ? devices : 1)).new_queue());
      }
      return *static_cast<Space const*>(kept.get());
    }
  }
  return Space();
}

/// f(processes) of `count` virtual processes, one after the other on the calling thread as far as
/// each gets: a program for many machines runs, and is tested, on one. The contract, with what
/// happens where they wait for each other, is backends::self::run_virtual_processes'.
///
/// ```cpp
/// distributed::virtual_processes(3, [](distributed::processes const& all) {
///   distributed::array<double, 1> x(all, distributed::blocks(shape(10)));
///   x = 2;
///   double const total = sum(x);  // on each of them
///   if (all.rank() == 0) std::cout << total << '\n';
/// });
/// ```
/// ```text
/// 20
/// ```
inline void virtual_processes(int count, std::function<void(processes const&)> const& f,
                              std::uint64_t seed = 0)
{
  backends::self::run_virtual_processes(
      count,
      [&](backends::self::virtual_process& one) {
        f(processes(std::make_shared<backends::self::virtual_process>(one)));
      },
      seed);
}

}  // namespace acre::distributed
