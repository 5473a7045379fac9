// Whose memory an array sees, how long it lives, and copies of it.

#include <acre/array/kokkos.hpp>
#include <acre/array/print.hpp>
#include <acre/device/spaces.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre/reduce/sum.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/spaces.hpp>

using acre::ALL, acre::ellipsis, acre::newaxis, acre::none, acre::shape, acre::slice;
using acre_test::equals, acre_test::error_of, acre_test::noise, acre_test::place;

namespace {

template <class Space>
class memory : public ::testing::Test {
 protected:
  Space space;
};
TYPED_TEST_SUITE(memory, acre_test::spaces, acre_test::space_names);

TYPED_TEST(memory, is_a_handle)
{
  auto a = acre::arange<int>(this->space, 4);
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
  EXPECT_TRUE(equals<int>(c, {20, 1, 2, 3})) << "c is another name";
  a = 0;
  EXPECT_TRUE(equals<int>(a, {0, 0, 0, 0}));
  EXPECT_TRUE(equals<int>(c, {20, 1, 2, 3}));
}

TYPED_TEST(memory, lives_as_long_as_its_last_slice)
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

TYPED_TEST(memory, says_what_could_not_be_allocated)
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
  auto const row = acre::arange<double>(this->space, 1000000);
  EXPECT_EQ(of([&] {
              acre::evaluate(
                  row + broadcast_to(row(slice(0, 1)), shape(1000000))(slice(0, 1000000), newaxis));
            }),
            "Unable to allocate 7.28 TiB for an array with shape (1000000, 1000000) and data type "
            "float64");
  EXPECT_EQ(acre::sum(row).item(), 499999500000.0);
}

TYPED_TEST(memory, of_rank_0_has_an_element_or_says_that_it_has_none)
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

TYPED_TEST(memory, leaks_nothing)
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
    expect_copies<double>(from, to, shape((5 << 17) + 3));  // in parts
    expect_copies<acre::complex<float>>(from, to, shape(3, 5));
    expect_copies<float>(from, to, shape(0, 4));
  }
};

TYPED_TEST(memory, is_copied_between_all_spaces)
{
  acre::for_each_space(copy_from_to<TypeParam>{this->space});
}

TYPED_TEST(memory, sees_a_view_without_a_copy)
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

  auto const b = acre::arange<int>(this->space, 6).reshape(shape(2, 3));
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

}  // namespace
