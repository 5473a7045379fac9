#include <acre/reduce/products.hpp>

#include "functions.hpp"

namespace acre::dynamic::detail {

namespace {

using with_bool = join<type_list<bool>, numbers>;

dtype no_bool(dtype d)
{
  if (d == dtype::boolean)
    throw dtype_error(
        "numpy boolean subtract, the `-` operator, is not supported, use the bitwise_xor, the `^` "
        "operator, or the logical_xor function instead.");
  return d;
}

constexpr binary_entry pairs[] = {
    {"add", same, same, run_binary<with_bool>([](auto const& x, auto const& y) { return x + y; })},
    {"subtract", no_bool, same,
     run_binary<numbers>([](auto const& x, auto const& y) { return x - y; })},
    {"multiply", same, same,
     run_binary<with_bool>([](auto const& x, auto const& y) { return x * y; })},
    {"true_divide", quotient, same,
     run_binary<inexacts>([](auto const& x, auto const& y) { return x / y; })},
    {"divide", quotient, same,
     run_binary<inexacts>([](auto const& x, auto const& y) { return x / y; })},
};

}  // namespace

std::span<binary_entry const> arithmetic_pairs() { return pairs; }

}  // namespace acre::dynamic::detail

namespace acre::dynamic {

dynamic_array diff(dynamic_array const& a, std::int64_t n, int axis)
{
  using namespace detail;
  if (n < 0) throw value_error("order must be non-negative but got " + std::to_string(n));
  if (a.rank() == 0) throw value_error("diff requires input that is at least one dimensional");
  int const along = acre::detail::normalized_axis(axis, a.rank()) + max_rank - a.rank();
  return with_array<with_bool>(
      "diff", a, [&](auto const& x) { return dynamic_array(acre::diff(x, n, along), a.rank()); });
}

}  // namespace acre::dynamic
