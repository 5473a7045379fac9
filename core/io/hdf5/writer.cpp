#include <acre/io/atomic_file.hpp>
#include <acre/io/detail/hdf5_room.hpp>
#include <acre/io/hdf5.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <optional>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

#include "../entry_bytes.hpp"
#include "../readable_file.hpp"
#include "append_at.hpp"
#include "disk.hpp"
#include "library.hpp"
#include <fcntl.h>
#include <hdf5.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace acre::io {
namespace {

namespace fs = std::filesystem;
using hdf5::disk, hdf5::handle, hdf5::plain, hdf5::quiet, hdf5::reason, hdf5::split;

handle space_of(std::vector<std::int64_t> const& shape, std::vector<hsize_t> const& most = {})
{
  if (shape.empty()) return {H5Screate(H5S_SCALAR), H5Sclose};
  std::vector<hsize_t> const extent(shape.begin(), shape.end());
  return {H5Screate_simple(static_cast<int>(extent.size()), extent.data(),
                           most.empty() ? nullptr : most.data()),
          H5Sclose};
}

class writer {
 public:
  /// Datasets grow from place `at` on, or from where they end.
  writer(hid_t file, fs::path const& path, hdf5_format const& format,
         std::optional<hsize_t> at = {}, bool makes_room = false)
      : file_(file),
        path_(path),
        format_(format),
        at_(at),
        makes_room_(makes_room),
        names_(H5Pcreate(H5P_LINK_CREATE), H5Pclose)
  {
    H5Pset_char_encoding(names_, H5T_CSET_UTF8);
  }

  void write(entry const& e)
  {
    npy_array const layout = e.value().layout();
    if (!split(e.name()).second.empty())
      attribute(e, layout);
    else if (auto const there = find(plain(e.name())))
      grow(e, layout, there);
    else
      dataset(e, layout);
  }

  [[noreturn]] void fail(std::string const& why) const
  {
    throw file_error("cannot write " + path_.string() + ": " + why);
  }

 private:
  void dataset(entry const& e, npy_array const& layout) const
  {
    std::string const name = plain(e.name());
    std::optional<std::size_t> const axis = growing_axis(layout.shape.size());
    std::vector<hsize_t> most(layout.shape.begin(), layout.shape.end());
    if (axis) most[*axis] = H5S_UNLIMITED;
    handle const type = hdf5::type_of({layout.kind, layout.itemsize}),
                 space = space_of(layout.shape, most),
                 create = hdf5::without_times(H5P_DATASET_CREATE);
    auto const chunk = chunk_of(layout, axis);
    if (!chunk.empty()) {
      H5Pset_chunk(create, static_cast<int>(chunk.size()), chunk.data());
      if (format_.deflate > 0) {
        H5Pset_shuffle(create);
        if (H5Pset_deflate(create, static_cast<unsigned>(format_.deflate)) < 0)
          fail("the HDF5 library can't compress: " + reason());
      }
    }
    make_groups(name);
    handle const d(H5Dcreate2(file_, name.c_str(), type, space, names_, create, H5P_DEFAULT),
                   H5Dclose);
    if (!d) fail(name + ": " + reason());
    if (auto* const room = dynamic_cast<detail::hdf5_room*>(&e.value()); room && makes_room_)
      return reserve(name, d, type, space, *room);
    detail::with_bytes(e, layout, [&](void const* from) {
      if (H5Dwrite(d, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, from) < 0) fail(name + ": " + reason());
    });
  }

  /// Those of a/b/c that are not there: a and a/b. (The library's own way makes them with times.)
  void make_groups(std::string const& dataset) const
  {
    handle const without_times = hdf5::without_times(H5P_GROUP_CREATE);
    for (auto end = dataset.find('/'); end != std::string::npos; end = dataset.find('/', end + 1)) {
      std::string const group = dataset.substr(0, end);
      if (H5Lexists(file_, group.c_str(), H5P_DEFAULT) > 0) continue;
      handle const made(H5Gcreate2(file_, group.c_str(), names_, without_times, H5P_DEFAULT),
                        H5Gclose);
      if (!made) fail(group + ": " + reason());
    }
  }

  /// The library gives a dataset all its bytes when the first of them is written; told to do so
  /// before, it would note that in the file, which were another one then.
  void reserve(std::string const& name, hid_t d, hid_t type, hid_t space,
               detail::hdf5_room& room) const
  {
    auto const rank = static_cast<std::size_t>(std::max(H5Sget_simple_extent_ndims(space), 0));
    if (H5Sget_simple_extent_npoints(space) == 0) return;
    std::vector<hsize_t> const first(rank, 0), one(rank, 1);
    std::array<std::byte, sizeof(double) * 2> const zeros{};
    handle const in_memory(H5Screate(H5S_SCALAR), H5Sclose);
    if ((rank > 0 && H5Sselect_hyperslab(space, H5S_SELECT_SET, first.data(), nullptr, one.data(),
                                         nullptr) < 0) ||
        H5Dwrite(d, type, in_memory, space, H5P_DEFAULT, zeros.data()) < 0)
      fail(name + ": " + reason());
    haddr_t const at = H5Dget_offset(d);
    if (at == HADDR_UNDEF) fail(name + ": the HDF5 library doesn't say where its elements lie");
    room.place = at;
  }

  void attribute(entry const& e, npy_array const& layout) const
  {
    auto const [object, attribute] = split(e.name());
    handle const of(H5Oopen(file_, object.c_str(), H5P_DEFAULT), H5Oclose);
    if (!of) fail("there is no " + object + " for the attribute " + e.name());
    handle const type = hdf5::type_of({layout.kind, layout.itemsize}),
                 space = space_of(layout.shape),
                 a(H5Acreate2(of, attribute.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT),
                   H5Aclose);
    if (!a) fail(e.name() + ": " + reason());
    bool done = false;
    auto const put = [&](void const* from) {
      done = true;
      if (H5Awrite(a, type, from) < 0) fail(e.name() + ": " + reason());
    };
    detail::with_bytes(e, layout, put);
    if (!done && layout.shape.empty()) put("");  // an empty text has one byte
  }

  /// A dataset of this name, none where nothing is there. Throws for what else is there.
  handle find(std::string const& name) const
  {
    for (std::size_t end = 0; end != std::string::npos;) {
      end = name.find('/', end + 1);
      std::string const part = name.substr(0, end);
      H5L_info_t link{};
      if (H5Lexists(file_, part.c_str(), H5P_DEFAULT) <= 0) return {};
      if (H5Lget_info(file_, part.c_str(), &link, H5P_DEFAULT) < 0 || link.type != H5L_TYPE_HARD)
        fail("its " + part + " is a link, which is not followed");
    }
    handle object(H5Oopen(file_, name.c_str(), H5P_DEFAULT), H5Oclose);
    if (!object || H5Iget_type(object) != H5I_DATASET) fail("it has a group " + name);
    return object;
  }

  void grow(entry const& e, npy_array const& layout, hid_t d) const
  {
    std::string const name = plain(e.name());
    handle const in_file(H5Dget_space(d), H5Sclose), type(H5Dget_type(d), H5Tclose);
    auto const rank = static_cast<std::size_t>(std::max(H5Sget_simple_extent_ndims(in_file), 0));
    std::vector<hsize_t> extent(rank), most(rank);
    H5Sget_simple_extent_dims(in_file, extent.data(), most.data());
    std::size_t const axis = axis_that_grows(name, most);

    hdf5::found_type const found = hdf5::classify(type);
    if (layout.kind == 'S' && found.is.kind == 'S') {
      if (found.is.itemsize < layout.itemsize)
        throw dtype_error("append_hdf5: " + name + " of " + path_.string() + " holds texts of " +
                          (found.is.itemsize == 0
                               ? "any length, to which those of a fixed length can't be added"
                               : std::to_string(found.is.itemsize) + " bytes at most, not of " +
                                     std::to_string(layout.itemsize)));
    } else if (found.is.kind != layout.kind || found.is.itemsize != layout.itemsize) {
      throw dtype_error("append_hdf5: " + name + " of " + path_.string() + " is of dtype " +
                        (found.is.kind == 'V'
                             ? found.name
                             : detail::npy_dtype(found.is.kind, found.is.itemsize)) +
                        ", not " + layout.dtype());
    }

    // of an axis less, it is one place along it
    std::vector<hsize_t> count(layout.shape.begin(), layout.shape.end());
    if (count.size() + 1 == rank)
      count.insert(count.begin() + static_cast<std::ptrdiff_t>(axis), 1);
    bool fits = count.size() == rank;
    for (std::size_t k = 0; fits && k < rank; ++k) fits = k == axis || count[k] == extent[k];
    if (!fits) {
      std::vector<std::int64_t> const there(extent.begin(), extent.end());
      throw shape_error("append_hdf5: an array of shape " + layout.shape_string() +
                        " can't be added to " + name + " of " + path_.string() +
                        ", which has shape " + detail::npy_shape(there) + " and grows along axis " +
                        std::to_string(axis) + ": the other extents have to be the same");
    }
    std::vector<hsize_t> first(rank, 0);
    first[axis] = std::max(at_.value_or(0), extent[axis]);
    extent[axis] = first[axis] + count[axis];
    if (extent[axis] > most[axis])
      throw shape_error("append_hdf5: " + name + " of " + path_.string() + " has room for " +
                        std::to_string(most[axis]) + " along axis " + std::to_string(axis) +
                        ", not for " + std::to_string(extent[axis]));
    if (H5Dset_extent(d, extent.data()) < 0) fail(name + ": " + reason());
    handle const grown(H5Dget_space(d), H5Sclose),
        memory = space_of({count.begin(), count.end()}),
        of_memory = hdf5::type_of({layout.kind, layout.itemsize});
    detail::with_bytes(e, layout, [&](void const* from) {
      if (H5Sselect_hyperslab(grown, H5S_SELECT_SET, first.data(), nullptr, count.data(), nullptr) <
              0 ||
          H5Dwrite(d, of_memory, memory, grown, H5P_DEFAULT, from) < 0)
        fail(name + ": " + hdf5::missing_filter(d).value_or(reason()));
    });
  }

  std::size_t axis_that_grows(std::string const& name, std::vector<hsize_t> const& most) const
  {
    std::vector<std::size_t> axes;
    for (std::size_t k = 0; k < most.size(); ++k)
      if (most[k] == H5S_UNLIMITED) axes.push_back(k);
    std::string const has = "it has a dataset " + name;
    if (axes.empty())
      fail(has + ", of a fixed shape; it can grow if save_hdf5 makes it with {.unlimited = 0}");
    auto const wanted = growing_axis(most.size());
    if (wanted && std::find(axes.begin(), axes.end(), *wanted) != axes.end()) return *wanted;
    if (wanted || axes.size() > 1) {
      std::string all;
      for (std::size_t const k : axes) all += (all.empty() ? "" : " and ") + std::to_string(k);
      fail(has + ", which grows along " + (axes.size() == 1 ? "axis " : "the axes ") + all +
           (wanted ? ", not " + std::to_string(*wanted) : "; {.unlimited = axis} says which"));
    }
    return axes.front();
  }

  /// The axis along which a dataset of so many axes is to grow, if it has it.
  std::optional<std::size_t> growing_axis(std::size_t rank) const
  {
    if (!format_.unlimited) return {};
    auto const n = static_cast<int>(rank);
    int const axis = *format_.unlimited < 0 ? *format_.unlimited + n : *format_.unlimited;
    if (axis < 0 || axis >= n) return {};
    return static_cast<std::size_t>(axis);
  }

  /// None where a dataset lies in one piece: has no axes or no elements, or isn't asked to be cut.
  std::vector<hsize_t> chunk_of(npy_array const& layout, std::optional<std::size_t> grows) const
  {
    std::size_t const rank = layout.shape.size();
    if (rank == 0 || (!grows && detail::npy_size(layout.shape) == 0)) return {};
    std::vector<hsize_t> chunk(layout.shape.begin(), layout.shape.end());
    bool const cut = format_.chunk.size() == rank;
    for (std::size_t axis = 0; cut && axis < rank; ++axis) {
      auto const wanted = static_cast<hsize_t>(format_.chunk[axis]);
      chunk[axis] = axis == grows ? wanted : std::max<hsize_t>(std::min(chunk[axis], wanted), 1);
    }
    if (cut) return chunk;
    if (!grows && format_.chunk.empty() && format_.deflate == 0) return {};
    hsize_t bytes = std::max<std::size_t>(layout.itemsize, 1);
    for (hsize_t& n : chunk) bytes *= n = std::max<hsize_t>(n, 1);
    if (grows) {  // by little at a time: what is added fills pieces, and few of them
      constexpr hsize_t least = 16384;
      hsize_t& n = chunk[*grows];
      hsize_t const row = bytes / n;
      n = std::max(n, least / row);
      bytes = row * n;
    }
    auto const halve = [&](hsize_t& n) {
      while (bytes > (1 << 20) && n > 1) {
        bytes = bytes / n * ((n + 1) / 2);
        n = (n + 1) / 2;
      }
    };
    if (grows) halve(chunk[*grows]);
    for (hsize_t& n : chunk) halve(n);  // cut along the first axes
    return chunk;
  }

  hid_t file_;
  fs::path const& path_;
  hdf5_format const& format_;
  std::optional<hsize_t> at_;
  bool makes_room_;
  handle names_;
};

void require_entries(char const* operation, std::vector<entry> const& entries,
                     hdf5_format const& format)
{
  auto const refuse = [&](std::string const& why) {
    throw value_error(std::string(operation) + ": " + why);
  };
  std::vector<std::string> names;
  for (entry const& e : entries) {
    auto const [object, attribute] = split(e.name());
    bool const is_dataset = e.name().find('@') == std::string::npos;
    std::string const name = is_dataset ? plain(e.name()) : plain(object) + "@" + attribute;
    if (name.empty() || (!is_dataset && attribute.empty())) refuse("an entry has no name");
    if (name.find('\0') != std::string::npos) refuse("an entry's name has a zero byte");
    if (is_dataset && (name.front() == '/' || name.back() == '/' ||
                       ("/" + name + "/").find("/./") != std::string::npos ||
                       name.find("//") != std::string::npos))
      refuse("the name " + e.name() + " is none: groups and dataset are a/b/c");
    if (std::find(names.begin(), names.end(), name) != names.end())
      refuse("there are two entries " + e.name());
    names.push_back(name);
    npy_array const layout = e.value().layout();
    constexpr std::size_t most = 60000;  // what the library keeps beside an object
    if (!is_dataset && layout.itemsize > 0 &&
        static_cast<std::size_t>(detail::npy_size(layout.shape)) > most / layout.itemsize)
      refuse("the attribute " + e.name() + " is longer than 60000 bytes");
  }
  if (format.deflate < 0 || format.deflate > 9)
    refuse("deflate " + std::to_string(format.deflate) + " is not within 0 to 9");
  for (std::int64_t const n : format.chunk)
    if (n < 1) refuse("a chunk of extent " + std::to_string(n));
}

/// Throws where not even a file's first bytes can be written, with the system's reason: the library
/// ends the program there where it has its assertions.
void require_first_bytes(std::FILE* file, fs::path const& path)
{
  std::array<char, 4096> const zeros{};
  errno = 0;
  if (std::fwrite(zeros.data(), 1, zeros.size(), file) != zeros.size() || std::fflush(file) != 0)
    throw file_error("cannot write " + path.string() + ": " + std::strerror(errno));
}

void write_all(disk const& to, handle file, fs::path const& path, std::vector<entry> const& entries,
               hdf5_format const& format, std::optional<hsize_t> at = {}, bool makes_room = false)
{
  writer out(file, path, format, at, makes_room);
  auto const require_written = [&] {
    if (to.failure() != 0) out.fail(std::strerror(to.failure()));
  };
  require_written();
  if (!file) out.fail(reason());
  for (entry const& e : entries) {
    out.write(e);
    require_written();
  }
  bool const closed = file.close();
  require_written();
  if (!closed) out.fail(reason());
}

/// A file that is open to be added to, and which no other program opens by the HDF5 library
/// meanwhile.
class file_to_add_to {
 public:
  explicit file_to_add_to(fs::path const& path) : path_(path)
  {
    detail::readable_file const there(path);  // says what is wrong with it
    auto const enough = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    while (!open()) {
      if (std::chrono::steady_clock::now() > enough)
        fail("another program has it open to write to it");
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  }
  file_to_add_to(file_to_add_to const&) = delete;
  file_to_add_to& operator=(file_to_add_to const&) = delete;
  ~file_to_add_to() { ::close(descriptor_); }

  int descriptor() const { return descriptor_; }
  std::uint64_t size() const { return static_cast<std::uint64_t>(facts_.st_size); }
  /// False where a reader has it open, which has to see what it opened.
  bool alone() const { return alone_; }

 private:
  [[noreturn]] void fail(std::string const& why) const
  {
    throw file_error("cannot write " + path_.string() + ": " + why);
  }
  /// False where somebody writes to it, or has put another file in its place.
  bool open()
  {
    descriptor_ = ::open(path_.c_str(), O_RDWR | O_CLOEXEC);
    if (descriptor_ < 0) fail(std::strerror(errno));
    auto const locks = [&](int how) {
      return ::flock(descriptor_, how | LOCK_NB) == 0 || errno != EWOULDBLOCK;  // has it no locks?
    };
    alone_ = locks(LOCK_EX);
    if (alone_ && !hdf5::finish(descriptor_)) {
      int const error = errno;
      ::close(descriptor_);
      fail(std::strerror(error));
    }
    bool good = alone_ || locks(LOCK_SH);
    struct stat now{};
    good = good && ::fstat(descriptor_, &facts_) == 0 && ::stat(path_.c_str(), &now) == 0 &&
           now.st_ino == facts_.st_ino && now.st_dev == facts_.st_dev;
    if (!good) ::close(descriptor_);
    return good;
  }

  fs::path const& path_;
  int descriptor_ = -1;
  bool alone_ = false;
  struct stat facts_{};
};

void require_hdf5(handle const& file, fs::path const& path)
{
  if (!file)
    throw file_error("cannot read " + path.string() +
                     ": not an HDF5 file, or a broken one: " + reason());
}

void append_in_place(file_to_add_to const& there, fs::path const& path,
                     std::vector<entry> const& entries, hdf5_format const& format,
                     std::optional<hsize_t> at)
{
  disk to(there.descriptor(), there.size());
  try {
    handle file(H5Fopen(detail::name_of(there.descriptor()).c_str(), H5F_ACC_RDWR, to.access()),
                H5Fclose);
    require_hdf5(file, path);
    write_all(to, std::move(file), path, entries, format, at);
  } catch (...) {
    to.abandon();
    throw;
  }
  if (!to.commit())
    throw file_error("cannot write " + path.string() + ": " + std::strerror(to.failure()));
}

void append_to_copy(fs::path const& path, std::vector<entry> const& entries,
                    hdf5_format const& format, std::optional<hsize_t> at)
{
  write_file_atomically(path,
                        [&](std::FILE* f) {
                          std::string const name = detail::name_of(f);
                          std::error_code ec;
                          fs::copy_file(path, name, fs::copy_options::overwrite_existing, ec);
                          if (ec)
                            throw file_error("cannot write " + path.string() + ": " + ec.message());
                          disk const to;
                          handle file(H5Fopen(name.c_str(), H5F_ACC_RDWR, to.access()), H5Fclose);
                          if (to.failure() == 0) require_hdf5(file, path);
                          write_all(to, std::move(file), path, entries, format, at);
                        },
                        {.named = true});
}

void append(fs::path const& path, std::vector<entry> const& entries, hdf5_format const& format,
            std::optional<hsize_t> at)
{
  quiet const silence;
  file_to_add_to const there(path);
  if (there.alone())
    append_in_place(there, path, entries, format, at);
  else
    append_to_copy(path, entries, format, at);
}

/// Lists can't be added to others by what they are made of.
void require_no_lists(std::vector<entry> const& given, hdf5_reader const& there)
{
  for (entry const& e : given)
    for (entry const& part : entry::in_file({e}))
      if (part.name() != e.name() && part.name().ends_with("/offsets") &&
          there.contains(part.name()))
        throw value_error("append_hdf5: " + e.name() + " of " + there.path().string() +
                          " has lists, whose offsets don't go on from those that are there; "
                          "give these lists a name of their own");
}

}  // namespace

void save_hdf5(fs::path const& path, std::vector<entry> const& given, hdf5_format const& format)
{
  auto const entries = entry::in_file(given);
  require_entries("save_hdf5", entries, format);
  write_file_atomically(path,
                        [&](std::FILE* f) {
                          quiet const silence;
                          require_first_bytes(f, path);
                          disk const to;
                          write_all(to,
                                    {H5Fcreate(detail::name_of(f).c_str(), H5F_ACC_TRUNC,
                                               hdf5::without_times(H5P_FILE_CREATE), to.access()),
                                     H5Fclose},
                                    path, entries, format);
                        },
                        {.named = true});
}

void detail::begin_hdf5(new_file const& file, std::vector<entry> const& given)
{
  auto const entries = entry::in_file(given);
  require_entries("save_hdf5", entries, {});
  quiet const silence;
  require_first_bytes(file.stream(), file.path());
  disk const to;
  write_all(to,
            {H5Fcreate(name_of(file.stream()).c_str(), H5F_ACC_TRUNC,
                       hdf5::without_times(H5P_FILE_CREATE), to.access()),
             H5Fclose},
            file.path(), entries, {}, {}, true);
}

void append_hdf5(fs::path const& path, std::vector<entry> const& given, hdf5_format const& format)
{
  auto const entries = entry::in_file(given);
  require_entries("append_hdf5", entries, format);
  if (entries.empty()) return;
  if (entries.size() != given.size()) require_no_lists(given, hdf5_reader(path));
  append(path, entries, format, {});
}

void detail::append_hdf5_at(fs::path const& path, std::vector<entry> const& entries,
                            std::int64_t first)
{
  append(path, entries, {.unlimited = 0}, static_cast<hsize_t>(first));
}

}  // namespace acre::io
