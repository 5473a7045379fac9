#pragma once

#include <acre/error.hpp>

#include <cstdio>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

/// Files that are written whole or not at all (library target acre::io). Needs nothing else of
/// acre.
namespace acre::io {

/// How write_file_atomically() writes.
struct write_options {
  bool on_disk = false;  ///< wait until the content and the name are: a power cut loses neither
  /// The file has a name of its own from the beginning, for libraries that open it again
  /// (/proc/self/fd/N): a killed program leaves it behind.
  bool named = false;
};

/// Writes a file so that `path` holds either what it held before or all of the new content, also
/// where the disk is full or the program is killed.
///
/// `body` gets a binary stream that can be sought in on a new file in path's folder, which takes
/// path's place when `body` returns and all is written. Until then it has no name (on Linux, where
/// the file system has such files), so that nothing is left of it if the program is killed. A link
/// is followed, also to where nothing is yet; a device or pipe (/dev/stdout) is written in place.
/// The new file has the permissions of the one that was there, and its owner where the system
/// allows that. If several write a file at once the last one's is there, whole. Throws file_error
/// naming the file and the system's reason (no such folder, no permission to
///         write into it or over the file, no space left); what `body` throws passes
///         through. The new file is removed in both cases.
void write_file_atomically(std::filesystem::path const& path,
                           std::function<void(std::FILE*)> const& body, write_options options = {});

/// Writes text that is at hand.
void write_text_file(std::filesystem::path const& path, std::string_view text);

/// Tries whether `path` can be written, so that a long run doesn't end in vain; leaves all as it
/// was. Throws file_error naming `option`, the file and the system's reason.
void require_writable(std::string const& option, std::filesystem::path const& path);

/// Likewise for files in a folder, which need not be there yet.
void require_writable_folder(std::string const& option, std::filesystem::path const& path);

}  // namespace acre::io
