#pragma once

#include <acre/error.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <hdf5.h>

/// The HDF5 library's handles, messages and types, as acre's reader and writer use them.
namespace acre::io::hdf5 {

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

/// The library's description of its last failure: where it began; the system's words alone, if it
/// has these among its own ("file write failed: time = …, error message = 'No space left on
/// device', …").
inline std::string reason()
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

/// How something new is made, such that no times stand in it: of a file, its root. (The library's
/// versions from 2 on note them in groups, too.)
inline handle without_times(hid_t properties)
{
  handle create(H5Pcreate(properties), H5Pclose);
  H5Pset_obj_track_times(create, 0);
  return create;
}

struct dtype {
  char kind;
  std::size_t itemsize;
};

inline hid_t native(char kind, std::size_t itemsize)
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

/// HDF5's older versions have no name for binary16.
inline handle float16_type(H5T_order_t order)
{
  handle type(H5Tcopy(H5T_IEEE_F32LE), H5Tclose);
  H5Tset_fields(type, 15, 10, 5, 0, 10);
  H5Tset_size(type, 2);
  H5Tset_ebias(type, 15);
  H5Tset_order(type, order);
  return type;
}

/// h5py's types: bool an enumeration of int8, complex a compound of r and i; text of a fixed
/// length.
inline handle type_of(dtype const& d, std::string const& real = "r", std::string const& imag = "i")
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
  if (d.kind == 'V') throw dtype_error("HDF5 has no bfloat16: cast<float>(x)");
  if (d.kind == 'f' && d.itemsize == 2) return float16_type(H5Tget_order(H5T_NATIVE_FLOAT));
  return {H5Tcopy(native(d.kind, d.itemsize)), H5Tclose};
}

/// A type of a file: what it is here, and how it is read into memory.
struct found_type {
  dtype is{'V', 0};
  handle in_memory;
  std::string name;  ///< for a refusal
};

inline bool is_float16(hid_t type)
{
  return H5Tequal(type, float16_type(H5T_ORDER_LE)) > 0 ||
         H5Tequal(type, float16_type(H5T_ORDER_BE)) > 0;
}
inline bool is_float(hid_t type)
{
  hid_t const floats[] = {H5T_IEEE_F32LE, H5T_IEEE_F32BE, H5T_IEEE_F64LE, H5T_IEEE_F64BE};
  for (hid_t const t : floats)
    if (H5Tequal(type, t) > 0) return true;
  return is_float16(type);
}

inline std::string member_name(hid_t type, unsigned k)
{
  char* const name = H5Tget_member_name(type, k);
  std::string text = name == nullptr ? "" : name;
  H5free_memory(name);
  return text;
}

inline bool is_bool(hid_t type)
{
  if (H5Tget_size(type) != 1 || H5Tget_nmembers(type) != 2) return false;
  for (unsigned k = 0; k < 2; ++k) {
    signed char value = -1;
    if (H5Tget_member_value(type, k, &value) < 0) return false;
    if (member_name(type, k) != (value == 0 ? "FALSE" : value == 1 ? "TRUE" : "")) return false;
  }
  return true;
}

inline found_type classify(hid_t type)
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
      if (!is_float(re) || is_float16(re) || H5Tequal(re, im) <= 0 || !real.starts_with("r") ||
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

/// A dataset's path from the root: "/a/b" is "a/b".
inline std::string plain(std::string const& name)
{
  return name.starts_with('/') ? name.substr(1) : name;
}

/// "a/b@c" as ("a/b", "c"); of a dataset's name the second part is empty.
inline std::pair<std::string, std::string> split(std::string const& name)
{
  auto const at = name.find('@');
  if (at == std::string::npos) return {plain(name), ""};
  std::string const object = plain(name.substr(0, at));
  return {object.empty() ? "/" : object, name.substr(at + 1)};
}

/// Why a dataset's elements can't be unpacked or packed here, where a filter is missing.
inline std::optional<std::string> missing_filter(hid_t dataset)
{
  handle const create(H5Dget_create_plist(dataset), H5Pclose);
  int const filters = create ? H5Pget_nfilters(create) : 0;
  for (int k = 0; k < filters; ++k) {
    char name[128] = "";
    unsigned flags = 0, config = 0;
    std::size_t values = 0;
    auto const id = H5Pget_filter2(create, static_cast<unsigned>(k), &flags, &values, nullptr,
                                   sizeof name, name, &config);
    if (id < 0 || H5Zfilter_avail(id) > 0) continue;
    name[sizeof name - 1] = '\0';
    std::string const called = name[0] == '\0' ? "" : std::string(name) + ", ";
    return "it is packed by a filter that the HDF5 library here doesn't have (" + called +
           "number " + std::to_string(id) +
           "); the environment variable HDF5_PLUGIN_PATH names the folder of a plugin for it";
  }
  return {};
}

}  // namespace acre::io::hdf5
