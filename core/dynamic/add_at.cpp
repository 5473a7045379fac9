#include <acre/dynamic/creation.hpp>
#include <acre/dynamic/index.hpp>
#include <acre/dynamic/shape.hpp>
#include <acre/index/advanced.hpp>
#include <acre/index/scatter_add.hpp>

#include "selection.hpp"

namespace acre::dynamic {

namespace {

using namespace detail;

/// Integers are summed in 64 bits: cut to the narrower dtype, the bits are the same.
dtype sum_in(dtype d) { return kind_of(d) == kind::integer ? sum_dtype(d) : d; }

}  // namespace

void add_at(dynamic_array const& a, index_list list, dynamic_array const& value,
            std::source_location where)
{
  // where each element of a[list] lies in a, as one index array: the order of the picks stays
  std::vector<std::int64_t> const shape(a.shape().begin(), a.shape().end());
  auto const numbers = reshape(arange(a.space(), std::int64_t{0}, a.size()), shape);
  auto const places = read_elements(numbers, list, {"add_at", where});
  fence(places);  // throws for an index out of bounds, before anything is written
  acre::detail::require_writable(value.shape(), places.shape());

  dtype const type = sum_in(a.dtype());
  auto const values = ravel(broadcast_to(astype(astype(value, a.dtype()), type), places.shape()));
  auto const index = ravel(places);
  auto const sums = ravel(astype(copy(a), type));
  with_array<type_list<std::int64_t, std::uint64_t, float, double>>(
      "add_at", sums, [&]<class T, class Space>(array<T, max_rank, Space> const&) {
        auto const flat = sums.as<T, 1, Space>();
        scatter_add(flat(index.as<std::int64_t, 1, Space>(), index_mode::unchecked),
                    values.as<T, 1, Space>());
        return flat;
      });
  assign(a, reshape(sums, shape));
}

}  // namespace acre::dynamic
