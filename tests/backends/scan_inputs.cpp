// Inputs of scans: dtypes, expressions, targets of assignment.

#include <acre/elementwise/elementary.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre/index/advanced.hpp>
#include <acre/reduce/scan.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/scan_model.hpp>
#include <acre_test/spaces.hpp>

using acre::ALL, acre::shape;
using acre_test::add, acre_test::equals, acre_test::noise, acre_test::place, acre_test::scanned;

namespace {

template <class T>
using values = std::vector<T>;

template <class Space>
class scan_inputs : public ::testing::Test {};
TYPED_TEST_SUITE(scan_inputs, acre_test::spaces, acre_test::space_names);

TYPED_TEST(scan_inputs, dtypes_are_those_of_sums)
{
  for (auto const& space : acre_test::instances<TypeParam>()) {
    auto const b = acre::evaluate(place(space, noise<std::int32_t>(10000)) > 0);
    values<std::int64_t> counts;
    for (std::int64_t count = 0; auto const f : acre::to_vector(b)) counts.push_back(count += f);
    EXPECT_TRUE(equals(cumsum(b), counts));
    static_assert(std::is_same_v<typename decltype(cumsum(b))::value_type, std::int64_t>);
    auto const z = place(space, noise<acre::complex<float>>(3000));
    EXPECT_TRUE(equals(cumsum(z), scanned(acre::to_vector(z), add{})));
    auto const i = place(space, values<std::int8_t>{100, 100, 100, -7});
    EXPECT_TRUE(equals<std::int64_t>(cumsum(i), {100, 200, 300, 293}));
    EXPECT_TRUE(equals<std::int8_t>(cumsum<std::int8_t>(i), {100, -56, 44, 37}));
    EXPECT_TRUE(equals<std::uint64_t>(cumprod(place(space, values<std::uint8_t>{3, 200, 2})),
                                      {3, 600, 1200}));
  }
}

TYPED_TEST(scan_inputs, may_be_assigned_to_what_they_read)
{
  auto const v = noise<float>(30000);
  for (auto const& space : acre_test::instances<TypeParam>()) {
    auto x = place(space, v);
    x(ALL) = cumsum(x);
    EXPECT_TRUE(equals(x, scanned(v, add{})));
    auto y = place(space, v);
    y = cumsum(2.0f * y - 1.0f);
    values<float> mapped;
    for (float const e : v) mapped.push_back(2.0f * e - 1.0f);
    EXPECT_TRUE(equals(y, scanned(mapped, add{})));
    // looked up, long operations, and operands that stand still
    auto const i = place(space, noise<std::int32_t>(30000));
    auto const e = exp(place(space, v)(i, acre::index_mode::wrap) * 0.01f) *
                   broadcast_to(place(space, values<float>{3}), shape(30000));
    EXPECT_TRUE(equals(cumsum(e), scanned(acre::to_vector(e), add{})));
  }
}

}  // namespace
