#pragma once

#include <acre/array/copy.hpp>
#include <acre/array/creation.hpp>
#include <acre/array/slice.hpp>
#include <acre/device/runtime.hpp>
#include <acre/io/npy_file.hpp>

#include <cstring>
#include <string>

#include "input.hpp"

namespace acre_fuzz {

/// Whether an array is worth its memory: a few bytes of a file may stand for any shape.
inline bool is_small(acre::io::npy_array const& layout)
{
  constexpr std::int64_t most = 1 << 16;
  return acre::io::detail::npy_size(layout.shape) <= most;
}

/// Reads a part of an array by slices; ends the program unless it is that part of the whole array.
template <class T, int Rank, class Reader, class... Slices>
void compare_part(Reader const& in, std::string const& name, Slices... slices)
{
  auto const space = acre::serial();
  auto const whole = in.template load<T, Rank>(space, name);
  auto const wanted = acre::copy(whole(slices...)),
             found = in.template load<T, Rank>(space, name, slices...);
  if (found.shape() != wanted.shape()) std::abort();
  auto const bytes = static_cast<std::size_t>(found.size()) * sizeof(T);
  if (bytes > 0 && std::memcmp(found.data(), wanted.data(), bytes) != 0) std::abort();
}

template <class Reader>
void read_parts(Reader const& in, std::string const& name, acre::io::npy_array const& layout)
{
  using acre::slice, acre::none;
  slice const backwards(none, none, -2), inner(1, -1), odd(1, none, 3);
  if (layout.shape.size() == 1 && layout.dtype() == "int16") {
    compare_part<std::int16_t, 1>(in, name, backwards);
    compare_part<std::int16_t, 1>(in, name, inner);
  } else if (layout.shape.size() == 2 && layout.dtype() == "float32") {
    compare_part<float, 2>(in, name, odd, backwards);
    compare_part<float, 2>(in, name, inner);
  }
}

}  // namespace acre_fuzz
