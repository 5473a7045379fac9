#include <acre/acre.hpp>
#include <acre/distributed.hpp>
#include <acre/io/npy.hpp>
#include <acre_test/error_of.hpp>
#include <acre_test/files.hpp>
#include <acre_test/full_disk.hpp>

#include <cstdint>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "told_to_all.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

// .npy files of virtual processes: the bytes of one, whatever the cut, and back onto any other.
namespace {

using namespace acre;
namespace dist = acre::distributed;
namespace fs = std::filesystem;
using acre_test::content;
using acre_test::told_to_all;
using dist::blocks;
using dist::processes;
using testing::HasSubstr;

class distributed_files : public acre_test::folder {
 protected:
  fs::path const one = dir / "one.npy", all_of_them = dir / "all.npy";
};

blocks<3> drawn_blocks(std::mt19937_64& dice, shape_t<3> const& extents)
{
  auto const h =
      dist::halo(std::min<std::int64_t>(1, extents[0]), 0, std::min<std::int64_t>(2, extents[2]));
  switch (dice() % 6) {
    case 0:
      return blocks(extents, h);
    case 1:
      return blocks(extents, axes(1));
    case 2:
      return blocks(extents, axes(2), h);
    case 3:
      return blocks(extents, axes(0, 2), h);
    case 4:
      return blocks(extents, axes(1, 2));
    default:
      return blocks(extents, axes(0, 1, 2), h);
  }
}

template <class T>
void saves_and_loads(std::mt19937_64& dice, fs::path const& one, fs::path const& all_of_them)
{
  auto const extent = [&](std::uint64_t most) { return static_cast<std::int64_t>(dice() % most); };
  auto const extents = shape(extent(9), 1 + extent(7), extent(12));
  generator g(dice());
  array<T, 3> const whole(cast<T>(g.normal(host(), extents) * 100));
  io::save_npy(one, whole);
  int const count = 1 + static_cast<int>(dice() % 7);
  auto const where = drawn_blocks(dice, extents);
  dist::virtual_processes(
      count,
      [&](processes const& all) {
        save_npy(all_of_them, dist::scatter_from(0, whole, all, where));
      },
      dice());
  ASSERT_EQ(content(one), content(all_of_them)) << count << " processes";
  auto const other = drawn_blocks(dice, extents);
  dist::virtual_processes(
      1 + static_cast<int>(dice() % 7),
      [&](processes const& all) {
        auto const back = dist::load_npy<T>(all, one, other);
        auto const gathered = gather_to(back, 0);
        if (all.rank() == 0) {
          EXPECT_TRUE(array_equal(gathered, whole));
        }
      },
      dice());
}

TEST_F(distributed_files, have_the_bytes_of_one_process_for_any_cut_and_come_back_onto_any_other)
{
  std::mt19937_64 dice(7);
  for (int k = 0; k < 60; ++k) {
    saves_and_loads<double>(dice, one, all_of_them);
    saves_and_loads<float16>(dice, one, all_of_them);
    saves_and_loads<std::int8_t>(dice, one, all_of_them);
    saves_and_loads<acre::complex<float>>(dice, one, all_of_them);
    saves_and_loads<bool>(dice, one, all_of_them);
    if (HasFailure()) return;
  }
  EXPECT_EQ(files(), 2);
}

TEST_F(distributed_files, longer_than_a_window)
{
  // columns of 50 MB on 3 processes go in windows of 16 MiB each, twice
  constexpr std::int64_t rows = 3100, columns = 2050;
  array<double, 2> const whole(cast<double>(index_of(host(), shape(rows, columns))));
  io::save_npy(one, whole);
  dist::virtual_processes(3, [&](processes const& all) {
    dist::array<double, 2> x(all, blocks(shape(rows, columns), axes(1)));
    x = own_part(x, index_of(x.space(), x.shape()));
    save_npy(all_of_them, x);
    auto const back = dist::load_npy<double, 2>(all, one, axes(0, 1));
    EXPECT_EQ(count_nonzero(redistribute(back, axes(1)) != x), 0);
  });
  EXPECT_TRUE(content(one) == content(all_of_them));
}

TEST_F(distributed_files, expressions_and_options)
{
  io::save_npy(one, arange(7.0) * 2);
  dist::virtual_processes(3, [&](processes const& all) {
    dist::array<double, 1> x(all, blocks(shape(7)));
    x = coordinate(x, 0);
    save_npy(all_of_them, x * 2);
    auto const y = dist::load_npy<double>(all, all_of_them);  // the shape is the file's
    EXPECT_EQ(y.shape(), shape(7));
    EXPECT_EQ(sum(y), 42);
    auto const z = dist::load_npy<double>(all, all_of_them, dist::halo(1), dist::periodic(0));
    exchange(z);
    EXPECT_EQ(sum(shifted(z, 1)), 42);
  });
  EXPECT_EQ(content(one), content(all_of_them));
}

TEST_F(distributed_files, of_what_reductions_leave_on_several_processes)
{
  array<double, 2> const whole(cast<double>(index_of(host(), shape(12, 9))));
  dist::virtual_processes(6, [&](processes const& all) {
    auto const u = dist::scatter_from(0, whole, all, blocks(shape(12, 9), axes(0, 1)));
    save_npy(all_of_them, max(u, 0));
    io::save_npy(one, max(whole, 0));
    EXPECT_EQ(content(one), content(all_of_them));
    all.barrier();
    save_npy(all_of_them, u - max(u, 1, keepdims));
    io::save_npy(one, whole - max(whole, 1, keepdims));
    EXPECT_EQ(content(one), content(all_of_them));
  });
}

TEST_F(distributed_files, of_numpy_in_the_other_orders)
{
  auto const values = reshape(arange(60.0), shape(3, 4, 5));
  std::vector<std::int64_t> const extents{3, 4, 5};
  auto const numbers = to_vector(values);
  for (bool const fortran : {false, true})
    for (bool const swapped : {false, true}) {
      io::write_npy(one, io::make_npy(std::span<double const>(numbers), extents),
                    {.fortran_order = fortran, .other_byte_order = swapped});
      for (int const count : {1, 2, 5})
        dist::virtual_processes(count, [&](processes const& all) {
          for (auto const& where : {blocks(shape(3, 4, 5)), blocks(shape(3, 4, 5), axes(1, 2))}) {
            auto const whole = gather_to(dist::load_npy<double>(all, one, where), 0);
            if (all.rank() == 0) {
              EXPECT_TRUE(array_equal(whole, values)) << fortran << swapped << count;
            }
          }
        });
    }
}

TEST_F(distributed_files, that_cannot_be_read_are_the_same_error_on_all)
{
  auto const load = [&](processes const& all) {
    dist::load_npy<double>(all, one, blocks(shape(100), dist::halo(1)));
  };
  auto const text = [&] { return told_to_all(3, load); };
  EXPECT_EQ(text(), "file_error: cannot read " + one.string() + ": No such file or directory");
  io::save_npy(one, arange(99.0));
  EXPECT_EQ(text(), "shape_error: " + one.string() + " holds an array of shape (99,), not (100,)");
  io::save_npy(one, cast<float>(arange(100.0)));
  EXPECT_EQ(text(), "dtype_error: " + one.string() + " is of dtype float32, not float64");
  io::save_npy(one, zeros(shape(10, 10)));
  EXPECT_EQ(text(),
            "shape_error: " + one.string() + " holds an array of shape (10, 10), not of 1 axis");
  io::save_npy(one, arange(100.0));
  fs::resize_file(one, 500);
  EXPECT_THAT(text(), HasSubstr("truncated: an array of shape (100,) and dtype float64 has 800 "
                                "bytes, there are 372"));
  acre_test::put(one, "text");
  EXPECT_THAT(text(), HasSubstr("not a .npy file"));
  EXPECT_THAT(told_to_all(2,
                          [&](processes const& all) {
                            dist::load_npy<double>(all, all.rank() == 0 ? "a.npy" : "b.npy");
                          }),
              HasSubstr("No such file"));
  io::save_npy(one, arange(100.0));
  EXPECT_THAT(told_to_all(2,
                          [&](processes const& all) {
                            dist::load_npy<double>(all, all.rank() == 0 ? one : all_of_them);
                          }),
              HasSubstr("value_error: distributed::load_npy: process 0 names " + one.string() +
                        " and process 1 " + all_of_them.string()));
}

TEST_F(distributed_files, that_cannot_be_written_are_the_same_error_on_all_and_leave_nothing)
{
  auto const save = [](fs::path const& path, blocks<2> const& where) {
    return told_to_all(3, [&](processes const& all) {
      dist::array<double, 2> x(all, where);
      save_npy(path, x);
    });
  };
  auto const rows = blocks(shape(60, 50)), columns = blocks(shape(60, 50), axes(1));
  EXPECT_EQ(save(dir / "none" / "x.npy", rows), "file_error: cannot write " +
                                                    (dir / "none" / "x.npy").string() +
                                                    ": No such file or directory");
  EXPECT_EQ(save(dir, rows), "file_error: cannot write " + dir.string() + ": Is a directory");
  if (fs::exists("/dev/full")) {
    EXPECT_THAT(save("/dev/full", rows), HasSubstr("it is a device or a pipe"));
  }
  acre_test::put(one, "what was there");
  for (auto const& where : {rows, columns})
    for (rlim_t const limit : {rlim_t{0}, rlim_t{100}, rlim_t{129}, rlim_t{9000}, rlim_t{24127}}) {
      std::string text;
      {
        acre_test::full_disk const disk(limit);
        text = save(one, where);
      }
      EXPECT_EQ(text, "file_error: cannot write " + one.string() + ": File too large") << limit;
      EXPECT_EQ(content(one), "what was there");
      EXPECT_EQ(files(), 1);
    }
}

TEST_F(distributed_files, bad_indices_and_calls_that_differ_write_nothing)
{
  auto const table = arange(host(), 10.0);
  EXPECT_THAT(told_to_all(3,
                          [&](processes const& all) {
                            dist::array<std::int64_t, 1> i(all, blocks(shape(30)));
                            i = coordinate(i, 0) % 10;
                            i = where(coordinate(i, 0) == 25, 11, i);
                            save_npy(
                                one,
                                on_blocks([&](auto const& mine) { return take(table, mine); }, i));
                          }),
              HasSubstr("position 25"));
  EXPECT_THAT(told_to_all(2,
                          [&](processes const& all) {
                            dist::array<double, 1> x(all, blocks(shape(30)));
                            save_npy(all.rank() == 0 ? one : all_of_them, x);
                          }),
              HasSubstr("process 0 names " + one.string()));
  EXPECT_THAT(told_to_all(2,
                          [&](processes const& all) {
                            dist::array<double, 1> x(all, blocks(shape(30)));
                            if (all.rank() == 0)
                              save_npy(one, x);
                            else
                              save_npy(one, cast<float>(x));
                          }),
              HasSubstr("process 1 save_npy of float32"));
  EXPECT_EQ(files(), 0);
}

TEST_F(distributed_files, of_a_process_that_ends_are_not_there)
{
  acre_test::put(one, "what was there");
  try {
    dist::virtual_processes(3, [&](processes const& all) {
      dist::array<double, 1> x(all, blocks(shape(30)));
      if (all.rank() == 2) return;
      save_npy(one, x);
    });
    FAIL();
  } catch (communication_error const&) {
  }
  EXPECT_EQ(content(one), "what was there");
  EXPECT_EQ(files(), 1);
}

TEST_F(distributed_files, links_are_followed)
{
  fs::create_directory(dir / "other");
  fs::create_symlink("other/u.npy", one);
  dist::virtual_processes(2, [&](processes const& all) {
    dist::array<double, 1> x(all, blocks(shape(3)));
    save_npy(one, x);
  });
  EXPECT_TRUE(fs::is_symlink(one));
  EXPECT_EQ(io::load_npy<double>(dir / "other" / "u.npy").size(), 3);
}

}  // namespace
