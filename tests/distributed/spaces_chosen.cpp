#include <acre_test/error_of.hpp>

#include "spaces.hpp"
#include <gmock/gmock.h>

// Elements that meet a condition, and arrays made of one number.
namespace {

using namespace acre;
namespace dist = acre::distributed;
using acre_test::error_of;
using acre_test::expect_part;
using acre_test::expect_whole;
using acre_test::on_processes;
using dist::blocks;
using dist::processes;
using dist::virtual_processes;

template <class Space>
class distributed_spaces_chosen : public testing::Test {};
TYPED_TEST_SUITE(distributed_spaces_chosen, acre_test::own_kernel_spaces, acre_test::space_names);

TYPED_TEST(distributed_spaces_chosen, as_one_process_chooses)
{
  for (std::int64_t const n : {0, 1, 40, 9000})
    on_processes<TypeParam, double, 1>(shape(n), [](auto const& x, auto const& w) {
      expect_part("some", compress(x > 500, x * 2), compress(w > 500, w * 2));
      expect_part("all", compress(x == x, x), compress(w == w, w));
      expect_part("none", compress(x != x, x), compress(w != w, w));
      expect_part("where they are", flatnonzero(x > 500), flatnonzero(w > 500));
      expect_part("what is not zero", flatnonzero(x), flatnonzero(w));
    });
  on_processes<TypeParam, float, 2>(shape(300, 7), [](auto const& x, auto const& w) {
    expect_part("of rows", compress(x > 500, x), compress(w > 500, w));
    expect_part("where in rows", flatnonzero(x > 500), flatnonzero(w > 500));
  });
}

TYPED_TEST(distributed_spaces_chosen, copies_count_once)
{
  virtual_processes(5, [](processes const& all) {
    dist::array<std::int64_t, 2, TypeParam> u(all, dist::own_space<TypeParam>(all),
                                              blocks(shape(9, 30)));
    u = dist::coordinate(u, 1);
    auto const x = max(u, 0);  // each process has all of it
    auto const chosen = compress(x % 10 == 3, x);
    EXPECT_EQ(chosen.shape(), shape(3));
    EXPECT_EQ(sum(chosen), 39);
  });
}

TYPED_TEST(distributed_spaces_chosen, of_one_number)
{
  virtual_processes(3, [](processes const& all) {
    auto const space = dist::own_space<TypeParam>(all);
    auto const u = dist::ones<float>(all, space, blocks(shape(9, 4), dist::halo(1)));
    auto const like = dist::full_like(u, 3);
    static_assert(std::is_same_v<decltype(like), dist::array<float, 2, TypeParam> const>);
    EXPECT_EQ(sum(like), 108);
    exchange(like);  // it has u's halo
    EXPECT_EQ(sum(dist::ones_like<std::int32_t>(u + 1)), 36);
    EXPECT_EQ(sum(dist::zeros_like(like)), 0);
    EXPECT_EQ(sum(like - 3), 0) << "is not the other's memory";
    auto const at_hosts = dist::full(all, blocks(shape(9)), 2);
    static_assert(std::is_same_v<decltype(at_hosts), dist::array<std::int32_t, 1> const>);
    EXPECT_EQ(sum(at_hosts), 18);
    EXPECT_EQ(sum(dist::ones(all, blocks(shape(9)))), 9);
    EXPECT_EQ(sum(dist::zeros<bool>(all, blocks(shape(9)))), 0);
  });
}

TYPED_TEST(distributed_spaces_chosen, errors_are_told_to_all)
{
  using testing::HasSubstr;
  virtual_processes(3, [](processes const& all) {
    auto const space = dist::own_space<TypeParam>(all);
    dist::array<double, 2, TypeParam> u(all, space, blocks(shape(9, 6))),
        v(all, space, blocks(shape(9, 6), axes(1)));
    EXPECT_THAT(error_of<value_error>([&] { compress(v == 0, v); }), HasSubstr("redistribute"));
    EXPECT_THAT(error_of<shape_error>([&] { compress(v == 0, u); }), HasSubstr("redistribute"));
    dist::array<std::int64_t, 1, TypeParam> i(all, space, blocks(shape(40)));
    i = where(dist::coordinate(i, 0) == 31, 10, 1);
    auto const table = arange(space, 10.0);
    auto const looked_up = on_blocks([&](auto const& mine) { return take(table, mine); }, i);
    EXPECT_THAT(error_of<index_error>([&] { compress(i > 0, looked_up); }),
                HasSubstr("position 31"));
    EXPECT_THAT(error_of<index_error>([&] { compress(looked_up > 0, i); }),
                HasSubstr("position 31"));
  });
}

}  // namespace
