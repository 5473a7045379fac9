#include <acre/array/slice.hpp>
#include <acre/dynamic/along_axis.hpp>
#include <acre/dynamic/creation.hpp>
#include <acre/dynamic/index.hpp>
#include <acre/dynamic/lists.hpp>
#include <acre/dynamic/order.hpp>
#include <acre/dynamic/queue.hpp>
#include <acre/dynamic/reduce.hpp>
#include <acre/dynamic/scan.hpp>
#include <acre/dynamic/shape.hpp>
#include <acre/ragged/detail/list_structure.hpp>

#include <algorithm>
#include <limits>

#include "groups.hpp"
#include "halves.hpp"

/// Lists are arithmetic on their offsets, by the functions of arrays; the elements of each are
/// reduced as the groups of group_by() are.
namespace acre::dynamic {

namespace {

using namespace detail;

dynamic_array sum_of(dynamic_array const& a, dynamic_array const& b) { return binary("add", a, b); }
dynamic_array less(dynamic_array const& a, dynamic_array const& b)
{
  return binary("subtract", a, b);
}
dynamic_array counting(dynamic_array const& like, std::int64_t count)
{
  return arange(like.space(), std::int64_t{0}, count);
}
dynamic_array part(dynamic_array const& a, std::int64_t first, std::int64_t count)
{
  return a.view(first * a.strides()[0], std::array{count}, a.strides());
}
dynamic_array begins(lists const& x) { return part(x.offsets(), 0, x.size()); }
dynamic_array ends(lists const& x) { return part(x.offsets(), 1, x.size()); }
dynamic_array fits(dynamic_array const& a, scalar_value n) { return scalar_operand(a, n); }
dynamic_array running(dynamic_array const& lengths)
{
  scan_options options;
  options.axis = 0;
  options.include_initial = true;
  options.type = dtype::int64;
  return scan("cumsum", lengths, options);
}
std::int64_t number_at(dynamic_array const& a, std::int64_t k)
{
  return item<std::int64_t>(part(a, k, 1));
}

void require_axis(char const* what, dynamic_array const& a)
{
  if (a.rank() != 1)
    throw shape_error(std::string("lists: ") + what + " of shape " + to_string(a.shape()) +
                      " has not one axis");
}

/// Elements begin[k] … begin[k] + count[k] - 1, one run after another.
dynamic_array runs(dynamic_array const& begin, dynamic_array const& counts)
{
  auto const offsets = running(counts);
  std::int64_t const n = counts.size(), total = number_at(offsets, n);
  return sum_of(repeat(less(begin, part(offsets, 0, n)), counts, 0), counting(counts, total));
}

lists taken(lists const& x, dynamic_array const& begin, dynamic_array const& counts)
{
  return unflatten(take(x.content(), runs(begin, counts), 0), counts);
}

group_entry const* entry_named(std::string_view name)
{
  for (auto const& table : {group_sums(), group_extrema()})
    for (auto const& entry : table)
      if (entry.name == name && name != "count") return &entry;
  return nullptr;
}

/// What nothing is less (more) than, as the number that a dtype has.
scalar_value limit_of(dtype type, bool highest)
{
  scalar_value found = highest;
  with_type<int>("lists", type, acre::detail::stored_dtypes(), [&]<class T>(std::type_identity<T>) {
    using limits = std::numeric_limits<T>;
    if constexpr (std::is_same_v<T, bool>)
      return 0;
    else if constexpr (acre::detail::is_integer<T>)
      found =
          std::is_signed_v<T>
              ? scalar_value(static_cast<std::int64_t>(highest ? limits::max() : limits::min()))
              : scalar_value(static_cast<std::uint64_t>(highest ? limits::max() : limits::min()));
    else if constexpr (acre::detail::kind_of<T>() == kind::floating)
      found = highest ? std::numeric_limits<double>::infinity()
                      : -std::numeric_limits<double>::infinity();
    return 0;
  });
  return found;
}

/// What a reduction gives of an empty list.
scalar_value of_nothing(std::string_view reduction, dtype result)
{
  if (reduction == "prod") return std::int64_t{1};
  if (reduction == "all") return true;
  if (reduction.ends_with("mean")) return std::numeric_limits<double>::quiet_NaN();
  if (reduction.ends_with("min") || reduction.ends_with("max"))
    return limit_of(result, reduction.ends_with("min"));
  return std::int64_t{0};
}

dynamic_array reduced(group_entry const& entry, lists const& x)
{
  return in_float(x.content(), [&](dynamic_array const& elements) {
    // on the offsets' queue, where the groups are reduced
    auto const values = on_queue(x.offsets().space(),
                                 contiguous(astype(elements, entry.argument(elements.dtype()))));
    group_bounds const bounds{x.offsets().space(),
                              static_cast<std::int64_t const*>(x.offsets().first()), x.size(),
                              values.size()};
    return astype(entry.run(bounds, values, ddof(0)), entry.result(elements.dtype()));
  });
}

/// The place of the first of the largest (smallest), or of the first NaN.
dynamic_array position(lists const& x, bool largest)
{
  auto const& a = x.content();
  auto const extreme = beside(x, reduce(largest ? "max" : "min", x));
  auto hit = binary("equal", a, extreme);
  if (kind_of(a.dtype()) == kind::floating) hit = binary("logical_or", hit, unary("isnan", a));
  auto const places = local_index(x);
  auto const far = fits(places, std::numeric_limits<std::int64_t>::max());
  return reduce("min", x.holding(where(hit, places, far)), std::int64_t{-1});
}

bool are_same(dynamic_array const& a, dynamic_array const& b)
{
  if (a.first() == b.first() && a.size() == b.size()) return true;
  return a.size() == b.size() && truth(reduce("all", binary("equal", a, b)));
}

}  // namespace

lists::lists(dynamic_array offsets, dynamic_array content, trusted)
    : offsets_(std::move(offsets)), content_(std::move(content))
{}

lists::lists(dynamic_array const& offsets, dynamic_array const& content)
{
  require_axis("offsets", offsets);
  require_axis("a content", content);
  if (offsets.dtype() != dtype::int32 && offsets.dtype() != dtype::int64)
    throw dtype_error(std::string("lists: offsets are int32 or int64, not ") +
                      name(offsets.dtype()));
  if (offsets.space().index() != content.space().index())
    throw backend_error(std::string("the offsets live on ") + name(offsets.space()) +
                        " and the content on " + name(content.space()) +
                        "; copy one with copy_to(space, x)");
  std::visit(
      [&]<class Space>(Space const&) {
        auto const checked = acre::detail::checked_structure(
            astype(offsets, dtype::int64).as<std::int64_t, 1, Space>(), content.size());
        dynamic_array const all = checked->offsets;
        offsets_ = contiguous(checked->first == 0 ? all : less(all, fits(all, checked->first)));
        content_ = part(content, checked->first, checked->total);
      },
      offsets.space());
}

lists lists::holding(dynamic_array const& elements) const
{
  if (elements.rank() != 1 || elements.size() != content_.size())
    throw shape_error("lists of " + std::to_string(content_.size()) +
                      " elements in all do not hold an array of shape " +
                      to_string(elements.shape()));
  return {offsets_, elements, trusted()};
}

lists unflatten(dynamic_array const& content, dynamic_array const& counts)
{
  require_axis("a content", content);
  require_axis("lengths", counts);
  if (kind_of(counts.dtype()) != kind::integer)
    throw dtype_error(std::string("lists: lengths are integers, not ") + name(counts.dtype()));
  auto const lengths = astype(counts, dtype::int64);
  if (lengths.size() > 0)
    if (auto const least = item<std::int64_t>(reduce("min", lengths)); least < 0)
      throw value_error("unflatten: a list has a negative length: " + std::to_string(least));
  auto const offsets = contiguous(running(lengths));
  if (auto const total = number_at(offsets, lengths.size()); total != content.size())
    throw value_error("unflatten: the lengths' sum is " + std::to_string(total) +
                      ", and there are " + std::to_string(content.size()) + " elements");
  return {offsets, content, lists::trusted()};
}

dynamic_array count(lists const& x) { return less(ends(x), begins(x)); }

dynamic_array list_index(lists const& x)
{
  return repeat(counting(x.offsets(), x.size()), count(x), 0);
}
dynamic_array local_index(lists const& x)
{
  return less(counting(x.offsets(), x.content().size()), repeat(begins(x), count(x), 0));
}

dynamic_array beside(lists const& x, dynamic_array const& values)
{
  if (values.rank() == 0) return values;
  require_axis("an array beside lists", values);
  acre::detail::require_one_each(values.size(), x.size());
  return values.size() == x.size() ? repeat(values, count(x), 0) : values;
}
dynamic_array beside(lists const& x, lists const& other)
{
  if (!are_same(x.offsets(), other.offsets()))
    acre::detail::refuse_other_lists(x.size(), x.content().size(), other.size(),
                                     other.content().size());
  return other.content();
}

std::vector<std::string_view> list_reductions()
{
  return {"sum",    "prod",   "mean",   "min",     "max",    "any",    "all",
          "nansum", "nanmin", "nanmax", "nanmean", "argmin", "argmax", "count_nonzero"};
}

dynamic_array reduce(std::string_view reduction, lists const& x,
                     std::optional<scalar_value> if_empty)
{
  if (kind_of(x.dtype()) > kind::floating) refuse("lists: " + std::string(reduction), x.dtype());
  bool const of_extremes = !reduction.starts_with("arg") &&
                           (reduction.ends_with("min") || reduction.ends_with("max"));
  if (if_empty && !of_extremes)
    throw value_error("a value for empty lists is given to min and max, not to " +
                      std::string(reduction));
  if (reduction == "count_nonzero")
    return reduce("sum", x.holding(astype(x.content(), dtype::boolean)));
  auto const lengths = count(x);
  auto const none = binary("equal", lengths, std::int64_t{0});
  if (reduction == "argmax" || reduction == "argmin")
    return x.content().size() > 0
               ? position(x, reduction == "argmax")
               : full(x.offsets().space(), dtype::int64, lengths.shape(), std::int64_t{-1});
  auto const* const entry = entry_named(reduction);
  if (!entry) throw value_error("there is no reduction of lists '" + std::string(reduction) + "'");
  dtype const result = rounded(x.dtype(), entry->result(computed(x.dtype())));
  auto const otherwise = astype(fits(empty(lengths.space(), result, {}),
                                     if_empty ? *if_empty : of_nothing(reduction, result)),
                                result);
  if (x.content().size() == 0) return copy(broadcast_to(otherwise, lengths.shape()));
  auto const made = reduced(*entry, x);
  return where(none, otherwise, made);
}

lists take(lists const& x, dynamic_array const& which, std::source_location at)
{
  require_axis("a mask or the numbers of lists", which);
  dynamic_array numbers_of = which;
  if (which.dtype() == dtype::boolean) {
    if (which.size() != x.size())
      throw index_error("boolean index did not match indexed array along axis 0; size of axis is " +
                        std::to_string(x.size()) + " but size of corresponding boolean axis is " +
                        std::to_string(which.size()));
    numbers_of = flatnonzero(which);
  }
  auto const begin = acre::dynamic::take(begins(x), numbers_of, 0, index_mode::raise, at);
  auto const counts = acre::dynamic::take(count(x), numbers_of, 0, index_mode::raise, at);
  fence(counts);  // throws what is out of bounds
  return taken(x, begin, counts);
}

lists take(lists const& x, slice const& which)
{
  auto const r = acre::detail::resolve(which, x.size());
  if (r.step != 1 && r.count > 1) {
    auto const at = sum_of(
        binary("multiply", counting(x.offsets(), r.count), static_cast<std::int64_t>(r.step)),
        fits(x.offsets(), static_cast<std::int64_t>(r.first)));
    return take(x, at);
  }
  return lists(part(x.offsets(), r.first, r.count + 1), x.content());
}

lists select(lists const& x, lists const& which)
{
  if (which.dtype() == dtype::boolean) {
    auto const mask = beside(x, which);
    return unflatten(compress(mask, x.content(), 0), reduce("sum", x.holding(mask)));
  }
  if (kind_of(which.dtype()) != kind::integer)
    throw index_error("arrays used as indices must be of integer (or boolean) type");
  if (which.size() != x.size())
    acre::detail::refuse_other_lists(x.size(), x.content().size(), which.size(),
                                     which.content().size());
  auto const at = astype(which.content(), dtype::int64);
  auto const lengths = beside(which, count(x));
  auto const zero = std::int64_t{0};
  auto const from_front = where(binary("less", at, zero), sum_of(at, lengths), at);
  auto const out = binary("logical_or", binary("less", from_front, zero),
                          binary("greater_equal", from_front, lengths));
  if (at.size() > 0 && truth(reduce("any", out))) {
    auto const first = item<std::int64_t>(reduce("argmax", out));
    throw index_error("index " + std::to_string(number_at(at, first)) +
                      " is out of bounds for list " +
                      std::to_string(number_at(list_index(which), first)) + " with size " +
                      std::to_string(number_at(lengths, first)));
  }
  return which.holding(
      acre::dynamic::take(x.content(), sum_of(from_front, beside(which, begins(x))), 0));
}

lists select(lists const& x, slice const& in_each)
{
  // Python's rules, of each length
  auto const lengths = count(x);
  std::int64_t const step = in_each.step.value_or(1);
  if (step == 0) throw value_error("slice step cannot be zero");
  auto const zero = fits(lengths, std::int64_t{0}), one = fits(lengths, std::int64_t{1});
  auto const lowest = step > 0 ? zero : fits(lengths, std::int64_t{-1});
  auto const highest = step > 0 ? lengths : less(lengths, one);
  auto const bound = [&](std::optional<std::int64_t> given, dynamic_array const& otherwise) {
    if (!given) return otherwise;
    auto const at = *given < 0 ? sum_of(lengths, fits(lengths, *given)) : fits(lengths, *given);
    return binary("minimum", binary("maximum", at, lowest), highest);
  };
  auto const start = bound(in_each.start, step > 0 ? lowest : highest),
             stop = bound(in_each.stop, step > 0 ? highest : lowest);
  auto const span = step > 0 ? less(stop, start) : less(start, stop);
  std::int64_t const size = step > 0 ? step : -step;
  auto const counts = binary(
      "maximum", binary("floor_divide", sum_of(span, fits(span, size - 1)), size), std::int64_t{0});
  std::int64_t const total = item<std::int64_t>(reduce("sum", counts));
  auto const made = unflatten(counting(counts, total), counts);
  auto const at =
      sum_of(binary("multiply", local_index(made), step), beside(made, sum_of(begins(x), start)));
  return made.holding(acre::dynamic::take(x.content(), at, 0));
}

dynamic_array item(lists const& x, std::int64_t k)
{
  std::int64_t const at = k < 0 ? k + x.size() : k;
  if (at < 0 || at >= x.size())
    throw index_error("index " + std::to_string(k) + " is out of bounds for axis 0 with size " +
                      std::to_string(x.size()));
  std::int64_t const first = number_at(x.offsets(), at);
  return part(x.content(), first, number_at(x.offsets(), at + 1) - first);
}

dynamic_array item_of_each(lists const& x, std::int64_t k, std::optional<scalar_value> if_none)
{
  auto const lengths = count(x);
  auto const missing = k < 0 ? binary("less", lengths, -k) : binary("less_equal", lengths, k);
  bool const some_are = x.size() > 0 && truth(reduce("any", missing));
  if (some_are && !if_none) {
    auto const first = item<std::int64_t>(reduce("argmax", missing));
    throw index_error("index " + std::to_string(k) + " is out of bounds for list " +
                      std::to_string(first) + " with size " +
                      std::to_string(number_at(lengths, first)));
  }
  auto const at = sum_of(k < 0 ? ends(x) : begins(x), fits(lengths, k));
  if (!some_are) return acre::dynamic::take(x.content(), at, 0);
  auto const other = fits(x.content(), *if_none);
  if (x.content().size() == 0) return copy(broadcast_to(astype(other, x.dtype()), lengths.shape()));
  return where(missing, other, acre::dynamic::take(x.content(), at, 0, index_mode::clip));
}

lists argsort(lists const& x, bool descending)
{
  auto const within = acre::dynamic::argsort(x.content(), {0, descending});
  auto const list = acre::dynamic::take(list_index(x), within, 0);
  auto const order = acre::dynamic::take(within, acre::dynamic::argsort(list, {0, false}), 0);
  return x.holding(less(order, repeat(begins(x), count(x), 0)));
}
lists sort(lists const& x, bool descending)
{
  auto const places = argsort(x, descending);
  return x.holding(acre::dynamic::take(
      x.content(), sum_of(places.content(), repeat(begins(x), count(x), 0)), 0));
}

dynamic_array pad(lists const& x, std::int64_t columns, scalar_value value)
{
  if (columns < 0)
    throw value_error("pad: a table has no negative number of columns: " + std::to_string(columns));
  auto const shape = std::array{x.size(), columns};
  auto const column = reshape(counting(x.offsets(), columns), {1, columns});
  auto const there = binary("less", column, reshape(count(x), {x.size(), 1}));
  auto const other = fits(x.content(), value);
  if (x.content().size() == 0) return copy(broadcast_to(astype(other, x.dtype()), shape));
  auto const at = sum_of(column, reshape(begins(x), {x.size(), 1}));
  return where(there, acre::dynamic::take(x.content(), at, {}, index_mode::clip), other);
}

std::vector<lists> argcombinations(lists const& x, int n)
{
  if (n < 1) throw value_error("combinations are of one element at least");
  // each is followed by all behind its last element: one more at a time
  std::vector<dynamic_array> members{counting(x.offsets(), x.content().size())};
  auto lists_of = list_index(x);
  for (int k = 1; k < n; ++k) {
    auto const& last = members.back();
    auto const next = sum_of(last, fits(last, std::int64_t{1}));
    auto const counts = less(acre::dynamic::take(ends(x), lists_of, 0), next);
    auto const added = runs(next, counts);
    for (auto& each : members) each = repeat(each, counts, 0);
    members.push_back(added);
    lists_of = repeat(lists_of, counts, 0);
  }
  // how many there are in each list: those whose number of a list is less
  auto const of_each =
      less(searchsorted(lists_of, counting(x.offsets(), x.size()), search_side::right),
           searchsorted(lists_of, counting(x.offsets(), x.size())));
  auto const first = unflatten(members[0], of_each);
  std::vector<lists> all;
  for (auto const& each : members) all.push_back(first.holding(each));
  return all;
}
std::vector<lists> combinations(lists const& x, int n)
{
  auto all = argcombinations(x, n);
  for (auto& each : all) each = each.holding(acre::dynamic::take(x.content(), each.content(), 0));
  return all;
}

std::vector<lists> argcartesian(lists const& a, lists const& b)
{
  if (a.size() != b.size())
    acre::detail::refuse_other_lists(a.size(), a.content().size(), b.size(), b.content().size());
  auto const counts = repeat(count(b), count(a), 0);
  auto const left = repeat(counting(a.offsets(), a.content().size()), counts, 0);
  auto const right = runs(repeat(begins(b), count(a), 0), counts);
  auto const first = unflatten(left, binary("multiply", count(a), count(b)));
  return {first, first.holding(right)};
}
std::vector<lists> cartesian(lists const& a, lists const& b)
{
  auto all = argcartesian(a, b);
  all[0] = all[0].holding(acre::dynamic::take(a.content(), all[0].content(), 0));
  all[1] = all[1].holding(acre::dynamic::take(b.content(), all[1].content(), 0));
  return all;
}

lists concatenate(lists const& a, lists const& b, int axis)
{
  auto const elements = concatenate(std::array{a.content(), b.content()}, 0);
  auto const counts = concatenate(std::array{count(a), count(b)}, 0);
  auto const all = unflatten(elements, counts);
  if (axis == 0) return all;
  if (axis != 1 && axis != -1)
    throw index_error("axis " + std::to_string(axis) +
                      " is out of bounds for lists, which have two");
  if (a.size() != b.size())
    acre::detail::refuse_other_lists(a.size(), a.content().size(), b.size(), b.content().size());
  auto const k = counting(a.offsets(), a.size());
  auto const in_turn = take(all, ravel(stack(std::array{k, sum_of(k, fits(k, a.size()))}, 1)));
  return unflatten(in_turn.content(), sum_of(count(a), count(b)));
}

}  // namespace acre::dynamic
