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
      {"lists",
       {"list_sum", "list_mean", "list_max", "list_min", "list_argmax", "list_filter_greater",
        "list_argsort", "list_sort", "list_combinations2", "list_cartesian"}},
      {"pairs",
       {"pair_mass_pt_eta_phi", "pair_mass_px_py_pz_e", "pair_count_opposite_charge",
        "heaviest_pair_mass", "heaviest_pair_mass_px_py_pz_e", "heaviest_opposite_histogram",
        "heaviest_opposite_histogram_clamped", "heaviest_opposite_histogram_px_py_pz_e",
        "first_opposite_pair_mass", "nearest_opposite_pair_mass"}},
  };
  std::vector<operation> all;
  for (auto const& f : families)
    for (auto const op : f.operations) all.push_back({op, f.name, missing});
  return all;
}

}  // namespace acre::conformance
