#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "model.hpp"

/// Parameters from measured times.
namespace acre::scale {

/// Seconds of one way, by bytes; of a send that follows another; and that a send keeps the CPU, of
/// a byte and of the longest.
struct measured_messages {
  std::vector<std::pair<std::int64_t, double>> one_way;
  double between = 0, send_of_one = 0, send_of_most = 0;
};

/// The straight line through one_way by relative differences, with the threshold of a handshake
/// that fits best, or none.
parameters fitted(measured_messages const& m, std::string source);

/// "h200", "host", "cluster", or a file that --fit has written. Throws value_error and file_error.
parameters network_named(std::string const& name);
std::string to_json(parameters const& p);

/// Under mpiexec: messages between process 0 and the last one, then operations on all, measured
/// and by the model. Process 0 prints, and writes the file. Returns the exit status.
int fit_under_mpi(int argc, char** argv, std::filesystem::path const& file);

}  // namespace acre::scale
