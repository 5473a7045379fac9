#pragma once

#include <acre/backends/host_common/space.hpp>

namespace acre {

/// The queue of the host whose work the calling thread does, in index order: what every other queue
/// is checked against. It exists in every build, before, in and after the runtime, and may be used
/// inside parallel regions.
host serial();

namespace backends::host {

extern queue_kind serial_kind;  // never written; const, clang would make one for HIP devices

}  // namespace backends::host
}  // namespace acre
