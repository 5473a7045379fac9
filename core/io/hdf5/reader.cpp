#include <acre/io/hdf5.hpp>

#include <algorithm>
#include <chrono>
#include <new>
#include <optional>
#include <stdexcept>
#include <thread>
#include <utility>

#include "../readable_file.hpp"
#include "disk.hpp"
#include "library.hpp"
#include <fcntl.h>
#include <hdf5.h>
#include <sys/file.h>
#include <unistd.h>

namespace acre::io {
namespace {

namespace fs = std::filesystem;
using hdf5::classify, hdf5::found_type, hdf5::handle, hdf5::plain, hdf5::quiet, hdf5::reason,
    hdf5::split;

herr_t note_dataset(hid_t group, char const* name, H5L_info_t const* info, void* to)
{
  if (info->type == H5L_TYPE_EXTERNAL) return 0;
  handle const object(H5Oopen(group, name, H5P_DEFAULT), H5Oclose);
  if (object && H5Iget_type(object) == H5I_DATASET)
    static_cast<std::vector<std::string>*>(to)->push_back(name);
  return 0;
}

}  // namespace

struct hdf5_reader::file {
  explicit file(fs::path const& from) : path(from)
  {
    quiet const silence;
    {
      detail::readable_file const there(path);  // names what the library doesn't: a pipe
      if (hdf5::is_unfinished(there)) finish();
    }
    // append_hdf5 of another program locks it for a moment
    for (int wait = 1; !open() && wait < 512; wait *= 2) {
      if (reason().find("lock file") == std::string::npos) break;
      std::this_thread::sleep_for(std::chrono::milliseconds(wait));
    }
    if (!id) fail("not an HDF5 file, or a broken one: " + reason());
  }
  /// After a program that was killed while it added to the file; where this one may not write to
  /// it, the file is read as it is.
  void finish() const
  {
    int const descriptor = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
    if (descriptor < 0) return;
    // a program that is at it goes first; one that reads it can't be waited for
    for (int wait = 1; wait < 512; wait *= 2) {
      if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0) {
        hdf5::finish(descriptor);
        break;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(wait));
    }
    ::close(descriptor);
  }
  bool open()
  {
    id = handle(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
    return bool(id);
  }
  [[noreturn]] void fail(std::string const& why) const
  {
    throw file_error("cannot read " + path.string() + ": " + why);
  }
  [[noreturn]] void fail(std::string const& name, std::string const& why) const
  {
    fail(name + ": " + why);
  }
  /// Looked up once: the file is read alone, and stays what it is.
  std::vector<std::string> const& datasets() const
  {
    if (!names) {
      std::vector<std::string> found;
      if (H5Lvisit(id, H5_INDEX_NAME, H5_ITER_INC, note_dataset, &found) < 0)
        fail("its groups can't be listed: " + reason());
      names = std::move(found);
    }
    return *names;
  }
  bool contains(std::string const& name) const
  {
    return std::find(datasets().begin(), datasets().end(), plain(name)) != datasets().end();
  }
  struct dataset {
    std::string name;
    handle id;
    npy_array layout;
    handle in_memory;  // its type
  };
  handle open_dataset(std::string const& name) const
  {
    if (!contains(name)) {
      std::string all;
      for (std::string const& n : datasets()) all += (all.empty() ? "" : ", ") + n;
      fail("it has no dataset " + name + (all.empty() ? ", and no other" : "; there are: " + all));
    }
    handle d(H5Dopen2(id, plain(name).c_str(), H5P_DEFAULT), H5Dclose);
    if (!d) fail(name, reason());
    return d;
  }
  /// It stays open until another one is asked for, and with it the chunks that the library has
  /// unpacked. No more than the datasets' own names are opened: a path through a link could be
  /// another file's.
  dataset const& open(std::string const& name) const
  {
    if (last && last->name == name) return *last;
    handle d = open_dataset(name);
    auto [layout, in_memory] = layout_of(name, d);
    last.emplace(dataset{name, std::move(d), std::move(layout), std::move(in_memory)});
    return *last;
  }
  std::vector<std::int64_t> extents(std::string const& name, hid_t space) const
  {
    int const rank = H5Sget_simple_extent_ndims(space);
    if (rank < 0 || H5Sget_simple_extent_type(space) == H5S_NULL) fail(name, "it has no shape");
    std::vector<hsize_t> extent(static_cast<std::size_t>(rank));
    H5Sget_simple_extent_dims(space, extent.data(), nullptr);
    std::vector<std::int64_t> shape(extent.begin(), extent.end());
    try {
      detail::npy_size(shape);
    } catch (shape_error const& e) {
      fail(name, e.message());
    }
    return shape;
  }
  std::pair<npy_array, handle> layout_of(std::string const& name, hid_t d) const
  {
    handle const type(H5Dget_type(d), H5Tclose), space(H5Dget_space(d), H5Sclose);
    found_type found = classify(type);
    if (found.is.kind == 'V' || found.is.kind == 'S')
      fail(name, "it holds " + found.name +
                     (found.is.kind == 'S' ? "; texts() reads it"
                                           : "; bool, integers of 8 to 64 bits, float32, float64 "
                                             "and complex of these can be read"));
    npy_array out{found.is.kind, found.is.itemsize, extents(name, space), {}};
    return {std::move(out), std::move(found.in_memory)};
  }

  fs::path path;
  handle id;
  mutable std::optional<std::vector<std::string>> names;
  mutable std::optional<dataset> last;  // which goes before the file
};

hdf5_reader::hdf5_reader(fs::path const& path) : file_(std::make_unique<file>(path)) {}
hdf5_reader::hdf5_reader(hdf5_reader&&) noexcept = default;
hdf5_reader& hdf5_reader::operator=(hdf5_reader&&) noexcept = default;
hdf5_reader::~hdf5_reader() = default;

fs::path const& hdf5_reader::path() const { return file_->path; }

std::vector<std::string> hdf5_reader::datasets() const
{
  quiet const silence;
  return file_->datasets();
}

bool hdf5_reader::contains(std::string const& dataset) const
{
  quiet const silence;
  return file_->contains(dataset);
}

npy_array hdf5_reader::layout(std::string const& dataset) const
{
  quiet const silence;
  return file_->open(dataset).layout;
}

npy_array hdf5_reader::read(std::string const& dataset) const
{
  npy_array a = layout(dataset);
  detail::selection const all{std::vector<std::int64_t>(a.shape.size(), 0), a.shape,
                              std::vector<std::int64_t>(a.shape.size(), 1)};
  detail::allocate(a);
  read(dataset, a, all, a.data.data());
  return a;
}

npy_array hdf5_reader::read(std::string const& dataset, std::int64_t first,
                            std::int64_t count) const
{
  npy_array a = layout(dataset);
  if (a.shape.empty() || first < 0 || count < 0 || first > a.shape.front() - count)
    throw shape_error(file_->path.string() + ": rows " + std::to_string(first) + " to " +
                      std::to_string(first + count) + " of " + dataset + ", an array of shape " +
                      a.shape_string());
  detail::selection part{std::vector<std::int64_t>(a.shape.size(), 0), a.shape,
                         std::vector<std::int64_t>(a.shape.size(), 1)};
  part.first.front() = first;
  part.count.front() = a.shape.front() = count;
  detail::allocate(a);
  read(dataset, a, part, a.data.data());
  return a;
}

std::string hdf5_reader::where(std::string const& dataset) const
{
  return file_->path.string() + ": " + dataset;
}

detail::selected hdf5_reader::select(std::string const& dataset, npy_array const& layout,
                                     std::initializer_list<slice> slices) const
{
  return detail::select(layout.shape, std::vector<slice>(slices), where(dataset));
}

void hdf5_reader::require(std::string const& dataset, npy_array& wanted) const
{
  npy_array const found = layout(dataset);
  detail::require_wanted(found, wanted.kind, wanted.itemsize, wanted.shape.size(), where(dataset));
  wanted.shape = found.shape;
}

void hdf5_reader::read(std::string const& dataset, npy_array const& layout,
                       detail::selection const& part, void* to) const
{
  quiet const silence;
  if (std::find(part.count.begin(), part.count.end(), 0) != part.count.end()) return;
  auto const& d = file_->open(dataset);
  handle const in_file(H5Dget_space(d.id), H5Sclose);
  handle in_memory;
  if (part.count.empty()) {
    in_memory = handle(H5Screate(H5S_SCALAR), H5Sclose);
  } else {
    std::vector<hsize_t> const first(part.first.begin(), part.first.end()),
        count(part.count.begin(), part.count.end()), step(part.step.begin(), part.step.end());
    if (H5Sselect_hyperslab(in_file, H5S_SELECT_SET, first.data(), step.data(), count.data(),
                            nullptr) < 0)
      file_->fail(dataset, reason());
    in_memory =
        handle(H5Screate_simple(static_cast<int>(count.size()), count.data(), nullptr), H5Sclose);
  }
  if (H5Dread(d.id, d.in_memory, in_memory, in_file, H5P_DEFAULT, to) < 0)
    file_->fail(dataset, hdf5::missing_filter(d.id).value_or(reason()));
  if (layout.kind == 'b') {
    auto* const bytes = static_cast<unsigned char*>(to);
    std::for_each(bytes, bytes + detail::npy_size(part.count),
                  [](unsigned char& b) { b = b != 0; });
  }
}

namespace {

/// An attribute's handle; the object it is of is closed again.
handle open_attribute(hid_t file, std::string const& name)
{
  auto const [object, attribute] = split(name);
  handle const of(H5Oopen(file, object.c_str(), H5P_DEFAULT), H5Oclose);
  return {of ? H5Aopen(of, attribute.c_str(), H5P_DEFAULT) : -1, H5Aclose};
}

/// A text of a fixed length without its fill, which the file's type names.
std::string trimmed(std::string text, H5T_str_t padding)
{
  if (padding == H5T_STR_NULLTERM) text.resize(std::min(text.find('\0'), text.size()));
  char const filler = padding == H5T_STR_SPACEPAD ? ' ' : '\0';
  while (!text.empty() && text.back() == filler) text.pop_back();
  return text;
}

/// The texts of a dataset or attribute, which read(type, memory) reads; none where it has no texts.
template <class Read>
std::optional<std::vector<std::string>> read_texts(hid_t type,
                                                   std::vector<std::int64_t> const& shape,
                                                   Read const& read)
{
  found_type const found = classify(type);
  if (found.is.kind != 'S') return {};
  auto const n = static_cast<std::size_t>(detail::npy_size(shape));
  std::size_t const size = found.is.itemsize;
  try {
    std::vector<std::string> texts(n);
    if (n == 0) return texts;
    if (size > 0) {
      std::string all(n * size, '\0');
      read(type, all.data());
      for (std::size_t k = 0; k < n; ++k)
        texts[k] = trimmed(all.substr(k * size, size), H5Tget_strpad(type));
      return texts;
    }
    std::vector<char*> chars(n, nullptr);
    read(type, static_cast<void*>(chars.data()));
    for (std::size_t k = 0; k < n; ++k) {
      if (chars[k] != nullptr) texts[k] = chars[k];
      H5free_memory(chars[k]);
    }
    return texts;
  } catch (std::bad_alloc const&) {
  } catch (std::length_error const&) {
  }
  acre::detail::throw_out_of_memory(shape, std::max<std::size_t>(size, sizeof(std::string)),
                                    "text");
}

}  // namespace

npy_array hdf5_reader::attribute(std::string const& name) const
{
  quiet const silence;
  handle const a = open_attribute(file_->id, name);
  if (!a) file_->fail("it has no attribute " + name);
  handle const type(H5Aget_type(a), H5Tclose), space(H5Aget_space(a), H5Sclose);
  found_type const found = classify(type);
  if (found.is.kind == 'S' || found.is.kind == 'V')
    throw dtype_error(file_->path.string() + ": " + name + " is of dtype " + found.name +
                      ", no numbers" + (found.is.kind == 'S' ? "; texts() reads it" : ""));
  npy_array out{found.is.kind, found.is.itemsize, file_->extents(name, space), {}};
  detail::allocate(out);
  if (!out.data.empty() && H5Aread(a, found.in_memory, out.data.data()) < 0)
    file_->fail(name, reason());
  if (out.kind == 'b')
    for (std::byte& b : out.data) b = std::byte{b != std::byte{0}};
  return out;
}

void hdf5_reader::read_attribute(std::string const& name, npy_array const& wanted, void* to) const
{
  quiet const silence;
  handle const a = open_attribute(file_->id, name);
  if (!a) file_->fail("it has no attribute " + name);
  handle const file_type(H5Aget_type(a), H5Tclose), space(H5Aget_space(a), H5Sclose);
  found_type const found = classify(file_type);
  std::string const what = file_->path.string() + ": " + name;
  if (found.is.kind != wanted.kind || found.is.itemsize != wanted.itemsize)
    throw dtype_error(
        what + " is of dtype " +
        (found.is.kind == 'V' ? found.name : detail::npy_dtype(found.is.kind, found.is.itemsize)) +
        ", not " + wanted.dtype());
  if (H5Sget_simple_extent_npoints(space) != 1)
    file_->fail(name, "it is not one number; numbers() reads several");
  if (H5Aread(a, found.in_memory, to) < 0) file_->fail(name, reason());
}

std::vector<std::string> hdf5_reader::texts(std::string const& name) const
{
  quiet const silence;
  std::optional<std::vector<std::string>> found;
  if (split(name).second.empty()) {
    handle const d = file_->open_dataset(name);
    handle const type(H5Dget_type(d), H5Tclose), space(H5Dget_space(d), H5Sclose);
    found = read_texts(type, file_->extents(name, space), [&](hid_t as, void* to) {
      if (H5Dread(d, as, H5S_ALL, H5S_ALL, H5P_DEFAULT, to) < 0)
        file_->fail(name, hdf5::missing_filter(d).value_or(reason()));
    });
  } else {
    handle const a = open_attribute(file_->id, name);
    if (!a) file_->fail("it has no attribute " + name);
    handle const type(H5Aget_type(a), H5Tclose), space(H5Aget_space(a), H5Sclose);
    found = read_texts(type, file_->extents(name, space), [&](hid_t as, void* to) {
      if (H5Aread(a, as, to) < 0) file_->fail(name, reason());
    });
  }
  if (!found) file_->fail(name, "it is no text");
  return std::move(*found);
}

std::string hdf5_reader::text(std::string const& name) const
{
  auto found = texts(name);
  if (found.size() != 1) file_->fail(name, "it is no text but " + std::to_string(found.size()));
  return std::move(found.front());
}

std::vector<std::string> hdf5_reader::attributes(std::string const& object) const
{
  quiet const silence;
  std::string const path = plain(object);
  handle const of(H5Oopen(file_->id, path.empty() ? "/" : path.c_str(), H5P_DEFAULT), H5Oclose);
  if (!of) file_->fail("it has nothing of the name " + object);
  std::vector<std::string> names;
  auto const note = [](hid_t, char const* name, H5A_info_t const*, void* to) -> herr_t {
    static_cast<std::vector<std::string>*>(to)->push_back(name);
    return 0;
  };
  if (H5Aiterate2(of, H5_INDEX_NAME, H5_ITER_INC, nullptr, note, &names) < 0)
    file_->fail(object, reason());
  return names;
}

namespace {

class dataset_rows : public detail::rows_of_file {
 public:
  dataset_rows(std::shared_ptr<hdf5_reader const> file, fs::path const& path, std::string dataset)
      : file_(std::move(file)),
        path_(path.string()),
        dataset_(std::move(dataset)),
        layout_(file_->layout(dataset_))
  {}
  std::string name() const override { return path_ + ": " + dataset_; }
  npy_array const& layout() const override { return layout_; }
  npy_array read(std::int64_t first, std::int64_t count) override
  {
    return file_->read(dataset_, first, count);
  }

 private:
  std::shared_ptr<hdf5_reader const> file_;
  std::string path_, dataset_;
  npy_array layout_;
};

}  // namespace

lists_in_parts hdf5_lists_in_parts(fs::path const& path, std::string const& offsets,
                                   std::vector<std::string> const& elements,
                                   std::int64_t most_elements)
{
  auto const file = std::make_shared<hdf5_reader const>(path);
  std::vector<std::unique_ptr<detail::rows_of_file>> rows;
  for (std::string const& name : elements)
    rows.push_back(std::make_unique<dataset_rows>(file, path, name));
  return {std::make_unique<dataset_rows>(file, path, offsets), std::move(rows), most_elements};
}

}  // namespace acre::io
