#pragma once

/// Kernels that are compiled while the program runs, from text. Link acre::jit.
#include <acre/jit/cache.hpp>
#include <acre/jit/elementwise.hpp>
#include <acre/jit/module.hpp>
#include <acre/jit/options.hpp>
#include <acre/jit/reduction.hpp>
