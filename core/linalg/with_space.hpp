#pragma once

#include <acre/backends.hpp>

#include <memory>
#include <type_traits>

/// The space of a queue, whose type is asked for at run time.
namespace acre::detail {

template <class Space>
Space space_of(backends::queue& on)
{
  using queue_type = typename Space::queue_type;
  return Space(std::shared_ptr<queue_type>(std::shared_ptr<void>(), static_cast<queue_type*>(&on)));
}

template <class Space, class... Others>
constexpr bool queue_is_among(type_list<Others...>)
{
  return (std::is_same_v<typename Space::queue_type, typename Others::queue_type> || ...);
}

/// f(space) for a handle of the queue. Spaces with one type of queue are served by one of them. The
/// last type isn't asked for, which takes a step on a CPU its time.
template <class F, class Space, class... Rest, class... Seen>
void with_space_among(type_list<Space, Rest...>, type_list<Seen...>, backends::queue& on,
                      F const& f)
{
  if constexpr ((queue_is_among<Rest>(type_list<Space, Seen...>()) && ...)) {
    f(space_of<Space>(on));
  } else {
    if constexpr (!queue_is_among<Space>(type_list<Seen...>()))
      if (dynamic_cast<typename Space::queue_type*>(&on)) return f(space_of<Space>(on));
    with_space_among(type_list<Rest...>(), type_list<Seen..., Space>(), on, f);
  }
}
template <class F>
void with_space(backends::queue& on, F const& f)
{
  with_space_among(all_spaces(), type_list<>(), on, f);
}

}  // namespace acre::detail
