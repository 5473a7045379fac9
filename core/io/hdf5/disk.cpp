#include "disk.hpp"

#include <acre/error.hpp>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <tuple>
#include <utility>

#include <unistd.h>

namespace acre::io::hdf5 {
namespace {

thread_local disk* the_disk = nullptr;

/// All of it, or false with errno.
bool write_at(int descriptor, std::uint64_t at, std::byte const* from, std::size_t size)
{
  while (size > 0) {
    ssize_t const n = ::pwrite(descriptor, from, size, static_cast<off_t>(at));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    from += n;
    at += static_cast<std::uint64_t>(n);
    size -= static_cast<std::size_t>(n);
  }
  return true;
}

bool read_at(int descriptor, std::uint64_t at, std::byte* to, std::size_t size)
{
  while (size > 0) {
    ssize_t const n = ::pread(descriptor, to, size, static_cast<off_t>(at));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    to += n;
    at += static_cast<std::uint64_t>(n);
    size -= static_cast<std::size_t>(n);
  }
  return true;
}

/// A log: how long the file is to be, and pages' places, sizes and bytes; then log_end, with which
/// the file ends.
struct log_end {
  char name[8] = {'a', 'c', 'r', 'e', ' ', 'l', 'o', 'g'};
  std::uint64_t size = 0;  // of what is before
  std::uint64_t sum = 0;
};

std::uint64_t sum_of(std::byte const* p, std::size_t n)
{
  std::uint64_t sum = 0xcbf29ce484222325;
  for (std::size_t k = 0; k < n; ++k)
    sum = (sum ^ std::to_integer<std::uint64_t>(p[k])) * 0x100000001b3;
  return sum;
}

bool is_end(log_end const& end, std::uint64_t size_of_file)
{
  return std::memcmp(end.name, log_end{}.name, sizeof end.name) == 0 &&
         end.size >= sizeof(std::uint64_t) && end.size <= size_of_file - sizeof end;
}

}  // namespace

bool is_unfinished(detail::readable_file const& file)
{
  log_end end;
  if (file.size() < sizeof end) return false;
  file.read(file.size() - sizeof end, &end, sizeof end);
  return is_end(end, file.size());
}

bool finish(int descriptor)
{
  off_t const length = ::lseek(descriptor, 0, SEEK_END);
  if (length < 0) return false;
  auto const size = static_cast<std::uint64_t>(length);
  log_end end;
  if (size < sizeof end) return true;
  auto* const bytes = reinterpret_cast<std::byte*>(&end);
  if (!read_at(descriptor, size - sizeof end, bytes, sizeof end)) return false;
  if (!is_end(end, size)) return true;
  std::vector<std::byte> log(end.size);
  if (!read_at(descriptor, size - sizeof end - end.size, log.data(), log.size())) return false;
  if (sum_of(log.data(), log.size()) != end.sum) return true;
  std::size_t at = 0;
  auto const next = [&] {
    std::uint64_t value = 0;
    std::memcpy(&value, log.data() + at, sizeof value);
    at += sizeof value;
    return value;
  };
  std::uint64_t const wanted = next();
  while (at < log.size()) {
    std::uint64_t const place = next(), n = next();
    if (!write_at(descriptor, place, log.data() + at, n)) return false;
    at += n;
  }
  return ::ftruncate(descriptor, static_cast<off_t>(wanted)) == 0;
}

disk::disk() : outer_(std::exchange(the_disk, this)) {}
disk::disk(int descriptor, std::uint64_t size)
    : descriptor_(descriptor), kept_(size), length_(size), outer_(std::exchange(the_disk, this))
{}
disk::~disk() { the_disk = outer_; }

disk& disk::current() { return *the_disk; }

handle disk::access() const
{
  handle list(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  handle const driver(H5FDregister(&driver_of_files()), H5FDunregister);
  H5Pset_driver(list, driver, nullptr);  // it keeps the driver
  return list;
}

H5FD_class_t& disk::of_library()
{
  static H5FD_class_t found = [] {
    handle const list(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
    H5Pset_fapl_sec2(list);
    H5FD_t* const any = H5FDopen("/dev/null", H5F_ACC_RDONLY, list, HADDR_UNDEF);
    if (any == nullptr) throw file_error("cannot write HDF5 files: " + reason());
    H5FD_class_t const its = *any->cls;
    H5FDclose(any);
    return its;
  }();
  return found;
}

H5FD_class_t const& disk::driver_of_files()
{
  static H5FD_class_t const made = [] {
    H5FD_class_t its = of_library();
    its.name = "acre";
#ifdef H5FD_CLASS_VERSION  // 1.13 on
    its.value = static_cast<H5FD_class_value_t>(511);
#endif
    its.write = write;
    its.read = read;
    its.truncate = truncate;
    // who opens the file locks it
    its.lock = [](H5FD_t*, hbool_t) { return herr_t{0}; };
    its.unlock = [](H5FD_t*) { return herr_t{0}; };
    return its;
  }();
  return made;
}

template <class F>
herr_t disk::tried(F const& f)
{
  if (failure_ != 0) return 0;
  errno = 0;
  if (!f()) failure_ = errno != 0 ? errno : EIO;
  return 0;
}

template <class F>
void disk::for_pages(haddr_t at, std::size_t size, F const& f)
{
  for (std::size_t done = 0; done < size;) {
    std::size_t const first = (at + done) % page_size,
                      n = std::min<std::size_t>(size - done, page_size - first);
    f((at + done) / page_size, first, n, done);
    done += n;
  }
}

disk::page& disk::page_at(haddr_t number)
{
  page& p = pages_[number];
  if (p.now.empty()) {
    p.before.resize(std::min(page_size, kept_ - number * page_size));
    if (!read_at(descriptor_, number * page_size, p.before.data(), p.before.size()))
      failure_ = errno != 0 ? errno : EIO;
    p.now = p.before;
  }
  return p;
}

herr_t disk::write(H5FD_t* file, H5FD_mem_t kind, hid_t how, haddr_t at, std::size_t size,
                   void const* from)
{
  disk& d = current();
  auto const* const bytes = static_cast<std::byte const*>(from);
  std::size_t const kept = at < d.kept_ ? std::min<std::uint64_t>(size, d.kept_ - at) : 0;
  return d.tried([&] {
    d.for_pages(at, kept, [&](haddr_t number, std::size_t first, std::size_t n, std::size_t done) {
      std::memcpy(d.page_at(number).now.data() + first, bytes + done, n);
    });
    return kept == size ||
           of_library().write(file, kind, how, at + kept, size - kept, bytes + kept) >= 0;
  });
}

herr_t disk::read(H5FD_t* file, H5FD_mem_t kind, hid_t how, haddr_t at, std::size_t size, void* to)
{
  herr_t const status = of_library().read(file, kind, how, at, size, to);
  disk& d = current();
  auto* const bytes = static_cast<std::byte*>(to);
  d.for_pages(at, size, [&](haddr_t number, std::size_t first, std::size_t n, std::size_t done) {
    auto const found = d.pages_.find(number);
    if (found == d.pages_.end() || first >= found->second.now.size()) return;
    std::memcpy(bytes + done, found->second.now.data() + first,
                std::min(n, found->second.now.size() - first));
  });
  return status;
}

herr_t disk::truncate(H5FD_t* file, hid_t how, hbool_t closing)
{
  disk& d = current();
  return d.tried([&] {
    haddr_t const end = of_library().get_eoa(file, H5FD_MEM_DEFAULT);
    d.length_ = end;
    return end < d.kept_ || of_library().truncate(file, how, closing) >= 0;
  });
}

bool disk::write_log() const
{
  std::vector<std::byte> log;
  auto const put = [&](std::uint64_t value) {
    auto const* const p = reinterpret_cast<std::byte const*>(&value);
    log.insert(log.end(), p, p + sizeof value);
  };
  put(length_);
  for (auto const& [number, p] : pages_) {
    if (p.now == p.before) continue;
    put(number * page_size);
    put(p.now.size());
    log.insert(log.end(), p.now.begin(), p.now.end());
  }
  log_end end;
  end.size = log.size();
  end.sum = sum_of(log.data(), log.size());
  auto const* const p = reinterpret_cast<std::byte const*>(&end);
  log.insert(log.end(), p, p + sizeof end);
  return write_at(descriptor_, std::max(kept_, length_), log.data(), log.size());
}

bool disk::commit()
{
  errno = 0;
  bool const logged = write_log();
  if (logged && finish(descriptor_)) return true;
  failure_ = errno != 0 ? errno : EIO;
  bool restored = logged;
  for (auto const& [number, p] : pages_)
    restored =
        restored && write_at(descriptor_, number * page_size, p.before.data(), p.before.size());
  if (!logged || restored) abandon();
  return false;
}

void disk::abandon() { std::ignore = ::ftruncate(descriptor_, static_cast<off_t>(kept_)); }

}  // namespace acre::io::hdf5
