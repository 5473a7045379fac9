// Results compared.
#include <acre/testing.hpp>

#include <string>

#include "operands.hpp"

namespace refused {

void text_compared(here<double> const& x)
{
  // expect: acre: cross_check compares arrays, expressions, numbers and tuples of them; nothing
  // else
  cross_check([](auto const&) { return std::string(); }, x);
}

}  // namespace refused
