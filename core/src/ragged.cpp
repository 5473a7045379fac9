#include <acre/error.hpp>
#include <acre/ragged/detail/selection.hpp>
#include <acre/ragged/detail/table.hpp>

#include <algorithm>
#include <limits>
#include <string>

namespace acre::detail {

namespace {

std::string of_lists(std::int64_t lists, std::int64_t elements)
{
  return std::to_string(lists) + (lists == 1 ? " list" : " lists") + " with " +
         std::to_string(elements) + (elements == 1 ? " element" : " elements");
}

}  // namespace

void require_offsets(std::int64_t size)
{
  if (size == 0)
    throw value_error(
        "offsets need one entry more than there are lists, at least one; these have none");
}

void require_range(std::int64_t first, std::int64_t last, std::int64_t content)
{
  if (first < 0)
    throw value_error("offsets begin with " + std::to_string(first) +
                      ", which is no position of the content");
  if (last > content)
    throw value_error("offsets end with " + std::to_string(last) + ", beyond the content of " +
                      std::to_string(content) + (content == 1 ? " element" : " elements"));
}

void refuse_decrease(std::int64_t position, std::int64_t here, std::int64_t next)
{
  throw value_error("offsets decrease: offsets[" + std::to_string(position) + "] is " +
                    std::to_string(here) + " and offsets[" + std::to_string(position + 1) +
                    "] is " + std::to_string(next));
}

void require_countable(bool narrow, std::int64_t lists, std::int64_t elements)
{
  constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
  if (narrow && (lists > most || elements > most))
    throw value_error(of_lists(lists, elements) +
                      " are more than offsets of int32 can number; make them int64");
}

void refuse_no_lists()
{
  throw value_error(
      "these lists were declared and not made; assign some to them first: x = from_lists(v)");
}
void refuse_combinations(char const* operation, std::int64_t most)
{
  throw value_error(std::string(operation) + ": the lists have " + std::to_string(most) +
                    " combinations or more, which no memory holds");
}

void refuse_other_lists(std::int64_t lists, std::int64_t elements, std::int64_t other_lists,
                        std::int64_t other_elements)
{
  if (lists == other_lists && elements == other_elements)
    throw shape_error("operands are lists of different lengths: both are " +
                      of_lists(lists, elements) + ", but not the same in each");
  throw shape_error("operands are lists of different lengths: " + of_lists(lists, elements) +
                    " and " + of_lists(other_lists, other_elements));
}

void require_one_each(std::int64_t values, std::int64_t lists)
{
  if (values != lists && values != 1)
    throw shape_error("an array beside lists has one value for each list: it has " +
                      std::to_string(values) + ", and there are " + std::to_string(lists) +
                      (lists == 1 ? " list" : " lists"));
}

void require_list_axis(char const* operation, int axis, int innermost)
{
  if (axis == innermost || axis == -1) return;
  std::string const along = std::to_string(innermost) + " (or -1), not " + std::to_string(axis);
  throw value_error(std::string(operation) +
                    (innermost == 1 ? ": lists are reduced along axis " + along
                                    : ": the innermost lists are reduced, along axis " + along) +
                    "; without an axis over all elements");
}

void require_list_top(std::int64_t k)
{
  if (k < 0) throw value_error("topk: " + std::to_string(k) + " elements of each list");
}

void require_some_list(bool fills)
{
  if (fills)
    throw value_error(
        "index modes fill and drop have no list and no row to put where an index finds none; "
        "raise, wrap and clip find one");
}

slice_rule rule_of(slice const& s)
{
  std::int64_t const step = s.step.value_or(1);
  if (step == 0) throw value_error("slice step cannot be zero");
  return {s.start.has_value(), s.stop.has_value(), s.start.value_or(0), s.stop.value_or(0), step};
}

void refuse_list_index(std::int64_t index, std::int64_t list, std::int64_t length,
                       std::int64_t position, std::source_location where)
{
  throw index_error("index " + std::to_string(index) + " is out of bounds for list " +
                        std::to_string(list) + " with size " + std::to_string(length),
                    {"take", "", position, index, 1, length, where});
}

void require_columns(std::int64_t columns)
{
  if (columns < 0)
    throw value_error("pad: the number of columns, " + std::to_string(columns) +
                      ", must be non-negative");
}

void require_lengths(std::int64_t smallest)
{
  if (smallest < 0)
    throw value_error("unflatten: a list's length cannot be " + std::to_string(smallest));
}

void require_all_taken(std::int64_t lengths, std::int64_t elements)
{
  if (lengths != elements)
    throw value_error("unflatten: the lengths' sum is " + std::to_string(lengths) +
                      ", and there are " + std::to_string(elements) + " elements");
}

void require_mask_size(std::int64_t mask, std::int64_t of, char const* what)
{
  if (mask != of)
    throw index_error(std::string("boolean index did not match the ") + what + ": there are " +
                      std::to_string(of) + " but the mask has " + std::to_string(mask));
}

void require_padded_mask(extents_view mask, extents_view table)
{
  if (!std::ranges::equal(mask, table))
    throw shape_error("from_padded: the mask has the shape " + to_string(mask) +
                      ", and the table " + to_string(table));
}

void require_column_rows(std::string_view column, std::int64_t rows, std::string_view first,
                         std::int64_t expected)
{
  if (rows != expected)
    throw shape_error("table: the column " + std::string(column) + " has " + std::to_string(rows) +
                      (rows == 1 ? " row" : " rows") + ", and " + std::string(first) + " has " +
                      std::to_string(expected));
}

}  // namespace acre::detail
