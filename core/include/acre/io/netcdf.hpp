#pragma once

#include <acre/array/slice.hpp>
#include <acre/io/detail/part.hpp>
#include <acre/io/npy.hpp>

#include <concepts>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/// netCDF files, read by the netCDF C library (library target acre::netcdf, which is there where
/// that is): any of its formats, the root group. One thread at a time, as the C library.
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
  /// Kind, itemsize and shape; no data. Throws file_error naming file and variable: there is none
  /// (with those that there are), or it holds text or a type of the file's own.
  npy_array layout(std::string const& variable) const;

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
  /// 6 axes.
  template <detail::run_time_space Space, std::same_as<slice>... Slices>
  auto load(Space const& space, std::string const& variable, Slices... slices) const
  {
    npy_array const found = layout(variable);
    return load_dynamic_part(
        space, found, select(variable, found, {slices...}), where(variable),
        [&](detail::selection const& part, void* to) { read(variable, part, to); });
  }

  /// An attribute by "variable@name" or "@name" of the file. Throw file_error where there is none,
  /// or it is several numbers; number() also dtype_error.
  template <element T>
  T number(std::string const& attribute) const
  {
    T value{};
    read_attribute(attribute, {detail::npy_kind_of<T>(), sizeof(T), {}, {}}, &value);
    return value;
  }
  std::string text(std::string const& attribute) const;

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

}  // namespace acre::io
