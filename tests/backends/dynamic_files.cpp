// Files as arrays of the file's dtype and rank, and dynamic arrays in files.

#include <acre/io.hpp>
#include <acre/io/dynamic.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/files.hpp>
#include <acre_test/spaces.hpp>

namespace {

namespace fs = std::filesystem;
namespace io = acre::io;

using acre::none, acre::shape, acre::slice;
using acre::dynamic::to_host;
using acre_test::refusal;

template <class Space>
struct dynamic_files : acre_test::folder {
  Space space;
  fs::path const file = dir / "a";

  /// Two rows of three, every second element of each.
  acre::dynamic_array strided() const
  {
    return acre::dynamic_array(acre_test::place(space, acre_test::noise<float>(12), shape(2, 6)))
        .view(0, std::array<std::int64_t, 2>{2, 3}, std::array<std::int64_t, 2>{6, 2});
  }
};
TYPED_TEST_SUITE(dynamic_files, acre_test::spaces, acre_test::space_names);

TYPED_TEST(dynamic_files, of_every_dtype_come_back)
{
  auto const& file = this->file;
  acre::dynamic_space const space = this->space;
  for (int code = 0; code < acre::dtype_count; ++code) {
    auto const type = static_cast<acre::dtype>(code);
    auto const a = acre::dynamic::astype(
        acre_test::place(this->space, acre_test::noise<double>(12), acre::shape(3, 4)), type);
    io::save_npy(file,
                 a.view(3, std::array<std::int64_t, 2>{4, 3}, std::array<std::int64_t, 2>{-1, 4}));
    auto const b = io::load_npy(space, file);
    EXPECT_EQ(b.dtype(), type);
    EXPECT_EQ(b.shape().size(), 2u);
    EXPECT_EQ(b.shape()[0], 4);
    EXPECT_EQ(acre::dynamic::to_host(b),
              acre::dynamic::to_host(a.view(3, std::array<std::int64_t, 2>{4, 3},
                                            std::array<std::int64_t, 2>{-1, 4})));
  }
  // ml_dtypes has NumPy write bfloat16 so
  io::write_npy(file, {'V', 2, {1}, {std::byte{0x80}, std::byte{0x3f}}});
  auto const one = io::load_npy(space, file);
  EXPECT_EQ(one.dtype(), acre::dtype::bfloat16);
  EXPECT_EQ(acre::dynamic::item<float>(acre::dynamic::astype(one, acre::dtype::float32)), 1);
}

#ifdef ACRE_TEST_npz
TYPED_TEST(dynamic_files, npz_and_checkpoints_hold_them)
{
  auto const& file = this->file;
  acre::dynamic_space const space = this->space;
  auto const a = this->strided();
  auto yes = acre::dynamic::astype(a, acre::dtype::boolean);
  for (bool const compressed : {false, true}) {
    io::save_npz(file, {{"a", a}, {"yes", yes}, {"n", 3}}, {.compressed = compressed});
    auto const b = io::load_npz(space, file, "a");
    EXPECT_EQ(b.dtype(), acre::dtype::float32);
    EXPECT_EQ(acre::to_string(b.shape()), "(2,3)");
    EXPECT_EQ(to_host(b), to_host(a));
    EXPECT_EQ(to_host(io::npz_reader(file).load(space, "yes")), to_host(yes));
    EXPECT_EQ(acre::dynamic::item<std::int32_t>(io::load_npz(space, file, "n")), 3);
  }
  auto kept = acre::dynamic::copy(a), part = a;
  io::checkpoint const state{{"kept", kept}, {"part", part}, {"yes", yes}};
  state.save(file);
  auto const saved = to_host(a);
  auto const zeros = acre::dynamic::empty(space, acre::dtype::float32, a.shape());
  std::visit(
      [&](auto const& s) { s.copy_from_host(zeros.data(), std::vector<float>(6).data(), 24); },
      space);
  acre::dynamic::assign(kept, zeros);
  acre::dynamic::assign(part, zeros);
  auto const* const where = kept.data();
  state.restore(file);
  EXPECT_EQ(to_host(kept), saved);
  EXPECT_EQ(to_host(a), saved) << "in the memory that it is a view of";
  EXPECT_EQ(kept.data(), where);
  acre::dynamic_array made;
  auto flags = acre::dynamic::empty(space, acre::dtype::boolean, std::array<std::int64_t, 1>{2});
  std::string const at = file.string() + ": entry ";
  EXPECT_EQ(refusal([&] { io::checkpoint({{"part", made}, {"kept", flags}}).restore(file); }),
            "dtype_error: " + at + "kept is of dtype float32, not bool");
  EXPECT_EQ(refusal([&] { io::checkpoint({{"part", made}, {"yes", flags}}).restore(file); }),
            "shape_error: " + at + "yes has shape (2, 3), not (2,)");
  EXPECT_EQ(made.rank(), 0) << "nothing has changed";
  io::checkpoint({{"part", made}}).restore(file);
  EXPECT_EQ(made.dtype(), acre::dtype::float32);
  EXPECT_EQ(to_host(made), saved);
  EXPECT_EQ(refusal([&] { io::checkpoint({{"acre", made}}).restore(file); }),
            "file_error: cannot read " + file.string() +
                ": it has no entry acre; there are: kept, part, yes");
  std::string text = "t";
  io::checkpoint({{"text", text}}).save(file);
  acre::dynamic_array none;
  EXPECT_EQ(refusal([&] { io::checkpoint({{"text", none}}).restore(file); }),
            "dtype_error: " + at + "text is of dtype text, which acre does not have");
}
#endif

#ifdef ACRE_TEST_hdf5
TYPED_TEST(dynamic_files, hdf5_holds_them)
{
  auto const& file = this->file;
  acre::dynamic_space const space = this->space;
  auto const a = this->strided();
  io::save_hdf5(file, {{"run/a", a}}, {.deflate = 1});
  EXPECT_EQ(to_host(io::load_hdf5(space, file, "run/a")), to_host(a));
  io::hdf5_reader const in(file);
  auto const row = in.load(space, "run/a", slice(1, none));
  EXPECT_EQ(acre::to_string(row.shape()), "(1,3)");
  EXPECT_EQ(to_host(row), to_host(a.view(6, row.shape(), a.strides())));
  auto const turned = io::load_hdf5(space, file, "run/a", slice(none, none, -1), slice(2, 0, -2));
  EXPECT_EQ(acre::to_string(turned.shape()), "(2,1)");
  EXPECT_EQ(to_host(turned),
            to_host(a.view(10, turned.shape(), std::array<std::int64_t, 2>{-6, -4})));
  auto const nothing = in.load(space, "run/a", slice(none, none, -1), slice(2, 2));
  EXPECT_EQ(acre::to_string(nothing.shape()), "(2,0)");
  EXPECT_EQ(refusal([&] { in.load(space, "run/a", slice(), slice(), slice()); }),
            "shape_error: " + file.string() +
                ": run/a holds an array of shape (2, 3), too few axes for 3 slices");
  EXPECT_EQ(refusal([&] { in.load(space, "run/a", slice(0, 1, 0)); }),
            "value_error: slice step cannot be zero");
}
#endif

#ifdef ACRE_TEST_hdf5
TYPED_TEST(dynamic_files, hdf5_grows_by_them)
{
  auto const& file = this->file;
  acre::dynamic_space const space = this->space;
  auto const a = this->strided();
  io::save_hdf5(file, {{"u", a}, {"u@first", a}}, {.unlimited = 0});
  io::append_hdf5(file, {{"u", a}});
  auto const twice = io::load_hdf5(space, file, "u");
  EXPECT_EQ(acre::to_string(twice.shape()), "(4,3)");
  EXPECT_EQ(to_host(twice.view(6, a.shape(), std::array<std::int64_t, 2>{3, 1})), to_host(a));
  EXPECT_EQ(io::hdf5_reader(file).attribute("u@first").shape_string(), "(2, 3)");
}
#endif

#ifdef ACRE_TEST_netcdf
TYPED_TEST(dynamic_files, netcdf_is_written_of_them)
{
  auto const& file = this->file;
  acre::dynamic_space const space = this->space;
  auto const a = this->strided();
  for (bool const classic : {true, false}) {
    io::save_netcdf(file, {{"u(t, x)", a}}, {.classic = classic, .unlimited = "t"});
    io::append_netcdf(file, {{"u", a}});
    auto const twice = io::netcdf_reader(file).load(space, "u");
    EXPECT_EQ(acre::to_string(twice.shape()), "(4,3)");
    EXPECT_EQ(to_host(twice.view(6, a.shape(), std::array<std::int64_t, 2>{3, 1})), to_host(a));
  }
}

TYPED_TEST(dynamic_files, netcdf_is_read_by_slices)
{
  acre::dynamic_space const space = this->space;
  // a classic file: no records, the dimension x of 4, no attributes, short v(x) = 0, 1, 2, 3
  acre_test::put(this->file, std::string("CDF\1\0\0\0\0"
                                         "\0\0\0\12\0\0\0\1\0\0\0\1x\0\0\0\0\0\0\4"
                                         "\0\0\0\0\0\0\0\0"
                                         "\0\0\0\13\0\0\0\1\0\0\0\1v\0\0\0\0\0\0\1\0\0\0\0"
                                         "\0\0\0\0\0\0\0\0\0\0\0\3\0\0\0\10\0\0\0\120"
                                         "\0\0\0\1\0\2\0\3",
                                         88));
  io::netcdf_reader const in(this->file);
  auto const all = in.load(space, "v"), part = in.load(space, "v", slice(none, 0, -2));
  EXPECT_EQ(all.dtype(), acre::dtype::int16);
  EXPECT_EQ(to_host(all),
            to_host(acre_test::place(this->space, std::vector<std::int16_t>{0, 1, 2, 3})));
  EXPECT_EQ(to_host(part), to_host(acre_test::place(this->space, std::vector<std::int16_t>{3, 1})));
  EXPECT_EQ(refusal([&] { in.load(space, "v", slice(), slice()); }),
            "shape_error: " + this->file.string() +
                ": v holds an array of shape (4,), too few axes for 2 slices");
}
#endif

#ifdef ACRE_TEST_csv
TYPED_TEST(dynamic_files, columns_have_their_own_dtype)
{
  acre::dynamic_space const space = this->space;
  io::write_text_file(this->file, "n,x\n1,0.5\n2,\n");
  io::csv_reader const in(this->file);
  EXPECT_EQ(in.load(space, "n").dtype(), acre::dtype::int64);
  EXPECT_EQ(in.load(space, "x").dtype(), acre::dtype::float64);
}
#endif

}  // namespace
