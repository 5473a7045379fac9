#include <acre/random/detail/permutation.hpp>

#include <algorithm>
#include <cstdint>

#include "processor_levels.hpp"

namespace acre::detail {

namespace {

/// Numbers are looked at together: those that are below count are done, and the others go through
/// the network again.
constexpr int most = 64;
inline void permute(permutation_law const& law, std::uint64_t e, int n, std::int64_t* out)
{
  std::uint64_t x[most];
  int place[most];
  for (int i = 0; i < n; ++i) {
    x[i] = e + static_cast<std::uint64_t>(i);
    place[i] = i;
  }
  for (int i = n; i < most; ++i) x[i] = 0;
  while (n > 0) {
    // whole vectors, as nobody reads what is behind the last
    int const whole = (n + 7) / 8 * 8;
#pragma GCC ivdep
    for (int i = 0; i < whole; ++i) x[i] = law.network(x[i]);
    int left = 0;
    for (int i = 0; i < n; ++i) {
      std::uint64_t const made = x[i];
      int const at = place[i];
      out[at] = static_cast<std::int64_t>(made);  // not yet, if it is no number below count
      x[left] = made;
      place[left] = at;
      left += made >= law.count;
    }
    n = left;
  }
}

}  // namespace

ACRE_PROCESSOR_LEVELS void permutation_law::row(std::uint64_t e, int n, std::int64_t* out) const
{
  permutation_law const law = *this;
  for (int i = 0; i < n; i += most)
    permute(law, e + static_cast<std::uint64_t>(i), std::min(most, n - i), out + i);
}

}  // namespace acre::detail
