// The state of a program in a file: saved on any space, restored on any other, whole or not at all.

#include <acre/array/creation.hpp>
#include <acre/device/spaces.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre/error.hpp>
#include <acre/io/atomic_file.hpp>
#include <acre/io/checkpoint.hpp>
#include <acre/reduce/sum.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/files.hpp>
#include <acre_test/full_disk.hpp>
#include <acre_test/spaces.hpp>

#include <csignal>
#include <filesystem>
#include <string>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

using acre::shape, acre::slice;
using acre_test::equals, acre_test::content, acre_test::put, acre_test::refusal;

namespace {

namespace fs = std::filesystem;
namespace io = acre::io;

class checkpoint_folder : public acre_test::folder {
 protected:
  fs::path file = dir / "run.npz";
};

template <class Space>
class checkpoint : public checkpoint_folder {
 protected:
  Space space;
};
TYPED_TEST_SUITE(checkpoint, acre_test::spaces, acre_test::space_names);

// Diffusion with noise, whose step is a program's.
template <class Space>
struct run {
  explicit run(Space const& space)
      : u(acre::linspace(space, 0.0, 1.0, 1001)),
        hits(acre::zeros<std::int32_t>(space, shape(1001)))
  {}
  void go_on(std::int64_t to)
  {
    for (; step < to; ++step) {
      auto const noise = rng.normal(u.space(), u.shape()) * 0.01;
      auto const next = acre::copy(u);
      next(slice(1, -1)) = (u(slice(0, -2)) + u(slice(2, acre::none))) * 0.5;
      u = next;  // another array: a checkpoint sees what the name stands for
      u += noise;
      hits += acre::cast<std::int32_t>(u > 0.5);
      energy = acre::sum(u * u).item();
    }
  }
  io::checkpoint state()
  {
    return {{"u", u},           {"hits", hits}, {"step", step},
            {"energy", energy}, {"rng", rng},   {"title", title}};
  }
  acre::array<double, 1, Space> u;
  acre::array<std::int32_t, 1, Space> hits;
  std::int64_t step = 0;
  double energy = 0;
  acre::generator rng = acre::generator(42).stream(7);
  std::string title = "diffusion";
};

TYPED_TEST(checkpoint, a_run_goes_on_with_the_same_bits_on_every_space)
{
  run<TypeParam> first(this->space);
  first.go_on(10);
  auto const state = first.state();
  state.save(this->file);
  EXPECT_EQ(this->files(), 1);
  first.go_on(20);

  run<TypeParam> same(this->space);
  same.title.clear();
  same.state().restore(this->file);
  EXPECT_EQ(same.step, 10);
  EXPECT_EQ(same.title, "diffusion");
  EXPECT_EQ(same.rng.state(), (acre::generator_state{42, 7, 10}));
  same.go_on(20);
  EXPECT_TRUE(equals<double>(same.u, to_vector(first.u)));

  run<acre::host> other{acre::serial()};
  other.state().restore(this->file);
  other.state().save(this->dir / "other.npz");
  EXPECT_EQ(content(this->dir / "other.npz"), content(this->file)) << "the same bytes";
  other.go_on(20);
  EXPECT_TRUE(equals<double>(other.u, to_vector(first.u)));
  EXPECT_TRUE(equals<std::int32_t>(other.hits, to_vector(first.hits)));
  EXPECT_EQ(other.energy, first.energy);
}

TYPED_TEST(checkpoint, holds_every_dtype_any_strides_and_what_has_no_shape_yet)
{
  auto const& space = this->space;
  auto const check = [&]<class T>(T) {
    auto a = acre_test::place(space, acre_test::noise<T>(24), shape(2, 3, 4));
    T number = acre_test::noise<T>(24)[7];
    T const was = number;
    auto const values = to_vector(a);
    auto turned = a.transpose();
    auto const part = a(0, slice(acre::none, acre::none, -1), 1);
    auto const part_values = to_vector(part);
    io::checkpoint const state{{"a", a}, {"turned", turned}, {"part", part}, {"number", number}};
    state.save(this->file);
    a = T(0);
    number = T(0);
    state.restore(this->file);
    EXPECT_TRUE(equals<T>(a, values));
    EXPECT_TRUE(equals<T>(part, part_values));
    EXPECT_EQ(number, was);
    acre::array<T, 3, TypeParam> made;
    auto empty = acre::empty<T>(space, shape(4, 3, 2));
    io::checkpoint({{"a", made}, {"turned", empty}}).restore(this->file);
    EXPECT_EQ(made.shape(), shape(2, 3, 4));
    EXPECT_TRUE(equals<T>(made, values));
    EXPECT_TRUE(equals<T>(empty, to_vector(turned)));
  };
  check(std::int8_t{}), check(std::uint64_t{}), check(float{}), check(acre::complex<double>{});

  auto yes = acre::evaluate(acre::arange(space, 5) > 2);
  auto scalar = acre::full(space, shape(), 3.5f);
  auto none = acre::empty<float>(space, shape(0, 3));
  bool flag = true;
  long long count = -7;
  acre::xoroshiro128p engine(5);
  io::checkpoint const state{{"yes", yes},   {"scalar", scalar}, {"none", none},
                             {"flag", flag}, {"count", count},   {"engine", engine}};
  state.save(this->file);
  auto const next = engine.next_uint64();
  yes = false, scalar = 0.0f, flag = false, count = 0;
  state.restore(this->file);
  EXPECT_TRUE(equals<unsigned char>(yes, {0, 0, 0, 1, 1}));
  EXPECT_EQ(scalar.item(), 3.5f);
  EXPECT_TRUE(flag);
  EXPECT_EQ(count, -7);
  EXPECT_EQ(engine.next_uint64(), next);
}

using checkpoint_files = checkpoint_folder;

struct some {
  acre::array<float, 2, acre::host> u = acre::ones<float>(acre::serial(), shape(3, 4));
  std::int64_t step = 5;
  std::string name = "n";
  acre::generator rng{1};
  io::checkpoint state() { return {{"u", u}, {"step", step}, {"name", name}, {"rng", rng}}; }
};

TEST_F(checkpoint_files, what_does_not_fit_is_refused_and_nothing_changes)
{
  some saved;
  saved.state().save(file);
  std::string const at = file.string() + ": entry ", read = "cannot read " + file.string() + ": ";
  some now;
  now.step = 9;
  now.u = 2.0f;
  auto const restoring = [&](auto... entries) {
    return refusal(
        [&] { io::checkpoint({{"u", now.u}, {"step", now.step}, entries...}).restore(file); });
  };
  using entry = io::checkpoint::entry;
  float single = 0;
  auto other = acre::zeros<float>(acre::serial(), shape(4, 3));
  auto flat = acre::zeros<float>(acre::serial(), shape(12));
  std::string text;
  EXPECT_EQ(restoring(entry("v", single)),
            "file_error: " + read + "it has no entry v; there are: u, step, name, rng");
  EXPECT_EQ(refusal([&] { io::checkpoint({{"step", single}}).restore(file); }),
            "dtype_error: " + at + "step is of dtype int64, not float32");
  EXPECT_EQ(refusal([&] { io::checkpoint({{"step", now.step}, {"u", other}}).restore(file); }),
            "shape_error: " + at + "u has shape (3, 4), not (4, 3)");
  EXPECT_EQ(refusal([&] { io::checkpoint({{"step", now.step}, {"u", flat}}).restore(file); }),
            "shape_error: " + at + "u has shape (3, 4), not (12,)");
  EXPECT_EQ(refusal([&] { io::checkpoint({{"u", text}}).restore(file); }),
            "dtype_error: " + at + "u is of dtype float32, not text");
  EXPECT_EQ(
      refusal([&] { io::checkpoint({{"step", now.step}, {"name", now.rng}}).restore(file); }),
      "value_error: " + at +
          "name: generator: cannot read 'n'; expected 'philox4x32-10 seed S stream T draw D'");
  acre::xoroshiro128p engine(1);
  EXPECT_EQ(refusal([&] { io::checkpoint({{"name", engine}}).restore(file); }),
            "value_error: " + at + "name: cannot read 'n'; expected 'xoroshiro128+ s0 A s1 B'");
  EXPECT_EQ(now.step, 9);
  EXPECT_TRUE(equals<float>(now.u, std::vector<float>(12, 2)));

  EXPECT_EQ(refusal([&] { io::checkpoint({{"u", now.u}, {"u", now.step}}); }),
            "value_error: checkpoint: there are two entries u");
  EXPECT_EQ(refusal([&] { io::checkpoint({{"", now.u}}); }),
            "value_error: checkpoint: an entry has no name");
  EXPECT_EQ(refusal([&] { io::checkpoint({{"a\nb", now.u}}); }),
            "value_error: checkpoint: an entry's name has control characters");
  EXPECT_EQ(refusal([&] { io::checkpoint({{"../u", now.u}}); }),
            "value_error: checkpoint: the name ../u leads out of a folder");
  EXPECT_EQ(refusal([&] { io::checkpoint({{"acre_checkpoint", now.u}}); }),
            "value_error: checkpoint: the entry acre_checkpoint is the format's own");
  EXPECT_EQ(refusal([&] { now.state().restore(dir / "none"); }),
            "file_error: cannot read " + (dir / "none").string() + ": No such file or directory");
  EXPECT_EQ(refusal([&] { now.state().restore(dir); }),
            "file_error: cannot read " + dir.string() + ": is a directory");
}

TEST_F(checkpoint_files, a_bit_flipped_anywhere_is_found)
{
  some saved;
  saved.state().save(file);
  std::string const good = content(file);
  some now;
  now.step = 9;
  now.u = 2.0f;
  auto const state = now.state();
  int named = 0;
  for (std::size_t bit = 0; bit < 8 * good.size(); ++bit) {
    std::string bad = good;
    bad[bit / 8] = static_cast<char>(bad[bit / 8] ^ 1 << bit % 8);
    put(file, bad);
    std::string const error = refusal([&] { state.restore(file); });
    ASSERT_TRUE(error.starts_with("file_error: cannot read " + file.string() + ": "))
        << bit << ' ' << error;
    ASSERT_EQ(now.step, 9) << bit;
  }
  // in an entry's bytes the message names it
  for (std::string const name : {"u", "step", "name", "rng"}) {
    std::string bad = good;
    auto const at = bad.find("NUMPY", bad.find(name + ".npy")) + 127;
    bad[at] = static_cast<char>(bad[at] ^ 4);
    put(file, bad);
    named += refusal([&] {
               state.restore(file);
             }).find(": " + name + ".npy: damaged: its checksum is ") != std::string::npos;
  }
  EXPECT_EQ(named, 4);
  put(file, good);
  state.restore(file);
  EXPECT_EQ(now.step, 5);
}

TEST_F(checkpoint_files, truncated_foreign_and_newer_files_are_refused)
{
  some saved;
  auto const state = saved.state();
  state.save(file);
  std::string const good = content(file), start = "file_error: cannot read " + file.string() + ": ";
  auto const error = [&](std::string const& bytes) {
    put(file, bytes);
    return refusal([&] { state.restore(file); });
  };
  for (std::size_t size = 0; size < good.size(); ++size) {
    std::string const e = error(good.substr(0, size));
    ASSERT_EQ(e, start + (size < 4 ? "not a zip file (it doesn't begin with PK)"
                                   : "truncated: a zip file ends with a directory of its members"));
  }
  ASSERT_TRUE(error(good + '\0').starts_with(start)) << "more than there was";
  EXPECT_EQ(error("\x93NUMPY"), start + "not a zip file (it doesn't begin with PK)");
  EXPECT_EQ(error(std::string("PK\5\6") + std::string(18, '\0')),
            start + "not a checkpoint (it doesn't begin with an entry acre_checkpoint)");

  // np.savez writes other versions of the format in all records
  std::string anew = good;
  for (std::string const record : {"PK\3\4", "PK\1\2"})
    for (auto at = anew.find(record); at != std::string::npos; at = anew.find(record, at + 1))
      anew[at + 4] = 45;
  EXPECT_EQ(error(anew), start +
                             "another program than acre wrote it (np.savez?), so it is no "
                             "checkpoint any more; load_npz reads its arrays");

  std::string newer = good;
  auto const text = newer.find("version 1");
  ASSERT_NE(text, std::string::npos);
  std::size_t const begin = newer.find("\x93NUMPY"), size = text + 9 - begin;
  std::string const old_sum =
      acre_test::little_endian(acre_test::crc_32(newer.substr(begin, size)), 4);
  newer[text + 8] = '2';
  EXPECT_NE(error(newer).find("acre_checkpoint.npy: damaged"), std::string::npos);
  std::string const new_sum =
      acre_test::little_endian(acre_test::crc_32(newer.substr(begin, size)), 4);
  int sums = 0;
  for (auto at = newer.find(old_sum); at != std::string::npos; at = newer.find(old_sum, at), ++sums)
    newer.replace(at, 4, new_sum);
  EXPECT_EQ(sums, 2) << "in the member's header and in the directory";
  EXPECT_EQ(
      error(newer),
      start +
          "it is a checkpoint of version 2, which a newer acre wrote; this one reads version 1");
}

TEST_F(checkpoint_files, a_full_disk_leaves_the_old_file_and_nothing_else)
{
  some saved;
  saved.state().save(file);
  auto large = acre::ones<double>(acre::serial(), shape(100000));
  acre_test::leaves_nothing_on_a_full_disk(
      file, {0, 100, 5000, 400000, 799000},
      [&](std::filesystem::path const& to) { io::checkpoint({{"large", large}}).save(to); });
}

#ifdef O_TMPFILE
TEST_F(checkpoint_files, a_kill_leaves_the_old_file_and_nothing_else)
{
  int const nameless = ::open(dir.c_str(), O_TMPFILE | O_RDWR, 0600);
  if (nameless < 0) GTEST_SKIP() << "this file system has no files without names";
  ::close(nameless);
  put(file, "old");
  pid_t const child = ::fork();
  if (child == 0) {
    io::write_file_atomically(file, [](std::FILE* f) {
      std::fputs("half", f);
      std::fflush(f);
      ::kill(::getpid(), SIGKILL);
    });
    ::_exit(0);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(content(file), "old");
  EXPECT_EQ(files(), 1);
}
#endif

}  // namespace
