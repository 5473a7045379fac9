#include <acre/io/hdf5.hpp>

#include <algorithm>
#include <cstring>
#include <vector>

#include "parts.hpp"
#include <hdf5.h>

// HDF5 files that are sound, of any types, shapes, filters and attributes: the bytes say which, and
// all is read whole, by rows and by slices. (Of bytes that are no HDF5 file the library itself
// makes assertions that fail, before acre sees any of them.) A file serves for many inputs, as
// making, opening and closing one takes the library longer than all the rest: what an input puts
// into it is taken out again.

namespace {

class script {
 public:
  script(std::uint8_t const* data, std::size_t size) : at_(data), end_(data + size) {}
  unsigned operator()(unsigned below) { return at_ == end_ ? 0 : *at_++ % below; }
  bool ended() const { return at_ == end_; }

 private:
  std::uint8_t const *at_, *end_;
};

hid_t number_type(script& next)
{
  hid_t const all[] = {H5T_STD_I8LE,   H5T_STD_I16LE,  H5T_STD_I32LE,     H5T_STD_I64LE,
                       H5T_STD_U8LE,   H5T_STD_U16LE,  H5T_STD_U32LE,     H5T_STD_U64LE,
                       H5T_STD_I16BE,  H5T_STD_U64BE,  H5T_IEEE_F32LE,    H5T_IEEE_F32BE,
                       H5T_IEEE_F64LE, H5T_IEEE_F64BE, H5T_NATIVE_LDOUBLE};
  return H5Tcopy(all[next(std::size(all))]);
}

/// Owned by the caller, negative where the library doesn't make it.
hid_t any_type(script& next)
{
  char const* const names[] = {"r", "i", "real", "imag", "FALSE", "TRUE", "x"};
  auto const name = [&] { return names[next(std::size(names))]; };
  switch (next(8)) {
    case 0: {
      hid_t const type = number_type(next);
      if (H5Tget_class(type) == H5T_INTEGER) H5Tset_precision(type, 1 + next(64));
      return type;
    }
    case 1: {
      hid_t const base = H5Tcopy(next(2) == 0 ? H5T_STD_I8LE : H5T_STD_I16LE),
                  type = H5Tenum_create(base);
      for (unsigned left = next(4); left > 0; --left) {
        short const value = static_cast<short>(next(3));
        H5Tenum_insert(type, name(), &value);
      }
      H5Tclose(base);
      return type;
    }
    case 2: {
      hid_t const first = number_type(next),
                  second = next(2) == 0 ? H5Tcopy(first) : number_type(next);
      std::size_t const at = H5Tget_size(first), gap = next(2);
      hid_t const type = H5Tcreate(H5T_COMPOUND, at + gap + H5Tget_size(second));
      H5Tinsert(type, name(), 0, first);
      if (next(4) > 0) H5Tinsert(type, name(), at + gap, second);
      H5Tclose(first), H5Tclose(second);
      return type;
    }
    case 3: {
      hid_t const type = H5Tcopy(H5T_C_S1);
      unsigned const size = next(9);
      H5Tset_size(type, size == 0 ? H5T_VARIABLE : size);
      return type;
    }
    case 4: {
      hsize_t const extent = 1 + next(3);
      hid_t const base = number_type(next), type = H5Tarray_create2(base, 1, &extent);
      H5Tclose(base);
      return type;
    }
    default:
      return number_type(next);
  }
}

hid_t any_space(script& next, std::vector<hsize_t>& extent)
{
  unsigned const kind = next(8);
  if (kind == 0) return H5Screate(H5S_NULL);
  extent.resize(kind % 4);
  for (hsize_t& n : extent) n = next(5);
  return extent.empty() ? H5Screate(H5S_SCALAR)
                        : H5Screate_simple(static_cast<int>(extent.size()), extent.data(), nullptr);
}

std::vector<std::uint8_t> any_values(script& next, hid_t type, hid_t space)
{
  auto const count = std::max<hssize_t>(H5Sget_simple_extent_npoints(space), 0);
  std::vector<std::uint8_t> values(H5Tget_size(type) * static_cast<std::size_t>(count) + 1);
  for (std::uint8_t& v : values) v = static_cast<std::uint8_t>(next(256));
  return values;
}

struct written {
  std::string name;
  std::vector<std::uint8_t> values;
  bool as_read = false;       ///< the bytes that are read are those of the file
  unsigned attribute_as = 0;  ///< how the attribute is read
};

/// The contents of a file, made from one input. Most times its datasets stay open until all is
/// read, as the library takes longest to close one and to open it again.
class contents {
 public:
  contents(script& next, hid_t file);
  contents(contents const&) = delete;
  ~contents()
  {
    close();
    for (char const* name : links_) H5Ldelete(file_, name, H5P_DEFAULT);
    H5G_info_t left;
    if (H5Gget_info(file_, &left) < 0 || left.nlinks != 0) std::abort();
  }
  std::vector<written> const& datasets() const { return datasets_; }

 private:
  written any_dataset(script& next, std::string const& name);
  void close()
  {
    for (hid_t const d : open_) H5Dclose(d);
    open_.clear();
  }

  hid_t file_;
  std::vector<written> datasets_;
  std::vector<char const*> links_;  ///< of the file's first group
  std::vector<hid_t> open_;
};

written contents::any_dataset(script& next, std::string const& name)
{
  hid_t const type = any_type(next);
  std::vector<hsize_t> extent;
  hid_t const space = any_space(next, extent);
  unsigned const layout = next(4);
  hid_t const how = layout == 0 ? H5P_DEFAULT : H5Pcreate(H5P_DATASET_CREATE);
  if (layout == 1) {
    H5Pset_layout(how, H5D_COMPACT);
  } else if (layout > 1 && !extent.empty()) {
    for (hsize_t& n : extent) n = 1 + next(3);
    H5Pset_chunk(how, static_cast<int>(extent.size()), extent.data());
    if (layout == 3) H5Pset_shuffle(how), H5Pset_deflate(how, 1), H5Pset_fletcher32(how);
  }
  hid_t const d = H5Dcreate2(file_, name.c_str(), type, space, H5P_DEFAULT, how, H5P_DEFAULT);
  written out{name, any_values(next, type, space)};
  if (d >= 0 && H5Tis_variable_str(type) <= 0 && next(8) > 0 &&
      H5Dwrite(d, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, out.values.data()) >= 0)
    out.as_read = H5Tget_order(type) == H5T_ORDER_LE && H5Tget_class(type) != H5T_COMPOUND &&
                  H5Tget_class(type) != H5T_ENUM;
  out.values.pop_back();
  if (d >= 0) {
    hid_t const attribute_type = any_type(next), one = next(2) == 0 ? H5Screate(H5S_SCALAR) : space,
                a = H5Acreate2(d, "n", attribute_type, one, H5P_DEFAULT, H5P_DEFAULT);
    if (a >= 0 && H5Tis_variable_str(attribute_type) <= 0)
      H5Awrite(a, attribute_type, any_values(next, attribute_type, one).data());
    if (a >= 0) H5Aclose(a);
    if (one != space) H5Sclose(one);
    H5Tclose(attribute_type);
    open_.push_back(d);
  }
  if (how != H5P_DEFAULT) H5Pclose(how);
  H5Sclose(space), H5Tclose(type);
  out.attribute_as = next(4);
  return out;
}

/// Open all the time: a reader's file of the same name shares what the library knows of it.
class kept_file {
 public:
  explicit kept_file(H5F_libver_t oldest) : oldest_(oldest) {}
  ~kept_file() { close(); }
  hid_t id()
  {
    if (++inputs_ % 4096 == 1) {  // it grows
      close();
      hid_t const access = H5Pcreate(H5P_FILE_ACCESS);
      H5Pset_libver_bounds(access, oldest_, H5F_LIBVER_LATEST);
      H5Pset_cache(access, 0, 7, 1 << 12, 0.75);  // else 8191 places for chunks are made a dataset
      id_ = H5Fcreate(path().c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access);
      H5Pclose(access);
      if (id_ < 0) std::abort();
    }
    return id_;
  }
  std::filesystem::path const& path() const { return place_.path(); }

 private:
  void close()
  {
    if (id_ >= 0) H5Fclose(id_);
    id_ = -1;
  }

  H5F_libver_t oldest_;
  acre_fuzz::named_file place_;
  hid_t id_ = -1;
  unsigned inputs_ = 0;
};

contents::contents(script& next, hid_t file) : file_(file)
{
  char const* const names[] = {"a", "g/b", "g/c"};
  unsigned const kind = next(8), count = kind < 2 ? kind + 2 : 1;  // most times one will do
  if (count > 1) {
    H5Gclose(H5Gcreate2(file, "g", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    links_.push_back("g");
  }
  for (unsigned k = 0; k < count; ++k)
    if (!next.ended()) datasets_.push_back(any_dataset(next, names[k]));
  if (H5Lexists(file, names[0], H5P_DEFAULT) > 0) links_.push_back(names[0]);
  if (next(4) == 1) {
    H5Lcreate_soft("/none", file, "soft", H5P_DEFAULT, H5P_DEFAULT);
    links_.push_back("soft");
  }
  if (next(4) == 1) {
    H5Lcreate_external("/none.h5", "x", file, "far", H5P_DEFAULT, H5P_DEFAULT);
    links_.push_back("far");
  }
  if (next(8) == 1) close();
}

void read_all(std::filesystem::path const& path, std::vector<written> const& all)
{
  acre::io::hdf5_reader const in(path);
  for (written const& w : all) {
    acre_fuzz::read([&] {
      auto const whole = in.read(w.name);
      if (w.as_read && (whole.data.size() != w.values.size() ||
                        !std::equal(w.values.begin(), w.values.end(),
                                    reinterpret_cast<std::uint8_t const*>(whole.data.data()))))
        std::abort();
      if (!whole.shape.empty() && in.read(w.name, 0, whole.shape.front()).data != whole.data)
        std::abort();
      acre_fuzz::read_parts(in, w.name, whole);
    });
    acre_fuzz::read([&] {
      std::string const name = w.name + "@n";
      if (w.attribute_as == 0)
        in.number<std::int32_t>(name);
      else if (w.attribute_as == 1)
        in.number<acre::complex<float>>(name);
      else
        in.text(name);
    });
  }
}

}  // namespace

int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
  static acre::runtime const runtime;
  static bool const is_set_up = [] {
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
    H5set_free_list_limits(-1, -1, -1, -1, -1, -1);  // else it asks for a megabyte an opened file
    return true;
  }();
  static kept_file files[] = {kept_file(H5F_LIBVER_EARLIEST), kept_file(H5F_LIBVER_LATEST)};
  static_cast<void>(is_set_up);
  script next(data, size);
  kept_file& file = files[next(2)];
  contents const all(next, file.id());
  read_all(file.path(), all.datasets());
  return 0;
}
