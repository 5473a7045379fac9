// Reading through index arrays and masks; expected values and words are NumPy 2.4's.
// Indices are int64 but where their dtype matters: take_put.cpp and index_property_*.cpp have
// others.

#include <acre/index/advanced.hpp>
#include <acre/index/along_axis.hpp>
#include <acre/index/choose.hpp>
#include <acre/index/compress.hpp>
#include <acre/index/nonzero.hpp>
#include <acre/index/put.hpp>
#include <acre/index/scatter_add.hpp>
#include <acre/index/take.hpp>
#include <acre/reduce/axes.hpp>
#include <acre/reduce/extrema.hpp>
#include <acre/reduce/logic.hpp>
#include <acre/reduce/sum.hpp>
#include <acre_test/on_indices.hpp>

using acre::ALL, acre::ellipsis, acre::fill, acre::index_mode, acre::newaxis, acre::none,
    acre::shape, acre::slice;
using acre_test::equals, acre_test::error_of, acre_test::noise, acre_test::place;

namespace {

using i64 = std::int64_t;

template <class Space>
class index_arrays : public acre_test::on_indices<Space> {};
TYPED_TEST_SUITE(index_arrays, acre_test::spaces, acre_test::space_names);

TYPED_TEST(index_arrays, read_in_any_position)
{
  auto const a = this->cube();
  auto const i = this->template row<i64>({0, -1, 1});
  auto const j = place(this->space, std::vector<i64>{2, 0}, shape(2, 1));
  auto const k = this->template row<std::uint8_t>({3, 0, 0});
  auto const i2 = i(slice(0, 2)), k2 = this->template row<i64>({3, 0});
  EXPECT_EQ(a(ALL, i, k).shape(), shape(2, 3));
  EXPECT_TRUE(equals<double>(a(ALL, i, k), {3, 8, 4, 15, 20, 16}));
  EXPECT_EQ(a(ALL, j, i).shape(), shape(2, 2, 3)) << "index arrays broadcast";
  EXPECT_TRUE(equals<double>(a(ALL, j, i), {8, 11, 9, 0, 3, 1, 20, 23, 21, 12, 15, 13}));
  EXPECT_TRUE(equals<double>(a(i2, ALL, k2), {3, 7, 11, 12, 16, 20}))
      << "apart: their axes come first";
  EXPECT_TRUE(equals<double>(a(1, ALL, k), {15, 19, 23, 12, 16, 20, 12, 16, 20}))
      << "an integer counts as an array";
  EXPECT_EQ(a(ellipsis, k).shape(), shape(2, 3, 3));
  EXPECT_EQ(a(ALL, newaxis, i).shape(), shape(2, 1, 3, 4));
  EXPECT_TRUE(equals<double>(a(ALL, slice(none, none, -1), k),
                             {11, 8, 8, 7, 4, 4, 3, 0, 0, 23, 20, 20, 19, 16, 16, 15, 12, 12}));
  EXPECT_EQ(a(ALL, i, ellipsis, i).shape(), shape(3, 2))
      << "an ellipsis parts them, of no axes too";
  EXPECT_TRUE(equals<double>(a(ALL, i + 0, k) * 2.0, {6, 16, 8, 30, 40, 32}))
      << "fused into an expression";
  EXPECT_EQ(sum(a(ALL, i, k)).item(), 66.0);
  EXPECT_TRUE(equals<double>(a(0, 0, this->template row<i64>({-1})), {3}));
}

TYPED_TEST(index_arrays, read_through_masks)
{
  auto const a = this->cube();
  auto const m = this->template row<i64>({1, 0, 1}) != 0;
  EXPECT_EQ(a(ALL, m).shape(), shape(2, 2, 4));
  EXPECT_TRUE(equals<double>(a(a > 20.0), {21, 22, 23}));
  EXPECT_TRUE(equals<double>(a(0, m, 1), {1, 9}));
  EXPECT_TRUE(equals<double>(a(ALL, m, this->template row<i64>({3, 0})), {3, 8, 15, 20}));
  EXPECT_EQ(a(a > 99.0).shape(), shape(0));
  auto const found = nonzero(a > 20.0);
  EXPECT_TRUE(equals<std::int64_t>(found[0], {1, 1, 1}));
  EXPECT_TRUE(equals<std::int64_t>(found[1], {2, 2, 2}));
  EXPECT_TRUE(equals<std::int64_t>(found[2], {1, 2, 3}));
  auto const c = this->counting(3, 4);
  EXPECT_TRUE(equals<double>(compress(this->template row<i64>({0, 1, 1}) != 0, c, 0),
                             {4, 5, 6, 7, 8, 9, 10, 11}));
  EXPECT_TRUE(
      equals<double>(compress(this->template row<i64>({1, 0, 1}) != 0, c, 1), {0, 2, 4, 6, 8, 10}));
  EXPECT_TRUE(equals<double>(compress(this->template row<i64>({0, 1}) != 0, c), {1}));
  EXPECT_EQ(
      this->index_error_of([&] { compress(this->template row<i64>({0, 1, 0, 0, 1}) != 0, c, 1); }),
      "index 4 is out of bounds for axis 1 with size 4");
}

TYPED_TEST(index_arrays, select_long_rows)
{
  for (std::int64_t const n : {1, 7, 8, 9, 2047, 2048, 2049, 100003}) {
    auto const v = noise<float>(n);
    std::vector<float> wanted;
    std::vector<std::int64_t> where;
    for (std::size_t k = 0; k < v.size(); ++k)
      if (v[k] > 0) wanted.push_back(v[k]), where.push_back(static_cast<std::int64_t>(k));
    for (auto const& space : acre_test::instances<TypeParam>()) {
      auto const x = place(space, v);
      EXPECT_TRUE(equals(compress(x > 0.0f, x), wanted)) << n;
      EXPECT_TRUE(equals(compress(x > 0.0f, x + 0.0f), wanted)) << n;
      EXPECT_TRUE(equals(x(x > 0.0f), wanted)) << n;
      EXPECT_TRUE(equals(nonzero(x > 0.0f)[0], where)) << n;
      auto const every_second = place(space, v)(slice(none, none, -2));
      EXPECT_EQ(compress(every_second > 0.0f, every_second).size(),
                count_nonzero(every_second > 0.0f).item())
          << n;
    }
  }
}

TYPED_TEST(index_arrays, follow_an_axis)
{
  auto const a = this->cube();
  auto const i = place(this->space, std::vector<i64>{1, 0}, shape(1, 1, 2));
  EXPECT_TRUE(equals<double>(take_along_axis(a, i, 2), {1, 0, 5, 4, 9, 8, 13, 12, 17, 16, 21, 20}));
  auto const c = this->counting(3, 4);
  put_along_axis(c, argmax(c, 1, acre::keepdims), -1.0, 1);
  EXPECT_TRUE(equals<double>(c, {0, 1, 2, -1, 4, 5, 6, -1, 8, 9, 10, -1}));
  EXPECT_EQ(
      error_of<acre::index_error>([&] {
        take_along_axis(c, place(this->space, std::vector<i64>{0, 1, 0, 1}, shape(2, 2)), 1);
      }),
      "shape mismatch: indexing arrays could not be broadcast together with shapes (3,1) (2,2) ");
  EXPECT_EQ(this->index_error_of([&] {
    acre::to_vector(take_along_axis(c, place(this->space, std::vector<i64>{0, 5}, shape(1, 2)), 1));
  }),
            "index 5 is out of bounds for axis 1 with size 4");
}

TYPED_TEST(index_arrays, choose_between_arrays)
{
  auto const i = this->template row<std::int8_t>({0, 2, 1, -1});
  auto const a = this->template row<double>({1, 2, 3, 4});
  EXPECT_TRUE(equals<double>(choose(i, index_mode::raise, a, a * 10.0, 7.0), {1, 7, 30, 7}));
  EXPECT_TRUE(equals<double>(choose(i, index_mode::clip, a, 5.0), {1, 5, 5, 4}));
  EXPECT_EQ(this->index_error_of([&] { acre::to_vector(choose(i, index_mode::raise, a, 5.0)); }),
            "index 2 is out of bounds for axis 0 with size 2");
}

// The caller's operation and line, not those of what it is made from.
TYPED_TEST(index_arrays, name_the_operation_that_was_called)
{
  auto const details_of = [&](auto const& f) {
    try {
      f();
      this->space.fence();
    } catch (acre::index_error const& e) {
      return e.details();
    }
    return acre::index_details{};
  };
  auto const a = this->template row<double>({1, 2, 3, 4});
  auto const b = this->counting(3, 4);
  auto const i = this->template row<i64>({0, 1, 5, 1});
  auto const longer = acre::full<bool>(this->space, shape(9), true);
  auto const expect = [](acre::index_details const& d, char const* operation, unsigned line,
                         std::int64_t position) {
    EXPECT_EQ(d.operation, operation);
    EXPECT_TRUE(std::string(d.where.file_name()).ends_with("index_arrays.cpp"))
        << d.where.file_name();
    EXPECT_EQ(d.where.line(), line) << operation;
    EXPECT_EQ(d.position, position) << operation;
  };
  expect(details_of([&] { evaluate(choose(i, index_mode::raise, a, a)); }), "choose", __LINE__, 2);
  expect(details_of([&] { compress(longer, a); }), "compress", __LINE__, 4);
  expect(details_of([&] { compress(longer, b, 1); }), "compress", __LINE__, 4);
  auto const j = i.reshape(shape(1, 4));
  expect(details_of([&] { put_along_axis(b, j, 0.0, 0); }), "put_along_axis", __LINE__, 2);
  expect(details_of([&] { scatter_min(a(i), 0.0); }), "scatter_min", __LINE__, 2);
}

// All and none of them, nearly all and nearly none; elements of 1 to 16 bytes.
TYPED_TEST(index_arrays, select_any_number)
{
  for (std::int64_t const n : {5, 4095, 4096, 4097, 300007}) {
    auto const v = noise<double>(n);
    auto const x = place(this->space, v);
    auto sorted = v;
    std::sort(sorted.begin(), sorted.end());
    for (std::int64_t const kept : {std::int64_t{0}, n / 50, n / 2, n - n / 50, n}) {
      double const limit = kept == n ? sorted.front() - 1 : sorted[sorted.size() - 1 - kept];
      auto const expect_selected = [&](auto const& condition, auto const& from) {
        auto const all = acre::to_vector(from);
        std::remove_cv_t<decltype(all)> wanted;
        for (std::size_t i = 0; i < v.size(); ++i)
          if (v[i] > limit) wanted.push_back(all[i]);
        EXPECT_TRUE(equals(compress(condition, from), wanted)) << n << ", " << kept;
      };
      expect_selected(x > limit, x);
      auto const mask = acre::evaluate(x > limit);
      expect_selected(mask, acre::evaluate(cast<std::int8_t>(x * 100.0)));
      expect_selected(mask, acre::evaluate(cast<acre::complex<double>>(x)));
      expect_selected(mask, acre::evaluate(cast<float>(x))(slice(none, none, -1)));
    }
  }
}

// A GPU selects in one pass. It takes two steps where the mask is large or memory is short, and for
// elements that are looked up or strided. Both ways give the same elements: around the sizes of
// blocks, and of the largest mask for one pass, which is larger than one chain of blocks.
TYPED_TEST(index_arrays, select_the_same_in_one_pass_and_in_two_steps)
{
  auto const expect_selected = [&]<class T>(std::int64_t n, T limit) {
    auto const x = acre::evaluate(cast<T>(acre::arange<i64>(this->space, n) * 2654435761 % 1009));
    auto const mask = acre::evaluate(x > limit);
    auto const twice = acre::zeros<T>(this->space, shape(2 * n));
    twice(slice(none, none, 2)) = x;
    auto const apart = twice(slice(none, none, 2));
    auto const positions = acre::nonzero(mask)[0];
    auto const wanted = acre::evaluate(take(x, positions));
    auto const expect_same = [&](auto const& selected, char const* how) {
      ASSERT_EQ(selected.shape(), wanted.shape()) << how << ", " << n;
      EXPECT_TRUE(acre::all(selected == wanted).item()) << how << ", " << n;
    };
    expect_same(compress(x > limit, x), "itself");
    expect_same(compress(x > limit, x + T(0)), "computed");
    expect_same(compress(mask, x), "mask");
    expect_same(compress(apart > limit, apart), "apart");
    expect_same(compress(apart > limit, x), "asked apart");
    EXPECT_TRUE(acre::all(compress(mask, mask)).item());
    auto const next = x(slice(1, none));
    EXPECT_EQ(compress(next > limit, x(slice(none, -1))).size(), count_nonzero(next > limit).item())
        << "same array, other elements, " << n;
  };
  for (std::int64_t const tile : {2048, 4096, 8192})
    for (std::int64_t const n : {tile - 1, tile, tile + 1, 3 * tile + 5}) {
      expect_selected(n, 500.0);
      expect_selected(n, 500.0f);
      expect_selected(n, std::int16_t{900});
      expect_selected(n, i64{-1});
      expect_selected(n, i64{2000});
    }
  for (std::int64_t const n : {(1 << 23) - 1, 1 << 23, (1 << 23) + 1}) expect_selected(n, 500.0f);
}

// Every index of an expression is looked at, also where the mask leaves its element out.
TYPED_TEST(index_arrays, look_at_indices_that_a_mask_leaves_out)
{
  for (std::int64_t const n : {1, 7, 8, 100, 5000}) {
    auto const a = acre::arange<double>(this->space, 0.0, 6.0);
    auto const i = acre::full<i64>(this->space, shape(n), 1);
    auto const mask = acre::full<bool>(this->space, shape(n), true);
    i(n - 1) = 6;
    mask(n - 1) = false;
    EXPECT_EQ(this->index_error_of([&] { compress(mask, take(a, i) + 1.0); }),
              "index 6 is out of bounds for axis 0 with size 6");
    EXPECT_EQ(this->index_error_of([&] {
      compress(take(a, i) > 0.0, a(0) + acre::zeros<double>(this->space, shape(n)));
    }),
              "index 6 is out of bounds for axis 0 with size 6");
  }
}

TYPED_TEST(index_arrays, refuse_with_numpys_words)
{
  auto const b = this->counting(3, 4);
  auto const two = this->template row<i64>({0, 1}), three = this->template row<i64>({0, 1, 2});
  auto const of = [](auto const& f) { return error_of<acre::index_error>(f); };
  EXPECT_EQ(
      of([&] { b(two, three); }),
      "shape mismatch: indexing arrays could not be broadcast together with shapes (2,) (3,) ");
  EXPECT_EQ(of([&] { b(two != 0); }),
            "boolean index did not match indexed array along axis 0; size of axis is 3 but size of "
            "corresponding boolean axis is 2");
  // an axis of size 0 fits every axis: it marks nothing
  EXPECT_TRUE(acre::to_vector(b(acre::zeros<bool>(this->space, shape(0)))).empty());
  EXPECT_EQ(of([&] { b(two, 5); }), "index 5 is out of bounds for axis 1 with size 4");
  auto const nothing = acre::zeros<double>(this->space, shape(0, 4));
  EXPECT_EQ(this->index_error_of([&] { acre::to_vector(nothing(two)); }),
            "index 0 is out of bounds for axis 0 with size 0");
  EXPECT_EQ(this->index_error_of([&] { nothing(ALL, this->template row<i64>({5})); }),
            "index 5 is out of bounds for axis 1 with size 4")
      << "though nothing would be read";
  EXPECT_EQ(of([&] { nothing(two, index_mode::wrap); }),
            "cannot do a non-empty take from an empty axes.");
  EXPECT_EQ(error_of<acre::shape_error>([&] { b(two) = this->template row<double>({1, 2, 3}); }),
            "shape mismatch: value array of shape (3,) could not be broadcast to indexing result "
            "of shape (2,4)");
  EXPECT_EQ(error_of<acre::shape_error>([&] { b(b > 8.0) = this->template row<double>({1, 2}); }),
            "NumPy boolean array indexing assignment cannot assign 2 input values to the 3 output "
            "values where the mask is true");
  // a size_t that went below zero
  std::string const unfit = "cannot fit 'uint64' into an index-sized integer: 18446744073709551615";
  EXPECT_EQ(of([&] { b(std::size_t{0} - 1); }), unfit);
  EXPECT_EQ(of([&] { b(two, std::size_t{0} - 1); }), unfit);
  EXPECT_EQ(of([&] { b(std::uint32_t{0} - 1); }),
            "index 4294967295 is out of bounds for axis 0 with size 3");
  auto const lowest = this->template row<i64>({std::numeric_limits<std::int64_t>::min()});
  EXPECT_EQ(this->index_error_of([&] { acre::to_vector(b(lowest)); }),
            "index -9223372036854775808 is out of bounds for axis 0 with size 3");
}

TYPED_TEST(index_arrays, keep_the_first_error)
{
  auto const b = this->counting(3, 4);
  auto const first = acre::evaluate(b(this->template row<i64>({0, 7})));
  auto const second = acre::evaluate(b(this->template row<i64>({9, 8})));
  EXPECT_EQ(this->index_error_of([] {}), "index 7 is out of bounds for axis 0 with size 3");
  EXPECT_EQ(this->index_error_of([] {}), "nothing") << "told once, and the space is usable";
  EXPECT_TRUE(equals<double>(b(this->template row<i64>({1}), 2), {6}));
}

}  // namespace
