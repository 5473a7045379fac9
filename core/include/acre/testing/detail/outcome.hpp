#pragma once

#include <acre/array/copy.hpp>
#include <acre/testing/detail/difference.hpp>

#include <cstddef>
#include <cstring>
#include <exception>
#include <string>
#include <tuple>
#include <vector>

/// Results brought to the host with their dtype as a value, to be compared.
namespace acre::detail {

/// Elements on the host in C order.
struct host_result {
  std::string dtype;
  std::vector<std::int64_t> shape;
  std::vector<std::byte> bytes;
};

/// Compares two of one dtype and shape.
difference difference_of(host_result const& a, host_result const& b,
                         std::optional<std::uint64_t> tolerance = std::nullopt);

/// "float64 (3,4)".
std::string type_text(host_result const& r);

/// A type's name as people write it, and what the exception that is being handled says.
struct thrown_text {
  std::string type, text;
};
thrown_text current_exception_text();

template <element T>
host_result host_result_of(T const* elements, std::vector<std::int64_t> shape, std::size_t count)
{
  host_result r{dtype_name<T>(), std::move(shape), std::vector<std::byte>(count * sizeof(T))};
  if (count > 0) std::memcpy(r.bytes.data(), elements, r.bytes.size());
  return r;
}

/// An array's or expression's elements. Waits; throws index errors pending on its space.
template <expression E>
host_result to_host_result(E const& e)
{
  using T = typename E::value_type;
  auto const shape = e.shape();
  auto const elements = to_vector(e);
  return host_result_of(reinterpret_cast<T const*>(elements.data()), {shape.begin(), shape.end()},
                        elements.size());
}
template <scalar S>
host_result to_host_result(S const& value)
{
  return host_result_of(&value, {}, 1);
}

template <class R>
concept tuple_like = requires { std::tuple_size<R>::value; };

/// A callable's result, which may be a tuple, as a list.
template <class R>
void append_results(std::vector<host_result>& results, R const& value)
{
  if constexpr (tuple_like<R>) {
    std::apply([&](auto const&... part) { (append_results(results, part), ...); }, value);
  } else {
    static_assert(operand<R>,
                  "acre: cross_check compares arrays, expressions, numbers and tuples of them; "
                  "nothing else that the "
                  "callable returns");
    results.push_back(to_host_result(value));
  }
}

/// Outcome on one space.
struct outcome {
  std::string space;
  thrown_text error;  ///< no type: nothing was thrown
  std::vector<host_result> results;
};

}  // namespace acre::detail
