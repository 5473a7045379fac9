#pragma once

#include <acre/distributed/processes.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "model.hpp"

/// The operations of acre::distributed that the program counts.
namespace acre::scale {

struct sizes {
  std::int64_t elements = 1000;           ///< of each process
  std::int64_t large = (1 << 27) + 1000;  ///< likewise, where tiles are counted and not computed
};

struct operation {
  std::string name;
  /// Makes the arrays of one of the processes; what it returns is the operation. Together.
  std::function<std::function<void()>(distributed::processes const&, sizes const&)> prepare;
  /// Of more virtual processes than this the lists that each keeps, of all others, don't fit into
  /// the memory of one machine. (Each of as many machines has room for its own.)
  int most_processes;
  /// Computes what more processes send, up to so many.
  std::function<cost(int processes, sizes const& n, parameters const& p)> counted = {};
  int most_counted = 0;

  bool takes(int processes) const { return processes <= std::max(most_processes, most_counted); }
};

std::vector<operation> const& operations();

/// What the operation sends on so many virtual processes, and how long it takes by the model.
/// Seconds of computing there are none.
cost cost_of(operation const& op, int processes, sizes const& n, parameters const& p);

}  // namespace acre::scale
