// netCDF files, which the test writes by hand in the classic format, so that no second library is
// needed.
#include <acre/array/copy.hpp>
#include <acre/io/netcdf.hpp>
#include <acre_test/error_of.hpp>
#include <acre_test/files.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace {

using acre_test::error_of;

// The classic format (CDF-1): big-endian, names and values padded to four bytes.
class cdf {
 public:
  void integer(std::uint32_t x)
  {
    for (int shift = 24; shift >= 0; shift -= 8) bytes_ += static_cast<char>(x >> shift & 0xff);
  }
  void real(float x) { integer(std::bit_cast<std::uint32_t>(x)); }
  void real(double x)
  {
    auto const bits = std::bit_cast<std::uint64_t>(x);
    integer(static_cast<std::uint32_t>(bits >> 32));
    integer(static_cast<std::uint32_t>(bits));
  }
  void padded(std::string const& text)
  {
    bytes_ += text;
    bytes_.append((4 - text.size() % 4) % 4, '\0');
  }
  void name(std::string const& text)
  {
    integer(static_cast<std::uint32_t>(text.size()));
    padded(text);
  }
  void shorts(std::vector<int> const& values)
  {
    std::string text;
    for (int const v : values) {
      text += static_cast<char>(v >> 8 & 0xff);
      text += static_cast<char>(v & 0xff);
    }
    padded(text);
  }
  std::uint32_t size() const { return static_cast<std::uint32_t>(bytes_.size()); }
  void at(std::uint32_t place, std::uint32_t x)
  {
    for (int i = 0; i < 4; ++i)
      bytes_[place + static_cast<std::uint32_t>(i)] = static_cast<char>(x >> (24 - 8 * i) & 0xff);
  }
  std::string const& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

constexpr std::uint32_t tag_dimension = 10, tag_variable = 11, tag_attribute = 12;
constexpr std::uint32_t type_char = 2, type_short = 3, type_float = 5, type_double = 6;

// y = 2, x = 3; x has coordinates, y has none.
//   double x(x)        10 20 30, units "m"
//   float  f(y, x)     0 .. 5, the fourth missing (_FillValue), the last missing_value
//   short  packed(x)   1 2 -9; scale 0.5, offset 10, _FillValue -9
//   char   words(x)
std::string sample()
{
  cdf f;
  f.padded(std::string("CDF\x01", 4));
  f.integer(0);  // records
  f.integer(tag_dimension), f.integer(2);
  f.name("y"), f.integer(2);
  f.name("x"), f.integer(3);
  f.integer(0), f.integer(0);  // no attributes of the file
  f.integer(tag_variable), f.integer(4);
  std::vector<std::uint32_t> begin;
  auto const end_of_variable = [&](std::uint32_t type, std::uint32_t size) {
    f.integer(type), f.integer(size);
    begin.push_back(f.size());
    f.integer(0);
  };

  f.name("x"), f.integer(1), f.integer(1);
  f.integer(tag_attribute), f.integer(1);
  f.name("units"), f.integer(type_char), f.name("m");
  end_of_variable(type_double, 24);

  f.name("f"), f.integer(2), f.integer(0), f.integer(1);
  f.integer(tag_attribute), f.integer(2);
  f.name("_FillValue"), f.integer(type_float), f.integer(1), f.real(-1e34f);
  f.name("missing_value"), f.integer(type_float), f.integer(1), f.real(-99.0f);
  end_of_variable(type_float, 24);

  f.name("packed"), f.integer(1), f.integer(1);
  f.integer(tag_attribute), f.integer(3);
  f.name("scale_factor"), f.integer(type_double), f.integer(1), f.real(0.5);
  f.name("add_offset"), f.integer(type_double), f.integer(1), f.real(10.0);
  f.name("_FillValue"), f.integer(type_short), f.integer(1), f.shorts({-9});
  end_of_variable(type_short, 8);

  f.name("words"), f.integer(1), f.integer(1);
  f.integer(0), f.integer(0);
  end_of_variable(type_char, 4);

  f.at(begin[0], f.size());
  for (double const v : {10.0, 20.0, 30.0}) f.real(v);
  f.at(begin[1], f.size());
  for (float const v : {0.0f, 1.0f, 2.0f, -1e34f, 4.0f, -99.0f}) f.real(v);
  f.at(begin[2], f.size());
  f.shorts({1, 2, -9});
  f.at(begin[3], f.size());
  f.padded("abc");
  return f.bytes();
}

class netcdf : public acre_test::folder {
 protected:
  netcdf() { acre_test::put(file, sample()); }

  static std::string error(std::string const& path, std::string const& variable)
  {
    return error_of<acre::error>([&] { acre::io::read_netcdf(path, variable); });
  }

  std::string const file = (dir / "sample.nc").string();
};

TEST_F(netcdf, data_axes_and_one_missing_value_for_both)
{
  auto const v = acre::io::read_netcdf(file, "f");
  EXPECT_EQ(v.shape, (std::vector<std::int64_t>{2, 3}));
  EXPECT_EQ(v.missing, -1e34f);
  EXPECT_EQ(v.data, (std::vector<float>{0, 1, 2, -1e34f, 4, -1e34f}));
  EXPECT_EQ(v.units, "");
  ASSERT_EQ(v.axes.size(), 2u);
  EXPECT_EQ(v.axes[0].name, "y");
  EXPECT_TRUE(v.axes[0].values.empty());
  EXPECT_EQ(v.axes[1].name, "x");
  EXPECT_EQ(v.axes[1].units, "m");
  EXPECT_EQ(v.axes[1].values, (std::vector<double>{10, 20, 30}));
}

TEST_F(netcdf, a_coordinate_is_a_variable_too)
{
  auto const v = acre::io::read_netcdf(file, "x");
  EXPECT_EQ(v.data, (std::vector<float>{10, 20, 30}));
  EXPECT_EQ(v.units, "m");
  EXPECT_FALSE(v.missing.has_value());
}

TEST_F(netcdf, unpacks)
{
  auto const v = acre::io::read_netcdf(file, "packed");
  ASSERT_EQ(v.data.size(), 3u);
  EXPECT_EQ(v.data[0], 10.5f);
  EXPECT_EQ(v.data[1], 11.0f);
  EXPECT_TRUE(std::isnan(v.data[2]));
  ASSERT_TRUE(v.missing.has_value());
  EXPECT_TRUE(std::isnan(*v.missing));
}

TEST_F(netcdf, errors_say_what_there_is)
{
  EXPECT_EQ(error(file, "sst"), "cannot read " + file +
                                    ": it has no variable sst but these: x(x=3), f(y=2, x=3), "
                                    "packed(x=3), words(x=3)");
  EXPECT_EQ(error(file, "words"),
            "cannot read " + file + ": variable words holds text, not numbers");
  auto const none = (dir / "none.nc").string();
  EXPECT_EQ(error(none, "f"), "cannot read " + none + ": No such file or directory");
  EXPECT_EQ(error(dir.string(), "f"), "cannot read " + dir.string() + ": is a directory");
  auto const other = (dir / "other.nc").string();
  acre_test::put(other, "no netCDF at all");
  EXPECT_EQ(error(other, "f"), "cannot read " + other + ": NetCDF: Unknown file format");
  // netCDF-4 is HDF5, of which this is the beginning
  for (std::size_t const more : {0, 1, 40, 1000}) {
    acre_test::put(other, "\x89HDF\r\n\x1a\n" + std::string(more, '\2'));
    EXPECT_TRUE(error(other, "f").starts_with("cannot read " + other + ": NetCDF: ")) << more;
  }
}

TEST_F(netcdf, variables_as_they_are_whole_and_in_part)
{
  using acre::slice, acre::none;
  auto const space = acre::serial();
  acre::io::netcdf_reader const in(file);
  EXPECT_EQ(in.variables(), (std::vector<std::string>{"x", "f", "packed", "words"}));
  EXPECT_EQ(in.dimensions("f"), (std::vector<std::string>{"y", "x"}));
  EXPECT_TRUE(in.contains("f") && !in.contains("g"));
  EXPECT_EQ(in.layout("packed").dtype(), "int16");
  EXPECT_EQ(acre::to_vector(in.load<std::int16_t>(space, "packed")),
            (std::vector<std::int16_t>{1, 2, -9}));
  EXPECT_EQ(acre::to_vector(in.load<float, 2>(space, "f")),
            (std::vector<float>{0, 1, 2, -1e34f, 4, -99}));
  EXPECT_EQ(acre::to_vector(in.load<float, 2>(space, "f", slice(1, 2), slice(none, none, -1))),
            (std::vector<float>{-99, 4, -1e34f}));
  EXPECT_EQ(acre::to_vector(in.load<double>(space, "x", slice(0, 3, 2))),
            (std::vector<double>{10, 30}));
  EXPECT_EQ(in.text("x@units"), "m");
  EXPECT_EQ(in.number<double>("packed@scale_factor"), 0.5);
  EXPECT_EQ(in.number<std::int16_t>("packed@_FillValue"), -9);
  EXPECT_EQ(error_of<acre::error>([&] { in.load<double, 2>(space, "f"); }),
            file + ": f is of dtype float32, not float64");
  EXPECT_EQ(error_of<acre::error>([&] { in.load<float>(space, "f"); }),
            file + ": f holds an array of shape (2, 3), not of 1 axis");
  EXPECT_EQ(error_of<acre::error>([&] { in.load<float>(space, "words"); }),
            "cannot read " + file + ": variable words holds text, not numbers");
  EXPECT_EQ(error_of<acre::error>([&] { in.text("x@unit"); }),
            "cannot read " + file + ": it has no attribute x@unit");
  EXPECT_EQ(error_of<acre::error>([&] { in.number<float>("x@units"); }),
            file + ": x@units is of dtype text, not float32");
  EXPECT_EQ(error_of<acre::error>([&] { in.number<float>("packed@scale_factor"); }),
            file + ": packed@scale_factor is of dtype float64, not float32");
  std::string const whole = sample();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    acre_test::put(file, whole.substr(0, size));
    std::string const why = error_of<acre::error>([&] { acre::io::netcdf_reader{file}; });
    ASSERT_TRUE(size + 1 == whole.size() ? why == "nothing"  // the last byte is padding
                                         : why.starts_with("cannot read " + file + ": "))
        << size << ' ' << why;
    if (size + 2 == whole.size()) {
      EXPECT_EQ(why, "cannot read " + file + ": truncated: by its netCDF header it has " +
                         std::to_string(whole.size() - 1) + " bytes, there are " +
                         std::to_string(size));
    }
  }
}

}  // namespace
