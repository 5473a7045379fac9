#include <acre/dynamic/elementwise.hpp>
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
  bool const looks_at_points_first = c.has("n") && c.params()["n"].get<std::int64_t>() < 1;
  if (name == "backward" || looks_at_points_first) return transforms::norm::backward;
  // NumPy has two texts: one where a direction is turned round, one where it is not
  std::string_view const op = c.of().op;
  bool const turns = op.starts_with('i') || op == "hfft";
  throw value_error("Invalid norm value " + name + "; should be \"backward\"," +
                    (turns ? " " : "") + "\"ortho\" or \"forward\".");
}
transforms::norm turned(transforms::norm which)
{
  if (which == transforms::norm::ortho) return which;
  return which == transforms::norm::forward ? transforms::norm::backward
                                            : transforms::norm::forward;
}
std::optional<std::vector<int>> axes_of(call const& c)
{
  if (!c.has("axes")) return {};
  json const& axes = c.params()["axes"];
  return axes.is_array() ? axes.get<std::vector<int>>() : std::vector{axes.get<int>()};
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
  o.axes = axes_of(c).value_or(std::vector<int>());
  return out(Transform(c.input("a"), o));
}
template <dynamic_array (*Shift)(dynamic_array const&, std::optional<std::vector<int>> const&)>
results shifted(call const& c)
{
  return out(Shift(c.input("a"), axes_of(c)));
}
/// The real spectrum of a signal that is its own conjugate, given by half, and back.
results of_half(call const& c)
{
  transforms::options o{.axis = c.axis().value_or(-1), .norm = turned(norm_of(c))};
  if (c.has("n")) o.n = c.params()["n"].get<std::int64_t>();
  dynamic_array const& a = c.input("a");
  if (c.of().op == "hfft") return out(transforms::irfft(dynamic::unary("conjugate", a), o));
  return out(dynamic::unary("conjugate", transforms::rfft(a, o)));
}
results frequencies(call const& c)
{
  auto const n = c.params().at("n").get<std::int64_t>();
  double const d = param(c, "d", 1.0);
  return out(c.of().op == "fftfreq" ? transforms::fftfreq(c.space(), n, d)
                                    : transforms::rfftfreq(c.space(), n, d));
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
          {"hfft", "fourier", of_half},
          {"ihfft", "fourier", of_half},
          {"fftfreq", "fourier", frequencies},
          {"rfftfreq", "fourier", frequencies},
          {"fftshift", "fourier", shifted<transforms::fftshift>},
          {"ifftshift", "fourier", shifted<transforms::ifftshift>}};
}

}  // namespace acre::conformance
