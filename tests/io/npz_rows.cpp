// Lists and tables in .npz files and checkpoints: several arrays of one name.

#include <acre/array/creation.hpp>
#include <acre/io/checkpoint.hpp>
#include <acre/io/lists.hpp>
#include <acre/io/npz.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/files.hpp>
#include <acre_test/spaces.hpp>

using acre_test::equals, acre_test::refusal;

namespace {

namespace io = acre::io;
using acre::literals::operator""_col;

template <class Space>
class npz_rows : public acre_test::folder {
 protected:
  /// Three lists, of `first` and so on.
  auto lists(float first) const
  {
    return acre::ragged(acre_test::place(space, std::vector<std::int64_t>{1, 3, 3, 4}),
                        acre::arange(space, first, first + 5));
  }
  auto rows(float first) const
  {
    return acre::table("id"_col = acre_test::place(space, std::vector<int>{7, 8, 9}),
                       "hits"_col = lists(first));
  }
  Space space;
  std::filesystem::path const file = dir / "a.npz";
};
TYPED_TEST_SUITE(npz_rows, acre_test::spaces, acre_test::space_names);

TYPED_TEST(npz_rows, come_back)
{
  auto const& space = this->space;
  auto jets = this->lists(0);
  auto events = this->rows(10);
  io::save_npz(this->file, {{"jets", jets}, {"events", events}, {"twice", jets * 2.0f}});
  io::npz_reader const in(this->file);
  EXPECT_EQ(in.names(), (std::vector<std::string>{"jets/offsets", "jets/content", "events/id",
                                                  "events/hits/offsets", "events/hits/content",
                                                  "twice/offsets", "twice/content"}));
  auto const same = io::load_lists<float>(space, in, "jets");
  EXPECT_TRUE(equals<std::int64_t>(same.offsets(), {0, 2, 2, 3}));
  EXPECT_TRUE(equals<float>(same.content(), {1, 2, 3}));
  EXPECT_TRUE(equals<float>(io::load_lists<float>(space, in, "twice").content(), {2, 4, 6}));
  auto const columns = io::load_table<int>(space, in, "events", "id"_col);
  EXPECT_TRUE(equals<int>(columns["id"_col], {7, 8, 9}));

  io::checkpoint const state{{"jets", jets}, {"events", events}};
  state.save(this->file);
  jets = jets(acre::slice(0, 1));
  events = this->rows(50)(acre::slice(0, 2));
  state.restore(this->file);
  EXPECT_TRUE(equals<std::int64_t>(jets.offsets(), {0, 2, 2, 3}));
  EXPECT_TRUE(equals<float>(jets.content(), {1, 2, 3}));
  EXPECT_TRUE(equals<int>(events["id"_col], {7, 8, 9}));
  EXPECT_TRUE(equals<float>(events["hits"_col].content(), {11, 12, 13}));
}

using npz_rows_files = npz_rows<acre::host>;

TEST_F(npz_rows_files, that_do_not_fit_are_refused_and_nothing_changes)
{
  auto jets = lists(0);
  auto const read = "cannot read " + file.string() + ": ";
  // offsets that decrease, as an entry of this name
  auto offsets = acre_test::place(space, std::vector<std::int64_t>{0, 2, 1});
  auto content = acre::arange(space, 2.0f);
  std::int64_t step = 1;
  io::checkpoint({{"step", step}, {"jets/offsets", offsets}, {"jets/content", content}}).save(file);
  step = 5;
  EXPECT_EQ(
      refusal([&] { io::checkpoint({{"step", step}, {"jets", jets}}).restore(file); }),
      "file_error: " + read + "entry jets: offsets decrease: offsets[1] is 2 and offsets[2] is 1");
  EXPECT_EQ(step, 5);
  EXPECT_TRUE(equals<float>(jets.content(), to_vector(lists(0).content())));
  EXPECT_EQ(refusal([&] { io::load_lists<float>(space, io::npz_reader(file), "jets"); }),
            "file_error: " + read + "jets: offsets decrease: offsets[1] is 2 and offsets[2] is 1");
  auto events = rows(0);
  EXPECT_EQ(refusal([&] { io::checkpoint({{"events", events}}).restore(file); }),
            "file_error: " + read +
                "it has no entry events/id; there are: step, jets/offsets, jets/content");
  auto id = acre::zeros<float>(space, acre::shape(3, 2));
  io::checkpoint({{"jets/offsets", offsets}, {"jets/content", id}}).save(file);
  EXPECT_EQ(refusal([&] { io::checkpoint({{"jets", jets}}).restore(file); }),
            "shape_error: " + file.string() +
                ": entry jets/content holds an array of shape (3, 2), not of 1 axis");
  EXPECT_EQ(refusal([&] { io::checkpoint({{"jets", jets}, {"jets/content", id}}); }),
            "value_error: checkpoint: there are two entries jets/content");
}

}  // namespace
