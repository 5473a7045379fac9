#pragma once

#include <acre/backends/openmp/queue.hpp>

#ifdef ACRE_BENCH_FFTW
#include <cstdint>
#include <vector>

#include <fftw3.h>

/// FFTW, called by hand with a plan that has been measured before, each thread with transforms of
/// its own.
namespace acre::bench {

template <>
class fft_baseline<host> {
 public:
  static constexpr char const* name = "fftw";

  template <class T>
  fft_baseline(host const& space, std::vector<std::int64_t> const& lengths, std::int64_t count, T*)
      : space_(space), count_(count)
  {
    std::vector<int> const n(lengths.begin(), lengths.end());
    for (int const extent : n) size_ *= extent;
    int const rank = static_cast<int>(n.size());
    if constexpr (sizeof(T) == 4) {
      auto* const room = fftwf_alloc_complex(static_cast<std::size_t>(2 * size_));
      single_ = fftwf_plan_dft(rank, n.data(), room, room + size_, FFTW_FORWARD,
                               FFTW_MEASURE | FFTW_PRESERVE_INPUT);
      fftwf_free(room);
    } else {
      auto* const room = fftw_alloc_complex(static_cast<std::size_t>(2 * size_));
      plan_ = fftw_plan_dft(rank, n.data(), room, room + size_, FFTW_FORWARD,
                            FFTW_MEASURE | FFTW_PRESERVE_INPUT);
      fftw_free(room);
    }
  }
  fft_baseline(fft_baseline const&) = delete;
  ~fft_baseline()
  {
    if (plan_) fftw_destroy_plan(plan_);
    if (single_) fftwf_destroy_plan(single_);
  }

  void run(complex<float> const* in, complex<float>* out)
  {
    each([&](std::int64_t k) {
      fftwf_execute_dft(single_,
                        reinterpret_cast<fftwf_complex*>(const_cast<complex<float>*>(in + k)),
                        reinterpret_cast<fftwf_complex*>(out + k));
    });
  }
  void run(complex<double> const* in, complex<double>* out)
  {
    each([&](std::int64_t k) {
      fftw_execute_dft(plan_, reinterpret_cast<fftw_complex*>(const_cast<complex<double>*>(in + k)),
                       reinterpret_cast<fftw_complex*>(out + k));
    });
  }

 private:
  template <class F>
  void each(F const& f)
  {
    space_.queue().for_tasks("fftw", count_, [&](std::int64_t k) { f(k * size_); });
  }

  host space_;
  std::int64_t count_, size_ = 1;
  fftw_plan plan_ = nullptr;
  fftwf_plan single_ = nullptr;
};

}  // namespace acre::bench
#endif
