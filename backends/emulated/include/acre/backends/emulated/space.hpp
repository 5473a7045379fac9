#pragma once

#include <acre/backends/emulated/grid.hpp>
#include <acre/backends/emulated/words.hpp>
#include <acre/backends/gpu_common/stream_space.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace acre {

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

/// An error of the launch as the vendors' runtimes have it, or null; `opted` bytes of shared memory
/// were asked for.
char const* refused(std::int64_t blocks, int threads, std::size_t shared_bytes, void const* kernel);

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
    launch_error_ =
        emulated::refused(blocks, threads, shared_bytes, reinterpret_cast<void const*>(kernel));
    if (launch_error_ != nullptr) return;
    using values = std::tuple<std::remove_cvref_t<Parameters>...>;
    struct call {
      void (*kernel)(Parameters...);
      values arguments;
    };
    auto const made = std::make_shared<call const>(kernel, values(arguments...));
    s->take([=] {
      emulated::run(
          {step, static_cast<unsigned>(blocks), threads, shared_bytes},
          [](void const* object) {
            auto const& c = *static_cast<call const*>(object);
            std::apply(c.kernel, c.arguments);
          },
          made.get());
    });
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

}  // namespace acre
