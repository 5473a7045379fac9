#include <acre/device/runtime.hpp>

#include <iostream>
#include <set>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace {

/// Lets the tests of one source alone run, of a program that is made of several.
/// False if there are none, or if one of another source has the name of one of them.
bool choose_source(std::string const& source)
{
  std::set<std::string> its_own;
  std::set<std::string> others;
  auto const& all = *::testing::UnitTest::GetInstance();
  for (int i = 0; i < all.total_test_suite_count(); ++i) {
    auto const& suite = *all.GetTestSuite(i);
    for (int k = 0; k < suite.total_test_count(); ++k) {
      auto const& test = *suite.GetTestInfo(k);
      bool const is_its_own = std::string_view(test.file()).ends_with("/" + source);
      (is_its_own ? its_own : others).insert(std::string(suite.name()) + "." + test.name());
    }
  }
  std::string filter;
  for (auto const& name : its_own) {
    if (others.contains(name)) {
      std::cerr << name << " is a test of " << source << " and of another source\n";
      return false;
    }
    filter += (filter.empty() ? "" : ":") + name;
  }
  // what --gtest_filter leaves out stays out
  std::string const given = GTEST_FLAG_GET(filter);
  if (auto const without = given.find('-'); without != std::string::npos)
    filter += given.substr(without);
  GTEST_FLAG_SET(filter, filter);
  if (its_own.empty()) std::cerr << "no test is from " << source << "\n";
  return !its_own.empty();
}

}  // namespace

/// GoogleTest's options, --source=tests/FOLDER/NAME.cpp.
int main(int argc, char** argv)
{
  acre::runtime const runtime(argc, argv);
  ::testing::InitGoogleTest(&argc, argv);
  constexpr std::string_view option = "--source=";
  for (int i = 1; i < argc; ++i)
    if (std::string_view(argv[i]).starts_with(option) && !choose_source(argv[i] + option.size()))
      return 1;
  return RUN_ALL_TESTS();
}
