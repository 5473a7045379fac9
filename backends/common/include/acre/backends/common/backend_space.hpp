#pragma once

#include <acre/backends/common/device_info.hpp>
#include <acre/backends/common/failure_log.hpp>
#include <acre/backends/common/index_failure.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace acre::backends {

/// What core asks of a space. It is a cheap value: copies mean the same queue of work.
///
///   name, memory_space            as users write it; where its Views live
///   host_accessible               whether the host may read its memory
///   patterns                      how work runs: elementwise, reduce_rows, reduce_columns,
///                                 accumulate, mark, pick, sort_keys; what each does stands in the
///                                 headers of host_common and gpu_common named after it
///   allocate(bytes)               null if the memory cannot be had
///   deallocate(p, bytes)          behind the work queued so far
///   fence()                       waits; throws the index errors that the work left
///   copy_to_host(to, from, n)     as fence, and then copies n bytes
///   copy_from_host(to, from, n)   waits for the copy
///   copy(to, from, n)             queued
///   failure_record()              where kernels leave index failures (index_failure.hpp)
///   begin_check(check)            the number of a launch that checks indices (failure_log.hpp)
///   begin_lasting_checks(c, n)    the first number of n checks whose kernels come later
///   devices()                     those present
template <class S>
concept backend_space =
    std::copyable<S> && std::default_initializable<S> &&
    requires(S const& s, void* to, void const* from, std::size_t n, index_check const& check) {
      typename S::patterns;
      typename S::memory_space;
      { S::name } -> std::convertible_to<char const*>;
      { S::host_accessible } -> std::convertible_to<bool>;
      { s.allocate(n) } -> std::same_as<void*>;
      s.deallocate(to, n);
      s.fence();
      s.copy_to_host(to, from, n);
      s.copy_from_host(to, from, n);
      s.copy(to, from, n);
      { s.failure_record() } -> std::same_as<index_failure*>;
      { s.begin_check(check) } -> std::same_as<std::uint64_t>;
      { s.begin_lasting_checks(&check, 1) } -> std::same_as<std::uint64_t>;
      { S::devices() } -> std::same_as<std::vector<device_info>>;
    };

}  // namespace acre::backends
