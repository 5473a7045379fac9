#include <acre/backends/common/thread_block.hpp>
#include <acre/device/atomic.hpp>
