#pragma once

/// The kernels of kernels.hpp as text, which is compiled while the program runs.
namespace acre::kernels {

inline constexpr char const* texts = R"(
KOKKOS_FUNCTION void vecadd(launch_thread const& t, array_ref<float, 1> a, array_ref<float, 1> b,
                            array_ref<float, 1> c)
{
  auto const i = t.x();
  if (i < c.extent[0]) c(i) = a(i) + b(i);
}

KOKKOS_FUNCTION void increment(launch_thread const& t, array_ref<int, 1> x)
{
  if (t.x() < x.extent[0]) x(t.x()) += 1;
}

KOKKOS_FUNCTION void increment_in_strides(launch_thread const& t, array_ref<int, 1> x)
{
  for (auto i = t.x(); i < x.extent[0]; i += t.step_x()) x(i) += 1;
}

KOKKOS_FUNCTION double polar_distance(double r1, double phi1, double r2, double phi2)
{
  double const dx = r1 * cos(phi1) - r2 * cos(phi2), dy = r1 * sin(phi1) - r2 * sin(phi2);
  return hypot(dx, dy);
}
KOKKOS_FUNCTION void distances(launch_thread const& t, double const* r, double const* phi,
                               array_ref<double, 1> out)
{
  auto const i = t.x();
  if (i < out.extent[0]) out(i) = polar_distance(r[i], phi[i], 1, 0);
}

KOKKOS_FUNCTION void tiled_matmul(thread_block& block, array_ref<double, 2> a,
                                  array_ref<double, 2> b, array_ref<double, 2> c)
{
  constexpr int side = 16;
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

KOKKOS_FUNCTION void absolute_sums(thread_block& block, array_ref<double, 1> x, double* of_block)
{
  auto* const part = block.scratch<double>(256);
  block.for_each_thread([&](launch_thread const& t) {
    double s = 0;
    for (auto i = t.x(); i < x.extent[0]; i += t.step_x()) s += fabs(x(i));
    part[t.rank()] = s;
  });
  double const sum = block.sum(part);
  block.for_each_thread([&](launch_thread const& t) {
    if (t.rank() == 0) of_block[block.index().x] = sum;
  });
}

KOKKOS_FUNCTION void rings(launch_thread const& t, array_ref<unsigned char, 3> picture)
{
  auto const row = t.y(), column = t.x(), height = picture.extent[0], width = picture.extent[1];
  if (row >= height || column >= width) return;
  double const y = static_cast<double>(2 * row - height) / static_cast<double>(height),
               x = static_cast<double>(2 * column - width) / static_cast<double>(height);
  double const r = hypot(x, y);
  for (int channel = 0; channel < 3; ++channel)
    picture(row, column, channel) =
        static_cast<unsigned char>(127.5 + 127.0 * cos(r * (12.0 + 4.0 * channel)));
}
KOKKOS_FUNCTION void grayscale(launch_thread const& t, array_ref<unsigned char, 3> picture,
                               array_ref<unsigned char, 2> grey)
{
  auto const row = t.y(), column = t.x();
  if (row >= grey.extent[0] || column >= grey.extent[1]) return;
  int const sum =
      77 * picture(row, column, 0) + 150 * picture(row, column, 1) + 29 * picture(row, column, 2);
  grey(row, column) = static_cast<unsigned char>(sum / 256);
}

KOKKOS_FUNCTION void smooth(launch_thread const& t, array_ref<double, 3> from,
                            array_ref<double, 3> to)
{
  auto const i = t.z(), j = t.y(), k = t.x();
  if (i >= to.extent[0] || j >= to.extent[1] || k >= to.extent[2]) return;
  bool const inside = i > 0 && j > 0 && k > 0 && i + 1 < to.extent[0] && j + 1 < to.extent[1] &&
                      k + 1 < to.extent[2];
  to(i, j, k) = inside ? (from(i - 1, j, k) + from(i + 1, j, k) + from(i, j - 1, k) +
                          from(i, j + 1, k) + from(i, j, k - 1) + from(i, j, k + 1)) /
                             6
                       : from(i, j, k);
}

KOKKOS_FUNCTION void count_bytes(thread_block& block, array_ref<unsigned char, 1> bytes,
                                 array_ref<unsigned, 1> counts)
{
  auto* const mine = block.scratch<unsigned>(256);
  block.for_each_thread([&](launch_thread const& t) { mine[t.rank()] = 0; });
  block.for_each_thread([&](launch_thread const& t) {
    for (auto i = t.x(); i < bytes.extent[0]; i += t.step_x()) atomic_add(mine[bytes(i)], 1u);
  });
  block.for_each_thread(
      [&](launch_thread const& t) { atomic_add(counts(t.rank()), mine[t.rank()]); });
}

// xoroshiro128+ as numba.cuda.random has it
struct engine {
  std::uint64_t s0, s1;
  KOKKOS_FUNCTION float uniform()
  {
    std::uint64_t const sum = s0 + s1, mixed = s1 ^ s0;
    s0 = (s0 << 55 | s0 >> 9) ^ mixed ^ (mixed << 14);
    s1 = mixed << 36 | mixed >> 28;
    return static_cast<float>(static_cast<double>(sum >> 11) * 0x1p-53);
  }
};
KOKKOS_FUNCTION void points_in_disc(launch_thread const& t, array_ref<std::uint64_t, 2> states,
                                    array_ref<std::int64_t, 1> hits, std::int64_t draws)
{
  auto const i = t.x();
  if (i >= hits.extent[0]) return;
  engine g{states(i, 0), states(i, 1)};
  std::int64_t inside = 0;
  for (std::int64_t k = 0; k < draws; ++k) {
    float const x = g.uniform(), y = g.uniform();
    inside += x * x + y * y <= 1 ? 1 : 0;
  }
  states(i, 0) = g.s0;
  states(i, 1) = g.s1;
  hits(i) = inside;
}
)";

}  // namespace acre::kernels
