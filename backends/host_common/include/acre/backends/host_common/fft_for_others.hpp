#pragma once

#include <acre/backends/host_common/fft.hpp>
#include <acre/backends/host_common/library_for_others.hpp>

#include <cstdint>

namespace acre::backends::host {

/// backends::fft on a queue of another space, which is done when it returns and scales. `Seen`:
/// library_for_others.hpp.
template <class Seen>
void fft_for(backends::queue& on, fft_problem const& problem)
{
  std::int64_t const last = problem.length[problem.axes - 1],
                     real = problem.single ? sizeof(float) : sizeof(double);
  std::int64_t rows = problem.count;
  for (int axis = 0; axis < problem.axes - 1; ++axis) rows *= problem.length[axis];
  std::int64_t const whole = rows * last * 2 * real, half = rows * (last / 2 + 1) * 2 * real;
  bool const from_real = problem.kind == fft_kind::real_to_complex,
             to_real = problem.kind == fft_kind::complex_to_real;

  typename Seen::template of<void const> const in(on, problem.in,
                                                  from_real ? whole / 2
                                                  : to_real ? half
                                                            : whole);
  typename Seen::template of<void> out(on, problem.out,
                                       from_real ? half
                                       : to_real ? whole / 2
                                                 : whole);
  fft_problem seen = problem;
  seen.in = in.get();
  seen.out = out.get();
  by_library("fft", [&](queue& own) { backends::fft(own, seen); });
  out.write_back();
}

}  // namespace acre::backends::host
