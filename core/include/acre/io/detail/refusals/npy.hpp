#pragma once

/// Misuses of <acre/io/npy.hpp>, refused with a sentence; that header opens this one last.
namespace acre::io {

/// A file's dtype is known when the program runs.
template <class T = void>
  requires std::is_void_v<T>
auto load_npy(std::filesystem::path const&)
{
  static_assert(
      !std::is_void_v<T>,
      "acre: load_npy names the dtype and the rank: load_npy<double, 2>(path); an array of "
      "whatever the file holds is load_npy(dynamic_space, path)");
  return array<double>();
}

}  // namespace acre::io
