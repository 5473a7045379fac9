#pragma once

#include <acre/error.hpp>
#include <acre/io/npy_file.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "../readable_file.hpp"
#include "classic.hpp"
#include <netcdf.h>

/// The netCDF library's files and types, as acre's reader and writer use them.
namespace acre::io::netcdf {

namespace fs = std::filesystem;

/// A file that is read, or added to.
class file {
 public:
  explicit file(fs::path const& path, int mode = NC_NOWRITE) : path_(path)
  {
    detail::readable_file const bytes(path);
    std::uint64_t const size = detail::classic_netcdf_size(bytes);
    if (size > bytes.size())
      fail("truncated: by its netCDF header it has " + std::to_string(size) + " bytes, there are " +
           std::to_string(bytes.size()));
    // bytes of a classic file at once: the library's own are few, for each of which it asks
    std::size_t at_once = mode == NC_WRITE ? 1 << 20 : NC_SIZEHINT_DEFAULT;
    check(nc__open(path.c_str(), mode, &at_once, &id_));
  }
  file(file const&) = delete;
  file& operator=(file const&) = delete;
  ~file()
  {
    if (id_ >= 0) nc_close(id_);
  }

  [[noreturn]] void fail(std::string const& why) const
  {
    throw file_error("cannot read " + path_.string() + ": " + why);
  }
  void check(int status) const
  {
    if (status != NC_NOERR) fail(nc_strerror(status));
  }
  int id() const { return id_; }
  /// The library's status.
  int close() { return nc_close(std::exchange(id_, -1)); }

 private:
  fs::path path_;
  int id_ = -1;
};

/// The dtype of numbers; kind V for what is none.
inline npy_array dtype_of(nc_type type)
{
  switch (type) {
    case NC_BYTE:
      return {'i', 1, {}, {}};
    case NC_SHORT:
      return {'i', 2, {}, {}};
    case NC_INT:
      return {'i', 4, {}, {}};
    case NC_INT64:
      return {'i', 8, {}, {}};
    case NC_UBYTE:
      return {'u', 1, {}, {}};
    case NC_USHORT:
      return {'u', 2, {}, {}};
    case NC_UINT:
      return {'u', 4, {}, {}};
    case NC_UINT64:
      return {'u', 8, {}, {}};
    case NC_FLOAT:
      return {'f', 4, {}, {}};
    case NC_DOUBLE:
      return {'f', 8, {}, {}};
    default:
      return {'V', 1, {}, {}};
  }
}

inline std::vector<int> dimensions(file const& f, int variable)
{
  int rank = 0;
  f.check(nc_inq_varndims(f.id(), variable, &rank));
  std::vector<int> dims(static_cast<std::size_t>(rank));
  f.check(nc_inq_vardimid(f.id(), variable, dims.data()));
  return dims;
}

inline std::string dimension_name(file const& f, int dimension)
{
  std::array<char, NC_MAX_NAME + 1> name{};
  f.check(nc_inq_dimname(f.id(), dimension, name.data()));
  return name.data();
}

inline std::string variable_name(file const& f, int variable)
{
  std::array<char, NC_MAX_NAME + 1> name{};
  f.check(nc_inq_varname(f.id(), variable, name.data()));
  return name.data();
}

/// Throws file_error for a shape beyond 64 bits.
inline std::vector<std::int64_t> shape_of(file const& f, int variable, std::string const& name)
{
  std::vector<std::int64_t> shape;
  for (int const d : dimensions(f, variable)) {
    std::size_t length = 0;
    f.check(nc_inq_dimlen(f.id(), d, &length));
    shape.push_back(static_cast<std::int64_t>(length));
  }
  try {
    detail::npy_size(shape);
  } catch (shape_error const& e) {
    f.fail(name + ": " + e.message());
  }
  return shape;
}

}  // namespace acre::io::netcdf
