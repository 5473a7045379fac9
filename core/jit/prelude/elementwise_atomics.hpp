#include <acre/device/atomic.hpp>
#include <acre/prelude/atomics.hpp>
