#pragma once

#include <acre/backends/common/communicator.hpp>

#include <deque>
#include <map>
#include <span>
#include <utility>

namespace acre::backends::self {

/// One process that talks to itself alone.
class alone {
 public:
  int rank() const { return 0; }
  int size() const { return 1; }
  void send(int, int tag, byte_message message) { sent_[tag].push_back(std::move(message)); }
  byte_message receive(int, int tag)
  {
    auto& waiting = sent_[tag];
    if (waiting.empty())
      throw communication_error(
          "receive: the only process waits for a message of its own that it has not sent",
          "receive", 0, 0);
    byte_message message = std::move(waiting.front());
    waiting.pop_front();
    return message;
  }
  gathered_bytes all_gather(byte_message message)
  {
    std::vector<byte_message> all;
    all.push_back(std::move(message));
    return std::make_shared<std::vector<byte_message> const>(std::move(all));
  }
  std::vector<byte_message> gather(int, byte_message message)
  {
    std::vector<byte_message> all;
    all.push_back(std::move(message));
    return all;
  }
  std::vector<byte_message> all_to_all(std::vector<byte_message> messages) { return messages; }
  bool agree(bool mine) { return mine; }
  void drop_unreceived() { sent_.clear(); }
  bool takes(queue const&) const { return true; }
  void transfer(device_queue const&, std::span<device_part const>, std::span<device_part const>) {}
  double timeout() const { return timeout_; }
  void set_timeout(double seconds) { timeout_ = seconds; }

 private:
  std::map<int, std::deque<byte_message>> sent_;
  double timeout_ = 0;
};

static_assert(device_communicator<alone>);

}  // namespace acre::backends::self
