#pragma once

#include <acre/error.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

/// What core asks of a transport between processes: bytes, moved as they are. No transport combines
/// numbers; who adds, and in which order, is core's.
namespace acre {

/// A process that cannot be reached: it ended, or sent nothing within the timeout. The message
/// names the operation, the process and the seconds. What was under way is lost, and the processes
/// that are left can do nothing more together.
class communication_error : public error {
 public:
  communication_error(std::string const& message, std::string operation, int process,
                      double seconds)
      : error(message), operation_(std::move(operation)), process_(process), seconds_(seconds)
  {}

  /// The operation of the transport: "receive", "all-gather".
  std::string const& operation() const { return operation_; }
  /// The one that was waited for; -1 if it was any of them.
  int process() const { return process_; }
  /// How long it was waited for.
  double seconds() const { return seconds_; }

 private:
  std::string operation_;
  int process_;
  double seconds_;
};

namespace backends {

using byte_message = std::vector<std::byte>;
/// A message of each process, in their order; shared, where processes share memory.
using gathered_bytes = std::shared_ptr<std::vector<byte_message> const>;

/// What each process gives first to an all-gather whose messages' lengths the others don't know:
/// the length, and the message if there is room. All slots cost each process their bytes, another
/// all-gather log2 of the processes messages: 512 KiB of 4096 processes are 20 µs at 25 GB/s,
/// twelve messages 24.
constexpr std::size_t slot_bytes(int processes) { return processes <= 4096 ? 128 : 32; }
constexpr std::size_t in_slot(int processes)
{
  return slot_bytes(processes) - sizeof(std::int64_t);
}

/// A transport, as one of its processes sees it. Calls are made by one thread at a time.
///
///   rank(), size()          which process this is, of how many
///   send(to, tag, message)  takes the message and returns, whether it is received or not
///   receive(from, tag)      the oldest message of that process and tag
///   all_gather(message)     the message of each process; lengths may differ
///   gather(root, message)   likewise on root, nothing on the others
///   all_to_all(messages)    messages[p] goes to process p; what each process has sent to this one
///   agree(mine)             whether all processes say true
///   drop_unreceived()       what was sent and is not received by then is gone, of all processes:
///                           behind a call that failed, whose messages would be taken for a later
///                           one's
///   timeout(), set_timeout  seconds after which a call that waits gives up
///
/// Every process calls all_gather() to drop_unreceived() in the same order, and none of them
/// returns before all have called it (gather: on root). A process that is waited for in vain is a
/// communication_error.
template <class C>
concept communicator = requires(C& c, C const& constant, int process, int tag, byte_message message,
                                std::vector<byte_message> messages, bool mine, double seconds) {
  { constant.rank() } -> std::same_as<int>;
  { constant.size() } -> std::same_as<int>;
  c.send(process, tag, std::move(message));
  { c.receive(process, tag) } -> std::same_as<byte_message>;
  { c.all_gather(std::move(message)) } -> std::same_as<gathered_bytes>;
  { c.gather(process, std::move(message)) } -> std::same_as<std::vector<byte_message>>;
  { c.all_to_all(std::move(messages)) } -> std::same_as<std::vector<byte_message>>;
  { c.agree(mine) } -> std::same_as<bool>;
  c.drop_unreceived();
  { constant.timeout() } -> std::same_as<double>;
  c.set_timeout(seconds);
};

class queue;

/// A queue, of a device or a host's, with its copy, which is queued.
struct device_queue {
  queue* on;
  bool is_device;
  void (*copy)(queue& on, void* to, void const* from, std::size_t bytes);
};
/// Memory of a device, for another process or from it. `piece` is given where the transport says
/// that the part goes in_pieces(): work that it queues for each of them, in whole `unit`s, of which
/// the other process says the same size. On `on`, for what is sent, it writes bytes first … last -
/// 1 before they are read; for what is received it reads them behind their coming.
struct device_part {
  int process;
  void* data;
  std::size_t bytes;
  std::size_t unit = 1;
  std::function<void(queue& on, std::size_t first, std::size_t last)> const* piece = nullptr;
};

/// A transport that moves memory of devices as well:
///
///   takes(queue)                     whether memory of that queue's device is reached. The same
///                                    on all processes; throws value_error for a device that isn't
///                                    the process' own
///   transfer(on, sends, receives)    queued on `on`, as other work is: what the parts hold then is
///                                    sent, and what comes is there for later work
///
/// Parts between two processes meet in their order, those of one process itself are not its matter.
/// Two processes that send each other something call transfer() as often. The host may wait for
/// the others' calls, never for devices.
template <class C>
concept device_communicator =
    communicator<C> &&
    requires(C& c, queue const& asked, device_queue const& on, std::span<device_part const> parts) {
      { c.takes(asked) } -> std::same_as<bool>;
      c.transfer(on, parts, parts);
    };

/// A device_communicator whose transfer() moves other queues' memory as well, where moves(queue)
/// says so: that of CPUs as it is, that of devices which it doesn't take through the host. The host
/// waits for all of it. The same on all processes.
template <class C>
concept moving_communicator = device_communicator<C> && requires(C& c, queue const& asked) {
  { c.moves(asked) } -> std::same_as<bool>;
};

/// A device_communicator that moves long parts in pieces: in_pieces(part) says of which, the same
/// on both processes.
template <class C>
concept piecewise_communicator =
    device_communicator<C> && requires(C const& c, device_part const& part) {
      { c.in_pieces(part) } -> std::same_as<bool>;
    };

/// A transport of several processes on one thread: pause() lets the others run.
template <class C>
concept pausing_communicator = communicator<C> && requires(C& c) { c.pause(); };

}  // namespace backends
}  // namespace acre
