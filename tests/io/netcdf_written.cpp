// netCDF files that are written: they come back, grow by steps, and are whole or refused.

#include <acre/array/creation.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre/io/netcdf.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/files.hpp>
#include <acre_test/full_disk.hpp>
#include <acre_test/spaces.hpp>

using acre::shape, acre::slice;
using acre_test::equals, acre_test::refusal;

namespace {

namespace io = acre::io;
using texts = std::vector<std::string>;

template <class Space>
class netcdf_written : public acre_test::folder {
 protected:
  Space space;
  std::filesystem::path file = dir / "a.nc";
};
TYPED_TEST_SUITE(netcdf_written, acre_test::spaces, acre_test::space_names);

TYPED_TEST(netcdf_written, comes_back_and_grows)
{
  auto const& space = this->space;
  auto const u = acre_test::place(space, acre_test::noise<float>(60), shape(5, 3, 4));
  auto const n = acre_test::place(space, std::vector<std::int16_t>{1, -2, 3});
  for (bool const classic : {false, true}) {
    io::save_netcdf(this->file,
                    {{"time(time)", acre::arange(space, 1.0)},
                     {"time@units", "days since 1900-01-01"},
                     {"time@calendar", "noleap"},
                     {"y(y)", acre::arange(space, 3.0)},
                     {"n(y)", n},
                     {"n@flag_values", n},
                     {"u(time, y, x)", u(slice(0, 1))},
                     {"u@_FillValue", -99.0f},
                     {"u@valid_range", acre_test::place(space, std::vector<double>{-1, 1})},
                     {"turned(x,y)", u(0).transpose()},
                     {"crs", std::int32_t{7}},
                     {"crs@grid_mapping_name", "latitude_longitude"},
                     {"late(time)", acre::arange(space, 1)},
                     {"late@_FillValue", std::int32_t{-5}},
                     {"@title", "größe"},
                     {"@empty", ""},
                     {"@steps", acre::arange(space, 3)}},
                    {.classic = classic, .unlimited = "time", .deflate = classic ? 0 : 4});
    io::append_netcdf(this->file, {{"time", 1.0}, {"u", u(1)}});
    io::append_netcdf(
        this->file, {{"time", 1.0 + acre::arange(space, 1.0, 3.0)}, {"u", u(slice(2, 4)) + 0.0f}});
    io::append_netcdf(this->file, {{"u", u(4)}, {"time", 4.0}, {"late", 3}});
    io::netcdf_reader const in(this->file);
    EXPECT_EQ(in.variables(), (texts{"time", "y", "n", "u", "turned", "crs", "late"}));
    EXPECT_EQ(in.dimensions("u"), (texts{"time", "y", "x"}));
    EXPECT_EQ(in.dimensions("crs"), texts{});
    EXPECT_TRUE(equals<float>(in.template load<float, 3>(space, "u"), to_vector(u)));
    EXPECT_TRUE(
        equals<float>(in.template load<float, 2>(space, "turned"), to_vector(u(0).transpose())));
    EXPECT_TRUE(equals<double>(in.template load<double>(space, "time"), {0, 1, 2, 3, 4}));
    EXPECT_TRUE(
        equals<std::int32_t>(in.template load<std::int32_t>(space, "late"), {0, -5, -5, -5, 3}))
        << "what is left out is filled";
    EXPECT_TRUE(equals<std::int16_t>(in.template load<std::int16_t>(space, "n"), {1, -2, 3}));
    EXPECT_EQ((in.template load<std::int32_t, 0>(space, "crs").item()), 7);
    EXPECT_EQ(in.template number<float>("u@_FillValue"), -99.0f);
    EXPECT_EQ(in.template numbers<double>("u@valid_range"), (std::vector<double>{-1, 1}));
    EXPECT_EQ(in.template numbers<std::int16_t>("n@flag_values"),
              (std::vector<std::int16_t>{1, -2, 3}));
    EXPECT_EQ(in.template numbers<std::int32_t>("@steps"), (std::vector<std::int32_t>{0, 1, 2}));
    EXPECT_EQ(in.text("time@calendar"), "noleap");
    EXPECT_EQ(in.text("@title"), "größe");
    EXPECT_EQ(in.text("@empty"), "");
    EXPECT_EQ(in.attributes("time"), (texts{"units", "calendar"}));
    EXPECT_EQ(in.attributes(""), (texts{"title", "empty", "steps"}));
    auto const v = io::read_netcdf(this->file, "u");
    EXPECT_EQ(v.missing, -99.0f);
    EXPECT_EQ(v.axes[0].units, "days since 1900-01-01");
    EXPECT_EQ(v.axes[0].values, (std::vector<double>{0, 1, 2, 3, 4}));
    EXPECT_TRUE(v.axes[2].values.empty());
  }
}

using netcdf_files = netcdf_written<acre::host>;

TEST_F(netcdf_files, every_dtype_is_its_own)
{
  auto const check = [&]<class T>(T, bool in_classic) {
    auto const a = acre_test::place(space, acre_test::noise<T>(5));
    for (bool const classic : {false, true}) {
      auto const save = [&] {
        io::save_netcdf(file, {{"a(x)", a}, {"a@first", to_vector(a)[0]}, {"a@all", a}},
                        {.classic = classic, .unlimited = "x"});
      };
      if (classic && !in_classic) {
        EXPECT_EQ(refusal(save),
                  "dtype_error: save_netcdf: a(x) is of dtype " +
                      std::string(acre::dtype_name<T>()) +
                      ", which the classic format hasn't (int8, int16, int32, float32, float64 and "
                      "text): cast it, or write netCDF-4 by {.classic = false}");
        continue;
      }
      save();
      io::append_netcdf(file, {{"a", a}});
      io::netcdf_reader const in(file);
      auto twice = to_vector(a);
      twice.insert(twice.end(), twice.begin(), twice.begin() + 5);
      EXPECT_TRUE(equals<T>(in.load<T>(space, "a"), twice));
      EXPECT_EQ(in.number<T>("a@first"), to_vector(a)[0]);
      EXPECT_EQ(in.numbers<T>("a@all"), to_vector(a));
    }
  };
  check(std::int8_t{}, true), check(std::int16_t{}, true), check(std::int32_t{}, true);
  check(std::int64_t{}, false), check(std::uint8_t{}, false), check(std::uint16_t{}, false);
  check(std::uint32_t{}, false), check(std::uint64_t{}, false);
  check(float{}, true), check(double{}, true);
}

TEST_F(netcdf_files, take_no_more_than_they_hold)
{
  auto const u = acre_test::place(space, acre_test::noise<double>(20000), shape(100, 200));
  for (bool const classic : {false, true}) {
    for (int const deflate : {0, 4}) {
      if (classic && deflate > 0) continue;
      for (std::string const unlimited : {"", "y"}) {
        io::save_netcdf(file, {{"u(y, x)", u}, {"u@units", "m"}, {"n", 7}},
                        {.classic = classic, .unlimited = unlimited, .deflate = deflate});
        EXPECT_LT(std::filesystem::file_size(file), 160000u + (classic ? 1000 : 40000))
            << classic << deflate << unlimited;
        EXPECT_TRUE(
            equals<double>(io::netcdf_reader(file).load<double, 2>(space, "u"), to_vector(u)));
      }
    }
  }
}

TEST_F(netcdf_files, that_are_cut_anywhere_are_refused)
{
  auto const u = acre_test::place(space, acre_test::noise<double>(100), shape(10, 10));
  for (int const deflate : {0, 4}) {
    io::save_netcdf(file, {{"u(y, x)", u}, {"u@units", "m"}},
                    {.unlimited = "y", .deflate = deflate});
    std::string const whole = acre_test::content(file);
    EXPECT_LT(whole.size(), 40000u);
    for (std::size_t size = 0; size < whole.size();
         size += size < 64 || size + 64 > whole.size() ? 1 : 61) {
      acre_test::put(file, whole.substr(0, size));
      std::string const why = refusal([&] { io::netcdf_reader const in(file); });
      ASSERT_TRUE(why.starts_with("file_error: cannot read " + file.string() + ": "))
          << size << ' ' << why;
    }
  }
}

TEST_F(netcdf_files, texts_come_back)
{
  texts const names{"größe", "", "a b"};
  for (bool const classic : {false, true}) {
    io::save_netcdf(file,
                    {{"name(station)", names},
                     {"height(station)", acre::arange(space, 3.0f)},
                     {"title", "one text"}},
                    {.classic = classic});
    io::netcdf_reader const in(file);
    EXPECT_EQ(in.texts("name"), names);
    EXPECT_EQ(in.text("title"), "one text");
    EXPECT_EQ(in.dimensions("height"), texts{"station"});
    EXPECT_EQ(refusal([&] { in.text("name"); }),
              "file_error: cannot read " + file.string() + ": name is no text but 3");
    EXPECT_EQ(refusal([&] { in.texts("height"); }),
              "file_error: cannot read " + file.string() + ": height is no text");
  }
  io::save_netcdf(file, {{"@names", names}});
  EXPECT_EQ(io::netcdf_reader(file).texts("@names"), names);
}

/// 32 bits of the classic header: the number of steps.
std::uint32_t steps_of(std::string const& file)
{
  std::uint32_t n = 0;
  for (int k = 4; k < 8; ++k) n = n << 8 | static_cast<unsigned char>(file[std::size_t(k)]);
  return n;
}

TEST_F(netcdf_files, formats_by_their_bytes)
{
  std::vector<io::entry> const entries{
      {"x(t)", acre_test::place(space, std::vector<float>{1.5f, 2})}};
  io::save_netcdf(file, entries, {.classic = true, .unlimited = "t"});
  std::string const classic = acre_test::content(file);
  EXPECT_EQ(classic.substr(0, 4), std::string("CDF\x02", 4));
  EXPECT_EQ(steps_of(classic), 2u);
  EXPECT_EQ(classic.substr(classic.size() - 8), std::string("\x3f\xc0\0\0\x40\0\0\0", 8));
  io::append_netcdf(file, {{"x", 0.0f}});
  EXPECT_EQ(steps_of(acre_test::content(file)), 3u);
  EXPECT_EQ(acre_test::content(file).size(), classic.size() + 4);
  io::save_netcdf(file, entries);
  EXPECT_EQ(acre_test::content(file).substr(0, 8), "\x89HDF\r\n\x1a\n");
}

TEST_F(netcdf_files, what_can_not_be_is_refused_before_anything_is_written)
{
  auto const a = acre::zeros<float>(space, shape(3, 4));
  auto const save = [&](std::vector<io::entry> const& entries,
                        io::netcdf_format const& format = {}) {
    return refusal([&] { io::save_netcdf(file, entries, format); });
  };
  std::string const no = "value_error: save_netcdf: ";
  EXPECT_EQ(save({{"a", a}}), no + "a has shape (3, 4), and its name 0 dimensions; one for each "
                                   "axis: u(time, x)");
  EXPECT_EQ(save({{"a(x)", a}}), no + "a(x) has shape (3, 4), and its name 1 dimension; one for "
                                      "each axis: u(time, x)");
  EXPECT_EQ(save({{"a(y, x)", a}, {"b(x, y)", a}}),
            no + "the dimension x is 4 long in a(y, x) and 3 in b(x, y)");
  EXPECT_EQ(save({{"a(x, x)", a}}), no + "the dimension x is 3 long in a(x, x) and 4 in a(x, x)");
  EXPECT_EQ(save({{"a(y, x)", a}, {"a(v, w)", a}}), no + "there are two entries a");
  for (std::string const name : {"", "a/b", " a", "a\nb", "a@b@c", "-a", "a,b"})
    EXPECT_TRUE(save({{name, 1.0}}).starts_with(no + "'")) << name << ": " << save({{name, 1.0}});
  EXPECT_TRUE(save({{"a(y, )", a}}).starts_with(no + "a(y, ) has shape (3, 4), and its name 1"));
  EXPECT_TRUE(save({{"a(, x)", a}}).starts_with(no + "'' in the name 'a(, x)'"));
  EXPECT_EQ(save({{"a(y, x", a}}), no + "the name 'a(y, x' has a ( and doesn't end with )");
  EXPECT_EQ(save({{"a@units", "m"}, {"a(y, x)", a}}),
            no + "there is no variable a before its attribute a@units");
  EXPECT_EQ(save({{"a(y, x)", a}, {"a@b", a}}), no + "the attribute a@b has more than one axis");
  EXPECT_EQ(save({{"a(y, x)", a}, {"a@_FillValue", 0.0}}),
            "dtype_error: save_netcdf: a@_FillValue is of dtype float64, and a of dtype float32: "
            "both have to be the same");
  EXPECT_EQ(save({{"a(x)", acre::zeros<bool>(space, shape(2))}}),
            "dtype_error: save_netcdf: a(x) is of dtype bool, which netCDF hasn't: "
            "cast<std::int8_t>(x)");
  EXPECT_EQ(save({{"a", acre::complex<float>(1, 2)}}),
            "dtype_error: save_netcdf: a is of dtype complex64, which netCDF hasn't: real(z) and "
            "imag(z) are two variables");
  EXPECT_EQ(save({{"a(y, x)", a}}, {.unlimited = "t"}),
            no + "no variable has the unlimited dimension t");
  EXPECT_EQ(save({{"a(y, x)", a}}, {.unlimited = "x"}),
            no + "the unlimited dimension x isn't the first one of a(y, x)");
  EXPECT_EQ(save({{"a(x)", acre::zeros<float>(space, shape(0))}}),
            no + "the dimension x of a(x) has length 0, which only an unlimited one can have");
  EXPECT_EQ(save({{"a(y, x)", a}}, {.deflate = 10}), no + "deflate 10 is not within 0 to 9");
  EXPECT_EQ(save({{"a(y, x)", a}}, {.classic = true, .deflate = 1}),
            no + "the classic format isn't compressed: deflate is for netCDF-4");
  EXPECT_EQ(save({{"@a", texts{"x", "y"}}}, {.classic = true}),
            no + "the attribute @a is several texts, which the classic format hasn't");
  EXPECT_EQ(files(), 0);
}

TEST_F(netcdf_files, steps_that_do_not_fit_leave_the_file_as_it_was)
{
  for (bool const classic : {false, true}) {
    io::save_netcdf(file,
                    {{"time(time)", acre::arange(space, 2.0)},
                     {"u(time, x)", acre::zeros<float>(space, shape(2, 3))},
                     {"fixed(x)", acre::arange(space, 3.0f)},
                     {"u@units", "m"}},
                    {.classic = classic, .unlimited = "time"});
    std::string const before = acre_test::content(file), of = " of " + file.string();
    auto const append = [&](std::vector<io::entry> const& entries) {
      std::string const said = refusal([&] { io::append_netcdf(file, entries); });
      EXPECT_TRUE(acre_test::content(file) == before) << said;
      return said;
    };
    auto const row = acre::ones<float>(space, shape(3));
    std::string const no = "value_error: append_netcdf: ";
    EXPECT_EQ(append({{"u", row}}),
              no + "the coordinates time" + of + " are left out: each step has one");
    EXPECT_EQ(append({{"time", 2.0}, {"u", acre::ones<float>(space, shape(4))}}),
              "shape_error: append_netcdf: an array of shape (4,) can't be added to u" + of +
                  ", which has shape (2, 3) and grows along the first axis: the other extents have "
                  "to be the same");
    EXPECT_EQ(append({{"time", 2.0}, {"u", acre::ones<double>(space, shape(3))}}),
              "dtype_error: append_netcdf: u" + of + " is of dtype float32, not float64");
    EXPECT_EQ(append({{"time", 2.0}, {"u", acre::ones<float>(space, shape(2, 3))}}),
              no + "2 steps of u and 1 of time");
    EXPECT_EQ(append({{"time", 2.0}, {"fixed", row}}),
              "file_error: cannot write " + file.string() +
                  ": fixed doesn't begin with an unlimited dimension, along which it could grow");
    EXPECT_EQ(append({{"time", 2.0}, {"v", row}}),
              "file_error: cannot write " + file.string() + ": it has no variable v");
    EXPECT_EQ(append({{"time", 2.0}, {"time", 3.0}}), no + "there are two entries time");
    EXPECT_EQ(append({{"time", 2.0}, {"u@units", "K"}}),
              no + "u@units is an attribute, which save_netcdf writes");
    EXPECT_EQ(append({{"time(time)", 2.0}}),
              no + "'time(time)': the file has the dimensions of time");
    EXPECT_EQ(append({}), "nothing");
  }
  EXPECT_EQ(refusal([&] { io::append_netcdf(dir / "none", {{"u", 1.0}}); }),
            "file_error: cannot read " + (dir / "none").string() + ": No such file or directory");
}

TEST_F(netcdf_files, a_full_disk_leaves_the_old_file_and_nothing_else)
{
  auto const large = acre::ones<double>(space, shape(100, 1000));
  for (bool const classic : {false, true}) {
    auto const save = [&](std::filesystem::path const& to) {
      io::save_netcdf(to, {{"u(t, x)", large}}, {.classic = classic, .unlimited = "t"});
    };
    auto const limits = {rlim_t{0}, rlim_t{1}, rlim_t{100}, rlim_t{5000}, rlim_t{400000}};
    acre_test::leaves_nothing_on_a_full_disk(file, limits, save);
    io::save_netcdf(file, {{"u(t, x)", large(slice(0, 3))}, {"n(t)", acre::arange(space, 3)}},
                    {.classic = classic, .unlimited = "t"});
    acre_test::leaves_nothing_on_a_full_disk(file, limits, save);
    std::string const old = acre_test::content(file);
    for (rlim_t const limit : {rlim_t{0}, rlim_t{100}, rlim_t{old.size()},
                               rlim_t{old.size() + 5000}, rlim_t{old.size() + 200000}}) {
      std::string said;
      {
        acre_test::full_disk const disk(limit);
        said = refusal(
            [&] { io::append_netcdf(file, {{"u", large}, {"n", acre::arange(space, 100)}}); });
      }
      EXPECT_EQ(said, "file_error: cannot write " + file.string() + ": File too large") << limit;
      EXPECT_TRUE(acre_test::content(file) == old) << limit;
      EXPECT_EQ(files(), 1) << limit;
    }
    io::append_netcdf(file, {{"u", large}, {"n", acre::arange(space, 100)}});
    EXPECT_EQ(io::netcdf_reader(file).layout("u").shape_string(), "(103, 1000)");
    std::filesystem::remove(file);
  }
}

}  // namespace
