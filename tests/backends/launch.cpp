// Kernels of one's own: over shapes, in blocks by hand, with scratch, phases and atomics.

#include <acre/array/copy.hpp>
#include <acre/array/creation.hpp>
#include <acre/array/print.hpp>
#include <acre/backends/launch.hpp>
#include <acre/device/atomic.hpp>
#include <acre/device/launch.hpp>
#include <acre/device/spaces.hpp>
#include <acre/linalg/matmul.hpp>
#include <acre_test/on_space.hpp>

#include <bit>
#include <limits>
#include <type_traits>

using acre::array_ref, acre::blocks_for, acre::launch, acre::launch_thread, acre::shape,
    acre::thread_block;
using acre_test::equals, acre_test::error_of, acre_test::noise, acre_test::place;

namespace {

template <class Space>
class launches : public acre_test::on_space<Space> {};
TYPED_TEST_SUITE(launches, acre_test::spaces, acre_test::space_names);

/// Its index along each axis, in digits.
struct digits {
  array_ref<std::int64_t, 1> out;
  std::int64_t extent[6];

  template <class... Index>
  KOKKOS_FUNCTION void operator()(Index... index) const
  {
    std::int64_t const at[] = {index...};
    std::int64_t place = 0, value = 0;
    for (int axis = 0; axis < static_cast<int>(sizeof...(Index)); ++axis) {
      place = place * extent[axis] + at[axis];
      value = value * 1000 + at[axis];
    }
    acre::atomic_add(out(place), value + 1);
  }
};

template <class Space, std::size_t Rank>
void check_shape(Space const& space, std::array<std::int64_t, Rank> const& extents)
{
  auto const out = acre::zeros<std::int64_t>(space, shape(acre::size_of(extents)));
  digits write{out.ref(), {}};
  std::copy(extents.begin(), extents.end(), write.extent);
  launch(space, extents, write);
  std::vector<std::int64_t> wanted;
  for (std::int64_t place = 0; place < out.size(); ++place) {
    std::int64_t value = 0, unit = 1, rest = place;
    for (int axis = static_cast<int>(Rank) - 1; axis >= 0; --axis, unit *= 1000) {
      value += rest % extents[axis] * unit;
      rest /= extents[axis];
    }
    wanted.push_back(value + 1);
  }
  EXPECT_TRUE(equals(out, wanted)) << acre::to_string(extents);
}

TYPED_TEST(launches, run_over_shapes)
{
  for (auto const& space : acre_test::instances<TypeParam>()) {
    check_shape(space, shape(1));
    check_shape(space, shape(1025));
    check_shape(space, shape(5, 7));
    check_shape(space, shape(300, 1));
    check_shape(space, shape(3, 1100));
    check_shape(space, shape(17, 1, 33));
    check_shape(space, shape(2, 3, 4, 5));
    check_shape(space, shape(2, 3, 1, 5, 4));
    check_shape(space, shape(3, 2, 3, 2, 3, 2));
    check_shape(space, shape(4, 0, 3));
  }
  EXPECT_EQ(error_of<acre::shape_error>([&] { launch(this->space, shape(3, -1), digits{}); }),
            "negative dimensions are not allowed: shape (3,-1)");
}

struct add_threads {
  array_ref<std::int64_t, 3> out;
  KOKKOS_FUNCTION void operator()(launch_thread const& t) const
  {
    if (t.z() < out.extent[0] && t.y() < out.extent[1] && t.x() < out.extent[2])
      out(t.z(), t.y(), t.x()) += 1 + t.rank() + 10000 * t.block_index.y;
  }
};

struct copy_scaled {
  array_ref<float const, 2> from;
  array_ref<bool const, 1> chosen;
  array_ref<float, 2> to;
  KOKKOS_FUNCTION void operator()(std::int64_t i, std::int64_t j) const
  {
    static_assert(std::is_same_v<decltype(from(i, j)), float>);
    to(i, j) = chosen(i) ? 2 * from(i, j) : -from(i, j);
  }
};

TYPED_TEST(launches, read_what_no_thread_writes)
{
  for (auto const& space : acre_test::instances<TypeParam>())
    for (std::int64_t const columns : {1, 33, 128, 1024, 1500}) {
      auto const x = noise<float>(20 * columns);
      auto const a = place(space, x, shape(10, 2 * columns));
      auto const to = acre::zeros<float>(space, shape(10, columns));
      auto const chosen = acre::index_of(space, shape(10)) > std::int64_t{5};
      auto const flags = acre::evaluate(chosen);
      auto const from = a(acre::ALL, acre::slice(acre::none, acre::none, 2));
      launch(space, to.shape(), copy_scaled{from.ref(), flags.ref(), to.ref()});
      std::vector<float> wanted;
      for (std::size_t k = 0; k < x.size(); k += 2)
        wanted.push_back(k / static_cast<std::size_t>(2 * columns) > 5 ? 2 * x[k] : -x[k]);
      EXPECT_TRUE(equals(to, wanted)) << columns;
    }
}

TYPED_TEST(launches, are_in_blocks_of_three_dimensions)
{
  for (auto const& space : acre_test::instances<TypeParam>()) {
    auto const out = acre::zeros<std::int64_t>(space, shape(5, 11, 35));
    launch(space, {.grid = {5, 3, 2}, .block = {8, 4, 3}}, add_threads{out.ref()});
    auto const got = to_vector(out);
    for (std::int64_t z = 0; z < 5; ++z)
      for (std::int64_t y = 0; y < 11; ++y)
        for (std::int64_t x = 0; x < 35; ++x)
          ASSERT_EQ(got[static_cast<std::size_t>((z * 11 + y) * 35 + x)],
                    1 + (z % 3 * 4 + y % 4) * 8 + x % 8 + 10000 * (y / 4))
              << z << ' ' << y << ' ' << x;
    launch(space, {.grid = {0}, .block = {8}}, add_threads{out.ref()});
  }
}

struct increment {
  array_ref<float, 1> x;
  KOKKOS_FUNCTION void operator()(launch_thread const& t) const
  {
    for (auto i = t.x(); i < x.extent[0]; i += t.step_x()) x(i) += 1;
  }
};

TYPED_TEST(launches, stride_over_grids)
{
  for (std::int64_t const n : {1, 100, 4097, 100003}) {
    auto const x = acre::zeros<float>(this->space, shape(n));
    launch(this->space, {.grid = {7}, .block = {96}}, increment{x.ref()});
    launch(this->space, {.grid = {blocks_for(n, 1024)}, .block = {1024}}, increment{x.ref()});
    EXPECT_TRUE(equals(x, std::vector<float>(static_cast<std::size_t>(n), 2)));
  }
}

/// c = a × b in tiles, with the tiles of a and b in scratch, right at any size.
struct tiled_product {
  static constexpr int side = 16;
  array_ref<double, 2> a, b, c;

  KOKKOS_FUNCTION void operator()(thread_block& block) const
  {
    auto* const x = block.scratch<double>(side * side);
    auto* const y = block.scratch<double>(side * side);
    auto sum = block.each(0.0);
    std::int64_t const depth = a.extent[1];
    for (std::int64_t first = 0; first < depth; first += side) {
      block.for_each_thread([&](launch_thread const& t) {
        auto const i = t.index.y, j = t.index.x;
        x[i * side + j] = t.y() < c.extent[0] && first + j < depth ? a(t.y(), first + j) : 0.0;
        y[i * side + j] = t.x() < c.extent[1] && first + i < depth ? b(first + i, t.x()) : 0.0;
      });
      block.for_each_thread([&](launch_thread const& t) {
        for (int k = 0; k < side; ++k)
          sum[t] = fma(x[t.index.y * side + k], y[k * side + t.index.x], sum[t]);
      });
    }
    block.for_each_thread([&](launch_thread const& t) {
      if (t.y() < c.extent[0] && t.x() < c.extent[1]) c(t.y(), t.x()) = sum[t];
    });
  }
};

TYPED_TEST(launches, share_scratch_between_phases)
{
  constexpr std::int64_t shapes[][3] = {{1, 1, 1}, {16, 16, 16}, {33, 70, 45}, {100, 5, 17}};
  for (auto const& space : acre_test::instances<TypeParam>())
    for (auto const& [n, k, m] : shapes) {
      auto const a = place(space, noise<double>(n * k, 1), shape(n, k)),
                 b = place(space, noise<double>(k * m, 2), shape(k, m)),
                 c = acre::empty<double>(space, shape(n, m));
      launch(space,
             {.grid = {blocks_for(m, 16), blocks_for(n, 16)},
              .block = {16, 16},
              .scratch = 2 * 16 * 16 * sizeof(double)},
             tiled_product{a.ref(), b.ref(), c.ref()});
      EXPECT_TRUE(equals(c, to_vector(matmul(a, b)))) << n << ' ' << k << ' ' << m;
    }
}

/// Counts in scratch, which join those in memory.
struct count_bytes {
  array_ref<std::uint8_t, 1> bytes;
  array_ref<std::uint32_t, 1> counts;

  KOKKOS_FUNCTION void operator()(thread_block& block) const
  {
    auto* const mine = block.scratch<std::uint32_t>(256);
    block.for_each_thread([&](launch_thread const& t) { mine[t.rank()] = 0; });
    block.for_each_thread([&](launch_thread const& t) {
      for (auto i = t.x(); i < bytes.extent[0]; i += t.step_x())
        acre::atomic_add(mine[bytes(i)], 1u);
    });
    block.for_each_thread(
        [&](launch_thread const& t) { acre::atomic_add(counts(t.rank()), mine[t.rank()]); });
  }
};
struct atomics {
  array_ref<std::int64_t, 1> numbers;
  array_ref<int, 1> order;
  array_ref<double, 1> sum;
  KOKKOS_FUNCTION void operator()(launch_thread const& t) const
  {
    auto const i = t.x();
    acre::atomic_min(numbers(0), -i);
    acre::atomic_max(numbers(1), i);
    acre::atomic_store(numbers(2), 7);
    order(acre::atomic_fetch_add(numbers(3), 1)) += 1;
    acre::atomic_add(sum(0), 0.5);
  }
};

TYPED_TEST(launches, count_by_atomics)
{
  auto const values = noise<std::uint8_t>(100000);
  std::vector<std::uint32_t> wanted(256);
  for (auto const v : values) ++wanted[v];
  for (auto const& space : acre_test::instances<TypeParam>()) {
    auto const counts = acre::zeros<std::uint32_t>(space, shape(256));
    launch(space, {.grid = {20}, .block = {256}, .scratch = 1024},
           count_bytes{place(space, values).ref(), counts.ref()});
    EXPECT_TRUE(equals(counts, wanted));

    auto const numbers = acre::zeros<std::int64_t>(space, shape(4));
    auto const order = acre::zeros<int>(space, shape(1000));
    auto const sum = acre::zeros<double>(space, shape(1));
    launch(space, {.grid = {10}, .block = {100}}, atomics{numbers.ref(), order.ref(), sum.ref()});
    EXPECT_TRUE(equals<std::int64_t>(numbers, {-999, 999, 7, 1000}));
    EXPECT_TRUE(equals(order, std::vector<int>(1000, 1)));
    EXPECT_EQ(sum.item(), 500);
  }
}

/// Everything that threads do to one element, on scratch and on memory alike. T's values are 0 to
/// 999 in some order, and of floating point also -0, infinities and NaN.
template <class T>
struct all_atomics {
  array_ref<T const, 1> values;
  array_ref<T, 1> smallest, largest, taken;
  array_ref<int, 1> places;

  KOKKOS_FUNCTION void operator()(thread_block& block) const
  {
    auto* const mine = block.scratch<T>(2);
    block.for_each_thread([&](launch_thread const& t) {
      if (t.rank() == 0) mine[0] = mine[1] = values(0);
    });
    block.for_each_thread([&](launch_thread const& t) {
      for (auto i = t.x(); i < values.extent[0]; i += t.step_x()) {
        T const value = values(i);
        acre::atomic_min(mine[0], value);
        acre::atomic_fetch_max(mine[1], value);
        // what one thread puts there another takes away: at the end one is left
        T const before = acre::atomic_exchange(taken(0), value);
        acre::atomic_add(places(static_cast<std::int64_t>(before)), 1);
        T seen = acre::atomic_load(taken(1));
        while (!acre::atomic_compare_exchange(taken(1), seen, seen + 2)) {
        }
      }
    });
    block.for_each_thread([&](launch_thread const& t) {
      if (t.rank() == 0) {
        acre::atomic_fetch_min(smallest(0), mine[0]);
        acre::atomic_max(largest(0), mine[1]);
      }
    });
  }
};

template <class T, class Space>
void check_all_atomics(Space const& space)
{
  std::vector<T> values;
  for (int i = 0; i < 1000; ++i) values.push_back(static_cast<T>(i * 7 % 1000));
  auto const from = place(space, values);
  auto const smallest = acre::full(space, shape(1), T{5}),
             largest = acre::full(space, shape(1), T{5});
  auto const taken = acre::zeros<T>(space, shape(2));
  auto const places = acre::zeros<int>(space, shape(1000));
  launch(space, {.grid = {10}, .block = {64}, .scratch = 64},
         all_atomics<T>{from.ref(), smallest.ref(), largest.ref(), taken.ref(), places.ref()});
  EXPECT_TRUE(equals<T>(smallest, {0}));
  EXPECT_TRUE(equals<T>(largest, {999}));
  auto const left = to_vector(taken);
  EXPECT_EQ(left[1], T{2000});
  std::vector<int> wanted(1000, 1);  // each value was there once, but for the last; and the first 0
  ++wanted[0];
  --wanted[static_cast<std::size_t>(left[0])];
  EXPECT_TRUE(equals(places, wanted));
}

/// The extremes of x's rows.
template <class T>
struct extremes {
  array_ref<T const, 2> x;
  array_ref<T, 2> out;
  KOKKOS_FUNCTION void operator()(std::int64_t i, std::int64_t j) const
  {
    acre::atomic_min(out(i, 0), x(i, j));
    acre::atomic_max(out(i, 1), x(i, j));
  }
};

template <class T, class Space>
void check_extremes_of_floats(Space const& space)
{
  T const inf = std::numeric_limits<T>::infinity(), nan = std::numeric_limits<T>::quiet_NaN();
  T const tiny = std::numeric_limits<T>::denorm_min();
  auto const x = place(space, std::vector<T>{0,     -T{0}, T{0},
                                             -T{0}, -tiny, tiny,
                                             0,     -3,  //
                                             -1,    -2,    -inf,
                                             -4,    nan,   5,
                                             inf,   -inf,  //
                                             1,     -nan,  std::numeric_limits<T>::signaling_NaN(),
                                             0},
                       shape(5, 4));
  auto const out = place(space, std::vector<T>{0, 0, -2, 0, -1, -9, 1, 1, 7, 7}, shape(5, 2));
  launch(space, x.shape(), extremes<T>{x.ref(), out.ref()});
  EXPECT_TRUE(equals<T>(out, {-T{0}, 0, -3, tiny, -inf, -1, nan, nan, nan, nan}));
}

struct set_bits {
  array_ref<std::uint64_t, 1> words;
  array_ref<std::int32_t, 1> narrow;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const
  {
    auto const bit = std::uint64_t{1} << i;
    acre::atomic_add(words(4), acre::atomic_fetch_or(words(0), bit) >> i & 1);
    acre::atomic_add(words(4), ~acre::atomic_fetch_and(words(1), ~bit) >> i & 1);
    if (i % 3 == 0) acre::atomic_fetch_xor(words(2), bit);
    acre::atomic_fetch_xor(words(3), ~std::uint64_t{0});
    acre::atomic_fetch_or(narrow(0), -2);
    acre::atomic_fetch_and(narrow(1), 6);
    acre::atomic_fetch_xor(narrow(2), 1 << i % 31);
  }
};

TYPED_TEST(launches, take_what_was_there_before)
{
  for (auto const& space : acre_test::instances<TypeParam>()) {
    check_all_atomics<std::int32_t>(space);
    check_all_atomics<std::uint64_t>(space);
    check_all_atomics<float>(space);
    check_all_atomics<double>(space);
    check_extremes_of_floats<float>(space);
    check_extremes_of_floats<double>(space);
    auto const words = place(space, std::vector<std::uint64_t>{0, ~std::uint64_t{0}, 0, 5, 0});
    auto const narrow = place(space, std::vector<std::int32_t>{1, -1, 0});
    launch(space, shape(62), set_bits{words.ref(), narrow.ref()});
    EXPECT_TRUE(equals<std::uint64_t>(
        words, {0x3fffffffffffffff, 0xc000000000000000, 0x1249249249249249, 5, 0}));
    EXPECT_TRUE(equals<std::int32_t>(narrow, {-1, 6, 0}));
  }
}

/// x -> a x + b: what combines them does not commute. 24 bytes.
struct affine {
  double a, b;
  std::int64_t count;
};
struct composed {
  KOKKOS_FUNCTION affine operator()(affine f, affine g) const
  {
    return {f.a * g.a, f.b * g.a + g.b, f.count + g.count};
  }
};
struct floats_added {
  KOKKOS_FUNCTION float operator()(float a, float b) const { return a + b; }
};

/// Every collective operation of a block's threads, in a block of any shape.
struct together {
  array_ref<float, 2> x, sums, scanned, before;
  array_ref<double, 2> composition;
  array_ref<float, 3> shuffled;

  KOKKOS_FUNCTION void operator()(thread_block& block) const
  {
    auto const b = block.index().x, n = block.size().size();
    auto* const part = block.scratch<float>(n);
    auto* const functions = block.scratch<affine>(n);
    auto v = block.each(0.0F);
    block.for_each_thread([&](launch_thread const& t) {
      v[t] = part[t.rank()] = x(b, t.rank());
      functions[t.rank()] = {0.5 + x(b, t.rank()), x(b, t.rank()), 1};
    });
    float const sum = block.sum(part);
    block.for_each_thread([&](launch_thread const& t) { part[t.rank()] = x(b, t.rank()); });
    float const last = block.inclusive_scan(part, floats_added{});
    block.for_each_thread([&](launch_thread const& t) {
      scanned(b, t.rank()) = part[t.rank()];
      part[t.rank()] = x(b, t.rank());
    });
    float const all = block.exclusive_scan(part, -1.0F, floats_added{});
    block.for_each_thread([&](launch_thread const& t) {
      before(b, t.rank()) = part[t.rank()];
      if (t.rank() == n / 2) {
        sums(b, 0) = sum;
        sums(b, 1) = last;
        sums(b, 2) = all;
      }
    });
    affine const f = block.reduce(functions, composed{});
    block.for_each_thread(
        [&](launch_thread const& t) { functions[t.rank()] = {0.5 + v[t], v[t], 1}; });
    affine const g = block.inclusive_scan(functions, composed{});
    block.for_each_thread([&](launch_thread const& t) {
      if (t.rank() == n - 1) {
        composition(b, 0) = f.a;
        composition(b, 1) = f.b;
        composition(b, 2) = static_cast<double>(f.count);
        composition(b, 3) = g.a;
        composition(b, 4) = functions[t.rank()].b;
      }
    });
    auto down = block.shuffle_down(v, 3), up = block.shuffle_up(v, 1);
    auto other = block.shuffle_xor(v, 16), fifth = block.shuffle(v, 5);
    block.for_each_thread([&](launch_thread const& t) {
      shuffled(b, 0, t.rank()) = down[t];
      shuffled(b, 1, t.rank()) = up[t];
      shuffled(b, 2, t.rank()) = other[t];
      shuffled(b, 3, t.rank()) = fifth[t];
    });
  }
};

/// Neighbours in a tree, by recursion.
template <class T, class Combine>
T tree_of(T const* x, std::size_t n, Combine const& combine)
{
  if (n == 1) return x[0];
  std::size_t const left = std::bit_ceil(n) / 2;
  return combine(tree_of(x, left, combine), tree_of(x + left, n - left, combine));
}
/// The steps of a scan, each into a new vector.
template <class T, class Combine>
std::vector<T> scan_of(std::vector<T> x, Combine const& combine)
{
  for (std::size_t step = 1; step < 32; step *= 2) {
    auto const from = x;
    for (std::size_t i = 0; i < x.size(); ++i)
      if (i % 32 >= step) x[i] = combine(from[i - step], from[i]);
  }
  if (x.size() <= 32) return x;
  std::vector<T> ends;
  for (std::size_t i = 31; i < x.size(); i += 32) ends.push_back(x[i]);
  ends = scan_of(std::move(ends), combine);
  for (std::size_t i = 32; i < x.size(); ++i) x[i] = combine(ends[i / 32 - 1], x[i]);
  return x;
}

TYPED_TEST(launches, combine_the_values_of_a_block)
{
  constexpr acre::extent3 blocks[] = {{1},  {2},   {31},     {32},   {33},       {7, 9},
                                      {64}, {100}, {16, 16}, {1000}, {8, 16, 8}, {1023}};
  for (auto const& space : acre_test::instances<TypeParam>())
    for (auto const& block : blocks) {
      auto const n = static_cast<std::size_t>(block.size());
      auto const values = noise<float>(3 * block.size());
      auto const x = place(space, values, shape(3, block.size()));
      auto const sums = acre::zeros<float>(space, shape(3, 3)),
                 scanned = acre::zeros<float>(space, x.shape()),
                 before = acre::zeros<float>(space, x.shape());
      auto const shuffled = acre::zeros<float>(space, shape(3, 4, block.size()));
      auto const composition = acre::zeros<double>(space, shape(3, 5));
      launch(space, {.grid = {3}, .block = block, .scratch = n * 28 + 32},
             together{x.ref(), sums.ref(), scanned.ref(), before.ref(), composition.ref(),
                      shuffled.ref()});
      std::vector<float> want_sums, want_scanned, want_before, want_shuffled;
      std::vector<double> want_composition;
      for (std::size_t b = 0; b < 3; ++b) {
        std::vector<float> const v(values.begin() + static_cast<std::ptrdiff_t>(b * n),
                                   values.begin() + static_cast<std::ptrdiff_t>((b + 1) * n));
        auto const s = scan_of(v, floats_added{});
        for (float const one : {tree_of(v.data(), n, floats_added{}), s.back(), s.back()})
          want_sums.push_back(one);
        want_scanned.insert(want_scanned.end(), s.begin(), s.end());
        want_before.push_back(-1);
        want_before.insert(want_before.end(), s.begin(), s.end() - 1);
        std::vector<affine> f;
        for (float const one : v) f.push_back({0.5 + one, one, 1});
        auto const whole = tree_of(f.data(), n, composed{}), last = scan_of(f, composed{}).back();
        for (double const one :
             {whole.a, whole.b, static_cast<double>(whole.count), last.a, last.b})
          want_composition.push_back(one);
        auto const add_shuffled = [&](auto const& from) {
          for (std::size_t i = 0; i < n; ++i) {
            std::size_t const lane = from(i % 32), at = i - i % 32 + lane;
            want_shuffled.push_back(v[lane < 32 && at < n ? at : i]);
          }
        };
        add_shuffled([](std::size_t lane) { return lane + 3; });
        add_shuffled([](std::size_t lane) { return lane - 1; });
        add_shuffled([](std::size_t lane) { return lane ^ 16; });
        add_shuffled([](std::size_t) { return std::size_t{5}; });
      }
      EXPECT_TRUE(equals(sums, want_sums)) << n;
      EXPECT_TRUE(equals(scanned, want_scanned)) << n;
      EXPECT_TRUE(equals(before, want_before)) << n;
      EXPECT_TRUE(equals(composition, want_composition)) << n;
      EXPECT_TRUE(equals(shuffled, want_shuffled)) << n;
    }
}

struct takes_scratch {
  KOKKOS_FUNCTION void operator()(thread_block& block) const { block.scratch<double>(100); }
};

TYPED_TEST(launches, are_refused_before_they_run)
{
  auto const x = acre::zeros<float>(this->space, shape(10));
  auto const limits = acre::backends::limits_of(this->space.queue());
  auto const device = acre::device_of(this->space);
  EXPECT_EQ(device.max_threads_per_block, limits.threads);
  EXPECT_EQ(device.max_shared_memory_per_block, limits.scratch);
  EXPECT_EQ(error_of<acre::launch_error>(
                [&] { launch(this->space, {.grid = {1}, .block = {2048}}, increment{x.ref()}); }),
            "block size 2048 exceeds the limit of 1024 threads per block of " + limits.name);
  EXPECT_EQ(error_of<acre::launch_error>([&] {
              launch(this->space, {.grid = {1}, .block = {32, 32, 2}}, increment{x.ref()});
            }),
            "block size 2048 exceeds the limit of 1024 threads per block of " + limits.name);
  EXPECT_EQ(error_of<acre::launch_error>([&] {
              launch(this->space, {.grid = {1}, .block = {32}, .scratch = limits.scratch + 1},
                     increment{x.ref()});
            }),
            "scratch of " + std::to_string(limits.scratch + 16) + " bytes exceeds the limit of " +
                std::to_string(limits.scratch) + " bytes per block of " + limits.name);
  EXPECT_NE(error_of<acre::launch_error>([&] {
              launch(this->space, {.grid = {1}, .block = {32}, .scratch = SIZE_MAX},
                     increment{x.ref()});
            }),
            "nothing");
  EXPECT_EQ(error_of<acre::launch_error>([&] {
              launch(this->space, {.grid = {1 << 16, 1 << 16}, .block = {32}}, increment{x.ref()});
            }),
            "a grid of 4294967296 blocks exceeds the limit of 2147483647 of " + limits.name);
  EXPECT_EQ(error_of<acre::value_error>(
                [&] { launch(this->space, {.grid = {1}, .block = {32, 0}}, increment{x.ref()}); }),
            "launch: a block of (32,0,1) has no such extents");
  EXPECT_EQ(error_of<acre::value_error>(
                [&] { launch(this->space, {.grid = {-1}, .block = {32}}, increment{x.ref()}); }),
            "launch: a grid of (-1,1,1) has no such extents");
  if constexpr (TypeParam::host_accessible) {
    EXPECT_EQ(error_of<acre::launch_error>([&] {
                launch(this->space, {.grid = {1}, .block = {32}, .scratch = 100}, takes_scratch{});
              }),
              "launch: a block wants 800 bytes of scratch, and 112 of those that it was launched "
              "with are left");
  }
  EXPECT_TRUE(equals(x, std::vector<float>(10, 0))) << "the device is usable, and nothing ran";
}

}  // namespace
