// apps/coast: the same bits on every space, and islands as large as they are known to be.
#include <acre_apps/datasets.hpp>
#include <acre_test/files.hpp>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace {

struct shore {
  int level = 0;
  double length = 0, area = 0, given_area = 0;
};

class apps_coast : public acre_test::folder {
 protected:
  void SetUp() override
  {
    try {
      acre::apps::find_dataset("gshhs-low");
    } catch (std::runtime_error const& e) {
      GTEST_SKIP() << e.what();
    }
    auto const csv = dir / "coast.csv";
    std::string const command =
        std::string(ACRE_COAST_PROGRAM) + " --no-plot --csv " + csv.string() + " > /dev/null";
    ASSERT_EQ(std::system(command.c_str()), 0);  // the spaces agree
    std::ifstream in(csv);
    std::string line;
    std::getline(in, line);
    EXPECT_EQ(line, "polygon,level,pieces,points,length,area,given_area,name");
    while (std::getline(in, line)) {
      std::istringstream fields(line);
      std::string f[8];
      for (auto& field : f) std::getline(fields, field, ',');
      shore const s{std::stoi(f[1]), std::stod(f[4]), std::stod(f[5]), std::stod(f[6])};
      all_.push_back(s);
      if (!f[7].empty()) named_[f[7]] = s;
    }
  }

  std::vector<shore> all_;
  std::map<std::string, shore> named_;
};

TEST_F(apps_coast, islands_have_their_areas)
{
  // km², as atlases have them
  std::map<std::string, double> const known{
      {"Greenland", 2130800},    {"New Guinea", 785753},   {"Borneo", 743330},
      {"Madagascar", 587041},    {"Honshu", 225800},       {"Victoria Island", 217291},
      {"Great Britain", 209331}, {"Sulawesi", 174600},     {"South Island", 150437},
      {"Java", 129000},          {"North Island", 113729}, {"Newfoundland", 108860},
      {"Cuba", 105806},          {"Iceland", 101826},      {"Ireland", 84421},
      {"Hispaniola", 76192},     {"Sri Lanka", 65610},     {"Tasmania", 64519}};
  for (auto const& [name, area] : known) {
    ASSERT_TRUE(named_.contains(name)) << name;
    EXPECT_NEAR(named_[name].area / area, 1, 0.04) << name;
    EXPECT_EQ(named_[name].level, 1) << name;
    // no shape has a shorter shore than a disc
    EXPECT_GT(named_[name].length, 2 * std::sqrt(3.14159 * named_[name].area)) << name;
  }
}

TEST_F(apps_coast, polygons_have_the_areas_of_the_file)
{
  EXPECT_GT(all_.size(), 10000u);
  double sum = 0, given = 0;
  for (shore const& s : all_) {
    EXPECT_GE(s.area, 0);  // three points of four may lie in a line
    sum += s.area;
    given += s.given_area;
    if (s.given_area > 5e4) {
      EXPECT_NEAR(s.area / s.given_area, 1, 0.03);
    }
  }
  EXPECT_NEAR(sum / given, 1, 0.005);
}

}  // namespace
