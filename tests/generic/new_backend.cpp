#include <acre/backends/generic/matmul_body.hpp>
#include <acre/backends/generic/patterns.hpp>
#include <acre/backends/generic/sort_body.hpp>

#include <Kokkos_Core.hpp>

#include <array>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

/// A backend as somebody begins it: what a queue has to know of its space of Kokkos, and no pattern
/// of its own but one. It is compiled for Kokkos' CUDA and HIP too, where those are checked.
namespace mine {

struct backend {
  using execution_space = Kokkos::DefaultExecutionSpace;
  static constexpr char const* space_name = "mine";
  static constexpr char const* memory_name = "Mine";
  static acre::device_info describe()
  {
    acre::device_info info;
    info.name = "a device";
    info.memory = std::uint64_t{1} << 32;
    return info;
  }
  static std::size_t available_memory() { return describe().memory; }
};
using queue = acre::backends::generic::queue<backend>;

inline int picked = 0;

}  // namespace mine

namespace acre::backends {

/// The one pattern that the backend has faster: an overload for its queue, which the compiler
/// prefers to the portable body.
template <class Program, class Out>
void pick(generic::queue<mine::backend>& on, std::int64_t count, bool packed,
          Program const& program, marks const& m, Out* out)
{
  ++mine::picked;
  static_assert(pick_takes<Program, Out>());
  static_cast<void>(packed);
  generic::for_each(
      on, "pick", mark_tiles(count), KOKKOS_LAMBDA(std::int64_t tile) {
        auto const row = program.bind(position{});
        std::int64_t k = m.offsets[tile];
        generic::for_marked(m, tile, [&](std::int64_t i) { out[k++] = row.template at<true>(i); });
      });
}

}  // namespace acre::backends

namespace new_backend_tests {

using namespace acre::backends;
constexpr std::int64_t n = 100003;

/// element(i) for an element at i; the pattern's program, sink and so on in their least form.
template <class F>
struct made {
  using value_type = decltype(F()(0));
  static constexpr int width = sizeof(F()(0));
  KOKKOS_INLINE_FUNCTION made const& bind(position const&, int = 0) const { return *this; }
  template <bool Unit>
  KOKKOS_INLINE_FUNCTION value_type at(std::int64_t i, std::int64_t = 0) const
  {
    return F()(i);
  }
  template <int W, bool Unit>
  KOKKOS_INLINE_FUNCTION packet<value_type, W> load(std::int64_t i, std::int64_t = 0) const
  {
    packet<value_type, W> p;
    for (int w = 0; w < W; ++w) p.v[w] = F()(i + w);
    return p;
  }
};
struct number {
  KOKKOS_INLINE_FUNCTION std::int64_t operator()(std::int64_t i) const { return i; }
};
struct digit {
  KOKKOS_INLINE_FUNCTION std::int64_t operator()(std::int64_t i) const { return i % 10; }
};
struct keyed_by_digit {
  KOKKOS_INLINE_FUNCTION keyed<std::int64_t> operator()(std::int64_t i) const
  {
    return {i % 10, i};
  }
};
struct is_third {
  KOKKOS_INLINE_FUNCTION bool operator()(std::int64_t i) const { return i % 3 == 0; }
};
struct to_memory {
  static constexpr int width = 8;
  static constexpr bool packable = false;
  std::int64_t* data;
  KOKKOS_INLINE_FUNCTION to_memory const& bind(position const&, int = 0) const { return *this; }
  template <bool Unit>
  KOKKOS_INLINE_FUNCTION void put(std::int64_t i, std::int64_t x, std::int64_t = 0) const
  {
    data[i] = x;
  }
};
struct add {
  using value_type = std::int64_t;
  KOKKOS_INLINE_FUNCTION std::int64_t identity() const { return 0; }
  KOKKOS_INLINE_FUNCTION std::int64_t combine(std::int64_t a, std::int64_t b) const
  {
    return a + b;
  }
  KOKKOS_INLINE_FUNCTION std::int64_t finish(std::int64_t x) const { return x; }
};
struct add_values_of_keys : generic::add_counts {
  template <class T>
  KOKKOS_INLINE_FUNCTION void atomically_in_block(T* to, T x) const
  {
    atomically(to, x);
  }
};
struct same_tens {
  static constexpr bool ranks = true;
  KOKKOS_INLINE_FUNCTION bool same(std::int64_t a, std::int64_t b) const
  {
    return a / 10 == b / 10;
  }
  KOKKOS_INLINE_FUNCTION std::uint64_t rank(std::int64_t a) const
  {
    return static_cast<std::uint64_t>(a / 10);
  }
};
struct to_places {
  std::int64_t* data;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t k, std::int64_t value) const
  {
    data[k] = value;
  }
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t k, std::int64_t, std::int64_t value) const
  {
    data[k] = value;
  }
};
/// List l has l % 3 numbers, from l on.
struct dealt {
  KOKKOS_INLINE_FUNCTION std::int64_t list(std::int64_t l) const { return l; }
  KOKKOS_INLINE_FUNCTION std::int64_t count(std::int64_t l) const { return l % 3; }
  KOKKOS_INLINE_FUNCTION std::int64_t begin(std::int64_t) const { return 0; }
  KOKKOS_INLINE_FUNCTION std::int64_t at(std::int64_t, std::int64_t place) const { return place; }
  KOKKOS_INLINE_FUNCTION void next(std::int64_t, std::int64_t& p) const { ++p; }
  KOKKOS_INLINE_FUNCTION std::int64_t value(std::int64_t l, std::int64_t p) const { return l + p; }
};
/// What the selection keeps: every third number.
struct thirds {
  KOKKOS_INLINE_FUNCTION thirds const& bind(position const&) const { return *this; }
  KOKKOS_INLINE_FUNCTION told_elements<std::int64_t, 1> at(std::int64_t i) const
  {
    return {{{i % 3 == 0}}, {{i}}};
  }
};

/// Numbers of threads that blocks write, where a thread of the queue can run a block.
template <class Queue>
bool launched(Queue& on, std::int64_t* to)
{
  if constexpr (Queue::is_host)
    launch_blocks(on, {{4}, {8}}, [to](thread_block& block) {
      block.for_each_thread([&](launch_thread const& t) { to[t.x()] = t.x(); });
    });
  return Queue::is_host;
}

/// Numbers by their last digit, where a CPU runs the queue: their sums, the last of each, and those
/// below 100 in order of their digits.
template <class Queue>
bool reduced_by_key(Queue& on, std::int64_t const* numbers, std::int64_t* sums, std::int64_t* last,
                    std::int64_t* in_order, std::int64_t* offsets)
{
  if constexpr (Queue::is_host) {
    generic::scratch<std::uint32_t, typename Queue::backend> keys(on, n);
    std::vector<std::uint32_t> digits(static_cast<std::size_t>(n));
    for (std::size_t i = 0; i < digits.size(); ++i) digits[i] = static_cast<std::uint32_t>(i % 10);
    on.copy_from_host(keys.data(), digits.data(), digits.size() * sizeof digits[0]);
    rows_keyed(on, keys.data(), 0U, 10, n, true, last);
    return partition_counted(on, keys.data(), 100, 10, offsets,
                             [=](std::int64_t i, std::int64_t k) { in_order[k] = i; }) &&
           reduce_keyed(
               on, keys.data(), 0U, 10, n, std::array{numbers}, [](std::int64_t x) { return x; },
               add(), to_places{sums});
  }
  return false;
}

class new_backend : public ::testing::Test {
 protected:
  std::vector<std::int64_t> values(std::int64_t const* data, std::int64_t count)
  {
    std::vector<std::int64_t> all(static_cast<std::size_t>(count));
    on.copy_to_host(all.data(), data, all.size() * sizeof all[0]);
    return all;
  }
  reduction of_one_row() const
  {
    reduction red;
    red.it.inner = red.length = n;
    red.it.unit = true;
    return red;
  }
  mine::queue on{mine::backend::execution_space()};
  generic::scratch<std::int64_t, mine::backend> memory{on, 2 * n};
  std::int64_t* const out = memory.data();
};

TEST_F(new_backend, has_elementwise_and_reductions)
{
  iteration it;
  it.inner = n;
  it.unit = true;
  elementwise(on, it, made<number>(), to_memory{out});
  EXPECT_EQ(values(out, n)[n - 1], n - 1);
  reduce_rows(on, of_one_row(), made<number>(), add(), out);
  EXPECT_EQ(values(out, 1)[0], n * (n - 1) / 2);
  scan_rows(on, of_one_row(), made<number>(), add(), to_memory{out});
  EXPECT_EQ(values(out, n)[n - 1], n * (n - 1) / 2);
  reduction columns;
  columns.it.inner = 7;
  columns.it.outer_rank = 1;
  columns.it.outer[0] = columns.it.rows = columns.length = 3;
  columns.it.unit = true;
  reduce_columns(on, columns, made<number>(), add(), out);
  EXPECT_EQ(values(out, 7)[6], 18);
  scan_columns(on, columns, made<number>(), add(), to_memory{out});
}

TEST_F(new_backend, has_counters)
{
  iteration it;
  it.inner = n;
  it.unit = true;
  std::vector<std::int64_t> const zeros(10);
  on.copy_from_host(out, zeros.data(), 80);
  count(on, it, made<digit>(), 10, out);
  EXPECT_EQ(values(out, 10)[0], n / 10 + 1);
  on.copy_from_host(out, zeros.data(), 80);
  accumulate(on, it, made<keyed_by_digit>(), 10, out, add_values_of_keys());
  auto const sums = values(out, 10);
  EXPECT_EQ(std::accumulate(sums.begin(), sums.end(), std::int64_t{0}), n * (n - 1) / 2);
}

TEST_F(new_backend, has_selections_of_which_one_is_its_own)
{
  generic::scratch<std::uint8_t, mine::backend> bits(on, mark_tiles(n) * mark_tile / 8);
  generic::scratch<std::int64_t, mine::backend> offsets(on, mark_tiles(n) + 1);
  marks const m{bits.data(), offsets.data()};
  mark(on, n, false, made<is_third>(), m);
  mine::picked = 0;
  pick(on, n, false, made<number>(), m, out);
  EXPECT_EQ(mine::picked, 1);
  EXPECT_EQ(values(out, n / 3)[n / 3 - 1], n - n % 3 - 3);
  EXPECT_EQ(values(offsets.data() + mark_tiles(n), 1)[0], n / 3 + 1);
  std::int64_t kept = 0;
  read_back(on, kept, [&](std::int64_t* to) { select(on, n, false, thirds(), out, to); });
  EXPECT_EQ(kept, n / 3 + 1);

  iteration it;
  it.inner = n;
  it.unit = true;
  elementwise(on, it, made<number>(), to_memory{out});
  run_facts facts;
  read_back(on, facts, [&](run_facts* to) {
    mark_runs(on, same_tens(), static_cast<std::int64_t const*>(out), n, m, to);
  });
  EXPECT_EQ(facts.count, n / 10 + 1);
  EXPECT_EQ(facts.high, static_cast<std::uint64_t>(n / 10));
  visit_marked(on, n, m, to_places{out + n});
  EXPECT_EQ(values(out + n, n / 10)[n / 10 - 1], n - n % 10);  // the one marked next
  visit_elements(on, n, m, to_places{out + n});
  EXPECT_EQ(values(out + n, n)[n - 1], n / 10);
}

TEST_F(new_backend, has_lists_and_segments)
{
  std::vector<std::int64_t> const begin{0, 5, 5, n};
  generic::scratch<std::int64_t, mine::backend> offsets(on, 4);
  on.copy_from_host(offsets.data(), begin.data(), 32);
  reduce_segments(on, segment_list<std::int64_t>{offsets.data(), 3, n}, made<number>(), add(),
                  to_places{out});
  EXPECT_EQ(values(out, 3), (std::vector<std::int64_t>{10, 0, n * (n - 1) / 2 - 10}));
  visit_lists(on, list_bounds<std::int64_t>{offsets.data(), 3, n}, to_places{out});
  EXPECT_EQ(values(out, n)[n - 1], n - 6);
  reduce_dealt(on, 300, dealt(), add(), to_places{out});
  EXPECT_EQ(values(out, 300)[299], 599);
}

TEST_F(new_backend, has_reductions_by_key_where_a_cpu_runs_it)
{
  iteration it;
  it.inner = n;
  it.unit = true;
  elementwise(on, it, made<number>(), to_memory{out});
  std::int64_t *const sums = out + n, *const last = sums + 10, *const in_order = last + 10,
                      *const offsets = in_order + 100;
  bool const done = reduced_by_key(on, out, sums, last, in_order, offsets);
  EXPECT_EQ(done, bool{mine::queue::is_host});
  if (!done) return;
  EXPECT_EQ(values(sums, 10)[3], 3 * (n / 10) + 10 * (n / 10) * (n / 10 - 1) / 2);
  EXPECT_EQ(values(last, 10), (std::vector<std::int64_t>{100000, 100001, 100002, 99993, 99994,
                                                         99995, 99996, 99997, 99998, 99999}));
  EXPECT_EQ(values(in_order, 100)[11], 11);
  EXPECT_EQ(values(offsets, 11)[10], 100);
}

TEST_F(new_backend, has_sorts_and_products)
{
  iteration it;
  it.inner = n;
  it.unit = true;
  elementwise(on, it, made<digit>(), to_memory{out});
  auto const* const keys = static_cast<std::int64_t const*>(out);
  sort_keys(on, keys, out + n, n);
  EXPECT_EQ(values(out + n, n)[n - 1], 9);
  sort_rows(on, keys, out + n, n / 10, 10);
  argsort_rows(on, keys, out + n, 1, n);
  EXPECT_EQ(values(out + n, 2)[1], 10);
  matmul_problem p{};
  p.kind = matmul_kind::integer64;
  p.rows = p.columns = p.depth = 10;
  p.a = p.b = {keys, 10, 1, {}};
  p.c = out + n;
  matmul(on, p);
  EXPECT_EQ(values(out + n, 100)[9], 9 * 45);
}

TEST_F(new_backend, has_kernels_by_hand_where_a_thread_can_run_a_block)
{
  if (launched(on, out)) {
    EXPECT_EQ(values(out, 32)[31], 31);
  }
}

}  // namespace new_backend_tests
