#include <acre/io/atomic_file.hpp>
#include <acre/io/hdf5.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "../readable_file.hpp"
#include <fcntl.h>
#include <hdf5.h>
#include <unistd.h>

namespace acre::io {
namespace {

namespace fs = std::filesystem;

/// The library's messages are kept from stderr while this lives: they become exceptions'.
class quiet {
 public:
  quiet()
  {
    H5Eget_auto2(H5E_DEFAULT, &function_, &data_);
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  }
  quiet(quiet const&) = delete;
  quiet& operator=(quiet const&) = delete;
  ~quiet() { H5Eset_auto2(H5E_DEFAULT, function_, data_); }

 private:
  H5E_auto2_t function_ = nullptr;
  void* data_ = nullptr;
};

/// What the library says of its last failure: where it began; the system's words alone, if it has
/// these among its own ("file write failed: time = …, error message = 'No space left on device',
/// …").
std::string reason()
{
  std::string text;
  auto const first = [](unsigned, H5E_error2_t const* e, void* to) -> herr_t {
    auto& said = *static_cast<std::string*>(to);
    if (said.empty() && e->desc != nullptr) said = e->desc;
    return 0;
  };
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, first, &text);
  constexpr std::string_view quoted = "error message = '";
  if (auto const at = text.find(quoted); at != std::string::npos) {
    text.erase(0, at + quoted.size());
    text.erase(std::min(text.find('\''), text.size()));
  }
  return text.empty() ? "the HDF5 library doesn't say why" : text;
}

class handle {
 public:
  handle() = default;
  handle(hid_t id, herr_t (*closing)(hid_t)) : id_(id), close_(closing) {}
  handle(handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  handle& operator=(handle&& other) noexcept
  {
    std::swap(id_, other.id_);
    std::swap(close_, other.close_);
    return *this;
  }
  ~handle()
  {
    if (id_ >= 0) close_(id_);
  }
  explicit operator bool() const { return id_ >= 0; }
  operator hid_t() const { return id_; }
  /// False where what was kept back can't be written.
  bool close() { return close_(std::exchange(id_, -1)) >= 0; }

 private:
  hid_t id_ = -1;
  herr_t (*close_)(hid_t) = nullptr;
};

struct dtype {
  char kind;
  std::size_t itemsize;
};

hid_t native(char kind, std::size_t itemsize)
{
  if (kind == 'f') return itemsize == 4 ? H5T_NATIVE_FLOAT : H5T_NATIVE_DOUBLE;
  bool const is_signed = kind != 'u';
  switch (itemsize) {
    case 1:
      return is_signed ? H5T_NATIVE_INT8 : H5T_NATIVE_UINT8;
    case 2:
      return is_signed ? H5T_NATIVE_INT16 : H5T_NATIVE_UINT16;
    case 4:
      return is_signed ? H5T_NATIVE_INT32 : H5T_NATIVE_UINT32;
    default:
      return is_signed ? H5T_NATIVE_INT64 : H5T_NATIVE_UINT64;
  }
}

/// As h5py has them: bool an enumeration of int8, complex a compound of r and i; text of a fixed
/// length.
handle type_of(dtype const& d, std::string const& real = "r", std::string const& imag = "i")
{
  if (d.kind == 'b') {
    handle type(H5Tenum_create(H5T_NATIVE_INT8), H5Tclose);
    signed char const values[] = {0, 1};
    H5Tenum_insert(type, "FALSE", &values[0]);
    H5Tenum_insert(type, "TRUE", &values[1]);
    return type;
  }
  if (d.kind == 'c') {
    handle type(H5Tcreate(H5T_COMPOUND, d.itemsize), H5Tclose);
    hid_t const part = native('f', d.itemsize / 2);
    H5Tinsert(type, real.c_str(), 0, part);
    H5Tinsert(type, imag.c_str(), d.itemsize / 2, part);
    return type;
  }
  if (d.kind == 'S') {
    handle type(H5Tcopy(H5T_C_S1), H5Tclose);
    H5Tset_size(type, std::max<std::size_t>(d.itemsize, 1));
    H5Tset_strpad(type, H5T_STR_NULLPAD);
    H5Tset_cset(type, H5T_CSET_UTF8);
    return type;
  }
  return {H5Tcopy(native(d.kind, d.itemsize)), H5Tclose};
}

/// A type of a file: what it is here, and how it is read into memory.
struct found_type {
  dtype is{'V', 0};
  handle in_memory;
  std::string name;  ///< for a refusal
};

bool is_float(hid_t type)
{
  hid_t const floats[] = {H5T_IEEE_F32LE, H5T_IEEE_F32BE, H5T_IEEE_F64LE, H5T_IEEE_F64BE};
  for (hid_t const t : floats)
    if (H5Tequal(type, t) > 0) return true;
  return false;
}

std::string member_name(hid_t type, unsigned k)
{
  char* const name = H5Tget_member_name(type, k);
  std::string text = name == nullptr ? "" : name;
  H5free_memory(name);
  return text;
}

bool is_bool(hid_t type)
{
  if (H5Tget_size(type) != 1 || H5Tget_nmembers(type) != 2) return false;
  for (unsigned k = 0; k < 2; ++k) {
    signed char value = -1;
    if (H5Tget_member_value(type, k, &value) < 0) return false;
    if (member_name(type, k) != (value == 0 ? "FALSE" : value == 1 ? "TRUE" : "")) return false;
  }
  return true;
}

found_type classify(hid_t type)
{
  found_type found;
  std::size_t const size = H5Tget_size(type);
  switch (H5Tget_class(type)) {
    case H5T_INTEGER:
      found.name = "integers of " + std::to_string(H5Tget_precision(type)) + " bits";
      if ((size == 1 || size == 2 || size == 4 || size == 8) && H5Tget_precision(type) == 8 * size)
        found.is = {H5Tget_sign(type) == H5T_SGN_NONE ? 'u' : 'i', size};
      break;
    case H5T_FLOAT:
      found.name = "floating-point numbers of " + std::to_string(H5Tget_precision(type)) + " bits";
      if (is_float(type)) found.is = {'f', size};
      break;
    case H5T_ENUM:
      found.name = "an enumeration";
      if (is_bool(type)) found.is = {'b', 1};
      break;
    case H5T_COMPOUND: {
      found.name = "a compound";
      if (H5Tget_nmembers(type) != 2) break;
      handle const re(H5Tget_member_type(type, 0), H5Tclose),
          im(H5Tget_member_type(type, 1), H5Tclose);
      std::string const real = member_name(type, 0), imag = member_name(type, 1);
      if (!is_float(re) || H5Tequal(re, im) <= 0 || !real.starts_with("r") ||
          !imag.starts_with("i"))
        break;
      found.is = {'c', 2 * H5Tget_size(re)};
      found.in_memory = type_of(found.is, real, imag);
      break;
    }
    case H5T_STRING:
      found.name = "text";
      found.is = {'S', H5Tis_variable_str(type) > 0 ? 0 : size};
      break;
    default:
      found.name = "a type of HDF5's own";
  }
  if (!found.in_memory && found.is.kind != 'V') found.in_memory = type_of(found.is);
  return found;
}

/// "a/b@c" as ("a/b", "c"); of a dataset's name the second part is empty.
std::pair<std::string, std::string> split(std::string const& name)
{
  auto const at = name.find('@');
  if (at == std::string::npos) return {name, ""};
  return {at == 0 ? "/" : name.substr(0, at), name.substr(at + 1)};
}

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
    detail::readable_file const there(
        path);  // says what the library doesn't: no permission, a pipe
    id = handle(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
    if (!id) fail("not an HDF5 file, or a broken one: " + reason());
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
    return std::find(datasets().begin(), datasets().end(), name) != datasets().end();
  }
  struct dataset {
    std::string name;
    handle id;
    npy_array layout;
    handle in_memory;  // its type
  };
  /// It stays open until another one is asked for, and with it the chunks that the library has
  /// unpacked. No more than the datasets' own names are opened: a path through a link could be
  /// another file's.
  dataset const& open(std::string const& name) const
  {
    if (last && last->name == name) return *last;
    if (!contains(name)) {
      std::string all;
      for (std::string const& n : datasets()) all += (all.empty() ? "" : ", ") + n;
      fail("it has no dataset " + name + (all.empty() ? ", and no other" : "; there are: " + all));
    }
    handle d(H5Dopen2(id, name.c_str(), H5P_DEFAULT), H5Dclose);
    if (!d) fail(name, reason());
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
      fail(name, e.what());
    }
    return shape;
  }
  std::pair<npy_array, handle> layout_of(std::string const& name, hid_t d) const
  {
    handle const type(H5Dget_type(d), H5Tclose), space(H5Dget_space(d), H5Sclose);
    found_type found = classify(type);
    if (found.is.kind == 'V' || found.is.kind == 'S')
      fail(name, "it holds " + found.name +
                     "; bool, integers of 8 to 64 bits, float32, float64 and complex of these can "
                     "be read");
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
    file_->fail(dataset, reason());
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

}  // namespace

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
  if (H5Sget_simple_extent_npoints(space) != 1) file_->fail(name, "it is not one number");
  if (H5Aread(a, found.in_memory, to) < 0) file_->fail(name, reason());
}

std::string hdf5_reader::text(std::string const& name) const
{
  quiet const silence;
  handle const a = open_attribute(file_->id, name);
  if (!a) file_->fail("it has no attribute " + name);
  handle const type(H5Aget_type(a), H5Tclose), space(H5Aget_space(a), H5Sclose);
  found_type const found = classify(type);
  if (found.is.kind != 'S' || H5Sget_simple_extent_npoints(space) != 1)
    file_->fail(name, "it is no text");
  std::string text(found.is.itemsize, '\0');
  if (found.is.itemsize > 0) {
    if (H5Aread(a, type, text.data()) < 0) file_->fail(name, reason());
    while (!text.empty() && text.back() == '\0') text.pop_back();
    return text;
  }
  char* chars = nullptr;
  if (H5Aread(a, type, static_cast<void*>(&chars)) < 0) file_->fail(name, reason());
  if (chars != nullptr) text = chars;
  H5free_memory(chars);
  return text;
}

namespace {

class writer {
 public:
  writer(hid_t file, fs::path const& path, hdf5_format const& format)
      : file_(file), path_(path), format_(format), groups_(H5Pcreate(H5P_LINK_CREATE), H5Pclose)
  {
    H5Pset_create_intermediate_group(groups_, 1);
    H5Pset_char_encoding(groups_, H5T_CSET_UTF8);
  }

  void write(entry const& e)
  {
    npy_array const layout = e.value().layout();
    auto const bytes_wanted =
        static_cast<std::size_t>(detail::npy_size(layout.shape)) * layout.itemsize;
    std::vector<std::byte> gathered;
    bool done = false;
    handle const type = type_of({layout.kind, layout.itemsize});
    handle const object = split(e.name()).second.empty() ? dataset(e.name(), layout, type)
                                                         : attribute(e.name(), layout, type);
    bool const is_attribute = H5Iget_type(object) == H5I_ATTR;
    auto const put = [&](void const* from) {
      done = true;
      if ((is_attribute ? H5Awrite(object, type, from)
                        : H5Dwrite(object, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, from)) < 0)
        fail(e.name() + ": " + reason());
    };
    e.value().save([&](void const* from, std::size_t size) {
      if (size == bytes_wanted) return put(from);
      auto const* const p = static_cast<std::byte const*>(from);
      gathered.insert(gathered.end(), p, p + size);
    });
    if (!gathered.empty()) put(gathered.data());
    if (!done && is_attribute) put("");  // an empty text has one byte
  }

  [[noreturn]] void fail(std::string const& why) const
  {
    throw file_error("cannot write " + path_.string() + ": " + why);
  }

 private:
  handle dataset(std::string const& name, npy_array const& layout, hid_t type) const
  {
    std::vector<hsize_t> const extent(layout.shape.begin(), layout.shape.end());
    handle const space =
        extent.empty()
            ? handle(H5Screate(H5S_SCALAR), H5Sclose)
            : handle(H5Screate_simple(static_cast<int>(extent.size()), extent.data(), nullptr),
                     H5Sclose);
    handle const create(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    H5Pset_obj_track_times(create, 0);
    auto const chunk = chunk_of(layout);
    if (!chunk.empty()) {
      H5Pset_chunk(create, static_cast<int>(chunk.size()), chunk.data());
      if (format_.deflate > 0) {
        H5Pset_shuffle(create);
        if (H5Pset_deflate(create, static_cast<unsigned>(format_.deflate)) < 0)
          fail("the HDF5 library can't compress: " + reason());
      }
    }
    handle d(H5Dcreate2(file_, name.c_str(), type, space, groups_, create, H5P_DEFAULT), H5Dclose);
    if (!d) fail(name + ": " + reason());
    return d;
  }

  handle attribute(std::string const& name, npy_array const&, hid_t type) const
  {
    auto const [object, attribute] = split(name);
    handle const of(H5Oopen(file_, object.c_str(), H5P_DEFAULT), H5Oclose);
    if (!of) fail("there is no " + object + " for the attribute " + name);
    handle const space(H5Screate(H5S_SCALAR), H5Sclose);
    handle a(H5Acreate2(of, attribute.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
    if (!a) fail(name + ": " + reason());
    return a;
  }

  /// None where a dataset lies in one piece: has no axes or no elements, or isn't asked to be cut.
  std::vector<hsize_t> chunk_of(npy_array const& layout) const
  {
    std::size_t const rank = layout.shape.size();
    if (rank == 0 || detail::npy_size(layout.shape) == 0) return {};
    std::vector<hsize_t> chunk(layout.shape.begin(), layout.shape.end());
    if (format_.chunk.size() == rank) {
      for (std::size_t axis = 0; axis < rank; ++axis)
        chunk[axis] = std::min(chunk[axis], static_cast<hsize_t>(format_.chunk[axis]));
      return chunk;
    }
    if (format_.chunk.empty() && format_.deflate == 0) return {};
    hsize_t bytes = layout.itemsize;
    for (hsize_t const n : chunk) bytes *= n;
    for (hsize_t& n : chunk)  // cut along the first axes
      while (bytes > (1 << 20) && n > 1) {
        bytes = bytes / n * ((n + 1) / 2);
        n = (n + 1) / 2;
      }
    return chunk;
  }

  hid_t file_;
  fs::path const& path_;
  hdf5_format const& format_;
  handle groups_;
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
    if (e.name().empty() || (!is_dataset && attribute.empty())) refuse("an entry has no name");
    if (e.name().find('\0') != std::string::npos) refuse("an entry's name has a zero byte");
    if (is_dataset && (e.name().front() == '/' || e.name().back() == '/' ||
                       ("/" + e.name() + "/").find("/./") != std::string::npos ||
                       e.name().find("//") != std::string::npos))
      refuse("the name " + e.name() + " is none: groups and dataset are a/b/c");
    if (std::find(names.begin(), names.end(), e.name()) != names.end())
      refuse("there are two entries " + e.name());
    names.push_back(e.name());
    npy_array const layout = e.value().layout();
    if (is_dataset && layout.kind == 'S')
      refuse(e.name() + " is a text, which only an attribute can be");
    if (!is_dataset && !layout.shape.empty()) refuse("the attribute " + e.name() + " is an array");
    if (!is_dataset && layout.itemsize > 60000)
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

/// What the library calls the open file: it takes names alone.
std::string name_of(std::FILE* file)
{
  std::string const number = std::to_string(::fileno(file));
  std::error_code ec;
  return (fs::exists("/proc/self/fd", ec) ? "/proc/self/fd/" : "/dev/fd/") + number;
}

/// Files that are written: by the library's own driver for the system's files, which a write that
/// fails doesn't reach. The library doesn't get over one: it can't close the file then, and some
/// versions end the program when it ends (1.10) or before (with their assertions). So the first
/// one's reason is kept, and from there on what is written goes nowhere.
class disk {
 public:
  disk() { failure() = 0; }
  disk(disk const&) = delete;
  /// Why something isn't there, 0 if all is. Of this thread's last disk.
  static int& failure()
  {
    static thread_local int error = 0;
    return error;
  }
  /// How H5Fcreate and H5Fopen are to open it.
  handle access() const
  {
    handle list(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
    handle const driver(H5FDregister(&driver_of_files()), H5FDunregister);
    H5Pset_driver(list, driver, nullptr);  // it keeps the driver
    return list;
  }

 private:
  static H5FD_class_t& of_library()
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
  static H5FD_class_t const& driver_of_files()
  {
    static H5FD_class_t const made = [] {
      H5FD_class_t its = of_library();
      its.name = "acre";
#ifdef H5FD_CLASS_VERSION  // 1.13 on
      its.value = static_cast<H5FD_class_value_t>(511);
#endif
      its.write = write;
      its.truncate = truncate;
      return its;
    }();
    return made;
  }
  static herr_t write(H5FD_t* file, H5FD_mem_t kind, hid_t how, haddr_t at, std::size_t size,
                      void const* from)
  {
    return tried([&] { return of_library().write(file, kind, how, at, size, from); });
  }
  static herr_t truncate(H5FD_t* file, hid_t how, hbool_t closing)
  {
    return tried([&] { return of_library().truncate(file, how, closing); });
  }
  template <class F>
  static herr_t tried(F const& f)
  {
    if (failure() != 0) return 0;
    errno = 0;
    if (f() < 0) failure() = errno != 0 ? errno : EIO;
    return 0;
  }
};

void write_all(handle file, fs::path const& path, std::vector<entry> const& entries,
               hdf5_format const& format)
{
  writer out(file, path, format);
  auto const require_written = [&] {
    if (disk::failure() != 0) out.fail(std::strerror(disk::failure()));
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

}  // namespace

void save_hdf5(fs::path const& path, std::vector<entry> const& given, hdf5_format const& format)
{
  auto const entries = entry::in_file(given);
  require_entries("save_hdf5", entries, format);
  write_file_atomically(
      path,
      [&](std::FILE* f) {
        quiet const silence;
        require_first_bytes(f, path);
        disk const to;
        write_all(
            {H5Fcreate(name_of(f).c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, to.access()), H5Fclose},
            path, entries, format);
      },
      {.named = true});
}

void append_hdf5(fs::path const& path, std::vector<entry> const& given, hdf5_format const& format)
{
  auto const entries = entry::in_file(given);
  require_entries("append_hdf5", entries, format);
  hdf5_reader const there(path);
  for (entry const& e : entries)
    if (there.contains(e.name()))
      throw file_error("cannot write " + path.string() + ": it has a dataset " + e.name());
  write_file_atomically(path,
                        [&](std::FILE* f) {
                          quiet const silence;
                          std::error_code ec;
                          fs::copy_file(path, name_of(f), fs::copy_options::overwrite_existing, ec);
                          if (ec)
                            throw file_error("cannot write " + path.string() + ": " + ec.message());
                          disk const to;
                          write_all(
                              {H5Fopen(name_of(f).c_str(), H5F_ACC_RDWR, to.access()), H5Fclose},
                              path, entries, format);
                        },
                        {.named = true});
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
