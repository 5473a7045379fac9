// Scans, and what their patterns ask.
#include <acre/backends/common/scan.hpp>
#include <acre/reduce/scan.hpp>

#include <array>

#include "operands.hpp"

namespace refused {

template <class T>
struct no_program {
  using value_type = T;
};
template <class T>
struct adds {
  using value_type = T;
  T identity() const;
  T empty() const;
  T combine(T const&, T const&) const;
  T finish(T const&) const;
};
struct any_values {
  template <bool, class T>
  void put(std::int64_t, T const&, std::int64_t = 0) const;
};
struct large {
  std::array<double, 17> parts;
  large() = default;
  explicit large(double);
};

void scan_of_nothing()
{
  // expect: acre: a scan takes a program whose rows have load, see backends/common/program.hpp
  // also: acre: a scan's operator takes what the program computes and gives what the sink takes
  backends::require_scan<no_program<double>, adds<double>, detail::store_sink<double>>();
}

void scan_by_nothing()
{
  // expect: acre: a scan takes an operator on a trivially copyable type, see
  // also: acre: a scan's operator takes what the program computes and gives what the sink takes
  backends::require_scan<detail::load_program<double>, no_program<double>,
                         detail::store_sink<double>>();
}

void scan_of_large_values()
{
  // expect: acre: a scan's accumulator has at most 128 bytes
  // also: acre: a scan's operator takes what the program computes and gives what the sink takes
  backends::require_scan<detail::load_program<double>, adds<large>, any_values>();
}

void scan_of_rank_0(here<double, 0> const& x)
{
  // expect: acre: an array of rank 0 has no axis to scan along
  // also: acre: an array's rank is 0 to 8
  cumsum(x, 0);
}

void sums_of_a_matrix_along_no_axis(here<double, 2> const& x)
{
  // expect: acre: of more than one dimension the axis is required
  cumulative_sum(x);
}

void products_of_a_matrix_along_no_axis(here<double, 2> const& x)
{
  // expect: acre: of more than one dimension the axis is required
  cumulative_prod(x);
}

}  // namespace refused
