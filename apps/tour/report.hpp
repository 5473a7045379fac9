#pragma once
#include <filesystem>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "outcome.hpp"

namespace acre::tour {

enum class standing { reference, same, different, failed, left_out };

/// One workload on one space.
struct row {
  std::string workload, space;
  standing status = standing::left_out;
  double seconds = 0, bytes = 0;
  agreement versus_serial;
  std::string note;  ///< why it failed or was left out
};

/// A workload's line for people and what the spaces said.
struct section {
  std::string workload, result;
  std::vector<std::string> spaces;             ///< those that have said something
  std::vector<std::vector<message>> messages;  ///< of each of them
};

struct report {
  std::string build;
  std::vector<std::string> devices;  ///< "serial: AMD EPYC, 2 threads"
  double size = 1;
  std::vector<row> rows;
  std::vector<section> sections;  ///< in the order of rows
  std::vector<std::filesystem::path> pictures;

  bool all_agree() const;
};

/// The table, what disagrees, what the spaces said, and where the pictures are.
void print(std::ostream& out, report const& r);

void write_json(std::filesystem::path const& file, report const& r);

}  // namespace acre::tour
