#pragma once

#include <acre/array/detail/format.hpp>
#include <acre/array/print.hpp>
#include <acre/distributed/array.hpp>
#include <acre/distributed/detail/failures.hpp>
#include <acre/distributed/detail/pack.hpp>

#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>
#include <string>
#include <vector>

/// What is printed of an array: its elements, or those at its edges.
namespace acre::distributed::detail {

/// Boxes of the elements that are printed, none in two of them; and a shape, with these alone and
/// what is never read between them, of which the same is printed.
struct printed_boxes {
  std::vector<box> boxes;
  extents shape{};
};
printed_boxes boxes_to_print(layout const& of);

/// f(where, count): the elements of `part`, in C order, as runs along the last axis; `where` is
/// where a run begins in C order of what boxes_to_print says.
void each_printed_run(printed_boxes const& printed, layout const& of, box const& part,
                      std::function<void(std::int64_t where, std::int64_t count)> const& f);

template <class Local, std::size_t N>
std::string text_of(term<Local, N> const& t)
{
  using T = typename Local::value_type;
  using shown = acre::detail::canonical_t<T>;
  constexpr int rank = Local::rank;
  auto const printed = boxes_to_print(*t.where);
  next_call(t.all);
  backends::byte_message mine;
  auto const failed = failure_of(t, [&] {
    auto const block = evaluate(t.local);
    box const had = t.where->block_of(t.all.rank());
    for (auto const& b : printed.boxes) {
      auto const bytes = packed(part_of(block, had, common_box(had, b)));
      mine.insert(mine.end(), bytes.begin(), bytes.end());
    }
  });
  auto const told =
      gather_all(t.all, {"to_string", dtype_name<T>(), t.where.get()}, std::move(mine), failed);
  extents_view const shape(printed.shape.data(), rank);
  value_list<T> elements(size_of(shape));
  for (int p = 0; p < t.all.size(); ++p) {
    auto const* from = told.of(static_cast<std::size_t>(p)).data();
    box const had = t.where->block_of(p);
    for (auto const& b : printed.boxes)
      each_printed_run(printed, *t.where, common_box(had, b),
                       [&](std::int64_t where, std::int64_t count) {
                         auto const bytes = static_cast<std::size_t>(count) * sizeof(T);
                         std::memcpy(static_cast<void*>(elements.data() + where), from, bytes);
                         from += bytes;
                       });
  }
  return acre::detail::format_array<shown>(reinterpret_cast<shown const*>(elements.data()), shape,
                                           false);
}

}  // namespace acre::distributed::detail
