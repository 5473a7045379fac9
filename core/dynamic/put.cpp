#include <acre/dynamic/elementwise.hpp>
#include <acre/dynamic/index.hpp>

#include "selection.hpp"
#include "views.hpp"

namespace acre::dynamic {

using namespace detail;

void put(dynamic_array const& a, dynamic_array const& index, dynamic_array const& values,
         index_mode mode, std::source_location where)
{
  if (kind_of(index.dtype()) > kind::integer)
    throw dtype_error(std::string("Cannot cast array data from dtype('") + name(index.dtype()) +
                      "') to dtype('int64') according to the rule 'safe'");
  auto const indices = astype(ravel(index), dtype::int64);
  if (indices.size() == 0) return;
  if (a.size() == 0) throw index_error("cannot replace elements of an empty array");
  if (values.size() == 0) return;
  // copied, as they may share a's memory
  auto const each = take(astype(ravel(values), a.dtype()),
                         arange(a.space(), std::int64_t{0}, indices.size()), 0, index_mode::wrap);
  auto const flat = ravel(a);
  std::array<index_term, 1> const list{indices};
  write_elements(flat, list, resolve(flat, list), each, {"put", where}, mode);
  write_back(a, flat);
}

std::vector<dynamic_array> unravel_index(dynamic_array const& index, extents_view shape,
                                         std::source_location where)
{
  if (kind_of(index.dtype()) != kind::integer) throw dtype_error("only int indices permitted");
  std::int64_t const n = size_of(shape);
  auto const i = astype(index, dtype::int64);
  // nothing is looked up, but the index is looked at
  auto const nought =
      broadcast_to(full(i.space(), dtype::int64, std::array{std::int64_t{1}}, 0), std::array{n});
  auto const looked_at = take(nought, i, 0, index_mode::raise, where);
  auto whole = acre::dynamic::where(binary("less", i, std::int64_t{0}), binary("add", i, n), i);
  whole = binary("add", whole, looked_at);
  std::vector<dynamic_array> at(shape.size(), whole);
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    std::int64_t const extent = std::max<std::int64_t>(shape[axis], 1);
    at[axis] = binary("remainder", whole, extent);
    whole = binary("floor_divide", whole, extent);
  }
  return at;
}

}  // namespace acre::dynamic
