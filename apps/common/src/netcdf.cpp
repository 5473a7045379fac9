#include <acre_apps/netcdf.hpp>

#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <system_error>

#include <netcdf.h>

namespace acre::apps {
namespace {

namespace fs = std::filesystem;

class file {
 public:
  explicit file(fs::path const& path) : path_(path)
  {
    std::error_code ec;
    if (!fs::exists(path, ec)) fail("no such file");
    if (fs::is_directory(path, ec)) fail("is a directory");
    check(nc_open(path.c_str(), NC_NOWRITE, &id_));
  }
  file(file const&) = delete;
  file& operator=(file const&) = delete;
  ~file() { nc_close(id_); }

  [[noreturn]] void fail(std::string const& why) const
  {
    throw std::runtime_error("cannot read " + path_.string() + ": " + why);
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

netcdf_axis read_axis(file const& f, int dimension, std::size_t length)
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
  axis.values.resize(length);
  f.check(nc_get_var_double(f.id(), variable, axis.values.data()));
  return axis;
}

void read_packed(file const& f, int variable, double scale, double offset,
                 std::optional<double> fill, std::optional<double> missing, netcdf_variable& out)
{
  std::vector<double> packed(out.data.size());
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

struct package {
  char const* name;
  char const* folder;
};
constexpr package ferret{"ferret-datasets", "/usr/share/ferret-vis/data"},
    gshhg{"gmt-gshhg-low", "/usr/share/gmt-gshhg"};

struct dataset {
  char const* name;
  char const* file;
  package brought_by;
};
constexpr std::array<dataset, 5> datasets{{{"etopo5", "etopo5.cdf", ferret},
                                           {"coads", "coads_climatology.cdf", ferret},
                                           {"gshhs-crude", "binned_GSHHS_c.nc", gshhg},
                                           {"gshhs-low", "binned_GSHHS_l.nc", gshhg},
                                           {"gshhs-intermediate", "binned_GSHHS_i.nc", gshhg}}};

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
  std::size_t size = 1;
  for (int const d : dimensions(f, id)) {
    std::size_t length = 0;
    f.check(nc_inq_dimlen(f.id(), d, &length));
    size *= length;
  }
  std::vector<double> numbers(size);
  if (size > 0) f.check(nc_get_var_double(f.id(), id, numbers.data()));
  return numbers;
}

netcdf_variable read_netcdf(fs::path const& path, std::string const& variable)
{
  file const f(path);
  int const id = find_numbers(f, variable);
  netcdf_variable out;
  out.name = variable;
  out.units = text_attribute(f, id, "units");
  std::size_t size = 1;
  for (int const d : dimensions(f, id)) {
    std::size_t length = 0;
    f.check(nc_inq_dimlen(f.id(), d, &length));
    out.shape.push_back(static_cast<std::int64_t>(length));
    out.axes.push_back(read_axis(f, d, length));
    size *= length;
  }
  out.data.resize(size);

  auto const fill = number_attribute(f, id, "_FillValue");
  auto const missing = number_attribute(f, id, "missing_value");
  auto const scale = number_attribute(f, id, "scale_factor");
  auto const offset = number_attribute(f, id, "add_offset");
  if (size == 0) return out;
  if (scale || offset)
    read_packed(f, id, scale.value_or(1), offset.value_or(0), fill, missing, out);
  else
    read_plain(f, id, fill, missing, out);
  return out;
}

fs::path find_dataset(std::string const& name, std::optional<fs::path> const& dir)
{
  dataset const* found = nullptr;
  std::string names;
  for (dataset const& d : datasets) {
    if (name == d.name) found = &d;
    names += (names.empty() ? "" : ", ") + std::string(d.name);
  }
  if (found == nullptr)
    throw std::invalid_argument("no data set is called " + name + "; there are: " + names);

  std::error_code ec;
  std::string searched;
  std::vector<fs::path> folders;
  if (dir) folders.push_back(*dir);
  folders.emplace_back(found->brought_by.folder);
  for (fs::path const& folder : folders) {
    fs::path const path = folder / found->file;
    if (fs::is_regular_file(path, ec)) return path;
    searched += (searched.empty() ? "" : " or ") + folder.string();
  }
  std::string const package = found->brought_by.name;
  throw std::runtime_error("data set " + name + ": no file " + found->file + " in " + searched +
                           "; install the Debian package " + package + " (apt-get install " +
                           package + ") or name the folder that holds the file with --data DIR");
}

}  // namespace acre::apps
