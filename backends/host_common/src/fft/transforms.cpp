#include <acre/backends/host_common/fft.hpp>
#include <acre/backends/host_common/scratch.hpp>
#include <acre/backends/host_common/tuning.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "lines.hpp"

namespace acre::backends {

namespace {

using namespace host::fft;

/// The lines along one axis: a line's elements are `stride` apart, and `stride` lines lie one
/// beside the other.
struct line_layout {
  std::int64_t length, stride;
  std::int64_t first(std::int64_t line) const
  {
    return line / stride * length * stride + line % stride;
  }
};

/// Lines that are copied together, so that a cache line is read and written once.
template <class R>
constexpr std::int64_t beside = 64 / std::int64_t{sizeof(R)};

template <class R>
constexpr std::int64_t aligned(std::int64_t numbers)
{
  constexpr std::int64_t line = 64 / std::int64_t{sizeof(R)};
  return (numbers + line - 1) / line * line;
}
template <class R>
R* aligned(R* memory)
{
  return reinterpret_cast<R*>((reinterpret_cast<std::uintptr_t>(memory) + 63) / 64 * 64);
}

/// f(first, lines, memory) for groups of lines, with `numbers` numbers of scratch.
template <class R, class F>
void for_groups(host::queue& on, std::int64_t lines, std::int64_t together, std::int64_t numbers,
                F const& f)
{
  std::int64_t const groups = (lines + together - 1) / together;
  std::int64_t const tasks = std::min<std::int64_t>(groups, on.threads());
  std::int64_t const each = aligned<R>(numbers);
  auto const memory = host::scratch<R>(on, tasks * each + aligned<R>(1));
  on.for_tasks("lines", tasks, [&](std::int64_t task) {
    R* const own = aligned(memory.get()) + task * each;
    for (std::int64_t group = groups * task / tasks; group < groups * (task + 1) / tasks; ++group)
      f(group * together, std::min(together, lines - group * together), own);
  });
}

/// Lines that a thread takes at a time: short ones lie beside each other in a vector.
template <class R>
std::int64_t lines_together(line_plan<R> const& plan)
{
  constexpr std::int64_t widest = 16;  // lanes
  if (plan.column_groups() > 0) return 1;
  return std::clamp<std::int64_t>(4096 / plan.length() / widest, 1, 16) * widest;
}

/// One line after the other, each by all threads: for few long lines.
template <class R>
void lines_by_all(host::queue& on, line_plan<R> const& plan, std::int64_t lines, bool inverse,
                  R const* in, R* out, R scale)
{
  std::int64_t const columns = plan.column_groups(), rows = plan.row_groups();
  std::int64_t const tasks = std::min<std::int64_t>({columns, rows, on.threads()});
  std::int64_t const each = aligned<R>(plan.group_scratch()), between = aligned<R>(plan.between());
  auto const memory = host::scratch<R>(on, between + tasks * each + aligned<R>(1));
  R* const start = aligned(memory.get());
  for (std::int64_t line = 0; line < lines; ++line) {
    R const* const from = in + 2 * plan.length() * line;
    R* const to = out + 2 * plan.length() * line;
    on.for_tasks("columns", tasks, [&](std::int64_t task) {
      for (std::int64_t g = columns * task / tasks; g < columns * (task + 1) / tasks; ++g)
        plan.columns(from, start, g, inverse, start + between + task * each);
    });
    on.for_tasks("rows", tasks, [&](std::int64_t task) {
      for (std::int64_t g = rows * task / tasks; g < rows * (task + 1) / tasks; ++g)
        plan.rows(start, to, g, inverse, scale, start + between + task * each);
    });
  }
}
template <class R>
void complex_lines(host::queue& on, line_layout const& layout, std::int64_t lines, bool inverse,
                   R const* in, R* out, R scale)
{
  std::int64_t const n = layout.length, stride = layout.stride;
  auto const plan = cached_plan<line_plan<R>>(n);
  if (stride == 1 && n >= host::long_fft_line && lines < on.threads() && plan->column_groups() > 0)
    return lines_by_all<R>(on, *plan, lines, inverse, in, out, scale);
  if (stride == 1)
    return for_groups<R>(on, lines, lines_together(*plan), plan->scratch(),
                         [&](std::int64_t first, std::int64_t count, R* memory) {
                           plan->forward(in + 2 * n * first, out + 2 * n * first, count, inverse,
                                         scale, memory);
                         });
  std::int64_t const together = std::max(beside<R>, lines_together(*plan));
  for_groups<R>(
      on, lines, together, aligned<R>(2 * n * together) + plan->scratch(),
      [&](std::int64_t first, std::int64_t count, R* memory) {
        auto const copy = [&](auto const& move) {
          for (std::int64_t line = 0; line < count; line += beside<R>) {
            std::int64_t const some = std::min(beside<R>, count - line);
            std::int64_t at[beside<R>];
            for (std::int64_t k = 0; k < some; ++k) at[k] = 2 * layout.first(first + line + k);
            for (std::int64_t i = 0; i < n; ++i)
              for (std::int64_t k = 0; k < some; ++k)
                move(at[k] + 2 * i * stride, memory + 2 * ((line + k) * n + i));
          }
        };
        copy([&](std::int64_t place, R* own) { own[0] = in[place], own[1] = in[place + 1]; });
        plan->forward(memory, memory, count, inverse, scale, memory + aligned<R>(2 * n * together));
        copy([&](std::int64_t place, R* own) { out[place] = own[0], out[place + 1] = own[1]; });
      });
}

/// exp(2πi k / n) for k up to n / 2: what joins the even and the odd elements' transforms.
template <class R>
class halves {
 public:
  explicit halves(std::int64_t n) : n_(n)
  {
    for (std::int64_t k = 0; k <= n / 2; ++k) {
      auto const w = root(static_cast<std::uint64_t>(k), static_cast<std::uint64_t>(n));
      re.push_back(static_cast<R>(w.re)), im.push_back(static_cast<R>(w.im));
    }
  }
  std::int64_t length() const { return n_; }
  std::vector<R> re, im;

 private:
  std::int64_t n_;
};

/// Lines of real numbers to the first n / 2 + 1 of their transforms. For even n by the transform of
/// n / 2 pairs.
template <class R>
void real_lines(host::queue& on, std::int64_t n, std::int64_t lines, R const* in, R* out, R scale)
{
  bool const pairs = n % 2 == 0;
  std::int64_t const h = pairs ? n / 2 : n, results = n / 2 + 1;
  auto const plan = cached_plan<line_plan<R>>(h);
  auto const table = cached_plan<halves<R>>(n);
  std::int64_t const together = lines_together(*plan), room = aligned<R>(2 * h * together);
  auto const group = [&](std::int64_t first, std::int64_t count, R* z) {
    if (!pairs)
      for (std::int64_t i = 0; i < count * n; ++i) z[2 * i] = in[first * n + i], z[2 * i + 1] = 0;
    plan->forward(pairs ? in + first * n : z, z, count, false, R(1), z + room);
    for (std::int64_t line = 0; line < count; ++line, z += 2 * h) {
      R* const to = out + 2 * (first + line) * results;
      if (!pairs) {
        for (std::int64_t i = 0; i < 2 * results; ++i) to[i] = scale * z[i];
        to[1] = 0;
        continue;
      }
      for (std::int64_t k = 0; 2 * k <= h; ++k) {
        std::int64_t const there = k == 0 ? 0 : h - k;
        R const x = z[2 * k], y = z[2 * k + 1], u = z[2 * there], v = z[2 * there + 1];
        R const even_re = R(0.5) * (x + u), even_im = R(0.5) * (y - v);
        // the odd elements' transform, times -i exp(-2πi k / n)
        R const odd_re = R(0.5) * (x - u), odd_im = R(0.5) * (y + v);
        R const c = table->re[static_cast<std::size_t>(k)],
                s = table->im[static_cast<std::size_t>(k)];
        R const re = odd_im * c - odd_re * s, im = odd_re * c + odd_im * s;
        to[2 * k] = scale * (even_re + re);
        to[2 * k + 1] = scale * (even_im - im);
        to[2 * (h - k)] = scale * (even_re - re);
        to[2 * (h - k) + 1] = scale * (-even_im - im);
      }
      to[1] = to[2 * h + 1] = 0;  // 0 in exact arithmetic, of infinities too, and never -0
    }
  };
  for_groups<R>(on, lines, together, room + plan->scratch(), group);
}

/// Back: the imaginary parts of what is its own conjugate do not count.
template <class R>
void lines_to_real(host::queue& on, std::int64_t n, std::int64_t lines, R const* in, R* out,
                   R scale)
{
  bool const pairs = n % 2 == 0;
  std::int64_t const h = pairs ? n / 2 : n, given = n / 2 + 1;
  auto const plan = cached_plan<line_plan<R>>(h);
  auto const table = cached_plan<halves<R>>(n);
  std::int64_t const together = lines_together(*plan), room = aligned<R>(2 * h * together);
  auto const group = [&](std::int64_t first, std::int64_t count, R* const z) {
    for (std::int64_t line = 0; line < count; ++line) {
      R const* const from = in + 2 * (first + line) * given;
      R* const to = z + 2 * h * line;
      auto const imag = [&](std::int64_t k) {
        return k == 0 || 2 * k == n ? R(0) : from[2 * k + 1];
      };
      for (std::int64_t k = 0; k < h; ++k) {
        R x, y;
        if (pairs) {
          R const ar = from[2 * k], ai = imag(k), br = from[2 * (h - k)], bi = imag(h - k);
          R const even_re = ar + br, even_im = ai - bi;
          R const odd_re = ar - br, odd_im = ai + bi;  // times i exp(2πi k / n)
          R const c = table->re[static_cast<std::size_t>(k)],
                  s = table->im[static_cast<std::size_t>(k)];
          x = even_re - (odd_re * s + odd_im * c);
          y = even_im + (odd_re * c - odd_im * s);
        } else {
          bool const mirrored = k >= given;
          std::int64_t const at = mirrored ? n - k : k;
          x = from[2 * at];
          y = mirrored ? -imag(at) : imag(at);
        }
        to[2 * k] = x;
        to[2 * k + 1] = y;
      }
    }
    if (pairs) return plan->forward(z, out + first * n, count, true, scale, z + room);
    plan->forward(z, z, count, true, scale, z + room);
    for (std::int64_t i = 0; i < count * n; ++i) out[first * n + i] = z[2 * i];
  };
  for_groups<R>(on, lines, together, room + plan->scratch(), group);
}

template <class R>
void transform(host::queue& on, fft_problem const& p)
{
  int const last = p.axes - 1;
  std::int64_t const n = p.length[last];
  bool const is_complex = p.kind == fft_kind::complex,
             from_real = p.kind == fft_kind::real_to_complex;
  std::int64_t const along = is_complex ? n : n / 2 + 1;  // complex numbers along the last axis
  std::int64_t rows = p.count;
  for (int axis = 0; axis < last; ++axis) rows *= p.length[axis];
  auto const* const in = static_cast<R const*>(p.in);
  auto* const out = static_cast<R*>(p.out);
  // the factor belongs to the pass that comes last
  auto const others = [&](R* data, bool scales) {
    std::int64_t stride = along;
    for (int axis = last - 1; axis >= 0; --axis) {
      line_layout const lines{p.length[axis], stride};
      complex_lines<R>(on, lines, rows * along / p.length[axis], p.inverse, data, data,
                       scales && axis == 0 ? static_cast<R>(p.scale) : R(1));
      stride *= p.length[axis];
    }
  };
  R const scale = last == 0 ? static_cast<R>(p.scale) : R(1);
  if (is_complex) {
    complex_lines<R>(on, {n, 1}, rows, p.inverse, in, out, scale);
    others(out, true);
  } else if (from_real) {
    real_lines<R>(on, n, rows, in, out, scale);
    others(out, true);
  } else {
    others(const_cast<R*>(in), false);
    lines_to_real<R>(on, n, rows, in, out, static_cast<R>(p.scale));
  }
}

}  // namespace

void fft(host::queue& on, fft_problem const& problem)
{
  if (problem.single)
    transform<float>(on, problem);
  else
    transform<double>(on, problem);
}

}  // namespace acre::backends
