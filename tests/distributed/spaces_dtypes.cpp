#include "spaces.hpp"

// Whole reductions of other dtypes.
namespace {

using namespace acre;
namespace dist = acre::distributed;
using acre_test::bits_of;
using acre_test::draw_row;
using acre_test::of_host;
using acre_test::put;
using acre_test::random_cuts;
using dist::blocks;
using dist::cuts;
using dist::processes;
using dist::virtual_processes;

template <class Space>
class distributed_spaces_dtypes : public testing::Test {};
TYPED_TEST_SUITE(distributed_spaces_dtypes, acre_test::own_kernel_spaces, acre_test::space_names);

template <class Space, class T>
void compare_some(std::uint64_t seed)
{
  std::mt19937_64 dice(seed);
  for (int k = 0; k < 4; ++k) {
    auto const n = static_cast<std::int64_t>(1 + dice() % 20000);
    auto const cut = random_cuts(dice, n, 1 + static_cast<int>(dice() % 6), 4096);
    auto const whole = draw_row<T>(n, dice());
    std::vector<std::string> const expected{bits_of(sum(whole).item()), bits_of(var(whole).item()),
                                            bits_of(max(whole).item()),
                                            bits_of(argmin(whole).item())};
    virtual_processes(static_cast<int>(cut.size()) - 1, [&](processes const& every) {
      dist::array<T, 1, Space> x(every, blocks(shape(n), cuts(0, cut)));
      put(x, whole);
      std::vector<std::string> const got{bits_of(sum(x)), bits_of(var(x)), bits_of(max(x)),
                                         bits_of(argmin(x))};
      ASSERT_EQ(got, expected) << n << " elements, process " << every.rank() << " of "
                               << every.size();
    });
    if (testing::Test::HasFatalFailure()) return;
  }
}

TYPED_TEST(distributed_spaces_dtypes, float32) { compare_some<TypeParam, float>(4); }
TYPED_TEST(distributed_spaces_dtypes, int32) { compare_some<TypeParam, std::int32_t>(5); }

TYPED_TEST(distributed_spaces_dtypes, reductions_of_halves_and_complex_numbers)
{
  std::mt19937_64 dice(3);
  for (std::int64_t const n : {70, 4097, 9000}) {
    auto const drawn = draw_row<double>(n, dice());
    of_host<float16, 1> const halves(cast<float16>(drawn * 1e-3));
    of_host<complex<float>, 1> const numbers(cast<float>(drawn) * complex<float>(1, 2));
    auto const cut = random_cuts(dice, n, 3, 4096);
    virtual_processes(3, [&](processes const& every) {
      dist::array<float16, 1, TypeParam> h(every, blocks(shape(n), cuts(0, cut)));
      put(h, halves);
      EXPECT_EQ(bits_of(sum(h)), bits_of(sum(halves).item()));
      EXPECT_EQ(bits_of(var(h)), bits_of(var(halves).item()));
      EXPECT_EQ(bits_of(max(h)), bits_of(max(halves).item()));
      EXPECT_EQ(argmin(h), argmin(halves).item());
      dist::array<complex<float>, 1, TypeParam> z(every, blocks(shape(n), cuts(0, cut)));
      put(z, numbers);
      EXPECT_EQ(bits_of(sum(z)), bits_of(sum(numbers).item()));
      EXPECT_EQ(bits_of(mean(z)), bits_of(mean(numbers).item()));
    });
  }
}

}  // namespace
