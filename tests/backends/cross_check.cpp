// The cross-check itself: that it finds what differs between spaces, and says so in words.

#include <acre/elementwise/elementary.hpp>
#include <acre/elementwise/functions.hpp>
#include <acre/index/put.hpp>
#include <acre/index/take.hpp>
#include <acre/reduce/extrema.hpp>
#include <acre/reduce/sum.hpp>
#include <acre/testing/cross_check.hpp>
#include <acre/testing/matchers.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/spaces.hpp>

#include <limits>
#include <sstream>

using acre::cross_check, acre::cross_check_on, acre::each_space, acre::shape;
using acre::testing::SameBits, acre::testing::WithinUlp;
using acre_test::noise, acre_test::place;
using ::testing::HasSubstr, ::testing::Not;

namespace {

double const nan = std::numeric_limits<double>::quiet_NaN();

std::string text(acre::cross_report const& report)
{
  std::ostringstream out;
  out << report;
  return out.str();
}

/// The reference against a second instance of the space: f tells them apart by a counter.
template <class Space>
class cross : public ::testing::Test {
 protected:
  Space space;
  std::string name = std::string("serial and ") + acre::name_of(space);

  auto matrix() const { return place(space, std::vector<double>{1.5, 2, 3, 4, 5, 6}, shape(2, 3)); }
  template <class F, class... Input>
  auto check(F const& f, Input const&... inputs) const
  {
    return cross_check_on(std::tuple(acre::serial(), space), f, inputs...);
  }
};
TYPED_TEST_SUITE(cross, acre_test::spaces, acre_test::space_names);

TYPED_TEST(cross, agrees_where_the_library_does)
{
  auto const x = place(this->space, noise<float>(100003));
  auto const f = [](auto const& a, float factor) {
    return std::tuple(sum(a), exp(a) * factor, argmax(a).item());
  };
  auto const report = cross_check(f, x, 0.5f);
  EXPECT_TRUE(report) << report;
  auto const one = this->check(f, x, 2.0f);
  EXPECT_EQ(text(one), this->name + ": result 0: same bits: 1 element, float32 ()\n" + this->name +
                           ": result 1: same bits: 100003 elements, float32 (100003,)\n" +
                           this->name + ": result 2: same bits: 1 element, int64 ()\n");
  // the callable's copies are its own
  EXPECT_TRUE(cross_check([](auto& a) { return a += 1; }, x));
  EXPECT_THAT(x, SameBits(noise<float>(100003)));
  EXPECT_TRUE(
      cross_check([](auto const& space) { return acre::arange<int>(space, 10); }, each_space));
}

TYPED_TEST(cross, finds_what_differs)
{
  int run = 0;
  auto const off = [&](auto a) {
    if (run++ % 2 == 1) {
      a(0, 2) = std::nextafter(3.0, 4.0);
      a(1, 0) = 4.000000000000002;
      a(1, 1) = -0.0;
    } else {
      a(1, 1) = 0.0;
    }
    return a;
  };
  auto const report = this->check(off, this->matrix());
  EXPECT_FALSE(report);
  ASSERT_EQ(report.results.size(), 1u);
  auto const& r = report.results[0];
  EXPECT_EQ(r.space, acre::name_of(this->space));
  EXPECT_EQ(r.found.elements.different, 3);
  EXPECT_EQ(r.first_index(), (std::vector<std::int64_t>{0, 2}));
  EXPECT_EQ(r.found.first_a, "3");
  EXPECT_EQ(r.found.first_b, "3.0000000000000004");
  EXPECT_EQ(r.found.elements.max_distance, 2u);
  EXPECT_EQ(r.found.elements.zero_sign, 1);
  EXPECT_EQ(text(report),
            this->name +
                ": different: 3 of 6 elements, float64 (2,3)\n"
                "  first at index (0, 2): 3 and 3.0000000000000004 (1 ulp)\n"
                "  largest distance at index (1, 0): 4 and 4.000000000000002 (2 ulp)\n"
                "  zeros of different sign: 1\n");

  auto const lost = [&](auto a) {
    a(1, 2) = run++ % 2 == 1 ? nan : 1.0;
    return a;
  };
  EXPECT_EQ(text(this->check(lost, this->matrix())),
            this->name +
                ": different: 1 of 6 elements, float64 (2,3)\n"
                "  first at index (1, 2): 1 and nan (0x7ff8000000000000) (a NaN and a number)\n"
                "  NaN on one side only: 1\n");
}

TYPED_TEST(cross, takes_a_nan_for_a_nan)
{
  int run = 0;
  auto const f = [&](auto a) {
    a(0, 0) = run++ % 2 == 1 ? nan : -nan;
    return a;
  };
  auto const report = this->check(f, this->matrix());
  EXPECT_TRUE(report);
  EXPECT_EQ(report.results[0].found.elements.nan_bits, 1);
  EXPECT_EQ(text(report),
            this->name + ": same bits: 6 elements, float64 (2,3)\n  NaNs of different bits: 1\n");
  // which processors make differently
  EXPECT_TRUE(cross_check([](auto const& a) { return (a - a) / (a - a); }, this->matrix()));
}

TYPED_TEST(cross, compares_errors)
{
  auto const i = place(this->space, std::vector<int>{0, 7, -9});
  auto const bad = [](auto const& a, auto const& index) { return take(a, index); };
  auto const same = this->check(bad, this->matrix(), i);
  EXPECT_TRUE(same) << same;
  EXPECT_THAT(
      text(same),
      HasSubstr(
          ": same error: acre::index_error: index 7 is out of bounds for axis 0 with size 6"));
  EXPECT_TRUE(cross_check(bad, this->matrix(), i));
  // queued work that fails after the callable returned
  EXPECT_TRUE(
      this->check([](auto const& a, auto const& index) { put(a.reshape(shape(-1)), index, 1.0); },
                  this->matrix(), i));

  int run = 0;
  auto const report = this->check(
      [&](auto const& a) {
        if (run++ % 2 == 1) throw std::runtime_error("no");
        return a;
      },
      this->matrix());
  EXPECT_FALSE(report);
  EXPECT_EQ(text(report), this->name + ": different errors\n  serial: no error\n  " +
                              acre::name_of(this->space) + ": std::runtime_error: no\n");
  auto const texts = this->check(
      [&](auto const&) { throw acre::value_error(run++ % 2 == 0 ? "a" : "b"); }, this->matrix());
  EXPECT_FALSE(texts);
  EXPECT_EQ(texts.errors[1].type, "acre::value_error");
  EXPECT_NO_THROW(this->space.fence()) << "the space works on";
}

TYPED_TEST(cross, compares_dtypes_and_shapes)
{
  int run = 0;
  auto const report = this->check(
      [&](auto const& a) { return a(acre::slice(run++ % 2, acre::none)); }, this->matrix());
  EXPECT_FALSE(report);
  EXPECT_EQ(text(report), this->name + ": different shape (2,3) and (1,3)\n");
}

TYPED_TEST(cross, matchers_say_what_differs)
{
  auto const a = this->matrix();
  EXPECT_THAT(a, SameBits(a * 1.0));
  EXPECT_THAT(a, SameBits(copy_to(acre::serial(), a)));
  EXPECT_THAT(a(0, 0), SameBits(1.5));
  EXPECT_THAT(a > 2, SameBits(std::vector<bool>{false, false, true, true, true, true}));
  EXPECT_THAT(a, Not(SameBits(a + 1)));
  EXPECT_THAT(a, Not(SameBits(a.transpose())));
  EXPECT_THAT(a, Not(SameBits(acre::cast<float>(a))));
  EXPECT_THAT(a, WithinUlp(0, a));
  auto const near = acre::evaluate(a * (1 + std::numeric_limits<double>::epsilon()));
  EXPECT_THAT(near, WithinUlp(2, a));
  EXPECT_THAT(near, Not(SameBits(a)));

  ::testing::StringMatchResultListener listener;
  auto const matcher = SameBits(std::vector<double>{1.5, 2, 3, 4, -5, 6});
  EXPECT_FALSE(matcher.impl().MatchAndExplain(a, &listener));
  EXPECT_EQ(listener.str(),
            "which is different: 1 of 6 elements, float64 (2,3)\n"
            "  first at index (1, 1): 5 and -5 (9234631035923202048 ulp)\n");
  std::ostringstream description;
  WithinUlp(3, a).impl().DescribeTo(&description);
  EXPECT_EQ(description.str(), "is within 3 ulp of float64 (2,3)");
}

}  // namespace
