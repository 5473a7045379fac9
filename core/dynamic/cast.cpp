#include <acre/array/copy.hpp>
#include <acre/dynamic/elementwise.hpp>
#include <acre/elementwise/cast.hpp>

#include "dispatch.hpp"

namespace acre::dynamic {

namespace {

using namespace detail;

/// Casts are compiled to and from the widest dtype of each kind only, 54 of 225, and of smaller
/// integers to float32 and float64, as data are prepared by them: others take two steps, the first
/// of which is exact.
dtype widest(dtype d)
{
  switch (kind_of(d)) {
    case kind::boolean:
      return dtype::int64;
    case kind::integer:
      return d == dtype::uint64 ? d : dtype::int64;
    case kind::floating:
      return dtype::float64;
    default:
      return dtype::complex128;
  }
}

template <class To, class Sources>
dynamic_array cast_from(dynamic_array const& a)
{
  return of_rank(with_array<Sources>(std::string("astype ") + dtype_name<To>(), a,
                                     [](auto const& x) { return acre::copy(cast<To>(x)); }),
                 a.rank());
}

using narrow_integers = type_list<bool, std::int8_t, std::int16_t, std::int32_t, std::uint8_t,
                                  std::uint16_t, std::uint32_t>;

dynamic_array widen(dynamic_array const& a, dtype wide)
{
  if (wide == dtype::int64) return cast_from<std::int64_t, narrow_integers>(a);
  if (wide == dtype::float64) return cast_from<double, type_list<float, float16, bfloat16>>(a);
  return cast_from<complex<double>, type_list<complex<float>>>(a);
}

}  // namespace

dynamic_array astype(dynamic_array const& a, dtype type)
{
  if (a.dtype() == type) return a;
  if (type == dtype::boolean && kind_of(a.dtype()) == kind::complex)
    return binary("not_equal", a, scalar_operand(a, std::int64_t{0}));
  if (kind_of(a.dtype()) == kind::complex && kind_of(type) < kind::complex)
    throw dtype_error(std::string("astype: ") + name(a.dtype()) + " becomes " + name(type) +
                      " by its part \"real\" or by \"absolute\", which say what becomes of the "
                      "imaginary part");
  dtype const wide = widest(a.dtype());
  if (wide == dtype::int64 && a.dtype() != wide) {
    if (type == dtype::float32) return cast_from<float, narrow_integers>(a);
    if (type == dtype::float64) return cast_from<double, narrow_integers>(a);
  }
  dynamic_array const x = a.dtype() == wide ? a : widen(a, wide);
  if (wide == type) return x;
  return with_type<dynamic_array>(
      "astype", type, acre::detail::stored_dtypes(), [&]<class To>(std::type_identity<To>) {
        using wide_reals = type_list<std::int64_t, std::uint64_t, double>;
        if constexpr (acre::detail::kind_of<To>() == kind::complex)
          return cast_from<To, join<wide_reals, type_list<complex<double>>>>(x);
        else
          return cast_from<To, wide_reals>(x);
      });
}

void assign(dynamic_array const& to, dynamic_array const& values)
{
  dynamic_array const from = without_front(values, to.rank());
  acre::detail::require_assignable(from.shape(), to.shape());
  acre::detail::require_writable_memory(to.shape(), to.strides());  // named by its own axes
  auto const source = bits_of(astype(from, to.dtype()));
  with_array<bit_patterns>("assign", bits_of(to),
                           [&]<class T, class Space>(array<T, max_rank, Space> const& x) {
                             acre::detail::assign(x, source.as<T, max_rank, Space>());
                             return x;
                           });
}

}  // namespace acre::dynamic
