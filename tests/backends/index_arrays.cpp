#include <acre/index/advanced.hpp>
#include <acre/index/along_axis.hpp>
#include <acre/index/choose.hpp>
#include <acre/index/compress.hpp>
#include <acre/index/nonzero.hpp>
#include <acre/index/put.hpp>
#include <acre/index/scatter_add.hpp>
#include <acre/reduce.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/spaces.hpp>

using acre::ALL, acre::ellipsis, acre::fill, acre::index_mode, acre::newaxis, acre::none,
    acre::shape, acre::slice;
using acre_test::equals, acre_test::error_of, acre_test::noise, acre_test::place;

namespace {

// Expected values are NumPy 2.4's.
template <class Space>
class index_arrays : public ::testing::Test {
 protected:
  Space space;

  template <class T>
  auto row(std::initializer_list<T> v) const
  {
    return acre::from_host<T>(space, v);
  }
  auto counting(std::int64_t a, std::int64_t b) const
  {
    return acre::arange<double>(space, 0.0, static_cast<double>(a * b)).reshape(shape(a, b));
  }
  auto cube() const { return acre::arange<double>(space, 0.0, 24.0).reshape(shape(2, 3, 4)); }
  /// What an operation that waits throws, up to acre's own words.
  template <class F>
  std::string index_error_of(F const& f)
  {
    std::string const text = error_of<acre::index_error>([&] {
      f();
      space.fence();
    });
    return text.substr(0, text.find(" (in acre::"));
  }
};
TYPED_TEST_SUITE(index_arrays, acre_test::spaces, acre_test::space_names);

TYPED_TEST(index_arrays, read_in_any_position)
{
  auto const a = this->cube();
  auto const i = this->template row<int>({0, -1, 1});
  auto const j = place(this->space, std::vector<int>{2, 0}, shape(2, 1));
  auto const k = this->template row<std::uint8_t>({3, 0, 0});
  auto const i2 = i(slice(0, 2)), k2 = this->template row<int>({3, 0});
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
  EXPECT_TRUE(equals<double>(a(0, 0, this->template row<int>({-1})), {3}));
}

TYPED_TEST(index_arrays, read_through_masks)
{
  auto const a = this->cube();
  auto const m = this->template row<int>({1, 0, 1}) != 0;
  EXPECT_EQ(a(ALL, m).shape(), shape(2, 2, 4));
  EXPECT_TRUE(equals<double>(a(a > 20.0), {21, 22, 23}));
  EXPECT_TRUE(equals<double>(a(0, m, 1), {1, 9}));
  EXPECT_TRUE(equals<double>(a(ALL, m, this->template row<int>({3, 0})), {3, 8, 15, 20}));
  EXPECT_EQ(a(a > 99.0).shape(), shape(0));
  auto const found = nonzero(a > 20.0);
  EXPECT_TRUE(equals<std::int64_t>(found[0], {1, 1, 1}));
  EXPECT_TRUE(equals<std::int64_t>(found[1], {2, 2, 2}));
  EXPECT_TRUE(equals<std::int64_t>(found[2], {1, 2, 3}));
  auto const c = this->counting(3, 4);
  EXPECT_TRUE(equals<double>(compress(this->template row<int>({0, 1, 1}) != 0, c, 0),
                             {4, 5, 6, 7, 8, 9, 10, 11}));
  EXPECT_TRUE(
      equals<double>(compress(this->template row<int>({1, 0, 1}) != 0, c, 1), {0, 2, 4, 6, 8, 10}));
  EXPECT_TRUE(equals<double>(compress(this->template row<int>({0, 1}) != 0, c), {1}));
  EXPECT_EQ(
      this->index_error_of([&] { compress(this->template row<int>({0, 1, 0, 0, 1}) != 0, c, 1); }),
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

TYPED_TEST(index_arrays, write_and_the_last_duplicate_wins)
{
  auto const y = this->counting(3, 4);
  y(this->template row<int>({0, 0, 2}), this->template row<int>({1, 1, 3})) =
      this->template row<double>({7, 8, 9});
  EXPECT_TRUE(equals<double>(y, {0, 8, 2, 3, 4, 5, 6, 7, 8, 9, 10, 9}));
  y(y > 8.0) *= -1.0;
  EXPECT_TRUE(equals<double>(y, {0, 8, 2, 3, 4, 5, 6, 7, 8, -9, -10, -9}));
  y(this->template row<int>({0, 2})) = y(this->template row<int>({2, 0}));
  EXPECT_TRUE(equals<double>(y, {8, -9, -10, -9, 4, 5, 6, 7, 0, 8, 2, 3}))
      << "read before it is written";
  y(this->template row<int>({0, 0})) += 1.0;
  EXPECT_TRUE(equals<double>(y, {9, -8, -9, -8, 4, 5, 6, 7, 0, 8, 2, 3})) << "once for each place";
  y(ALL, this->template row<int>({-1})) = 5.0;
  EXPECT_TRUE(equals<double>(y(ALL, 3), {5, 5, 5}));
  auto const i = this->template row<int>({2, 0, 1});
  i(i) = this->template row<int>({10, 11, 12});
  EXPECT_TRUE(equals<int>(i, {11, 12, 10})) << "indices that are written";
  auto const turned = this->counting(2, 3);
  turned(slice(none, none, -1), this->template row<int>({2, 0})) = this->counting(2, 2);
  EXPECT_TRUE(equals<double>(turned, {3, 1, 2, 1, 4, 0}));
  auto const b = this->counting(2, 3);
  b(b > 1.0) = this->template row<double>({9, 8, 7, 6});
  EXPECT_TRUE(equals<double>(b, {0, 1, 9, 8, 7, 6}));
}

TYPED_TEST(index_arrays, write_under_every_mode)
{
  auto const written = [&](auto const& mode) {
    auto const a = this->counting(2, 3);
    a(ALL, this->template row<int>({0, 3, -4, -1}), mode) =
        this->template row<double>({10, 20, 30, 40});
    return acre::to_vector(a(0));
  };
  EXPECT_EQ(written(index_mode::wrap), (std::vector<double>{20, 1, 40}));
  EXPECT_EQ(written(index_mode::clip), (std::vector<double>{40, 1, 20}));
  EXPECT_EQ(written(index_mode::drop), (std::vector<double>{10, 1, 40}));
  EXPECT_EQ(written(fill(7.0)), (std::vector<double>{10, 1, 40}));
  auto const a = this->counting(2, 3);
  auto const bad = this->template row<int>({0, 3, 9});
  EXPECT_EQ(this->index_error_of([&] { a(ALL, bad) = 1.0; }),
            "index 3 is out of bounds for axis 1 with size 3");
  EXPECT_EQ(this->index_error_of([&] { a(ALL, bad) = this->template row<double>({1, 2, 3}); }),
            "index 3 is out of bounds for axis 1 with size 3");
  EXPECT_EQ(this->index_error_of([&] { a(bad, bad) += 1.0; }),
            "index 3 is out of bounds for axis 0 with size 2")
      << "the first axis first";
  EXPECT_EQ(this->index_error_of([&] { scatter_add(a(ALL, bad), 1.0); }),
            "index 3 is out of bounds for axis 1 with size 3");
  EXPECT_TRUE(equals<double>(a, {0, 1, 2, 3, 4, 5})) << "nothing was written";
  EXPECT_TRUE(equals<double>(a(1, bad, fill(-1.0)), {3, -1, -1}));
}

TYPED_TEST(index_arrays, scatter_counts_every_duplicate)
{
  auto const b = acre::zeros<double>(this->space, shape(3, 4));
  scatter_add(b(this->template row<int>({0, 2, 0, 0}), ALL), this->counting(4, 4));
  EXPECT_TRUE(equals<double>(b, {20, 23, 26, 29, 0, 0, 0, 0, 4, 5, 6, 7}));
  auto const x = acre::zeros<double>(this->space, shape(5));
  scatter_add(x(this->template row<int>({1, 1, 3, 1})),
              this->template row<double>({1e16, 1, 2, -1e16}));
  EXPECT_TRUE(equals<double>(x, {0, 0, 0, 2, 0})) << "one after the other";
  auto const n = acre::zeros<std::int32_t>(this->space, shape(5));
  scatter_add(n(this->template row<int>({1, 1, 3, -4})), 1);
  EXPECT_TRUE(equals<std::int32_t>(n, {0, 3, 0, 1, 0}));
  auto const small = acre::zeros<std::int8_t>(this->space, shape(2));
  scatter_add(small(this->template row<int>({0, 0, 1})),
              this->template row<std::int8_t>({100, 100, 1}));
  EXPECT_TRUE(equals<std::int8_t>(small, {-56, 1})) << "wraps around";
  auto const low = this->template row<float>({5, 5}), high = this->template row<float>({5, 5});
  auto const v = this->template row<float>({7, 3, 4, std::numeric_limits<float>::quiet_NaN()});
  auto const at = this->template row<int>({0, 0, 0, 1});
  scatter_min(low(at), v);
  scatter_max(high(at), v);
  EXPECT_TRUE(equals<float>(low, {3, std::numeric_limits<float>::quiet_NaN()}));
  EXPECT_TRUE(equals<float>(high, {7, std::numeric_limits<float>::quiet_NaN()}));
  acre::fast::scatter_add(x(this->template row<int>({0, 0, 4})), 2.0);
  EXPECT_TRUE(equals<double>(x, {4, 0, 0, 2, 2}));
}

TYPED_TEST(index_arrays, scatter_adds_in_index_order)
{
  std::int64_t const m = 50000;
  auto const value = noise<float>(m);
  auto const index = noise<std::int32_t>(m);
  for (std::int64_t const n : {1, 3, 1000, 200000}) {
    std::vector<float> wanted(static_cast<std::size_t>(n), 0.5f);
    for (std::size_t k = 0; k < value.size(); ++k)
      wanted[static_cast<std::size_t>(((index[k] % n) + n) % n)] += value[k];
    for (auto const& space : acre_test::instances<TypeParam>()) {
      auto const x = acre::full<float>(space, shape(n), 0.5f);
      scatter_add(x(place(space, index), index_mode::wrap), place(space, value));
      EXPECT_TRUE(equals(x, wanted)) << n;
    }
  }
}

TYPED_TEST(index_arrays, follow_an_axis)
{
  auto const a = this->cube();
  auto const i = place(this->space, std::vector<int>{1, 0}, shape(1, 1, 2));
  EXPECT_TRUE(equals<double>(take_along_axis(a, i, 2), {1, 0, 5, 4, 9, 8, 13, 12, 17, 16, 21, 20}));
  auto const c = this->counting(3, 4);
  put_along_axis(c, argmax(c, 1, acre::keepdims), -1.0, 1);
  EXPECT_TRUE(equals<double>(c, {0, 1, 2, -1, 4, 5, 6, -1, 8, 9, 10, -1}));
  EXPECT_EQ(
      error_of<acre::index_error>([&] {
        take_along_axis(c, place(this->space, std::vector<int>{0, 1, 0, 1}, shape(2, 2)), 1);
      }),
      "shape mismatch: indexing arrays could not be broadcast together with shapes (3,1) (2,2) ");
  EXPECT_EQ(this->index_error_of([&] {
    acre::to_vector(take_along_axis(c, place(this->space, std::vector<int>{0, 5}, shape(1, 2)), 1));
  }),
            "index 5 is out of bounds for axis 1 with size 4");
}

TYPED_TEST(index_arrays, choose_between_arrays)
{
  auto const i = this->template row<std::int8_t>({0, 2, 1, -1});
  auto const a = this->template row<float>({1, 2, 3, 4});
  EXPECT_TRUE(equals<float>(choose(i, index_mode::raise, a, a * 10.0f, 7.0f), {1, 7, 30, 7}));
  EXPECT_TRUE(equals<float>(choose(i, index_mode::clip, a, 5.0f), {1, 5, 5, 4}));
  EXPECT_EQ(this->index_error_of([&] { acre::to_vector(choose(i, index_mode::raise, a, 5.0f)); }),
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
  auto const a = this->template row<float>({1, 2, 3, 4});
  auto const b = this->counting(3, 4);
  auto const i = this->template row<int>({0, 1, 5, 1});
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
  expect(details_of([&] { scatter_min(a(i), 0.0f); }), "scatter_min", __LINE__, 2);
}

// Every index of an expression is looked at, also where the mask leaves its element out.
TYPED_TEST(index_arrays, look_at_indices_that_a_mask_leaves_out)
{
  for (std::int64_t const n : {1, 7, 8, 100, 5000}) {
    auto const a = acre::arange<float>(this->space, 0.0f, 6.0f);
    auto const i = acre::full<int>(this->space, shape(n), 1);
    auto const mask = acre::full<bool>(this->space, shape(n), true);
    i(n - 1) = 6;
    mask(n - 1) = false;
    EXPECT_EQ(this->index_error_of([&] { compress(mask, take(a, i) + 1.0f); }),
              "index 6 is out of bounds for axis 0 with size 6");
    EXPECT_EQ(this->index_error_of([&] {
      compress(take(a, i) > 0.0f, a(0) + acre::zeros<float>(this->space, shape(n)));
    }),
              "index 6 is out of bounds for axis 0 with size 6");
  }
}

TYPED_TEST(index_arrays, refuse_with_numpys_words)
{
  auto const b = this->counting(3, 4);
  auto const two = this->template row<int>({0, 1}), three = this->template row<int>({0, 1, 2});
  auto const of = [](auto const& f) { return error_of<acre::index_error>(f); };
  EXPECT_EQ(
      of([&] { b(two, three); }),
      "shape mismatch: indexing arrays could not be broadcast together with shapes (2,) (3,) ");
  EXPECT_EQ(of([&] { b(two != 0); }),
            "boolean index did not match indexed array along axis 0; size of axis is 3 but size of "
            "corresponding boolean axis is 2");
  EXPECT_EQ(of([&] { b(two, 5); }), "index 5 is out of bounds for axis 1 with size 4");
  auto const nothing = acre::zeros<double>(this->space, shape(0, 4));
  EXPECT_EQ(this->index_error_of([&] { acre::to_vector(nothing(two)); }),
            "index 0 is out of bounds for axis 0 with size 0");
  EXPECT_EQ(this->index_error_of([&] { nothing(ALL, this->template row<int>({5})); }),
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
  auto const lowest = this->template row<std::int64_t>({std::numeric_limits<std::int64_t>::min()});
  EXPECT_EQ(this->index_error_of([&] { acre::to_vector(b(lowest)); }),
            "index -9223372036854775808 is out of bounds for axis 0 with size 3");
}

// As NumPy: an assignment looks at its values before it looks at indices, ufunc.at the other way
// round.
TYPED_TEST(index_arrays, refuse_a_write_into_nothing_once)
{
  auto const a = this->counting(3, 4);
  auto const bad = this->template row<int>({0, 9}), good = this->template row<int>({0, 1});
  auto const three = this->template row<double>({1, 2, 3});
  auto const column = acre::zeros<double>(this->space, shape(2, 1));
  auto const none_of = slice(0, 0);
  std::string const unfit =
      "shape mismatch: value array of shape (3,) could not be broadcast to indexing result of "
      "shape (2,0)";
  std::string const bad_index = "index 9 is out of bounds for axis 0 with size 3";
  auto const shape_error_of = [](auto const& f) { return error_of<acre::shape_error>(f); };

  EXPECT_EQ(shape_error_of([&] { a(bad, none_of) = three; }), unfit);
  EXPECT_EQ(this->index_error_of([] {}), "nothing") << "one error";
  EXPECT_EQ(shape_error_of([&] { a(good, none_of) = three; }), unfit);
  EXPECT_EQ(shape_error_of([&] {
              put_along_axis(a(none_of, ALL), acre::full<int>(this->space, shape(1, 1), 9), three,
                             1);
            }),
            "shape mismatch: value array of shape (3,) could not be broadcast to indexing result "
            "of shape (0,1)");
  auto const bytes = acre::zeros<std::int8_t>(this->space, shape(3, 4));
  EXPECT_EQ(error_of<acre::value_error>([&] { bytes(bad, none_of) = 300; }),
            "integer 300 out of bounds for int8");
  EXPECT_EQ(this->index_error_of([] {}), "nothing");
  EXPECT_EQ(this->index_error_of([&] { a(bad, none_of) = column; }), bad_index);
  EXPECT_EQ(this->index_error_of([&] { a(bad, none_of) = 1.0; }), bad_index);

  EXPECT_EQ(this->index_error_of([&] { scatter_add(a(bad, none_of), three); }), bad_index);
  EXPECT_EQ(this->index_error_of([&] { scatter_add(a(bad, ALL), three); }), bad_index)
      << "of something too";
  EXPECT_EQ(shape_error_of([&] { scatter_add(a(good, none_of), three); }), unfit);
  EXPECT_EQ(this->index_error_of([] {}), "nothing");

  // an error from before, and one after, are told
  auto const before = acre::evaluate(a(this->template row<int>({-7})));
  EXPECT_EQ(shape_error_of([&] { a(bad, none_of) = three; }), unfit);
  EXPECT_EQ(this->index_error_of([] {}), "index -7 is out of bounds for axis 0 with size 3");
  EXPECT_EQ(shape_error_of([&] { a(bad, none_of) = three; }), unfit);
  auto const after = acre::evaluate(a(this->template row<int>({8})));
  EXPECT_EQ(this->index_error_of([] {}), "index 8 is out of bounds for axis 0 with size 3");
  EXPECT_TRUE(equals<double>(a, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}));
}

TYPED_TEST(index_arrays, keep_the_first_error)
{
  auto const b = this->counting(3, 4);
  auto const first = acre::evaluate(b(this->template row<int>({0, 7})));
  auto const second = acre::evaluate(b(this->template row<int>({9, 8})));
  EXPECT_EQ(this->index_error_of([] {}), "index 7 is out of bounds for axis 0 with size 3");
  EXPECT_EQ(this->index_error_of([] {}), "nothing") << "told once, and the space is usable";
  EXPECT_TRUE(equals<double>(b(this->template row<int>({1}), 2), {6}));
}

}  // namespace
