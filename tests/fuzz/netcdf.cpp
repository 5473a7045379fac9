#include <acre/io/netcdf.hpp>

#include "parts.hpp"

// netCDF files: every variable as it is, by slices, and as climate codes mean it.
int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
  static acre::runtime const runtime;
  acre_fuzz::file const file(data, size);
  namespace io = acre::io;
  return acre_fuzz::read([&] {
    io::netcdf_reader const in(file.path());
    auto const names = in.variables();
    for (auto const& name : names)
      acre_fuzz::read([&] {
        auto const layout = in.layout(name);
        if (in.dimensions(name).size() != layout.shape.size()) std::abort();
        if (!acre_fuzz::is_small(layout)) return;
        acre_fuzz::read_parts(in, name, layout);
        auto const count = static_cast<std::size_t>(io::detail::npy_size(layout.shape));
        if (&name == &names.back() && io::read_netcdf_numbers(file.path(), name).size() != count)
          std::abort();
        if (&name == &names.front() && io::read_netcdf(file.path(), name).data.size() != count)
          std::abort();
        in.number<float>(name + "@n");
        in.text(name + "@units");
      });
  });
}
