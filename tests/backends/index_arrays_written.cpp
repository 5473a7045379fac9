// Writing through index arrays and masks; expected values and words are NumPy 2.4's.

#include <acre/index/advanced.hpp>
#include <acre/index/along_axis.hpp>
#include <acre/index/scatter_add.hpp>
#include <acre_test/on_indices.hpp>

using acre::ALL, acre::fill, acre::index_mode, acre::none, acre::shape, acre::slice;
using acre_test::equals, acre_test::error_of, acre_test::noise, acre_test::place;

namespace {

using i64 = std::int64_t;

template <class Space>
class index_arrays_written : public acre_test::on_indices<Space> {};
TYPED_TEST_SUITE(index_arrays_written, acre_test::spaces, acre_test::space_names);

TYPED_TEST(index_arrays_written, write_and_the_last_duplicate_wins)
{
  auto const y = this->counting(3, 4);
  y(this->template row<i64>({0, 0, 2}), this->template row<i64>({1, 1, 3})) =
      this->template row<double>({7, 8, 9});
  EXPECT_TRUE(equals<double>(y, {0, 8, 2, 3, 4, 5, 6, 7, 8, 9, 10, 9}));
  y(y > 8.0) *= -1.0;
  EXPECT_TRUE(equals<double>(y, {0, 8, 2, 3, 4, 5, 6, 7, 8, -9, -10, -9}));
  y(this->template row<i64>({0, 2})) = y(this->template row<i64>({2, 0}));
  EXPECT_TRUE(equals<double>(y, {8, -9, -10, -9, 4, 5, 6, 7, 0, 8, 2, 3}))
      << "read before it is written";
  y(this->template row<i64>({0, 0})) += 1.0;
  EXPECT_TRUE(equals<double>(y, {9, -8, -9, -8, 4, 5, 6, 7, 0, 8, 2, 3})) << "once for each place";
  y(ALL, this->template row<i64>({-1})) = 5.0;
  EXPECT_TRUE(equals<double>(y(ALL, 3), {5, 5, 5}));
  auto const i = this->template row<i64>({2, 0, 1});
  i(i) = this->template row<i64>({10, 11, 12});
  EXPECT_TRUE(equals<i64>(i, {11, 12, 10})) << "indices that are written";
  auto const turned = this->counting(2, 3);
  turned(slice(none, none, -1), this->template row<i64>({2, 0})) = this->counting(2, 2);
  EXPECT_TRUE(equals<double>(turned, {3, 1, 2, 1, 4, 0}));
  auto const b = this->counting(2, 3);
  b(b > 1.0) = this->template row<double>({9, 8, 7, 6});
  EXPECT_TRUE(equals<double>(b, {0, 1, 9, 8, 7, 6}));
}

TYPED_TEST(index_arrays_written, write_under_every_mode)
{
  auto const written = [&](auto const& mode) {
    auto const a = this->counting(2, 3);
    a(ALL, this->template row<i64>({0, 3, -4, -1}), mode) =
        this->template row<double>({10, 20, 30, 40});
    return acre::to_vector(a(0));
  };
  EXPECT_EQ(written(index_mode::wrap), (std::vector<double>{20, 1, 40}));
  EXPECT_EQ(written(index_mode::clip), (std::vector<double>{40, 1, 20}));
  EXPECT_EQ(written(index_mode::drop), (std::vector<double>{10, 1, 40}));
  EXPECT_EQ(written(fill(7.0)), (std::vector<double>{10, 1, 40}));
  auto const a = this->counting(2, 3);
  auto const bad = this->template row<i64>({0, 3, 9});
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

TYPED_TEST(index_arrays_written, scatter_counts_every_duplicate)
{
  auto const b = acre::zeros<double>(this->space, shape(3, 4));
  scatter_add(b(this->template row<i64>({0, 2, 0, 0}), ALL), this->counting(4, 4));
  EXPECT_TRUE(equals<double>(b, {20, 23, 26, 29, 0, 0, 0, 0, 4, 5, 6, 7}));
  auto const x = acre::zeros<double>(this->space, shape(5));
  scatter_add(x(this->template row<i64>({1, 1, 3, 1})),
              this->template row<double>({1e16, 1, 2, -1e16}));
  EXPECT_TRUE(equals<double>(x, {0, 0, 0, 2, 0})) << "1e16 + 1, then - 1e16";
  auto const n = acre::zeros<std::int32_t>(this->space, shape(5));
  scatter_add(n(this->template row<i64>({1, 1, 3, -4})), 1);
  EXPECT_TRUE(equals<std::int32_t>(n, {0, 3, 0, 1, 0}));
  auto const small = acre::zeros<std::int8_t>(this->space, shape(2));
  scatter_add(small(this->template row<i64>({0, 0, 1})),
              this->template row<std::int8_t>({100, 100, 1}));
  EXPECT_TRUE(equals<std::int8_t>(small, {-56, 1})) << "wraps around";
  auto const low = this->template row<double>({5, 5}), high = this->template row<double>({5, 5});
  auto const v = this->template row<double>({7, 3, 4, std::numeric_limits<double>::quiet_NaN()});
  auto const at = this->template row<i64>({0, 0, 0, 1});
  scatter_min(low(at), v);
  scatter_max(high(at), v);
  EXPECT_TRUE(equals<double>(low, {3, std::numeric_limits<double>::quiet_NaN()}));
  EXPECT_TRUE(equals<double>(high, {7, std::numeric_limits<double>::quiet_NaN()}));
  acre::fast::scatter_add(x(this->template row<i64>({0, 0, 4})), 2.0);
  EXPECT_TRUE(equals<double>(x, {4, 0, 0, 2, 2}));
}

// NumPy's order of errors: an assignment looks at its values before it looks at indices, ufunc.at
// the other way round.
TYPED_TEST(index_arrays_written, refuse_a_write_into_nothing_once)
{
  auto const a = this->counting(3, 4);
  auto const bad = this->template row<i64>({0, 9}), good = this->template row<i64>({0, 1});
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
              put_along_axis(a(none_of, ALL), acre::full<i64>(this->space, shape(1, 1), 9), three,
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
  auto const before = acre::evaluate(a(this->template row<i64>({-7})));
  EXPECT_EQ(shape_error_of([&] { a(bad, none_of) = three; }), unfit);
  EXPECT_EQ(this->index_error_of([] {}), "index -7 is out of bounds for axis 0 with size 3");
  EXPECT_EQ(shape_error_of([&] { a(bad, none_of) = three; }), unfit);
  auto const after = acre::evaluate(a(this->template row<i64>({8})));
  EXPECT_EQ(this->index_error_of([] {}), "index 8 is out of bounds for axis 0 with size 3");
  EXPECT_TRUE(equals<double>(a, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}));
}

/// One value where a mask is true: of contiguous elements, of others, of no and of all elements.
TYPED_TEST(index_arrays_written, take_one_value_where_a_mask_is_true)
{
  auto const check = [&]<class T>(T value) {
    for (i64 const n : {1, 7, 8, 9, 2047, 2049, 10000})
      for (int const kind : {0, 1, 2, 3}) {
        SCOPED_TRACE(std::to_string(n) + " elements, mask of kind " + std::to_string(kind));
        std::vector<T> x(static_cast<std::size_t>(n));
        std::vector<int> chosen(x.size());
        for (std::size_t k = 0; k < x.size(); ++k) {
          x[k] = static_cast<T>(k % 100);
          chosen[k] = kind == 0   ? acre_test::mix(k) % 2 == 0
                      : kind == 1 ? 0
                      : kind == 2 ? 1
                                  : k / 37 % 2 == 0;
        }
        auto wanted = x;
        for (std::size_t k = 0; k < x.size(); ++k)
          if (chosen[k] != 0) wanted[k] = value;
        auto const mask = place(this->space, chosen) != 0;
        auto const y = place(this->space, x);
        y(mask) = value;
        EXPECT_TRUE(equals(y, wanted));
        auto const wide = acre::zeros<T>(this->space, shape(n, 2));
        auto const column = wide(ALL, 1);
        column(ALL) = place(this->space, x);
        column(mask) = value;
        EXPECT_TRUE(equals(column, wanted));
        EXPECT_TRUE(equals(wide(ALL, 0), std::vector<T>(x.size())));
        auto const table = place(this->space, x).reshape(shape(1, n, 1));
        table(acre::evaluate(mask).reshape(shape(1, n, 1))) = value;
        EXPECT_TRUE(equals(table, wanted));
        auto const shifted = place(this->space, x);
        if (n > 1) {
          shifted(slice(1, none))(acre::evaluate(mask)(slice(1, none))) = value;
          auto behind = wanted;
          behind[0] = x[0];
          EXPECT_TRUE(equals(shifted, behind));
        }
      }
  };
  check(7.5f);
  check(2.25);
  check(std::uint8_t{201});
  check(std::int16_t{-3});
}

/// A selection's mask is the one that was there when it was made, whatever is written before it is
/// read.
TYPED_TEST(index_arrays_written, keep_the_mask_that_they_were_made_with)
{
  auto const x = this->counting(3, 4);
  auto const picked = x(x > 6.0);
  x(slice(0, 2)) = 9.0;
  EXPECT_TRUE(equals<double>(picked, {9, 8, 9, 10, 11}));
  picked = 1.0;
  EXPECT_TRUE(equals<double>(x, {9, 9, 9, 9, 9, 9, 9, 1, 1, 1, 1, 1}));
  picked = this->template row<double>({1, 2, 3, 4, 5});
  EXPECT_TRUE(equals<double>(x, {9, 9, 9, 9, 9, 9, 9, 1, 2, 3, 4, 5}));
}

}  // namespace
