// In place of transforms.cpp and lines.cpp where the build has ACRE_ENABLE_FFTW.

#include <acre/backends/host_common/fft.hpp>
#include <acre/error.hpp>

#include <algorithm>
#include <mutex>
#include <type_traits>

#include <fftw3.h>

namespace acre::backends {

namespace {

/// FFTW makes and destroys plans by one thread at a time; it keeps what it has learned of a size.
std::mutex planner;

template <class R>
struct library;

template <>
struct library<double> {
  using plan = fftw_plan;
  using complex = fftw_complex;
  static constexpr auto many = fftw_plan_many_dft;
  static constexpr auto many_from_real = fftw_plan_many_dft_r2c;
  static constexpr auto many_to_real = fftw_plan_many_dft_c2r;
  static constexpr auto execute = fftw_execute_dft;
  static constexpr auto execute_from_real = fftw_execute_dft_r2c;
  static constexpr auto execute_to_real = fftw_execute_dft_c2r;
  static constexpr auto destroy = fftw_destroy_plan;
};

template <>
struct library<float> {
  using plan = fftwf_plan;
  using complex = fftwf_complex;
  static constexpr auto many = fftwf_plan_many_dft;
  static constexpr auto many_from_real = fftwf_plan_many_dft_r2c;
  static constexpr auto many_to_real = fftwf_plan_many_dft_c2r;
  static constexpr auto execute = fftwf_execute_dft;
  static constexpr auto execute_from_real = fftwf_execute_dft_r2c;
  static constexpr auto execute_to_real = fftwf_execute_dft_c2r;
  static constexpr auto destroy = fftwf_destroy_plan;
};

/// One plan for one transform of the batch; the threads take transforms of their own. Estimated, so
/// that nothing is measured and every run has the same plan, and for any alignment, so that a
/// transform's bits don't depend on its place.
template <class R>
void transform(host::queue& on, fft_problem const& p)
{
  using fftw = library<R>;
  using complex = typename fftw::complex;
  int length[fft_most_axes];
  std::int64_t given = 1, got = 1;
  for (int axis = 0; axis < p.axes; ++axis) {
    if (p.length[axis] > 0x7fffffff)
      throw value_error("FFTW transforms up to 2147483647 points, not " +
                        std::to_string(p.length[axis]));
    length[axis] = static_cast<int>(p.length[axis]);
    bool const last = axis == p.axes - 1;
    std::int64_t const half = p.length[axis] / 2 + 1;
    given *= last && p.kind == fft_kind::complex_to_real ? half : p.length[axis];
    got *= last && p.kind == fft_kind::real_to_complex ? half : p.length[axis];
  }
  unsigned const flags = FFTW_ESTIMATE | FFTW_UNALIGNED;
  int const sign = p.inverse ? FFTW_BACKWARD : FFTW_FORWARD;
  auto* const in = static_cast<R*>(const_cast<void*>(p.in));
  auto* const out = static_cast<R*>(p.out);
  auto const as_complex = [](R* x) { return reinterpret_cast<complex*>(x); };
  std::shared_ptr<std::remove_pointer_t<typename fftw::plan>> plan;
  {
    std::lock_guard const lock(planner);
    typename fftw::plan made;
    switch (p.kind) {
      case fft_kind::complex:
        made = fftw::many(p.axes, length, 1, as_complex(in), nullptr, 1, 0, as_complex(out),
                          nullptr, 1, 0, sign, flags | FFTW_PRESERVE_INPUT);
        break;
      case fft_kind::real_to_complex:
        made = fftw::many_from_real(p.axes, length, 1, in, nullptr, 1, 0, as_complex(out), nullptr,
                                    1, 0, flags | FFTW_PRESERVE_INPUT);
        break;
      default:
        made = fftw::many_to_real(p.axes, length, 1, as_complex(in), nullptr, 1, 0, out, nullptr, 1,
                                  0, flags | FFTW_DESTROY_INPUT);
    }
    if (!made) throw backend_error("FFTW has no plan for a transform");
    plan.reset(made, [](typename fftw::plan q) {
      std::lock_guard const again(planner);
      fftw::destroy(q);
    });
  }
  bool const complex_in = p.kind != fft_kind::real_to_complex,
             complex_out = p.kind != fft_kind::complex_to_real;
  std::int64_t const in_step = complex_in ? 2 * given : given,
                     out_step = complex_out ? 2 * got : got;
  R const scale = static_cast<R>(p.scale);
  std::int64_t const tasks = std::min<std::int64_t>(p.count, 8 * on.threads());
  on.for_tasks("transforms", tasks, [&](std::int64_t task) {
    for (std::int64_t number = p.count * task / tasks; number < p.count * (task + 1) / tasks;
         ++number) {
      R *const from = in + number * in_step, *const to = out + number * out_step;
      if (p.kind == fft_kind::complex)
        fftw::execute(plan.get(), as_complex(from), as_complex(to));
      else if (p.kind == fft_kind::real_to_complex)
        fftw::execute_from_real(plan.get(), from, as_complex(to));
      else
        fftw::execute_to_real(plan.get(), as_complex(from), to);
      if (scale != 1)
        for (std::int64_t i = 0; i < out_step; ++i) to[i] *= scale;
    }
  });
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
