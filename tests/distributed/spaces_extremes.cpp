#include "spaces.hpp"

// Extremes, where they are, and what asks for elements that are not zero.
namespace {

using namespace acre;
namespace dist = acre::distributed;
using acre_test::bits_of;
using acre_test::cuts_at_tiles;
using acre_test::draw_row;
using acre_test::put;
using dist::blocks;
using dist::cuts;
using dist::processes;
using dist::virtual_processes;

template <class Space>
class distributed_spaces_extremes : public testing::Test {};
TYPED_TEST_SUITE(distributed_spaces_extremes, acre_test::own_kernel_spaces, acre_test::space_names);

template <class Space, class T>
void compare_extremes(std::int64_t n, std::vector<std::int64_t> const& cut, std::uint64_t seed)
{
  auto const whole = draw_row<T>(n, seed);
  std::vector<std::string> expected{bits_of(any(whole).item()), bits_of(all(whole).item()),
                                    bits_of(count_nonzero(whole).item())};
  if (n > 0) {
    expected.push_back(bits_of(max(whole).item()));
    expected.push_back(bits_of(min(whole).item()));
    expected.push_back(bits_of(argmax(whole).item()));
    expected.push_back(bits_of(argmin(whole).item()));
  }
  virtual_processes(
      static_cast<int>(cut.size()) - 1,
      [&](processes const& every) {
        dist::array<T, 1, Space> x(every, blocks(shape(n), cuts(0, cut)));
        put(x, whole);
        std::vector<std::string> got{bits_of(any(x)), bits_of(all(x)), bits_of(count_nonzero(x))};
        if (n > 0) {
          got.push_back(bits_of(max(x)));
          got.push_back(bits_of(min(x)));
          got.push_back(bits_of(argmax(x)));
          got.push_back(bits_of(argmin(x)));
        }
        ASSERT_EQ(got, expected) << n << " elements, process " << every.rank() << " of "
                                 << every.size();
      },
      seed);
}

TYPED_TEST(distributed_spaces_extremes, blocks_around_the_edges_of_tiles)
{
  std::mt19937_64 dice(1);
  for (std::int64_t const n : {0, 1, 63, 64, 65, 4095, 4096, 4097, 8193, 12300})
    for (int const count : {1, 2, 3, 7}) {
      auto const where = dist::detail::layout(blocks(shape(n)).wanted(), count);
      compare_extremes<TypeParam, double>(n, where.axis(0).cuts, 7);
    }
}

TYPED_TEST(distributed_spaces_extremes, random_blocks)
{
  std::mt19937_64 dice(2);
  for (int k = 0; k < 6; ++k) {
    auto const n = static_cast<std::int64_t>(dice() % 20000);
    int const count = 1 + static_cast<int>(dice() % 6);
    compare_extremes<TypeParam, double>(n, cuts_at_tiles(dice, n, count), dice());
    if (testing::Test::HasFatalFailure()) return;
  }
}

}  // namespace
