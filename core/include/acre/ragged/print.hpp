#pragma once

#include <acre/ragged/detail/shown.hpp>

#include <ostream>
#include <string>

namespace acre {

/// The lists as Awkward Array prints them, [[1.1, 2.2], [], [4.4]], in 80 characters with "..." for
/// what has no room, 3 digits a number (x(0), flatten(x) print all). Copies what is shown. Waits.
template <lists E>
  requires(!expression<E>)
std::string to_string(E const& e)
{
  return detail::items_text(e, 80);
}
template <ragged_expression E>
std::string to_string(E const& e)
{
  return detail::items_text(evaluate(e), 80);
}

/// A table as pandas prints a DataFrame, without the numbers of the rows: aligned columns under
/// their names, of more than 10 rows the first and the last 5. Only what is shown is copied. Waits.
template <class... Columns>
std::string to_string(table<Columns...> const& t)
{
  return detail::table_text(t);
}

template <ragged_expression E>
std::ostream& operator<<(std::ostream& out, E const& e)
{
  return out << to_string(e);
}
template <class E>
  requires((lists<E> && !expression<E>) || table_like<E>)
std::ostream& operator<<(std::ostream& out, E const& e)
{
  return out << to_string(e);
}

}  // namespace acre
