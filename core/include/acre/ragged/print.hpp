#pragma once

#include <acre/ragged/detail/format.hpp>
#include <acre/ragged/ragged.hpp>

#include <algorithm>
#include <ostream>
#include <string>

namespace acre {

namespace detail {

/// Elements [from, to) of a list, as texts.
template <class T, class Space>
void append_texts(std::vector<std::string>& texts, array<T, 1, Space> const& list,
                  std::int64_t from, std::int64_t to)
{
  for (auto const value : to_vector(list(slice(from, to))))
    texts.push_back(short_text_of(static_cast<T>(value)));
}

}  // namespace detail

/// The lists as Awkward Array prints them, [[1.1, 2.2, 3.3], [], [4.4, 5.5]], in a line of 80
/// characters with "..." for what has no room, from any space. Only what is shown is copied. Waits.
template <ragged_expression E>
std::string to_string(E const& e)
{
  auto const x = evaluate(e);
  return detail::format_lists(
      x.size(),
      [&](std::int64_t number) {
        auto const list = x(number);
        constexpr std::int64_t most = detail::shown_list::most;
        std::int64_t const n = list.size();
        detail::shown_list shown{n, {}, {}};
        detail::append_texts<typename E::value_type>(shown.first, list, 0, std::min(n, 2 * most));
        if (n > 2 * most)
          detail::append_texts<typename E::value_type>(shown.last, list, n - most, n);
        return shown;
      },
      80);
}

template <ragged_expression E>
std::ostream& operator<<(std::ostream& out, E const& e)
{
  return out << to_string(e);
}

}  // namespace acre
