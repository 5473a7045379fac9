#include <acre/io/npy.hpp>
#include <acre/io/npy_file.hpp>

#include <algorithm>

#include "input.hpp"

// .npy files: read whole, in parts, and mapped.
int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
  acre_fuzz::file const file(data, size);
  namespace io = acre::io;
  acre_fuzz::read([&] {
    auto const all = io::read_npy(file.path());
    acre_fuzz::read([&] {
      io::npy_reader parts(file.path());
      std::int64_t const half = parts.rows() / 2;
      auto first = parts.read(0, half).data;
      auto const second = parts.read(half, parts.rows() - half).data;
      first.insert(first.end(), second.begin(), second.end());
      if (first != all.data) std::abort();
    });
    acre_fuzz::read([&] {
      io::detail::npy_contents const contents(file.path(), all.kind, all.itemsize,
                                              static_cast<int>(all.shape.size()));
      auto const mapped = contents.map();
      auto const* const bytes = static_cast<std::byte const*>(mapped.memory.get());
      // the same bytes, unless they lie in another order
      if (acre::io::npy_reader const in_c_order(file.path());
          all.kind != 'b' && !std::equal(all.data.begin(), all.data.end(), bytes))
        std::abort();
    });
  });
  return 0;
}
