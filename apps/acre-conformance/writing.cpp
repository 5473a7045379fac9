#include <acre/dynamic/along_axis.hpp>
#include <acre/dynamic/axis_order.hpp>
#include <acre/dynamic/creation.hpp>
#include <acre/dynamic/index.hpp>
#include <acre/dynamic/shape.hpp>

#include <algorithm>
#include <array>

#include "operations.hpp"

/// Functions of NumPy's that write to an array: the result is a copy that they have written to.
namespace acre::conformance {

namespace {

dynamic_array target(call const& c) { return dynamic::copy(input_of(c, {"a", "arr", "dst", "x"})); }
dynamic_array mask_of(call const& c)
{
  return dynamic::astype(input_of(c, {"mask", "where", "condition"}), dtype::boolean);
}

results put(call const& c)
{
  auto const a = target(c);
  dynamic::put(a, operand_of(c, {"ind", "indices", "i"}), operand_of(c, {"v", "values", "value"}),
               mode_of(c));
  return out(a);
}
results put_along_axis(call const& c)
{
  auto const a = target(c);
  std::optional<int> axis = -1;
  if (c.params().contains("axis")) axis = c.axis();
  dynamic::put_along_axis(a, operand_of(c, {"indices", "i"}), operand_of(c, {"values", "v"}), axis);
  return out(a);
}

void require_safe(dtype from, dtype to)
{
  if (promote(from, to) != to)
    throw dtype_error(std::string("Cannot cast array data from dtype('") + name(from) +
                      "') to dtype('" + name(to) + "') according to the rule 'safe'");
}

/// The k-th true place gets the k-th value, and again from the first one.
results place(call const& c)
{
  auto const a = target(c);
  auto const mask = mask_of(c), values = operand_of(c, {"vals", "values"});
  if (mask.size() != a.size()) throw value_error("place: mask and data must be the same size");
  require_safe(values.dtype(), a.dtype());
  auto const at = dynamic::nonzero(dynamic::ravel(mask))[0];
  if (at.size() == 0) return out(a);
  if (values.size() == 0) throw value_error("Cannot insert from an empty array!");
  dynamic::put(a, at, values);
  return out(a);
}
/// Each true place gets the value of its own number in C order.
results putmask(call const& c)
{
  auto const a = target(c);
  auto const mask = mask_of(c), values = dynamic::ravel(operand_of(c, {"values", "v"}));
  if (mask.size() != a.size()) throw value_error("putmask: mask and data must be the same size");
  require_safe(values.dtype(), a.dtype());
  if (values.size() == 0 || a.size() == 0) return out(a);
  auto const at = dynamic::nonzero(dynamic::ravel(mask))[0];
  if (at.size() > 0) dynamic::put(a, at, dynamic::take(values, at, 0, index_mode::wrap));
  return out(a);
}

/// Throws where the values' dtype is of a wider kind, as NumPy's casting rule 'same_kind'.
void require_same_kind(dynamic_array const& value, dtype to)
{
  dtype const from = value.dtype();
  bool const signs = kind_of(from) == detail::kind::integer &&
                     kind_of(to) == detail::kind::integer && !is_unsigned(from) && is_unsigned(to);
  if (kind_of(from) > kind_of(to) || signs)
    throw dtype_error(
        std::string(value.rank() == 0 ? "Cannot cast scalar" : "Cannot cast array data") +
        " from dtype('" + name(from) + "') to dtype('" + name(to) +
        "') according to the rule 'same_kind'");
}

results copyto(call const& c)
{
  auto const a = target(c);
  auto const value = operand_of(c, {"src", "b", "value"});
  require_same_kind(value, a.dtype());
  auto const cast = dynamic::astype(value, a.dtype());
  auto const over_target = [&](char const* what, dynamic_array const& x) {
    try {
      return dynamic::broadcast_to(x, a.shape());
    } catch (shape_error const&) {
      throw shape_error(std::string("could not broadcast ") + what + " from shape " +
                        to_string(x.shape()) + " into shape " + to_string(a.shape()));
    }
  };
  std::size_t skip = 0;  // axes of extent 1 in front of the target's
  auto const shape = cast.shape();
  while (shape.size() - skip > a.shape().size() && shape[skip] == 1) ++skip;
  auto const fitting =
      over_target("input array", cast.view(0, shape.subspan(skip), cast.strides().subspan(skip)));
  dynamic::assign(a, c.has_input("where")
                         ? dynamic::where(over_target("where mask", mask_of(c)), fitting, a)
                         : fitting);
  return out(a);
}

results fill_diagonal(call const& c)
{
  auto const a = target(c);
  if (a.rank() < 2) throw value_error("array must be at least 2-d");
  auto const extents = a.shape();
  if (a.rank() > 2 && std::ranges::adjacent_find(extents, std::not_equal_to()) != extents.end())
    throw value_error("All dimensions of input must be of equal length");
  std::int64_t step = 1, n = a.size(), end = a.size();
  for (std::int64_t const stride : a.strides()) step += stride;
  step -= 1;
  if (a.rank() == 2 && !param(c, "wrap", false)) end = extents[1] * extents[1];
  n = end < n ? end : n;
  auto const places = dynamic::arange(c.space(), std::int64_t{0}, n, step);
  dynamic::put(a, places, operand_of(c, {"val"}));
  return out(a);
}

}  // namespace

std::vector<operation> writing_operations()
{
  return {{"put", "indexing", put},       {"put_along_axis", "indexing", put_along_axis},
          {"place", "indexing", place},   {"putmask", "indexing", putmask},
          {"copyto", "indexing", copyto}, {"fill_diagonal", "indexing", fill_diagonal}};
}

}  // namespace acre::conformance
