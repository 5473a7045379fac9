// launch() rethrows the exception of a kernel of one's own on a CPU: for every size the exception
// of the lowest index, and the queue works on.

#include <acre/array/creation.hpp>
#include <acre/device/launch.hpp>
#include <acre/device/spaces.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre/elementwise/own.hpp>
#include <acre/error.hpp>
#include <acre/index/advanced.hpp>
#include <acre/reduce/sum.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/error_of.hpp>
#include <acre_test/spaces.hpp>

#include <stdexcept>
#include <string>

namespace {

/// A function of the host that a kernel of the host calls; nvcc would compile it for devices, too.
struct calls_the_host {
  void (*function)(std::int64_t index, void const* argument);
  void const* argument;
  KOKKOS_FUNCTION void operator()(std::int64_t index) const { function(index, argument); }
};

struct bad_indices {
  std::int64_t first, last;
};
void refuse(std::int64_t index, void const* argument)
{
  auto const& bad = *static_cast<bad_indices const*>(argument);
  if (index >= bad.first && index <= bad.last) throw std::runtime_error(std::to_string(index));
}

template <class Space>
void space_works_on(Space const& space)
{
  space.fence();
  auto const x = acre::ones<double>(space, acre::shape(100000));
  EXPECT_EQ(static_cast<double>(sum(x)), 100000);
  auto const index = acre::from_host(space, {3});
  EXPECT_EQ(acre_test::error_of<acre::index_error>([&] {
              acre::evaluate(x(acre::slice(0, 3))(index)).item();
            }).substr(0, 47),
            "index 3 is out of bounds for axis 0 with size 3");
}

template <class Space>
class launch_throws : public ::testing::Test {};
TYPED_TEST_SUITE(launch_throws, acre_test::spaces, acre_test::space_names);

TYPED_TEST(launch_throws, what_the_lowest_index_throws)
{
  if constexpr (TypeParam::host_accessible) {
    TypeParam const first, second = first.new_queue();
    for (TypeParam const& space : {first, second})
      for (std::int64_t const count : {1, 2, 7, 8, 9, 1000, 32767, 32768, 32769, 70000, 1000001})
        for (std::int64_t const bad : {std::int64_t{0}, count / 3, count / 2, count - 1})
          for (std::int64_t const last : {bad, count - 1}) {
            bad_indices const range{bad, last};
            std::string told = "nothing";
            try {
              launch(space, count, calls_the_host{refuse, &range});
            } catch (std::runtime_error const& e) {
              told = acre_test::message_of(e);
            }
            EXPECT_EQ(told, std::to_string(bad)) << "of " << count;
          }
    space_works_on(first);
    space_works_on(second);
  }
}

/// calls_the_host as a kernel of two axes, of blocks and of phases, as a term of an expression, and
/// as the function whose results a reduction adds up.
struct calls_it_otherwise {
  void (*function)(std::int64_t index, void const* argument);
  void const* argument;
  KOKKOS_FUNCTION void operator()(std::int64_t i, std::int64_t j) const
  {
    function(100 * i + j, argument);
  }
  KOKKOS_FUNCTION void operator()(acre::launch_thread const& t) const { function(t.x(), argument); }
  KOKKOS_FUNCTION double operator()(double x) const
  {
    function(static_cast<std::int64_t>(x), argument);
    return x;
  }
};
struct calls_it_in_a_phase {
  void (*function)(std::int64_t index, void const* argument);
  void const* argument;
  KOKKOS_FUNCTION void operator()(acre::thread_block& block) const
  {
    auto* const part = block.scratch<double>(32);
    block.for_each_thread([&](acre::launch_thread const& t) { part[t.rank()] = 1; });
    block.for_each_thread([&](acre::launch_thread const& t) { function(t.x(), argument); });
  }
};

TYPED_TEST(launch_throws, whatever_the_kernel_is)
{
  if constexpr (TypeParam::host_accessible) {
    TypeParam const space;
    bad_indices const range{4321, 1000000};
    calls_it_otherwise const f{refuse, &range};
    calls_it_in_a_phase const phases{refuse, &range};
    auto const told = [](auto const& call) {
      return acre_test::error_of<std::runtime_error>(call);
    };
    auto const x = acre::arange(space, 10000.0), y = acre::empty(space, acre::shape(10000));
    acre::launch_size const size{.grid = {320}, .block = {32}, .scratch = 32 * sizeof(double)};
    EXPECT_EQ(told([&] { launch(space, acre::shape(100, 100), f); }), "4321");
    EXPECT_EQ(told([&] { launch(space, size, f); }), "4321");
    EXPECT_EQ(told([&] { launch(space, size, phases); }), "4321");
    EXPECT_EQ(told([&] { y(acre::ALL) = acre::elementwise(f, x); }), "4321");
    EXPECT_NE(told([&] { acre::sum(acre::elementwise(f, x)).item(); }), "nothing");
    space_works_on(space);
  }
}

}  // namespace
