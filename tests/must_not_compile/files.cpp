// What a checkpoint holds.
#include <acre/io/checkpoint.hpp>

#include "operands.hpp"

namespace refused {

void checkpoint_of_an_expression(here<double> const& u)
{
  // expect: acre: a checkpoint holds arrays, numbers, std::string, generator and
  // also: acre: a checkpoint restores its variables: this one is const or has no name
  io::checkpoint::entry sum("sum", u + 1);
}

void checkpoint_of_a_constant()
{
  double const time = 1;
  // expect: acre: a checkpoint restores its variables: this one is const or has no name
  io::checkpoint::entry constant("time", time);
}

}  // namespace refused
