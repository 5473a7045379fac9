#include <acre/dynamic/creation.hpp>
#include <acre/dynamic/elementwise.hpp>
#include <acre/dynamic/index.hpp>
#include <acre/dynamic/order.hpp>
#include <acre/dynamic/scatter.hpp>
#include <acre/dynamic/shape.hpp>
#include <acre/index/advanced.hpp>
#include <acre/index/scatter_add.hpp>

#include "halves.hpp"
#include "integers.hpp"
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
  template <class T>
  static T combined(T a, T b)
  {
    return a + b;
  }
  template <class Selection, class Values>
  void operator()(Selection const& places, Values const& values) const
  {
    scatter_add(places, values);
  }
};
struct keep_least {
  static constexpr char const* name = "min_at";
  template <class T>
  static T combined(T a, T b)
  {
    return a < b ? a : b;  // b where it is NaN, which a is not
  }
  template <class Selection, class Values>
  void operator()(Selection const& places, Values const& values) const
  {
    scatter_min(places, values);
  }
};
struct keep_largest {
  static constexpr char const* name = "max_at";
  template <class T>
  static T combined(T a, T b)
  {
    return a > b ? a : b;
  }
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

/// Whether each step's result, in the common dtype, is cast to a's before the next one, so that the
/// order of the values matters. It doesn't for integers added to integers, which wrap around (those
/// of uint64 and int64 exactly, which NumPy rounds to float64 on the way).
template <class Combine>
bool goes_in_turn(dtype a, dtype value)
{
  dtype const common = promote(a, value);
  if (kind_of(a) > kind::integer || common == a || kind_of(common) == kind::complex) return false;
  bool const adds_integers = std::is_same_v<Combine, add> && kind_of(a) == kind::integer &&
                             kind_of(value) == kind::integer;
  return !adds_integers;
}

/// x rounded to the dtype.
double rounded_to(dtype type, double x)
{
  if (type == dtype::float16) return static_cast<float>(float16(x));
  if (type == dtype::bfloat16) return static_cast<float>(bfloat16(x));
  return item_size(type) < item_size(dtype::float64) ? static_cast<float>(x) : x;
}

/// The values one after the other, on the host: kept = cast(combined(kept, value)). W is in which
/// the common dtype is computed: double, or the widest integer of its sign.
template <class Combine, class W>
dynamic_array combined_in_turn(dynamic_array const& kept, dynamic_array const& index,
                               dynamic_array const& values, dtype common)
{
  auto elements = to_host(kept);
  auto const at = to_host(index), from = to_host(astype(values, dtype_of<W>));
  with_type<dynamic_array>(
      Combine::name, kept.dtype(), acre::detail::bit_dtypes(), [&]<class T>(std::type_identity<T>) {
        auto* const each = reinterpret_cast<T*>(elements.data());
        auto const* const places = reinterpret_cast<std::int64_t const*>(at.data());
        auto const* const given = reinterpret_cast<W const*>(from.data());
        for (std::int64_t k = 0; k < index.size(); ++k) {
          T& to = each[places[k]];
          if constexpr (std::is_floating_point_v<W>) {
            W const next = Combine::combined(static_cast<W>(to), given[k]);
            to = acre::detail::converted<T>(rounded_to(common, next));
          } else {
            using bits = std::make_unsigned_t<W>;  // which wrap around
            W next = std::is_same_v<Combine, add>
                         ? static_cast<W>(static_cast<bits>(to) + static_cast<bits>(given[k]))
                         : Combine::combined(static_cast<W>(to), given[k]);
            int const spare = 64 - 8 * item_size(common);
            to = static_cast<T>(static_cast<W>(static_cast<bits>(next) << spare) >> spare);
          }
        }
        return kept;
      });
  return from_host(kept.space(), kept.dtype(), elements, kept.shape());
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

  auto const index = ravel(places);
  if (goes_in_turn<Combine>(a.dtype(), value.dtype())) {
    dtype const common = promote(a.dtype(), value.dtype());
    auto const values = ravel(broadcast_to(astype(value, common), places.shape()));
    auto run = &combined_in_turn<Combine, double>;
    if (kind_of(common) < kind::floating)
      run = is_signed(common) ? &combined_in_turn<Combine, std::int64_t>
                              : &combined_in_turn<Combine, std::uint64_t>;
    assign(a, reshape(run(ravel(copy(a)), index, values, common), shape));
    return;
  }
  dtype const type = wide(a.dtype());
  auto const values = ravel(broadcast_to(astype(astype(value, a.dtype()), type), places.shape()));
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
