// NumPy's promotion (NEP 50), dtype by dtype; the tables were printed by NumPy 2.4.

#include <acre/array/dtype.hpp>

#include <array>
#include <tuple>

#include <gtest/gtest.h>

namespace {

using c64 = acre::complex<float>;
using c128 = acre::complex<double>;
using dtypes = std::tuple<bool, std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t,
                          std::uint16_t, std::uint32_t, std::uint64_t, float, double, c64, c128>;
constexpr std::size_t count = std::tuple_size_v<dtypes>;
using row = std::array<int, count>;
enum { b, i1, i2, i4, i8, u1, u2, u4, u8, f4, f8, c8, c16 };

template <class T, std::size_t I = 0>
constexpr int number_of()
{
  if constexpr (std::is_same_v<T, std::tuple_element_t<I, dtypes>>)
    return static_cast<int>(I);
  else
    return number_of<T, I + 1>();
}

template <class A, std::size_t... J>
constexpr row promoted(std::index_sequence<J...>)
{
  return {number_of<acre::promote_t<A, std::tuple_element_t<J, dtypes>>>()...};
}
template <std::size_t... I>
constexpr std::array<row, count> table(std::index_sequence<I...> all)
{
  return {promoted<std::tuple_element_t<I, dtypes>>(all)...};
}
template <class S, std::size_t... I>
constexpr row with_scalar(std::index_sequence<I...>)
{
  return {number_of<acre::promote_scalar_t<std::tuple_element_t<I, dtypes>, S>>()...};
}
template <template <class> class Result, std::size_t... I>
constexpr row mapped(std::index_sequence<I...>)
{
  return {number_of<Result<std::tuple_element_t<I, dtypes>>>()...};
}
constexpr std::make_index_sequence<count> all;

// np.promote_types(row, column)
constexpr std::array<row, count> numpys = {{
    {b, i1, i2, i4, i8, u1, u2, u4, u8, f4, f8, c8, c16},              // bool
    {i1, i1, i2, i4, i8, i2, i4, i8, f8, f4, f8, c8, c16},             // int8
    {i2, i2, i2, i4, i8, i2, i4, i8, f8, f4, f8, c8, c16},             // int16
    {i4, i4, i4, i4, i8, i4, i4, i8, f8, f8, f8, c16, c16},            // int32
    {i8, i8, i8, i8, i8, i8, i8, i8, f8, f8, f8, c16, c16},            // int64
    {u1, i2, i2, i4, i8, u1, u2, u4, u8, f4, f8, c8, c16},             // uint8
    {u2, i4, i4, i4, i8, u2, u2, u4, u8, f4, f8, c8, c16},             // uint16
    {u4, i8, i8, i8, i8, u4, u4, u4, u8, f8, f8, c16, c16},            // uint32
    {u8, f8, f8, f8, f8, u8, u8, u8, u8, f8, f8, c16, c16},            // uint64
    {f4, f4, f4, f8, f8, f4, f4, f8, f8, f4, f8, c8, c16},             // float32
    {f8, f8, f8, f8, f8, f8, f8, f8, f8, f8, f8, c16, c16},            // float64
    {c8, c8, c8, c16, c16, c8, c8, c16, c16, c8, c16, c8, c16},        // complex64
    {c16, c16, c16, c16, c16, c16, c16, c16, c16, c16, c16, c16, c16}  // complex128
}};
static_assert(table(all) == numpys);

// np.result_type(array, True), 1, 1.0, 1j
static_assert(with_scalar<bool>(all) == row{b, i1, i2, i4, i8, u1, u2, u4, u8, f4, f8, c8, c16});
static_assert(with_scalar<int>(all) == row{i8, i1, i2, i4, i8, u1, u2, u4, u8, f4, f8, c8, c16});
static_assert(with_scalar<double>(all) == row{f8, f8, f8, f8, f8, f8, f8, f8, f8, f4, f8, c8, c16});
static_assert(with_scalar<c128>(all) ==
              row{c16, c16, c16, c16, c16, c16, c16, c16, c16, c8, c16, c8, c16});
// of a C++ value only the kind counts
static_assert(with_scalar<std::uint64_t>(all) == with_scalar<std::int8_t>(all));
static_assert(with_scalar<float>(all) == with_scalar<double>(all));
static_assert(with_scalar<c64>(all) == with_scalar<c128>(all));

// np.sqrt(array).dtype, but float32 where NumPy has float16: bool and the 8-bit integers
static_assert(mapped<acre::inexact_t>(all) ==
              row{f4, f4, f4, f8, f8, f4, f4, f8, f8, f4, f8, c8, c16});
// array.sum().dtype
static_assert(mapped<acre::sum_t>(all) == row{i8, i8, i8, i8, i8, u8, u8, u8, u8, f4, f8, c8, c16});

// long and long long are one dtype
static_assert(std::is_same_v<acre::promote_t<long, long long>, std::int64_t>);
static_assert(std::is_same_v<acre::promote_t<unsigned long long, unsigned long>, std::uint64_t>);

static_assert(acre::element<bool> && acre::element<long long> && acre::element<c64>);
static_assert(!acre::element<long double> && !acre::element<int*> &&
              !acre::element<acre::complex<int>>);
static_assert(acre::scalar<int const&> && !acre::scalar<char const*>);

// A type that is no dtype is asked nothing.
template <class T>
concept has_kind = requires { acre::detail::kind_of<T>(); };
static_assert(has_kind<long long> && has_kind<c64> && has_kind<char>);
static_assert(!has_kind<long double> && !has_kind<int*> && !has_kind<acre::complex<int>>);
#ifdef __SIZEOF_INT128__
__extension__ using int128 = __int128;
static_assert(!has_kind<int128> && !acre::element<int128>);
#endif
#ifdef __FLT16_MANT_DIG__
__extension__ using float16 = _Float16;
static_assert(!has_kind<float16> && !acre::element<float16>);
#endif

TEST(dtype, has_numpys_names)
{
  EXPECT_STREQ(acre::dtype_name<bool>(), "bool");
  EXPECT_STREQ(acre::dtype_name<std::int8_t>(), "int8");
  EXPECT_STREQ(acre::dtype_name<unsigned short>(), "uint16");
  EXPECT_STREQ(acre::dtype_name<int>(), "int32");
  EXPECT_STREQ(acre::dtype_name<long long>(), "int64");
  EXPECT_STREQ(acre::dtype_name<std::uint64_t>(), "uint64");
  EXPECT_STREQ(acre::dtype_name<float>(), "float32");
  EXPECT_STREQ(acre::dtype_name<double>(), "float64");
  EXPECT_STREQ(acre::dtype_name<c64>(), "complex64");
  EXPECT_STREQ(acre::dtype_name<c128>(), "complex128");
}

}  // namespace
