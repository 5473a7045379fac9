#include "operations.hpp"

/// Operations that manifests name and acre does not have yet: each fails, in its family's name.
namespace acre::conformance {

namespace {

results missing(call const& c) { throw not_available("acre has no " + c.of().op + " yet"); }

}  // namespace

std::vector<operation> missing_operations()
{
  struct family {
    std::string_view name;
    std::vector<std::string_view> operations;
  };
  std::vector<family> const families{
      {"sorting", {"sort", "argsort", "lexsort", "unique", "isin", "intersect1d", "searchsorted"}},
      {"histograms", {"histogram", "histogram2d", "digitize"}},
      {"quantiles", {"quantile", "percentile", "nanquantile", "median"}},
      {"groupby",
       {"groupby_sum", "groupby_count", "groupby_min", "groupby_max", "groupby_mean",
        "groupby_sum_of_lists", "groupby_sum_of_constituents"}},
  };
  std::vector<operation> all;
  for (auto const& f : families)
    for (auto const op : f.operations) all.push_back({op, f.name, missing});
  return all;
}

}  // namespace acre::conformance
