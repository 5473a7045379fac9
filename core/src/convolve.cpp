#include <acre/error.hpp>
#include <acre/reduce/convolve.hpp>

namespace acre::detail {

void require_some(std::int64_t elements, char const* text)
{
  if (elements == 0) throw value_error(text);
}

}  // namespace acre::detail
