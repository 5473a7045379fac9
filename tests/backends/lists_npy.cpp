// Lists and tables in pairs of .npy files.
#include <acre/io.hpp>
#include <acre/ragged.hpp>
#include <acre_test/on_space.hpp>

#include <filesystem>
#include <fstream>

#include <unistd.h>

namespace {

using namespace acre::literals;
using acre::none, acre::slice;
using acre_test::equals, acre_test::error_of;
namespace fs = std::filesystem;
namespace io = acre::io;

template <class Space>
class lists_npy : public acre_test::on_space<Space> {
 protected:
  void SetUp() override { fs::create_directories(folder); }
  void TearDown() override { fs::remove_all(folder); }

  fs::path folder = fs::temp_directory_path() / ("acre_lists." + std::to_string(::getpid()));
  fs::path offsets = folder / "offsets.npy", elements = folder / "elements.npy";
};
TYPED_TEST_SUITE(lists_npy, acre_test::spaces, acre_test::space_names);

TYPED_TEST(lists_npy, come_back)
{
  auto const x = acre::from_lists<float>(this->space, {{9}, {1, 2}, {}, {3}});
  io::save_lists(this->offsets, this->elements, x(slice(1, none)) * 2);
  auto const y = io::load_lists<float>(this->space, this->offsets, this->elements);
  EXPECT_EQ(to_vector(y), (std::vector<std::vector<float>>{{2, 4}, {}, {6}}));
  EXPECT_TRUE(equals<std::int64_t>(y.offsets(), {0, 2, 2, 3}));
  acre::ragged<float, TypeParam, std::int32_t> const narrow(
      this->template row<std::int32_t>({0, 1, 3}), y.content());
  io::save_lists(this->offsets, this->elements, narrow);
  EXPECT_EQ(
      to_vector(io::load_lists<float, std::int32_t>(this->space, this->offsets, this->elements)),
      to_vector(narrow));
  io::save_lists(this->offsets, this->elements, x(slice(0, 0)));
  EXPECT_EQ(io::load_lists<float>(this->space, this->offsets, this->elements).size(), 0);
}

TYPED_TEST(lists_npy, are_refused_where_offsets_and_elements_do_not_fit)
{
  auto const refused = [&](std::initializer_list<std::int64_t> offsets) {
    io::save_npy(this->offsets, this->template row<std::int64_t>(offsets));
    io::save_npy(this->elements, this->template row<double>({1, 2, 3}));
    return error_of<acre::file_error>(
        [&] { io::load_lists<double>(this->space, this->offsets, this->elements); });
  };
  auto const file = this->offsets.string() + ": ";
  EXPECT_EQ(refused({0, 2, 1, 3}), file + "offsets decrease: offsets[1] is 2 and offsets[2] is 1");
  EXPECT_EQ(refused({0, 4}), file + "offsets end with 4, beyond the content of 3 elements");
  EXPECT_EQ(refused({-1, 3}), file + "offsets begin with -1, which is no position of the content");
  EXPECT_EQ(refused({0, 3}), "nothing");
  std::ofstream(this->elements, std::ios::binary) << "\x93NUMPY";
  EXPECT_NE(error_of<acre::file_error>([&] {
              io::load_lists<double>(this->space, this->offsets, this->elements);
            }).find("elements.npy"),
            std::string::npos);
}

TYPED_TEST(lists_npy, come_in_parts)
{
  io::save_npy(this->offsets, this->template row<std::int32_t>({1, 3, 3, 4, 9, 9, 10}));
  io::save_npy(this->elements, this->template row<float>({9, 1, 2, 3, 4, 5, 6, 7, 8, 0, 9}));
  io::lists_in_parts parts(this->offsets, {this->elements, this->elements}, 3);
  EXPECT_EQ(parts.lists(), 6);
  std::vector<std::vector<float>> all;
  std::string sizes;
  while (parts.next()) {
    auto const part = parts.load<float>(this->space, 1);
    sizes += std::to_string(part.size());
    for (auto const& list : to_vector(part)) all.push_back(list);
  }
  EXPECT_EQ(all, (std::vector<std::vector<float>>{{1, 2}, {}, {3}, {4, 5, 6, 7, 8}, {}, {0}}));
  EXPECT_EQ(sizes, "321");
  EXPECT_EQ(parts.read(), 6);
  io::lists_in_parts again(this->offsets, {this->elements}, 100);
  EXPECT_TRUE(again.next());
  EXPECT_EQ(error_of<acre::dtype_error>([&] { again.load<double>(this->space, 0); }),
            this->elements.string() + " is of dtype float32, not float64");
  io::save_npy(this->offsets, this->template row<double>({0, 1}));
  EXPECT_EQ(
      error_of<acre::file_error>([&] { io::lists_in_parts(this->offsets, {this->elements}, 3); }),
      this->offsets.string() +
          ": offsets are int64 or int32 of one axis; these are float64 of shape (2,)");
}

TYPED_TEST(lists_npy, of_tables_come_back)
{
  acre::table const t("pt"_col = this->template row<float>({1, 2, 3}),
                      "charge"_col = this->template row<std::int32_t>({1, -1, 1}));
  io::save_table(this->folder / "lepton", t(slice(none, none, -1)));
  EXPECT_TRUE(fs::exists(this->folder / "lepton_charge.npy"));
  auto const back = io::load_table<std::int32_t, float>(this->space, this->folder / "lepton",
                                                        "charge"_col, "pt"_col);
  EXPECT_TRUE(equals<float>(back["pt"_col], {3, 2, 1}));
  EXPECT_TRUE(equals<std::int32_t>(back["charge"_col], {1, -1, 1}));
  io::save_npy(this->folder / "lepton_pt.npy", this->template row<float>({1}));
  EXPECT_EQ(error_of<acre::shape_error>([&] {
              io::load_table<std::int32_t, float>(this->space, this->folder / "lepton",
                                                  "charge"_col, "pt"_col);
            }),
            "table: the column pt has 1 row, and charge has 3");
}

}  // namespace
