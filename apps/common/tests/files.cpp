// apps/common: files written atomically, PNG.
#include <acre/io/atomic_file.hpp>
#include <acre/picture/benchmark.hpp>
#include <acre/picture/png.hpp>
#include <acre_test/error_of.hpp>
#include <acre_test/full_disk.hpp>

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <unistd.h>

namespace {

namespace fs = std::filesystem;
using acre_test::content;

class apps_files : public acre_test::folder {
 protected:
  template <typename F>
  static std::string message(F const& f)
  {
    return acre_test::error_of<std::runtime_error>(f);
  }
};

TEST_F(apps_files, text_replaces_and_leaves_nothing_else)
{
  auto const path = dir / "a.txt";
  acre::io::write_text_file(path, "one");
  acre::io::write_text_file(path, "two");
  EXPECT_EQ(content(path), "two");
  EXPECT_EQ(files(), 1);
}

TEST_F(apps_files, a_failing_writer_keeps_the_old_file)
{
  auto const path = dir / "a.txt";
  acre::io::write_text_file(path, "old");
  EXPECT_THROW(acre::io::write_file_atomically(path,
                                               [](std::FILE* f) {
                                                 std::fputs("new", f);
                                                 throw std::logic_error("no");
                                               }),
               std::logic_error);
  EXPECT_EQ(content(path), "old");
  EXPECT_EQ(files(), 1);
}

TEST_F(apps_files, tried_before_the_work_and_left_as_it_was)
{
  using acre::io::require_writable, acre::io::require_writable_folder;
  acre::io::write_text_file(dir / "old.txt", "old");
  require_writable("--json", dir / "old.txt");
  require_writable("--json", dir / "new.txt");
  require_writable("--json", "/dev/null");
  require_writable_folder("--out", dir);
  require_writable_folder("--out", dir / "a" / "b");
  require_writable_folder("--out", dir / "a/b/");
  EXPECT_EQ(content(dir / "old.txt"), "old");
  EXPECT_EQ(files(), 1);

  auto const nowhere = dir / "nowhere" / "a.json", below = dir / "old.txt" / "a";
  EXPECT_EQ(message([&] { require_writable("--json", nowhere); }),
            "--json: cannot write " + nowhere.string() + ": No such file or directory");
  EXPECT_EQ(message([&] { require_writable("--json", dir); }),
            "--json: cannot write " + dir.string() + ": Is a directory");
  EXPECT_EQ(message([&] { require_writable_folder("--out", below); }),
            "--out: cannot make the folder " + below.string() + ": Not a directory");
  EXPECT_EQ(files(), 1);
}

TEST_F(apps_files, follows_a_link_and_writes_a_device)
{
  acre::io::write_text_file(dir / "target", "old");
  fs::create_symlink("target", dir / "link");
  acre::io::write_text_file(dir / "link", "new");
  EXPECT_TRUE(fs::is_symlink(dir / "link"));
  EXPECT_EQ(content(dir / "target"), "new");
  fs::create_symlink("later", dir / "ahead");
  acre::io::write_text_file(dir / "ahead", "there");
  EXPECT_TRUE(fs::is_symlink(dir / "ahead"));
  EXPECT_EQ(content(dir / "later"), "there");
  fs::create_symlink("loop", dir / "loop");
  EXPECT_EQ(message([&] { acre::io::write_text_file(dir / "loop", "x"); }),
            "cannot write " + (dir / "loop").string() + ": Too many levels of symbolic links");
  acre::io::write_text_file("/dev/null", "gone");
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

TEST_F(apps_files, a_file_stays_as_closed_as_it_was)
{
  auto const path = dir / "a.txt";
  auto const own = fs::perms::owner_read | fs::perms::owner_write;
  acre::io::write_text_file(path, "old");
  fs::permissions(path, own);
  acre::io::write_text_file(path, "new");
  EXPECT_EQ(fs::status(path).permissions(), own);
  fs::permissions(path, fs::perms::owner_read);
  if (::access(path.c_str(), W_OK) == 0) return;  // root may
  EXPECT_EQ(message([&] { acre::io::write_text_file(path, "x"); }),
            "cannot write " + path.string() + ": Permission denied");
  EXPECT_EQ(content(path), "new");
}

TEST_F(apps_files, names_of_any_characters_and_length)
{
  auto const longest = static_cast<std::size_t>(::pathconf(dir.c_str(), _PC_NAME_MAX));
  for (std::string const& name :
       {std::string("größe ∆"), std::string("two\nlines %s"), std::string(longest, 'n')})
    for (bool const named : {false, true})
      for (char const* text : {"first", "second"}) {
        acre::io::write_file_atomically(dir / name, [&](std::FILE* f) { std::fputs(text, f); },
                                        {.named = named});
        EXPECT_EQ(content(dir / name), text) << name;
      }
  EXPECT_EQ(files(), 3);
  EXPECT_EQ(message([] { acre::io::write_text_file("", "x"); }),
            "cannot write a file whose name is empty");
  EXPECT_EQ(message([&] { acre::io::write_text_file(dir / std::string("a\0b", 3), "x"); }),
            "cannot write " + (dir / "a").string() + ": behind that its name has a zero byte");
  EXPECT_EQ(files(), 3);
}

TEST_F(apps_files, errors_name_the_file_and_the_reason)
{
  auto const missing = (dir / "none" / "a.txt").string();
  EXPECT_EQ(message([&] { acre::io::write_text_file(missing, "x"); }),
            "cannot write " + missing + ": No such file or directory");
  EXPECT_EQ(message([&] { acre::io::write_text_file(dir, "x"); }),
            "cannot write " + dir.string() + ": Is a directory");
  if (fs::exists("/dev/full")) {
    EXPECT_EQ(message([] { acre::io::write_text_file("/dev/full", "x"); }),
              "cannot write /dev/full: No space left on device");
  }
}

TEST_F(apps_files, a_full_disk_leaves_the_old_file_and_nothing_else)
{
  std::vector<std::uint8_t> rgb(3 * 300 * 300);
  for (std::size_t i = 0; i < rgb.size(); ++i) rgb[i] = static_cast<std::uint8_t>(i * i >> 5);
  auto const picture = [&](fs::path const& to) { acre::picture::write_png(to, 300, 300, rgb); };
  picture(dir / "a.png");
  rlim_t const last = fs::file_size(dir / "a.png") - 1;
  for (char const* const name : {"a.png", "new.png"})
    acre_test::leaves_nothing_on_a_full_disk(dir / name, {0, 1, 100, 5000, last}, picture);
  for (char const* const name : {"a.png", "new.txt"})
    acre_test::leaves_nothing_on_a_full_disk(
        dir / name, {0, 1, 5000, 9999},
        [](fs::path const& to) { acre::io::write_text_file(to, std::string(10000, 'x')); });
}

// IHDR by hand: after the signature, length and name come width and height, big-endian, bit depth
// 8, colour type 2 (RGB).
TEST_F(apps_files, png_has_its_size_and_type)
{
  auto const path = dir / "a.png";
  std::vector<std::uint8_t> rgb(3 * 2 * 300);
  for (std::size_t i = 0; i < rgb.size(); ++i) rgb[i] = static_cast<std::uint8_t>(i);
  acre::picture::write_png(path, 300, 2, rgb);
  std::string const file = content(path);
  ASSERT_GT(file.size(), 33u);
  EXPECT_EQ(file.substr(0, 8), "\x89PNG\r\n\x1a\n");
  EXPECT_EQ(file.substr(12, 4), "IHDR");
  EXPECT_EQ(file.substr(16, 10), std::string("\0\0\x01\x2c\0\0\0\x02\x08\x02", 10));
  EXPECT_EQ(file.substr(file.size() - 8, 4), "IEND");
  EXPECT_EQ(files(), 1);
}

TEST_F(apps_files, png_refuses_wrong_sizes_and_places)
{
  auto const path = (dir / "a.png").string();
  std::vector<std::uint8_t> const rgb(12);
  EXPECT_EQ(message([&] { acre::picture::write_png(path, 3, 2, rgb); }),
            "cannot write " + path + ": a picture of 3 x 2 pixels has 18 bytes of RGB, not 12");
  EXPECT_EQ(message([&] { acre::picture::write_png(path, 0, 2, {}); }),
            "cannot write " + path + ": a PNG of 0 x 2 pixels is not possible");
  EXPECT_EQ(message([&] { acre::picture::require_png_size(path, 2, 0); }),
            "cannot write " + path + ": a PNG of 2 x 0 pixels is not possible");
  EXPECT_EQ(files(), 0);
  auto const missing = (dir / "none" / "a.png").string();
  EXPECT_EQ(message([&] { acre::picture::write_png(missing, 2, 2, rgb); }),
            "cannot write " + missing + ": No such file or directory");
  if (fs::exists("/dev/full")) {
    EXPECT_EQ(message([&] { acre::picture::write_png("/dev/full", 2, 2, rgb); }),
              "cannot write /dev/full: No space left on device");
    std::vector<std::uint8_t> const large(3 * 500 * 500, 7);
    EXPECT_EQ(message([&] { acre::picture::write_png("/dev/full", 500, 500, large); }),
              "cannot write /dev/full: No space left on device");
  }
}

acre::sized_benchmark found(double size, std::string name, double seconds)
{
  return {size, {std::move(name), "serial", {seconds}, {seconds, 3 * seconds, 2 * seconds}}};
}

TEST_F(apps_files, times_over_sizes_are_a_picture)
{
  auto const path = dir / "times.png";
  std::vector<acre::sized_benchmark> const results{
      found(1e3, "sum", 1e-6), found(1e5, "sum", 1e-4), found(1e4, "sum", 1e-5),
      found(1e3, "sort", 1e-5), found(1e5, "sort", 1e-2)};
  acre::plot(path, results, {.title = "times", .width = 640, .height = 480});
  auto const png = content(path);
  ASSERT_GT(png.size(), 1000u);
  EXPECT_EQ(png.substr(1, 3), "PNG");
  EXPECT_EQ(png.substr(16, 8), std::string("\0\0\x02\x80\0\0\x01\xe0", 8)) << "640 x 480";
  acre::plot(dir / "again.png", results, {.title = "times", .width = 640, .height = 480});
  EXPECT_EQ(content(dir / "again.png"), png);
  EXPECT_EQ(message([&] { acre::plot(path, {}); }), "plot: there are no results to show");
  EXPECT_EQ(message([&] { acre::plot(path, std::vector{found(0, "sum", 1)}); }),
            "plot: a size of 0.000000 has no place on the axis");
  EXPECT_EQ(message([&] { acre::plot(path, results, {.width = 100}); }),
            "plot: a chart of 100 x 640 pixels is smaller than 320 x 240");
  EXPECT_EQ(content(path), png) << "the file is as it was";
}

}  // namespace
