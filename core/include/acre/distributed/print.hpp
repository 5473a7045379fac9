#pragma once

#include <acre/distributed/detail/edges.hpp>

#include <ostream>
#include <string>

namespace acre::distributed {

/// The elements as acre prints those of one process, and NumPy: of more than 1000 the edges alone.
/// The text is the same on every process.
///
/// Together. Sends at most the 1000 elements that are printed, or the edges' 6 along each axis, to
/// all.
template <detail::whole_operand E>
std::string to_string(E const& e)
{
  return detail::text_of(detail::as_term(e));
}

/// Together: every process calls it, and process 0 writes.
///
/// ```cpp
/// using namespace distributed;
/// virtual_processes(3, [](processes const& all) {
///   distributed::array<double, 2> x(all, blocks(shape(500, 3)));
///   x = coordinate(x, 0) + coordinate(x, 1) * 0.25;
///   std::cout << x;
///   if (all.rank() == 0) std::cout << '\n';
/// });
/// ```
/// ```text
/// [[0.0000e+00 2.5000e-01 5.0000e-01]
///  [1.0000e+00 1.2500e+00 1.5000e+00]
///  [2.0000e+00 2.2500e+00 2.5000e+00]
///  ...
///  [4.9700e+02 4.9725e+02 4.9750e+02]
///  [4.9800e+02 4.9825e+02 4.9850e+02]
///  [4.9900e+02 4.9925e+02 4.9950e+02]]
/// ```
template <detail::whole_operand E>
std::ostream& operator<<(std::ostream& out, E const& e)
{
  auto const text = to_string(e);
  if (detail::as_term(e).all.rank() == 0) out << text;
  return out;
}

}  // namespace acre::distributed
