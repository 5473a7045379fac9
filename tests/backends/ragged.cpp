// Lists of different lengths: made, printed, computed with, reduced.
#include <acre/elementwise/elementary.hpp>
#include <acre/ragged/combinations.hpp>
#include <acre/ragged/print.hpp>
#include <acre/ragged/ragged.hpp>
#include <acre/ragged/rearrange.hpp>
#include <acre/ragged/reduce.hpp>
#include <acre/ragged/select.hpp>
#include <acre/ragged/sort.hpp>

#include <acre_test/on_space.hpp>

#include <cmath>
#include <limits>

namespace {

using acre::ALL, acre::fill, acre::from_lists, acre::none, acre::slice;
using acre_test::equals, acre_test::error_of;

template <class T>
using rows = std::vector<std::vector<T>>;

template <class Space>
class ragged : public acre_test::on_space<Space> {
 protected:
  acre::ragged<double, Space> x = from_lists<double>(this->space, {{1, 2, 3}, {}, {4}, {5, 6}});
};
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
  EXPECT_TRUE(equals<std::int64_t>(x.counts(), {2, 0, 2}));
  EXPECT_EQ(to_vector(x), (rows<float>{{8, 7}, {}, {6, 5}}));
  EXPECT_EQ(acre::flatten(x).data(), content.data() + 1);
  EXPECT_TRUE(equals<float>(x(0), {8, 7}));
  EXPECT_TRUE(equals<float>(x(-1), {6, 5}));
  EXPECT_TRUE(equals<float>(acre::sum(x, 1), {15, 0, 11}));
  EXPECT_EQ(to_vector(acre::copy_to(acre::serial(), x + 1)), (rows<float>{{9, 8}, {}, {7, 6}}));
  content(slice(1, 2)) = 0.0f;  // it is the same memory
  EXPECT_TRUE(equals<float>(x(0), {0, 7}));
}

TYPED_TEST(ragged, prints_as_awkward)
{
  auto const text = [&](auto const& lists) { return to_string(lists); };
  EXPECT_EQ(text(from_lists<double>(this->space, {{1.1, 2.2, 3.3}, {}, {4.4, 5.5}})),
            "[[1.1, 2.2, 3.3], [], [4.4, 5.5]]");
  EXPECT_EQ(text(from_lists<int>(this->space, {})), "[]");
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

TYPED_TEST(ragged, reduces_each_list)
{
  auto const& x = this->x;
  EXPECT_TRUE(equals<double>(sum(x, 1), {6, 0, 4, 11}));
  EXPECT_TRUE(equals<double>(sum(x * x, -1), {14, 0, 16, 61}));
  EXPECT_TRUE(equals<double>(prod(x, 1), {6, 1, 4, 30}));
  double const nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(equals<double>(mean(x, 1), {2, nan, 4, 5.5}));
  EXPECT_TRUE(equals<double>(max(x, 1), {3, -INFINITY, 4, 6}));
  EXPECT_TRUE(equals<double>(min(x, 1), {1, INFINITY, 4, 5}));
  EXPECT_TRUE(equals<double>(max(x, 1, fill(0)), {3, 0, 4, 6}));
  EXPECT_TRUE(equals<double>(min(-x, 1, fill(0)), {-3, 0, -4, -6}));
  EXPECT_TRUE(equals<std::int64_t>(argmax(x, 1), {2, -1, 0, 1}));
  EXPECT_TRUE(equals<std::int64_t>(argmin(x, 1), {0, -1, 0, 0}));
  EXPECT_TRUE(equals<unsigned char>(any(x > 4, 1), {0, 0, 0, 1}));
  EXPECT_TRUE(equals<unsigned char>(all(x > 4, 1), {0, 1, 0, 1}));
  EXPECT_TRUE(equals<std::int64_t>(count(x, 1), {3, 0, 1, 2}));
  EXPECT_TRUE(equals<std::int64_t>(count_nonzero(x > 1, 1), {2, 0, 1, 2}));
  EXPECT_EQ(double(sum(x)), 21);
  EXPECT_EQ(double(mean(x)), 3.5);
  EXPECT_EQ(double(max(x)), 6);
  auto const small = from_lists<std::int8_t>(this->space, {{100, 100}, {}});
  auto const total = sum(small, 1);
  static_assert(acre_test::has_dtype<std::int64_t, decltype(total)>);
  EXPECT_TRUE(equals<std::int64_t>(total, {200, 0}));
  EXPECT_TRUE(equals<float>(acre::sum<float>(small, 1), {200, 0}));
  EXPECT_EQ(
      error_of<acre::value_error>([&] { sum(x, 0); }),
      "sum: lists are reduced along axis 1 (or -1), not 0; without an axis over all elements");
}

TYPED_TEST(ragged, reduces_a_list_in_the_order_of_an_array)
{
  // around tiles, with slices whose elements do not lie side by side
  std::vector<std::int64_t> lengths;
  for (std::int64_t n : {0, 1, 5, 63, 64, 65, 200, 4095, 4096, 4097, 10000, 0, 3})
    lengths.push_back(n);
  std::int64_t total = 0;
  for (auto n : lengths) total += n;
  auto const v = acre_test::place(this->space, acre_test::noise<float>(2 * total));
  auto const x = acre::unflatten(v(slice(none, none, 2)), acre_test::place(this->space, lengths));
  auto const sums = to_vector(sum(x, 1)), means = to_vector(mean(x * 3, 1));
  auto const places = to_vector(argmax(x, 1));
  for (std::size_t k = 0; k < lengths.size(); ++k) {
    auto const list = x(k);
    EXPECT_TRUE(acre_test::same_bits(sums[k], float(sum(list)))) << k;
    if (lengths[k] == 0) continue;
    EXPECT_TRUE(acre_test::same_bits(means[k], float(mean(list * 3)))) << k;
    EXPECT_EQ(places[k], std::int64_t(argmax(list))) << k;
  }
}

TYPED_TEST(ragged, picks_lists)
{
  auto const& x = this->x;
  EXPECT_EQ(to_vector(x(slice(1, 3))), (rows<double>{{}, {4}}));
  EXPECT_EQ(x(slice(1, 3)).content().data(), x.content().data());
  EXPECT_EQ(to_vector(x(slice(none, none, -1))), (rows<double>{{5, 6}, {4}, {}, {1, 2, 3}}));
  EXPECT_EQ(to_vector(x(slice(2, none))(slice(1, none))), (rows<double>{{5, 6}}));
  EXPECT_EQ(to_vector(x(slice(3, 1))), rows<double>{});
  EXPECT_EQ(to_vector(x(this->template row<int>({-1, 0, 0}))),
            (rows<double>{{5, 6}, {1, 2, 3}, {1, 2, 3}}));
  EXPECT_EQ(to_vector(x(count(x, 1) > 1)), (rows<double>{{1, 2, 3}, {5, 6}}));
  EXPECT_EQ(to_vector(x(ALL, slice(none, 2))), (rows<double>{{1, 2}, {}, {4}, {5, 6}}));
  EXPECT_EQ(to_vector(x(ALL, slice(none, none, -1))), (rows<double>{{3, 2, 1}, {}, {4}, {6, 5}}));
  EXPECT_EQ(to_vector(x(slice(0, 2), slice(-2, none))), (rows<double>{{2, 3}, {}}));
  EXPECT_EQ(to_vector(x(ALL, slice(none, none, 2))), (rows<double>{{1, 3}, {}, {4}, {5}}));
}

TYPED_TEST(ragged, picks_elements)
{
  auto const& x = this->x;
  EXPECT_EQ(to_vector(x(x > 1.5)), (rows<double>{{2, 3}, {}, {4}, {5, 6}}));
  EXPECT_EQ(to_vector(x(x > 100)), (rows<double>{{}, {}, {}, {}}));
  auto const hard = argwhere(x > 2);
  EXPECT_EQ(to_vector(x(hard) * 2 + evaluate(-x)(hard)), (rows<double>{{3}, {}, {4}, {5, 6}}));
  EXPECT_TRUE(equals<std::int64_t>(hard.content_index(), {2, 3, 4, 5}));

  auto const i = from_lists<int>(this->space, {{0, -1, 0}, {}, {}, {1}});
  EXPECT_EQ(to_vector(x(i)), (rows<double>{{1, 3, 1}, {}, {}, {6}}));
  auto const far = from_lists<std::int64_t>(this->space, {{4, -4}, {}, {7}, {1}});
  EXPECT_EQ(to_vector(x(far, acre::index_mode::wrap)), (rows<double>{{2, 3}, {}, {4}, {6}}));
  EXPECT_EQ(to_vector(x(far, acre::index_mode::clip)), (rows<double>{{3, 1}, {}, {4}, {6}}));
  EXPECT_EQ(to_vector(x(far, fill(-1))), (rows<double>{{-1, -1}, {}, {-1}, {6}}));
  EXPECT_EQ(to_vector(x(far, acre::index_mode::drop)), (rows<double>{{0, 0}, {}, {0}, {6}}));

  EXPECT_TRUE(equals<double>(first(x, fill(-1)), {1, -1, 4, 5}));
  EXPECT_TRUE(equals<double>(last(x * 2, fill(-1)), {6, -1, 8, 12}));
  EXPECT_TRUE(equals<double>(element_of_each(x, argmax(x, 1), fill(0)), {3, 0, 4, 6}));
  EXPECT_TRUE(equals<double>(element_of_each(x(count(x, 1) > 0), -1), {3, 4, 6}));
}

TYPED_TEST(ragged, sorts_each_list)
{
  auto const nan = std::numeric_limits<float>::quiet_NaN();
  auto const x = from_lists<float>(this->space, {{3, 1, 2, 1}, {}, {nan, 5, -5}, {7}})(slice(0, 4));
  auto const order = argsort(x, 1);
  EXPECT_EQ(to_vector(order), (rows<std::int64_t>{{1, 3, 2, 0}, {}, {2, 1, 0}, {0}}));
  EXPECT_EQ(to_vector(argsort(x(slice(1, none)), -1, acre::descending)),
            (rows<std::int64_t>{{}, {1, 2, 0}, {0}}));
  EXPECT_TRUE(equals<float>(flatten(sort(x, 1)), {1, 1, 2, 3, -5, 5, nan, 7}));
  EXPECT_TRUE(equals<float>(flatten(x(order)), {1, 1, 2, 3, -5, 5, nan, 7}));
  EXPECT_TRUE(
      equals<float>(flatten(sort(x * 2, 1, acre::descending)), {6, 4, 2, 2, 10, -10, nan, 14}));
}

TYPED_TEST(ragged, combines_elements)
{
  auto const [l, r] = acre::combinations<2>(this->x);
  EXPECT_EQ(to_vector(l * 10 + r), (rows<double>{{12, 13, 23}, {}, {}, {56}}));
  auto const y = from_lists<int>(this->space, {{1, 2, 3, 4, 5}, {6, 7, 8}});
  auto const [a, b, c] = acre::combinations<3>(y);
  EXPECT_EQ(to_vector(a * 100 + b * 10 + c),
            (rows<int>{{123, 124, 125, 134, 135, 145, 234, 235, 245, 345}, {678}}));
  auto const [only] = acre::combinations<1>(y);
  EXPECT_EQ(to_vector(only), to_vector(y));
  auto const z = from_lists<int>(this->space, {{1, 2}, {}, {3}, {4, 5, 6}});
  auto const [u, v] = acre::cartesian(this->x, z);
  EXPECT_EQ(to_vector(u * 10 + v),
            (rows<double>{{11, 12, 21, 22, 31, 32}, {}, {43}, {54, 55, 56, 64, 65, 66}}));
  auto const [i, j] = acre::argcombinations<2>(this->x(slice(2, none)));
  EXPECT_TRUE(equals<std::int64_t>(i.content_index(), {4}));
  EXPECT_TRUE(equals<std::int64_t>(j.content_index(), {5}));
}

TYPED_TEST(ragged, numbers_pairs_of_any_list)
{
  // every pair once and in order, in lists around where float32 no longer tells them apart
  for (std::int64_t n : {2, 3, 64, 1000, 1024, 1025, 1500}) {
    auto const x = acre::unflatten(acre::arange<std::int64_t>(this->space, n + 2),
                                   this->template row<std::int64_t>({1, n, 1}));
    auto const [i, j] = acre::argcombinations<2>(x);
    auto const left = to_vector(i.content_index()), right = to_vector(j.content_index());
    ASSERT_EQ(static_cast<std::int64_t>(left.size()), n * (n - 1) / 2);
    std::size_t k = 0;
    bool same = true;
    for (std::int64_t a = 0; a < n; ++a)
      for (std::int64_t b = a + 1; b < n; ++b, ++k)
        same = same && left[k] == a + 1 && right[k] == b + 1;
    EXPECT_TRUE(same) << n;
  }
}

TYPED_TEST(ragged, is_taken_apart_and_put_together)
{
  auto const& x = this->x;
  EXPECT_TRUE(equals<double>(flatten(x * 2), {2, 4, 6, 8, 10, 12}));
  EXPECT_EQ(to_vector(local_index(x)), (rows<std::int64_t>{{0, 1, 2}, {}, {0}, {0, 1}}));
  EXPECT_TRUE(equals<double>(pad(x, 2, -1), {1, 2, -1, -1, 4, -1, 5, 6}));
  EXPECT_EQ(pad(x, 2, -1).shape(), acre::shape(4, 2));
  EXPECT_TRUE(equals<unsigned char>(pad_mask(x, 2), {1, 1, 0, 0, 1, 0, 1, 1}));
  EXPECT_EQ(pad(x, 0, 1.0).shape(), acre::shape(4, 0));
  auto const y = from_lists<float>(this->space, {{}, {7}, {8, 9}, {}});
  auto const each = concatenate(std::tuple(x, y), 1);
  EXPECT_EQ(to_vector(each), (rows<double>{{1, 2, 3}, {7}, {4, 8, 9}, {5, 6}}));
  EXPECT_EQ(to_vector(concatenate(std::tuple(x(slice(2, none)), y))),
            (rows<double>{{4}, {5, 6}, {}, {7}, {8, 9}, {}}));
  auto const [a, b] = zip(x, acre::unflatten(this->template row<int>({1, 2, 3, 4, 5, 6}),
                                             this->template row<int>({3, 0, 1, 2})));
  EXPECT_EQ(a.structure(), b.structure());
  EXPECT_EQ(to_vector(a - b), (rows<double>{{0, 0, 0}, {}, {0}, {0, 0}}));
}

TYPED_TEST(ragged, may_have_no_lists_or_no_elements)
{
  for (auto const& lists : {rows<double>{}, rows<double>{{}}, rows<double>{{}, {}, {}}}) {
    auto const x = from_lists<double>(this->space, lists);
    auto const n = static_cast<std::int64_t>(lists.size());
    EXPECT_EQ(to_vector(sqrt(x + 1) * acre::ones(this->space, acre::shape(n))), lists);
    EXPECT_EQ(to_vector(sum(x, 1)), std::vector<double>(lists.size(), 0.0));
    EXPECT_EQ(to_vector(argmin(x, 1)), std::vector<std::int64_t>(lists.size(), -1));
    EXPECT_EQ(to_vector(x(x > 0)), lists);
    EXPECT_EQ(to_vector(x(count(x, 1) > 0)), rows<double>{});
    EXPECT_EQ(to_vector(x(ALL, slice(0, 2))), lists);
    EXPECT_EQ(to_vector(x(acre::cast<int>(x))), lists);
    auto const [l, r] = acre::combinations<2>(x);
    EXPECT_EQ(to_vector(l + r), lists);
    auto const [u, v] = acre::cartesian(x, x);
    EXPECT_EQ(to_vector(u + v), lists);
    EXPECT_EQ(pad(x, 3, 0.0).shape(), acre::shape(n, 3));
    EXPECT_EQ(to_vector(concatenate(std::tuple(x, x), 1)), lists);
    EXPECT_EQ(to_vector(first(x, fill(7))), std::vector<double>(lists.size(), 7.0));
    EXPECT_EQ(to_vector(local_index(x)).size(), lists.size());
  }
}

TYPED_TEST(ragged, refuses_what_is_none_in_a_sentence)
{
  auto const content = this->template row<double>({1, 2, 3});
  auto const of = [&](std::initializer_list<std::int64_t> offsets) {
    auto const o = this->template row<std::int64_t>(offsets);
    return error_of<acre::value_error>([&] { acre::ragged const made(o, content); });
  };
  EXPECT_EQ(of({}),
            "offsets need one entry more than there are lists, at least one; these have none");
  EXPECT_EQ(of({-1, 2}), "offsets begin with -1, which is no position of the content");
  EXPECT_EQ(of({0, 4}), "offsets end with 4, beyond the content of 3 elements");
  EXPECT_EQ(of({0, 2, 1, 0, 3}), "offsets decrease: offsets[1] is 2 and offsets[2] is 1");
  EXPECT_EQ(of({0, 3}), "nothing");

  auto const& x = this->x;
  auto const shape = [](auto const& f) { return error_of<acre::shape_error>(f); };
  EXPECT_EQ(shape([&] { x + this->template row<double>({1, 2, 3}); }),
            "an array beside lists has one value for each list: it has 3, and there are 4 lists");
  EXPECT_EQ(shape([&] { x + x(slice(1, none)); }),
            "operands are lists of different lengths: 4 lists with 6 elements and 3 lists with 3 "
            "elements");
  EXPECT_EQ(
      shape([&] { x + x(ALL, slice(none, none, -1))(slice(none, none, -1)); }),
      "operands are lists of different lengths: both are 4 lists with 6 elements, but not the "
      "same in each");
  auto const index = [](auto const& f) { return error_of<acre::index_error>(f); };
  EXPECT_EQ(index([&] { x(4); }), "index 4 is out of bounds for axis 0 with size 4");
  auto const bad = from_lists<int>(this->space, {{0}, {}, {0}, {0, 2, 3}});
  EXPECT_EQ(index([&] { x(bad); }), "index 2 is out of bounds for list 3 with size 2");
  auto const in_none = from_lists<int>(this->space, {{0}, {5}, {0}, {9}});
  EXPECT_EQ(index([&] { x(in_none, acre::index_mode::wrap); }),
            "index 5 is out of bounds for list 1 with size 0");
  EXPECT_EQ(index([&] { element_of_each(x, 0); }),
            "index 0 is out of bounds for list 1 with size 0");
  EXPECT_EQ(index([&] { x(this->template row<bool>({true})); }),
            "boolean index did not match the lists: there are 4 but the mask has 1");
  EXPECT_NE(index([&] { x(this->template row<int>({9})); })
                .find("index 9 is out of bounds for axis 0 "
                      "with size 4"),
            std::string::npos);
  EXPECT_EQ(error_of<acre::value_error>([&] { pad(x, -1, 0.0); }),
            "pad: the number of columns, -1, must be non-negative");
  EXPECT_EQ(error_of<acre::value_error>(
                [&] { acre::unflatten(content, this->template row<int>({1, 1})); }),
            "unflatten: the lengths' sum is 2, and there are 3 elements");
  EXPECT_EQ(error_of<acre::value_error>(
                [&] { acre::unflatten(content, this->template row<int>({4, -1})); }),
            "unflatten: a list's length cannot be -1");
  this->space.fence();  // nothing is left behind
}

TYPED_TEST(ragged, counts_beyond_int32_are_refused)
{
  acre::ragged const x(this->template row<std::int32_t>({0, 100000}),
                       acre::zeros<bool>(this->space, acre::shape(100000)));
  EXPECT_EQ(error_of<acre::value_error>([&] { acre::argcombinations<2>(x); }),
            "1 list with 4999950000 elements are more than offsets of int32 can number; make them "
            "int64");
}

}  // namespace
