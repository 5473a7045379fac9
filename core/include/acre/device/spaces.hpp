#pragma once

#include <acre/backends.hpp>
#include <acre/error.hpp>

#include <memory>
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

/// "cuda:1" as name and device number (0 without one); parse_space() reads it. Throws backend_error
/// for a name that is not built or a device that is not present, listing those that are.
struct space_name {
  std::string name;
  int device = 0;
};
space_name parse_space(std::string_view text);

/// A space's queue on one of its devices, always the same one for the same device:
/// on_device<cuda>(1) is the second GPU. What a program does with arrays of several devices is what
/// it does with those of several queues; where one device cannot read another's memory, an operand
/// there (can_access_peer) is a value_error, and copy_to(space, x) moves it. A CPU has device 0.
/// Throws backend_error for a device that is not present, listing those that are.
///
/// ```cpp
/// auto const here = on_device<default_space>(0);
/// std::cout << sum(ones(here, shape(3))) << ' ' << device_of(here).index << '\n';
/// ```
/// ```text
/// 3.0 0
/// ```
template <class Space>
Space on_device(int index)
{
  parse_space(std::string(Space::name) + ':' + std::to_string(index));
  return Space::of_device(index);
}

/// What is known about the device of a space's queue: its name, memory and limits.
template <class Space>
device_info device_of(Space const& space)
{
  int const index = space.queue().device_index();
  for (device_info const& info : Space::devices())
    if (info.index == index) return info;
  return {};
}

/// Whether work on the device of `space` can read and write the memory of `peer`'s device, as
/// cudaDeviceCanAccessPeer tells of two devices: then operands of both may meet. A device reaches
/// its own memory.
template <class Space>
bool can_access_peer(Space const& space, Space const& peer)
{
  return space.queue().reaches(peer.queue());
}

/// The device that the vendor's own calls of this thread mean, to the end of the scope: cudaMalloc,
/// cublasCreate, Kokkos::Cuda() go to that of a space, as behind cudaSetDevice; then the one before
/// is it again. acre's calls need none: they know their arrays' device. On a CPU it does nothing.
///
/// ```cpp
/// auto const second = on_device<default_space>(0);  // of two GPUs: on_device<cuda>(1)
/// device_guard const here(second);
/// // a vendor's library that asks for the current device makes its handle here
/// ```
class device_guard {
 public:
  template <class Space>
  explicit device_guard(Space const& space) : current_(space.queue().make_current())
  {}
  device_guard(device_guard const&) = delete;

 private:
  std::shared_ptr<void> current_;
};

namespace detail {

template <class Space>
Space space_of(space_name const& name, bool numbered)
{
  return numbered ? Space::of_device(name.device) : Space();
}

template <class F, class... Space>
void call_with_space(type_list<Space...>, space_name const& name, bool numbered, F&& f)
{
  static_cast<void>(
      ((name.name == Space::name ? (f(space_of<Space>(name, numbered)), true) : false) || ...));
}

template <class F, class... Space>
void call_with_each_space(type_list<Space...>, F&& f)
{
  (f(Space()), ...);
}

}  // namespace detail

/// f(space) with the space of that name: "cuda:1" is on_device<cuda>(1), and "cuda" the device that
/// runtime started Kokkos on. f is a generic callable; nvcc allows
/// no kernel lambda inside a generic lambda: hand over a function object instead. Throws as
/// parse_space.
template <class F>
void dispatch(std::string_view name, F&& f)
{
  detail::call_with_space(all_spaces(), parse_space(name), name.find(':') != name.npos, f);
}

/// f(space) for every space of the build.
template <class F>
void for_each_space(F&& f)
{
  detail::call_with_each_space(all_spaces(), f);
}

}  // namespace acre
