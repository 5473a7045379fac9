#include <acre_apps/datasets.hpp>

#include <array>
#include <stdexcept>
#include <system_error>

namespace acre::apps {
namespace {

namespace fs = std::filesystem;

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

}  // namespace

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
  fs::path const folder = dir ? *dir : fs::path(found->brought_by.folder);
  if (fs::path const path = folder / found->file; fs::is_regular_file(path, ec)) return path;
  std::string const package = found->brought_by.name;
  throw std::runtime_error("data set " + name + ": no file " + found->file + " in " +
                           folder.string() + "; install the Debian package " + package +
                           " (apt-get install " + package +
                           ") or name the folder that holds the file with --data DIR");
}

}  // namespace acre::apps
