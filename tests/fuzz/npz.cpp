#include <acre/io/npz.hpp>

#include "input.hpp"

// .npz files: all arrays of what the directory names.
int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
  acre_fuzz::file const file(data, size);
  return acre_fuzz::read([&] {
    acre::io::npz_reader const in(file.path());
    for (auto const& name : in.names())
      acre_fuzz::read([&] {
        auto const a = in.read(name);
        if (a.data.size() != static_cast<std::size_t>(a.size()) * a.itemsize) std::abort();
      });
  });
}
