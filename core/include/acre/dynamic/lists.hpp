#pragma once

#include <acre/array/slice.hpp>
#include <acre/dynamic/elementwise.hpp>
#include <acre/index/index_mode.hpp>

#include <optional>
#include <source_location>
#include <span>
#include <string_view>
#include <vector>

/// Lists of different lengths whose dtype is known at run time only: what acre::ragged
/// (acre/ragged/ragged.hpp) has for analyses, with its names, bits and errors. Lists hold elements,
/// not lists. Waits where it is asked how many elements there are.
namespace acre::dynamic {

/// List k holds the elements offsets[k] to offsets[k + 1] - 1 of a content of one axis. A handle:
/// the arrays are shared. Lists never change; elements may.
class lists {
 public:
  /// Offsets of int32 or int64, which need not begin at 0 nor end with the content. Throws
  /// value_error for offsets that are none, decrease or reach beyond the content, shape_error for
  /// arrays of another rank, backend_error for two spaces. Waits.
  lists(dynamic_array const& offsets, dynamic_array const& content);

  /// How many lists there are.
  std::int64_t size() const { return offsets_.size() - 1; }
  /// int64, from 0.
  dynamic_array const& offsets() const { return offsets_; }
  /// The elements of all lists, one list after another: flatten().
  dynamic_array const& content() const { return content_; }
  acre::dtype dtype() const { return content_.dtype(); }

  /// Lists of these lengths with other elements.
  lists holding(dynamic_array const& content) const;

 private:
  friend lists unflatten(dynamic_array const& content, dynamic_array const& counts);
  struct trusted {};
  lists(dynamic_array offsets, dynamic_array content, trusted);

  dynamic_array offsets_, content_;
};

/// Lists of given lengths. Throws value_error for a negative length, and where their sum is not the
/// number of elements.
lists unflatten(dynamic_array const& content, dynamic_array const& counts);

/// How many elements each list has: int64.
dynamic_array count(lists const& x);
/// The number of each element's list, and its place in that: int64, an element of content() each.
dynamic_array list_index(lists const& x);
dynamic_array local_index(lists const& x);

/// What stands beside x's elements in a function of both: one value for each list (or one for all),
/// repeated for its elements; the elements of lists of the same lengths. Throws shape_error.
dynamic_array beside(lists const& x, dynamic_array const& values);
dynamic_array beside(lists const& x, lists const& other);

/// sum, prod, mean, min, max, any, all, count_nonzero, nansum, nanmin, nanmax, nanmean, argmin,
/// argmax of each list, with the bits of reduce() of that list. Without elements: 0, 1, NaN, what
/// nothing is more (less) than, false, true, 0, -1; or `if_empty`, of min and max. Throws
/// value_error for another name, dtype_error for complex numbers.
dynamic_array reduce(std::string_view reduction, lists const& x,
                     std::optional<scalar_value> if_empty = {});
std::vector<std::string_view> list_reductions();

/// Whole lists: by a mask of one value for each, or by their numbers (index_error). A view of a
/// slice with step 1.
lists take(lists const& x, dynamic_array const& which,
           std::source_location where = std::source_location::current());
lists take(lists const& x, slice const& which);
/// Elements of each list: by lists of bool of the same lengths, by lists of their places in the
/// list (index_error at once: waits), or a slice of each.
lists select(lists const& x, lists const& which);
lists select(lists const& x, slice const& in_each);
/// List number k, from the end where negative: a view. Throws index_error. Waits.
dynamic_array item(lists const& x, std::int64_t k);
/// Element k of every list; index_error where one has none: index 2 is out of bounds for list 1
/// with size 0. With `if_none` that in its place. Waits.
dynamic_array item_of_each(lists const& x, std::int64_t k,
                           std::optional<scalar_value> if_none = {});

/// Each list sorted, stable; NaN last. argsort: places in the list.
lists sort(lists const& x, bool descending = false);
lists argsort(lists const& x, bool descending = false);

/// The lists as rows of a table: longer ones are cut, shorter ones end with `value`.
dynamic_array pad(lists const& x, std::int64_t columns, scalar_value value);

/// All n elements of each list whose places ascend, in the order of these: n lists of one
/// structure. The arg… are where they lie in content(), in x's lists. Throws value_error for n < 1.
std::vector<lists> argcombinations(lists const& x, int n);
std::vector<lists> combinations(lists const& x, int n);
/// Each element of a list with each of the same list of the other.
std::vector<lists> argcartesian(lists const& a, lists const& b);
std::vector<lists> cartesian(lists const& a, lists const& b);

/// Axis 0: the lists of one behind those of the other; axis 1: the elements of each list.
lists concatenate(lists const& a, lists const& b, int axis = 0);

}  // namespace acre::dynamic
