// apps/pi and apps/options: small runs on each space print the same numbers, and those are right.
#include <acre/device/spaces.hpp>
#include <acre_test/files.hpp>
#include <acre_test/program.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace {

namespace fs = std::filesystem;

struct outcome : acre_test::outcome {
  nlohmann::json json;
};

class apps_monte_carlo : public acre_test::folder {
 protected:
  outcome run(std::string const& program, std::string const& arguments) const
  {
    fs::remove(dir / "out.json");
    outcome out{acre_test::outcome_of("cd '" + dir.string() + "' && '" + program +
                                      "' --json out.json " + arguments),
                {}};
    if (std::ifstream in(dir / "out.json"); in) out.json = nlohmann::json::parse(in);
    return out;
  }
};

TEST_F(apps_monte_carlo, pi_is_the_same_on_every_space)
{
#ifdef ACRE_PI_PROGRAM
  std::vector<std::int64_t> inside;
  for (auto const& [space, devices] : acre::spaces()) {
    auto const r = run(ACRE_PI_PROGRAM, "--points 300001 --seed 5 --no-plot --space " + space);
    ASSERT_EQ(r.status, 0) << r.output;
    ASSERT_EQ(r.json.at("points"), 300001);
    auto const& s = r.json.at("spaces").at(0);
    EXPECT_EQ(s.at("space"), space);
    inside.push_back(s.at("inside"));
    EXPECT_EQ(s.at("pi"), 4 * (static_cast<double>(inside.back()) / 300001));
    EXPECT_LT(std::abs(s.at("error").get<double>()), 5 * s.at("standard_error").get<double>());
  }
  EXPECT_EQ(std::count(inside.begin(), inside.end(), inside[0]), std::ssize(inside));
  auto const together = run(ACRE_PI_PROGRAM, "--size 100000 --plot picture.png");
  EXPECT_EQ(together.status, 0) << together.output;
  EXPECT_EQ(together.json.at("spaces").size(), inside.size());
  EXPECT_TRUE(together.json.at("same_bits"));
  EXPECT_TRUE(fs::exists(dir / "picture.png"));
#else
  GTEST_SKIP() << "built without the program pi";
#endif
}

TEST_F(apps_monte_carlo, options_are_the_same_on_every_space)
{
#ifdef ACRE_OPTIONS_PROGRAM
  std::vector<std::string> results;
  for (auto const& [space, devices] : acre::spaces()) {
    auto const r = run(ACRE_OPTIONS_PROGRAM, "--points 50001 --steps 5 --no-plot --space " + space);
    ASSERT_EQ(r.status, 0) << r.output;
    results.push_back(r.json.at("results").dump());
  }
  EXPECT_EQ(std::count(results.begin(), results.end(), results[0]), std::ssize(results));
  auto const together = run(ACRE_OPTIONS_PROGRAM, "--size 20000 --plot picture.png");
  EXPECT_EQ(together.status, 0) << together.output;
  EXPECT_TRUE(together.json.at("same_bits"));
  EXPECT_TRUE(fs::exists(dir / "picture.png"));
  // a textbook's option: 10.4506
  auto const textbook =
      run(ACRE_OPTIONS_PROGRAM,
          "--points 1000 --spot 100 --strike 100 --rate 0.05 --volatility 0.2 --no-plot");
  EXPECT_NEAR(textbook.json.at("results").at("European call").at("closed_form").get<double>(),
              10.450584, 1e-6);
  EXPECT_NEAR(textbook.json.at("results").at("delta").at("closed_form").get<double>(), 0.636831,
              1e-6);
  EXPECT_NEAR(textbook.json.at("results").at("vega").at("closed_form").get<double>(), 37.524035,
              1e-6);
  // two paths that both end below the strike
  auto const none = run(ACRE_OPTIONS_PROGRAM, "--points 2 --strike 200 --no-plot");
  EXPECT_EQ(none.status, 0) << none.output;
  EXPECT_NE(none.output.find("unknown"), std::string::npos) << none.output;
  EXPECT_EQ(none.output.find("inf"), std::string::npos) << none.output;
#else
  GTEST_SKIP() << "built without the program options";
#endif
}

TEST_F(apps_monte_carlo, errors_and_help)
{
  std::vector<std::string> programs;
#ifdef ACRE_PI_PROGRAM
  programs.push_back(ACRE_PI_PROGRAM);
#endif
#ifdef ACRE_OPTIONS_PROGRAM
  programs.push_back(ACRE_OPTIONS_PROGRAM);
#endif
  for (auto const& program : programs) {
    EXPECT_EQ(run(program, "--points 0").status, 2);
    auto const refused = [&](std::string const& arguments, std::string const& why) {
      auto const r = run(program, "--points 1000 " + arguments);
      EXPECT_EQ(r.status, 2) << arguments;
      EXPECT_NE(r.output.find(why), std::string::npos) << r.output;
      EXPECT_FALSE(fs::exists(dir / "out.json"));
    };
    auto const nan = run(program, "--points nan");
    EXPECT_EQ(nan.status, 2);
    EXPECT_NE(nan.output.find("--points: nan is not a whole number from "), std::string::npos)
        << nan.output;
    refused("--plot nowhere/a.png", "--plot: cannot write nowhere/a.png: No such file");
    refused("--plot ''", "--plot: the name is empty");
    refused("--space serial,serial out", "out");
    refused("--plot a.png --no-plot", "excludes --");
    refused("--plot ./out.json", "--plot and --json name one file, out.json: each wants its own");
    refused("--plot -", "--plot: - names no file: /dev/stdout is standard output, ./- a file");
    EXPECT_EQ(run(program, "--nonsense").status, 2);
    auto const nowhere = run(program, "--points 1000 --space nowhere");
    EXPECT_EQ(nowhere.status, 2);
    EXPECT_NE(nowhere.output.find("nowhere"), std::string::npos) << nowhere.output;
    auto const help = run(program, "--help");
    EXPECT_EQ(help.status, 0);
    EXPECT_NE(help.output.find("Examples:"), std::string::npos);
    EXPECT_NE(help.output.find("Exit status:"), std::string::npos);
    if (fs::exists("/dev/full")) {
      auto const lost = run(program, "--points 1000 --no-plot 2>&1 >/dev/full #");
      EXPECT_EQ(lost.status, 2);
      EXPECT_NE(lost.output.find("cannot write to standard output"), std::string::npos);
    }
  }
#ifdef ACRE_OPTIONS_PROGRAM
  auto const rate = run(ACRE_OPTIONS_PROGRAM, "--rate nan");
  EXPECT_EQ(rate.status, 2);
  EXPECT_NE(rate.output.find("--rate: nan is not a number from -1 to 1"), std::string::npos);
#endif
}

}  // namespace
