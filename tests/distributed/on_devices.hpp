#pragma once

#include <string_view>

#include "same_bits.hpp"

/// same_bits on a device, an area a source: nvcc compiles the kernels of one in a minute.
namespace same_bits {

/// f(space) on the build's space of that name.
template <class F>
void on_device(std::string_view name, F const& f)
{
  for_each_space([&](auto const& space) {
    using Space = std::decay_t<decltype(space)>;
    if constexpr (!Space::host_accessible)
      if (name == Space::name) f(space);
  });
}

void reductions_on(dist::processes const& all, std::string_view space);
void statistics_on(dist::processes const& all, std::string_view space);
void axes_on(dist::processes const& all, std::string_view space);
void chosen_on(dist::processes const& all, std::string_view space);
void scans_on(dist::processes const& all, std::string_view space);
void counts_on(dist::processes const& all, std::string_view space);
void blocks_on(dist::processes const& all, std::string_view space);
void order_on(dist::processes const& all, std::string_view space);
void complex_order_on(dist::processes const& all, std::string_view space);
void groups_on(dist::processes const& all, std::string_view space);
void places_on(dist::processes const& all, std::string_view space);

inline void all_on(dist::processes const& all, std::string_view space)
{
  for (auto const area : {reductions_on, statistics_on, axes_on, chosen_on, scans_on, counts_on,
                          blocks_on, order_on, complex_order_on, groups_on, places_on})
    area(all, space);
}

}  // namespace same_bits
