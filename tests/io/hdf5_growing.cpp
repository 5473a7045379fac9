// Datasets that grow: in place, by what is added alone, and whole or not at all.

#include <acre/array/creation.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre/io/hdf5.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/files.hpp>
#include <acre_test/full_disk.hpp>
#include <acre_test/spaces.hpp>

#include <algorithm>
#include <csignal>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using acre::shape, acre::slice;
using acre_test::equals, acre_test::refusal;

namespace {

namespace io = acre::io;

template <class Space>
class hdf5_growing : public acre_test::folder {
 protected:
  Space space;
  std::filesystem::path file = dir / "a.h5";
};
TYPED_TEST_SUITE(hdf5_growing, acre_test::spaces, acre_test::space_names);

TYPED_TEST(hdf5_growing, steps_are_added_along_an_axis)
{
  auto const& space = this->space;
  auto const a = acre_test::place(space, acre_test::noise<float>(60), shape(5, 3, 4));
  for (io::hdf5_format const& format : {io::hdf5_format{.unlimited = 0},
                                        {.chunk = {2, 3, 2}, .unlimited = 0},
                                        {.chunk = {3, 1, 4}, .deflate = 4, .unlimited = -3},
                                        {.deflate = 1, .unlimited = 0}}) {
    io::save_hdf5(this->file, {{"u", a(slice(0, 1))}, {"n", 7}}, format);
    io::append_hdf5(this->file, {{"/u", a(1)}});                       // of an axis less: one step
    io::append_hdf5(this->file, {{"u", a(slice(2, 4)) * 1.0f}});       // two
    io::append_hdf5(this->file, {{"u", a(slice(0, 0))}, {"new", a}});  // none
    io::append_hdf5(this->file, {{"u", a(4)}, {"u@units", "K"}});
    io::hdf5_reader const in(this->file);
    EXPECT_EQ(in.datasets(), (std::vector<std::string>{"n", "new", "u"}));
    EXPECT_TRUE(equals<float>(in.template load<float, 3>(space, "u"), to_vector(a)));
    EXPECT_TRUE(equals<float>(in.template load<float, 3>(space, "new"), to_vector(a)));
    EXPECT_EQ(in.text("u@units"), "K");
  }
  // along the last axis, and numbers along the only one
  auto const columns = a(0);
  io::save_hdf5(this->file,
                {{"u", acre::zeros<float>(space, shape(3, 0))},
                 {"t", acre::zeros<double>(space, shape(0))},
                 {"z", acre::zeros<acre::complex<float>>(space, shape(0))},
                 {"yes", acre::zeros<bool>(space, shape(0))}},
                {.unlimited = -1});
  for (int step = 0; step < 4; ++step)
    io::append_hdf5(this->file, {{"u", columns(acre::ALL, step)},
                                 {"t", 0.5 * step},
                                 {"z", acre::complex<float>(1, float(step))},
                                 {"yes", step % 2 == 1}});
  io::hdf5_reader const in(this->file);
  EXPECT_TRUE(equals<float>(in.template load<float, 2>(space, "u"), to_vector(columns)));
  EXPECT_TRUE(equals<double>(in.template load<double>(space, "t"), {0, 0.5, 1, 1.5}));
  EXPECT_EQ(to_vector(in.template load<acre::complex<float>>(space, "z"))[3],
            acre::complex<float>(1, 3));
  EXPECT_TRUE(equals<unsigned char>(in.template load<bool>(space, "yes"), {0, 1, 0, 1}));
}

using growing_files = hdf5_growing<acre::host>;

TEST_F(growing_files, texts_and_columns_of_tables_grow_and_lists_do_not)
{
  using acre::literals::operator""_col;
  using texts = std::vector<std::string>;
  auto const events = [&](int first) {
    return acre::table("id"_col = acre::arange(space, first, first + 3));
  };
  auto const jets = acre::ragged(acre_test::place(space, std::vector<std::int64_t>{0, 2, 3}),
                                 acre::arange(space, 3.0f));
  io::save_hdf5(file, {{"names", texts{"Sun", "Moon"}}, {"events", events(0)}, {"jets", jets}},
                {.unlimited = 0});
  io::append_hdf5(file, {{"names", texts{"Mars"}}, {"events", events(3)}});
  io::hdf5_reader const in(file);
  EXPECT_EQ(in.texts("names"), (texts{"Sun", "Moon", "Mars"}));
  EXPECT_TRUE(equals<int>(in.load<int>(space, "events/id"), {0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(refusal([&] { io::append_hdf5(file, {{"names", texts{"Jupiter"}}}); }),
            "dtype_error: append_hdf5: names of " + file.string() +
                " holds texts of 4 bytes at most, not of 7");
  EXPECT_EQ(refusal([&] { io::append_hdf5(file, {{"jets", jets}}); }),
            "value_error: append_hdf5: jets of " + file.string() +
                " has lists, whose offsets don't go on from those that are there; give these "
                "lists a name of their own");
}

TEST_F(growing_files, what_does_not_fit_leaves_the_file_as_it_was)
{
  auto const a = acre::zeros<float>(space, shape(2, 3));
  io::save_hdf5(file, {{"run/u", a}, {"run/t", acre::zeros<double>(space, shape(2))}},
                {.unlimited = 0});
  io::append_hdf5(file, {{"fixed", a}});
  std::string const before = acre_test::content(file), of = "run/u of " + file.string(),
                    write = "file_error: cannot write " + file.string() + ": ";
  auto const append = [&](std::vector<io::entry> entries, io::hdf5_format const& format = {}) {
    // behind what could be added
    entries.insert(entries.begin(), {"run/t", 1.0});
    std::string const said = refusal([&] { io::append_hdf5(file, entries, format); });
    EXPECT_TRUE(acre_test::content(file) == before) << said;
    EXPECT_EQ(files(), 1);
    return said;
  };
  std::string const shapes = " can't be added to " + of +
                             ", which has shape (2, 3) and grows along axis 0: the other extents "
                             "have to be the same";
  EXPECT_EQ(append({{"run/u", acre::zeros<float>(space, shape(1, 4))}}),
            "shape_error: append_hdf5: an array of shape (1, 4)" + shapes);
  EXPECT_EQ(append({{"run/u", acre::zeros<float>(space, shape(2))}}),
            "shape_error: append_hdf5: an array of shape (2,)" + shapes);
  EXPECT_EQ(append({{"run/u", 1.0f}}), "shape_error: append_hdf5: an array of shape ()" + shapes);
  EXPECT_EQ(append({{"run/u", acre::zeros<double>(space, shape(1, 3))}}),
            "dtype_error: append_hdf5: " + of + " is of dtype float32, not float64");
  EXPECT_EQ(append({{"run/u", a}}, {.unlimited = 1}),
            write + "it has a dataset run/u, which grows along axis 0, not 1");
  EXPECT_EQ(append({{"fixed", a}}),
            write +
                "it has a dataset fixed, of a fixed shape; it can grow if save_hdf5 makes it "
                "with {.unlimited = 0}");
  EXPECT_EQ(append({{"run", a}}), write + "it has a group run");
  EXPECT_EQ(append({{"new", a}, {"none@x", 1}}),
            write + "there is no none for the attribute none@x");
  EXPECT_EQ(refusal([&] { io::append_hdf5(dir / "none", {{"u", a}}); }),
            "file_error: cannot read " + (dir / "none").string() + ": No such file or directory");
  acre_test::put(dir / "b", "no HDF5 at all");
  EXPECT_TRUE(refusal([&] { io::append_hdf5(dir / "b", {{"u", a}}); })
                  .starts_with("file_error: cannot read " + (dir / "b").string() +
                               ": not an HDF5 file, or a broken one: "));
  EXPECT_EQ(acre_test::content(dir / "b"), "no HDF5 at all");
}

TEST_F(growing_files, a_full_disk_adds_nothing)
{
  // pieces that are half full are written over, those behind them are new
  io::save_hdf5(file, {{"u", acre::zeros<double>(space, shape(3, 1000))}},
                {.chunk = {4, 300}, .unlimited = 0});
  io::append_hdf5(file, {{"s", acre::zeros<double>(space, shape(10))}}, {.unlimited = 0});
  std::string const old = acre_test::content(file);
  auto const rows = acre::ones<double>(space, shape(40, 1000));
  for (rlim_t const limit : {rlim_t{0}, rlim_t{100}, rlim_t{old.size()}, rlim_t{old.size() + 5000},
                             rlim_t{old.size() + 200000}}) {
    std::string said;
    {
      acre_test::full_disk const disk(limit);
      said = refusal([&] { io::append_hdf5(file, {{"s", 1.0}, {"u", rows}}); });
    }
    EXPECT_EQ(said, "file_error: cannot write " + file.string() + ": File too large") << limit;
    EXPECT_TRUE(acre_test::content(file) == old) << limit;
    EXPECT_EQ(files(), 1) << limit;
  }
  io::append_hdf5(file, {{"s", 1.0}, {"u", rows}});
  io::hdf5_reader const in(file);
  EXPECT_EQ(in.layout("u").shape_string(), "(43, 1000)");
  EXPECT_EQ(to_vector(in.load<double>(space, "s"))[10], 1);
  auto const u = to_vector(in.load<double, 2>(space, "u"));
  EXPECT_EQ(std::count(u.begin(), u.end(), 1.0), 40000);
  EXPECT_EQ(u[2999], 0);
}

TEST_F(growing_files, in_place_unless_somebody_reads)
{
  auto const inode = [&] {
    struct stat facts{};
    ::stat(file.c_str(), &facts);
    return facts.st_ino;
  };
  auto const row = acre::ones<double>(space, shape(1000));
  io::save_hdf5(file, {{"u", acre::zeros<double>(space, shape(0, 1000))}}, {.unlimited = 0});
  auto const at_first = inode();
  io::append_hdf5(file, {{"u", row}, {"new", row}});
  EXPECT_EQ(inode(), at_first);
  {
    io::hdf5_reader const reader(file);
    EXPECT_EQ(reader.layout("u").shape_string(), "(1, 1000)");
    io::append_hdf5(file, {{"u", row}});
    EXPECT_NE(inode(), at_first);
    EXPECT_EQ(io::hdf5_reader(file).layout("u").shape_string(), "(2, 1000)");
    EXPECT_TRUE(equals<double>(reader.load<double, 2>(space, "u"), std::vector<double>(1000, 1)));
  }
  // what a program that was killed leaves behind the file's end is no part of it
  acre_test::put(file, acre_test::content(file) + std::string(20000, 'x'));
  EXPECT_EQ(io::hdf5_reader(file).layout("u").shape_string(), "(2, 1000)");
  io::append_hdf5(file, {{"u", 2.0 * row}});
  auto const u = to_vector(io::load_hdf5<double, 2>(space, file, "u"));
  EXPECT_EQ(u.size(), 3000u);
  EXPECT_EQ(std::count(u.begin(), u.end(), 2.0), 1000);
}

TEST_F(growing_files, a_killed_program_leaves_steps_whole)
{
  io::save_hdf5(file,
                {{"u", acre::zeros<double>(space, shape(0, 2000))},
                 {"t", acre::zeros<double>(space, shape(0))}},
                {.unlimited = 0});
  auto const row = acre::ones<double>(space, shape(2000));
  for (int k = 0; k < 60; ++k) {
    pid_t const child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      try {
        for (;;) io::append_hdf5(file, {{"u", row}, {"t", 1.0}});
      } catch (...) {
        ::_exit(1);
      }
    }
    ::usleep(static_cast<useconds_t>(500 + 97 * k));
    ::kill(child, SIGKILL);
    int status = 0;
    ::waitpid(child, &status, 0);
    ASSERT_TRUE(WIFSIGNALED(status));
    io::hdf5_reader const in(file);
    auto const u = in.read("u");
    ASSERT_EQ(u.shape.front(), in.layout("t").shape.front()) << k;
    auto const values = u.view<double>();
    ASSERT_EQ(std::count(values.begin(), values.end(), 1.0), u.size()) << k;
  }
}

}  // namespace
