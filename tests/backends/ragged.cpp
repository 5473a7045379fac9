// Lists of different lengths: made, printed, computed with.
#include <acre/device/launch.hpp>
#include <acre/elementwise/elementary.hpp>
#include <acre/ragged/print.hpp>
#include <acre/ragged/ragged.hpp>
#include <acre/ragged/rearrange.hpp>
#include <acre/ragged/reduce.hpp>
#include <acre/reduce/sum.hpp>
#include <acre_test/some_lists.hpp>

#include <cmath>
#include <limits>

namespace {

using acre::from_lists, acre::none, acre::slice;
using acre_test::equals, acre_test::rows;

/// A function of a list that runs on the device.
template <class T>
KOKKOS_FUNCTION T weighted(acre::list_ref<T const> x)
{
  T total = 0;
  for (std::int64_t j = 0; j < x.size(); ++j) total += static_cast<T>(j + 1) * x(j);
  return total;
}
template <class T, class Index>
struct weigh {
  acre::ragged_ref<T const, Index> x;
  acre::array_ref<T, 1> out;
  KOKKOS_FUNCTION void operator()(std::int64_t k) const { out(k) = weighted<T>(x(k)); }
};
/// Lists of lists, whose inner ones are turned round where they lie.
struct reverse {
  acre::ragged_ref<acre::ragged_ref<double>> x;
  KOKKOS_FUNCTION void operator()(std::int64_t k) const
  {
    for (std::int64_t l = 0; l < x(k).size(); ++l) {
      acre::list_ref<double> const list = x(k, l);
      for (std::int64_t j = 0; 2 * j + 1 < list.size(); ++j) {
        double const before = x(k, l, j);
        list(j) = list(list.size() - 1 - j);
        x(k, l, list.size() - 1 - j) = before;
      }
    }
  }
};

template <class Space>
class ragged : public acre_test::some_lists<Space> {};
TYPED_TEST_SUITE(ragged, acre_test::spaces, acre_test::space_names);

TYPED_TEST(ragged, takes_offsets_and_content_as_they_are)
{
  auto const content = this->template row<float>({9, 8, 7, 6, 5, 4});
  auto const offsets = this->template row<std::int32_t>({1, 3, 3, 5});
  acre::ragged const x(offsets, content);
  EXPECT_EQ(x.size(), 3);
  EXPECT_EQ(x.element_count(), 4);
  EXPECT_EQ(x.content().data(), content.data());
  EXPECT_EQ(x.offsets().data(), offsets.data());
  EXPECT_TRUE(equals<std::int64_t>(acre::count<1>(x), {2, 0, 2}));
  EXPECT_EQ(to_vector(x), (rows<float>{{8, 7}, {}, {6, 5}}));
  EXPECT_EQ(acre::flatten(x).data(), content.data() + 1);
  EXPECT_TRUE(equals<float>(x(0), {8, 7}));
  EXPECT_TRUE(equals<float>(x(-1), {6, 5}));
  EXPECT_TRUE(equals<float>(acre::sum(x, 1), {15, 0, 11}));
  EXPECT_EQ(to_vector(acre::copy_to(acre::serial(), x + 1)), (rows<float>{{9, 8}, {}, {7, 6}}));
  content(slice(1, 2)) = 0.0f;  // it is the same memory
  EXPECT_TRUE(equals<float>(x(0), {0, 7}));
}

TYPED_TEST(ragged, is_what_a_kernel_captures)
{
  auto const check = [&](auto const& x, std::vector<std::int64_t> const& wanted) {
    using T = typename std::remove_cvref_t<decltype(x)>::value_type;
    using Index = typename std::remove_cvref_t<decltype(x)>::index_type;
    auto const out = acre::zeros<T>(this->space, acre::shape(x.size()));
    launch(this->space, x.size(), weigh<T, Index>{x.ref(), out.ref()});
    EXPECT_EQ(to_vector(acre::cast<std::int64_t>(out)), wanted);
  };
  check(this->x, {14, 0, 4, 17});
  check(this->x(slice(1, none)), {0, 4, 17});
  check(acre::ragged(this->x(slice(1, none)) * 2.0), {0, 8, 34});
  check(this->x(slice(0, 0)), {});
  // offsets of int32 that begin behind the content's first element, content of stride 2
  auto const content = this->template row<float>({0, 9, 0, 8, 0, 7, 0, 6});
  check(acre::ragged(this->template row<std::int32_t>({1, 3, 3}), content(slice(1, none, 2))),
        {22, 0});

  auto const deep = from_lists<double>(
      this->space, std::vector<rows<double>>{{{1, 2, 3}, {}}, {}, {{4}, {5, 6}, {7, 8, 9, 10}}});
  launch(this->space, deep.size(), reverse{deep.ref()});
  EXPECT_EQ(to_vector(deep),
            (std::vector<rows<double>>{{{3, 2, 1}, {}}, {}, {{4}, {6, 5}, {10, 9, 8, 7}}}));
}

TYPED_TEST(ragged, prints_as_awkward)
{
  auto const text = [&](auto const& lists) { return to_string(lists); };
  EXPECT_EQ(text(from_lists<double>(this->space, {{1.1, 2.2, 3.3}, {}, {4.4, 5.5}})),
            "[[1.1, 2.2, 3.3], [], [4.4, 5.5]]");
  EXPECT_EQ(text(from_lists<int>(this->space, {})), "[]");
  EXPECT_EQ(text(acre::ragged<int, TypeParam>()), "[]");
  EXPECT_EQ(text(from_lists<int>(this->space, {{}})), "[[]]");
  EXPECT_EQ(text(from_lists<bool>(this->space, {{true, false}, {}})), "[[True, False], []]");
  EXPECT_EQ(text(from_lists<double>(
                this->space, {{1e-10, 1e20, std::nan(""), INFINITY, -0.0, 1e5, 123456, 1, 1000}})),
            "[[1e-10, 1e+20, nan, inf, -0, 1e+05, 1.23e+05, 1, 1e+03]]");
  auto counts = acre::full<int>(this->space, acre::shape(31), 3);
  counts(slice(-1, none)) = 10;
  auto const many = acre::unflatten(
      acre::array<double, 1, TypeParam>(acre::arange<double>(this->space, 100) * 1.234567), counts);
  EXPECT_EQ(text(many),
            "[[0, 1.23, 2.47], ..., [111, 112, 114, 115, 116, 117, 119, 120, 121, 122]]");
  auto const wide = acre::unflatten(
      acre::array<double, 1, TypeParam>(acre::arange<double>(this->space, 100) * 1234.567),
      this->template row<int>({50, 50}));
  EXPECT_EQ(text(wide),
            "[[0, 1.23e+03, 2.47e+03, 3.7e+03, ..., 5.8e+04, 5.93e+04, 6.05e+04], [...]]");
  auto const one =
      acre::unflatten(acre::arange<int>(this->space, 5000), this->template row<int>({5000}));
  EXPECT_EQ(text(one),
            "[[0, 1, 2, 3, 4, 5, 6, 7, ..., 4992, 4993, 4994, 4995, 4996, 4997, 4998, 4999]]");
}

TYPED_TEST(ragged, broadcasts_scalars_and_one_value_for_each_list)
{
  auto const f = this->template row<double>({10, 20, 30, 40});
  EXPECT_EQ(to_vector(this->x * 2 + 1), (rows<double>{{3, 5, 7}, {}, {9}, {11, 13}}));
  EXPECT_EQ(to_vector(this->x - f), (rows<double>{{-9, -8, -7}, {}, {-26}, {-35, -34}}));
  EXPECT_EQ(to_vector((f + 1) - this->x * this->x), (rows<double>{{10, 7, 2}, {}, {15}, {16, 5}}));
  EXPECT_EQ(to_vector(where(this->x > 2, this->x, -f)),
            (rows<double>{{-10, -10, 3}, {}, {4}, {5, 6}}));
  EXPECT_EQ(to_vector(sqrt(-square(-this->x) + this->x * this->x)),
            (rows<double>{{0, 0, 0}, {}, {0}, {0, 0}}));
  EXPECT_EQ(to_vector(this->x + this->template row<double>({1})),
            (rows<double>{{2, 3, 4}, {}, {5}, {6, 7}}));
  EXPECT_EQ(to_vector(this->x + acre::sum(this->x)),
            (rows<double>{{22, 23, 24}, {}, {25}, {26, 27}}));
  // lists that were made apart, with offsets of other dtypes that begin elsewhere
  acre::ragged const y(this->template row<std::int32_t>({2, 5, 5, 6, 8}),
                       this->template row<int>({0, 0, 1, 2, 3, 4, 5, 6}));
  auto const both = this->x + y;
  static_assert(acre_test::has_dtype<double, decltype(both)>);
  EXPECT_EQ(to_vector(both), (rows<double>{{2, 4, 6}, {}, {8}, {10, 12}}));
  EXPECT_EQ(to_vector(y == y), (rows<unsigned char>{{1, 1, 1}, {}, {1}, {1, 1}}));
  EXPECT_EQ(to_vector(acre::cast<int>(this->x / 2)), (rows<int>{{0, 1, 1}, {}, {2}, {2, 3}}));
}

}  // namespace
