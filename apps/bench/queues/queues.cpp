// Cost of giving work away: many small operations as calls and as a graph, memory, copies between
// host and device, and kernels of one's own over shapes.
#include <acre/array/pinned.hpp>
#include <acre/device/graph.hpp>
#include <acre/device/launch.hpp>

#include <vector>

#include "add_copy.hpp"
#include "baseline.hpp"

namespace acre::bench {
namespace {

constexpr int operations = 100;

template <class Array>
struct small_steps {
  Array x, y;
  void operator()() const
  {
    for (int k = 0; k < operations; ++k) y(ALL) = x * 0.5F + y;
  }
};

template <class Space>
void add_steps(Space const& space, std::int64_t n)
{
  using bar = baseline<Space, float>;
  std::string const who = acre_name();
  double const bytes = 3.0 * operations * sizeof(float) * static_cast<double>(n);
  auto const steps = [=] {
    auto const x = made_input<float>(space, shape(n), 1), y = made_input<float>(space, shape(n), 2);
    return small_steps<std::remove_const_t<decltype(x)>>{x, y};
  };
  add("steps100_calls", "float32", n, who, [=](benchmark::State& state) {
    auto const work = steps();
    measure(state, space, bytes, work);
  });
  add("steps100_graph", "float32", n, who, [=](benchmark::State& state) {
    auto const captured = capture(space, steps());
    measure(state, space, bytes, [&] { captured.replay(); });
  });
  if constexpr (requires { typename bar::steps; }) {
    add("steps100_calls", "float32", n, bar::steps::calls_name, [=](benchmark::State& state) {
      auto const work = steps();
      typename bar::steps const by_hand(space, work.y.data(), work.x.data(), n, operations);
      measure(state, space, bytes, [&] { by_hand.call(); });
    });
    add("steps100_graph", "float32", n, bar::steps::graph_name, [=](benchmark::State& state) {
      auto const work = steps();
      typename bar::steps const by_hand(space, work.y.data(), work.x.data(), n, operations);
      measure(state, space, bytes, [&] { by_hand.replay(); });
    });
  }
}

template <class Space>
void add_memory(Space const& space, std::int64_t n)
{
  using bar = baseline<Space, float>;
  double const bytes = sizeof(float) * static_cast<double>(n);
  add("allocate_free", "float32", n, acre_name(), [=](benchmark::State& state) {
    measure(state, space, bytes, [&] {
      for (int k = 0; k < operations; ++k) empty<float>(space, shape(n));
    });
  });
  if constexpr (requires { bar::allocate_name; })
    add("allocate_free", "float32", n, bar::allocate_name, [=](benchmark::State& state) {
      measure(state, space, bytes, [&] {
        for (int k = 0; k < operations; ++k) bar::allocate_and_free(space, sizeof(float) * n);
      });
    });
}

template <class Space>
void add_copies(Space const& space, std::int64_t n)
{
  using bar = baseline<Space, float>;
  double const bytes = sizeof(float) * static_cast<double>(n);
  std::string const who = acre_name();
  add("upload_pinned", "float32", n, who, [=](benchmark::State& state) {
    auto const host = empty_pinned<float>(space, shape(n));
    host(ALL) = 1.0F;
    auto const x = empty<float>(space, shape(n));
    measure(state, space, bytes, [&] { copy_async(x, host); });
  });
  add("download_pinned", "float32", n, who, [=](benchmark::State& state) {
    auto const host = empty_pinned<float>(space, shape(n));
    auto const x = full(space, shape(n), 1.0F);
    measure(state, space, bytes, [&] { copy_async(host, x); });
  });
  add("upload", "float32", n, who, [=](benchmark::State& state) {
    std::vector<float> const host(static_cast<std::size_t>(n), 1.0F);
    auto const x = empty<float>(space, shape(n));
    measure(state, space, bytes,
            [&] { space.copy_from_host(x.data(), host.data(), sizeof(float) * host.size()); });
  });
  add("download", "float32", n, who, [=](benchmark::State& state) {
    std::vector<float> host(static_cast<std::size_t>(n));
    auto const x = full(space, shape(n), 1.0F);
    measure(state, space, bytes,
            [&] { space.copy_to_host(host.data(), x.data(), sizeof(float) * host.size()); });
  });
  if constexpr (requires { bar::host_copy_name; }) {
    add("upload", "float32", n, bar::host_copy_name, [=](benchmark::State& state) {
      std::vector<float> const host(static_cast<std::size_t>(n), 1.0F);
      auto const x = empty<float>(space, shape(n));
      measure(state, space, bytes, [&] { bar::host_copy(x.data(), host.data(), n); });
    });
    add("download", "float32", n, bar::host_copy_name, [=](benchmark::State& state) {
      std::vector<float> host(static_cast<std::size_t>(n));
      auto const x = full(space, shape(n), 1.0F);
      measure(state, space, bytes, [&] { bar::host_copy(host.data(), x.data(), n); });
    });
  }
}

/// One element to another, as a kernel over two or three axes: what launch() itself costs.
template <class T, int Rank>
struct copy_element {
  array_ref<T const, Rank> from;
  array_ref<T, Rank> to;
  template <class... Index>
  KOKKOS_FUNCTION void operator()(Index... index) const
  {
    to(index...) = from(index...);
  }
};
template <class T, class Space, std::size_t Rank>
void add_kernel(Space const& space, std::array<std::int64_t, Rank> const& extents)
{
  std::string const name = "launch_" + std::to_string(Rank) + 'd';
  std::int64_t const n = size_of(extents);
  double const bytes = 2.0 * sizeof(T) * static_cast<double>(n);
  add(name, dtype_name<T>(), n, acre_name(), [=](benchmark::State& state) {
    auto const x = made_input<T>(space, extents, 1), y = empty<T>(space, extents);
    copy_element<T, static_cast<int>(Rank)> const kernel{x.ref(), y.ref()};
    measure(state, space, bytes, [&] { launch(space, extents, kernel); });
  });
  add_copy<Space, T>(space, name, n);
}
template <class T, class Space>
void add_kernels(Space const& space)
{
  add_kernel<T>(space, shape(8192, 8192));
  add_kernel<T>(space, shape(256, 512, 512));
}

template <class Space>
void add_all(Space const& space)
{
  for (std::int64_t const n : {1024, 65536}) add_steps(space, n);
  for (std::int64_t const n : {1 << 18, 1 << 24}) add_memory(space, n);
  for (std::int64_t const n : {1 << 22, 1 << 28}) add_copies(space, n);
  add_kernels<float>(space);
  add_kernels<double>(space);
}

}  // namespace
}  // namespace acre::bench

int main(int argc, char** argv)
{
  return acre::bench::run(argc, argv, [] {
    acre::dispatch(acre::chosen_space(), [](auto const& space) { acre::bench::add_all(space); });
  });
}
