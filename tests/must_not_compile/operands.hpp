#pragma once

#include <acre/array.hpp>
#include <acre/elementwise.hpp>
#include <acre/index.hpp>

#include <complex>

/// Operands of the misuses in this folder.
namespace refused {

using namespace acre;

/// A space of its own in every build, whatever backends it has.
struct elsewhere : host {
  static constexpr char const* name = "elsewhere";
};

template <class T, int Rank = 1>
using here = array<T, Rank, host>;
template <class T, int Rank = 1>
using away = array<T, Rank, elsewhere>;

}  // namespace refused
