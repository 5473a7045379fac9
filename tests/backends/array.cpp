// Arrays: how they are made, share memory, change shape and move between spaces.

#include <acre/array/kokkos.hpp>
#include <acre/array/print.hpp>
#include <acre/device/spaces.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre/reduce.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/spaces.hpp>

using acre::ALL, acre::ellipsis, acre::newaxis, acre::none, acre::shape, acre::slice;
using acre_test::equals, acre_test::error_of, acre_test::noise, acre_test::place;

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

TYPED_TEST(array, is_filled)
{
  EXPECT_TRUE(equals<float>(acre::full<float>(this->space, shape(3), 2.5f), {2.5f, 2.5f, 2.5f}));
  EXPECT_TRUE(equals<std::int16_t>(acre::zeros<std::int16_t>(this->space, shape(2)), {0, 0}));
  EXPECT_TRUE(equals<unsigned char>(acre::ones<bool>(this->space, shape(2)), {1, 1}));
  EXPECT_TRUE(equals<double>(acre::from_host<double>(this->space, {1, 2, 3}), {1, 2, 3}));
  auto const a = acre::from_host<int>(this->space, std::vector<int>{1, 2, 3, 4, 5, 6}, shape(2, 3));
  EXPECT_TRUE(equals<int>(a, {1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(a.strides(), shape(3, 1));
  EXPECT_TRUE(a.is_contiguous());
  EXPECT_EQ(error_of<acre::value_error>(
                [&] { acre::from_host<int>(this->space, std::vector<int>{1, 2, 3}, shape(2, 2)); }),
            "cannot make an array of shape (2,2) from 3 elements");
  EXPECT_EQ(error_of<acre::shape_error>([&] { acre::zeros<int>(this->space, shape(2, -1)); }),
            "negative dimensions are not allowed: shape (2,-1)");
}

TYPED_TEST(array, counts)
{
  auto const doubles = [&](double from, double to, double by) {
    return acre::arange<double>(this->space, from, to, by);
  };
  EXPECT_TRUE(
      equals<double>(doubles(0, 1, 0.1), {0.0, 0.1, 0.2, 0.30000000000000004, 0.4, 0.5,
                                          0.6000000000000001, 0.7000000000000001, 0.8, 0.9}));
  EXPECT_TRUE(equals<double>(doubles(3, 3, 1), std::vector<double>{}));
  auto const ints = [&](auto from, auto to, auto by) {
    return acre::arange(this->space, from, to, by);
  };
  EXPECT_TRUE(equals<int>(ints(5, 0, -2), {5, 3, 1}));
  EXPECT_TRUE(equals<int>(ints(0, 10, 3), {0, 3, 6, 9}));
  EXPECT_TRUE(equals<int>(ints(5, 0, 1), std::vector<int>{}));
  using i8 = std::int8_t;
  EXPECT_TRUE(equals<i8>(ints(i8(-3), i8(3), i8(2)), {-3, -1, 1}));
  EXPECT_EQ(acre::arange<i8>(this->space, -128, 127).size(), 255);
  std::int64_t const big = std::int64_t{1} << 62;
  EXPECT_TRUE(equals<std::int64_t>(ints(big, big + 3, std::int64_t{1}), {big, big + 1, big + 2}))
      << "beyond float64";
  EXPECT_TRUE(equals<std::int64_t>(ints(-2 * big, 2 * (big - 1), big), {-2 * big, -big, 0, big}))
      << "the whole range";
  std::uint64_t const top = ~std::uint64_t{0};
  EXPECT_TRUE(equals<std::uint64_t>(ints(top - 2, top, std::uint64_t{1}), {top - 2, top - 1}));
  EXPECT_EQ(error_of<acre::value_error>([&] { ints(0, 5, 0); }), "division by zero");
  EXPECT_EQ(error_of<acre::value_error>([&] { doubles(0, 1, 0); }), "float division by zero");
  double const unbounded = std::numeric_limits<double>::infinity();
  EXPECT_EQ(error_of<acre::value_error>([&] { doubles(0, unbounded - unbounded, 1); }),
            "arange: cannot compute length");
  EXPECT_EQ(error_of<acre::value_error>([&] { doubles(0, 1e30, 1); }),
            "Maximum allowed size exceeded");
  EXPECT_EQ(error_of<acre::value_error>([&] { doubles(0, unbounded, 1); }),
            "Maximum allowed size exceeded");
  EXPECT_EQ(
      error_of<acre::value_error>([&] { ints(-2 * big, 2 * (big - 1) + 1, std::int64_t{1}); }),
      "Maximum allowed size exceeded");
  EXPECT_TRUE(equals<double>(acre::arange<double>(this->space, 2.5), {0, 1, 2}));
  // NumPy's step is the difference of the first two
  EXPECT_TRUE(equals<double>(doubles(0.3, 0.95, 0.1),
                             {0.3, 0.4, 0.5, 0.6000000000000001, 0.7000000000000002,
                              0.8000000000000003, 0.9000000000000001}));

  auto const lin = [&](double from, double to, std::int64_t n, bool endpoint = true) {
    return acre::linspace(this->space, from, to, n, endpoint);
  };
  EXPECT_TRUE(equals<double>(lin(0, 1, 5), {0, 0.25, 0.5, 0.75, 1}));
  EXPECT_TRUE(equals<double>(lin(0, 1, 5, false), {0, 0.2, 0.4, 0.6000000000000001, 0.8}));
  EXPECT_TRUE(equals<double>(lin(-1, 1, 7), {-1, -0.6666666666666667, -0.33333333333333337, 0,
                                             0.33333333333333326, 0.6666666666666665, 1}));
  EXPECT_TRUE(equals<double>(lin(0.1, 0.7, 4), {0.1, 0.3, 0.5, 0.7}));
  EXPECT_TRUE(equals<double>(lin(2, 3, 1), {2}));
  EXPECT_TRUE(equals<double>(lin(2, 3, 1, false), {2}));
  EXPECT_EQ(lin(2, 3, 0).size(), 0);
  EXPECT_EQ(acre::linspace(this->space, 0, 1).size(), 50);
  EXPECT_TRUE(equals<double>(lin(0, 1e-323, 5), {0, 0, 5e-324, 1e-323, 1e-323}))
      << "the step underflows";
  EXPECT_TRUE(equals<float>(acre::linspace<float>(this->space, 0, 1, 4),
                            {0, 0.3333333432674408f, 0.6666666865348816f, 1}));
  EXPECT_TRUE(equals<int>(acre::linspace<int>(this->space, 0, 10, 4), {0, 3, 6, 10}));
  EXPECT_TRUE(equals<unsigned char>(acre::linspace<bool>(this->space, 0, 1, 3), {0, 1, 1}));
  EXPECT_TRUE(equals<int>(acre::linspace<int>(this->space, -1.5, 1.5, 4), {-2, -1, 0, 1}))
      << "rounded down";
  EXPECT_EQ(error_of<acre::value_error>([&] { lin(0, 1, -1); }),
            "Number of samples, -1, must be non-negative.");
}

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
  EXPECT_EQ(error_of<acre::value_error>([&] { a.transpose({0, 0}); }),
            "repeated axis in transpose");
  EXPECT_EQ(error_of<acre::index_error>([&] { a.transpose({0, 2}); }),
            "axis 2 is out of bounds for array of dimension 2");

  auto const wide = broadcast_to(a(0), shape(2, 3));
  EXPECT_EQ(wide.data(), a.data());
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
    return r.data() >= a.data() && r.data() < a.data() + 12;
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

TYPED_TEST(array, is_a_handle)
{
  auto a = this->template counting<int>(shape(4));
  auto b = a;
  b(0) = 10;
  EXPECT_EQ(a(0).item(), 10) << "both see the same elements";
  auto c = acre::copy(a);
  c(0) = 20;
  EXPECT_EQ(a(0).item(), 10) << "copy() is deep";
  auto const seen = a;
  a = c;
  EXPECT_EQ(a.data(), c.data()) << "a named array is bound anew";
  EXPECT_TRUE(equals<int>(seen, {10, 1, 2, 3})) << "and what it was before stays";
  seen(ALL) = a;
  EXPECT_TRUE(equals<int>(seen, {20, 1, 2, 3})) << "a slice is written";
  a = a + 1;
  EXPECT_TRUE(equals<int>(c, {21, 2, 3, 4})) << "an expression is written";
  a = 0;
  EXPECT_TRUE(equals<int>(c, {0, 0, 0, 0})) << "and so is a number";
}

TYPED_TEST(array, lives_as_long_as_its_last_slice)
{
  acre::array<double, 1, TypeParam> slice_of_it;
  std::weak_ptr<void> memory;
  {
    auto const a = acre::full<double>(this->space, shape(1000), 3.0);
    memory = a.owner();
    slice_of_it = a(slice(10, 20));
  }
  EXPECT_FALSE(memory.expired());
  EXPECT_EQ(acre::sum(slice_of_it).item(), 30);
  slice_of_it = acre::array<double, 1, TypeParam>();
  EXPECT_TRUE(memory.expired());
}

TYPED_TEST(array, says_what_could_not_be_allocated)
{
  auto const of = [](auto const& f) { return error_of<acre::out_of_memory>(f); };
  EXPECT_EQ(
      of([&] { acre::empty<double>(this->space, shape(1000000000000)); }),
      "Unable to allocate 7.28 TiB for an array with shape (1000000000000,) and data type float64");
  EXPECT_EQ(of([&] { acre::empty<acre::complex<double>>(this->space, shape(3, 100000000000000)); }),
            "Unable to allocate 4.26 PiB for an array with shape (3, 100000000000000) and data "
            "type complex128");
  EXPECT_EQ(of([&] { acre::zeros<std::int8_t>(this->space, shape(1, 1000000000000000)); }),
            "Unable to allocate 909 TiB for an array with shape (1, 1000000000000000) and data "
            "type int8");
  auto const huge = std::int64_t{1} << 62;
  EXPECT_EQ(of([&] { acre::empty<double>(this->space, shape(huge)); }),
            "Unable to allocate 32.0 EiB for an array with shape (4611686018427387904,) and data "
            "type float64");
  EXPECT_EQ(error_of<acre::shape_error>([&] { acre::empty<double>(this->space, shape(huge, 4)); }),
            "array is too big: the size of shape (4611686018427387904,4) exceeds the largest "
            "64-bit integer");
  EXPECT_EQ(acre::empty<double>(this->space, shape(huge, 4, 0)).size(), 0)
      << "nothing is not too much";

  // an expression that does not fit, and arrays afterwards
  auto const row = this->template counting<double>(shape(1000000));
  EXPECT_EQ(of([&] {
              acre::evaluate(
                  row + broadcast_to(row(slice(0, 1)), shape(1000000))(slice(0, 1000000), newaxis));
            }),
            "Unable to allocate 7.28 TiB for an array with shape (1000000, 1000000) and data type "
            "float64");
  EXPECT_EQ(acre::sum(row).item(), 499999500000.0);
}

TYPED_TEST(array, of_rank_0_has_an_element_or_says_that_it_has_none)
{
  acre::array<double, 0, TypeParam> none;
  std::string const text =
      "this array of shape () has no element yet; give it one with empty<T>(space, shape())";
  EXPECT_EQ(error_of<acre::value_error>([&] { none.item(); }), text);
  EXPECT_EQ(error_of<acre::value_error>([&] { acre::to_vector(none + 1.0); }), text);
  EXPECT_EQ(error_of<acre::value_error>([&] { acre::to_string(none); }), text);
  none = acre::full(this->space, shape(), 2.5);
  EXPECT_EQ(none.item(), 2.5);
}

TYPED_TEST(array, leaks_nothing)
{
  // 400 times 64 MiB, and as often a failure: neither may use the machine's memory up
  for (int k = 0; k < 400; ++k) {
    auto const a = acre::empty<double>(this->space, shape(8 << 20));
    a(slice(0, 1)) = static_cast<double>(k);
    EXPECT_THROW(acre::empty<double>(this->space, shape(1000000000000)), acre::out_of_memory);
    ASSERT_EQ(a(0).item(), k);
  }
}

template <class T, std::size_t Rank, class From, class To>
void expect_copies(From const& from, To const& to, std::array<std::int64_t, Rank> const& s)
{
  auto const a = place(from, noise<T>(acre::size_of(s)), s);
  auto const b = acre::copy_to(to, a);
  static_assert(std::is_same_v<typename decltype(b)::space_type, To>);
  EXPECT_TRUE(equals(b, acre::to_vector(a))) << From::name << " to " << To::name;
  if constexpr (Rank == 2) {
    auto const strided = a(slice(none, none, -2), slice(1, none, 3)).transpose();
    auto const c = acre::copy_to(to, strided);
    EXPECT_TRUE(c.is_contiguous());
    EXPECT_EQ(c.shape(), strided.shape());
    EXPECT_TRUE(equals(c, acre::to_vector(strided)))
        << From::name << " to " << To::name << ", strided";
    auto const d = acre::copy_to(to, strided + strided);
    EXPECT_TRUE(equals(d, acre::to_vector(strided + strided)))
        << From::name << " to " << To::name << ", expression";
  }
  // deep: the copy knows nothing of later writes
  a(ellipsis) = T(0);
  EXPECT_TRUE(b.size() == 0 || !equals(b, acre::to_vector(a)));
}

template <class From>
struct copy_from_to {
  From const& from;
  template <class To>
  void operator()(To const& to) const
  {
    expect_copies<double>(from, to, shape(40, 70));
    expect_copies<std::int8_t>(from, to, shape(10001));
    expect_copies<acre::complex<float>>(from, to, shape(3, 5));
    expect_copies<float>(from, to, shape(0, 4));
  }
};

TYPED_TEST(array, is_copied_between_all_spaces)
{
  acre::for_each_space(copy_from_to<TypeParam>{this->space});
}

TYPED_TEST(array, sees_a_view_without_a_copy)
{
  using memory = typename TypeParam::memory_space;
  Kokkos::View<double**, Kokkos::LayoutLeft, memory> view("view", 2, 3);
  auto const a = acre::from_view(this->space, view);
  EXPECT_EQ(a.data(), view.data());
  EXPECT_EQ(view.use_count(), 2) << "the array keeps the view's memory";
  EXPECT_EQ(a.shape(), shape(2, 3));
  EXPECT_EQ(a.strides(), shape(1, 2));
  a(1) = 7.0;
  a(0, 2) = 5.0;
  this->space.fence();
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), view);
  EXPECT_EQ(host(1, 0), 7);
  EXPECT_EQ(host(1, 2), 7);
  EXPECT_EQ(host(0, 2), 5);
  view = {};
  EXPECT_EQ(acre::sum(a).item(), 26);

  Kokkos::View<float[4], memory> fixed("fixed");
  EXPECT_EQ(acre::from_view(this->space, fixed).shape(), shape(4));
  Kokkos::View<int, memory> single("single");
  EXPECT_EQ(acre::from_view(this->space, single).item(), 0);

  auto const b = this->template counting<int>(shape(2, 3));
  auto const back = acre::to_view(b(ALL, slice(none, none, 2)));
  EXPECT_EQ(back.data(), b.data());
  EXPECT_EQ(back.extent(1), 2u);
  EXPECT_EQ(back.stride(0), 3u);
  EXPECT_EQ(back.stride(1), 2u);
  EXPECT_TRUE(
      equals<int>(acre::from_view(this->space, acre::to_view(b.transpose())), {0, 3, 1, 4, 2, 5}));
  EXPECT_EQ(error_of<acre::shape_error>([&] { acre::to_view(b(ALL, slice(none, none, -1))); }),
            "to_view: axis 1 of the array of shape (2,3) runs backwards, which a Kokkos::View "
            "cannot; pass copy(a)");
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

TYPED_TEST(array, prints_from_any_space)
{
  auto const a = this->template counting<int>(shape(2, 3));
  EXPECT_EQ(acre::to_string(a), "[[0 1 2]\n [3 4 5]]");
  EXPECT_EQ(acre::to_string(a.transpose()), "[[0 3]\n [1 4]\n [2 5]]");
}

}  // namespace
