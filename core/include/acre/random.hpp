#pragma once

/// Random numbers by element index, the same on every backend and launch; and Numba's generators,
/// for ports.
#include <acre/random/generator.hpp>
#include <acre/random/xoroshiro.hpp>
