#include <acre/array/detail/format.hpp>
#include <acre/dynamic/print.hpp>

#include "dispatch.hpp"

namespace acre::dynamic {

namespace {

std::string text_of(dynamic_array const& a, bool repr)
{
  auto const elements = to_host(a);
  return detail::with_type<std::string>(
      "print", a.dtype(), acre::detail::stored_dtypes(), [&]<class T>(std::type_identity<T>) {
        return acre::detail::format_array<T>(reinterpret_cast<T const*>(elements.data()), a.shape(),
                                             repr);
      });
}

}  // namespace

std::string to_string(dynamic_array const& a) { return text_of(a, false); }
std::string repr(dynamic_array const& a) { return text_of(a, true); }

}  // namespace acre::dynamic
