// The bits of reductions, recorded: see <acre_test/order_hashes.hpp>. Hashes of every reduction and
// dtype are in dynamic_order_hashes.cpp, of the same kernels.

#include <acre/backends/common/reduce.hpp>
#include <acre/index/advanced.hpp>
#include <acre/index/scatter_add.hpp>
#include <acre/reduce/axes.hpp>
#include <acre/reduce/reduce.hpp>
#include <acre/reduce/sum.hpp>

#include <acre_test/composition.hpp>
#include <acre_test/order_hashes.hpp>
#include <acre_test/spaces.hpp>

using acre::shape, acre::slice;
using acre_test::expect_hash, acre_test::hasher, acre_test::noise, acre_test::place;

// of the hashes below
static_assert(acre::backends::reduction_order_version == 1);
static_assert(acre::detail::scatter_order_version == 2);
using acre_test::affine, acre_test::composition;

namespace {

/// A user's own.
struct norm {
  using value_type = double;
  KOKKOS_FUNCTION double identity() const { return -0.0; }
  KOKKOS_FUNCTION double empty() const { return 0; }
  KOKKOS_FUNCTION double combine(double a, double b) const { return a + b; }
  KOKKOS_FUNCTION double finish(double a) const { return acre::math::sqrt(a); }
};
struct affine_of : acre::detail::same_type {
  template <class T>
  KOKKOS_FUNCTION affine operator()(T x) const
  {
    return {0x9e3779b97f4a7c15u, static_cast<std::uint64_t>(x)};
  }
};

template <class Space>
class order_hashes : public ::testing::Test {
 protected:
  template <class T, class F>
  void reduction(char const* name, std::uint64_t recorded, F const& f)
  {
    auto const values = noise<T>(acre_test::hashed_values);
    expect_hash<Space>(name, recorded, [&](Space const& space, hasher& h) {
      acre_test::for_each_reduction<T, Space>(space, values,
                                              [&](auto const& a, std::vector<int> const& axes) {
                                                h.add(acre::to_vector(f(a, acre::axis_set{axes})));
                                              });
    });
  }
};
TYPED_TEST_SUITE(order_hashes, acre_test::spaces, acre_test::space_names);

TYPED_TEST(order_hashes, of_sums)
{
  auto const f = [](auto const& a, acre::axis_set const& axes) {
    return sum(a, axes, acre::keepdims);
  };
  this->template reduction<float>("sum of float32", 0xae50b2e000118c15u, f);
  this->template reduction<double>("sum of float64", 0x5c0bc9d2ffa23d16u, f);
}

TYPED_TEST(order_hashes, of_reductions_of_ones_own)
{
  this->template reduction<double>("a norm of float64", 0xd4e1424e9c58c1d9u,
                                   [](auto const& a, acre::axis_set const& axes) {
                                     return reduce(a * a, norm{}, axes, acre::keepdims);
                                   });
  this->template reduction<std::int32_t>(
      "a composition of int32", 0xe5569a73e8f8d73eu, [](auto const& a, acre::axis_set const& axes) {
        return reduce(acre::detail::make_unary<affine_of>(a), composition{}, axes, acre::keepdims);
      });
}

/// Values added in index order to few places and to many, and whole rows.
TYPED_TEST(order_hashes, of_scattered_sums)
{
  std::int64_t const m = 50000;
  auto const index = noise<std::int32_t>(m);
  auto const value = noise<float>(m);
  expect_hash<TypeParam>("scatter_add of float32", 0x465de5edaa4daadu,
                         [&](TypeParam const& space, hasher& h) {
                           auto const i = place(space, index);
                           for (std::int64_t const n : {1, 3, 1000, 200000}) {
                             auto const a = acre::zeros<float>(space, shape(n));
                             scatter_add(a(i, acre::index_mode::wrap), place(space, value));
                             h.add(acre::to_vector(a));
                           }
                           auto const rows = acre::zeros<float>(space, shape(40, 50));
                           scatter_add(rows(i(slice(0, 1000)), acre::ALL, acre::index_mode::wrap),
                                       place(space, value, shape(1000, 50)));
                           h.add(acre::to_vector(rows));
                         });
}

}  // namespace
