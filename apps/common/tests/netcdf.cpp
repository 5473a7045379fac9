// apps/common: netCDF files and where the data sets are. The files of the test are written by hand
// in the classic format, so that no second library is needed.
#include <acre_apps/netcdf.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <unistd.h>

namespace {

namespace fs = std::filesystem;

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

class apps_netcdf : public testing::Test {
 protected:
  void SetUp() override
  {
    dir_ = fs::temp_directory_path() / ("acre_apps_netcdf." + std::to_string(::getpid()));
    fs::create_directories(dir_);
    file_ = (dir_ / "sample.nc").string();
    std::ofstream(file_, std::ios::binary) << sample();
  }
  void TearDown() override { fs::remove_all(dir_); }

  std::string error(std::string const& path, std::string const& variable)
  {
    try {
      acre::apps::read_netcdf(path, variable);
    } catch (std::runtime_error const& e) {
      return e.what();
    }
    return "nothing thrown";
  }

  fs::path dir_;
  std::string file_;
};

TEST_F(apps_netcdf, data_axes_and_one_missing_value_for_both)
{
  auto const v = acre::apps::read_netcdf(file_, "f");
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

TEST_F(apps_netcdf, a_coordinate_is_a_variable_too)
{
  auto const v = acre::apps::read_netcdf(file_, "x");
  EXPECT_EQ(v.data, (std::vector<float>{10, 20, 30}));
  EXPECT_EQ(v.units, "m");
  EXPECT_FALSE(v.missing.has_value());
}

TEST_F(apps_netcdf, unpacks)
{
  auto const v = acre::apps::read_netcdf(file_, "packed");
  ASSERT_EQ(v.data.size(), 3u);
  EXPECT_EQ(v.data[0], 10.5f);
  EXPECT_EQ(v.data[1], 11.0f);
  EXPECT_TRUE(std::isnan(v.data[2]));
  ASSERT_TRUE(v.missing.has_value());
  EXPECT_TRUE(std::isnan(*v.missing));
}

TEST_F(apps_netcdf, errors_say_what_there_is)
{
  EXPECT_EQ(error(file_, "sst"), "cannot read " + file_ +
                                     ": it has no variable sst but these: x(x=3), f(y=2, x=3), "
                                     "packed(x=3), words(x=3)");
  EXPECT_EQ(error(file_, "words"),
            "cannot read " + file_ + ": variable words holds text, not numbers");
  auto const none = (dir_ / "none.nc").string();
  EXPECT_EQ(error(none, "f"), "cannot read " + none + ": no such file");
  EXPECT_EQ(error(dir_.string(), "f"), "cannot read " + dir_.string() + ": is a directory");
  auto const other = (dir_ / "other.nc").string();
  std::ofstream(other) << "no netCDF at all";
  EXPECT_EQ(error(other, "f"), "cannot read " + other + ": NetCDF: Unknown file format");
}

TEST_F(apps_netcdf, dataset_is_looked_for_in_the_given_folder_first)
{
  std::ofstream(dir_ / "etopo5.cdf") << "x";
  EXPECT_EQ(acre::apps::find_dataset("etopo5", dir_), dir_ / "etopo5.cdf");
  EXPECT_THROW(acre::apps::find_dataset("etopo6"), std::invalid_argument);
  try {
    auto const found = acre::apps::find_dataset("coads", dir_);
    EXPECT_EQ(found.filename(), "coads_climatology.cdf");  // of the package
  } catch (std::runtime_error const& e) {
    EXPECT_EQ(std::string(e.what()),
              "data set coads: no file coads_climatology.cdf in " + dir_.string() +
                  " or /usr/share/ferret-vis/data; install the Debian package ferret-datasets "
                  "(apt-get install ferret-datasets) or name the folder that holds the file with "
                  "--data DIR");
  }
}

// Facts of the two data sets, so that whoever uses them may rely on them.
class apps_datasets : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override
  {
    try {
      path_ = acre::apps::find_dataset(GetParam());
    } catch (std::runtime_error const& e) {
      GTEST_SKIP() << e.what();
    }
  }
  fs::path path_;
};

using apps_etopo5 = apps_datasets;
TEST_P(apps_etopo5, is_as_described)
{
  auto const v = acre::apps::read_netcdf(path_, "ROSE");
  EXPECT_EQ(v.shape, (std::vector<std::int64_t>{2161, 4320}));
  EXPECT_EQ(v.units, "meters");
  EXPECT_EQ(v.axes[0].values.front(), -90);
  EXPECT_EQ(v.axes[0].values.back(), 90);
  EXPECT_EQ(v.axes[1].values.front(), 0);
  ASSERT_TRUE(v.missing.has_value());
  EXPECT_EQ(std::count(v.data.begin(), v.data.end(), *v.missing), 0);
  auto const [low, high] = std::minmax_element(v.data.begin(), v.data.end());
  EXPECT_LT(*low, -10000);
  EXPECT_GT(*high, 7000);
}
INSTANTIATE_TEST_SUITE_P(etopo5, apps_etopo5, testing::Values("etopo5"));

using apps_coads = apps_datasets;
TEST_P(apps_coads, is_as_described)
{
  auto const v = acre::apps::read_netcdf(path_, "SST");
  EXPECT_EQ(v.shape, (std::vector<std::int64_t>{12, 90, 180}));
  EXPECT_EQ(v.axes[1].values.front(), -89);
  EXPECT_EQ(v.axes[2].values.front(), 21);
  ASSERT_EQ(v.missing, -1e34f);
  auto const gone = std::count(v.data.begin(), v.data.end(), -1e34f);
  EXPECT_GT(gone, 0);
  EXPECT_LT(gone, static_cast<std::ptrdiff_t>(v.data.size()) / 2);
  for (float const x : v.data) {
    if (x != *v.missing) {
      ASSERT_GT(x, -5);
      ASSERT_LT(x, 40);
    }
  }
}
INSTANTIATE_TEST_SUITE_P(coads, apps_coads, testing::Values("coads"));

}  // namespace
