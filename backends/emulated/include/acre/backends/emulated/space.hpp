#pragma once

#include <acre/backends/emulated/grid.hpp>
#include <acre/backends/emulated/words.hpp>
#include <acre/backends/gpu_common/stream_space.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace acre {

class host;

namespace backends {

class kernel_compiler;
class linear_algebra;

namespace emulated {

/// Work that a stream is given is done at once, or kept where the stream captures a graph.
struct stream_work {
  bool captures = false;
  std::vector<std::function<void()>> captured;

  void take(std::function<void()> work)
  {
    if (captures)
      captured.push_back(std::move(work));
    else
      work();
  }
};

struct moment;  // of an event

/// What stands for Kokkos' execution space, which a program of an emulated space has none of.
struct instance {
  stream_work* stream = nullptr;

  instance() = default;
  explicit instance(stream_work* of) : stream(of) {}
  friend bool operator==(instance const&, instance const&) = default;
};
struct memory_space {};

/// A kernel's launch, whatever its parameters: a compiler has thousands of them to go through.
struct launch_order {
  char const* step;
  std::int64_t blocks;
  int threads;
  std::size_t shared_bytes;
  void (*kernel)();
  void (*call)(void (*kernel)(), void const* const* arguments);
};
struct launch_argument {
  void const* value;
  std::size_t bytes, alignment;
};
/// Runs the kernel on the stream, with copies of the arguments' bytes, which is what a vendor's
/// runtime makes. An error as those have it, or null.
char const* launch(launch_order const& order, stream_work& stream,
                   std::initializer_list<launch_argument> arguments);

template <class Indices, class... Parameters>
struct caller;
template <std::size_t... I, class... Parameters>
struct caller<std::index_sequence<I...>, Parameters...> {
  static void call(void (*kernel)(), void const* const* arguments)
  {
    reinterpret_cast<void (*)(Parameters...)>(kernel)(
        *static_cast<std::remove_cvref_t<Parameters> const*>(arguments[I])...);
  }
};

}  // namespace emulated

struct emulated_types {
  using stream = emulated::stream_work*;
  using event = emulated::moment*;
  using graph = std::vector<std::function<void()>>*;
  using captured = std::shared_ptr<std::vector<std::function<void()>>>;
  using instance = emulated::instance;
};

/// The runtime of the emulated device, as gpu::queue calls it.
struct emulated_api : gpu::runtime_calls<emulated_types> {
  static constexpr char const* space_name = "emulated";
  static constexpr char const* memory_name = "Emulated";
  static constexpr bool copies_in_bulk = false;
  static constexpr bool guards_memory = true;

  template <class... Parameters, class... Arguments>
  static void launch_grid(char const* step, void (*kernel)(Parameters...), std::int64_t blocks,
                          int threads, std::size_t shared_bytes, stream s,
                          Arguments const&... arguments)
  {
    launch_error_ = emulated::launch(
        {step, blocks, threads, shared_bytes, reinterpret_cast<void (*)()>(kernel),
         emulated::caller<std::index_sequence_for<Parameters...>, Parameters...>::call},
        *s,
        {{std::addressof(static_cast<std::remove_cvref_t<Parameters> const&>(arguments)),
          sizeof(Parameters), alignof(Parameters)}...});
  }
  template <class Key>
  static void sort_keys(void* scratch, std::size_t& bytes, Key const* keys, Key* sorted,
                        std::int64_t n, int first_bit, int last_bit, stream s);
  template <class Key, class Word>
  static void sort_pairs(void* scratch, std::size_t& bytes, Key const* keys, Key* sorted_keys,
                         Word const* values, Word* sorted_values, std::int64_t n, int first_bit,
                         int last_bit, stream s);
  template <class Key, class Word>
  static Word* sort_pairs_between(void* scratch, std::size_t& bytes, Key const* keys,
                                  Key* sorted_keys, Word* values, Word* others, std::int64_t n,
                                  stream s);
  static kernel_compiler& compiler();
  static linear_algebra& algebra(gpu::queue<emulated_api>& on);

  static inline thread_local char const* launch_error_ = nullptr;
};

extern template class gpu::queue<emulated_api>;

}  // namespace backends

/// A GPU whose kernels, those of CUDA and HIP, run on a CPU: to test them, not to compute.
class emulated : public backends::gpu::stream_space<emulated, backends::emulated_api,
                                                    backends::emulated::memory_space> {
 public:
  using stream_space::stream_space;
};

extern template class backends::gpu::stream_space<emulated, backends::emulated_api,
                                                  backends::emulated::memory_space>;

namespace detail {

template <class... T>
struct type_list;
template <class List>
struct variant_of;
/// acre::dynamic is compiled for this space alone, which takes two thirds of the time.
template <>
struct variant_of<type_list<host, emulated>> {
  using type = std::variant<emulated>;
};

}  // namespace detail

}  // namespace acre
