#pragma once

/// Spaces, the runtime that starts them, and kernels of one's own.
#include <acre/device/atomic.hpp>
#include <acre/device/benchmark.hpp>
#include <acre/device/graph.hpp>
#include <acre/device/launch.hpp>
#include <acre/device/memory.hpp>
#include <acre/device/queue.hpp>
#include <acre/device/runtime.hpp>
#include <acre/device/spaces.hpp>
