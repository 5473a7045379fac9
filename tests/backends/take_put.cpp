// take and put: every mode gives the same elements on every space.

#include <acre/elementwise/operators.hpp>
#include <acre/index/put.hpp>
#include <acre/index/take.hpp>
#include <acre/reduce/extrema.hpp>
#include <acre_test/on_indices.hpp>

#include <limits>

using acre::fill, acre::index_mode, acre::none, acre::put, acre::shape, acre::slice, acre::take;
using acre_test::bad_index, acre_test::equals, acre_test::error_without_line, acre_test::noise,
    acre_test::place;

namespace {

char const* const from_nothing = "cannot do a non-empty take from an empty axes.";

constexpr index_mode checked_modes[] = {index_mode::raise, index_mode::wrap, index_mode::clip,
                                        index_mode::fill, index_mode::drop};

template <class Space>
class take_put : public acre_test::on_indices<Space> {};
TYPED_TEST_SUITE(take_put, acre_test::spaces, acre_test::space_names);

TYPED_TEST(take_put, takes_under_every_mode)
{
  auto const a = this->tens();
  auto const good = this->template row<int>({0, 5, -1, -6, 2, 2});
  EXPECT_TRUE(equals<double>(take(a, good), {0, 50, 50, 0, 20, 20}));
  auto const bad = this->template row<int>({0, 6, -1, -7, 13, -100, 5});
  EXPECT_TRUE(equals<double>(take(a, bad, index_mode::wrap), {0, 0, 50, 50, 10, 20, 50}));
  EXPECT_TRUE(equals<double>(take(a, bad, index_mode::clip), {0, 50, 0, 0, 50, 0, 50}));
  EXPECT_TRUE(equals<double>(take(a, bad, index_mode::drop), {0, 0, 50, 0, 0, 0, 50}));
  EXPECT_TRUE(equals<double>(take(a, bad, fill(-1.5)), {0, -1.5, 50, -1.5, -1.5, -1.5, 50}));
  EXPECT_TRUE(equals<double>(take(a, bad, index_mode::fill), {0, 0, 50, 0, 0, 0, 50}));
  EXPECT_TRUE(equals<double>(take(a, this->template row<int>({5, 0, 3}), index_mode::unchecked),
                             {50, 0, 30}));
  EXPECT_EQ(this->taking(take(a, bad)), bad_index(6, 1, "take"));
}

TYPED_TEST(take_put, takes_with_indices_of_any_dtype)
{
  auto const a = this->tens();
  EXPECT_TRUE(equals<double>(take(a, this->template row<std::uint8_t>({5, 0})), {50, 0}));
  EXPECT_TRUE(equals<double>(take(a, this->template row<std::int8_t>({-1, -6})), {50, 0}));
  EXPECT_TRUE(equals<double>(take(a, this->template row<std::uint64_t>({5, 0})), {50, 0}));
  EXPECT_EQ(this->taking(take(a, this->template row<std::uint8_t>({5, 200}))),
            bad_index(200, 1, "take"));
  EXPECT_EQ(this->taking(take(a, this->template row<std::int8_t>({-128}))),
            bad_index(-128, 0, "take"));
  // int8 indices reach 300 elements only by wrapping: nothing is computed in the index's dtype
  auto const wide = acre::arange<int>(this->space, 0, 300);
  EXPECT_TRUE(equals<int>(take(wide, this->template row<std::int8_t>({127, -128})), {127, 172}));
  EXPECT_TRUE(
      equals<int>(take(wide, this->template row<std::int8_t>({-1}), index_mode::wrap), {299}));
  EXPECT_TRUE(
      equals<int>(take(wide, this->template row<std::uint8_t>({255}), index_mode::clip), {255}));
  auto const lowest = std::numeric_limits<std::int64_t>::min(),
             highest = std::numeric_limits<std::int64_t>::max();
  auto const far = this->template row<std::int64_t>({lowest, highest});
  EXPECT_TRUE(equals<double>(take(a, far, index_mode::wrap), {40, 10}));
  EXPECT_TRUE(equals<double>(take(a, far, index_mode::clip), {0, 50}));
  EXPECT_TRUE(equals<double>(take(a, far, fill(7)), {7, 7}));
  EXPECT_EQ(acre_test::error_of<acre::value_error>(
                [&] { take(acre::zeros<std::uint8_t>(this->space, shape(6)), far, fill(300)); }),
            "integer 300 out of bounds for uint8");
  EXPECT_EQ(this->taking(take(a, far)), bad_index(lowest, 0, "take"));
}

TYPED_TEST(take_put, takes_along_each_axis)
{
  auto const a = place(this->space, std::vector<int>{0, 1, 2, 10, 11, 12}, shape(2, 3));
  auto const i = this->template row<int>({-1, 0, 0, 1});
  auto const rows = take(a, i, 0), columns = take(a, i, 1), back = take(a, i, -2);
  EXPECT_EQ(rows.shape(), shape(4, 3));
  EXPECT_TRUE(equals<int>(rows, {10, 11, 12, 0, 1, 2, 0, 1, 2, 10, 11, 12}));
  EXPECT_EQ(columns.shape(), shape(2, 4));
  EXPECT_TRUE(equals<int>(columns, {2, 0, 0, 1, 12, 10, 10, 11}));
  EXPECT_TRUE(equals(back, acre::to_vector(rows)));
  EXPECT_TRUE(equals<int>(take(a, i), {12, 0, 0, 1})) << "without an axis: in C order";
  // indices of two axes: the axis becomes two
  auto const square = take(a, place(this->space, std::vector<int>{2, 0, 1, 2}, shape(2, 2)), 1);
  EXPECT_EQ(square.shape(), shape(2, 2, 2));
  EXPECT_TRUE(equals<int>(square, {2, 0, 1, 2, 12, 10, 11, 12}));
  EXPECT_TRUE(equals<int>(take(a, acre::full<int>(this->space, shape(), 1), 1), {1, 11}))
      << "a single index drops the axis";
  // strided sources and indices, in an expression
  EXPECT_TRUE(equals<int>(take(a.transpose(), i(slice(none, none, -2)), 0) + 1, {2, 12, 1, 11}));
  EXPECT_TRUE(
      equals<int>(take(a(acre::ALL, slice(none, none, -1)), i, 1), {0, 2, 2, 1, 10, 12, 12, 11}));
  EXPECT_TRUE(equals<int>(take(a, i * 1 + 0, 1) - take(a, i, 1), {0, 0, 0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(this->taking(take(a, this->template row<int>({1, 3}), 1)),
            bad_index(3, 1, "take", 3, 1));
  EXPECT_EQ(this->taking(take(a, this->template row<int>({1, -3}), 0)),
            bad_index(-3, 1, "take", 2, 0));
  EXPECT_EQ(error_without_line<acre::index_error>([&] { take(a, i, 2); }),
            "axis 2 is out of bounds for array of dimension 2");
}

TYPED_TEST(take_put, takes_as_serial_does)
{
  std::int64_t const n = 5003, m = 100000;
  auto const v = noise<float>(n);
  auto wild = noise<std::int32_t>(m);
  for (auto& i : wild) i %= 3 * n;
  for (index_mode const mode : {index_mode::wrap, index_mode::clip, index_mode::drop}) {
    std::vector<float> wanted;
    for (std::int64_t const i : wild) {
      std::int64_t k = mode == index_mode::wrap   ? ((i % n) + n) % n
                       : mode == index_mode::clip ? std::clamp<std::int64_t>(i, 0, n - 1)
                       : i < 0                    ? i + n
                                                  : i;
      wanted.push_back(k < 0 || k >= n ? 0.0f : v[static_cast<std::size_t>(k)]);
    }
    for (auto const& space : acre_test::instances<TypeParam>())
      EXPECT_TRUE(equals(take(place(space, v), place(space, wild), mode), wanted));
  }
}

TYPED_TEST(take_put, refuses_to_take_from_nothing)
{
  auto const nothing = acre::empty<double>(this->space, shape(0));
  auto const i = this->template row<int>({0});
  for (index_mode const mode : checked_modes) {
    EXPECT_EQ(error_without_line<acre::index_error>([&] { take(nothing, i, mode); }), from_nothing);
    EXPECT_EQ(error_without_line<acre::index_error>([&] { put(nothing, i, 1.0, mode); }),
              "cannot replace elements of an empty array");
    EXPECT_TRUE(equals(take(nothing, acre::empty<int>(this->space, shape(0)), mode),
                       std::vector<double>{}));
    put(nothing, acre::empty<int>(this->space, shape(0)), 1.0, mode);
  }
  auto const flat = acre::empty<double>(this->space, shape(0, 3));
  EXPECT_EQ(error_without_line<acre::index_error>([&] { take(flat, i, 0); }), from_nothing);
  EXPECT_EQ(take(flat, i, 1).shape(), shape(0, 1)) << "the axis that is indexed is not empty";
  EXPECT_EQ(this->fencing(), "nothing");
}

TYPED_TEST(take_put, puts_under_every_mode)
{
  auto const put_into = [&](index_mode mode) {
    auto const a = this->tens();
    put(a, this->template row<int>({0, 6, -1, -7, 13}), this->template row<double>({1, 2, 3, 4, 5}),
        mode);
    return acre::to_vector(a);
  };
  EXPECT_EQ(put_into(index_mode::wrap), (std::vector<double>{2, 5, 20, 30, 40, 4}));
  EXPECT_EQ(put_into(index_mode::clip), (std::vector<double>{4, 10, 20, 30, 40, 5}));
  EXPECT_EQ(put_into(index_mode::drop), (std::vector<double>{1, 10, 20, 30, 40, 3}));
  EXPECT_EQ(put_into(index_mode::fill), (std::vector<double>{1, 10, 20, 30, 40, 3}));
  EXPECT_EQ(error_without_line<acre::index_error>([&] { put_into(index_mode::raise); }),
            bad_index(6, 1, "put"));

  auto const a = this->tens();
  put(a, this->template row<std::uint8_t>({1, 4}), 7.5);
  EXPECT_TRUE(equals<double>(a, {0, 7.5, 20, 30, 7.5, 50})) << "a scalar broadcasts";
  put(a, this->template row<std::int8_t>({-1, -2}), this->template row<int>({1, 2}));
  EXPECT_TRUE(equals<double>(a, {0, 7.5, 20, 30, 2, 1})) << "int values into float64";
  put(a, this->template row<int>({0, 2, 3}), this->template row<double>({1, 2}));
  EXPECT_TRUE(equals<double>(a, {1, 7.5, 2, 1, 2, 1})) << "values are repeated";
  EXPECT_EQ(error_without_line<acre::index_error>([&] {
              put(a, this->template row<int>({2, -7}), 9.0);
              this->space.fence();
            }),
            bad_index(-7, 1, "put"));
  EXPECT_TRUE(equals<double>(a, {1, 7.5, 2, 1, 2, 1})) << "nothing was written";
}

TYPED_TEST(take_put, lets_the_last_of_duplicates_win)
{
  auto const a = this->tens();
  put(a, this->template row<int>({1, 3, 1, -3, 1}), this->template row<double>({1, 2, 3, 4, 5}));
  EXPECT_TRUE(equals<double>(a, {0, 5, 20, 4, 40, 50}));

  std::int64_t const n = 1000, m = 200000;
  auto const index = noise<std::int32_t>(m);
  auto const value = noise<float>(m);
  std::vector<float> wanted(static_cast<std::size_t>(n), 0);
  for (std::size_t k = 0; k < index.size(); ++k)
    wanted[static_cast<std::size_t>(((index[k] % n) + n) % n)] = value[k];
  for (auto const& space : acre_test::instances<TypeParam>()) {
    auto const target = acre::zeros<float>(space, shape(n));
    put(target, place(space, index), place(space, value), index_mode::wrap);
    EXPECT_TRUE(equals(target, wanted));
    // backwards through a slice: the same elements from the other side
    auto const turned = acre::zeros<float>(space, shape(n));
    put(turned(slice(none, none, -1)), place(space, index), place(space, value), index_mode::wrap);
    EXPECT_TRUE(equals(turned, std::vector<float>(wanted.rbegin(), wanted.rend())));
    // strided indices and values
    auto const every_third = acre::zeros<float>(space, shape(n));
    put(every_third, place(space, index)(slice(none, none, 3)),
        place(space, value)(slice(none, none, 3)), index_mode::wrap);
    std::vector<float> thirds(static_cast<std::size_t>(n), 0);
    for (std::size_t k = 0; k < index.size(); k += 3)
      thirds[static_cast<std::size_t>(((index[k] % n) + n) % n)] = value[k];
    EXPECT_TRUE(equals(every_third, thirds));
  }
}

// (As many as a GPU partitions before it looks for the last ones, and, into few places, as it looks
// at from the last one on.)
TYPED_TEST(take_put, lets_the_last_of_millions_win)
{
  std::int64_t const n = 11000000, m = 2800000;
  auto index = noise<std::int32_t>(m);
  for (auto& i : index) i %= 12000000;
  auto const value = noise<float>(m);
  std::vector<float> wanted(static_cast<std::size_t>(n), 0);
  for (std::size_t k = 0; k < index.size(); ++k)
    if (index[k] >= -n && index[k] < n)
      wanted[static_cast<std::size_t>((index[k] + n) % n)] = value[k];
  auto const i = place(this->space, index);
  auto const v = place(this->space, value);
  auto const target = acre::zeros<float>(this->space, shape(n));
  EXPECT_NE(this->index_error_of([&] { put(target, i, v); }), "");
  EXPECT_EQ(acre::to_vector(acre::max(target)), std::vector<float>{0}) << "nothing was written";
  put(target, i, v, index_mode::drop);
  EXPECT_TRUE(equals(target, wanted));
  std::size_t const fewer = 1100000;  // a part has some hundred
  std::vector<float> of_fewer(static_cast<std::size_t>(n), 0);
  for (std::size_t k = 0; k < fewer; ++k)
    if (index[k] >= -n && index[k] < n)
      of_fewer[static_cast<std::size_t>((index[k] + n) % n)] = value[k];
  auto const sparse = acre::zeros<float>(this->space, shape(n));
  put(sparse, i(slice(0, static_cast<std::int64_t>(fewer))),
      v(slice(0, static_cast<std::int64_t>(fewer))), index_mode::drop);
  EXPECT_TRUE(equals(sparse, of_fewer));
  for (std::size_t k = 0; k < index.size(); ++k)  // half of them into three neighbours
    if (k % 2 == 0 && index[k] % 5 != 0) index[k] = 5000000 + static_cast<std::int32_t>(k % 3);
  std::fill(wanted.begin(), wanted.end(), 1.0f);
  for (std::size_t k = 0; k < index.size(); ++k)
    if (index[k] >= -n && index[k] < n)
      wanted[static_cast<std::size_t>((index[k] + n) % n)] = value[k];
  auto const ones = acre::full<float>(this->space, shape(n), 1.0f);
  put(ones, place(this->space, index), v, index_mode::drop);
  EXPECT_TRUE(equals(ones, wanted));

  std::int32_t const few = 1000;
  wanted.assign(static_cast<std::size_t>(few), 0);
  for (std::size_t k = 0; k < index.size(); ++k) {
    index[k] = (index[k] % few + few) % few;
    wanted[static_cast<std::size_t>(index[k])] = value[k];
  }
  auto const crowded = acre::zeros<float>(this->space, shape(few));
  put(crowded, place(this->space, index), v);
  EXPECT_TRUE(equals(crowded, wanted));
  index[1200001] = index[1200002] = index[2500000] = few;
  EXPECT_EQ(error_without_line<acre::index_error>([&] {
              put(crowded, place(this->space, index), v * 2.0f);
              this->space.fence();
            }),
            bad_index(few, 1200001, "put", few));
  EXPECT_TRUE(equals(crowded, wanted)) << "nothing was written";
}

TYPED_TEST(take_put, reads_values_before_it_writes)
{
  auto const a = this->tens();
  put(a, this->template row<int>({0, 1, 2, 3, 4, 5}), a(slice(none, none, -1)));
  EXPECT_TRUE(equals<double>(a, {50, 40, 30, 20, 10, 0}));
  auto const i = this->template row<int>({2, 0, 1});
  put(i, i, i + 10);
  EXPECT_TRUE(equals<int>(i, {10, 11, 12})) << "indices too";
}

TYPED_TEST(take_put, names_the_array_and_the_calling_line)
{
  auto const a = this->tens().labelled("energy");
  auto const i = this->template row<int>({0, 6});
  int const line = __LINE__ + 2;
  try {
    acre::to_vector(take(a(slice(none, none, -1)), i));
    FAIL() << "no error";
  } catch (acre::index_error const& e) {
    EXPECT_EQ(
        std::string(e.message()),
        "index 6 is out of bounds for axis 0 with size 6 (in acre::take of 'energy', position 1 "
        "of the indices; called at take_put.cpp:" +
            std::to_string(line) + ")");
    auto const& d = e.details();
    EXPECT_EQ(d.operation, "take");
    EXPECT_EQ(d.label, "energy");
    EXPECT_EQ(d.position, 1);
    EXPECT_EQ(d.index, 6);
    EXPECT_EQ(d.axis, 0);
    EXPECT_EQ(d.size, 6);
    EXPECT_EQ(static_cast<int>(d.where.line()), line);
  }
}

}  // namespace
