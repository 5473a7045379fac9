#include <acre/dynamic/elementwise.hpp>
#include <acre/dynamic/fft.hpp>
#include <acre/dynamic/shape.hpp>
#include <acre/fft/frequencies.hpp>
#include <acre/fft/transform.hpp>

#include <numeric>

#include "../dispatch.hpp"

namespace acre::dynamic::fft {

namespace {

using namespace acre::dynamic::detail;
using acre::fft::detail::axes_and_lengths;
using acre::fft::detail::of_axes;
using acre::fft::detail::of_axis;
using acre::fft::detail::of_two;
using reals = type_list<float, double>;
using complexes = type_list<complex<float>, complex<double>>;

/// Arrays have the largest rank: their axes are counted from the last one.
axes_and_lengths at_the_end(axes_and_lengths of, int rank)
{
  for (int& axis : of.axis) axis += max_rank - rank;
  return of;
}
dynamic_array as_complex(dynamic_array const& a)
{
  bool const single = a.dtype() == dtype::float32 || a.dtype() == dtype::complex64;
  return astype(a, single ? dtype::complex64 : dtype::complex128);
}
dynamic_array as_real(std::string_view function, dynamic_array const& a)
{
  if (kind_of(a.dtype()) == kind::complex) refuse(function, a.dtype());
  return astype(a, a.dtype() == dtype::float32 ? dtype::float32 : dtype::float64);
}

/// NumPy's result of a number without an axis: fftn and ifftn leave it as it is, those of real
/// numbers look for their last axis.
bool has_no_axes(dynamic_array const& a, options_of_axes const& o)
{
  return a.rank() == 0 && o.axes.empty() && o.s.empty();
}
void require_an_axis(dynamic_array const& a, options_of_axes const& o)
{
  if (has_no_axes(a, o))
    throw index_error(
        "list index out of range: a transform goes along an axis, and a number has none");
}

dynamic_array to_complex(std::string_view function, dynamic_array const& a,
                         axes_and_lengths const& of, bool inverse, norm which)
{
  auto const axes = at_the_end(of, a.rank());
  return of_rank(with_array<complexes>(function, as_complex(a),
                                       [&](auto const& x) {
                                         return acre::fft::detail::complex_transform(
                                             x, axes, inverse, which);
                                       }),
                 a.rank());
}
dynamic_array from_real(std::string_view function, dynamic_array const& a,
                        axes_and_lengths const& of, norm which)
{
  auto const axes = at_the_end(of, a.rank());
  return of_rank(with_array<reals>(
                     function, as_real(function, a),
                     [&](auto const& x) { return acre::fft::detail::from_real(x, axes, which); }),
                 a.rank());
}
dynamic_array to_real(std::string_view function, dynamic_array const& a, axes_and_lengths const& of,
                      norm which)
{
  auto const axes = at_the_end(of, a.rank());
  return of_rank(with_array<complexes>(
                     function, as_complex(a),
                     [&](auto const& x) { return acre::fft::detail::to_real(x, axes, which); }),
                 a.rank());
}

dynamic_array shifted(dynamic_array a, std::optional<std::vector<int>> const& axes, bool back)
{
  std::vector<int> all(static_cast<std::size_t>(a.rank()));
  std::iota(all.begin(), all.end(), 0);
  for (int axis : axes ? *axes : all) {
    axis = acre::detail::normalized_axis(axis, a.rank());
    std::int64_t const half = a.shape()[static_cast<std::size_t>(axis)] / 2;
    a = roll(a, back ? -half : half, axis);
  }
  return a;
}

}  // namespace

dynamic_array fft(dynamic_array const& a, options const& o)
{
  return to_complex("fft", a, of_axis(a.shape(), o, false), false, o.norm);
}
dynamic_array ifft(dynamic_array const& a, options const& o)
{
  return to_complex("ifft", a, of_axis(a.shape(), o, false), true, o.norm);
}
dynamic_array rfft(dynamic_array const& a, options const& o)
{
  return from_real("rfft", a, of_axis(a.shape(), o, false), o.norm);
}
dynamic_array irfft(dynamic_array const& a, options const& o)
{
  return to_real("irfft", a, of_axis(a.shape(), o, true), o.norm);
}

namespace {

/// The inverse divides where the other one did not.
options the_other_way(options o)
{
  if (o.norm != norm::ortho) o.norm = o.norm == norm::backward ? norm::forward : norm::backward;
  return o;
}

}  // namespace

dynamic_array hfft(dynamic_array const& a, options const& o)
{
  return irfft(unary("conjugate", a), the_other_way(o));
}
dynamic_array ihfft(dynamic_array const& a, options const& o)
{
  return unary("conjugate", rfft(a, the_other_way(o)));
}

dynamic_array fftn(dynamic_array const& a, options_of_axes const& o)
{
  if (has_no_axes(a, o)) return copy(a);
  return to_complex("fftn", a, of_axes(a.shape(), o, false), false, o.norm);
}
dynamic_array ifftn(dynamic_array const& a, options_of_axes const& o)
{
  if (has_no_axes(a, o)) return copy(a);
  return to_complex("ifftn", a, of_axes(a.shape(), o, false), true, o.norm);
}
dynamic_array rfftn(dynamic_array const& a, options_of_axes const& o)
{
  require_an_axis(a, o);
  return from_real("rfftn", a, of_axes(a.shape(), o, false), o.norm);
}
dynamic_array irfftn(dynamic_array const& a, options_of_axes const& o)
{
  require_an_axis(a, o);
  return to_real("irfftn", a, of_axes(a.shape(), o, true), o.norm);
}

dynamic_array fft2(dynamic_array const& a, options_of_axes const& o) { return fftn(a, of_two(o)); }
dynamic_array ifft2(dynamic_array const& a, options_of_axes const& o)
{
  return ifftn(a, of_two(o));
}
dynamic_array rfft2(dynamic_array const& a, options_of_axes const& o)
{
  return rfftn(a, of_two(o));
}
dynamic_array irfft2(dynamic_array const& a, options_of_axes const& o)
{
  return irfftn(a, of_two(o));
}

dynamic_array fftfreq(dynamic_space const& space, std::int64_t n, double d)
{
  return std::visit([&](auto const& on) { return dynamic_array(acre::fft::fftfreq(on, n, d)); },
                    space);
}
dynamic_array rfftfreq(dynamic_space const& space, std::int64_t n, double d)
{
  return std::visit([&](auto const& on) { return dynamic_array(acre::fft::rfftfreq(on, n, d)); },
                    space);
}

dynamic_array fftshift(dynamic_array const& a, std::optional<std::vector<int>> const& axes)
{
  return shifted(a, axes, false);
}
dynamic_array ifftshift(dynamic_array const& a, std::optional<std::vector<int>> const& axes)
{
  return shifted(a, axes, true);
}

}  // namespace acre::dynamic::fft
