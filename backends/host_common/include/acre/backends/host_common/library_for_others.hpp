#pragma once

#include <acre/backends/common/operation.hpp>
#include <acre/backends/host_common/space.hpp>

#include <memory>

/// The host's libraries of linear algebra and transforms, for queues of other spaces, which have no
/// library: linear_algebra_for_others.hpp, fft_for_others.hpp. How the host sees the memory of such
/// a queue says `Seen`:
///
///   Seen::of<T> const m(on, data, bytes)   `bytes` from `data` on (null stays null), when what the
///                                          queue `on` was given is done
///   m.get()                                where the host reads and writes it
///   m.write_back()                         the queue has it; only where T is not const
namespace acre::backends::host {

/// f(a queue of the host), as an operation. The queue has as many threads as the host's own and
/// nobody else names it: no lock is held that others wait for.
template <class F>
auto by_library(char const* name, F const& f)
{
  auto const own = acre::host::default_queue().another(nullptr);
  operation const running(name, *own);
  return f(*own);
}

}  // namespace acre::backends::host
