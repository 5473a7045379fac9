#include "spaces.hpp"

// Extremes, where they are, and what asks for elements that are not zero.
namespace {

using namespace acre;
namespace dist = acre::distributed;
using acre_test::bits_of;
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
  acre_test::for_blocks_around_tiles(compare_extremes<TypeParam, double>);
}

TYPED_TEST(distributed_spaces_extremes, random_blocks)
{
  acre_test::for_random_blocks(compare_extremes<TypeParam, double>);
}

}  // namespace
