// Files that are read and written.
#include <acre/io/checkpoint.hpp>
#include <acre/io/csv.hpp>
#include <acre/io/netcdf.hpp>
#include <acre/io/npy.hpp>

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

struct far_away : host {
  static constexpr bool host_accessible = false;
};

void mapped_on_a_device(far_away const& space)
{
  // expect: acre: a file is mapped into the host's memory; load_npy brings it to a GPU's
  io::map_npy<double>(space, "x.npy");
}

void complex_column(host const& space, io::csv_reader const& file)
{
  // expect: acre: a column of text is bool, integers or floating point
  file.load<complex<float>>(space, "z");
}

void complex_variable(host const& space, io::netcdf_reader const& file)
{
  // expect: acre: netCDF files hold integers and floating-point numbers
  file.load<complex<float>>(space, "z");
}

void file_of_no_dtype()
{
  // expect: acre: load_npy names the dtype and the rank: load_npy<double, 2>(path)
  io::load_npy("a.npy");
}

}  // namespace refused
