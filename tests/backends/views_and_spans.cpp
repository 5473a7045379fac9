#include <acre/array/copy.hpp>
#include <acre/array/creation.hpp>
#include <acre/array/kokkos.hpp>
#include <acre/array/span.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre/reduce/sum.hpp>
#include <acre_test/on_space.hpp>

#include <numeric>
#include <type_traits>
#include <vector>

namespace {

using acre::ALL, acre::newaxis, acre::none, acre::shape, acre::slice;
using acre_test::error_of, acre_test::equals;

template <class Space>
class views_and_spans : public acre_test::on_space<Space> {};
TYPED_TEST_SUITE(views_and_spans, acre_test::spaces);

constexpr std::size_t extent[] = {2, 3, 1, 4, 2, 3};

/// A View of a rank and a layout: what its elements are to Kokkos and to acre, both ways.
template <class Layout, int Rank, class Space, std::size_t... Axis>
void expect_same_elements(Space const& space, std::index_sequence<Axis...>)
{
  using data = typename acre::detail::pointers<int, Rank>::type;
  using view_type = Kokkos::View<data, Layout, typename Space::memory_space>;
  SCOPED_TRACE(::testing::Message() << "rank " << Rank << ", " << typeid(Layout).name());
  view_type const view("view", extent[Axis]...);
  std::vector<int> numbers(view.size());
  std::iota(numbers.begin(), numbers.end(), 1);
  acre::shape_t<Rank> const all{static_cast<std::int64_t>(extent[Axis])...};

  auto const a = acre::from_view(space, view);
  static_assert(std::is_same_v<decltype(a), acre::array<int, Rank, Space> const>);
  EXPECT_EQ(a.data(), view.data());
  EXPECT_EQ(a.shape(), all);
  a(acre::ellipsis) = acre::from_host(space, numbers, all);
  space.fence();
  // where Kokkos' strides say that they lie
  std::vector<int> memory(view.span());
  space.copy_to_host(memory.data(), view.data(), memory.size() * sizeof(int));
  for (std::size_t n = 0; n < numbers.size(); ++n) {
    std::size_t rest = n, offset = 0;
    for (int axis = Rank - 1; axis >= 0; --axis) {
      offset += rest % extent[axis] * view.stride(axis);
      rest /= extent[axis];
    }
    EXPECT_EQ(memory[offset], numbers[n]);
  }

  auto const back = acre::to_view<Layout>(a);
  static_assert(std::is_same_v<typename decltype(back)::array_layout, Layout>);
  static_assert(decltype(back)::rank() == Rank);
  EXPECT_EQ(back.data(), view.data());
  EXPECT_EQ(back.use_count(), 0) << "unmanaged";
  acre::shape_t<Rank> const extents{static_cast<std::int64_t>(back.extent(Axis))...};
  EXPECT_EQ(extents, all);
  Kokkos::View<typename view_type::const_data_type, Layout, typename Space::memory_space> const
      fixed = back;
  auto const read = acre::from_view(space, fixed);
  static_assert(std::is_same_v<decltype(read), acre::read_only_array<int, Rank, Space> const>);
  EXPECT_EQ(read.data(), view.data());
  EXPECT_EQ(acre::to_vector(read), numbers);
  auto const fixed_again = acre::to_view<Layout>(read);
  static_assert(std::is_const_v<typename decltype(fixed_again)::value_type>);
  EXPECT_EQ(fixed_again.data(), view.data());
}

template <class Layout, class Space>
void expect_same_elements(Space const& space)
{
  expect_same_elements<Layout, 0>(space, std::make_index_sequence<0>());
  expect_same_elements<Layout, 1>(space, std::make_index_sequence<1>());
  expect_same_elements<Layout, 3>(space, std::make_index_sequence<3>());
  expect_same_elements<Layout, 6>(space, std::make_index_sequence<6>());
}

TYPED_TEST(views_and_spans, views_of_every_layout_and_rank)
{
  expect_same_elements<Kokkos::LayoutRight>(this->space);
  expect_same_elements<Kokkos::LayoutLeft>(this->space);
}

TYPED_TEST(views_and_spans, views_with_strides_of_their_own)
{
  using memory = typename TypeParam::memory_space;
  Kokkos::View<double***, Kokkos::LayoutLeft, memory> const whole("whole", 4, 5, 6);
  auto const part = Kokkos::subview(whole, std::pair(1, 4), 2, Kokkos::ALL);
  auto const a = acre::from_view(this->space, part);
  EXPECT_EQ(a.strides(), shape(1, 20));
  a(ALL, 1) = 2.0;
  EXPECT_EQ(sum(acre::from_view(this->space, whole)).item(), 6);
  EXPECT_EQ(acre::from_view(this->space, whole)(3, 2, 1).item(), 2);

  Kokkos::LayoutStride const layout(3, 2, 2, 8);
  Kokkos::View<float**, Kokkos::LayoutStride, memory> const strided(
      reinterpret_cast<float*>(whole.data()), layout);
  auto const b = acre::from_view(this->space, strided);
  EXPECT_EQ(b.strides(), shape(2, 8));
  EXPECT_EQ(acre::to_view(b).stride(1), 8u);
  EXPECT_EQ(acre::to_view(b(slice(none, none, 2), newaxis)).stride(0), 4u);
}

TYPED_TEST(views_and_spans, views_keep_their_memory_or_not)
{
  using memory = typename TypeParam::memory_space;
  auto const a = [&] {
    Kokkos::View<double*, memory> const owned("owned", 3);
    return acre::from_view(this->space, owned)(slice(1, none));
  }();
  a(ALL) = 4.0;
  EXPECT_EQ(sum(a).item(), 8);

  Kokkos::View<double*, memory> const owned("owned", 3);
  Kokkos::View<double*, memory, Kokkos::MemoryTraits<Kokkos::Unmanaged>> const seen = owned;
  auto const b = acre::from_view(this->space, seen);
  EXPECT_EQ(owned.use_count(), 1) << "who shows memory that they don't own keeps it";
  EXPECT_EQ(b.data(), owned.data());

  Kokkos::View<double*, memory, Kokkos::MemoryTraits<Kokkos::Atomic>> const atomic = owned;
  EXPECT_EQ(acre::from_view(this->space, atomic).shape(), shape(3));
  EXPECT_EQ(acre::from_view(this->space, Kokkos::View<int**, memory>("", 0, 3)).size(), 0);
}

TYPED_TEST(views_and_spans, pinned_views_are_the_hosts_and_the_devices)
{
  Kokkos::View<double*, Kokkos::SharedHostPinnedSpace> const pinned("pinned", 3);
  acre::from_view(acre::serial(), pinned)(ALL) = 0.5;
  EXPECT_EQ(sum(acre::from_view(this->space, pinned)).item(), 1.5);
}

TYPED_TEST(views_and_spans, views_of_a_layout_that_the_elements_have_not)
{
  auto const a = acre::arange<int>(this->space, 6).reshape(shape(2, 3));
  EXPECT_EQ(
      error_of<acre::shape_error>([&] { acre::to_view<Kokkos::LayoutLeft>(a); }),
      "to_view: the elements of an array of shape (2,3) with strides (3,1) don't lie as those "
      "of a Kokkos::LayoutLeft; pass copy(a.transpose()).transpose()");
  EXPECT_EQ(
      error_of<acre::shape_error>([&] { acre::to_view<Kokkos::LayoutRight>(a.transpose()); }),
      "to_view: the elements of an array of shape (3,2) with strides (1,3) don't lie as those "
      "of a Kokkos::LayoutRight; pass copy(a)");
  auto const left = copy(a.transpose()).transpose();
  EXPECT_EQ(acre::to_view<Kokkos::LayoutLeft>(left).data(), left.data());
  auto const row = a(slice(0, 1));
  EXPECT_EQ(acre::to_view<Kokkos::LayoutRight>(row).data(), a.data());
  EXPECT_EQ(acre::to_view<Kokkos::LayoutLeft>(row).extent(1), 3u);
  EXPECT_EQ(acre::to_view<Kokkos::LayoutLeft>(a(slice(0, 0))).extent(0), 0u);
}

TYPED_TEST(views_and_spans, what_may_not_be_written_is_read_as_any_operand)
{
  auto const a = acre::arange(this->space, 6.0).reshape(shape(2, 3));
  auto const r = acre::read_only(a);
  EXPECT_TRUE(equals<double>(acre::evaluate(r + a), {0, 2, 4, 6, 8, 10}));
  EXPECT_TRUE(equals<double>(acre::evaluate(r(1, slice(1, none))), {4, 5}));
  EXPECT_TRUE(equals<double>(acre::evaluate(r.transpose()), {0, 3, 1, 4, 2, 5}));
  EXPECT_EQ(r(1, 1).item(), 4);
  EXPECT_EQ(sum(r).item(), 15);
  EXPECT_EQ(r.extent(-1), 3);
  auto const copied = copy(r);
  EXPECT_NE(copied.data(), a.data());
  a(0, 0) = 7.0;
  EXPECT_EQ(copied(0, 0).item(), 0);
  EXPECT_EQ(r(0, 0).item(), 7);
}

/// NumPy takes all bytes but 0 for true; C++, and so a kernel, has two bools.
TYPED_TEST(views_and_spans, bytes_that_are_no_bools)
{
  using memory_space = typename TypeParam::memory_space;
  Kokkos::View<std::uint8_t**, Kokkos::LayoutLeft, memory_space> const bytes("bytes", 2, 3);
  auto const as_bytes = acre::from_view(this->space, bytes);
  using bools = Kokkos::View<bool**, Kokkos::LayoutStride, memory_space,
                             Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  auto* const data = reinterpret_cast<bool*>(bytes.data());
  auto const of_rows = [&](std::size_t rows) {
    return acre::from_view(this->space, bools(data, Kokkos::LayoutStride(rows, 1, 3, 2)));
  };
  as_bytes(acre::ellipsis) = 1;
  EXPECT_EQ(acre::sum(of_rows(2)).item(), 6);
  as_bytes(1, 2) = 255;
  EXPECT_EQ(acre::sum(of_rows(1)).item(), 3) << "the other row's";
  EXPECT_EQ(
      error_of<acre::value_error>([&] { of_rows(2); }),
      "memory of bool with the byte 255 at index (1,2): a bool is 0 or 1. Wrap the memory as "
      "uint8 and take x != 0, or fill it before it is wrapped");
  EXPECT_EQ(acre::sum(as_bytes != 0).item(), 6);
  if constexpr (TypeParam::host_accessible) {
    unsigned char const row[] = {0, 1, 2};
    std::span<bool const> const seen(reinterpret_cast<bool const*>(row), 3);
    EXPECT_NE(error_of<acre::value_error>([&] { acre::from_span(this->space, seen); }), "");
    EXPECT_EQ(acre::sum(acre::from_span(this->space, seen.first(2))).item(), 1);
    EXPECT_EQ(acre::from_span(this->space, seen.first(0)).size(), 0);
  }
}

TYPED_TEST(views_and_spans, spans_both_ways)
{
  if constexpr (TypeParam::host_accessible) {
    std::vector<float> v{1, 2, 3};
    auto const a = acre::from_span(this->space, std::span(v));
    a += 1.0F;
    EXPECT_EQ(v, (std::vector<float>{2, 3, 4}));
    auto const s = acre::to_span(a);
    static_assert(std::is_same_v<decltype(s), std::span<float> const>);
    EXPECT_EQ(s.data(), v.data());
    EXPECT_EQ(s.size(), 3u);

    int const fixed[] = {4, 5, 6, 7};
    auto const r = acre::from_span(this->space, std::span(fixed));
    static_assert(std::is_same_v<decltype(r), acre::read_only_array<int, 1, TypeParam> const>);
    EXPECT_EQ(sum(r).item(), 22);
    static_assert(std::is_same_v<decltype(acre::to_span(r)), std::span<int const>>);
    EXPECT_EQ(acre::to_span(r).data(), fixed);
    EXPECT_EQ(acre::from_span(this->space, std::span<double>()).size(), 0);

    auto const m = acre::ones(this->space, shape(2, 3));
    EXPECT_EQ(acre::to_span(m).size(), 6u);
    EXPECT_EQ(acre::to_span(m(1)).data(), m.data() + 3);
    EXPECT_EQ(
        error_of<acre::shape_error>([&] { acre::to_span(m(ALL, 1)); }),
        "to_span: the elements of an array of shape (2,) with strides (3,) don't lie as those "
        "of a std::span; pass copy(a)");
  }
}

}  // namespace
