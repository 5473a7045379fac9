#pragma once

#include <acre/array/slice.hpp>
#include <acre/io/detail/part.hpp>
#include <acre/io/entry.hpp>
#include <acre/io/npy.hpp>

#include <concepts>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/// netCDF files by the netCDF C library (library target acre::netcdf, which is there where that
/// is): any of its formats read, classic and HDF5-based ones written, the root group. One thread at
/// a time, as the C library.
namespace acre::io {

/// Lists what a file holds, and reads its variables whole or in part, with the dtype and numbers of
/// the file: nothing is scaled or left out.
///
/// ```sketch
/// io::netcdf_reader const file("coads_climatology.cdf");
/// auto const january = file.load<float, 3>("SST", slice(0, 1));
/// std::cout << file.text("SST@units") << ' ' << file.number<float>("SST@missing_value") << '\n';
/// ```
class netcdf_reader {
 public:
  /// Throws file_error naming the file: it can't be opened or isn't netCDF.
  explicit netcdf_reader(std::filesystem::path const& path);
  netcdf_reader(netcdf_reader&&) noexcept;
  netcdf_reader& operator=(netcdf_reader&&) noexcept;
  ~netcdf_reader();

  /// In the order of the file.
  std::vector<std::string> variables() const;
  bool contains(std::string const& variable) const;
  std::vector<std::string> dimensions(std::string const& variable) const;
  /// The attributes that a variable has, or the file: "".
  std::vector<std::string> attributes(std::string const& variable) const;
  /// Kind, itemsize and shape; no data. Throws file_error naming file and variable: there is none
  /// (with those that there are), or it holds text or a type of the file's own.
  npy_array layout(std::string const& variable) const;
  /// Throws as layout(); file_error where it can't be read, naming the filters that it is packed
  /// by.
  npy_array read(std::string const& variable) const;

  /// A variable, or of its first axes what slices say, on a space; only that is read. Waits. Throws
  /// as layout(), dtype_error and shape_error naming file and variable where it has another dtype
  /// or rank, value_error for a slice's step of 0; out_of_memory.
  template <element T, int Rank = 1, acre::detail::space_argument Space,
            std::same_as<slice>... Slices>
    requires(sizeof...(Slices) <= Rank)
  array<T, Rank, Space> load(Space const& space, std::string const& variable,
                             Slices... slices) const
  {
    static_assert(acre::detail::kind_of<T>() == acre::detail::kind::integer ||
                      acre::detail::kind_of<T>() == acre::detail::kind::floating,
                  "acre: netCDF files hold integers and floating-point numbers");
    npy_array found{detail::npy_kind_of<T>(), sizeof(T), std::vector<std::int64_t>(Rank), {}};
    require(variable, found);
    return detail::load_part<T, Rank>(
        space, select(variable, found, {slices...}),
        [&](detail::selection const& part, void* to) { read(variable, part, to); });
  }
  template <element T, int Rank = 1, std::same_as<slice>... Slices>
  auto load(std::string const& variable, Slices... slices) const
  {
    return load<T, Rank>(default_space(), variable, slices...);
  }

  /// Reads it with the dtype and rank that it has: a dynamic_array (<acre/io/dynamic.hpp>). Throws
  /// shape_error naming file and variable where there are more slices than axes, and for more than
  /// 8 axes.
  template <detail::run_time_space Space, std::same_as<slice>... Slices>
  auto load(Space const& space, std::string const& variable, Slices... slices) const
  {
    npy_array const found = layout(variable);
    return load_dynamic_part(
        space, found, select(variable, found, {slices...}), where(variable),
        [&](detail::selection const& part, void* to) { read(variable, part, to); });
  }

  /// An attribute by "variable@name" or "@name" of the file. Throw file_error where there is none,
  /// or it is several numbers; dtype_error where it has another dtype.
  template <element T>
  T number(std::string const& attribute) const
  {
    T value{};
    read_attribute(attribute, {detail::npy_kind_of<T>(), sizeof(T), {}, {}}, &value);
    return value;
  }
  template <element T>
  std::vector<T> numbers(std::string const& attribute) const
  {
    return detail::numbers_of<T>(this->attribute(attribute), where(attribute));
  }
  /// An attribute with the dtype it has, of one axis. Throws file_error where there is none,
  /// dtype_error where it is text or of a type of the file's own.
  npy_array attribute(std::string const& attribute) const;
  /// The texts of an attribute or a variable, whole and in C order: of characters the last axis are
  /// a text's, without zero bytes at its end. text(): of one. Throw file_error where there is none,
  /// or it holds no text.
  std::vector<std::string> texts(std::string const& name) const;
  std::string text(std::string const& name) const;

 private:
  void require(std::string const& variable, npy_array& wanted) const;
  std::string where(std::string const& variable) const;
  detail::selected select(std::string const& variable, npy_array const& layout,
                          std::initializer_list<slice> slices) const;
  void read(std::string const& variable, detail::selection const& part, void* to) const;
  void read_attribute(std::string const& attribute, npy_array const& wanted, void* to) const;

  struct file;
  std::unique_ptr<file> file_;
};

struct netcdf_axis {
  std::string name;
  std::string units;           ///< empty where the file gives none
  std::vector<double> values;  ///< the coordinate of each index; empty where the file has none
};

struct netcdf_variable {
  std::string name;
  std::string units;
  std::vector<float> data;          ///< row-major
  std::vector<std::int64_t> shape;  ///< empty for a scalar
  std::vector<netcdf_axis> axes;    ///< one for each entry of shape
  std::optional<float> missing;     ///< elements equal to it are missing; NaN: those that are NaN
};

/// Reads one variable as climate codes mean it: in float32, with its coordinates.
///
/// The missing value is the attribute _FillValue or else missing_value; where both are given and
/// differ, elements that hold the second get the first. Packed data (scale_factor, add_offset) are
/// unpacked, and missing elements are then NaN. Other number types are rounded to float.
/// Throws  file_error naming the file: it can't be opened, isn't netCDF, has no such
///         variable (those that it has are listed with their dimensions), holds text, or a value is
///         beyond float's range.
netcdf_variable read_netcdf(std::filesystem::path const& path, std::string const& variable);

/// The numbers of a variable as they are in the file, in float64, row-major. Throws as above.
std::vector<double> read_netcdf_numbers(std::filesystem::path const& path,
                                        std::string const& variable);

/// How a file is written; the default is netCDF-4, as netCDF4-python and xarray write.
struct netcdf_format {
  /// The classic format with 64-bit offsets (CDF-2), which every reader knows: it has int8, int16,
  /// int32, float32, float64 and text, and isn't compressed. Else netCDF-4, which is an HDF5 file
  /// and has integers of 8 to 64 bits.
  bool classic = false;
  /// The dimension along which append_netcdf adds to the file, the first one of variables; none
  /// where it is empty.
  std::string unlimited{};
  int deflate = 0;  ///< 1, quickest, to 9, smallest; 0: not compressed
};

/// Writes a new file, atomically: it is what it was or holds all of these. A variable's name has
/// its dimensions behind it, "u(time, y, x)", as ncdump prints them; dimensions are made as long as
/// the variables are, and a variable of a dimension's name and only axis, "time(time)", holds its
/// coordinates. "u@units" is an attribute of what was named before, "@title" of the file: a number,
/// an array of one axis, or text; CF's conventions say which there are (units, standard_name,
/// long_name, calendar, _FillValue …). Texts in a std::vector<std::string> are a variable of theirs
/// ("name(station)"; in the classic format of characters, along a dimension more) or a netCDF-4
/// attribute. Waits.
/// Throws, before anything is written, value_error for names that are none or there twice, a
///         variable without names for its axes, a dimension of two lengths, an unlimited dimension
///         that no variable has or that isn't a first one, and a deflate that can't be; dtype_error
///         for bool, complex and what the classic format hasn't, and for a _FillValue or
///         missing_value of another dtype than the variable; file_error naming the file.
///
/// ```cpp
/// #include <acre/io/netcdf.hpp>
/// io::save_netcdf("run.nc",
///                 {{"time(time)", zeros<double>(shape(0))},
///                  {"time@units", "seconds since 2000-01-01"},
///                  {"time@calendar", "standard"},
///                  {"x(x)", arange(3.0)},
///                  {"x@units", "m"},
///                  {"u(time, x)", zeros<float>(shape(0, 3))},
///                  {"u@standard_name", "eastward_wind"},
///                  {"u@units", "m s-1"},
///                  {"u@_FillValue", -999.0f},
///                  {"@Conventions", "CF-1.11"}},
///                 {.unlimited = "time"});
/// for (int step = 0; step < 2; ++step)
///   io::append_netcdf("run.nc", {{"time", 60.0 * step}, {"u", full(shape(3), float(step))}});
/// io::netcdf_reader const run("run.nc");
/// std::cout << run.layout("u").shape_string() << ' ' << run.load<double>("time") << ' '
///           << run.text("u@units") << '\n';
/// ```
/// ```text
/// (2, 3) [ 0. 60.] m s-1
/// ```
void save_netcdf(std::filesystem::path const& path, std::vector<entry> const& entries,
                 netcdf_format const& format = {});

/// Adds steps along the unlimited dimension, in place: variables by their names alone, of the
/// dtype and shape that they have, along the first axis as many steps each; an array of an axis
/// less is one step. A variable that is left out gets its fill value there; the dimension's
/// coordinates can't be left out. Costs what is added. Waits.
///
/// All is added or nothing: what throws (and a full disk) leaves the file as it was. A program that
/// is killed leaves a classic file without the step, whose number of steps is written last; for
/// netCDF-4 files see append_hdf5, which writes them. Programs that add to a file at once wait
/// for one another.
/// Throws, before anything is written, value_error for a name that is there twice, an attribute,
///         coordinates that are left out and numbers of steps that differ; dtype_error and
///         shape_error where a variable has another dtype or shape; file_error naming the file: it
///         can't be read or written, has no such variable, or it doesn't begin with an unlimited
///         dimension; and for netCDF-4 files where acre was built without HDF5.
void append_netcdf(std::filesystem::path const& path, std::vector<entry> const& entries);

}  // namespace acre::io
