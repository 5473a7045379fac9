// Kernels of one's own.
#include <acre/array/pinned.hpp>
#include <acre/device/benchmark.hpp>
#include <acre/device/graph.hpp>
#include <acre/device/launch.hpp>
#include <acre/device/memory.hpp>
#include <acre/device/queue.hpp>
#include <acre/elementwise/own.hpp>
#include <acre/elementwise/packs.hpp>

#include <string>

#include "operands.hpp"

namespace refused {

struct takes_nothing {
  void operator()() const {}
};
struct alignas(32) wide {
  double x[4];
};

void kernel_over_no_axes()
{
  // expect: acre: launch runs over 1 to 8 axes
  launch(serial(), shape(), takes_nothing{});
}

void kernel_that_takes_no_index()
{
  // expect: acre: launch's function is const and takes as many indices as the shape has axes
  launch(serial(), shape(2, 3), takes_nothing{});
}

void function_of_fewer_operands(here<float> const& a)
{
  // expect: acre: elementwise's function is const and takes a number for each operand
  elementwise(takes_nothing{}, a);
}

struct branching {
  template <class T>
  T operator()(T x) const
  {
    return x > 0 ? x : 0 * x;
  }
};

void branch_on_packs(here<float>& a)
{
  // expect: acre: a pack is many numbers, of which no one branch is taken
  a = elementwise(in_packs(branching{}), a);
}

void kernel_that_takes_no_thread()
{
  // expect: acre: a kernel that is launched in blocks takes a launch_thread const& or a
  launch(serial(), {.grid = {1}, .block = {1}}, takes_nothing{});
}

void strings_of_threads(thread_block& block)
{
  // expect: acre: a thread's values are trivially copyable
  block.each(std::string());
}

void strings_of_blocks(thread_block& block)
{
  // expect: acre: what a block's threads share is trivially copyable
  block.scratch<std::string>(1);
}

void wide_values_of_blocks(thread_block& block)
{
  // expect: acre: what a block's threads share is aligned to 16 bytes
  block.scratch<wide>(1);
}

struct makes_text {
  std::string operator()(double, double) const { return ""; }
};
void values_combined_to_text(thread_block& block)
{
  // expect: acre: what combines values of a block's threads takes two and gives one
  block.reduce(block.scratch<double>(1), makes_text{});
}

struct first_of_an_array {
  here<double> a;
  double operator()(double) const { return a.data()[0]; }
};
void function_of_an_array(here<double> const& a)
{
  // expect: acre: elementwise's function captures something that owns memory; of an array a
  elementwise(first_of_an_array{a}, a);
}

struct sum_of_two {
  double operator()(double a, double b) const { return a + b; }
};
void function_of_two_spaces(here<double> const& a, away<double> const& b)
{
  // expect: acre: the operands live in different spaces; copy one with copy_to(space, x)
  elementwise(sum_of_two{}, a, b);
}

struct takes_one {
  void operator()(int) const {}
};
void host_call_with_an_argument()
{
  // expect: acre: launch_host's function is called without arguments
  launch_host(serial(), takes_one{});
}

void benchmark_with_an_argument()
{
  // expect: acre: benchmark's function is called without arguments
  benchmark(serial(), takes_one{});
}

void graph_of_a_function_with_an_argument()
{
  // expect: acre: capture's function is called without arguments
  capture(serial(), takes_one{});
}

void copy_of_another_rank(here<double, 2> const& a, here<double> const& b)
{
  // expect: acre: copy_async copies between arrays of one rank
  copy_async(a, b);
}

void copy_of_another_dtype(here<double> const& a, here<float> const& b)
{
  // expect: acre: copy_async copies elements as they are; cast<T>(x) gives another dtype
  copy_async(a, b);
}

struct allocates_only {
  void* allocate(std::size_t, host const&) { return nullptr; }
};
void pool_of_half_an_allocator()
{
  // expect: acre: a pool's allocator has allocate(bytes, space) and deallocate(data, bytes,
  with_pool(serial(), "half", allocates_only{});
}

}  // namespace refused
