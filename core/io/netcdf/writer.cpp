#include <acre/io/atomic_file.hpp>
#include <acre/io/netcdf.hpp>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string_view>
#include <utility>

#include "../entry_bytes.hpp"
#include "library.hpp"
#include <fcntl.h>
#include <netcdf.h>
#include <sys/file.h>
#include <unistd.h>
#ifdef ACRE_NETCDF_HDF5
#include "../hdf5/append_at.hpp"
#endif

namespace acre::io {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail_to_write(fs::path const& path, std::string const& why)
{
  throw file_error("cannot write " + path.string() + ": " + why);
}

/// `name` is what was written; the system's reasons have positive numbers, and concern the file.
void require_written(fs::path const& path, std::string const& name, int status)
{
  if (status != NC_NOERR)
    fail_to_write(path, (name.empty() || status > 0 ? "" : name + ": ") + nc_strerror(status));
}

/// An entry as it is to be in a file.
struct item {
  entry const* from;
  std::string name;  ///< a variable's, or an attribute's
  std::string of;    ///< an attribute's variable; empty: the file
  bool is_attribute = false;
  std::vector<std::string> dimensions;  ///< of a variable
  npy_array layout;
  int id = -1;  ///< of a variable in the file
};

std::string trimmed(std::string_view text)
{
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return std::string(text);
}

/// The names that netCDF has, without those of its characters that have a meaning here.
bool is_name(std::string const& name)
{
  if (name.empty() || name.size() > NC_MAX_NAME || name.ends_with(' ')) return false;
  auto const is_first = [](unsigned char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c >= 0x80;
  };
  return is_first(static_cast<unsigned char>(name.front())) &&
         std::all_of(name.begin(), name.end(), [](unsigned char c) {
           return c >= ' ' && c != 0x7f &&
                  std::string_view("/@(),").find(char(c)) == std::string_view::npos;
         });
}

/// An entry's name taken apart: "u(time, x)" or "u@units". Throws value_error.
item parsed(char const* operation, entry const& e)
{
  auto const refuse = [&](std::string const& why) {
    throw value_error(std::string(operation) + ": " + why);
  };
  auto const require_name = [&](std::string const& name) {
    if (!is_name(name))
      refuse("'" + name + "' in the name '" + e.name() +
             "' is no name of netCDF's: a letter, digit or _ and then anything but / @ ( ) , and "
             "control characters; variables are u(time, x), attributes u@units and @title");
  };
  item out{&e, e.name(), "", false, {}, e.value().layout(), -1};
  if (auto const at = e.name().find('@'); at != std::string::npos) {
    out.is_attribute = true;
    out.of = e.name().substr(0, at);
    out.name = e.name().substr(at + 1);
    if (!out.of.empty()) require_name(out.of);
    require_name(out.name);
    return out;
  }
  if (auto const open = e.name().find('('); open != std::string::npos) {
    if (!e.name().ends_with(')'))
      refuse("the name '" + e.name() + "' has a ( and doesn't end with )");
    out.name = trimmed(std::string_view(e.name()).substr(0, open));
    std::string_view rest = std::string_view(e.name()).substr(open + 1);
    rest.remove_suffix(1);
    while (!trimmed(rest).empty()) {
      auto const comma = std::min(rest.find(','), rest.size());
      out.dimensions.push_back(trimmed(rest.substr(0, comma)));
      require_name(out.dimensions.back());
      rest.remove_prefix(std::min(comma + 1, rest.size()));
    }
  }
  require_name(out.name);
  return out;
}

/// Throws dtype_error where the format doesn't have it.
nc_type type_of(char const* operation, item const& i, bool classic)
{
  npy_array const& a = i.layout;
  auto const refuse = [&](std::string const& why) {
    throw dtype_error(std::string(operation) + ": " + i.from->name() + " is of dtype " + a.dtype() +
                      ", which " + why);
  };
  if (a.kind == 'b') refuse("netCDF hasn't: cast<std::int8_t>(x)");
  if (a.kind == 'c') refuse("netCDF hasn't: real(z) and imag(z) are two variables");
  if (a.kind == 'S') return NC_CHAR;
  if (a.kind == 'V' || (a.kind == 'f' && a.itemsize == 2)) refuse("netCDF hasn't: cast<float>(x)");
  if (a.kind == 'f') return a.itemsize == 4 ? NC_FLOAT : NC_DOUBLE;
  bool const is_signed = a.kind == 'i';
  if (classic && (!is_signed || a.itemsize == 8))
    refuse(
        "the classic format hasn't (int8, int16, int32, float32, float64 and text): cast it, or "
        "write netCDF-4 by {.classic = false}");
  switch (a.itemsize) {
    case 1:
      return is_signed ? NC_BYTE : NC_UBYTE;
    case 2:
      return is_signed ? NC_SHORT : NC_USHORT;
    case 4:
      return is_signed ? NC_INT : NC_UINT;
    default:
      return is_signed ? NC_INT64 : NC_UINT64;
  }
}

/// The texts of an entry of kind S.
std::vector<std::string> texts_of(item const& i)
{
  std::vector<std::string> texts(static_cast<std::size_t>(detail::npy_size(i.layout.shape)));
  detail::with_bytes(*i.from, i.layout, [&](void const* from) {
    auto const* p = static_cast<char const*>(from);
    for (std::string& text : texts) {
      text.assign(p, i.layout.itemsize);
      p += i.layout.itemsize;
      while (!text.empty() && text.back() == '\0') text.pop_back();
    }
  });
  return texts;
}

struct dimension {
  std::string name;
  std::int64_t length;
  int id = -1;
};

/// A file's content; all of it has been looked at.
struct plan {
  std::vector<item> items;
  std::vector<dimension> dimensions;
};

plan plan_of(std::vector<entry> const& entries, netcdf_format const& format)
{
  constexpr char const* operation = "save_netcdf";
  auto const refuse = [&](std::string const& why) {
    throw value_error(std::string(operation) + ": " + why);
  };
  plan out;
  std::vector<std::string> names;
  std::vector<std::string> who;  // gave a dimension its length
  for (entry const& e : entries) {
    item i = parsed(operation, e);
    std::string const name = i.is_attribute ? i.of + "@" + i.name : i.name;
    if (std::find(names.begin(), names.end(), name) != names.end())
      refuse("there are two entries " + name);
    names.push_back(name);
    type_of(operation, i, format.classic);
    std::size_t const rank = i.layout.shape.size();
    if (i.is_attribute) {
      auto const variable = std::find_if(out.items.begin(), out.items.end(), [&](item const& v) {
        return !v.is_attribute && v.name == i.of;
      });
      if (!i.of.empty() && variable == out.items.end())
        refuse("there is no variable " + i.of + " before its attribute " + name);
      if (rank > 1) refuse("the attribute " + name + " has more than one axis");
      if (i.layout.kind == 'S' && rank == 1 && format.classic)
        refuse("the attribute " + name + " is several texts, which the classic format hasn't");
      if ((i.name == "_FillValue" || i.name == "missing_value") && !i.of.empty() &&
          (i.layout.kind != variable->layout.kind ||
           i.layout.itemsize != variable->layout.itemsize))
        throw dtype_error(std::string(operation) + ": " + name + " is of dtype " +
                          i.layout.dtype() + ", and " + i.of + " of dtype " +
                          variable->layout.dtype() + ": both have to be the same");
      if (i.name == "_FillValue" && detail::npy_size(i.layout.shape) != 1)
        refuse(name + " is not one number");
    } else {
      if (i.dimensions.size() != rank)
        refuse(e.name() + " has shape " + i.layout.shape_string() + ", and its name " +
               std::to_string(i.dimensions.size()) +
               (i.dimensions.size() == 1 ? " dimension" : " dimensions") +
               "; one for each axis: u(time, x)");
      for (std::size_t axis = 0; axis < rank; ++axis) {
        std::string const& d = i.dimensions[axis];
        if (axis > 0 && d == format.unlimited)
          refuse("the unlimited dimension " + d + " isn't the first one of " + e.name());
        auto const known = std::find_if(out.dimensions.begin(), out.dimensions.end(),
                                        [&](dimension const& other) { return other.name == d; });
        if (known == out.dimensions.end()) {
          out.dimensions.push_back({d, i.layout.shape[axis]});
          who.push_back(e.name());
        } else if (known->length != i.layout.shape[axis]) {
          refuse("the dimension " + d + " is " + std::to_string(known->length) + " long in " +
                 who[static_cast<std::size_t>(known - out.dimensions.begin())] + " and " +
                 std::to_string(i.layout.shape[axis]) + " in " + e.name());
        }
        // of length 0 the library makes one unlimited, of which a file has as many as it says
        if (i.layout.shape[axis] == 0 && d != format.unlimited)
          refuse("the dimension " + d + " of " + e.name() +
                 " has length 0, which only an unlimited one can have");
      }
      if (format.classic && i.layout.kind == 'S') {  // characters, along an axis of their own
        auto const length = static_cast<std::int64_t>(std::max<std::size_t>(i.layout.itemsize, 1));
        i.dimensions.push_back("string" + std::to_string(length));
        if (std::none_of(out.dimensions.begin(), out.dimensions.end(),
                         [&](dimension const& d) { return d.name == i.dimensions.back(); })) {
          out.dimensions.push_back({i.dimensions.back(), length});
          who.push_back(e.name());
        }
      }
    }
    out.items.push_back(std::move(i));
  }
  if (!format.unlimited.empty() &&
      std::none_of(out.dimensions.begin(), out.dimensions.end(),
                   [&](dimension const& d) { return d.name == format.unlimited; }))
    refuse("no variable has the unlimited dimension " + format.unlimited);
  if (format.deflate < 0 || format.deflate > 9)
    refuse("deflate " + std::to_string(format.deflate) + " is not within 0 to 9");
  if (format.classic && format.deflate > 0)
    refuse("the classic format isn't compressed: deflate is for netCDF-4");
  return out;
}

/// Writes a file by the library.
class writer {
 public:
  writer(fs::path const& path, plan& what, netcdf_format const& format)
      : path_(path), what_(what), format_(format)
  {}
  writer(writer const&) = delete;
  writer& operator=(writer const&) = delete;
  ~writer()
  {
    if (id_ >= 0) nc_abort(id_);
  }

  void write(std::FILE* to)
  {
    int const kind = format_.classic ? NC_64BIT_OFFSET : NC_NETCDF4;
    std::string const name = detail::name_of(to);  // it takes names alone
    reserve_first(to);
    check("", nc_create(name.c_str(), kind | NC_CLOBBER, &id_));
    if (!format_.classic) {  // which has made the file as short as it is
      check("", nc_close(std::exchange(id_, -1)));
      check("", nc_open(name.c_str(), NC_WRITE, &id_));
      check("", nc_redef(id_));
    }
    define();
    reserve(to, most_bytes());
    check("", nc_enddef(id_));
    for (item const& i : what_.items)
      if (!i.is_attribute) put(i);
    check("", nc_close(std::exchange(id_, -1)));
    if (!format_.classic) {
      // HDF5 cuts a file that was longer than its own when it was opened, and this wasn't: its end
      // was reserved later
      check("", nc_open(name.c_str(), NC_WRITE, &id_));
      return check("", nc_close(std::exchange(id_, -1)));
    }
    std::uint64_t const size = detail::classic_netcdf_size(detail::readable_file(name));
    // with the bytes that fill its last word up
    if (::ftruncate(::fileno(to), static_cast<off_t>((size + 3) / 4 * 4)) != 0)
      fail_to_write(path_, std::strerror(errno));
  }

 private:
  void check(std::string const& name, int status) const { require_written(path_, name, status); }
  /// Throws where there is no room for an empty file, by zeros that the library overwrites: for a
  /// file that it can't make it ends the program, where HDF5 has its assertions, or loses memory.
  void reserve_first(std::FILE* to) const
  {
    std::string const zeros(16384, '\0');
    errno = 0;
    if (std::fwrite(zeros.data(), 1, zeros.size(), to) != zeros.size() || std::fflush(to) != 0)
      fail_to_write(path_, std::strerror(errno));
  }
  /// Throws where the disk has no room for the file up to byte `end`.
  void reserve(std::FILE* to, std::uint64_t end) const
  {
#ifdef __APPLE__  // which has another function for it
    static_cast<void>(to), static_cast<void>(end);
#else
    int const error = ::posix_fallocate(::fileno(to), 0, static_cast<off_t>(end));
    if (error != 0) fail_to_write(path_, std::strerror(error));
#endif
  }
  /// The bytes that the file takes at most.
  std::uint64_t most_bytes() const
  {
    std::uint64_t most = 1 << 18;
    for (item const& i : what_.items) {
      auto const n = static_cast<std::uint64_t>(detail::npy_size(i.layout.shape));
      most += 16384 + 2 * n * i.layout.itemsize;
      if (i.layout.kind == 'S') most += 64 * n;
      if (i.is_attribute || i.dimensions.empty()) continue;
      int storage = NC_CONTIGUOUS;
      std::vector<std::size_t> chunk(i.dimensions.size());
      check(i.name, nc_inq_var_chunking(id_, i.id, &storage, chunk.data()));
      if (storage != NC_CHUNKED) continue;
      std::uint64_t chunks = 1, bytes = std::max<std::uint64_t>(i.layout.itemsize, 16);
      for (std::size_t axis = 0; axis < chunk.size(); ++axis) {
        auto const extent = static_cast<std::size_t>(i.layout.shape[axis]);
        chunks *= (extent + chunk[axis] - 1) / chunk[axis];
        bytes *= chunk[axis];
      }
      most += chunks * (bytes + bytes / 64 + 256);
    }
    return most;
  }
  void define()
  {
    for (dimension& d : what_.dimensions) {
      bool const unlimited = d.name == format_.unlimited;
      check(d.name,
            nc_def_dim(id_, d.name.c_str(),
                       unlimited ? NC_UNLIMITED : static_cast<std::size_t>(d.length), &d.id));
    }
    for (item& i : what_.items) i.is_attribute ? put_attribute(i) : define_variable(i);
  }
  void define_variable(item& i)
  {
    std::vector<int> axes;
    for (std::string const& name : i.dimensions)
      axes.push_back(
          std::find_if(what_.dimensions.begin(), what_.dimensions.end(), [&](dimension const& d) {
            return d.name == name;
          })->id);
    nc_type type = type_of("save_netcdf", i, format_.classic);
    if (type == NC_CHAR && !format_.classic) type = NC_STRING;
    check(i.name,
          nc_def_var(id_, i.name.c_str(), type, static_cast<int>(axes.size()), axes.data(), &i.id));
    if (format_.deflate > 0 && !axes.empty() && type != NC_STRING)
      check(i.name, nc_def_var_deflate(id_, i.id, 1, 1, format_.deflate));
  }
  void put_attribute(item const& i) const
  {
    int variable = NC_GLOBAL;
    for (item const& v : what_.items)
      if (!v.is_attribute && v.name == i.of && !i.of.empty()) variable = v.id;
    std::string const name = i.from->name();
    if (i.layout.kind == 'S' && i.layout.shape.empty()) {
      std::string const text = texts_of(i).front();
      return check(name, nc_put_att_text(id_, variable, i.name.c_str(), text.size(), text.data()));
    }
    if (i.layout.kind == 'S') {
      auto const texts = texts_of(i);
      auto chars = pointers(texts);
      return check(name,
                   nc_put_att_string(id_, variable, i.name.c_str(), chars.size(), chars.data()));
    }
    nc_type const type = type_of("save_netcdf", i, format_.classic);
    auto const n = static_cast<std::size_t>(detail::npy_size(i.layout.shape));
    auto const to = [&](void const* from) {
      check(name, nc_put_att(id_, variable, i.name.c_str(), type, n, from));
    };
    if (n == 0) return to("");
    detail::with_bytes(*i.from, i.layout, to);
  }
  void put(item const& i) const
  {
    std::vector<std::size_t> first(i.dimensions.size(), 0), count;
    for (std::string const& name : i.dimensions)
      for (dimension const& d : what_.dimensions)
        if (d.name == name) count.push_back(static_cast<std::size_t>(d.length));
    if (std::find(count.begin(), count.end(), 0u) != count.end()) return;
    if (i.layout.kind == 'S' && !format_.classic) {
      auto const texts = texts_of(i);
      auto chars = pointers(texts);
      return check(i.name, nc_put_vara_string(id_, i.id, first.data(), count.data(), chars.data()));
    }
    detail::with_bytes(*i.from, i.layout, [&](void const* from) {
      check(i.name, nc_put_vara(id_, i.id, first.data(), count.data(), from));
    });
  }
  static std::vector<char const*> pointers(std::vector<std::string> const& texts)
  {
    std::vector<char const*> chars;
    for (std::string const& text : texts) chars.push_back(text.c_str());
    return chars;
  }

  fs::path const& path_;
  plan& what_;
  netcdf_format const& format_;
  int id_ = -1;
};

/// Elements that are added to a variable of a file.
struct addition {
  entry const* from;
  std::string name;
  npy_array layout;
  int id;
  std::vector<std::size_t> first, count;
};

/// Throws for what doesn't fit into the file.
std::vector<addition> additions_to(netcdf::file const& f, fs::path const& path,
                                   std::vector<entry> const& entries)
{
  std::vector<addition> additions;
  constexpr char const* operation = "append_netcdf";
  auto const refuse = [&](std::string const& why) {
    throw value_error(std::string(operation) + ": " + why);
  };
  int unlimited = -1;
  std::string const of = " of " + path.string();
  for (entry const& e : entries) {
    item const i = parsed(operation, e);
    if (i.is_attribute) refuse(e.name() + " is an attribute, which save_netcdf writes");
    if (!i.dimensions.empty())
      refuse("'" + e.name() + "': the file has the dimensions of " + i.name);
    for (addition const& other : additions)
      if (other.name == i.name) refuse("there are two entries " + i.name);
    addition a{&e, i.name, i.layout, -1, {}, {}};
    if (nc_inq_varid(f.id(), a.name.c_str(), &a.id) != NC_NOERR)
      fail_to_write(path, "it has no variable " + a.name);
    auto const dims = netcdf::dimensions(f, a.id);
    std::vector<int> growing;
    int n = 0;
    f.check(nc_inq_unlimdims(f.id(), &n, nullptr));
    growing.resize(static_cast<std::size_t>(n));
    f.check(nc_inq_unlimdims(f.id(), &n, growing.data()));
    if (dims.empty() || std::find(growing.begin(), growing.end(), dims.front()) == growing.end())
      fail_to_write(
          path, a.name + " doesn't begin with an unlimited dimension, along which it could grow");
    if (unlimited >= 0 && dims.front() != unlimited)
      refuse(a.name + of + " grows along " + netcdf::dimension_name(f, dims.front()) + ", and " +
             additions.front().name + " along " + netcdf::dimension_name(f, unlimited));
    unlimited = dims.front();

    nc_type type = NC_NAT;
    f.check(nc_inq_vartype(f.id(), a.id, &type));
    npy_array const there = netcdf::dtype_of(type);
    if (there.kind == 'V' || there.kind != a.layout.kind || there.itemsize != a.layout.itemsize)
      throw dtype_error(std::string(operation) + ": " + a.name + of + " is of dtype " +
                        (there.kind == 'V' ? "text, or a type of its own" : there.dtype()) +
                        ", not " + a.layout.dtype());
    auto shape = netcdf::shape_of(f, a.id, a.name);
    a.count.assign(a.layout.shape.begin(), a.layout.shape.end());
    if (a.count.size() + 1 == shape.size()) a.count.insert(a.count.begin(), 1);  // one step
    bool fits = a.count.size() == shape.size();
    for (std::size_t axis = 1; fits && axis < shape.size(); ++axis)
      fits = a.count[axis] == static_cast<std::size_t>(shape[axis]);
    if (!fits)
      throw shape_error(std::string(operation) + ": an array of shape " + a.layout.shape_string() +
                        " can't be added to " + a.name + of + ", which has shape " +
                        detail::npy_shape(shape) +
                        " and grows along the first axis: the other extents have to be the same");
    a.first.assign(shape.size(), 0);
    a.first.front() = static_cast<std::size_t>(shape.front());
    if (!additions.empty() && a.count.front() != additions.front().count.front())
      refuse(std::to_string(a.count.front()) + " steps of " + a.name + " and " +
             std::to_string(additions.front().count.front()) + " of " + additions.front().name);
    additions.push_back(std::move(a));
  }
  if (!additions.empty()) {
    std::string const time = netcdf::dimension_name(f, unlimited);
    int id = -1;
    if (nc_inq_varid(f.id(), time.c_str(), &id) == NC_NOERR &&
        std::none_of(additions.begin(), additions.end(),
                     [&](addition const& a) { return a.name == time; }))
      refuse("the coordinates " + time + of + " are left out: each step has one");
  }
  return additions;
}

/// The file's beginning, which says how many steps there are, and its length; put back unless all
/// went well.
class classic_file {
 public:
  explicit classic_file(fs::path const& path) : path_(path)
  {
    detail::readable_file const there(path);  // says what is wrong with it
    descriptor_ = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
    if (descriptor_ < 0) fail_to_write(path, std::strerror(errno));
    while (::flock(descriptor_, LOCK_EX) != 0 && errno == EINTR) {
    }
  }
  classic_file(classic_file const&) = delete;
  classic_file& operator=(classic_file const&) = delete;
  ~classic_file() { ::close(descriptor_); }

  void add(std::vector<entry> const& entries)
  {
    netcdf::file f(path_, NC_WRITE);
    auto const additions = additions_to(f, path_, entries);
    char start[12];
    off_t const size = ::lseek(descriptor_, 0, SEEK_END);
    if (size < off_t{sizeof start} || ::pread(descriptor_, start, sizeof start, 0) != sizeof start)
      fail_to_write(path_, "it is no netCDF file any more");
    try {
      put(f, additions);
    } catch (...) {
      f.close();
      char now[sizeof start] = {};
      bool good = ::pread(descriptor_, now, sizeof now, 0) == sizeof now;
      if (good && std::memcmp(now, start, sizeof now) != 0)
        good = ::pwrite(descriptor_, start, sizeof start, 0) == sizeof start;
      if (!good || ::ftruncate(descriptor_, size) != 0)
        fail_to_write(path_, "what was written of a step can't be taken back: " +
                                 std::string(std::strerror(errno)));
      throw;
    }
  }

 private:
  /// Whether all variables that have steps get these: then they need no fill values before.
  static bool nothing_left_out(int id, std::vector<addition> const& additions)
  {
    int variables = 0, unlimited = -1;
    std::size_t steps = 0;
    nc_inq_nvars(id, &variables);
    nc_inq_unlimdim(id, &unlimited);
    for (int v = 0; v < variables; ++v) {
      int rank = 0;
      std::vector<int> dims;
      if (nc_inq_varndims(id, v, &rank) != NC_NOERR || rank == 0) continue;
      dims.resize(static_cast<std::size_t>(rank));
      nc_inq_vardimid(id, v, dims.data());
      steps += dims.front() == unlimited ? 1 : 0;
    }
    return steps == additions.size();
  }
  void put(netcdf::file& f, std::vector<addition> const& additions) const
  {
    int before = NC_FILL;
    if (nothing_left_out(f.id(), additions))
      require_written(path_, "", nc_set_fill(f.id(), NC_NOFILL, &before));
    for (addition const& a : additions)
      detail::with_bytes(*a.from, a.layout, [&](void const* from) {
        require_written(path_, a.name,
                        nc_put_vara(f.id(), a.id, a.first.data(), a.count.data(), from));
      });
    require_written(path_, "", f.close());
  }

  fs::path const& path_;
  int descriptor_ = -1;
};

}  // namespace

void save_netcdf(fs::path const& path, std::vector<entry> const& given, netcdf_format const& format)
{
  auto const entries = entry::in_file(given);
  plan what = plan_of(entries, format);
  write_file_atomically(path, [&](std::FILE* f) { writer(path, what, format).write(f); },
                        {.named = true});
}

void append_netcdf(fs::path const& path, std::vector<entry> const& given)
{
  auto const entries = entry::in_file(given);
  if (entries.empty()) return;
  if (detail::classic_netcdf_size(detail::readable_file(path)) > 0)
    return classic_file(path).add(entries);
#ifdef ACRE_NETCDF_HDF5
  std::size_t first = 0;
  {
    netcdf::file const f(path);
    first = additions_to(f, path, entries).front().first.front();
  }
  detail::append_hdf5_at(path, entries, static_cast<std::int64_t>(first));
#else
  netcdf::file const is_one(path);
  fail_to_write(path, "it is a netCDF-4 file, which grows where acre is built with HDF5");
#endif
}

}  // namespace acre::io
