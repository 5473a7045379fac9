// Arrays of any layout and space come back from .npy files with their bits.

#include <acre/array/copy.hpp>
#include <acre/array/creation.hpp>
#include <acre/device/spaces.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre/error.hpp>
#include <acre/index/advanced.hpp>
#include <acre/io/npy.hpp>
#include <acre/reduce/sum.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/files.hpp>
#include <acre_test/spaces.hpp>

#include <filesystem>
#include <fstream>
#include <limits>

using acre::shape, acre::slice, acre::none;
using acre_test::equals, acre_test::error_of;

namespace {

namespace fs = std::filesystem;
namespace io = acre::io;

template <class Space>
class npy : public acre_test::folder {
 protected:
  Space space;
  fs::path const file = dir / "a.npy";
};
TYPED_TEST_SUITE(npy, acre_test::spaces, acre_test::space_names);

TYPED_TEST(npy, of_every_dtype_comes_back)
{
  auto const check = [&]<class T>(T) {
    auto const a = acre_test::place(this->space, acre_test::noise<T>(24), shape(2, 3, 4));
    io::save_npy(this->file, a);
    auto const b = io::load_npy<T, 3>(this->space, this->file);
    EXPECT_EQ(b.shape(), a.shape());
    EXPECT_TRUE(equals<T>(b, to_vector(a)));
  };
  check(std::int8_t{}), check(std::int16_t{}), check(std::int32_t{}), check(std::int64_t{});
  check(std::uint8_t{}), check(std::uint16_t{}), check(std::uint32_t{}), check(std::uint64_t{});
  check(float{}), check(double{}), check(acre::complex<float>{}), check(acre::complex<double>{});
  auto const yes = acre::arange(this->space, 5) > 2;
  io::save_npy(this->file, yes);
  EXPECT_TRUE(equals<unsigned char>(io::load_npy<bool>(this->space, this->file), {0, 0, 0, 1, 1}));
}

TYPED_TEST(npy, holds_views_and_expressions_in_c_order)
{
  auto const a = acre::arange(this->space, 12).reshape(shape(3, 4));
  io::save_npy(this->file, a.transpose()(slice(none, none, -2)));
  EXPECT_TRUE(equals<int>(io::load_npy<int, 2>(this->space, this->file), {3, 7, 11, 1, 5, 9}));
  io::save_npy(this->file, a * 0.5);
  EXPECT_EQ((io::load_npy<double, 2>(this->space, this->file)(2, 3).item()), 5.5);
  io::save_npy(this->file, sum(a));
  EXPECT_EQ((io::load_npy<std::int64_t, 0>(this->space, this->file).item()), 66);
  io::save_npy(this->file, a(slice(0, 0)));
  EXPECT_EQ((io::load_npy<int, 2>(this->space, this->file).shape()), shape(0, 4));
  auto const here = io::load_npy<int, 2>(this->file);
  static_assert(std::is_same_v<decltype(here), acre::array<int, 2> const>);
}

TYPED_TEST(npy, errors_name_the_file)
{
  auto const name = this->file.string();
  EXPECT_EQ(error_of<acre::file_error>([&] { io::load_npy<int>(this->space, this->file); }),
            "cannot read " + name + ": No such file or directory");
  io::save_npy(this->file, acre::ones<float>(this->space, shape(2, 3)));
  EXPECT_EQ(error_of<acre::dtype_error>([&] { io::load_npy<double, 2>(this->space, this->file); }),
            name + " is of dtype float32, not float64");
  EXPECT_EQ(error_of<acre::shape_error>([&] { io::load_npy<float>(this->space, this->file); }),
            name + " holds an array of shape (2, 3), not of 1 axis");
  EXPECT_EQ(error_of<acre::file_error>(
                [&] { io::save_npy(this->file / "below", acre::ones(this->space, shape(2))); }),
            "cannot write " + name + "/below: Not a directory");
  auto const x = acre::ones(this->space, shape(3));
  EXPECT_THROW(io::save_npy(this->file, x(acre::from_host(this->space, {5}))), acre::index_error);
  EXPECT_EQ((io::load_npy<float, 2>(this->space, this->file).shape()), shape(2, 3))
      << "what the file held before";
}

TYPED_TEST(npy, bytes_of_bool_are_0_or_1)
{
  std::ofstream out(this->file, std::ios::binary);
  out << std::string("\x93NUMPY\x01\0\x3a\0", 10) +
             std::string("{'descr': '|b1', 'fortran_order': False, 'shape': (3,), } ") +
             std::string("\0\x07\xff", 3);
  out.close();
  EXPECT_TRUE(equals<unsigned char>(io::load_npy<bool>(this->space, this->file), {0, 1, 1}));
}

TYPED_TEST(npy, a_mapped_file_is_an_array_without_a_copy)
{
  acre::host const space;
  auto const a = acre_test::place(this->space, acre_test::noise<double>(24), shape(2, 3, 4));
  io::save_npy(this->file, a);
  auto const mapped = io::map_npy<double, 3>(space, this->file);
  EXPECT_EQ(mapped.strides(), shape(12, 4, 1));
  EXPECT_TRUE(equals<double>(mapped, to_vector(a)));
  EXPECT_EQ(sum(mapped).item(), sum(a).item());
  fs::remove(this->file);
  EXPECT_TRUE(
      equals<double>(mapped(1, slice(none, none, -1)), to_vector(a(1, slice(none, none, -1)))))
      << "its memory lives as long as the array does";
  EXPECT_TRUE(equals<double>(acre::copy_to(this->space, mapped), to_vector(a)));

  io::save_npy(this->file, acre::empty<float>(this->space, shape(0, 3)));
  EXPECT_EQ((io::map_npy<float, 2>(space, this->file).shape()), shape(0, 3));

  std::vector<std::int16_t> const six{1, 2, 3, 4, 5, 6};
  auto const file = io::make_npy<std::int16_t>(six, {2, 3});
  io::write_npy(this->file, file, {.fortran_order = true});
  auto const turned = io::map_npy<std::int16_t, 2>(space, this->file);
  EXPECT_EQ(turned.strides(), shape(1, 2));
  EXPECT_TRUE(equals<std::int16_t>(turned, six));
  EXPECT_TRUE(equals<std::int16_t>(io::load_npy<std::int16_t, 2>(this->space, this->file), six));

  auto const refused = [&](auto load) {
    std::string const said = error_of<acre::file_error>(load),
                      start = "cannot read " + this->file.string() + ": ";
    EXPECT_TRUE(said.starts_with(start)) << said;
    return said.substr(std::min(said.size(), start.size()));
  };
  io::write_npy(this->file, file, {.other_byte_order = true});
  EXPECT_TRUE(equals<std::int16_t>(io::load_npy<std::int16_t, 2>(this->space, this->file), six));
  EXPECT_EQ(refused([&] { io::map_npy<std::int16_t, 2>(space, this->file); }),
            "its elements are in the other byte order and can't be mapped; load_npy reads them");
  auto const put = [&](std::string header, std::string const& data) {
    header += '\n';
    std::ofstream(this->file, std::ios::binary)
        << std::string("\x93NUMPY\x01\0", 8) << static_cast<char>(header.size()) << '\0' << header
        << data;
  };
  put("{'descr': '<i2', 'fortran_order': False, 'shape': (3,)} ", std::string("\1\0\2\0\3", 5));
  EXPECT_EQ(refused([&] { io::map_npy<std::int16_t>(space, this->file); }),
            "truncated: an array of shape (3,) and dtype int16 has 6 bytes, there are 5");
  put("{'descr': '<i2', 'fortran_order': False, 'shape': (1,)} ", std::string("\1\0", 2));
  EXPECT_EQ(io::load_npy<std::int16_t>(this->space, this->file)(0).item(), 1);
  std::string const at = std::to_string(fs::file_size(this->file) - 2);
  EXPECT_EQ(refused([&] { io::map_npy<std::int16_t>(space, this->file); }),
            "its elements begin at byte " + at +
                ", which is no multiple of 2, and can't be mapped; load_npy reads them");
  put("{'descr': '|b1', 'fortran_order': False, 'shape': (2,)}", "\1\2");
  EXPECT_TRUE(equals<unsigned char>(io::load_npy<bool>(this->space, this->file), {1, 1}));
  EXPECT_EQ(
      refused([&] { io::map_npy<bool>(space, this->file); }),
      "it has bytes of bool that are neither 0 nor 1 and can't be mapped; load_npy reads them");
}

}  // namespace
