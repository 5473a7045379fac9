#pragma once

#include <acre/distributed/array.hpp>
#include <acre/distributed/detail/pieces.hpp>
#include <acre/distributed/detail/translate.hpp>

#include <cstdint>
#include <exception>
#include <memory>
#include <vector>

/// Results whose number depends on the elements.
namespace acre::distributed::detail {

/// Throws value_error where the processes' blocks are not one behind the other in C order.
inline void require_c_order(char const* operation, layout const& of)
{
  for (int axis = 1; axis < of.rank(); ++axis)
    if (of.axis(axis).parts() > 1) refuse_order(operation, of);
}

/// A number of each process. Together.
inline std::vector<std::int64_t> told_to_all(processes const& all, std::int64_t mine)
{
  auto const told = access::of(all).all_gather(to_bytes(std::span<std::int64_t const>(&mine, 1)));
  std::vector<std::int64_t> numbers;
  for (std::size_t p = 0; p < told->size(); ++p) {
    require_length((*told)[p], 1, sizeof mine, "all_gather", static_cast<int>(p));
    std::memcpy(&numbers.emplace_back(), (*told)[p].data(), sizeof mine);
  }
  return numbers;
}

/// The elements that make() gives on each process, those of one behind the other's, dealt out as
/// blocks(shape(n)) has them. `lengths`: how many each has. Throws on all processes what make() has
/// thrown on any. Together.
template <class T, class Space, class Make>
array<T, 1, Space> dealt_out(char const* operation, processes const& all, Space const& space,
                             std::vector<std::int64_t> const& lengths, Make const& make)
{
  using elements = acre::array<T, 1, Space>;
  auto const bounds = bounds_of(lengths);
  auto const whole = shape(bounds.back());
  auto const as_they_are =
      std::make_shared<layout const>(blocks(whole, cuts(0, bounds)).wanted(), all.size());
  std::exception_ptr failed;
  elements mine(space, shape_t<1>{0});
  try {
    mine = elements(make());
  } catch (error const&) {
    failed = std::current_exception();
  }
  return translated(operation, term<elements, 0>(all, as_they_are, mine, {}),
                    {{box_of(*as_they_are), {}}}, [&] {
                      if (failed) std::rethrow_exception(failed);
                      return array_access::fresh<array<T, 1, Space>>(
                          all, space, layout::shared(blocks(whole).wanted(), all.size()));
                    });
}

}  // namespace acre::distributed::detail
