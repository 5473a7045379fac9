// Arrays as VTK's image data.
#include <acre/io/vti.hpp>

#include "operands.hpp"

namespace refused {

void complex_numbers_for_vtk(here<complex<float>> const& a)
{
  // expect: acre: VTK's files hold no complex numbers; write real(x) and imag(x)
  acre::io::make_vti_field("a", a);
}

void four_axes_for_vtk(here<double, 4> const& a)
{
  // expect: acre: an .vti file holds arrays of 1 to 3 axes
  acre::io::make_vti_field("a", a);
}

}  // namespace refused
