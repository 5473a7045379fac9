#include <acre/fft.hpp>
#include <acre/reduce/convolve.hpp>

#include <vector>

#include "measure.hpp"

/// Fourier transforms of complex numbers beside the same ones by the vendor's library, or FFTW,
/// called by hand with a plan made before; and a convolution by transforms beside convolve().
namespace acre::bench {

/// Each backend with a library specialises it in baseline/fft/<name>.hpp: name, a constructor
/// (space, lengths, count, null pointer to the precision), run(in, out).
template <class Space>
class fft_baseline {};

}  // namespace acre::bench

#include "acre_bench_fft_baselines.hpp"  // made by CMake: the enabled backends' files

namespace acre::bench {

namespace {

template <class T, class Space, class F>
void add_for(Space const& space, std::string const& workload, std::int64_t count,
             std::vector<std::int64_t> const& lengths, F const& transform)
{
  std::int64_t total = count;
  for (std::int64_t const n : lengths) total *= n;
  auto const shape_of = [=] {
    return lengths.size() == 1 ? shape(count, lengths[0]) : shape(lengths[0], lengths[1]);
  };
  double const bytes = 4.0 * sizeof(T) * static_cast<double>(total);
  auto const input = [=] {
    auto const z = empty<complex<T>>(space, shape_of());
    real(z) = made_input<T>(space, shape_of(), 1);
    imag(z) = made_input<T>(space, shape_of(), 2);
    return z;
  };
  std::string const type = dtype_name<complex<T>>();
  add(workload, type, total, acre_name(), [=](benchmark::State& state) {
    auto const z = input();
    measure(state, space, bytes, [&] { transform(z); });
  });
  using library = fft_baseline<Space>;
  if constexpr (requires { library::name; })
    add(workload, type, total, library::name, [=](benchmark::State& state) {
      auto const z = input();
      auto const out = empty_like(z);
      library by_hand(space, lengths, count, static_cast<T*>(nullptr));
      measure(state, space, bytes, [&] { by_hand.run(z.data(), out.data()); });
    });
}

template <class T, class Space>
void add_convolution(Space const& space)
{
  std::int64_t const n = on_cpu<Space> ? 500'000 : 10'000'000, m = 1001;
  auto const add_by = [&](std::string const& who, auto const& convolution) {
    add("fast_convolve_1001", dtype_name<T>(), n, who, [=](benchmark::State& state) {
      auto const x = made_input<T>(space, shape(n), 1), y = made_input<T>(space, shape(m), 2);
      measure(state, space, 2.0 * sizeof(T) * static_cast<double>(n), [&] { convolution(x, y); });
    });
  };
  add_by(acre_name(), [](auto const& x, auto const& y) { fast::convolve(x, y); });
  add_by("convolve", [](auto const& x, auto const& y) { convolve(x, y); });
}

template <class T, class Space>
void add_all(Space const& space)
{
  std::int64_t const some = on_cpu<Space> ? 4 : 64;
  auto const one = [](auto const& z) { fft::fft(z); };
  add_for<T>(space, "fft_1024", 1024 * some, {1024}, one);
  add_for<T>(space, "fft_1000", 1024 * some, {1000}, one);
  add_for<T>(space, "fft_2^20", some, {1 << 20}, one);
  std::int64_t const side = on_cpu<Space> ? 2048 : 4096;
  add_for<T>(space, "fft2", 1, {side, side}, [](auto const& z) { fft::fft2(z); });
  add_convolution<T>(space);
}

}  // namespace
}  // namespace acre::bench

int main(int argc, char** argv)
{
  return acre::bench::run(argc, argv, [] {
    acre::dispatch(acre::chosen_space(), [](auto const& space) {
      acre::bench::add_all<float>(space);
      acre::bench::add_all<double>(space);
    });
  });
}
