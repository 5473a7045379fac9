#pragma once

#include <acre/io/npy.hpp>
#include <acre/ragged/table.hpp>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

/// Tables as text, CSV and formats like it, by libcsv (library target acre::csv, which is there
/// where that is).
namespace acre::io {

struct csv_format {
  char separator = ',';  ///< also ';', '\t', ' ' …
  char quote = '"';      ///< around fields with separators and line ends; twice, it is itself
  bool header = true;    ///< the first line names the columns; else they are "0", "1", …
  char decimal = '.';    ///< or ',': 1,5 with another separator, "1,5" with this one
  char comment = '\0';   ///< '#': what follows it in a line is passed over; '\0': none
};

/// The columns of a file, by their names.
///
/// ```cpp
/// #include <acre/io/csv.hpp>
/// io::write_text_file("stars.csv", "name,mass,planets\nSun,1,8\n\"Proxima, Cen\",0.12,\n");
/// io::csv_reader const file("stars.csv");
/// std::cout << file.rows() << ' ' << file.layout("mass").dtype() << ' ' << file.texts("name")[1]
/// << '\n'; std::cout << file.load<float>("mass") << ' ' << file.load<double>("planets") << '\n';
/// using namespace acre::literals;
/// auto const stars = io::load_csv<float, double>("stars.csv", "mass"_col, "planets"_col);
/// std::cout << sum(stars["mass"_col]) << '\n';
/// ```
/// ```text
/// 2 float64 Proxima, Cen
/// [1.   0.12] [ 8. nan]
/// 1.12
/// ```
///
/// Text is UTF-8. Lines end with LF, CR LF or CR; empty ones, a byte-order mark and spaces around
/// fields that are not quoted are passed over. All lines have as many fields. Fields that are
/// empty, NA or NaN (in any case) are missing: NaN in a floating-point column.
class csv_reader {
 public:
  /// Reads the file. Throws file_error naming file and line: it can't be opened, has no header, two
  /// columns of a name, a line with another number of fields, or a quote that isn't closed or
  /// stands within a field, a zero byte, or text in UTF-16; value_error for characters of the
  /// format that are the same or end lines.
  explicit csv_reader(std::filesystem::path const& path, csv_format format = {});
  csv_reader(csv_reader&&) noexcept;
  csv_reader& operator=(csv_reader&&) noexcept;
  ~csv_reader();

  std::vector<std::string> const& names() const;
  std::int64_t rows() const;
  bool contains(std::string_view column) const;
  std::vector<std::string> texts(std::string_view column) const;
  /// With the dtype that holds all of a column: int64; float64 where a number isn't whole or is
  /// missing; bool of true and false. No data. Throws file_error where there is no such column
  /// (with those that there are), or naming the line where a field is none of these.
  npy_array layout(std::string_view column) const;
  npy_array read(std::string_view column) const;

  /// A column as T, whose numbers are rounded once; true, false, 1 and 0 are bool. Waits. Throws
  /// file_error naming file, line and column where a field is no T, beyond T, or missing and T has
  /// no NaN.
  template <element T, acre::detail::space_argument Space>
  array<T, 1, Space> load(Space const& space, std::string_view column) const
  {
    static_assert(acre::detail::kind_of<T>() != acre::detail::kind::complex,
                  "acre: a column of text is bool, integers or floating point");
    auto const a = read_as(column, detail::npy_kind_of<T>(), sizeof(T));
    return from_host<T>(space, std::span(reinterpret_cast<T const*>(a.data.data()), rows_of(a)),
                        shape(rows_of(a)));
  }
  template <element T>
  auto load(std::string_view column) const
  {
    return load<T>(default_space(), column);
  }

  /// With the dtype that holds all of it: a dynamic_array (<acre/io/dynamic.hpp>). Waits.
  template <detail::run_time_space Space>
  auto load(Space const& space, std::string_view column) const
  {
    return to_dynamic(space, read(column), std::string(column));
  }

 private:
  static std::size_t rows_of(npy_array const& a) { return static_cast<std::size_t>(a.size()); }
  npy_array read_as(std::string_view column, char kind, std::size_t itemsize) const;

  struct file;
  std::unique_ptr<file> file_;
};

/// Columns as a table: load_csv<float, float>(space, "events.csv", "pt"_col, "eta"_col). Waits.
/// Throws as csv_reader.
template <element... T, acre::detail::space_argument Space, acre::detail::column_name... Names>
  requires(sizeof...(T) == sizeof...(Names) && sizeof...(T) > 0)
auto load_csv(Space const& space, std::filesystem::path const& path, column_key<Names>... keys)
{
  csv_reader const file(path);
  return table((keys = file.load<T>(space, keys.name))...);
}
template <element... T, acre::detail::column_name... Names>
  requires(sizeof...(T) == sizeof...(Names) && sizeof...(T) > 0)
auto load_csv(std::filesystem::path const& path, column_key<Names>... keys)
{
  return load_csv<T...>(default_space(), path, keys...);
}

}  // namespace acre::io
