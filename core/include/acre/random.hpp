#pragma once

/// Random numbers by element index: the same on every backend and launch.
#include <acre/random/generator.hpp>
