#include "of_host.hpp"

#include "same_bits.hpp"

namespace same_bits {

namespace {

/// Enough numbers for the buckets that processes share: far apart, and so few that a process' end
/// cuts them.
void many_numbers(dist::processes const& all, host const& on)
{
  std::int64_t const n = (std::int64_t{1} << 16) * all.size() + 5;
  generator g(6);
  array<double, 1, host> const whole(g.normal(on, shape(n)));
  dist::array<double, 1, host> x(all, on, dist::blocks(shape(n)));
  auto const f = x.first()[0];
  x.local()(ALL) = whole(slice(f, f + x.local().size()));
  require_elements("sort of many numbers", all, sort(x), sort(whole));
  require_elements("sort of few numbers", all, sort(rint(x * 2)), sort(rint(whole * 2)));
  dist::array<float, 1, host> const narrow(cast<float>(x));
  require_elements("sort of many float32", all, sort(narrow), sort(cast<float>(whole)));
}

}  // namespace

void all_of_host(dist::processes const& all, host const& on)
{
  reductions(all, on);
  statistics(all, on);
  along_axes(all, on);
  chosen_along_axes(all, on);
  scans(all, on);
  counts(all, on);
  blocks_and_halos(all, on);
  order(all, on);
  many_numbers(all, on);
  complex_order(all, on);
  groups(all, on);
  places(all, on);
  errors(all, on);
}

void few_of_host(dist::processes const& all, host const& on)
{
  reductions(all, on);
  statistics(all, on);
}

}  // namespace same_bits
