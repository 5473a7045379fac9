#include <acre/array.hpp>
#include <acre/array/copy.hpp>
#include <acre/array/creation.hpp>
#include <acre/backends/gpu_common/scan_rows.hpp>
#include <acre/backends/gpu_common/shared_memory.hpp>
#include <acre/backends/gpu_common/warp.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

/// Kernels with a mistake each, and the same ones without: the emulated space finds every mistake,
/// in a few launches whose orders differ, and nothing where there is none.
namespace {

using acre::array;
using acre::emulated;
using acre::backends::gpu::warp_team;

constexpr int launches = 30;
constexpr std::int32_t unset = -1515870811;  // four bytes of emulated::poison

/// What goes wrong in one of the launches: an error's text, or "wrong values"; else empty.
/// `launch` writes to an array of `values.size()` elements, which nothing has written before.
template <class Launch>
std::string found(Launch const& launch, std::vector<std::int32_t> const& values)
{
  for (int n = 0; n < launches; ++n) try {
      auto const out = acre::empty<std::int32_t>(
          emulated(), std::array{static_cast<std::int64_t>(values.size())});
      launch(out.space().queue(), out.data());
      if (acre::to_vector(out) != values) return "wrong values";
    } catch (acre::backend_error const& e) {
      return e.what();
    }
  return {};
}

std::vector<std::int32_t> made(int n, std::function<int(int)> const& f)
{
  std::vector<std::int32_t> all;
  for (int i = 0; i < n; ++i) all.push_back(f(i));
  return all;
}

/// Found with the mistake, by a text; not found without.
#define EXPECT_FOUND(mistake, text, none)                                       \
  do {                                                                          \
    EXPECT_NE(std::string(mistake).find(text), std::string::npos) << (mistake); \
    EXPECT_EQ(std::string(none), "");                                           \
  } while (false)

template <bool Mistake>
__global__ void reversed_kernel(std::int32_t* out)
{
  ACRE_SHARED(held, std::int32_t[256]);
  int const t = static_cast<int>(threadIdx.x);
  held[t] = t;
  if constexpr (!Mistake) __syncthreads();
  out[blockIdx.x * 256 + t] = held[255 - t];
}

TEST(emulated, finds_a_barrier_that_is_missing)
{
  auto const f = [](auto* kernel) {
    return found([=](auto& on, std::int32_t* out) { on.launch("reversed", kernel, 5, 256, out); },
                 made(5 * 256, [](int i) { return 255 - i % 256; }));
  };
  EXPECT_FOUND(f(reversed_kernel<true>), "wrong values", f(reversed_kernel<false>));
}

/// A second round overwrites what others have not read yet.
template <bool Mistake>
__global__ void rounds_kernel(std::int32_t* out)
{
  ACRE_SHARED(held, std::int32_t[64]);
  int const t = static_cast<int>(threadIdx.x);
  int sum = 0;
  for (int round = 0; round < 3; ++round) {
    held[t] = t + round;
    __syncthreads();
    sum += held[(t + 1) % 64];
    if constexpr (!Mistake) __syncthreads();
  }
  out[t] = sum;
}

TEST(emulated, finds_a_barrier_that_is_missing_behind_reads)
{
  auto const f = [](auto* kernel) {
    return found([=](auto& on, std::int32_t* out) { on.launch("rounds", kernel, 1, 64, out); },
                 made(64, [](int i) { return 3 * ((i + 1) % 64) + 3; }));
  };
  EXPECT_FOUND(f(rounds_kernel<true>), "wrong values", f(rounds_kernel<false>));
}

template <bool Mistake>
__global__ void some_wait_kernel(std::int32_t* out)
{
  int const t = static_cast<int>(threadIdx.x);
  if (t >= 40) {
    if constexpr (!Mistake) __syncthreads();
    out[t] = t;
    return;
  }
  __syncthreads();
  out[t] = t;
}

TEST(emulated, finds_a_barrier_that_some_threads_pass_by)
{
  auto const f = [](auto* kernel) {
    return found([=](auto& on, std::int32_t* out) { on.launch("some_wait", kernel, 1, 64, out); },
                 made(64, [](int i) { return i; }));
  };
  EXPECT_FOUND(f(some_wait_kernel<true>),
               "40 of 64 threads wait at a barrier of the block that 24 have ended without",
               f(some_wait_kernel<false>));
}

/// Halves of a warp go different ways; the mask says that both come.
template <bool Mistake>
__global__ void halves_kernel(std::int32_t* out)
{
  int const t = static_cast<int>(threadIdx.x);
  warp_team const team(Mistake ? 32 : 16);
  int value = t;
  if (t % 32 < 16)
    value = team.shuffle_down(value, 1);
  else
    __syncthreads();
  if (t % 32 < 16) __syncthreads();
  out[t] = t % 16 == 15 ? 0 : value;
}

TEST(emulated, finds_a_mask_that_names_lanes_which_do_not_come)
{
  auto const f = [](auto* kernel) {
    return found([=](auto& on, std::int32_t* out) { on.launch("halves", kernel, 1, 64, out); },
                 made(64, [](int i) { return i % 16 == 15  ? 0
                                             : i % 32 < 16 ? i + 1
                                                           : i; }));
  };
  EXPECT_FOUND(f(halves_kernel<true>), "for lanes that do not come", f(halves_kernel<false>));
}

template <bool Mistake>
__global__ void own_mask_kernel(std::int32_t* out)
{
  int const t = static_cast<int>(threadIdx.x), lane = t % warpSize;
  std::uint64_t const team = std::uint64_t{0xff} << (Mistake ? 0 : lane / 8 * 8);
  out[t] = static_cast<std::int32_t>(
      acre::backends::emulated::shuffled(team, static_cast<std::uint32_t>(t), 8, 0));
}

TEST(emulated, finds_a_lane_outside_its_mask)
{
  auto const f = [](auto* kernel) {
    return found([=](auto& on, std::int32_t* out) { on.launch("own_mask", kernel, 1, 64, out); },
                 made(64, [](int i) { return i / 8 * 8; }));
  };
  EXPECT_FOUND(f(own_mask_kernel<true>), "does not name", f(own_mask_kernel<false>));
}

/// A loop over a grid whose step is a block's.
template <bool Mistake>
__global__ void doubled_kernel(std::int32_t* x, int n)
{
  unsigned const step = Mistake ? blockDim.x : blockDim.x * gridDim.x;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < static_cast<unsigned>(n); i += step)
    x[i] = x[i] == unset ? static_cast<int>(i) : 2 * x[i];
}

TEST(emulated, finds_a_wrong_stride)
{
  auto const f = [](auto* kernel) {
    return found(
        [=](auto& on, std::int32_t* out) { on.launch("doubled", kernel, 3, 32, out, 1000); },
        made(1000, [](int i) { return i; }));
  };
  EXPECT_FOUND(f(doubled_kernel<true>), "wrong values", f(doubled_kernel<false>));
}

/// Every other thread's element is left as it was.
template <bool Mistake>
__global__ void pairs_kernel(std::int32_t* out, int n)
{
  int const i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x) * (Mistake ? 2 : 1);
  if (i < n) out[i] = 1;
}

TEST(emulated, finds_elements_that_nobody_writes)
{
  auto const f = [](auto* kernel) {
    return found([=](auto& on, std::int32_t* out) { on.launch("pairs", kernel, 4, 64, out, 200); },
                 made(200, [](int) { return 1; }));
  };
  EXPECT_FOUND(f(pairs_kernel<true>), "wrong values", f(pairs_kernel<false>));
}

template <bool Mistake>
__global__ void differences_kernel(std::int32_t const* x, std::int32_t* out, int n)
{
  int const i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) out[i] = (Mistake || i + 1 < n ? x[i + 1] : n) - x[i];
}

TEST(emulated, finds_a_read_behind_an_array)
{
  for (int const n : {64, 1000, 4096}) {
    auto const f = [n](auto* kernel) {
      return found(
          [=](auto& on, std::int32_t* out) {
            auto const x = acre::arange<std::int32_t>(emulated(), n);
            on.launch("differences", kernel, (n + 63) / 64, 64, x.data(), out, n);
          },
          made(n, [](int) { return 1; }));
    };
    std::string const mistake = f(differences_kernel<true>);
    EXPECT_EQ(f(differences_kernel<false>), "");
    // of whole pages by the address; else one array in four lies at its pages' beginning, and the
    // value shows it
    EXPECT_NE(mistake, "");
    if (n == 4096)
      EXPECT_NE(mistake.find("0 bytes behind the end of an array"), std::string::npos) << mistake;
  }
}

template <bool Mistake>
__global__ void before_kernel(std::int32_t const* x, std::int32_t* out, int n)
{
  int const i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) out[i] = Mistake || i > 0 ? x[i - 1] + 1 : 0;
}

TEST(emulated, finds_a_read_before_an_array)
{
  auto const f = [](auto* kernel) {
    return found(
        [=](auto& on, std::int32_t* out) {
          auto const x = acre::arange<std::int32_t>(emulated(), 1024);
          on.launch("before", kernel, 16, 64, x.data(), out, 1024);
        },
        made(1024, [](int i) { return i; }));
  };
  // by the value where the array doesn't begin its page, by the address where it does
  EXPECT_NE(f(before_kernel<true>), "");
  EXPECT_EQ(f(before_kernel<false>), "");
}

/// Three elements too many, in whole packets.
template <bool Mistake>
__global__ void packets_kernel(std::int32_t* out, int n)
{
  int const i = static_cast<int>(threadIdx.x) * 4;
  for (int k = 0; k < 4; ++k)
    if (Mistake ? i < n : i + k < n) out[i + k] = i + k;
}

TEST(emulated, finds_a_write_behind_an_array)
{
  auto const f = [](auto* kernel) {
    return found(
        [=](auto& on, std::int32_t* out) { on.launch("packets", kernel, 1, 64, out, 101); },
        made(101, [](int i) { return i; }));
  };
  EXPECT_FOUND(f(packets_kernel<true>), "wrote behind an array of 404 bytes",
               f(packets_kernel<false>));
}

template <bool Mistake>
__global__ void shared_end_kernel(std::int32_t* out)
{
  ACRE_SHARED(held, std::int32_t[64]);
  int const t = static_cast<int>(threadIdx.x);
  held[t + (Mistake ? 1 : 0)] = t;
  __syncthreads();
  out[t] = Mistake ? t : held[t];
}

TEST(emulated, finds_a_write_beside_shared_memory)
{
  auto const f = [](auto* kernel) {
    return found([=](auto& on, std::int32_t* out) { on.launch("shared_end", kernel, 1, 64, out); },
                 made(64, [](int i) { return i; }));
  };
  EXPECT_FOUND(f(shared_end_kernel<true>), "wrote beside 256 bytes of shared memory",
               f(shared_end_kernel<false>));
}

template <bool Mistake>
__global__ void dynamic_end_kernel(std::int32_t* out)
{
  ACRE_DYNAMIC_SHARED(held, std::int32_t);
  int const t = static_cast<int>(threadIdx.x);
  held[t] = t;
  __syncthreads();
  out[t] = held[Mistake ? t + 1 : t];
}

TEST(emulated, finds_a_read_behind_dynamic_shared_memory)
{
  auto const f = [](auto* kernel) {
    return found(
        [=](auto& on, std::int32_t* out) { on.launch_shared("dynamic", kernel, 1, 64, 256, out); },
        made(64, [](int i) { return i; }));
  };
  EXPECT_NE(f(dynamic_end_kernel<true>), "");
  EXPECT_EQ(f(dynamic_end_kernel<false>), "");
}

/// Counters that nobody sets to zero.
template <bool Mistake>
__global__ void counters_kernel(std::int32_t* out)
{
  ACRE_SHARED(counter, std::uint32_t[4]);
  int const t = static_cast<int>(threadIdx.x);
  if (!Mistake && t < 4) counter[t] = 0;
  __syncthreads();
  atomicAdd(counter + t % 4, 1u);
  __syncthreads();
  if (t < 4) out[t] = static_cast<std::int32_t>(counter[t]);
}

TEST(emulated, finds_shared_memory_that_is_not_set)
{
  auto const f = [](auto* kernel) {
    return found([=](auto& on, std::int32_t* out) { on.launch("counters", kernel, 1, 64, out); },
                 made(4, [](int) { return 16; }));
  };
  EXPECT_FOUND(f(counters_kernel<true>), "wrong values", f(counters_kernel<false>));
}

/// Each block writes the element of its ticket; with the mistake a load and a store give it,
/// between which another block may take the same one.
template <bool Mistake>
__global__ void tickets_kernel(std::uint64_t* ticket, std::int32_t* out)
{
  if (threadIdx.x != 0) return;
  std::uint64_t mine;
  if constexpr (Mistake) {
    mine = acre::backends::gpu::published_word(ticket);
    acre::backends::gpu::publish_word(ticket, mine + 1);
  } else {
    mine = atomicAdd(ticket, std::uint64_t{1});
  }
  out[mine] = 1;
}

TEST(emulated, finds_a_ticket_that_is_taken_twice)
{
  auto const f = [](auto* kernel) {
    return found(
        [=](auto& on, std::int32_t* out) {
          auto const ticket = acre::zeros<std::uint64_t>(emulated(), std::array{std::int64_t{1}});
          on.launch("tickets", kernel, 50, 32, ticket.data(), out);
        },
        made(50, [](int) { return 1; }));
  };
  EXPECT_FOUND(f(tickets_kernel<true>), "wrong values", f(tickets_kernel<false>));
}

/// A chain from block to block: each adds one to what the one before it says. With the mistake the
/// blocks wait for their neighbours by number, and not by the order in which they began.
template <bool Mistake>
__global__ void chain_kernel(std::uint64_t* words, std::int32_t* out)
{
  using namespace acre::backends::gpu;
  if (threadIdx.x != 0) return;
  std::uint64_t const mine = Mistake ? blockIdx.x : atomicAdd(words, std::uint64_t{1});
  std::uint64_t before = 1;
  if (mine > 0)
    while ((before = published_word(words + mine)) == 0) {
    }
  publish_word(words + mine + 1, before + 1);
  out[mine] = static_cast<std::int32_t>(before);
}

TEST(emulated, finds_blocks_that_wait_for_blocks_to_come)
{
  auto const f = [](auto* kernel) {
    return found(
        [=](auto& on, std::int32_t* out) {
          auto const words = acre::zeros<std::uint64_t>(emulated(), std::array{std::int64_t{41}});
          on.launch("chain", kernel, 40, 32, words.data(), out);
        },
        made(40, [](int i) { return i + 1; }));
  };
  EXPECT_FOUND(f(chain_kernel<true>), "wait for what none of those that are there writes",
               f(chain_kernel<false>));
}

/// The last one writes: whoever that is.
template <bool Mistake>
__global__ void last_kernel(std::int32_t* out)
{
  int const b = static_cast<int>(blockIdx.x);
  if (threadIdx.x == 0 && (Mistake || b == 7)) out[0] = b;
}

TEST(emulated, finds_a_result_that_depends_on_the_order_of_blocks)
{
  auto const f = [](auto* kernel) {
    return found([=](auto& on, std::int32_t* out) { on.launch("last", kernel, 8, 32, out); },
                 made(1, [](int) { return 7; }));
  };
  EXPECT_FOUND(f(last_kernel<true>), "wrong values", f(last_kernel<false>));
}

__global__ void nothing_kernel() {}

TEST(emulated, refuses_launches_that_a_gpu_refuses)
{
  auto& on = emulated().queue();
  EXPECT_THROW(on.launch("nothing", nothing_kernel, 0, 32), acre::launch_error);
  EXPECT_THROW(on.launch("nothing", nothing_kernel, 1, 1025), acre::launch_error);
  EXPECT_THROW(on.launch_shared("nothing", nothing_kernel, 1, 32, 60000), acre::launch_error);
  on.resident_blocks(nothing_kernel, 32, 60000);
  on.launch_shared("nothing", nothing_kernel, 1, 32, 60000);
}

}  // namespace
