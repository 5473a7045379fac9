// What a small operation costs on a CPU beside its loop: no memory, and one count a leaf.

#include <acre/array/copy.hpp>
#include <acre/array/creation.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/spaces.hpp>

#include <cstdlib>
#include <new>
#include <utility>
#include <vector>

namespace {

std::int64_t allocations = 0;

/// How often f asks for memory when it is called for the second time.
template <class F>
std::int64_t allocations_of(F const& f)
{
  f();
  std::int64_t const before = allocations;
  f();
  return allocations - before;
}

}  // namespace

#ifndef __CUDA_ARCH__  // nvcc would make them for the device as well
// (Not inlined: g++ would see malloc where delete stands, and free where new does.)
[[gnu::noinline]] void* operator new(std::size_t bytes)
{
  ++allocations;
  if (void* const data = std::malloc(bytes)) return data;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* data) noexcept { std::free(data); }
[[gnu::noinline]] void operator delete(void* data, std::size_t) noexcept { std::free(data); }
#endif

using acre::ALL;
using acre::newaxis;
using acre::shape;
using acre::slice;

namespace {

template <class Space>
class small_calls : public ::testing::Test {
 protected:
  Space space;
};
TYPED_TEST_SUITE(small_calls, acre_test::spaces, acre_test::space_names);

TYPED_TEST(small_calls, ask_for_no_memory)
{
  if constexpr (TypeParam::host_accessible) {
    auto const v = acre::ones<double>(this->space, shape(6));
    auto const m = acre::ones<double>(this->space, shape(6, 6));
    auto x = acre::ones<double>(this->space, shape(6)),
         y = acre::ones<double>(this->space, shape(6));
    auto big = acre::ones<double>(this->space, shape(6, 6));
    EXPECT_EQ(allocations_of([&] { y = v + x; }), 0);
    EXPECT_EQ(allocations_of([&] { y = 2.0 * v * v + 3.0 * v + 1.0; }), 0);
    EXPECT_EQ(allocations_of([&] { y += v(slice(acre::none, acre::none, -1)); }), 0);
    EXPECT_EQ(allocations_of([&] { big = m * v(ALL, newaxis) + m.transpose(); }), 0);
    EXPECT_EQ(
        allocations_of([&] { big(slice(1, -1), slice(1, -1)) = m(slice(2, 6), slice(0, 4)); }), 0);
  }
}

TYPED_TEST(small_calls, expressions_hold_a_leaf_once)
{
  auto const x = acre::ones<double>(this->space, shape(6));
  auto const before = x.owner().use_count();
  auto const e = 2.0 * x * x + 3.0 * x + 1.0;
  EXPECT_EQ(x.owner().use_count() - before, 3);
}

TYPED_TEST(small_calls, names_stay_with_the_memory)
{
  auto x = acre::ones<double>(this->space, shape(6));
  auto const other = x;
  auto named = x.labelled("x");
  EXPECT_EQ(x.label(), "");
  EXPECT_EQ(named.label(), "x");
  EXPECT_EQ(named.owner(), x.owner());
  EXPECT_EQ(named(slice(1, 3)).label(), "x");
  EXPECT_EQ(named.transpose().reshape(shape(2, 3)).label(), "x");
  EXPECT_EQ(named.labelled("y").label(), "y");
  EXPECT_EQ(named.label(), "x");
  named.swap(x);
  EXPECT_EQ(x.label(), "x");
  EXPECT_EQ(named.label(), "");
  EXPECT_EQ(acre::zeros<double>(this->space, shape(0)).labelled("none").label(), "none");
  acre::array<double, 1, TypeParam> outlives;
  {
    auto const e = acre::full(this->space, shape(3), 2.0).labelled("z") + 1.0;
    outlives = e;
  }
  EXPECT_EQ(to_vector(outlives), std::vector<double>(3, 3.0));
}

}  // namespace
