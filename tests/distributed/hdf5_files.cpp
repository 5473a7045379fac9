#include <acre/acre.hpp>
#include <acre/distributed.hpp>
#include <acre/distributed/hdf5.hpp>
#include <acre/io/hdf5.hpp>
#include <acre_test/files.hpp>
#include <acre_test/full_disk.hpp>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "told_to_all.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

// HDF5 files of virtual processes: the bytes of one, whatever the cut, and back onto any other.
namespace {

using namespace acre;
namespace dist = acre::distributed;
namespace fs = std::filesystem;
using acre_test::content;
using acre_test::told_to_all;
using dist::blocks;
using dist::processes;
using testing::HasSubstr;

class distributed_hdf5 : public acre_test::folder {
 protected:
  fs::path const one = dir / "one.h5", all_of_them = dir / "all.h5";
};

TEST_F(distributed_hdf5, files_have_the_bytes_of_one_process)
{
  std::mt19937_64 dice(3);
  for (int k = 0; k < 40; ++k) {
    auto const rows = static_cast<std::int64_t>(dice() % 300),
               columns = static_cast<std::int64_t>(1 + dice() % 90);
    generator g(dice());
    array<double, 2> const u(g.normal(host(), shape(rows, columns)));
    array<bool, 2> const mask(u > 0);
    array<float, 1> const line(g.uniform<float>(host(), shape(columns)));
    array<std::int32_t, 1> const small = from_host(std::vector<std::int32_t>{1, 2, 3});
    io::save_hdf5(one, {{"run/u", u},
                        {"run/u@units", "K"},
                        {"small", small},
                        {"run/mask", mask},
                        {"twice", u * 2},
                        {"spectrum", acre::cast<acre::complex<float>>(u)},
                        {"half", cast<float16>(u)},
                        {"line", line},
                        {"@step", 7}});
    auto const where = k % 3 == 0   ? blocks(shape(rows, columns), dist::halo(rows > 0 ? 1 : 0))
                       : k % 3 == 1 ? blocks(shape(rows, columns), axes(1))
                                    : blocks(shape(rows, columns), axes(0, 1));
    dist::virtual_processes(
        1 + static_cast<int>(dice() % 6),
        [&](processes const& all) {
          auto const x = dist::scatter_from(0, u, all, where);
          auto const l = dist::scatter_from(0, line, all, blocks(shape(columns)));
          save_hdf5(all, all_of_them,
                    {{"run/u", x},
                     {"run/u@units", "K"},
                     {"small", small},
                     {"run/mask", x > 0},
                     {"twice", x * 2},
                     {"spectrum", dist::cast<acre::complex<float>>(x)},
                     {"half", dist::cast<float16>(x)},
                     {"line", l},
                     {"@step", 7}});
          auto const back = dist::load_hdf5<double, 2>(all, one, "twice", axes(1));
          auto const whole = gather_to(back, 0);
          if (all.rank() == 0) {
            EXPECT_TRUE(array_equal(whole, u * 2));
          }
          auto const b = gather_to(dist::load_hdf5<bool>(all, all_of_them, "run/mask", where), 0);
          if (all.rank() == 0) {
            EXPECT_TRUE(array_equal(b, mask));
          }
        },
        dice());
    ASSERT_TRUE(content(one) == content(all_of_them)) << k;
  }
  EXPECT_EQ(files(), 2);
}

TEST_F(distributed_hdf5, files_have_no_times)
{
  auto const save = [](fs::path const& path) {
    io::save_hdf5(path, {{"a/b/u", arange(5.0)}, {"a/v", 1}, {"a@units", "K"}, {"@step", 2}});
    io::append_hdf5(path, {{"a/c/w", arange(3.0)}});
  };
  save(one);
  std::this_thread::sleep_for(std::chrono::milliseconds(1100));  // times are in seconds
  save(all_of_them);
  EXPECT_TRUE(content(one) == content(all_of_them));
}

TEST_F(distributed_hdf5, compressed_datasets_are_read)
{
  auto const u = reshape(arange(600.0), shape(20, 30));
  io::save_hdf5(one, {{"u", u}}, {.chunk = {7, 4}, .deflate = 4});
  dist::virtual_processes(4, [&](processes const& all) {
    auto const x = dist::load_hdf5<double, 2>(all, one, "u", axes(0, 1), dist::halo(1));
    auto const whole = gather_to(x, 0);
    if (all.rank() == 0) {
      EXPECT_TRUE(array_equal(whole, u));
    }
  });
}

TEST_F(distributed_hdf5, errors_are_the_same_on_all)
{
  auto const load = [&] {
    return told_to_all(3, [&](processes const& all) {
      dist::load_hdf5<double>(all, one, "u", blocks(shape(100)));
    });
  };
  EXPECT_THAT(load(), HasSubstr("No such file or directory"));
  io::save_hdf5(one, {{"v", arange(100.0)}});
  EXPECT_THAT(load(), HasSubstr("file_error: cannot read " + one.string()));
  io::save_hdf5(one, {{"u", arange(99.0)}});
  EXPECT_EQ(load(), "shape_error: " + one.string() + ": u has shape (99,), not (100,)");
  io::save_hdf5(one, {{"u", cast<float>(arange(100.0))}});
  EXPECT_EQ(load(), "dtype_error: " + one.string() + ": u is of dtype float32, not float64");

  acre_test::put(one, "what was there");
  auto const save = [&](fs::path const& path, std::string const& name) {
    return told_to_all(3, [&](processes const& all) {
      dist::array<double, 2> x(all, blocks(shape(100, 70), axes(1)));
      save_hdf5(all, path, {{"first", x}, {name, x + 1}});
    });
  };
  EXPECT_EQ(save(one, "first"), "value_error: save_hdf5: there are two entries first");
  EXPECT_THAT(save(dir / "none" / "x.h5", "b"), HasSubstr("No such file or directory"));
  for (rlim_t const limit : {0, 100, 3000, 56000, 100000, 113000}) {
    std::string text;
    {
      acre_test::full_disk const disk(limit);
      text = save(one, "b");
    }
    EXPECT_EQ(text, "file_error: cannot write " + one.string() + ": File too large") << limit;
  }
  EXPECT_THAT(told_to_all(2,
                          [&](processes const& all) {
                            dist::array<double, 1> x(all, blocks(shape(9)));
                            save_hdf5(all, one, {{all.rank() == 0 ? "a" : "b", x}});
                          }),
              HasSubstr("process 0 names " + one.string() + ", a of float64"));
  EXPECT_THAT(told_to_all(2,
                          [&](processes const& all) {
                            dist::array<bfloat16, 1> x(all, blocks(shape(9)));
                            save_hdf5(all, one, {{"a", x}});
                          }),
              HasSubstr("HDF5 has no bfloat16"));
  EXPECT_THAT(told_to_all(1,
                          [&](processes const& all) {
                            dist::array<double, 1> x(all, blocks(shape(9)));
                            io::save_hdf5(one, {{"a", x}});
                          }),
              HasSubstr("distributed::save_hdf5(all, path, entries)"));
  EXPECT_EQ(content(one), "what was there");
  EXPECT_EQ(files(), 1);
}

/// Heat that spreads over a plate with random heat from outside, saved at any time.
struct heat {
  dist::array<double, 2> u;
  generator g{42};
  std::int64_t step = 0;

  void go_on(std::int64_t steps)
  {
    for (std::int64_t const end = step + steps; step < end; ++step) {
      exchange(u);
      u = u +
          0.1 * (shifted(u, 1, 0) + shifted(u, -1, 0) + shifted(u, 0, 1) + shifted(u, 0, -1) -
                 4 * u) +
          0.01 * own_part(u, g.normal(u.space(), u.shape()));
    }
  }
  void save(fs::path const& path) const
  {
    save_hdf5(u.all(), path, {{"u", u}, {"@rng", g.to_string()}, {"@step", step}});
  }
  static heat load(processes const& all, fs::path const& path, blocks<2> const& where)
  {
    io::hdf5_reader const file(path);
    return {dist::load_hdf5<double>(all, path, "u", where), generator::parse(file.text("@rng")),
            file.number<std::int64_t>("@step")};
  }
};

TEST_F(distributed_hdf5, a_run_goes_on_with_another_number_of_processes_and_has_the_same_bits)
{
  constexpr std::int64_t rows = 37, columns = 29;
  auto const cut = [&](bool tiles) {
    return tiles ? blocks(shape(rows, columns), axes(0, 1), dist::halo(1, 1), dist::periodic(0, 1))
                 : blocks(shape(rows, columns), dist::halo(1, 1), dist::periodic(0, 1));
  };
  std::string undisturbed, half_way;
  dist::virtual_processes(1, [&](processes const& all) {
    heat h{dist::array<double, 2>(all, cut(false))};
    h.go_on(20);
    h.save(one);
    half_way = content(one);
    h.go_on(20);
    h.save(one);
    undisturbed = content(one);
  });
  for (int const n : {1, 2, 3, 5, 7})
    for (int const m : {1, 2, 4, 6}) {
      dist::virtual_processes(n, [&](processes const& all) {
        heat h{dist::array<double, 2>(all, cut(n % 2 == 1))};
        h.go_on(20);
        h.save(all_of_them);
      });
      EXPECT_TRUE(content(all_of_them) == half_way) << n;
      dist::virtual_processes(m, [&](processes const& all) {
        auto h = heat::load(all, all_of_them, cut(m % 2 == 0));
        EXPECT_EQ(h.step, 20);
        h.go_on(20);
        h.save(all_of_them);
      });
      EXPECT_TRUE(content(all_of_them) == undisturbed) << n << " and " << m;
    }
}

}  // namespace
