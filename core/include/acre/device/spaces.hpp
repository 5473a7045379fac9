#pragma once

#include <acre/backends.hpp>
#include <acre/error.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace acre {

/// One space of this build by name, with its devices.
struct space_info {
  std::string name;
  std::vector<device_info> devices;
};

/// The spaces that this build has, in the order of all_spaces. Needs Kokkos to be initialised.
std::vector<space_info> spaces();

/// "cuda:1" as name and device number (0 without one). Throws backend_error for a name that is
/// not built or a device that is not present, listing those that are.
struct space_name {
  std::string name;
  int device = 0;
};
space_name parse_space(std::string_view text);

namespace detail {

template <class F, class... Space>
void call_with_space(type_list<Space...>, std::string_view name, F&& f)
{
  bool const found = ((name == Space::name ? (f(Space()), true) : false) || ...);
  if (!found) parse_space(name);  // throws with the list
}

template <class F, class... Space>
void call_with_each_space(type_list<Space...>, F&& f)
{
  (f(Space()), ...);
}

}  // namespace detail

/// f(space) with the space of that name ("cuda", "openmp:0"). Its device is the one that runtime
/// started Kokkos on; a number in the name is only looked up. f is a generic callable; nvcc allows
/// no kernel lambda inside a generic lambda: hand over a function object instead. Throws as
/// parse_space.
template <class F>
void dispatch(std::string_view name, F&& f)
{
  detail::call_with_space(all_spaces(), parse_space(name).name, f);
}

/// f(space) for every space of the build.
template <class F>
void for_each_space(F&& f)
{
  detail::call_with_each_space(all_spaces(), f);
}

}  // namespace acre
