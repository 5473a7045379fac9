// Lists of different lengths: picked from, sorted, taken apart.
#include <acre/elementwise/elementary.hpp>
#include <acre/ragged/print.hpp>
#include <acre/ragged/ragged.hpp>
#include <acre/ragged/rearrange.hpp>
#include <acre/ragged/reduce.hpp>
#include <acre/ragged/select.hpp>
#include <acre/ragged/sort.hpp>
#include <acre_test/some_lists.hpp>

#include <limits>

namespace {

using acre::ALL, acre::fill, acre::from_lists, acre::none, acre::slice;
using acre_test::equals, acre_test::rows;

template <class Space>
class ragged_selections : public acre_test::some_lists<Space> {};
TYPED_TEST_SUITE(ragged_selections, acre_test::spaces, acre_test::space_names);

TYPED_TEST(ragged_selections, picks_lists)
{
  auto const& x = this->x;
  EXPECT_EQ(to_vector(x(slice(1, 3))), (rows<double>{{}, {4}}));
  EXPECT_EQ(x(slice(1, 3)).content().data(), x.content().data());
  EXPECT_EQ(to_vector(x(slice(none, none, -1))), (rows<double>{{5, 6}, {4}, {}, {1, 2, 3}}));
  EXPECT_EQ(to_vector(x(slice(2, none))(slice(1, none))), (rows<double>{{5, 6}}));
  EXPECT_EQ(to_vector(x(slice(3, 1))), rows<double>{});
  EXPECT_EQ(to_vector(x(this->template row<int>({-1, 0, 0}))),
            (rows<double>{{5, 6}, {1, 2, 3}, {1, 2, 3}}));
  EXPECT_EQ(to_vector(x(count(x, 1) > 1)), (rows<double>{{1, 2, 3}, {5, 6}}));
  EXPECT_EQ(to_vector(x(ALL, slice(none, 2))), (rows<double>{{1, 2}, {}, {4}, {5, 6}}));
  EXPECT_EQ(to_vector(x(ALL, slice(none, none, -1))), (rows<double>{{3, 2, 1}, {}, {4}, {6, 5}}));
  EXPECT_EQ(to_vector(x(slice(0, 2), slice(-2, none))), (rows<double>{{2, 3}, {}}));
  EXPECT_EQ(to_vector(x(ALL, slice(none, none, 2))), (rows<double>{{1, 3}, {}, {4}, {5}}));
}

TYPED_TEST(ragged_selections, picks_elements)
{
  auto const& x = this->x;
  EXPECT_EQ(to_vector(x(x > 1.5)), (rows<double>{{2, 3}, {}, {4}, {5, 6}}));
  EXPECT_EQ(to_vector(x(x > 100)), (rows<double>{{}, {}, {}, {}}));
  auto const hard = argwhere(x > 2);
  EXPECT_EQ(to_vector(x(hard) * 2 + evaluate(-x)(hard)), (rows<double>{{3}, {}, {4}, {5, 6}}));
  EXPECT_TRUE(equals<std::int64_t>(hard.content_index(), {2, 3, 4, 5}));

  auto const i = from_lists<int>(this->space, {{0, -1, 0}, {}, {}, {1}});
  EXPECT_EQ(to_vector(x(i)), (rows<double>{{1, 3, 1}, {}, {}, {6}}));
  auto const far = from_lists<std::int64_t>(this->space, {{4, -4}, {}, {7}, {1}});
  EXPECT_EQ(to_vector(x(far, acre::index_mode::wrap)), (rows<double>{{2, 3}, {}, {4}, {6}}));
  EXPECT_EQ(to_vector(x(far, acre::index_mode::clip)), (rows<double>{{3, 1}, {}, {4}, {6}}));
  EXPECT_EQ(to_vector(x(far, fill(-1))), (rows<double>{{-1, -1}, {}, {-1}, {6}}));
  EXPECT_EQ(to_vector(x(far, acre::index_mode::drop)), (rows<double>{{0, 0}, {}, {0}, {6}}));

  EXPECT_TRUE(equals<double>(first(x, fill(-1)), {1, -1, 4, 5}));
  EXPECT_TRUE(equals<double>(last(x * 2, fill(-1)), {6, -1, 8, 12}));
  EXPECT_TRUE(equals<double>(element_of_each(x, argmax(x, 1), fill(0)), {3, 0, 4, 6}));
  EXPECT_TRUE(equals<double>(element_of_each(x(count(x, 1) > 0), -1), {3, 4, 6}));
}

TYPED_TEST(ragged_selections, sorts_each_list)
{
  auto const nan = std::numeric_limits<float>::quiet_NaN();
  auto const x = from_lists<float>(this->space, {{3, 1, 2, 1}, {}, {nan, 5, -5}, {7}})(slice(0, 4));
  auto const order = argsort(x, 1);
  EXPECT_EQ(to_vector(order), (rows<std::int64_t>{{1, 3, 2, 0}, {}, {2, 1, 0}, {0}}));
  EXPECT_EQ(to_vector(argsort(x(slice(1, none)), -1, acre::descending)),
            (rows<std::int64_t>{{}, {1, 2, 0}, {0}}));
  EXPECT_TRUE(equals<float>(flatten(sort(x, 1)), {1, 1, 2, 3, -5, 5, nan, 7}));
  EXPECT_TRUE(equals<float>(flatten(x(order)), {1, 1, 2, 3, -5, 5, nan, 7}));
  EXPECT_TRUE(
      equals<float>(flatten(sort(x * 2, 1, acre::descending)), {6, 4, 2, 2, 10, -10, nan, 14}));
}

TYPED_TEST(ragged_selections, is_taken_apart_and_put_together)
{
  auto const& x = this->x;
  EXPECT_TRUE(equals<double>(flatten(x * 2), {2, 4, 6, 8, 10, 12}));
  EXPECT_EQ(to_vector(local_index(x)), (rows<std::int64_t>{{0, 1, 2}, {}, {0}, {0, 1}}));
  EXPECT_TRUE(equals<double>(pad(x, 2, -1), {1, 2, -1, -1, 4, -1, 5, 6}));
  EXPECT_EQ(pad(x, 2, -1).shape(), acre::shape(4, 2));
  EXPECT_TRUE(equals<unsigned char>(pad_mask(x, 2), {1, 1, 0, 0, 1, 0, 1, 1}));
  EXPECT_EQ(pad(x, 0, 1.0).shape(), acre::shape(4, 0));
  auto const y = from_lists<float>(this->space, {{}, {7}, {8, 9}, {}});
  auto const each = concatenate(std::tuple(x, y), 1);
  EXPECT_EQ(to_vector(each), (rows<double>{{1, 2, 3}, {7}, {4, 8, 9}, {5, 6}}));
  EXPECT_EQ(to_vector(concatenate(std::tuple(x(slice(2, none)), y))),
            (rows<double>{{4}, {5, 6}, {}, {7}, {8, 9}, {}}));
  auto const [a, b] = zip(x, acre::unflatten(this->template row<int>({1, 2, 3, 4, 5, 6}),
                                             this->template row<int>({3, 0, 1, 2})));
  EXPECT_EQ(a.structure(), b.structure());
  EXPECT_EQ(to_vector(a - b), (rows<double>{{0, 0, 0}, {}, {0}, {0, 0}}));
}

}  // namespace
