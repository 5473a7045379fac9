#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "../readable_file.hpp"
#include "library.hpp"

namespace acre::io::hdf5 {

/// Whether a program was killed while it brought a file from before to after; its log is at the
/// end.
bool is_unfinished(detail::readable_file const& file);

/// Brings such a file, open and locked, to after; others stay as they are. False with errno where
/// it can't be written.
bool finish(int descriptor);

/// A file that the library writes, by its own driver for the system's files, which a write that
/// fails doesn't reach. The library doesn't get over one: it can't close the file then, and some
/// versions end the program when it ends (1.10) or before (with their assertions). So the first
/// one's reason is kept, and from there on what is written goes nowhere.
///
/// Bytes that a file has when it is added to stay as they are until commit(): what the library
/// writes over them is kept in memory, by pages. Bytes written after them are no part of the file
/// before that either, as the library's first bytes say how long a file is.
///
/// One at a time on each thread.
class disk {
 public:
  disk();
  /// An open file of `size` bytes that is added to.
  disk(int descriptor, std::uint64_t size);
  disk(disk const&) = delete;
  disk& operator=(disk const&) = delete;
  ~disk();

  /// Why something isn't there, 0 if all is.
  int failure() const { return failure_; }
  /// How H5Fcreate and H5Fopen are to open it.
  handle access() const;
  /// Once the library has closed the file: writes the pages that were kept, behind the file's end
  /// first, as a log from which finish() goes on where this program is killed meanwhile. False
  /// where that fails, after all is as it was again, as far as the system lets it.
  bool commit();
  /// Instead: the file is as it was.
  void abandon();

 private:
  struct page {
    std::vector<std::byte> before, now;
  };
  static constexpr haddr_t page_size = 4096;

  static disk& current();
  static H5FD_class_t& of_library();
  static H5FD_class_t const& driver_of_files();
  static herr_t write(H5FD_t* file, H5FD_mem_t kind, hid_t how, haddr_t at, std::size_t size,
                      void const* from);
  static herr_t read(H5FD_t* file, H5FD_mem_t kind, hid_t how, haddr_t at, std::size_t size,
                     void* to);
  static herr_t truncate(H5FD_t* file, hid_t how, hbool_t closing);
  template <class F>
  herr_t tried(F const& f);
  /// Calls f(page, first byte in it, bytes, bytes before) for the pages of a part of what is kept.
  template <class F>
  void for_pages(haddr_t at, std::size_t size, F const& f);
  page& page_at(haddr_t number);
  bool write_log() const;

  int failure_ = 0;
  int descriptor_ = -1;
  std::uint64_t kept_ = 0;    // bytes at the beginning
  std::uint64_t length_ = 0;  // what the file is cut to; beyond kept_ it is already
  std::map<haddr_t, page> pages_;
  disk* outer_;
};

}  // namespace acre::io::hdf5
