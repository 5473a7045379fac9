#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace acre::apps {

/// A file of a run and the option that names it, or none.
struct named_file {
  std::string option;
  std::optional<std::filesystem::path> file;
};
/// None where an option's opposite was given.
inline named_file named_unless(bool none, std::string const& option,
                               std::filesystem::path const& file)
{
  return {option, none ? std::nullopt : std::optional(file)};
}

/// Throws before the work what would end it in vain: std::invalid_argument where two outputs are
/// one file, or an output is an input, however they are spelt; file_error where one can't be
/// written (io::require_writable). A device (/dev/null) may be several.
void require_outputs(std::vector<named_file> const& outputs,
                     std::vector<named_file> const& inputs = {});

/// Makes a folder for outputs, with those above it. Throws file_error naming `option` where it
/// can't be made or written into.
void make_output_folder(std::string const& option, std::filesystem::path const& folder);

}  // namespace acre::apps
