#include <acre/io/netcdf.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <new>
#include <stdexcept>

#include "../readable_file.hpp"
#include "classic.hpp"
#include <netcdf.h>

namespace acre::io {
namespace {

namespace fs = std::filesystem;

class file {
 public:
  explicit file(fs::path const& path) : path_(path)
  {
    detail::readable_file const bytes(path);
    std::uint64_t const size = detail::classic_netcdf_size(bytes);
    if (size > bytes.size())
      fail("truncated: by its netCDF header it has " + std::to_string(size) + " bytes, there are " +
           std::to_string(bytes.size()));
    check(nc_open(path.c_str(), NC_NOWRITE, &id_));
  }
  file(file const&) = delete;
  file& operator=(file const&) = delete;
  ~file() { nc_close(id_); }

  [[noreturn]] void fail(std::string const& why) const
  {
    throw file_error("cannot read " + path_.string() + ": " + why);
  }
  void check(int status) const
  {
    if (status != NC_NOERR) fail(nc_strerror(status));
  }
  int id() const { return id_; }

 private:
  fs::path path_;
  int id_ = -1;
};

std::vector<int> dimensions(file const& f, int variable)
{
  int rank = 0;
  f.check(nc_inq_varndims(f.id(), variable, &rank));
  std::vector<int> dims(static_cast<std::size_t>(rank));
  f.check(nc_inq_vardimid(f.id(), variable, dims.data()));
  return dims;
}

std::string dimension_name(file const& f, int dimension)
{
  std::array<char, NC_MAX_NAME + 1> name{};
  f.check(nc_inq_dimname(f.id(), dimension, name.data()));
  return name.data();
}

/// Throws file_error for a shape beyond 64 bits.
std::vector<std::int64_t> shape_of(file const& f, int variable, std::string const& name)
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
    f.fail(name + ": " + e.what());
  }
  return shape;
}

template <class T>
std::vector<T> numbers_of(std::vector<std::int64_t> const& shape)
{
  try {
    return std::vector<T>(static_cast<std::size_t>(detail::npy_size(shape)));
  } catch (std::bad_alloc const&) {
  } catch (std::length_error const&) {
  }
  acre::detail::throw_out_of_memory(shape, sizeof(T), acre::dtype_name<T>());
}

std::string variable_list(file const& f)
{
  int count = 0;
  f.check(nc_inq_nvars(f.id(), &count));
  if (count == 0) return "no variables";
  std::string out = "these: ";
  for (int v = 0; v < count; ++v) {
    std::array<char, NC_MAX_NAME + 1> name{};
    f.check(nc_inq_varname(f.id(), v, name.data()));
    out += (v == 0 ? "" : ", ") + std::string(name.data()) + "(";
    std::string separator;
    for (int const d : dimensions(f, v)) {
      std::size_t length = 0;
      f.check(nc_inq_dimlen(f.id(), d, &length));
      out += separator + dimension_name(f, d) + "=" + std::to_string(length);
      separator = ", ";
    }
    out += ")";
  }
  return out;
}

std::string text_attribute(file const& f, int variable, char const* name)
{
  nc_type type = NC_NAT;
  std::size_t length = 0;
  if (nc_inq_att(f.id(), variable, name, &type, &length) != NC_NOERR || type != NC_CHAR) return {};
  std::string text(length, '\0');
  f.check(nc_get_att_text(f.id(), variable, name, text.data()));
  while (!text.empty() && text.back() == '\0') text.pop_back();
  return text;
}

std::optional<double> number_attribute(file const& f, int variable, char const* name)
{
  nc_type type = NC_NAT;
  std::size_t length = 0;
  if (nc_inq_att(f.id(), variable, name, &type, &length) != NC_NOERR || length == 0 ||
      type == NC_CHAR || type > NC_UINT64)
    return std::nullopt;
  std::vector<double> values(length);
  f.check(nc_get_att_double(f.id(), variable, name, values.data()));
  return values.front();
}

// Says why a variable of this type can't be read as numbers, if it can't.
void require_numbers(file const& f, int variable, std::string const& name)
{
  nc_type type = NC_NAT;
  f.check(nc_inq_vartype(f.id(), variable, &type));
  if (type == NC_CHAR || type == NC_STRING) f.fail("variable " + name + " holds text, not numbers");
  if (type > NC_STRING) f.fail("variable " + name + " has a type of the file's own, not numbers");
}

netcdf_axis read_axis(file const& f, int dimension, std::int64_t length)
{
  netcdf_axis axis;
  axis.name = dimension_name(f, dimension);
  int variable = -1;
  if (nc_inq_varid(f.id(), axis.name.c_str(), &variable) != NC_NOERR) return axis;
  nc_type type = NC_NAT;
  f.check(nc_inq_vartype(f.id(), variable, &type));
  if (dimensions(f, variable) != std::vector<int>{dimension} || type == NC_CHAR ||
      type >= NC_STRING)
    return axis;
  axis.units = text_attribute(f, variable, "units");
  axis.values = numbers_of<double>({length});
  f.check(nc_get_var_double(f.id(), variable, axis.values.data()));
  return axis;
}

void read_packed(file const& f, int variable, double scale, double offset,
                 std::optional<double> fill, std::optional<double> missing, netcdf_variable& out)
{
  auto packed = numbers_of<double>(out.shape);
  f.check(nc_get_var_double(f.id(), variable, packed.data()));
  float const nan = std::numeric_limits<float>::quiet_NaN();
  for (std::size_t i = 0; i < packed.size(); ++i) {
    bool const gone = packed[i] == fill || packed[i] == missing;
    out.data[i] = gone ? nan : static_cast<float>(packed[i] * scale + offset);
  }
  if (fill || missing) out.missing = nan;
}

void read_plain(file const& f, int variable, std::optional<double> fill,
                std::optional<double> missing, netcdf_variable& out)
{
  int const status = nc_get_var_float(f.id(), variable, out.data.data());
  if (status == NC_ERANGE) f.fail("variable " + out.name + " has values that float can't hold");
  f.check(status);
  if (!fill) fill = missing;
  if (!fill) return;
  out.missing = static_cast<float>(*fill);
  float const other = static_cast<float>(missing.value_or(*fill));
  if (other == *out.missing) return;
  for (float& x : out.data)
    if (x == other) x = *out.missing;
}

/// Throws where there is none of that name, or it holds text.
int find_numbers(file const& f, std::string const& variable)
{
  int id = -1;
  if (nc_inq_varid(f.id(), variable.c_str(), &id) != NC_NOERR)
    f.fail("it has no variable " + variable + " but " + variable_list(f));
  require_numbers(f, id, variable);
  return id;
}

}  // namespace

std::vector<double> read_netcdf_numbers(fs::path const& path, std::string const& variable)
{
  file const f(path);
  int const id = find_numbers(f, variable);
  auto numbers = numbers_of<double>(shape_of(f, id, variable));
  if (!numbers.empty()) f.check(nc_get_var_double(f.id(), id, numbers.data()));
  return numbers;
}

netcdf_variable read_netcdf(fs::path const& path, std::string const& variable)
{
  file const f(path);
  int const id = find_numbers(f, variable);
  netcdf_variable out;
  out.name = variable;
  out.units = text_attribute(f, id, "units");
  out.shape = shape_of(f, id, variable);
  auto const dims = dimensions(f, id);
  for (std::size_t k = 0; k < dims.size(); ++k)
    out.axes.push_back(read_axis(f, dims[k], out.shape[k]));
  out.data = numbers_of<float>(out.shape);

  auto const fill = number_attribute(f, id, "_FillValue");
  auto const missing = number_attribute(f, id, "missing_value");
  auto const scale = number_attribute(f, id, "scale_factor");
  auto const offset = number_attribute(f, id, "add_offset");
  if (out.data.empty()) return out;
  if (scale || offset)
    read_packed(f, id, scale.value_or(1), offset.value_or(0), fill, missing, out);
  else
    read_plain(f, id, fill, missing, out);
  return out;
}

struct netcdf_reader::file {
  explicit file(fs::path const& from) : f(from), path(from) {}

  int variable(std::string const& name) const { return find_numbers(f, name); }
  npy_array layout(std::string const& name) const
  {
    int const id = variable(name);
    nc_type type = NC_NAT;
    f.check(nc_inq_vartype(f.id(), id, &type));
    npy_array out = dtype_of(type);
    out.shape = shape_of(f, id, name);
    return out;
  }
  static npy_array dtype_of(nc_type type)
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
      default:
        return {'f', 8, {}, {}};
    }
  }
  struct attribute {
    int variable = NC_GLOBAL;
    std::string name;
    nc_type type = NC_NAT;
    std::size_t length = 0;
  };
  attribute find(std::string const& name) const
  {
    attribute a;
    auto const at = name.find('@');
    if (at == std::string::npos) f.fail("an attribute is VARIABLE@NAME or @NAME, not " + name);
    std::string const of = name.substr(0, at);
    a.name = name.substr(at + 1);
    if ((!of.empty() && nc_inq_varid(f.id(), of.c_str(), &a.variable) != NC_NOERR) ||
        nc_inq_att(f.id(), a.variable, a.name.c_str(), &a.type, &a.length) != NC_NOERR)
      f.fail("it has no attribute " + name);
    return a;
  }

  io::file f;
  fs::path path;
};

netcdf_reader::netcdf_reader(fs::path const& path) : file_(std::make_unique<file>(path)) {}
netcdf_reader::netcdf_reader(netcdf_reader&&) noexcept = default;
netcdf_reader& netcdf_reader::operator=(netcdf_reader&&) noexcept = default;
netcdf_reader::~netcdf_reader() = default;

std::vector<std::string> netcdf_reader::variables() const
{
  io::file const& f = file_->f;
  int count = 0;
  f.check(nc_inq_nvars(f.id(), &count));
  std::vector<std::string> names;
  for (int v = 0; v < count; ++v) {
    std::array<char, NC_MAX_NAME + 1> name{};
    f.check(nc_inq_varname(f.id(), v, name.data()));
    names.emplace_back(name.data());
  }
  return names;
}

bool netcdf_reader::contains(std::string const& variable) const
{
  int id = -1;
  return nc_inq_varid(file_->f.id(), variable.c_str(), &id) == NC_NOERR;
}

std::vector<std::string> netcdf_reader::dimensions(std::string const& variable) const
{
  std::vector<std::string> names;
  for (int const d : io::dimensions(file_->f, file_->variable(variable)))
    names.push_back(dimension_name(file_->f, d));
  return names;
}

npy_array netcdf_reader::layout(std::string const& variable) const
{
  return file_->layout(variable);
}

npy_array netcdf_reader::read(std::string const& variable) const
{
  npy_array a = layout(variable);
  detail::selection const all{std::vector<std::int64_t>(a.shape.size(), 0), a.shape,
                              std::vector<std::int64_t>(a.shape.size(), 1)};
  detail::allocate(a);
  read(variable, all, a.data.data());
  return a;
}

std::string netcdf_reader::where(std::string const& variable) const
{
  return file_->path.string() + ": " + variable;
}

detail::selected netcdf_reader::select(std::string const& variable, npy_array const& layout,
                                       std::initializer_list<slice> slices) const
{
  return detail::select(layout.shape, std::vector<slice>(slices), where(variable));
}

void netcdf_reader::require(std::string const& variable, npy_array& wanted) const
{
  npy_array const found = layout(variable);
  detail::require_wanted(found, wanted.kind, wanted.itemsize, wanted.shape.size(), where(variable));
  wanted.shape = found.shape;
}

void netcdf_reader::read(std::string const& variable, detail::selection const& part, void* to) const
{
  if (std::find(part.count.begin(), part.count.end(), 0) != part.count.end()) return;
  std::vector<std::size_t> const first(part.first.begin(), part.first.end()),
      count(part.count.begin(), part.count.end());
  std::vector<std::ptrdiff_t> const step(part.step.begin(), part.step.end());
  file_->f.check(nc_get_vars(file_->f.id(), file_->variable(variable), first.data(), count.data(),
                             step.data(), to));
}

void netcdf_reader::read_attribute(std::string const& name, npy_array const& wanted, void* to) const
{
  auto const a = file_->find(name);
  std::string const what = file_->path.string() + ": " + name;
  bool const number = a.type != NC_CHAR && a.type < NC_STRING;
  npy_array const found = file::dtype_of(a.type);
  if (!number || found.kind != wanted.kind || found.itemsize != wanted.itemsize)
    throw dtype_error(what + " is of dtype " + (number ? found.dtype() : "text") + ", not " +
                      wanted.dtype());
  if (a.length != 1) file_->f.fail(name + " is " + std::to_string(a.length) + " numbers");
  file_->f.check(nc_get_att(file_->f.id(), a.variable, a.name.c_str(), to));
}

std::string netcdf_reader::text(std::string const& name) const
{
  auto const a = file_->find(name);
  if (a.type == NC_STRING && a.length == 1) {
    char* chars = nullptr;
    file_->f.check(nc_get_att_string(file_->f.id(), a.variable, a.name.c_str(), &chars));
    std::string text = chars == nullptr ? "" : chars;
    nc_free_string(1, &chars);
    return text;
  }
  if (a.type != NC_CHAR) file_->f.fail(name + " is no text");
  return text_attribute(file_->f, a.variable, a.name.c_str());
}

}  // namespace acre::io
