// HDF5 files: datasets and attributes come back, whole and in part, and files are whole or refused.

#include <acre/array/creation.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre/io/hdf5.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/files.hpp>
#include <acre_test/full_disk.hpp>
#include <acre_test/spaces.hpp>

using acre::shape, acre::slice, acre::none, acre::ALL;
using acre_test::equals, acre_test::refusal;

namespace {

namespace io = acre::io;

template <class Space>
class hdf5 : public acre_test::folder {
 protected:
  Space space;
  std::filesystem::path file = dir / "a.h5";
};
TYPED_TEST_SUITE(hdf5, acre_test::spaces, acre_test::space_names);

TYPED_TEST(hdf5, datasets_come_back_whole_and_in_part)
{
  auto const& space = this->space;
  auto const a = acre_test::place(space, acre_test::noise<float>(60), shape(3, 4, 5));
  auto const yes = acre::arange(space, 5) > 2;
  auto const z = acre_test::place(space, acre_test::noise<acre::complex<double>>(6), shape(6));
  for (io::hdf5_format const& format : {io::hdf5_format{},
                                        {.chunk = {2, 3, 5}},
                                        {.chunk = {1, 4, 2}, .deflate = 6},
                                        {.deflate = 1}}) {
    io::save_hdf5(this->file,
                  {{"run/a", a},
                   {"run/turned", a.transpose()},
                   {"yes", yes},
                   {"z", z},
                   {"sum", a + 1.0f},
                   {"number", std::uint64_t{7}},
                   {"none", acre::empty<std::int16_t>(space, shape(0, 2))}},
                  format);
    io::hdf5_reader const in(this->file);
    EXPECT_EQ(in.datasets(), (std::vector<std::string>{"none", "number", "run/a", "run/turned",
                                                       "sum", "yes", "z"}));
    EXPECT_TRUE(equals<float>(in.template load<float, 3>(space, "run/a"), to_vector(a)));
    EXPECT_TRUE(
        equals<float>(in.template load<float, 3>(space, "run/turned"), to_vector(a.transpose())));
    EXPECT_TRUE(equals<float>(in.template load<float, 3>(space, "sum"), to_vector(a + 1.0f)));
    EXPECT_TRUE(equals<unsigned char>(in.template load<bool>(space, "yes"), {0, 0, 0, 1, 1}));
    EXPECT_TRUE(equals<acre::complex<double>>(in.template load<acre::complex<double>>(space, "z"),
                                              to_vector(z)));
    EXPECT_EQ((in.template load<std::uint64_t, 0>(space, "number").item()), 7u);
    EXPECT_EQ((in.template load<std::int16_t, 2>(space, "none").shape()), shape(0, 2));
    auto const part = [&](auto... slices) {
      auto const wanted = a(slices...);
      auto const found = in.template load<float, 3>(space, "run/a", slices...);
      EXPECT_EQ(found.shape(), wanted.shape());
      EXPECT_TRUE(equals<float>(found, to_vector(wanted)));
    };
    part(slice(1, 2));
    part(slice(0, -1), slice(none, none, 2));
    part(ALL, slice(none, none, -1), slice(4, 0, -2));
    part(slice(-2, none), ALL, slice(1, 4, 2));
    part(slice(2, 1));
    EXPECT_EQ(in.read("run/a").template view<float>()[13], to_vector(a)[13]);
  }
}

using acre::literals::operator""_col;

TYPED_TEST(hdf5, lists_and_tables_come_back)
{
  auto const& space = this->space;
  auto const jets = acre::ragged(acre_test::place(space, std::vector<std::int64_t>{1, 3, 3, 4}),
                                 acre::arange(space, 5.0f));
  auto const events =
      acre::table("id"_col = acre_test::place(space, std::vector<int>{7, 8, 9}), "hits"_col = jets);
  io::save_hdf5(this->file, {{"run/jets", jets}, {"events", events}, {"events/id@unit", "1"}},
                {.chunk = {2}, .deflate = 1});
  io::append_hdf5(this->file, {{"twice", jets * 2.0f}});
  io::hdf5_reader const in(this->file);
  EXPECT_EQ(in.datasets(),
            (std::vector<std::string>{"events/hits/content", "events/hits/offsets", "events/id",
                                      "run/jets/content", "run/jets/offsets", "twice/content",
                                      "twice/offsets"}));
  for (std::string const name : {"run/jets", "events/hits"}) {
    auto const same = io::load_lists<float>(space, in, name);
    EXPECT_TRUE(equals<std::int64_t>(same.offsets(), {0, 2, 2, 3}));
    EXPECT_TRUE(equals<float>(same.content(), {1, 2, 3}));
  }
  EXPECT_TRUE(equals<float>(io::load_lists<float>(space, in, "twice").content(), {2, 4, 6}));
  auto const columns = io::load_table<int>(space, in, "events", "id"_col);
  EXPECT_TRUE(equals<int>(columns["id"_col], {7, 8, 9}));
}

using hdf5_files = hdf5<acre::host>;

TEST_F(hdf5_files, lists_that_do_not_fit_are_refused)
{
  io::save_hdf5(file, {{"a/offsets", acre_test::place(space, std::vector<std::int64_t>{0, 2, 1})},
                       {"a/content", acre::arange(space, 2.0f)},
                       {"t/short", acre::arange(space, 2.0f)},
                       {"t/long", acre::arange(space, 3.0f)}});
  io::hdf5_reader const in(file);
  std::string const read = "file_error: cannot read " + file.string() + ": ";
  EXPECT_EQ(refusal([&] { io::load_lists<float>(space, in, "a"); }),
            read + "a: offsets decrease: offsets[1] is 2 and offsets[2] is 1");
  EXPECT_EQ(refusal([&] { io::load_lists<double>(space, in, "a"); }),
            "dtype_error: " + file.string() + ": a/content is of dtype float32, not float64");
  EXPECT_TRUE(refusal([&] {
                io::load_lists<float>(space, in, "b");
              }).starts_with(read + "it has no dataset b/offsets; there are: a/content, "));
  EXPECT_TRUE(refusal([&] {
                (io::load_table<float, float>(space, in, "t", "short"_col, "long"_col));
              }).starts_with("shape_error: "));
}

TEST_F(hdf5_files, lists_are_read_in_parts)
{
  auto const offsets = acre_test::place(space, std::vector<std::int64_t>{0, 2, 2, 5, 6, 10});
  auto const pt = acre::arange(space, 10.0f);
  io::save_hdf5(this->file,
                {{"muon/offsets", offsets}, {"muon/pt", pt}, {"short", pt(slice(0, 9))}},
                {.chunk = {3}});
  std::vector<float> read;
  std::vector<std::int64_t> ends;
  auto parts = io::hdf5_lists_in_parts(this->file, "muon/offsets", {"muon/pt"}, 4);
  EXPECT_EQ(parts.lists(), 5);
  while (parts.next()) {
    auto const part = parts.elements<float>(0);
    for (float const x : part.view<float>()) read.push_back(x);
    ends.push_back(parts.read());
  }
  EXPECT_EQ(read, to_vector(pt));
  EXPECT_EQ(ends, (std::vector<std::int64_t>{2, 4, 5}));
  EXPECT_EQ(refusal([&] {
              io::hdf5_lists_in_parts(this->file, "muon/offsets", {"muon/pt", "short"}, 4);
            }),
            "file_error: " + this->file.string() + ": short: 9 elements, and " +
                this->file.string() + ": muon/pt has 10");
  EXPECT_EQ(
      refusal([&] { io::hdf5_lists_in_parts(this->file, "muon/pt", {"muon/pt"}, 4); }),
      "file_error: " + this->file.string() +
          ": muon/pt: offsets are int64 or int32 of one axis; these are float32 of shape (10,)");
  EXPECT_EQ(
      refusal([&] { io::hdf5_reader(this->file).read("short", 5, 5); }),
      "shape_error: " + this->file.string() + ": rows 5 to 10 of short, an array of shape (9,)");
}

TEST_F(hdf5_files, every_dtype_is_its_own)
{
  auto const check = [&]<class T>(T) {
    auto const a = acre_test::place(space, acre_test::noise<T>(5));
    io::save_hdf5(file, {{"a", a}, {"a@first", to_vector(a)[0]}});
    io::hdf5_reader const in(file);
    EXPECT_TRUE(equals<T>(in.load<T>(space, "a"), to_vector(a)));
    EXPECT_EQ(in.number<T>("a@first"), to_vector(a)[0]);
    EXPECT_EQ(in.layout("a").dtype(), acre::dtype_name<T>());
  };
  check(std::int8_t{}), check(std::int16_t{}), check(std::int32_t{}), check(std::int64_t{});
  check(std::uint8_t{}), check(std::uint16_t{}), check(std::uint32_t{}), check(std::uint64_t{});
  check(float{}), check(double{}), check(acre::complex<float>{}), check(acre::complex<double>{});
  auto const x = acre_test::place(space, acre_test::noise<float>(5));
  acre::array<acre::float16, 1, decltype(space)> const half = acre::cast<acre::float16>(x);
  io::save_hdf5(file, {{"half", half}});
  EXPECT_EQ(io::hdf5_reader(file).layout("half").dtype(), "float16");
  EXPECT_TRUE(
      equals<float>(evaluate(acre::cast<float>(io::load_hdf5<acre::float16>(space, file, "half"))),
                    to_vector(evaluate(acre::cast<float>(half)))));
  EXPECT_EQ(refusal([&] { io::save_hdf5(file, {{"x", acre::cast<acre::bfloat16>(x)}}); }),
            "dtype_error: HDF5 has no bfloat16: cast<float>(x)");
}

TEST_F(hdf5_files, attributes_and_what_is_added_later)
{
  io::save_hdf5(file, {{"run/u", acre::arange(space, 3.0)},
                       {"run/u@units", "K"},
                       {"run@step", 7},
                       {"@title", std::string("größe")},
                       {"@empty", ""}});
  {
    io::hdf5_reader const in(file);
    EXPECT_EQ(in.text("run/u@units"), "K");
    EXPECT_EQ(in.text("@title"), "größe");
    EXPECT_EQ(in.text("@empty"), "");
    EXPECT_EQ(in.number<std::int32_t>("run@step"), 7);
    std::string const read = "file_error: cannot read " + file.string() + ": ";
    EXPECT_EQ(refusal([&] { in.text("run/u@unit"); }), read + "it has no attribute run/u@unit");
    EXPECT_EQ(refusal([&] { in.text("run@step"); }), read + "run@step: it is no text");
    EXPECT_EQ(refusal([&] { in.number<double>("run@step"); }),
              "dtype_error: " + file.string() + ": run@step is of dtype int32, not float64");
  }
  auto const before = acre_test::content(file);
  io::append_hdf5(file, {{"run/v", acre::arange(space, 4)}, {"run/v@of", "u"}});
  EXPECT_EQ(io::hdf5_reader(file).datasets(), (std::vector<std::string>{"run/u", "run/v"}));
  EXPECT_TRUE(equals<double>(io::load_hdf5<double>(space, file, "run/u"), {0, 1, 2}));
  EXPECT_TRUE(equals<int>(io::load_hdf5<int>(space, file, "run/v", slice(1, 3)), {1, 2}));
  EXPECT_EQ(refusal([&] { io::append_hdf5(file, {{"run/u", 1}}); }),
            "file_error: cannot write " + file.string() +
                ": it has a dataset run/u, of a fixed shape; it can grow if save_hdf5 makes it "
                "with {.unlimited = 0}");
  EXPECT_EQ(files(), 1);
  io::save_hdf5(file, {{"run/u", acre::arange(space, 3.0)},
                       {"run/u@units", "K"},
                       {"run@step", 7},
                       {"@title", std::string("größe")},
                       {"@empty", ""}});
  EXPECT_EQ(acre_test::content(file), before) << "the same bytes again";
}

TEST_F(hdf5_files, what_does_not_fit_is_refused)
{
  auto const a = acre::zeros<float>(space, shape(3, 4));
  io::save_hdf5(file, {{"a", a}, {"g/b", a}});
  std::string const read = "file_error: cannot read " + file.string() + ": ",
                    at = file.string() + ": ";
  EXPECT_EQ(refusal([&] { io::load_hdf5<float>(space, file, "b"); }),
            read + "it has no dataset b; there are: a, g/b");
  EXPECT_EQ(refusal([&] { io::load_hdf5<float>(space, file, "g"); }),
            read + "it has no dataset g; there are: a, g/b");
  EXPECT_EQ(refusal([&] { io::load_hdf5<double, 2>(space, file, "a"); }),
            "dtype_error: " + at + "a is of dtype float32, not float64");
  EXPECT_EQ(refusal([&] { io::load_hdf5<float>(space, file, "a"); }),
            "shape_error: " + at + "a holds an array of shape (3, 4), not of 1 axis");
  EXPECT_EQ(refusal([&] { (io::load_hdf5<float, 2>(space, file, "a", slice(0, 2, 0))); }),
            "value_error: slice step cannot be zero");

  auto const save = [&](std::vector<io::entry> const& entries, io::hdf5_format const& format = {}) {
    return refusal([&] { io::save_hdf5(dir / "b.h5", entries, format); });
  };
  EXPECT_EQ(save({{"a", a}, {"a", a}}), "value_error: save_hdf5: there are two entries a");
  EXPECT_EQ(save({{"", a}}), "value_error: save_hdf5: an entry has no name");
  EXPECT_EQ(save({{"a//b", a}}),
            "value_error: save_hdf5: the name a//b is none: groups and dataset are a/b/c");
  EXPECT_EQ(save({{"a", a}, {"/a", a}}), "value_error: save_hdf5: there are two entries /a");
  EXPECT_EQ(save({{"/", a}}), "value_error: save_hdf5: an entry has no name");
  EXPECT_EQ(save({{"a", a}, {"a@x", acre::zeros<double>(space, shape(7501))}}),
            "value_error: save_hdf5: the attribute a@x is longer than 60000 bytes");
  EXPECT_EQ(save({{"a@x", 1}}), "file_error: cannot write " + (dir / "b.h5").string() +
                                    ": there is no a for the attribute a@x");
  EXPECT_EQ(save({{"a", a}}, {.deflate = 10}),
            "value_error: save_hdf5: deflate 10 is not within 0 to 9");
  EXPECT_EQ(save({{"a", a}}, {.chunk = {2, 0}}), "value_error: save_hdf5: a chunk of extent 0");
  EXPECT_EQ(files(), 1);

  EXPECT_EQ(refusal([&] { io::hdf5_reader{dir / "none"}; }),
            "file_error: cannot read " + (dir / "none").string() + ": No such file or directory");
  EXPECT_EQ(refusal([&] { io::hdf5_reader{dir}; }),
            "file_error: cannot read " + dir.string() + ": is a directory");
  std::string const good = acre_test::content(file);
  std::string const broken = read + "not an HDF5 file, or a broken one: ";
  for (std::size_t size = 0; size < good.size(); ++size) {
    acre_test::put(file, good.substr(0, size));
    std::string const said = refusal([&] { io::hdf5_reader{file}; });
    ASSERT_TRUE(said.starts_with(broken)) << size << ' ' << said;
    if (size < 8) {
      ASSERT_EQ(said, broken + "file signature not found");
    }
    if (size >= 48) {  // behind what says how long the file is
      ASSERT_TRUE(said.starts_with(broken + "truncated file: eof = " + std::to_string(size) + ","))
          << said;
    }
  }
}

TEST_F(hdf5_files, a_full_disk_leaves_the_old_file_and_nothing_else)
{
  auto const large = acre::ones<double>(space, shape(100000));
  auto const save = [&](std::filesystem::path const& to) { io::save_hdf5(to, {{"large", large}}); };
  auto const limits = {rlim_t{0},    rlim_t{1},      rlim_t{100},   rlim_t{4096},
                       rlim_t{5000}, rlim_t{400000}, rlim_t{800500}};
  acre_test::leaves_nothing_on_a_full_disk(file, limits, save);
  io::save_hdf5(file, {{"a", 1}});
  acre_test::leaves_nothing_on_a_full_disk(file, limits, save);
  std::string const old = acre_test::content(file);
  for (rlim_t const limit : limits) {
    std::string said;
    {
      acre_test::full_disk const disk(limit);
      said = refusal([&] { io::append_hdf5(file, {{"large", large}}); });
    }
    EXPECT_EQ(said, "file_error: cannot write " + file.string() + ": File too large") << limit;
    EXPECT_EQ(acre_test::content(file), old) << limit;
    EXPECT_EQ(files(), 1) << limit;
  }
}

}  // namespace
