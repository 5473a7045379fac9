#include <acre/dynamic/creation.hpp>
#include <acre/dynamic/elementwise.hpp>
#include <acre/dynamic/index.hpp>
#include <acre/dynamic/order.hpp>
#include <acre/dynamic/scatter.hpp>
#include <acre/dynamic/shape.hpp>
#include <acre/index/advanced.hpp>
#include <acre/index/scatter_add.hpp>

#include "halves.hpp"
#include "selection.hpp"
#include "views.hpp"

namespace acre::dynamic {

namespace {

using namespace detail;

/// Integers are combined in 64 bits: cut to the narrower dtype, the bits are the same. Also for
/// bool, whose sum is whether any is true. Halves are combined in float32.
dtype wide(dtype d) { return kind_of(d) <= kind::integer ? sum_dtype(d) : computed(d); }

using summands = type_list<std::int64_t, std::uint64_t, float, double>;

struct add {
  static constexpr char const* name = "add_at";
  template <class Selection, class Values>
  void operator()(Selection const& places, Values const& values) const
  {
    scatter_add(places, values);
  }
};
struct keep_least {
  static constexpr char const* name = "min_at";
  template <class Selection, class Values>
  void operator()(Selection const& places, Values const& values) const
  {
    scatter_min(places, values);
  }
};
struct keep_largest {
  static constexpr char const* name = "max_at";
  template <class Selection, class Values>
  void operator()(Selection const& places, Values const& values) const
  {
    scatter_max(places, values);
  }
};

/// Combines the values at each place of `kept` with it; of one axis each.
template <class Combine>
void combine_at(dynamic_array const& kept, dynamic_array const& index, dynamic_array const& values)
{
  with_array<summands>(Combine::name, kept,
                       [&]<class T, class Space>(array<T, max_rank, Space> const&) {
                         auto const flat = kept.as<T, 1, Space>();
                         Combine()(flat(index.as<std::int64_t, 1, Space>(), index_mode::unchecked),
                                   values.as<T, 1, Space>());
                         return flat;
                       });
}

/// The least or largest of complex numbers, which no scatter compares: values are sorted by place,
/// and those of a place so that what wins comes first, which is NaN, and the first of equals.
void extreme_at(bool largest, dynamic_array const& kept, dynamic_array const& index,
                dynamic_array const& values)
{
  if (index.size() == 0) return;
  auto const is_nan = unary("isnan", values);
  auto const key = [&](int part) {
    auto const x = part_of(values, part);
    auto const ordered = where(is_nan, full(x.space(), x.dtype(), {}, 0), x);
    return largest ? unary("negative", ordered) : ordered;
  };
  auto const order = lexsort(std::array{key(1), key(0), unary("logical_not", is_nan), index});
  auto const places = run_lengths(take(index, order));
  auto const first = take(values, take(order, places.starts));
  put(kept, places.values,
      binary(largest ? "maximum" : "minimum", take(kept, places.values), first));
}

template <class Combine>
void run_at(dynamic_array const& a, index_list list, dynamic_array const& value,
            std::source_location where)
{
  // where each element of a[list] lies in a, as one index array: the order of the picks stays
  std::vector<std::int64_t> const shape(a.shape().begin(), a.shape().end());
  auto const numbers = reshape(arange(a.space(), std::int64_t{0}, a.size()), shape);
  auto const places = read_elements(numbers, list, {Combine::name, where});
  fence(places);  // throws for an index out of bounds, before anything is written
  if (!acre::detail::broadcasts_to(value.shape(), places.shape()))
    throw shape_error("array is not broadcastable to correct shape: values of shape " +
                      to_string(value.shape()) + " for indices of shape " +
                      to_string(places.shape()));

  dtype const type = wide(a.dtype());
  auto const values = ravel(broadcast_to(astype(astype(value, a.dtype()), type), places.shape()));
  auto const index = ravel(places);
  auto const kept = ravel(astype(copy(a), type));
  if (kind_of(type) != kind::complex) {
    combine_at<Combine>(kept, index, values);
  } else if (std::is_same_v<Combine, add>) {
    for (int const part : {0, 1})
      combine_at<add>(part_of(kept, part), index, part_of(values, part));
  } else {
    extreme_at(std::is_same_v<Combine, keep_largest>, kept, index, values);
  }
  assign(a, reshape(kept, shape));
}

}  // namespace

void add_at(dynamic_array const& a, index_list list, dynamic_array const& value,
            std::source_location where)
{
  run_at<add>(a, list, value, where);
}
void min_at(dynamic_array const& a, index_list list, dynamic_array const& value,
            std::source_location where)
{
  run_at<keep_least>(a, list, value, where);
}
void max_at(dynamic_array const& a, index_list list, dynamic_array const& value,
            std::source_location where)
{
  run_at<keep_largest>(a, list, value, where);
}

}  // namespace acre::dynamic
