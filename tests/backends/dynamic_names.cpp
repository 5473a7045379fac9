// Names and places of dynamic arrays, and of typed ones that share their memory.
#include <acre/array/copy.hpp>
#include <acre/dynamic/creation.hpp>
#include <acre/dynamic/elementwise.hpp>
#include <acre/dynamic/index.hpp>
#include <acre/dynamic/shape.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/dynamic_values.hpp>
#include <acre_test/spaces.hpp>

#include <vector>

namespace {

using acre::ALL, acre::dynamic_array, acre::shape, acre::slice;
using acre_test::equals;
namespace dynamic = acre::dynamic;

template <class Space>
struct dynamic_names : testing::Test {
  Space space;
  using vector = acre::array<double, 1, Space>;
  vector of(std::vector<double> const& v) const { return acre::from_host(space, v); }
  static vector typed(dynamic_array const& a) { return a.as<double, 1, Space>(); }
};
TYPED_TEST_SUITE(dynamic_names, acre_test::spaces, acre_test::space_names);

TYPED_TEST(dynamic_names, an_earlier_state_keeps_its_values)
{
  dynamic_array u = this->of({1, 2, 3});
  for (int k = 0; k < 3; ++k) {
    dynamic_array const u_old = u;
    u = dynamic::binary("add", u_old, u_old);
    EXPECT_TRUE(equals(acre::evaluate(this->typed(u) - this->typed(u_old)),
                       acre::to_vector(this->typed(u_old))));
  }
  EXPECT_TRUE(equals(this->typed(u), std::vector<double>{8, 16, 24}));
}

TYPED_TEST(dynamic_names, typed_and_dynamic_arrays_are_names_of_one_memory)
{
  auto a = this->of({1, 2, 3});
  dynamic_array const kept = a;
  a = a + 1;
  EXPECT_TRUE(equals(this->typed(kept), std::vector<double>{1, 2, 3}));
  auto b = this->typed(kept);
  b = b * 10.0;
  EXPECT_TRUE(equals(b, std::vector<double>{10, 20, 30}));
  EXPECT_TRUE(equals(this->typed(kept), std::vector<double>{1, 2, 3}));
  b(ALL) = 0;
  dynamic::assign(kept, dynamic_array(b));  // writes elements
  EXPECT_TRUE(equals(this->typed(kept), std::vector<double>{0, 0, 0}));
  // one that is alone writes its memory again
  auto c = this->typed(dynamic_array(this->of({1, 2, 3})));
  auto const* const was = c.data();
  c = c + 1;
  EXPECT_EQ(c.data(), was);
}

TYPED_TEST(dynamic_names, a_slice_is_a_place)
{
  auto v = this->of({1, 2, 3, 4});
  dynamic_array const d = v;
  auto inner = this->typed(d.view(1, std::array{std::int64_t{2}}, std::array{std::int64_t{1}}));
  inner = inner * 10.0;
  EXPECT_TRUE(equals(v, std::vector<double>{1, 20, 30, 4}));
  auto turned = this->typed(dynamic::flip(d));
  turned = turned + 1;
  EXPECT_TRUE(equals(v, std::vector<double>{2, 21, 31, 5}));
  dynamic_array const wrapped(this->space, acre::dtype::float64, nullptr, v.data(), d.shape(),
                              d.strides());
  auto seen = this->typed(wrapped), again = seen;
  seen = again * 2.0;
  EXPECT_TRUE(equals(v, std::vector<double>{4, 42, 62, 10}));
}

TYPED_TEST(dynamic_names, an_address_is_that_of_elements_without_gaps)
{
  dynamic_array const d = acre::zeros(this->space, shape(2, 3));
  dynamic_array const column = d.view(1, std::array{std::int64_t{2}}, std::array{std::int64_t{3}});
  EXPECT_EQ(acre_test::error_of<acre::value_error>([&] { column.data(); }),
            "data(): the elements of this array of shape (2,) with strides (3,) do not lie side by "
            "side in memory: contiguous(a) is an array whose elements do, and a.ref() has the "
            "address with the strides");
  EXPECT_EQ(column.first(), static_cast<double*>(d.data()) + 1);
  EXPECT_NE(dynamic::contiguous(column).data(), nullptr);
}

}  // namespace
