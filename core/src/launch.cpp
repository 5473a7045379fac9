#include <acre/device/launch.hpp>

namespace acre::detail {

namespace {

void require_extents(char const* what, backends::extent3 const& e, std::int64_t least)
{
  std::int64_t product = 0;
  bool const fits = !__builtin_mul_overflow(e.x, e.y, &product) &&
                    !__builtin_mul_overflow(product, e.z, &product);
  if (e.x >= least && e.y >= least && e.z >= least && fits) return;
  throw value_error(std::string("launch: a ") + what + " of (" + std::to_string(e.x) + ',' +
                    std::to_string(e.y) + ',' + std::to_string(e.z) +
                    (fits ? ") has no such extents" : ") is too large"));
}

}  // namespace

void require_launchable(backends::launch_size const& size, backends::launch_limits const& limits)
{
  require_extents("block", size.block, 1);
  require_extents("grid", size.grid, 0);
  std::int64_t const threads = size.block.size(), blocks = size.grid.size();
  if (threads > limits.threads)
    throw launch_error("block size " + std::to_string(threads) + " exceeds the limit of " +
                       std::to_string(limits.threads) + " threads per block of " + limits.name);
  if (size.scratch > limits.scratch)
    throw launch_error("scratch of " + std::to_string(size.scratch) +
                       " bytes exceeds the limit of " + std::to_string(limits.scratch) +
                       " bytes per block of " + limits.name);
  if (blocks > limits.blocks)
    throw launch_error("a grid of " + std::to_string(blocks) + " blocks exceeds the limit of " +
                       std::to_string(limits.blocks) + " of " + limits.name);
}

}  // namespace acre::detail
