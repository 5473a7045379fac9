#include <acre/dynamic/fft.hpp>

#include "../python.hpp"

namespace acre::python {

namespace {

namespace transforms = dynamic::fft;

transforms::norm norm_of(std::string_view name)
{
  if (name == "backward") return transforms::norm::backward;
  if (name == "ortho") return transforms::norm::ortho;
  if (name == "forward") return transforms::norm::forward;
  throw value_error("Invalid norm value " + std::string(name) +
                    "; should be \"backward\", \"ortho\" or \"forward\".");
}

}  // namespace

void bind_fft(nb::module_& m)
{
  define(m, "transform",
         [](std::string_view name, nb::handle a, nb::handle n, int axis, std::string_view norm) {
           auto const x = operand_of(a);
           transforms::options o;
           if (!n.is_none()) o.n = nb::cast<std::int64_t>(n);
           o.axis = axis;
           o.norm = norm_of(norm);
           return unlocked([&] {
             if (name == "fft") return transforms::fft(x, o);
             if (name == "ifft") return transforms::ifft(x, o);
             if (name == "rfft") return transforms::rfft(x, o);
             if (name == "irfft") return transforms::irfft(x, o);
             return name == "hfft" ? transforms::hfft(x, o) : transforms::ihfft(x, o);
           });
         });
  define(m, "transform_axes",
         [](std::string_view name, nb::handle a, nb::handle s, nb::handle axes,
            std::string_view norm) {
           auto const x = operand_of(a);
           transforms::options_of_axes o;
           if (!s.is_none()) o.s = integers_of(s);
           if (!axes.is_none()) o.axes = *axes_of(axes);
           o.norm = norm_of(norm);
           return unlocked([&] {
             if (name == "fftn") return transforms::fftn(x, o);
             if (name == "ifftn") return transforms::ifftn(x, o);
             return name == "rfftn" ? transforms::rfftn(x, o) : transforms::irfftn(x, o);
           });
         });
  define(m, "frequencies", [](bool real, std::int64_t n, double d, nb::handle on) {
    return real ? transforms::rfftfreq(space_of(on), n, d)
                : transforms::fftfreq(space_of(on), n, d);
  });
  define(m, "fft_shift", [](nb::handle a, nb::handle axes, bool inverse) {
    auto const x = operand_of(a);
    auto const along = axes_of(axes);
    return unlocked_if(is_slow(x), [&] {
      return inverse ? transforms::ifftshift(x, along) : transforms::fftshift(x, along);
    });
  });
}

}  // namespace acre::python
