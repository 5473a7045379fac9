// apps/common: outputs are tried before the work, and none is another one or an input.
#include <acre/io/atomic_file.hpp>
#include <acre_apps/outputs.hpp>

#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <unistd.h>

namespace {

namespace fs = std::filesystem;
using acre::apps::named_file, acre::apps::require_outputs;

class apps_outputs : public testing::Test {
 protected:
  void SetUp() override
  {
    dir_ = fs::temp_directory_path() / ("acre_apps_outputs." + std::to_string(::getpid()));
    fs::create_directories(dir_ / "sub");
  }
  void TearDown() override { fs::remove_all(dir_); }

  static std::string refusal(std::vector<named_file> const& outputs,
                             std::vector<named_file> const& inputs = {})
  {
    try {
      require_outputs(outputs, inputs);
      return "";
    } catch (std::exception const& e) {
      return e.what();
    }
  }

  fs::path dir_;
};

TEST_F(apps_outputs, each_wants_its_own_file)
{
  auto const a = dir_ / "a", same = dir_ / "sub" / ".." / "a";
  std::string const one =
      "--plot and --json name one file, " + same.string() + ": each wants its own";
  EXPECT_EQ(refusal({{"--plot", a}, {"--json", same}}), one) << "not there yet";
  acre::io::write_text_file(a, "old");
  EXPECT_EQ(refusal({{"--plot", a}, {"--json", same}}), one) << "there";
  fs::create_symlink("a", dir_ / "link");
  EXPECT_NE(refusal({{"--plot", a}, {"--json", dir_ / "link"}}), "");
  EXPECT_EQ(refusal({{"--plot", a}, {"--json", dir_ / "b"}, {"--csv", std::nullopt}}), "");
  EXPECT_EQ(refusal({{"--plot", std::nullopt}, {"--json", std::nullopt}}), "");
  EXPECT_EQ(refusal({{"--plot", "/dev/null"}, {"--json", "/dev/null"}}), "") << "a device";
  auto const before = fs::current_path();
  fs::current_path(dir_);
  EXPECT_EQ(refusal({{"--plot", "new"}, {"--json", "./new"}}),
            "--plot and --json name one file, ./new: each wants its own");
  fs::current_path(before);
}

TEST_F(apps_outputs, inputs_are_not_written_over)
{
  auto const a = dir_ / "a", same = dir_ / "sub" / ".." / "a";
  acre::io::write_text_file(a, "old");
  EXPECT_EQ(refusal({{"--json", same}}, {{"--events", a}}),
            "--json would write over " + a.string() + ", which is read as --events");
  EXPECT_EQ(refusal({{"--json", dir_ / "b"}}, {{"--events", dir_}, {"--data", std::nullopt}}), "");
}

TEST_F(apps_outputs, what_cannot_be_written_is_told)
{
  auto const nowhere = dir_ / "nowhere" / "a";
  EXPECT_EQ(refusal({{"--json", nowhere}}),
            "--json: cannot write " + nowhere.string() + ": No such file or directory");
  acre::apps::make_output_folder("--pictures", dir_ / "c" / "d");
  EXPECT_TRUE(fs::is_directory(dir_ / "c" / "d"));
  acre::io::write_text_file(dir_ / "file", "old");
  EXPECT_THROW(acre::apps::make_output_folder("--pictures", dir_ / "file" / "d"),
               std::runtime_error);
}

}  // namespace
