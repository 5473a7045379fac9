#include <acre/dynamic/axis_order.hpp>
#include <acre/dynamic/elementwise.hpp>
#include <acre/dynamic/shape.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre/index/compress.hpp>
#include <acre/index/nonzero.hpp>

#include <algorithm>

#include "selection.hpp"
#include "views.hpp"

namespace acre::dynamic {

namespace {

using namespace detail;
using acre::detail::index_item;

bool is_truth(index_term const& term)
{
  auto const* const array = std::get_if<dynamic_array>(&term);
  return array && array->rank() == 0 && array->dtype() == dtype::boolean;
}
/// How many axes of the array a term speaks of.
int axes_of(index_term const& term)
{
  if (std::holds_alternative<newaxis_t>(term) || std::holds_alternative<ellipsis_t>(term) ||
      is_truth(term))
    return 0;
  auto const* const array = std::get_if<dynamic_array>(&term);
  return array && array->dtype() == dtype::boolean ? array->rank() : 1;
}

/// Positions of the true elements along each axis of a mask.
std::vector<dynamic_array> true_positions(dynamic_array const& mask)
{
  return std::visit(
      [&]<class Space>(Space const& on) {
        using positions = array<std::int64_t, 1, Space>;
        positions const linear = acre::detail::marked_positions(
            on, acre::detail::mark_true(mask.as<bool, max_rank, Space>()));
        if (mask.rank() == 1) return std::vector<dynamic_array>{linear};
        std::vector<dynamic_array> found;
        std::int64_t stride = mask.size();
        for (std::int64_t const extent : mask.shape()) {
          stride = extent > 0 ? stride / extent : 0;
          acre::detail::coordinate_op const along{std::max<std::int64_t>(stride, 1), extent,
                                                  found.empty()};
          found.emplace_back(positions(
              acre::detail::unary<acre::detail::coordinate_op, positions>(along, linear)));
        }
        return found;
      },
      mask.space());
}

/// The marked elements, picked by their marks: no positions are made of them.
dynamic_array picked_by_mask(dynamic_array const& a, dynamic_array const& given)
{
  return with_bits(a, [&]<class T, class Space>(array<T, max_rank, Space> const& x) {
    auto const mask = given.as<bool, max_rank, Space>();
    if (auto const all = acre::detail::compress_at_once(mask, x)) return *all;
    return acre::detail::compress_marked(acre::detail::mark_true(mask), x);
  });
}

struct term_collector {
  dynamic_array const& a;
  resolved_list& list;
  int plain_arrays = 0, masks = 0;

  index_item& add(index_item::kind what)
  {
    list.items.emplace_back().what = what;
    return list.items.back();
  }
  void operator()(std::int64_t i) { add(index_item::kind::integer).value = i; }
  [[noreturn]] void operator()(double)
  {
    throw index_error(
        "only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or "
        "boolean "
        "arrays are valid indices");
  }
  void operator()(slice const& s) { add(index_item::kind::slice).range = s; }
  void operator()(newaxis_t) { add(index_item::kind::newaxis); }
  void operator()(ellipsis_t) { add(index_item::kind::ellipsis); }
  void operator()(dynamic_array const& i)
  {
    if (kind_of(i.dtype()) > kind::integer)
      throw index_error("arrays used as indices must be of integer (or boolean) type");
    if (i.space().index() != a.space().index())
      throw backend_error(std::string("the indices live on ") + name(i.space()) +
                          ", the array on " + name(a.space()));
    if (i.rank() == 0 && i.dtype() != dtype::boolean) {  // an integer, as NumPy has it
      list.from_arrays = true;
      (*this)(item<std::int64_t>(astype(i, dtype::int64)));
      return;
    }
    if (i.dtype() != dtype::boolean) {
      ++plain_arrays;
      add_array(astype(i, dtype::int64));
      return;
    }
    ++masks;
    auto const found = true_positions(i);
    for (std::size_t axis = 0; axis < found.size(); ++axis) add_array(found[axis], i.shape()[axis]);
  }
  void add_array(dynamic_array const& i, std::int64_t mask_extent = -1)
  {
    auto& item = add(index_item::kind::array);
    item.rank = i.rank();
    std::copy(i.shape().begin(), i.shape().end(), item.extent.begin());
    std::copy(i.strides().begin(), i.strides().end(), item.stride.begin());
    item.mask_extent = mask_extent;
    list.arrays.push_back(i);
  }
};

dynamic_array gathered(dynamic_array const& a, resolved_list const& list, index_mode mode,
                       acre::detail::index_site const& site)
{
  dynamic_array const bits = bits_of(a);
  return of_rank(
      as_dtype(with_selection<bit_patterns>(
                   bits, list, mode, site, [](auto const& selected) { return evaluate(selected); }),
               a.dtype()),
      list.plan.rank);
}

}  // namespace

namespace detail {

resolved_list resolve(dynamic_array const& a, index_list list)
{
  resolved_list result;
  term_collector collect{a, result};
  for (auto const& term : list) std::visit(collect, term);
  result.plan = acre::detail::plan_index(a.shape(), a.strides(), result.items);
  result.only_integers =
      std::all_of(result.items.begin(), result.items.end(),
                  [](auto const& item) { return item.what == index_item::kind::integer; }) &&
      result.plan.rank == 0;
  result.only_mask = collect.masks == 1 && collect.plain_arrays == 0;
  return result;
}

dynamic_array const* mask_of_all(dynamic_array const& a, index_list list)
{
  auto const* const mask = list.size() == 1 ? std::get_if<dynamic_array>(&list[0]) : nullptr;
  bool const is_one = mask && mask->dtype() == dtype::boolean && mask->rank() > 0 &&
                      std::ranges::equal(mask->shape(), a.shape()) && mask->space() == a.space();
  return is_one ? mask : nullptr;
}

bool has_truths(index_list list) { return std::ranges::any_of(list, is_truth); }

/// a[True] picks the first place of a new axis of extent 1, a[False] none. The other terms are
/// refused first, with the numbers of the axes that they name.
with_truths::with_truths(dynamic_array const& array, index_list given)
    : a(array), list(given.begin(), given.end())
{
  auto others = list;
  std::erase_if(others, is_truth);
  resolve(array, others);
  int named = 0, axis = 0;
  for (auto const& term : list) named += axes_of(term);
  for (auto& term : list) {
    if (is_truth(term)) {
      auto const picks = truth(std::get<dynamic_array>(term)) ? 1 : 0;
      a = expand_dims(a, {axis});
      term = astype(full(a.space(), dtype::int8, std::array{std::int64_t{picks}}, 0), dtype::int64);
      ++axis;
    } else {
      axis += std::holds_alternative<ellipsis_t>(term) ? std::max(array.rank() - named, 0)
                                                       : axes_of(term);
    }
    axis = std::min(axis, a.rank());
  }
}

dynamic_array read_elements(dynamic_array const& a, index_list list,
                            acre::detail::index_site const& site)
{
  if (has_truths(list)) {
    with_truths const all(a, list);
    return read_elements(all.a, all.list, site);
  }
  if (auto const* const mask = mask_of_all(a, list)) return picked_by_mask(a, *mask);
  auto const resolved = resolve(a, list);
  if (resolved.plan.arrays > 0) return gathered(a, resolved, index_mode::raise, site);
  auto const view = viewed(a, resolved);
  return resolved.from_arrays ? copy(view) : view;
}

}  // namespace detail

dynamic_array getitem(dynamic_array const& a, index_list list, std::source_location where)
{
  return read_elements(a, list, {"getitem", where});
}

dynamic_array take(dynamic_array const& a, dynamic_array const& index, std::optional<int> axis,
                   index_mode mode, std::source_location where)
{
  auto const x = axis ? with_an_axis(a) : ravel(a);
  int const along = acre::detail::normalized_axis(axis.value_or(0), x.rank());
  if (kind_of(index.dtype()) > kind::integer)
    throw dtype_error(
        std::string(index.rank() == 0 ? "Cannot cast scalar" : "Cannot cast array data") +
        " from dtype('" + name(index.dtype()) +
        "') to dtype('int64') according to the rule 'same_kind'");
  // an array of rank 0 takes no axis of the result, and a boolean one is no mask here
  auto const which = astype(index, dtype::int64);
  std::vector<index_term> list(static_cast<std::size_t>(along), ALL);
  list.emplace_back(index.rank() == 0 ? reshape(which, {1}) : which);
  auto const resolved = resolve(x, list);
  // NumPy looks at no index where an axis in front is empty
  bool const looks = size_of(x.shape().first(static_cast<std::size_t>(along))) > 0;
  bool const from_nothing = looks && resolved.plan.picks > 0 && mode != index_mode::unchecked &&
                            resolved.plan.axis[0].size == 0;
  if (from_nothing && size_of(resolved.shape()) > 0)
    throw index_error(acre::detail::empty_axis_text);
  if (from_nothing && mode == index_mode::raise)
    throw index_error("index " + std::to_string(item<std::int64_t>(ravel(which).view(0, {}, {}))) +
                      " is out of bounds for axis " + std::to_string(along) + " with size 0");
  auto const taken = looks && !from_nothing ? gathered(x, resolved, mode, {"take", where})
                                            : empty(x.space(), x.dtype(), resolved.shape());
  if (index.rank() > 0) return taken;
  std::vector<std::int64_t> shape(taken.shape().begin(), taken.shape().end());
  shape.erase(shape.begin() + along);
  return reshape(taken, shape);
}

std::vector<dynamic_array> nonzero(dynamic_array const& a)
{
  if (a.rank() == 0)
    throw value_error(
        "Calling nonzero on 0d arrays is not allowed. Use np.atleast_1d(scalar).nonzero() instead. "
        "If the "
        "context of this error is of the form `arr[nonzero(cond)]`, just use `arr[cond]`.");
  return true_positions(astype(a, dtype::boolean));
}

}  // namespace acre::dynamic
