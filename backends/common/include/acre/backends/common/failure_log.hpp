#pragma once

#include <acre/backends/common/index_failure.hpp>

#include <cstdint>
#include <map>
#include <mutex>
#include <source_location>
#include <string>

namespace acre::backends {

/// What an index_error says about the launch that met a bad index.
struct index_check {
  char const* operation = "";
  int axis = 0;
  std::int64_t size = 0;
  std::source_location where;
};

/// The launches of one space that check indices and have not been synchronised yet.
class failure_log {
 public:
  /// Number of a new launch, counted from 1.
  std::uint64_t add(index_check const& check);
  bool empty() const;
  /// Forgets all launches; throws index_error if `record` names one of them. The text begins as
  /// NumPy's: index 6 is out of bounds for axis 0 with size 6
  void settle(index_failure const& record);

 private:
  mutable std::mutex mutex_;
  std::uint64_t last_ = 0;
  std::map<std::uint64_t, index_check> open_;
};

}  // namespace acre::backends
