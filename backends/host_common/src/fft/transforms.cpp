#include <acre/backends/host_common/fft.hpp>
#include <acre/backends/host_common/scratch.hpp>

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

constexpr std::int64_t most_lane_bytes = 64;  // a cache line

/// Lines that one task takes, so that they and their scratch stay in a core's cache.
template <class R>
std::int64_t lanes_for(std::int64_t length)
{
  constexpr std::int64_t most = most_lane_bytes / static_cast<std::int64_t>(sizeof(R));
  std::int64_t const room = (std::int64_t{1} << 20) / (4 * length * std::int64_t{sizeof(R)});
  return std::clamp<std::int64_t>(room, 1, most);
}

/// f(first, lanes, memory) for groups of lines, with `numbers` numbers for each lane.
template <class R, class F>
void for_groups(host::queue& on, std::int64_t lines, std::int64_t lanes, std::int64_t numbers,
                F const& f)
{
  std::int64_t const groups = (lines + lanes - 1) / lanes;
  std::int64_t const tasks = std::min<std::int64_t>(groups, on.threads());
  auto const memory = host::scratch<R>(on, tasks * lanes * numbers);
  on.for_tasks("lines", tasks, [&](std::int64_t task) {
    R* const own = memory.get() + task * lanes * numbers;
    for (std::int64_t group = groups * task / tasks; group < groups * (task + 1) / tasks; ++group)
      f(group * lanes, std::min(lanes, lines - group * lanes), own);
  });
}

template <class R>
void complex_lines(host::queue& on, line_layout const& layout, std::int64_t lines, bool inverse,
                   R const* in, R* out, R scale)
{
  std::int64_t const n = layout.length, stride = layout.stride;
  auto const plan = cached_plan<line_plan<R>>(n);
  for_groups<R>(on, lines, lanes_for<R>(n), 2 * n + plan->scratch(),
                [&](std::int64_t first, std::int64_t lanes, R* memory) {
                  R *const re = memory, *const im = memory + n * lanes;
                  std::int64_t at[most_lane_bytes];
                  for (std::int64_t lane = 0; lane < lanes; ++lane)
                    at[lane] = 2 * layout.first(first + lane);
                  for (std::int64_t i = 0; i < n; ++i)
                    for (std::int64_t lane = 0; lane < lanes; ++lane) {
                      R const* const from = in + at[lane] + 2 * i * stride;
                      re[i * lanes + lane] = from[0];
                      im[i * lanes + lane] = from[1];
                    }
                  plan->forward(inverse ? im : re, inverse ? re : im, lanes,
                                memory + 2 * n * lanes);
                  for (std::int64_t i = 0; i < n; ++i)
                    for (std::int64_t lane = 0; lane < lanes; ++lane) {
                      R* const to = out + at[lane] + 2 * i * stride;
                      to[0] = scale * re[i * lanes + lane];
                      to[1] = scale * im[i * lanes + lane];
                    }
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

/// Lines of real numbers to the first n / 2 + 1 of their transforms. Of even n by the transform of
/// n / 2 pairs.
template <class R>
void real_lines(host::queue& on, std::int64_t n, std::int64_t lines, R const* in, R* out, R scale)
{
  bool const pairs = n % 2 == 0;
  std::int64_t const h = pairs ? n / 2 : n, results = n / 2 + 1;
  auto const plan = cached_plan<line_plan<R>>(h);
  auto const table = cached_plan<halves<R>>(n);
  for_groups<R>(
      on, lines, lanes_for<R>(h), 2 * h + plan->scratch(),
      [&](std::int64_t first, std::int64_t lanes, R* memory) {
        R *const re = memory, *const im = memory + h * lanes;
        for (std::int64_t i = 0; i < h; ++i) {
          for (std::int64_t lane = 0; lane < lanes; ++lane) {
            R const* const from = in + (first + lane) * n;
            re[i * lanes + lane] = pairs ? from[2 * i] : from[i];
            im[i * lanes + lane] = pairs ? from[2 * i + 1] : R(0);
          }
        }
        plan->forward(re, im, lanes, memory + 2 * h * lanes);
        for (std::int64_t k = 0; k < results; ++k) {
          for (std::int64_t lane = 0; lane < lanes; ++lane) {
            R* const to = out + 2 * (first + lane) * results;
            std::int64_t const here = k % h * lanes + lane;
            R x = re[here], y = im[here];
            if (pairs) {
              std::int64_t const there = (h - k) % h * lanes + lane;
              R const even_re = R(0.5) * (x + re[there]), even_im = R(0.5) * (y - im[there]);
              // the odd elements' transform, times -i exp(-2πi k / n)
              R const odd_re = R(0.5) * (x - re[there]), odd_im = R(0.5) * (y + im[there]);
              R const c = table->re[static_cast<std::size_t>(k)],
                      s = table->im[static_cast<std::size_t>(k)];
              x = even_re + (odd_im * c - odd_re * s);
              y = even_im - (odd_re * c + odd_im * s);
            }
            to[2 * k] = scale * x;
            to[2 * k + 1] = scale * y;
          }
        }
      });
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
  for_groups<R>(on, lines, lanes_for<R>(h), 2 * h + plan->scratch(),
                [&](std::int64_t first, std::int64_t lanes, R* memory) {
                  R *const re = memory, *const im = memory + h * lanes;
                  for (std::int64_t lane = 0; lane < lanes; ++lane) {
                    R const* const from = in + 2 * (first + lane) * given;
                    auto const imag = [&](std::int64_t k) {
                      return k == 0 || 2 * k == n ? R(0) : from[2 * k + 1];
                    };
                    for (std::int64_t k = 0; k < h; ++k) {
                      R x, y;
                      if (pairs) {
                        R const ar = from[2 * k], ai = imag(k), br = from[2 * (h - k)],
                                bi = imag(h - k);
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
                      re[k * lanes + lane] = x;
                      im[k * lanes + lane] = y;
                    }
                  }
                  plan->forward(im, re, lanes, memory + 2 * h * lanes);
                  for (std::int64_t i = 0; i < h; ++i) {
                    for (std::int64_t lane = 0; lane < lanes; ++lane) {
                      R* const to = out + (first + lane) * n;
                      if (pairs) {
                        to[2 * i] = scale * re[i * lanes + lane];
                        to[2 * i + 1] = scale * im[i * lanes + lane];
                      } else {
                        to[i] = scale * re[i * lanes + lane];
                      }
                    }
                  }
                });
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
