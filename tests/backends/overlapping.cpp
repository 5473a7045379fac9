// Results written to memory that is read: as if all were read before.
#include <acre/array/copy.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/spaces.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace {

using acre::ALL, acre::none, acre::slice;

template <class Space>
class overlapping : public ::testing::Test {};
TYPED_TEST_SUITE(overlapping, acre_test::spaces, acre_test::space_names);

template <class T, class Space>
void is_read_before_it_is_written()
{
  SCOPED_TRACE(acre::dtype_name<T>());
  std::vector<T> v;
  for (int i = 0; i < 15; ++i) v.push_back(static_cast<T>(i % 2 == 0 ? i : -i));
  auto const a = acre_test::place(Space(), v, acre::shape(3, 5));
  a(ALL, slice(1, none)) = a(ALL, slice(none, -1));
  a(slice(none, none, -1), slice(none, none, 2)) = a(ALL, slice(none, none, 2)) + T(1);
  std::vector<T> wanted(v);
  for (std::size_t r = 0; r < 3; ++r)
    for (std::size_t c = 4; c > 0; --c) wanted[5 * r + c] = wanted[5 * r + c - 1];
  auto const before = wanted;
  for (std::size_t r = 0; r < 3; ++r)
    for (std::size_t c = 0; c < 5; c += 2)
      wanted[5 * (2 - r) + c] = static_cast<T>(before[5 * r + c] + T(1));
  EXPECT_TRUE(acre_test::equals(a, wanted));
  // to the host in C order, from anywhere
  std::vector<T> columns;
  for (std::size_t c = 0; c < 5; ++c)
    for (std::size_t r = 3; r-- > 0;) columns.push_back(wanted[5 * r + c]);
  EXPECT_EQ(acre::to_vector(a(slice(none, none, -1), ALL).transpose()), columns);
}

TYPED_TEST(overlapping, is_read_before_it_is_written)
{
  is_read_before_it_is_written<std::int8_t, TypeParam>();
  is_read_before_it_is_written<std::int16_t, TypeParam>();
  is_read_before_it_is_written<float, TypeParam>();
  is_read_before_it_is_written<double, TypeParam>();
  is_read_before_it_is_written<acre::complex<double>, TypeParam>();
}

/// Whether they share elements or lie between each other: bands, columns of points, grids.
TYPED_TEST(overlapping, bands_and_grids)
{
  auto const v = acre_test::noise<float>(9 * 14);
  auto const a = acre_test::place(TypeParam(), v, acre::shape(9, 14));
  auto const rows = [](std::int64_t from, std::int64_t step) {  // four of them
    return step > 0 ? slice(from, from + 4 * step, step) : slice(from + 4, from, -1);
  };
  auto const columns = [](std::int64_t from, std::int64_t step) {
    return slice(from, from + 3 * step, step);
  };
  for (std::int64_t const row : {0, 1})
    for (std::int64_t const row_step : {1, 2, -1})
      for (std::int64_t const column : {0, 1, 2, 3, 4})
        for (std::int64_t const step : {1, 2, 3})
          for (std::int64_t const other : {0, 1, 2, 3, 5}) {
            SCOPED_TRACE(std::to_string(row) + ", " + std::to_string(row_step) + "; " +
                         std::to_string(column) + ", " + std::to_string(step) + "; " +
                         std::to_string(other));
            auto const b = acre::copy(a), wanted = acre::copy(a);
            b(rows(row, row_step), columns(column, step)) =
                b(rows(0, 1), columns(other, step)) * 2.0f;
            wanted(rows(row, row_step), columns(column, step)) =
                a(rows(0, 1), columns(other, step)) * 2.0f;
            EXPECT_TRUE(acre_test::equals(b, acre::to_vector(wanted)));
            b.transpose()(columns(column, step), rows(row, 1)) =
                b.transpose()(columns(other, step), rows(0, 2)) - 1.0f;
            auto const before = acre::copy(wanted);
            wanted.transpose()(columns(column, step), rows(row, 1)) =
                before.transpose()(columns(other, step), rows(0, 2)) - 1.0f;
            EXPECT_TRUE(acre_test::equals(b, acre::to_vector(wanted)));
          }
}

}  // namespace
