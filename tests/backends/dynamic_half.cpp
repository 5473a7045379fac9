// float16 and bfloat16 at run time, with the bits of expressions.

#include <acre/dynamic/creation.hpp>
#include <acre/dynamic/elementwise.hpp>
#include <acre/dynamic/index.hpp>
#include <acre/dynamic/order.hpp>
#include <acre/dynamic/random.hpp>
#include <acre/dynamic/reduce.hpp>
#include <acre/dynamic/scan.hpp>
#include <acre/dynamic/statistics.hpp>
#include <acre/elementwise/exponential.hpp>
#include <acre/random/generator.hpp>
#include <acre/reduce/products.hpp>
#include <acre/reduce/scan.hpp>
#include <acre/reduce/sum.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/error_of.hpp>
#include <acre_test/spaces.hpp>

namespace {

namespace dynamic = acre::dynamic;
using acre::dtype, acre::float16, acre::bfloat16;

template <class Space>
class dynamic_halves : public ::testing::Test {};
TYPED_TEST_SUITE(dynamic_halves, acre_test::spaces, acre_test::space_names);

template <class H, class Space>
void as_expressions()
{
  dtype const own = acre::dtype_traits<H>::code;
  auto const noise = acre_test::place(Space(), acre_test::noise<double>(600), acre::shape(20, 30));
  acre::array<H, 2, Space> const x = acre::cast<H>(noise * 5.0), y = acre::cast<H>(noise + 0.5);
  acre::dynamic_array const a = x, b = y;
  EXPECT_EQ(a.dtype(), own);
  auto const same = [&](acre::dynamic_array const& got, auto const& wanted) {
    using T = typename std::remove_cvref_t<decltype(wanted)>::value_type;
    ASSERT_EQ(got.dtype(), acre::dtype_of<T>);
    EXPECT_EQ(dynamic::to_host(got), dynamic::to_host(acre::dynamic_array(evaluate(wanted))));
  };
  same(dynamic::astype(acre::dynamic_array(noise), own), acre::cast<H>(noise));
  same(dynamic::astype(a, dtype::int8), acre::cast<std::int8_t>(x));
  same(dynamic::astype(a, dtype::float32), acre::cast<float>(x));
  same(dynamic::binary("add", a, b), x + y);
  same(dynamic::binary("multiply", a, 0.1), x * 0.1);
  same(dynamic::binary("true_divide", a, b), x / y);
  same(dynamic::binary("less", a, b), x < y);
  same(dynamic::binary("add", a, dynamic::astype(b, dtype::int8)), x + acre::cast<std::int8_t>(y));
  same(dynamic::binary("add", a, dynamic::astype(b, dtype::int16)),
       x + acre::cast<std::int16_t>(y));
  same(dynamic::unary("exp", a), exp(x));
  same(dynamic::unary("negative", a), -x);
  same(dynamic::where(dynamic::binary("less", a, b), a, b), where(x < y, x, y));
  same(dynamic::reduce("sum", a, {.axes = std::vector{1}}), sum(x, 1));
  same(dynamic::reduce("mean", a), mean(x));
  same(dynamic::scan("cumsum", a, {.axis = 1}), cumsum(x, 1));
  same(dynamic::sort(a),
       acre::cast<H>(acre::cast<H>(
           dynamic::sort(dynamic::astype(a, dtype::float32)).template as<float, 2, Space>())));
  same(dynamic::full(Space(), own, std::array<std::int64_t, 1>{3}, 0.1),
       acre::full(Space(), acre::shape(3), H(0.1)));
  same(dynamic::dot(dynamic::getitem(a, std::array<dynamic::index_term, 1>{0}),
                    dynamic::getitem(b, std::array<dynamic::index_term, 1>{0})),
       dot(x(0), y(0)));
  same(dynamic::vecdot(a, b), vecdot(x, y));
  std::array<std::int64_t, 2> const drawn{20, 301};
  acre::generator g(3), h(3);
  same(dynamic::uniform(g, Space(), own, drawn), h.uniform<H>(Space(), drawn));
  same(dynamic::uniform(g, Space(), own, drawn, -1, 2), h.uniform<H>(Space(), drawn, -1, 2));
  same(dynamic::normal(g, Space(), own, drawn, 1, 0.5), h.normal<H>(Space(), drawn, 1, 0.5f));
  same(dynamic::exponential(g, Space(), own, drawn), h.exponential<H>(Space(), drawn));
  EXPECT_EQ(dynamic::argsort(a).dtype(), dtype::int64);
  EXPECT_EQ(acre::dtype_named(acre::name(own)), own);
  EXPECT_EQ(acre::item_size(own), 2);
  EXPECT_EQ(dynamic::binary_dtype("add", own, dtype::int8), own);
  EXPECT_EQ(dynamic::binary_dtype("arctan2", own, dtype::int8), own);
  EXPECT_EQ(dynamic::unary_dtype("isnan", own), dtype::boolean);
  EXPECT_EQ(dynamic::reduction_dtype("argmax", own), dtype::int64);
  EXPECT_EQ(dynamic::reduction_dtype("sum", own), own);
  EXPECT_EQ(acre_test::error_of<acre::dtype_error>([&] { dynamic::unary("spacing", a); }),
            std::string("spacing does not take ") + acre::name(own) + ": astype(…, float32) first");
  EXPECT_THROW(dynamic::binary("bitwise_and", a, b), acre::dtype_error);
}
TYPED_TEST(dynamic_halves, have_the_bits_of_expressions)
{
  as_expressions<float16, TypeParam>();
  as_expressions<bfloat16, TypeParam>();
}

}  // namespace
