// apps/common: where the data sets are, and what they hold.
#include <acre/io/netcdf.hpp>
#include <acre_apps/datasets.hpp>

#include <algorithm>
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

TEST(apps_find_dataset, looks_in_the_given_folder_and_nowhere_else)
{
  fs::path const dir_ =
      fs::temp_directory_path() / ("acre_apps_datasets." + std::to_string(::getpid()));
  fs::create_directories(dir_);
  std::ofstream(dir_ / "etopo5.cdf") << "x";
  EXPECT_EQ(acre::apps::find_dataset("etopo5", dir_), dir_ / "etopo5.cdf");
  EXPECT_THROW(acre::apps::find_dataset("etopo6"), std::invalid_argument);
  try {
    acre::apps::find_dataset("coads", dir_);
    ADD_FAILURE() << "the package's data were taken for those of a folder that has none";
  } catch (std::runtime_error const& e) {
    EXPECT_EQ(std::string(e.what()),
              "data set coads: no file coads_climatology.cdf in " + dir_.string() +
                  "; install the Debian package ferret-datasets "
                  "(apt-get install ferret-datasets) or name the folder that holds the file with "
                  "--data DIR");
  }
  fs::remove_all(dir_);
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
  auto const v = acre::io::read_netcdf(path_, "ROSE");
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
  auto const v = acre::io::read_netcdf(path_, "SST");
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
