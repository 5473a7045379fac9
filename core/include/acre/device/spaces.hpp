#pragma once

#include <acre/backends.hpp>
#include <acre/error.hpp>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace acre {

/// One space of this build by name, with its devices.
struct space_info {
  std::string name;
  std::vector<device_info> devices;
};

/// The names of where this build computes: the host's queues "serial" and "openmp", then GPUs.
/// Needs no runtime: before one openmp has as many threads as OpenMP gives a region
/// (OMP_NUM_THREADS).
std::vector<space_info> spaces();

/// "serial", "openmp:3" and "cuda:1" as name and number: threads of openmp, a device of a GPU. No
/// number means all threads, and the device that runtime started Kokkos on. "host" is the name of
/// what host() is.
struct space_name {
  std::string name;
  std::optional<int> number;
};
/// Reads such a text, before a runtime too. Throws backend_error for a name that is not built, a
/// device that is not present and less than one thread, listing what there is.
space_name parse_space(std::string_view text);

/// "serial", "openmp", "cuda": the name in spaces() of what a space's work runs on.
template <class Space>
char const* name_of(Space const& space)
{
  return space.queue().space_name();
}

namespace detail {

/// Throws backend_error for a device that is not there, listing those that are.
void require_device(char const* space, int index, std::vector<device_info> const& there);

}  // namespace detail

/// A space's queue on one of its devices, always the same one for the same device:
/// on_device<cuda>(1) is the second GPU. Arrays of several devices are used like those of several
/// queues; if one device cannot read another's memory, an operand there (can_access_peer) is a
/// value_error, and copy_to(space, x) moves it. A CPU has device 0. Throws backend_error for a
/// device that is not present, listing those that are, and for a GPU's before a runtime has
/// started.
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
  detail::require_device(Space::name, index, Space::devices());
  return Space::of_device(index);
}

/// The device of a space's queue, with what is known: its name, memory and limits; of the host the
/// threads of that queue.
template <class Space>
device_info device_of(Space const& space)
{
  return space.device();
}

/// Whether work on the device of `space` can read and write the memory of `peer`'s device, as
/// cudaDeviceCanAccessPeer says of two devices: if so, operands of both may meet. A device reaches
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

/// The queue of the host of that name, if it is one's: of so many threads, or the standard one.
std::optional<host> host_of(space_name const& name);

template <class F, class... Gpu>
void call_with_space(type_list<host, Gpu...>, space_name const& name, F&& f)
{
  if (auto const on_host = host_of(name))
    f(*on_host);
  else
    static_cast<void>(
        ((name.name == Gpu::name ? (f(name.number ? Gpu::of_device(*name.number) : Gpu()), true)
                                 : false) ||
         ...));
}

template <class F, class... Gpu>
void call_with_each_space(type_list<host, Gpu...>, F&& f)
{
  for (auto const* const kind : backends::host::kinds()) f(backends::host::handle_of(*kind));
  (f(Gpu()), ...);
}

}  // namespace detail

/// f(space) with the space of that name: "serial" is serial(), "openmp:3" openmp(3), "cuda:1"
/// on_device<cuda>(1), and "cuda" the device that runtime started Kokkos on. f is a generic
/// callable, compiled once for host and once for each GPU; nvcc allows no kernel lambda inside a
/// generic lambda: hand over a function object instead. Throws as parse_space.
template <class F>
void dispatch(std::string_view name, F&& f)
{
  detail::call_with_space(all_spaces(), parse_space(name), f);
}

/// f(space) for each of spaces().
template <class F>
void for_each_space(F&& f)
{
  detail::call_with_each_space(all_spaces(), f);
}

}  // namespace acre
