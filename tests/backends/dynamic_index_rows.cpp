// Rows picked and written by an index array: acre::dynamic, whose arrays have as many axes as there
// can be, moves the same rows as the static functions.

#include <acre/dynamic.hpp>
#include <acre/index/advanced.hpp>
#include <acre/index/take.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/on_space.hpp>

#include <array>

using acre::shape;
using acre_test::equals, acre_test::mix, acre_test::place;

namespace {

using i64 = std::int64_t;

template <class Space>
class dynamic_index_rows : public acre_test::on_space<Space> {};
TYPED_TEST_SUITE(dynamic_index_rows, acre_test::spaces, acre_test::space_names);

template <class T>
std::vector<T> numbers(i64 count, std::uint64_t seed)
{
  std::vector<T> v(static_cast<std::size_t>(count));
  for (std::size_t k = 0; k < v.size(); ++k) v[k] = static_cast<T>(mix(seed + k) % 113);
  return v;
}

/// Rows of two axes, `width` elements each, by a table of indices.
template <class T, class Space>
void check_rows(Space const& space, i64 n, i64 width, i64 picks)
{
  SCOPED_TRACE(std::to_string(picks) + " of " + std::to_string(n) + " rows of " +
               std::to_string(width));
  std::vector<i64> index(static_cast<std::size_t>(2 * picks));
  for (std::size_t k = 0; k < index.size(); ++k)
    index[k] = static_cast<i64>(mix(7 + k) % static_cast<std::uint64_t>(2 * n)) - n;
  auto const x = place(space, numbers<T>(n * 2 * width, 1)).reshape(shape(n, 2, width));
  auto const m =
      place(space, numbers<T>(2 * picks * 2 * width, 2)).reshape(shape(2, picks, 2, width));
  auto const i = place(space, index).reshape(shape(2, picks));
  auto const taken = acre::evaluate(x(i));
  auto const written = copy(x);
  written(i) = m;

  acre::dynamic_array const any_x = x, any_i = i, any_y = copy(x);
  std::array<acre::dynamic::index_term, 1> const list{any_i};
  EXPECT_TRUE(equals(acre::dynamic::take(any_x, any_i, 0).template as<T, 4, Space>(),
                     acre::to_vector(taken)));
  EXPECT_TRUE(equals(acre::dynamic::getitem(any_x, list).template as<T, 4, Space>(),
                     acre::to_vector(taken)));
  acre::dynamic::setitem(any_y, list, acre::dynamic_array(m));
  EXPECT_TRUE(equals(any_y.template as<T, 3, Space>(), acre::to_vector(written)));

  // of a later axis, where picks name no rows of neighbours
  auto const across = acre::evaluate(x.transpose(shape(1, 0, 2)));
  EXPECT_TRUE(
      equals(acre::dynamic::take(acre::dynamic_array(across), any_i, 1).template as<T, 4, Space>(),
             acre::to_vector(acre::evaluate(acre::take(across, i, 1)))));
}

TYPED_TEST(dynamic_index_rows, as_the_static_functions)
{
  for (i64 const width : {1, 2, 3, 4, 5, 7, 8, 16, 17, 33, 100, 700}) {
    check_rows<float>(this->space, 50, width, 40);
    check_rows<std::int8_t>(this->space, 20, width, 130);
    check_rows<acre::complex<double>>(this->space, 100, width, 3);
  }
}

}  // namespace
