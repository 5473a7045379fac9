// apps/acre-diff: the program itself, where ACRE_DIFF_PROGRAM (compile definition) names it.
#include <acre/io/npy_file.hpp>
#include <acre_test/files.hpp>
#include <acre_test/program.hpp>

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace {

namespace fs = std::filesystem;

class apps_diff : public acre_test::folder {
 protected:
  void SetUp() override
  {
#ifdef ACRE_DIFF_PROGRAM
    program_ = ACRE_DIFF_PROGRAM;
#endif
    if (program_.empty()) GTEST_SKIP() << "built without the program acre-diff";
  }

  template <typename T>
  void write(char const* name, std::vector<T> const& v, std::vector<std::int64_t> shape,
             acre::io::npy_format format = {})
  {
    acre::io::write_npy(dir / name, acre::io::make_npy<T>(std::span<T const>(v), shape), format);
  }
  acre_test::outcome run(std::string const& arguments) const
  {
    return acre_test::outcome_of("cd '" + dir.string() + "' && '" + program_ + "' " + arguments);
  }

  std::string program_;
};

TEST_F(apps_diff, same_bits_in_another_layout)
{
  std::vector<double> const v{1, 2, 3, 4, 5, std::numeric_limits<double>::quiet_NaN()};
  write("a.npy", v, {2, 3});
  write("b.npy", v, {2, 3}, {3, true, true});
  auto const r = run("a.npy b.npy");
  EXPECT_EQ(r.status, 0);
  EXPECT_EQ(r.output, "same bits: 6 elements, float64 (2, 3)\n");
}

TEST_F(apps_diff, first_and_largest_difference)
{
  float const nan = std::numeric_limits<float>::quiet_NaN();
  float const next = std::nextafter(3.0f, 4.0f);
  write<float>("a.npy", {1, 0, 3, 4, 5, nan}, {2, 3});
  write<float>("b.npy", {1, -0.0f, next, std::nextafter(4.0f, 5.0f), 5, 6}, {2, 3});
  auto const r = run("a.npy b.npy --json r.json");
  EXPECT_EQ(r.status, 1);
  EXPECT_EQ(r.output,
            "different: 4 of 6 elements, float32 (2, 3)\n"
            "first at index (0, 1): 0 and -0 (0 ulp)\n"
            "largest distance at index (0, 2): 3 and 3.0000002 (1 ulp)\n"
            "NaN on one side only: 1\n"
            "zeros of different sign: 1\n");
  std::ifstream in(dir / "r.json");
  auto const json = nlohmann::json::parse(in);
  EXPECT_EQ(json.at("same"), false);
  EXPECT_EQ(json.at("tolerance"), nullptr);
  EXPECT_EQ(json.at("different"), 4);
  EXPECT_EQ(json.at("first").at("index"), (std::vector<int>{0, 1}));
  EXPECT_EQ(json.at("largest").at("distance"), 1);
  EXPECT_EQ(json.at("largest").at("b"), "3.0000002");
}

TEST_F(apps_diff, tolerance)
{
  write<double>("a.npy", {1, 0.0}, {2});
  write<double>("b.npy", {std::nextafter(std::nextafter(1.0, 2.0), 2.0), -0.0}, {2});
  EXPECT_EQ(run("a.npy b.npy").status, 1);
  EXPECT_EQ(run("a.npy b.npy --ulp 1").status, 1);
  auto const r = run("a.npy b.npy --ulp 2");
  EXPECT_EQ(r.status, 0);
  EXPECT_EQ(r.output,
            "same within 2 ulp: 2 elements, float64 (2,)\n"
            "largest distance at index (0,): 1 and 1.0000000000000004 (2 ulp)\n"
            "zeros of different sign: 1\n");
}

TEST_F(apps_diff, integers_as_far_apart_as_can_be)
{
  using limits = std::numeric_limits<std::int64_t>;
  write<std::int64_t>("a.npy", {1, limits::min(), 5}, {3});
  write<std::int64_t>("b.npy", {2, limits::max(), 5}, {3});
  auto const r = run("a.npy b.npy --json r.json");
  EXPECT_EQ(r.status, 1);
  EXPECT_EQ(r.output,
            "different: 2 of 3 elements, int64 (3,)\n"
            "first at index (0,): 1 and 2 (difference 1)\n"
            "largest distance at index (1,): -9223372036854775808 and 9223372036854775807 "
            "(difference 18446744073709551615)\n");
  std::ifstream in(dir / "r.json");
  EXPECT_EQ(nlohmann::json::parse(in).at("largest").at("distance"),
            std::numeric_limits<std::uint64_t>::max());
  write<std::uint64_t>("a.npy", {0}, {1});
  write<std::uint64_t>("b.npy", {std::numeric_limits<std::uint64_t>::max()}, {1});
  EXPECT_EQ(run("a.npy b.npy --ulp 9223372036854775807").output,
            "different within 9223372036854775807: 1 of 1 element, uint64 (1,)\n"
            "first at index (0,): 0 and 18446744073709551615 (difference 18446744073709551615)\n");
}

TEST_F(apps_diff, other_dtype_and_shape)
{
  write<float>("a.npy", {1, 2}, {2});
  write<double>("b.npy", {1, 2}, {1, 2});
  auto const r = run("a.npy b.npy");
  EXPECT_EQ(r.status, 1);
  EXPECT_EQ(r.output,
            "different dtypes: float32 and float64\n"
            "different shapes: (2,) and (1, 2)\n");
}

TEST_F(apps_diff, errors_and_help)
{
  write<std::int32_t>("a.npy", {1}, {});
  EXPECT_EQ(run("a.npy none.npy").status, 2);
  EXPECT_EQ(run("a.npy none.npy").output,
            "acre-diff: cannot read none.npy: No such file or directory\n");
  EXPECT_EQ(run("a.npy").status, 2);
  EXPECT_EQ(run("a.npy a.npy --ulp -1").status, 2);
  EXPECT_EQ(run("a.npy a.npy --ulp x").status, 2);
  EXPECT_NE(run("a.npy a.npy --ulp 1.5").output.find("--ulp: 1.5 is not a whole number from 0 to "),
            std::string::npos);
  EXPECT_EQ(run("a.npy a.npy --ulp 1e3").status, 0);
  write<std::int32_t>("b.npy", {2}, {});
  EXPECT_EQ(run("a.npy b.npy --json ./b.npy").output,
            "acre-diff: --json would write over b.npy, which is read as B\n");
  EXPECT_EQ(run("a.npy a.npy -q").output, "");
  EXPECT_EQ(nlohmann::json::parse(run("a.npy a.npy -q --json /dev/stdout").output).at("same"),
            true);
  auto const unnamed = run("a.npy a.npy --json ''");
  EXPECT_EQ(unnamed.status, 2);
  EXPECT_NE(unnamed.output.find("--json: the name is empty"), std::string::npos) << unnamed.output;
  EXPECT_EQ(run("none.npy a.npy --json nowhere/r.json").output,
            "acre-diff: --json: cannot write nowhere/r.json: No such file or directory\n");
  auto const help = run("--help");
  EXPECT_EQ(help.status, 0);
  EXPECT_NE(help.output.find("Examples:"), std::string::npos);
}

TEST_F(apps_diff, lost_output_is_an_error)
{
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "this system has no /dev/full";
  write<std::int32_t>("a.npy", {1}, {});
  auto const r = run("a.npy a.npy 2>&1 >/dev/full #");  // # hides the other 2>&1
  EXPECT_EQ(r.status, 2);
  EXPECT_EQ(r.output, "acre-diff: cannot write to standard output: No space left on device\n");
  EXPECT_EQ(run("a.npy a.npy -q >/dev/full").status, 0);
}

}  // namespace
