// Arrays: shapes, slices, views and single elements.

#include <acre/array/print.hpp>
#include <acre/device/spaces.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre/reduce/sum.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/spaces.hpp>

using acre::ALL, acre::ellipsis, acre::newaxis, acre::none, acre::shape, acre::slice;
using acre_test::equals, acre_test::error_of;

namespace {

template <class Space>
class array : public ::testing::Test {
 protected:
  Space space;

  template <class T, std::size_t Rank>
  auto counting(std::array<std::int64_t, Rank> const& s) const
  {
    acre::array<T, static_cast<int>(Rank), Space> a(space, s);
    a = acre::cast<T>(acre::index_of(space, s));
    return a;
  }
};
TYPED_TEST_SUITE(array, acre_test::spaces, acre_test::space_names);

TYPED_TEST(array, has_any_rank)
{
  auto const scalar = acre::full<double>(this->space, shape(), 4.5);
  EXPECT_EQ(scalar.size(), 1);
  EXPECT_EQ(static_cast<double>(scalar), 4.5);
  EXPECT_EQ(scalar().item(), 4.5);
  EXPECT_EQ((scalar + scalar).shape(), shape());
  auto const six = this->template counting<int>(shape(2, 3, 1, 2, 2, 2));
  EXPECT_EQ(six.size(), 48);
  EXPECT_EQ(six(1, 2, 0, 1, 1, 1).item(), 47);
  EXPECT_EQ(six(-1, -3, 0, 0, 1, 0).item(), 24 + 2);
  EXPECT_EQ(six(1, ellipsis, 0).shape(), shape(3, 1, 2, 2));
  EXPECT_TRUE(equals<int>(six(1, 2, 0, 1), {44, 45, 46, 47}));
  acre::array<int, 1, TypeParam> unset;
  EXPECT_EQ(unset.size(), 0);
  unset = six(0, 0, 0, 0, 0) + 1;
  EXPECT_TRUE(equals<int>(unset, {1, 2})) << "takes the first shape it is given";
}

TYPED_TEST(array, slices_as_numpy_does)
{
  auto const a = this->template counting<int>(shape(3, 4));
  EXPECT_TRUE(equals<int>(a(1), {4, 5, 6, 7}));
  EXPECT_TRUE(equals<int>(a(-1, slice(none, none, -2)), {11, 9}));
  EXPECT_TRUE(equals<int>(a(ALL, 0), {0, 4, 8}));
  EXPECT_TRUE(equals<int>(a(slice(none, none, -1), slice(1, 3)), {9, 10, 5, 6, 1, 2}));
  EXPECT_TRUE(equals<int>(a(slice(2, 0, -1))(ALL, -1), {11, 7}));
  EXPECT_EQ(a(newaxis, 1, newaxis).shape(), shape(1, 1, 4));
  EXPECT_EQ(a(ellipsis, newaxis).shape(), shape(3, 4, 1));
  EXPECT_EQ(a(slice(5, 9)).shape(), shape(0, 4));
  EXPECT_TRUE(equals<int>(a(slice(none, none, -1))(slice(none, none, -1)), acre::to_vector(a)));
  EXPECT_EQ(error_of<acre::index_error>([&] { a(3); }),
            "index 3 is out of bounds for axis 0 with size 3");
  EXPECT_EQ(error_of<acre::index_error>([&] { a(0, -5); }),
            "index -5 is out of bounds for axis 1 with size 4");
  EXPECT_EQ(error_of<acre::value_error>([&] { a(slice(none, none, 0)); }),
            "slice step cannot be zero");
}

TYPED_TEST(array, transposes_and_broadcasts_without_a_copy)
{
  auto const a = this->template counting<int>(shape(2, 3));
  auto const t = a.transpose();
  EXPECT_EQ(t.data(), a.data());
  EXPECT_FALSE(t.is_contiguous());
  EXPECT_TRUE(equals<int>(t, {0, 3, 1, 4, 2, 5}));
  auto const box = this->template counting<int>(shape(2, 3, 4));
  auto const turned = box.transpose({2, 0, -2});
  EXPECT_EQ(turned.shape(), shape(4, 2, 3));
  EXPECT_EQ(turned(3, 1, 2).item(), 23);
  auto const named = box.transpose(acre::axes(2, 0, -2));
  EXPECT_EQ(named.data(), box.data());
  EXPECT_EQ(named.shape(), turned.shape());
  EXPECT_EQ(named.strides(), turned.strides());
  EXPECT_EQ(error_of<acre::value_error>([&] { a.transpose(acre::axes(0, 0)); }),
            "repeated axis in transpose");
  EXPECT_EQ(error_of<acre::value_error>([&] { a.transpose({0, 0}); }),
            "repeated axis in transpose");
  EXPECT_EQ(error_of<acre::index_error>([&] { a.transpose({0, 2}); }),
            "axis 2 is out of bounds for array of dimension 2");

  auto const wide = broadcast_to(a(0), shape(2, 3));
  EXPECT_EQ(wide.ref().data, a.data());
  EXPECT_TRUE(equals<int>(wide, {0, 1, 2, 0, 1, 2}));
  EXPECT_TRUE(equals<std::int64_t>(acre::sum(broadcast_to(a(ALL, slice(1, 2)), shape(2, 2, 4)), 2),
                                   {4, 16, 4, 16}));
  EXPECT_EQ(error_of<acre::shape_error>([&] { broadcast_to(a(0), shape(2, 4)); }),
            "operands could not be broadcast together with remapped shapes [original->remapped]: "
            "(3,)  and requested shape (2,4)");
  EXPECT_EQ(error_of<acre::shape_error>([&] { broadcast_to(a, shape(1, 3)); }),
            "operands could not be broadcast together with remapped shapes [original->remapped]: "
            "(2,3)  and requested shape (1,3)");
}

TYPED_TEST(array, reshapes_in_place_where_it_can)
{
  auto const a = this->template counting<int>(shape(3, 4));
  auto const is_view = [&](auto const& r) {
    return r.ref().data >= a.data() && r.ref().data < a.data() + 12;
  };
  EXPECT_TRUE(is_view(a.reshape(shape(12))));
  EXPECT_TRUE(is_view(a.reshape(shape(2, 3, 2))));
  EXPECT_TRUE(is_view(a.reshape(shape(3, 1, 2, 2))));
  EXPECT_TRUE(is_view(a(slice(none, none, 2)).reshape(shape(2, 2, 2))))
      << "each axis is split within itself";
  EXPECT_TRUE(is_view(a(slice(none, none, -1)).reshape(shape(3, 4, 1))));
  EXPECT_TRUE(is_view(a.transpose().reshape(shape(2, 2, 3))));
  EXPECT_FALSE(is_view(a.transpose().reshape(shape(12))));
  EXPECT_FALSE(is_view(a(ALL, slice(0, 3)).reshape(shape(9))));
  EXPECT_FALSE(is_view(a(slice(none, none, -1)).reshape(shape(12))));
  EXPECT_TRUE(
      equals<int>(a.transpose().reshape(shape(2, -1)), {0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11}));
  EXPECT_TRUE(
      equals<int>(a.transpose().reshape(shape(2, 2, 3)), {0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11}));
  EXPECT_TRUE(equals<int>(a(ALL, slice(none, none, 2)).reshape(shape(6)), {0, 2, 4, 6, 8, 10}));
  EXPECT_TRUE(equals<int>(a(slice(none, none, -1)).reshape(shape(-1)),
                          {8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3}));
  EXPECT_TRUE(
      equals<int>(broadcast_to(a(0), shape(2, 4)).reshape(shape(4, 2)), {0, 1, 2, 3, 0, 1, 2, 3}));
  EXPECT_EQ(a(slice(0, 0)).reshape(shape(7, 0)).shape(), shape(7, 0));
  EXPECT_EQ(a(0, slice(0, 1)).reshape(shape()).item(), 0);
  a.reshape(shape(12))(5) = 100;
  EXPECT_EQ(a(1, 1).item(), 100) << "a view writes through";
  auto const of = [](auto const& f) { return error_of<acre::value_error>(f); };
  EXPECT_EQ(of([&] { a.reshape(shape(5)); }), "cannot reshape array of size 12 into shape (5,)");
  EXPECT_EQ(of([&] { a.reshape(shape(5, -1)); }),
            "cannot reshape array of size 12 into shape (5,newaxis)");
  EXPECT_EQ(of([&] { a.reshape(shape(0, -1)); }),
            "cannot reshape array of size 12 into shape (0,newaxis)");
  EXPECT_EQ(of([&] { a.reshape(shape(-1, -1)); }), "can only specify one unknown dimension");
}

TYPED_TEST(array, gives_one_element_only_where_it_has_one)
{
  auto const a = this->template counting<int>(shape(2, 3));
  EXPECT_EQ(a(1, 2).item(), 5);
  EXPECT_EQ(a(slice(1, 2), slice(1, 2)).item(), 4);
  EXPECT_EQ(error_of<acre::value_error>([&] { a.item(); }),
            "item() wants an array of size 1, not of shape (2,3)");
  EXPECT_EQ(error_of<acre::value_error>([&] { a(slice(0, 0)).item(); }),
            "item() wants an array of size 1, not of shape (0,3)");
}

TYPED_TEST(array, has_a_shape_that_prints)
{
  using namespace acre;
  std::ostringstream out;
  out << zeros(this->space, shape(2, 3)).shape() << zeros(this->space, shape(4)).shape()
      << zeros(this->space, shape()).shape();
  EXPECT_EQ(out.str(), "(2,3)(4,)()");
}

TYPED_TEST(array, prints_from_any_space)
{
  auto const a = this->template counting<int>(shape(2, 3));
  EXPECT_EQ(acre::to_string(a), "[[0 1 2]\n [3 4 5]]");
  EXPECT_EQ(acre::to_string(a.transpose()), "[[0 3]\n [1 4]\n [2 5]]");
}

}  // namespace
