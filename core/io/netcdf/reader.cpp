#include <acre/io/netcdf.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <new>
#include <stdexcept>

#include "library.hpp"
#include <netcdf.h>
#include <netcdf_meta.h>
#if NC_VERSION_MAJOR > 4 || NC_VERSION_MINOR >= 8
#include <netcdf_filter.h>
#define ACRE_NETCDF_FILTERS
#endif

namespace acre::io {
namespace {

namespace fs = std::filesystem;
using netcdf::dimension_name, netcdf::dimensions, netcdf::dtype_of, netcdf::file, netcdf::shape_of,
    netcdf::variable_name;

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
    out += (v == 0 ? "" : ", ") + variable_name(f, v) + "(";
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

/// Throws where there is none of that name.
int find_variable(file const& f, std::string const& variable)
{
  int id = -1;
  if (nc_inq_varid(f.id(), variable.c_str(), &id) != NC_NOERR)
    f.fail("it has no variable " + variable + " but " + variable_list(f));
  return id;
}

/// Throws as that, and where it holds text.
int find_numbers(file const& f, std::string const& variable)
{
  int const id = find_variable(f, variable);
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
  /// Why elements of a variable can't be read: a filter that isn't there is named.
  std::string reason(int status, int variable) const
  {
    std::string why = nc_strerror(status);
#ifdef ACRE_NETCDF_FILTERS
    std::size_t n = 0;
    if (nc_inq_var_filter_ids(f.id(), variable, &n, nullptr) != NC_NOERR || n == 0) return why;
    std::vector<unsigned> ids(n);
    if (nc_inq_var_filter_ids(f.id(), variable, &n, ids.data()) != NC_NOERR) return why;
    why += "; it is packed by ";
    for (std::size_t k = 0; k < n; ++k)
      why += (k == 0 ? "filter " : ", filter ") + std::to_string(ids[k]);
    why += ", for which HDF5_PLUGIN_PATH has to name the folder of a plugin";
#endif
    return why;
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

  netcdf::file f;
  fs::path path;
};

netcdf_reader::netcdf_reader(fs::path const& path) : file_(std::make_unique<file>(path)) {}
netcdf_reader::netcdf_reader(netcdf_reader&&) noexcept = default;
netcdf_reader& netcdf_reader::operator=(netcdf_reader&&) noexcept = default;
netcdf_reader::~netcdf_reader() = default;

std::vector<std::string> netcdf_reader::variables() const
{
  netcdf::file const& f = file_->f;
  int count = 0;
  f.check(nc_inq_nvars(f.id(), &count));
  std::vector<std::string> names;
  for (int v = 0; v < count; ++v) names.push_back(variable_name(f, v));
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
  for (int const d : netcdf::dimensions(file_->f, file_->variable(variable)))
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
  int const id = file_->variable(variable);
  int const status = nc_get_vars(file_->f.id(), id, first.data(), count.data(), step.data(), to);
  if (status != NC_NOERR) file_->f.fail(variable + ": " + file_->reason(status, id));
}

void netcdf_reader::read_attribute(std::string const& name, npy_array const& wanted, void* to) const
{
  auto const a = file_->find(name);
  std::string const what = file_->path.string() + ": " + name;
  bool const number = a.type != NC_CHAR && a.type < NC_STRING;
  npy_array const found = dtype_of(a.type);
  if (!number || found.kind != wanted.kind || found.itemsize != wanted.itemsize)
    throw dtype_error(what + " is of dtype " + (number ? found.dtype() : "text") + ", not " +
                      wanted.dtype());
  if (a.length != 1)
    file_->f.fail(name + " is " + std::to_string(a.length) + " numbers; numbers() reads several");
  file_->f.check(nc_get_att(file_->f.id(), a.variable, a.name.c_str(), to));
}

npy_array netcdf_reader::attribute(std::string const& name) const
{
  auto const a = file_->find(name);
  npy_array out = dtype_of(a.type);
  if (out.kind == 'V')
    throw dtype_error(file_->path.string() + ": " + name + " is of dtype " +
                      (a.type == NC_CHAR || a.type == NC_STRING
                           ? "text, no numbers; texts() reads it"
                           : "the file's own, no numbers"));
  out.shape = {static_cast<std::int64_t>(a.length)};
  detail::allocate(out);
  if (a.length > 0)
    file_->f.check(nc_get_att(file_->f.id(), a.variable, a.name.c_str(), out.data.data()));
  return out;
}

namespace {

/// Texts that read(char**) reads, which the library has allocated.
template <class Read>
std::vector<std::string> library_texts(std::size_t n, Read const& read)
{
  std::vector<char*> chars(n, nullptr);
  if (n == 0) return {};
  read(chars.data());
  std::vector<std::string> texts;
  for (char const* const c : chars) texts.emplace_back(c == nullptr ? "" : c);
  nc_free_string(n, chars.data());
  return texts;
}

}  // namespace

std::vector<std::string> netcdf_reader::texts(std::string const& name) const
{
  netcdf::file const& f = file_->f;
  if (name.find('@') != std::string::npos) {
    auto const a = file_->find(name);
    if (a.type == NC_CHAR) return {text_attribute(f, a.variable, a.name.c_str())};
    if (a.type != NC_STRING) f.fail(name + " is no text");
    return library_texts(a.length, [&](char** to) {
      f.check(nc_get_att_string(f.id(), a.variable, a.name.c_str(), to));
    });
  }
  int const id = find_variable(f, name);
  nc_type type = NC_NAT;
  f.check(nc_inq_vartype(f.id(), id, &type));
  auto shape = shape_of(f, id, name);
  if (type == NC_STRING)
    return library_texts(static_cast<std::size_t>(detail::npy_size(shape)), [&](char** to) {
      int const status = nc_get_var_string(f.id(), id, to);
      if (status != NC_NOERR) f.fail(name + ": " + file_->reason(status, id));
    });
  if (type != NC_CHAR) f.fail(name + " is no text");
  // the last axis are a text's characters
  npy_array chars{'S', 1, shape, {}};
  detail::allocate(chars);
  if (!chars.data.empty()) {
    int const status = nc_get_var_text(f.id(), id, reinterpret_cast<char*>(chars.data.data()));
    if (status != NC_NOERR) f.fail(name + ": " + file_->reason(status, id));
  }
  auto const length = shape.empty() ? std::size_t{1} : static_cast<std::size_t>(shape.back());
  if (!shape.empty()) shape.pop_back();
  std::vector<std::string> texts;
  for (std::size_t k = 0; k < static_cast<std::size_t>(detail::npy_size(shape)); ++k) {
    std::string text(reinterpret_cast<char const*>(chars.data.data()) + k * length, length);
    while (!text.empty() && text.back() == '\0') text.pop_back();
    texts.push_back(std::move(text));
  }
  return texts;
}

std::string netcdf_reader::text(std::string const& name) const
{
  auto found = texts(name);
  if (found.size() != 1) file_->f.fail(name + " is no text but " + std::to_string(found.size()));
  return std::move(found.front());
}

std::vector<std::string> netcdf_reader::attributes(std::string const& variable) const
{
  netcdf::file const& f = file_->f;
  int const id = variable.empty() ? NC_GLOBAL : find_variable(f, variable);
  int count = 0;
  f.check(id == NC_GLOBAL ? nc_inq_natts(f.id(), &count) : nc_inq_varnatts(f.id(), id, &count));
  std::vector<std::string> names;
  for (int k = 0; k < count; ++k) {
    std::array<char, NC_MAX_NAME + 1> name{};
    f.check(nc_inq_attname(f.id(), id, k, name.data()));
    names.emplace_back(name.data());
  }
  return names;
}

}  // namespace acre::io
