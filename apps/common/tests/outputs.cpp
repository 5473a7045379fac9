// apps/common: outputs are tried before the work, and none is another one or an input.
#include <acre/io/atomic_file.hpp>
#include <acre_apps/outputs.hpp>
#include <acre_test/files.hpp>

#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace {

namespace fs = std::filesystem;
using acre::apps::named_file, acre::apps::require_outputs;

class apps_outputs : public acre_test::folder {
 protected:
  apps_outputs() { fs::create_directories(dir / "sub"); }

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
};

TEST_F(apps_outputs, each_wants_its_own_file)
{
  auto const a = dir / "a", same = dir / "sub" / ".." / "a";
  std::string const one =
      "--plot and --json name one file, " + same.string() + ": each wants its own";
  EXPECT_EQ(refusal({{"--plot", a}, {"--json", same}}), one) << "not there yet";
  acre::io::write_text_file(a, "old");
  EXPECT_EQ(refusal({{"--plot", a}, {"--json", same}}), one) << "there";
  fs::create_symlink("a", dir / "link");
  EXPECT_NE(refusal({{"--plot", a}, {"--json", dir / "link"}}), "");
  EXPECT_EQ(refusal({{"--plot", a}, {"--json", dir / "b"}, {"--csv", std::nullopt}}), "");
  EXPECT_EQ(refusal({{"--plot", std::nullopt}, {"--json", std::nullopt}}), "");
  EXPECT_EQ(refusal({{"--plot", "/dev/null"}, {"--json", "/dev/null"}}), "") << "a device";
  auto const before = fs::current_path();
  fs::current_path(dir);
  EXPECT_EQ(refusal({{"--plot", "new"}, {"--json", "./new"}}),
            "--plot and --json name one file, ./new: each wants its own");
  fs::current_path(before);
}

TEST_F(apps_outputs, inputs_are_not_written_over)
{
  auto const a = dir / "a", same = dir / "sub" / ".." / "a";
  acre::io::write_text_file(a, "old");
  EXPECT_EQ(refusal({{"--json", same}}, {{"--events", a}}),
            "--json would write over " + a.string() + ", which is read as --events");
  EXPECT_EQ(refusal({{"--json", dir / "b"}}, {{"--events", dir}, {"--data", std::nullopt}}), "");
}

TEST_F(apps_outputs, what_cannot_be_written_is_told)
{
  auto const nowhere = dir / "nowhere" / "a";
  EXPECT_EQ(refusal({{"--json", nowhere}}),
            "--json: cannot write " + nowhere.string() + ": No such file or directory");
  acre::apps::make_output_folder("--pictures", dir / "c" / "d");
  EXPECT_TRUE(fs::is_directory(dir / "c" / "d"));
  acre::io::write_text_file(dir / "file", "old");
  EXPECT_THROW(acre::apps::make_output_folder("--pictures", dir / "file" / "d"),
               std::runtime_error);
}

}  // namespace
