#include "spaces.hpp"

// Whole sums, and levels that no process holds alone.
namespace {

using namespace acre;
namespace dist = acre::distributed;
using acre_test::bits_of;
using acre_test::draw_row;
using acre_test::put;
using acre_test::random_cuts;
using dist::blocks;
using dist::cuts;
using dist::processes;
using dist::virtual_processes;

template <class Space>
class distributed_spaces_reductions : public testing::Test {};
TYPED_TEST_SUITE(distributed_spaces_reductions, acre_test::own_kernel_spaces,
                 acre_test::space_names);

template <class Space, class T>
void compare_reductions(std::int64_t n, std::vector<std::int64_t> const& cut, std::uint64_t seed)
{
  auto const whole = draw_row<T>(n, seed);
  std::vector<std::string> expected{bits_of(sum(whole).item()),
                                    bits_of(prod(whole).item()),
                                    bits_of(mean(whole).item()),
                                    bits_of(var(whole).item()),
                                    bits_of(stddev(whole, ddof(1)).item()),
                                    bits_of(sum(whole * whole + 1).item())};
  virtual_processes(
      static_cast<int>(cut.size()) - 1,
      [&](processes const& every) {
        dist::array<T, 1, Space> x(every, blocks(shape(n), cuts(0, cut)));
        put(x, whole);
        std::vector<std::string> got{bits_of(sum(x)),
                                     bits_of(prod(x)),
                                     bits_of(mean(x)),
                                     bits_of(var(x)),
                                     bits_of(stddev(x, ddof(1))),
                                     bits_of(sum(x * x + 1))};
        ASSERT_EQ(got, expected) << n << " elements, process " << every.rank() << " of "
                                 << every.size();
      },
      seed);
}

TYPED_TEST(distributed_spaces_reductions, blocks_around_the_edges_of_tiles)
{
  acre_test::for_blocks_around_tiles(compare_reductions<TypeParam, double>);
}

TYPED_TEST(distributed_spaces_reductions, random_blocks)
{
  acre_test::for_random_blocks(compare_reductions<TypeParam, double>);
}

TYPED_TEST(distributed_spaces_reductions, levels_that_no_process_holds_alone)
{
  std::mt19937_64 dice(6);
  for (int k = 0; k < 4; ++k) {
    auto const n = static_cast<std::int64_t>(dice() % 120000);
    auto const whole = draw_row<double>(n, dice());
    auto const expected = bits_of(sum(whole).item());
    auto const cut = random_cuts(dice, n, 1 + static_cast<int>(dice() % 5), 4096);
    virtual_processes(static_cast<int>(cut.size()) - 1, [&](processes const& every) {
      dist::array<double, 1, TypeParam> x(every, blocks(shape(n), cuts(0, cut)));
      put(x, whole);
      acre::detail::sum_reducer<double> const reducer;
      for (std::int64_t const most : {1, 4, 100})
        ASSERT_EQ(
            bits_of(dist::detail::reduce_slabs("sum", dist::detail::as_term(x), reducer, most)),
            n == 0 ? bits_of(0.0) : expected);
    });
  }
}

}  // namespace
