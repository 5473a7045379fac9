#include <acre/dynamic/fft.hpp>

#include "operations.hpp"

/// NumPy's numpy.fft, under its names, with its arguments' names.
namespace acre::conformance {

namespace {

namespace transforms = dynamic::fft;

transforms::norm norm_of(call const& c)
{
  if (!c.has("norm")) return transforms::norm::backward;
  std::string const name = c.params()["norm"];
  if (name == "ortho") return transforms::norm::ortho;
  if (name == "forward") return transforms::norm::forward;
  return transforms::norm::backward;
}

template <dynamic_array (*Transform)(dynamic_array const&, transforms::options const&)>
results along_one(call const& c)
{
  transforms::options o{.axis = c.axis().value_or(-1), .norm = norm_of(c)};
  if (c.has("n")) o.n = c.params()["n"].get<std::int64_t>();
  return out(Transform(c.input("a"), o));
}
template <dynamic_array (*Transform)(dynamic_array const&, transforms::options_of_axes const&)>
results along_several(call const& c)
{
  transforms::options_of_axes o{.norm = norm_of(c)};
  if (c.has("s")) o.s = c.integers("s");
  if (c.has("axes")) o.axes = c.params()["axes"].get<std::vector<int>>();
  return out(Transform(c.input("a"), o));
}
template <dynamic_array (*Shift)(dynamic_array const&, std::optional<std::vector<int>> const&)>
results shifted(call const& c)
{
  std::optional<std::vector<int>> axes;
  if (c.has("axes")) axes = c.params()["axes"].get<std::vector<int>>();
  return out(Shift(c.input("a"), axes));
}

}  // namespace

std::vector<operation> fourier_operations()
{
  return {{"fft", "fourier", along_one<transforms::fft>},
          {"ifft", "fourier", along_one<transforms::ifft>},
          {"rfft", "fourier", along_one<transforms::rfft>},
          {"irfft", "fourier", along_one<transforms::irfft>},
          {"fftn", "fourier", along_several<transforms::fftn>},
          {"ifftn", "fourier", along_several<transforms::ifftn>},
          {"rfftn", "fourier", along_several<transforms::rfftn>},
          {"irfftn", "fourier", along_several<transforms::irfftn>},
          {"fft2", "fourier", along_several<transforms::fft2>},
          {"ifft2", "fourier", along_several<transforms::ifft2>},
          {"rfft2", "fourier", along_several<transforms::rfft2>},
          {"irfft2", "fourier", along_several<transforms::irfft2>},
          {"fftshift", "fourier", shifted<transforms::fftshift>},
          {"ifftshift", "fourier", shifted<transforms::ifftshift>}};
}

}  // namespace acre::conformance
