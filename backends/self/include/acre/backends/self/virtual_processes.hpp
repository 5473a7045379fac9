#pragma once

#include <acre/backends/common/communicator.hpp>

#include <cstdint>
#include <functional>
#include <span>

/// Processes that are functions of one process: to test what runs on thousands of machines on one,
/// without MPI.
namespace acre::backends::self {

class world;

/// A virtual process' transport.
class virtual_process {
 public:
  virtual_process(world& all, int rank) : world_(&all), rank_(rank) {}

  int rank() const { return rank_; }
  int size() const;
  void send(int to, int tag, byte_message message);
  byte_message receive(int from, int tag);
  gathered_bytes all_gather(byte_message message);
  std::vector<byte_message> gather(int root, byte_message message);
  std::vector<byte_message> all_to_all(std::vector<byte_message> messages);
  bool agree(bool mine);
  void drop_unreceived();
  double timeout() const;
  void set_timeout(double) {}
  void pause();
  /// Devices copy from one to the other: all memory is one process' here. The host waits until the
  /// copies are queued, on the receivers' queues, with which the senders' go on behind them.
  bool takes(queue const&) const { return true; }
  void transfer(device_queue const& on, std::span<device_part const> sends,
                std::span<device_part const> receives);

 private:
  world* world_;
  int rank_;
};

static_assert(device_communicator<virtual_process> && pausing_communicator<virtual_process>);

/// f(process) of `count` virtual processes on the calling thread, each on a stack of 8 MiB, of more
/// than 4096 processes of 256 KiB (a larger need ends the program, with a sentence): one runs until
/// it waits for another, then the next one that can go on. `seed`: which one that is
/// drawn at random; 0: in turn. The same calls run in the same order each time.
///
/// If all that have not ended wait (for each other, or for one that has ended), each of them gets a
/// communication_error, at once: it names what it waited for and what the others do. Later calls of
/// such a process throw it again. When all have ended, the first exception is thrown that is no
/// communication_error, else the first, in the order of the processes. Memory: some 20 KiB a
/// process, and what f keeps.
void run_virtual_processes(int count, std::function<void(virtual_process&)> const& f,
                           std::uint64_t seed = 0);

}  // namespace acre::backends::self
