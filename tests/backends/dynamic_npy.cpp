// .npy files as arrays of the file's dtype and rank.

#include <acre/io/dynamic_npy.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/spaces.hpp>

#include <filesystem>

#include <unistd.h>

namespace {

namespace fs = std::filesystem;
namespace io = acre::io;

template <class Space>
struct dynamic_npy : testing::Test {
  Space space;
};
TYPED_TEST_SUITE(dynamic_npy, acre_test::spaces, acre_test::space_names);

TYPED_TEST(dynamic_npy, of_every_dtype_comes_back)
{
  fs::path const file =
      fs::temp_directory_path() / ("acre_dynamic_npy." + std::to_string(::getpid()) + ".npy");
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
  io::write_npy(file, {'f', 2, {1}, std::vector<std::byte>(2)});
  EXPECT_EQ(acre_test::error_of<acre::dtype_error>([&] { io::load_npy(space, file); }),
            file.string() + " is of dtype float16, which acre does not have");
  fs::remove(file);
}

}  // namespace
