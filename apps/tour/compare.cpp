#include <acre/testing/detail/difference.hpp>

#include <string>

#include "outcome.hpp"

namespace acre::tour {
namespace {

std::string place(std::int64_t flat, std::vector<std::int64_t> const& shape)
{
  std::string out;
  for (std::int64_t const i : detail::unravel(flat, shape)) {
    out += out.empty() ? '(' : ',';
    out += std::to_string(i);
  }
  return out.empty() ? "()" : out + ")";
}

template <class T>
void compare_values(host_array const& reference, std::vector<T> const& mine,
                    std::vector<T> const& other, agreement& out)
{
  if (mine.size() != other.size()) {
    out.same = false;
    out.where = reference.name + " has " + std::to_string(other.size()) + " elements, serial's " +
                std::to_string(mine.size());
    return;
  }
  auto const c =
      detail::compare_elements(mine.data(), other.data(), static_cast<std::int64_t>(mine.size()));
  if (c.same()) return;
  out.ulp = std::max(out.ulp, c.nan_on_one_side > 0 ? detail::ulp_incomparable : c.max_distance);
  if (out.same)
    out.where = reference.name + place(c.first, reference.shape) + " is " +
                detail::number_text(other[c.first]) + ", serial's " +
                detail::number_text(mine[c.first]) + "; " + std::to_string(c.different) + " of " +
                std::to_string(c.size) + " elements differ";
  out.same = false;
}

}  // namespace

agreement compare(outcome const& reference, outcome const& other)
{
  agreement out;
  if (reference.arrays.size() != other.arrays.size() ||
      reference.messages.size() != other.messages.size())
    return {false, detail::ulp_incomparable, "another number of results than serial's"};
  for (std::size_t i = 0; i < reference.arrays.size(); ++i)
    std::visit(
        [&](auto const& mine) {
          using vector = std::decay_t<decltype(mine)>;
          compare_values(reference.arrays[i], mine, std::get<vector>(other.arrays[i].values), out);
        },
        reference.arrays[i].values);
  for (std::size_t i = 0; i < reference.messages.size(); ++i) {
    message const &mine = reference.messages[i], &theirs = other.messages[i];
    if (mine.answer == theirs.answer) continue;
    if (out.same)
      out.where = mine.question + ": \"" + theirs.answer + "\", serial's \"" + mine.answer + "\"";
    out.same = false;
  }
  return out;
}

}  // namespace acre::tour
