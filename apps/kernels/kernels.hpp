#pragma once

#include <acre/array/array.hpp>
#include <acre/device/atomic.hpp>
#include <acre/math/root.hpp>
#include <acre/math/rounding.hpp>
#include <acre/math/trig.hpp>
#include <acre/random/xoroshiro.hpp>

/// The kernels of the usual GPU lessons, written once for every space.
namespace acre::kernels {

/// c[i] = a[i] + b[i], a thread an element, as many blocks as that takes.
struct vecadd {
  array_ref<float const, 1> a, b;  // what no thread writes
  array_ref<float, 1> c;
  KOKKOS_FUNCTION void operator()(launch_thread const& t) const
  {
    auto const i = t.x();
    if (i < c.extent[0]) c(i) = a(i) + b(i);
  }
};

struct increment {
  array_ref<std::int32_t, 1> x;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const { x(i) += 1; }
};

/// Likewise for any size by a grid of any size.
struct increment_in_strides {
  array_ref<std::int32_t, 1> x;
  KOKKOS_FUNCTION void operator()(launch_thread const& t) const
  {
    for (auto i = t.x(); i < x.extent[0]; i += t.step_x()) x(i) += 1;
  }
};

/// A function that kernels call is one with KOKKOS_FUNCTION.
KOKKOS_FUNCTION inline double polar_distance(double r1, double phi1, double r2, double phi2)
{
  double const dx = r1 * math::cos(phi1) - r2 * math::cos(phi2),
               dy = r1 * math::sin(phi1) - r2 * math::sin(phi2);
  return math::hypot(dx, dy);
}
struct distances {
  array_ref<double, 1> r, phi, out;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const
  {
    out(i) = polar_distance(r(i), phi(i), 1, 0);
  }
};

/// c = a × b: a block makes a tile of 16 × 16 and keeps those of a and b in scratch. Right at sizes
/// that are no multiple of 16.
struct tiled_matmul {
  static constexpr int side = 16;
  static constexpr std::size_t scratch = 2 * side * side * sizeof(double);
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
        double s = sum[t];
        for (int k = 0; k < side; ++k) s = fma(x[t.index.y * side + k], y[k * side + t.index.x], s);
        sum[t] = s;
      });
    }
    block.for_each_thread([&](launch_thread const& t) {
      if (t.y() < c.extent[0] && t.x() < c.extent[1]) c(t.y(), t.x()) = sum[t];
    });
  }
};

/// A block's part of Σ|x|: a sum a thread, then that of the block's threads, in the same order on
/// every space.
struct absolute_sums {
  static constexpr int threads = 256;
  array_ref<double const, 1> x;
  array_ref<double, 1> of_block;

  KOKKOS_FUNCTION void operator()(thread_block& block) const
  {
    auto* const part = block.scratch<double>(threads);
    block.for_each_thread([&](launch_thread const& t) {
      double s = 0;
      for (auto i = t.x(); i < x.extent[0]; i += t.step_x()) s += math::fabs(x(i));
      part[t.rank()] = s;
    });
    double const sum = block.sum(part);
    block.for_each_thread([&](launch_thread const& t) {
      if (t.rank() == 0) of_block(block.index().x) = sum;
    });
  }
};

/// A coloured picture of rings, a pixel a thread in two dimensions, and its luminance.
struct rings {
  array_ref<std::uint8_t, 3> picture;
  KOKKOS_FUNCTION void operator()(launch_thread const& t) const
  {
    auto const row = t.y(), column = t.x(), height = picture.extent[0], width = picture.extent[1];
    if (row >= height || column >= width) return;
    double const y = static_cast<double>(2 * row - height) / static_cast<double>(height),
                 x = static_cast<double>(2 * column - width) / static_cast<double>(height);
    double const r = math::hypot(x, y);
    for (int channel = 0; channel < 3; ++channel)
      picture(row, column, channel) =
          static_cast<std::uint8_t>(127.5 + 127.0 * math::cos(r * (12.0 + 4.0 * channel)));
  }
};
struct grayscale {
  array_ref<std::uint8_t, 3> picture;
  array_ref<std::uint8_t, 2> grey;
  KOKKOS_FUNCTION void operator()(std::int64_t row, std::int64_t column) const
  {
    // ITU-R BT.601 in 256ths
    int const sum =
        77 * picture(row, column, 0) + 150 * picture(row, column, 1) + 29 * picture(row, column, 2);
    grey(row, column) = static_cast<std::uint8_t>(sum / 256);
  }
};

/// Neighbours' mean in a box: three dimensions.
struct smooth {
  array_ref<double const, 3> from;
  array_ref<double, 3> to;
  KOKKOS_FUNCTION void operator()(std::int64_t i, std::int64_t j, std::int64_t k) const
  {
    bool const inside = i > 0 && j > 0 && k > 0 && i + 1 < to.extent[0] && j + 1 < to.extent[1] &&
                        k + 1 < to.extent[2];
    to(i, j, k) = inside ? (from(i - 1, j, k) + from(i + 1, j, k) + from(i, j - 1, k) +
                            from(i, j + 1, k) + from(i, j, k - 1) + from(i, j, k + 1)) /
                               6
                         : from(i, j, k);
  }
};

/// Counts in a block's scratch, which join those in memory.
struct count_bytes {
  array_ref<std::uint8_t, 1> bytes;
  array_ref<std::uint32_t, 1> counts;

  KOKKOS_FUNCTION void operator()(thread_block& block) const
  {
    auto* const mine = block.scratch<std::uint32_t>(256);
    block.for_each_thread([&](launch_thread const& t) { mine[t.rank()] = 0; });
    block.for_each_thread([&](launch_thread const& t) {
      for (auto i = t.x(); i < bytes.extent[0]; i += t.step_x()) atomic_add(mine[bytes(i)], 1u);
    });
    block.for_each_thread(
        [&](launch_thread const& t) { atomic_add(counts(t.rank()), mine[t.rank()]); });
  }
};

/// Points in the disc, by the generators of numba.cuda.random.
struct points_in_disc {
  array_ref<std::uint64_t, 2> states;
  array_ref<std::int64_t, 1> hits;
  std::int64_t draws;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const
  {
    xoroshiro128p engine(states, i);
    std::int64_t inside = 0;
    for (std::int64_t k = 0; k < draws; ++k) {
      float const x = engine.uniform<float>(), y = engine.uniform<float>();
      inside += x * x + y * y <= 1 ? 1 : 0;
    }
    engine.store(states, i);
    hits(i) = inside;
  }
};

}  // namespace acre::kernels
