#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "../npy_source.hpp"
#include "../readable_file.hpp"

/// Zip files with members as they are or deflated, of any size (zip64), by zlib. All bytes but the
/// members' contents are a function of the members' names, sizes and checksums alone: no times, no
/// names of systems. Contents begin at multiples of 64 bytes, so that they can be mapped. (libzip
/// has a file's name and its times to itself, and no alignment.)
///
/// Source: PKWARE, APPNOTE.TXT 6.3.10; sections are named where a record is read or written.
namespace acre::io::detail {

struct zip_member {
  std::string name;
  bool deflated = false;
  std::uint32_t checksum = 0;  ///< CRC-32
  std::uint64_t size = 0;      ///< of the content
  std::uint64_t packed = 0;    ///< of what the file holds of it
  std::uint64_t header = 0;    ///< where it begins in the file
  std::uint64_t content = 0;   ///< where what is packed begins
};

/// Throws file_error: what is no zip file, broken, truncated, encrypted, of several volumes or
/// packed in another way; two members of one name; members that lie upon each other.
class zip_reader {
 public:
  explicit zip_reader(std::filesystem::path const& path);

  std::vector<zip_member> const& members() const { return members_; }
  zip_member const* find(std::string_view name) const;
  readable_file const& file() const { return file_; }
  /// That every byte that is no content is what zip_writer makes of these members.
  void require_as_written() const;

 private:
  void read_directory(std::uint64_t at, std::uint64_t size, std::uint64_t count);
  void read_headers();

  readable_file file_;
  std::vector<zip_member> members_;
  std::uint64_t directory_ = 0;
};

/// One member's content from its beginning to its end. Throws file_error where its bytes are not
/// what was written: at the end.
class zip_content {
 public:
  zip_content(zip_reader const& zip, zip_member const& member);
  zip_content(zip_content const&) = delete;
  zip_content& operator=(zip_content const&) = delete;
  ~zip_content();
  std::uint64_t left() const { return member_.size - done_; }
  void read(void* to, std::uint64_t size);
  /// Reads what is left, for the checksum's sake.
  void finish();
  [[noreturn]] void fail(std::string const& why) const;
  /// Place of the next bytes. Throws file_error where they are packed.
  readable_place place() const;

 private:
  struct inflater;
  void inflate(std::byte* to, std::uint64_t size);
  void compare() const;

  readable_file const& file_;
  zip_member const& member_;
  std::uint64_t done_ = 0, taken_ = 0;
  std::uint32_t checksum_ = 0;
  std::unique_ptr<inflater> inflater_;
};

/// Writes to a stream that can be sought in. An error of the stream is left to who looks at it
/// afterwards (write_file_atomically does): nothing is written from then on.
class zip_writer {
 public:
  /// `path` is what messages name.
  zip_writer(std::FILE* to, std::filesystem::path const& path);
  ~zip_writer();
  zip_writer(zip_writer const&) = delete;
  zip_writer& operator=(zip_writer const&) = delete;
  /// `size` bytes of content, which calls of write() bring, at once or by pieces.
  void begin(std::string name, std::uint64_t size, bool deflated = false);
  void write(void const* from, std::uint64_t size);
  void end();
  /// Behind the last member.
  void finish();

 private:
  struct deflater;
  void put(void const* from, std::uint64_t size);
  void deflate(void const* from, std::uint64_t size, bool last);

  std::FILE* file_;
  std::filesystem::path const& path_;
  std::uint64_t at_ = 0;
  std::vector<zip_member> members_;
  std::unique_ptr<deflater> deflater_;
};

}  // namespace acre::io::detail
