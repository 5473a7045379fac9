#include <acre/array/copy.hpp>
#include <acre/array/creation.hpp>
#include <acre/array/kokkos.hpp>
#include <acre/array/mdspan.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre/reduce/sum.hpp>
#include <acre_test/compare.hpp>

#include <numeric>
#include <type_traits>
#include <vector>

#if __has_include(<mdspan/mdspan.hpp>)
#include <mdspan/mdspan.hpp>  // Kokkos', which C++20 has
#define ACRE_TEST_KOKKOS_MDSPAN
#endif

namespace {

using acre::ALL, acre::from_mdspan, acre::newaxis, acre::none, acre::host, acre::shape, acre::slice;

std::vector<double> counted(std::size_t n)
{
  std::vector<double> v(n);
  std::iota(v.begin(), v.end(), 0.0);
  return v;
}

#ifdef ACRE_TEST_KOKKOS_MDSPAN
TEST(mdspan, that_of_Kokkos)
{
  auto v = counted(6);
  Kokkos::mdspan<double, Kokkos::dextents<int, 2>, Kokkos::layout_left> const m(v.data(), 2, 3);
  auto const a = from_mdspan(host(), m);
  EXPECT_EQ(a.strides(), shape(1, 2));
  a(1, 0) = 7.0;
  EXPECT_EQ(v[1], 7);
  Kokkos::mdspan<double const, Kokkos::extents<int, 6>> const fixed(v.data());
  EXPECT_EQ(sum(from_mdspan(host(), fixed)).item(), 21);
}
#endif

#ifdef __cpp_lib_mdspan

using acre::to_mdspan;
using acre_test::error_of;

template <class Layout, std::size_t... Extents>
void expect_same_elements()
{
  constexpr int rank = sizeof...(Extents);
  acre::shape_t<rank> const all{Extents...};
  auto v = counted((Extents * ... * 1));
  std::mdspan<double, std::extents<unsigned, Extents...>, Layout> const m(v.data());
  auto const a = from_mdspan(host(), m);
  static_assert(std::is_same_v<decltype(a), acre::array<double, rank, host> const>);
  EXPECT_EQ(a.data(), v.data());
  EXPECT_EQ(a.shape(), all);
  auto const back = to_mdspan<Layout>(a);
  static_assert(std::is_same_v<typename decltype(back)::layout_type, Layout>);
  EXPECT_EQ(back.data_handle(), v.data());
  EXPECT_TRUE(back.extents() == m.extents());
  auto const strided = to_mdspan(a);
  if constexpr (rank > 0)
    for (std::size_t axis = 0; axis < rank; ++axis)
      if (all[axis] > 1 && a.size() > 0) {
        EXPECT_EQ(strided.stride(axis), m.stride(axis));
      }
  EXPECT_EQ(to_vector(from_mdspan(host(), strided)), to_vector(a));
}

TEST(mdspan, every_layout_and_rank_both_ways)
{
  expect_same_elements<std::layout_right>();
  expect_same_elements<std::layout_right, 5>();
  expect_same_elements<std::layout_right, 2, 3>();
  expect_same_elements<std::layout_right, 2, 1, 3>();
  expect_same_elements<std::layout_right, 2, 1, 3, 2, 2, 1>();
  expect_same_elements<std::layout_right, 2, 0, 3>();
  expect_same_elements<std::layout_left>();
  expect_same_elements<std::layout_left, 2, 3>();
  expect_same_elements<std::layout_left, 4, 2, 3>();
  expect_same_elements<std::layout_left, 0, 3>();
}

TEST(mdspan, elements_are_the_same_by_both_indices)
{
  auto const a = acre::arange(host(), 24.0).reshape(shape(2, 3, 4));
  auto const m = to_mdspan(a.transpose(shape(1, 2, 0))(slice(none, none, 2)));
  EXPECT_EQ((std::array{m.extent(0), m.extent(1), m.extent(2)}), shape(2, 4, 2));
  EXPECT_EQ((m[1, 3, 1]), a(1, 2, 3).item());
  m[1, 3, 1] = -1;
  EXPECT_EQ(a(1, 2, 3).item(), -1);
  auto const again = from_mdspan(host(), m);
  EXPECT_EQ(again.strides(), shape(8, 1, 12));
  EXPECT_EQ(again.ref().data, a.data());
}

TEST(mdspan, as_the_page_shows)
{
  std::vector<double> v(6);
  auto const a = acre::from_mdspan(acre::host(), std::mdspan(v.data(), 2, 3));
  a(1, acre::ALL) = 0.5;
  auto const m = acre::to_mdspan(a.transpose());
  auto const r = acre::to_mdspan<std::layout_right>(a);
  EXPECT_EQ(v[5], 0.5);
  EXPECT_EQ((m[2, 1]), 0.5);
  EXPECT_EQ((r[0, 2]), 0.0);
}

TEST(mdspan, const_elements_are_read)
{
  auto v = counted(6);
  std::mdspan const m(static_cast<double const*>(v.data()), 2, 3);
  auto const r = from_mdspan(host(), m);
  static_assert(std::is_same_v<decltype(r), acre::read_only_array<double, 2, host> const>);
  EXPECT_EQ(sum(r).item(), 15);
  static_assert(std::is_same_v<decltype(to_mdspan(r))::element_type, double const>);
  EXPECT_EQ(to_mdspan(r).data_handle(), v.data());
}

TEST(mdspan, strides_of_one_element_or_none_are_an_mdspans)
{
  auto const a = acre::arange(host(), 6.0).reshape(shape(2, 3));
  auto const m = to_mdspan(a(ALL, newaxis, slice(none, none, 2)));
  EXPECT_TRUE(m.mapping().is_unique());
  EXPECT_EQ(m.mapping().required_span_size(), 6);
  EXPECT_EQ((m[1, 0, 1]), 5);
  EXPECT_EQ(to_mdspan(a(slice(0, 0), newaxis)).mapping().required_span_size(), 0);
}

TEST(mdspan, what_it_cannot_be)
{
  auto const a = acre::arange(host(), 6.0).reshape(shape(2, 3));
  EXPECT_EQ(error_of<acre::shape_error>([&] { to_mdspan(a(slice(none, none, -1))); }),
            "to_mdspan: the elements of an array of shape (2,3) with strides (-3,1) overlap or run "
            "backwards, which those of a std::mdspan cannot; pass copy(a)");
  EXPECT_EQ(error_of<acre::shape_error>([&] { to_mdspan(acre::broadcast_to(a(0), shape(2, 3))); }),
            "to_mdspan: the elements of an array of shape (2,3) with strides (0,1) overlap or run "
            "backwards, which those of a std::mdspan cannot; pass copy(a)");
  EXPECT_EQ(error_of<acre::shape_error>([&] { to_mdspan<std::layout_left>(a); }),
            "to_mdspan: the elements of an array of shape (2,3) with strides (3,1) don't lie as "
            "those of a std::mdspan of layout_left; pass copy(a.transpose()).transpose()");
  EXPECT_EQ(error_of<acre::shape_error>([&] { to_mdspan<std::layout_right>(a.transpose()); }),
            "to_mdspan: the elements of an array of shape (3,2) with strides (1,3) don't lie as "
            "those of a std::mdspan of layout_right; pass copy(a)");
}

#endif

}  // namespace
