#pragma once

#include <acre/elementwise/detail/host_list.hpp>

/// Misuses of <acre/order/bincount.hpp>, refused with a sentence; that header opens this one last.
namespace acre {

/// bincount(x, v) of a std::vector.
template <expression E, class... Rest>
auto bincount(E const& x, detail::host_list, Rest const&...)
{
  return acre::bincount(x);
}

}  // namespace acre
