// A mirror is the array itself where its memory can be read, else a copy; changes go back by
// assignment.

#include <acre/array/creation.hpp>
#include <acre/array/mirror.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre/index/advanced.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/on_space.hpp>

using acre::create_mirror_view_and_copy, acre::shape;

namespace {

template <class Space>
class mirrors : public acre_test::on_space<Space> {};
TYPED_TEST_SUITE(mirrors, acre_test::spaces, acre_test::space_names);

TYPED_TEST(mirrors, take_no_memory_where_the_host_reads_the_array)
{
  acre::array const x = acre::arange(this->space, 0.0, 6.0, 1.0).reshape(shape(2, 3));
  auto const t = x.transpose();
  auto const seen = create_mirror_view_and_copy(acre::host(), t);
  EXPECT_EQ(seen.data() == t.data(), TypeParam::host_accessible);
  EXPECT_EQ(seen.strides() == t.strides(), TypeParam::host_accessible);
  EXPECT_EQ(seen.shape(), t.shape());
  for (std::int64_t i = 0; i < 3; ++i)
    for (std::int64_t j = 0; j < 2; ++j)
      EXPECT_EQ(seen.data()[i * seen.strides()[0] + j * seen.strides()[1]], 3.0 * j + i);

  seen.data()[seen.strides()[0]] = 7;  // the host writes, and hands it back
  t(acre::ellipsis) = create_mirror_view_and_copy(this->space, seen);
  EXPECT_TRUE(acre_test::equals(x, std::vector<double>{0, 7, 2, 3, 4, 5}));
}

TYPED_TEST(mirrors, of_expressions_are_computed_and_wait)
{
  auto const x = acre::ones(this->space, shape(1000));
  auto const seen = create_mirror_view_and_copy(acre::host(), 2 * x + 1);
  EXPECT_EQ(seen.data()[999], 3);
  auto const here = create_mirror_view_and_copy(this->space, x);
  EXPECT_EQ(here.data(), x.data());
}

TYPED_TEST(mirrors, tell_pending_index_errors)
{
  auto x = acre::arange(this->space, 6);
  x(acre::from_host(this->space, {9})) = 1;
  EXPECT_THROW(create_mirror_view_and_copy(acre::host(), x), acre::index_error);
}

}  // namespace
