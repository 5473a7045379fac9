#pragma once

#include <acre/backends/common/packet.hpp>
#include <acre/backends/common/reduce.hpp>
#include <acre/backends/generic/queue.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

/// Queues of what Kokkos has here, by cores and by narrow threads, whose bits are compared, and
/// arrays, rows and columns for their patterns.
namespace narrow_threads_tests {

using namespace acre::backends;

template <bool Narrow>
struct backend_of {
  using execution_space = Kokkos::DefaultHostExecutionSpace;
  static constexpr char const* space_name = "cores";
  static constexpr char const* memory_name = "Cores";
  static acre::device_info describe()
  {
    acre::device_info info;
    info.name = "cores";
    info.memory = std::uint64_t{1} << 32;
    return info;
  }
  static std::size_t available_memory() { return describe().memory; }
};
struct cores : backend_of<false> {};
struct narrow : backend_of<true> {
  static constexpr std::int64_t narrow_threads = 2048;
};
static_assert(generic::queue<narrow>::is_wide && !generic::queue<cores>::is_wide);

/// An array, along the outer axes and the innermost one.
template <class T>
struct elements_at {
  using value_type = std::remove_const_t<T>;
  static constexpr int width = sizeof(T);
  static constexpr bool packable = false;
  T* data;
  std::int64_t outer[2] = {}, inner = 1;

  struct row {
    using value_type = std::remove_const_t<T>;
    T* data;
    std::int64_t inner, along;
    template <bool Unit>
    KOKKOS_INLINE_FUNCTION T at(std::int64_t i, std::int64_t k = 0) const
    {
      return data[i * inner + k * along];
    }
    template <int W, bool Unit>
    KOKKOS_INLINE_FUNCTION packet<value_type, W> load(std::int64_t i, std::int64_t k = 0) const
    {
      packet<value_type, W> p;
      for (int w = 0; w < W; ++w) p.v[w] = at<Unit>(i + w, k);
      return p;
    }
    template <bool Unit, class X>
    KOKKOS_INLINE_FUNCTION void put(std::int64_t i, X x, std::int64_t k = 0) const
    {
      data[i * inner + k * along] = static_cast<T>(x);
    }
  };
  KOKKOS_INLINE_FUNCTION row bind(position const& at, int along = 0) const
  {
    T* begin = data;
    for (int axis = 0; axis < at.rank; ++axis) begin += at.index[axis] * outer[axis];
    return {begin, inner, along < 2 ? outer[along] : 0};
  }
};

/// Numbers of both signs that are not regular.
template <class T>
std::vector<T> numbers(std::int64_t n)
{
  std::vector<T> all(static_cast<std::size_t>(n));
  std::uint64_t word = 1;
  for (T& x : all) {
    word = word * 0x5851f42d4c957f2d + 1442695040888963407;
    if constexpr (std::is_floating_point_v<T>)
      x = static_cast<T>(static_cast<double>(word >> 40) / 1000 - 5000);
    else
      x = static_cast<T>(word >> 40);
  }
  return all;
}

/// Bytes of what compute(queue, in, out) writes.
template <class Backend, class Out, class In, class Compute>
std::vector<unsigned char> bytes_of(std::vector<In> const& in, std::int64_t results,
                                    Compute const& compute)
{
  generic::queue<Backend> on{typename Backend::execution_space()};
  auto const values = generic::scratch_of<In>(on, static_cast<std::int64_t>(in.size()) + 1);
  auto const out = generic::scratch_of<Out>(on, results + 1);
  on.copy_from_host(values.data(), in.data(), in.size() * sizeof(In));
  std::vector<unsigned char> bytes(static_cast<std::size_t>(results) * sizeof(Out), 0xee);
  on.copy_from_host(out.data(), bytes.data(), bytes.size());
  compute(on, values.data(), out.data());
  on.fence();
  on.copy_to_host(bytes.data(), out.data(), bytes.size());
  return bytes;
}
template <class Out, class In, class Compute>
void expect_same(std::string const& what, std::vector<In> const& in, std::int64_t results,
                 Compute const& compute)
{
  EXPECT_EQ((bytes_of<narrow, Out>(in, results, compute)),
            (bytes_of<cores, Out>(in, results, compute)))
      << what;
}

/// Rows of a table, neighbours or `apart` elements from each other.
inline reduction rows_of(std::int64_t rows, std::int64_t length, bool across)
{
  reduction red;
  red.it.inner = red.length = length;
  red.it.unit = !across;
  red.it.outer_rank = red.kept_rank = rows > 1 ? 1 : 0;
  red.it.outer[0] = red.it.rows = red.kept = rows;
  red.dense = red.it.outer_rank == 1 && !across;
  red.side_by_side = across;
  return red;
}
inline reduction columns_of(std::int64_t length, std::int64_t columns)
{
  reduction red;
  red.it.inner = columns;
  red.it.unit = true;
  red.it.outer_rank = 1;
  red.it.outer[0] = red.it.rows = red.length = length;
  return red;
}

}  // namespace narrow_threads_tests
