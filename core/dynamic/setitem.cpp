#include <acre/dynamic/elementwise.hpp>
#include <acre/dynamic/shape.hpp>

#include "fill_where.hpp"
#include "selection.hpp"

namespace acre::dynamic {

namespace {

using namespace detail;

/// NumPy's words for a mask of a's own rank: the values are counted against its true elements.
void check_mask_values(dynamic_array const& a, index_list list, resolved_list const& resolved,
                       dynamic_array const& value)
{
  auto const* const mask = list.size() == 1 ? std::get_if<dynamic_array>(&list[0]) : nullptr;
  if (!mask || mask->dtype() != dtype::boolean || mask->rank() != a.rank()) return;
  if (value.rank() > 1)  // a TypeError, unlike a wrong count
    throw dtype_error(
        "NumPy boolean array indexing assignment requires a 0 or 1-dimensional input, input has " +
        std::to_string(value.rank()) + " dimensions");
  if (value.size() != 1 && value.size() != resolved.plan.picks)
    throw shape_error("NumPy boolean array indexing assignment cannot assign " +
                      std::to_string(value.size()) + " input values to the " +
                      std::to_string(resolved.plan.picks) +
                      " output values where the mask is true");
}

/// One value where the mask is true, of a's own shape.
void fill_true(dynamic_array const& a, dynamic_array const& mask, dynamic_array const& given)
{
  acre::detail::require_writable_memory(a.shape(), a.strides());
  auto const value = bits_of(astype(given, a.dtype()));
  with_array<bit_patterns>(
      "setitem", bits_of(a), [&]<class T, class Space>(array<T, max_rank, Space> const& x) {
        fill_by_mask(x, mask.as<bool, max_rank, Space>(), value.as<T, max_rank, Space>());
        return x;
      });
}

/// What one element becomes. An array of some rank is no element, in NumPy's words for each dtype;
/// but a boolean becomes the truth of its only element.
dynamic_array element_from(dynamic_array const& value, dtype to)
{
  if (value.rank() == 0) return value;
  if (to == dtype::boolean && value.size() == 1) return reshape(value, {});
  if (kind_of(to) == kind::complex)
    throw dtype_error("only 0-dimensional arrays can be converted to Python scalars");
  throw value_error("setting an array element with a sequence.");
}

}  // namespace

namespace detail {

void write_elements(dynamic_array const& a, index_list list, resolved_list const& resolved,
                    dynamic_array const& values_given, acre::detail::index_site const& site,
                    index_mode mode)
{
  acre::detail::require_writable_memory(a.shape(), a.strides());  // named by a's own axes
  if (resolved.plan.arrays == 0) {
    assign(viewed(a, resolved),
           resolved.only_integers ? element_from(values_given, a.dtype()) : values_given);
    return;
  }
  check_mask_values(a, list, resolved, values_given);
  dynamic_array const value = without_front(values_given, resolved.plan.rank);
  acre::detail::require_writable(value.shape(), resolved.shape(), values_given.shape());
  auto const values = bits_of(astype(value, a.dtype()));
  with_selection<bit_patterns>(
      bits_of(a), resolved, mode, site,
      [&]<class T, int A, int B, class Space, int N>(
          acre::detail::selection<T, A, B, Space, std::int64_t, N> const& selected) {
        acre::detail::write_picked(selected, values.as<T, max_rank, Space>(), resolved.only_mask);
        return selected.source;
      });
}

}  // namespace detail

void setitem(dynamic_array const& a, index_list list, dynamic_array const& values_given,
             std::source_location where)
{
  if (has_truths(list)) {
    with_truths const all(a, list);
    setitem(all.a, all.list, values_given, where);
  } else if (auto const* const mask = mask_of_all(a, list);
             mask && values_given.size() == 1 && values_given.rank() <= 1) {
    fill_true(a, *mask, values_given);
  } else {
    write_elements(a, list, resolve(a, list), values_given, {"setitem", where});
  }
}

}  // namespace acre::dynamic
