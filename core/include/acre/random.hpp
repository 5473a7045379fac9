#pragma once

/// Random numbers by element index, the same on every backend and launch; and NumPy's and Numba's
/// generators, for ports.
#include <acre/random/engine.hpp>
#include <acre/random/generator.hpp>
#include <acre/random/philox.hpp>
#include <acre/random/philox4x64.hpp>
#include <acre/random/quasi.hpp>
#include <acre/random/xoroshiro.hpp>
