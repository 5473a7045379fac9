#pragma once

#include <acre/backends/common/index_failure.hpp>
#include <acre/error.hpp>

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <source_location>
#include <string>
#include <utility>
#include <vector>

namespace acre::backends {

/// An index_error's facts about the launch that met a bad index.
struct index_check {
  char const* operation = "";
  std::string label;
  int axis = 0;
  std::int64_t size = 0;
  std::source_location where;
};

/// The operation of checked element access, a(i, j) in a kernel.
inline constexpr char const* element_access = "element access";

/// The launches of one space that check indices and have not been synchronised yet.
class failure_log {
 public:
  /// Number of a new launch, counted from 1.
  std::uint64_t add(index_check const& check);
  /// Likewise for `count` numbers from the returned one on, which are never forgotten: for checked
  /// element access, whose kernels may run at any time.
  std::uint64_t add_lasting(index_check const* checks, int count);
  /// Forgets those of add_lasting() from one number up to another.
  void forget(std::uint64_t after, std::uint64_t up_to);
  /// Forgets those of add() that follow a number, whose work is done, but the one that `record`
  /// names.
  void forget_done(std::uint64_t after, index_failure const& record);
  std::uint64_t last() const { return last_.load(std::memory_order_relaxed); }
  /// (Without a lock, as each element that the host reads asks.)
  bool empty() const { return !any_.load(std::memory_order_acquire); }
  /// Forgets all launches; throws index_error if `record` names one of them. The text begins as
  /// NumPy's: index 6 is out of bounds for axis 0 with size 6
  void settle(index_failure const& record);
  /// Does not throw: writes an error that no later call can report to stderr.
  void report_unseen(index_failure const& record) noexcept;

 private:
  std::optional<index_error> take_error(index_failure const& record);

  mutable std::mutex mutex_;
  std::atomic<std::uint64_t> last_ = 0;
  std::vector<std::pair<std::uint64_t, index_check>> open_;  // in the order of their numbers
  std::map<std::uint64_t, index_check> lasting_;
  std::atomic<bool> any_ = false;  // whether there are any of either
};

}  // namespace acre::backends
