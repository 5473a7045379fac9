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
#include <acre_test/spaces.hpp>

#include <filesystem>
#include <fstream>
#include <limits>

#include <unistd.h>

using acre::shape, acre::slice, acre::none;
using acre_test::equals, acre_test::error_of;

namespace {

namespace fs = std::filesystem;
namespace io = acre::io;

template <class Space>
class npy : public ::testing::Test {
 protected:
  void SetUp() override
  {
    file = fs::temp_directory_path() / ("acre_npy." + std::to_string(::getpid()) + ".npy");
  }
  void TearDown() override { fs::remove(file); }

  Space space;
  fs::path file;
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

}  // namespace
