#pragma once

#include <acre/backends/common/compiler.hpp>
#include <acre/backends/common/device_info.hpp>
#include <acre/backends/common/fft.hpp>
#include <acre/backends/common/iteration.hpp>
#include <acre/backends/common/launch.hpp>
#include <acre/backends/common/linear_algebra.hpp>
#include <acre/backends/common/lists.hpp>
#include <acre/backends/common/matmul.hpp>
#include <acre/backends/common/queue.hpp>
#include <acre/backends/common/reduce.hpp>
#include <acre/backends/common/runs.hpp>
#include <acre/backends/common/scan.hpp>
#include <acre/backends/common/segments.hpp>
#include <acre/backends/common/select.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace acre::backends {

/// Requirements of core on a queue: memory, copies, and (below) the patterns that run on it.
///
///   allocate(bytes)               null if the memory cannot be had
///   deallocate(p, bytes)          behind the work queued so far
///   fence()                       waits; throws the index errors that the work left
///   copy_to_host(to, from, n)     as fence, and then copies n bytes
///   copy_from_host(to, from, n)   waits for the copy
///   copy(to, from, n)             queued, also from and to pinned memory of the host
///   allocate_pinned(n)            memory of the host that the device copies by itself; may be null
///   copies_alone(p)               whether p lies in such memory
///   and what backends::queue has: lock, joins, index checks
template <class Q>
concept backend_queue =
    std::derived_from<Q, queue> && requires(Q& q, void* to, void const* from, std::size_t n) {
      { q.allocate(n) } -> std::same_as<void*>;
      q.deallocate(to, n);
      q.copy_to_host(to, from, n);
      q.copy_from_host(to, from, n);
      q.copy(to, from, n);
      { q.allocate_pinned(n) } -> std::same_as<std::shared_ptr<void>>;
      { q.copies_alone(from) } -> std::same_as<bool>;
    };

/// Stands for a program, a sink, a reducer and their values where patterns are only looked for.
struct any_program {
  using value_type = int;
};
struct any_sink {};
struct any_reducer {
  using value_type = int;
};

/// That every pattern has an overload for the queue. Each pattern's contract says what it does:
/// backends/common/{elementwise,reduce,scan,segments,accumulate,count,select,runs,sort,matmul,launch,
/// lists,read_back,compiler,fft,linear_algebra}.hpp; its kernels are in the headers of host_common
/// and gpu_common named after it. (Patterns of one kind of space alone, as select of GPUs, are not
/// required.)
template <class Q>
concept runs_patterns =
    requires(Q& q, iteration const& it, reduction const& red, std::int64_t n, any_program const& p,
             any_sink const& s, any_reducer const& r, marks const& m, int* out, std::uint64_t* keys,
             std::int64_t* positions, matmul_problem const& product, launch_size const& blocks,
             list_bounds<std::int64_t> const& lists, segment_list<std::int64_t> const& segments,
             run_facts& facts, fft_problem const& transform) {
      elementwise(q, it, p, s);
      reduce_rows(q, red, p, r, out);
      reduce_columns(q, red, p, r, out);
      scan_rows(q, red, p, r, s);
      scan_columns(q, red, p, r, s);
      accumulate(q, it, p, n, out, s);
      count(q, it, p, n, positions);
      mark(q, n, true, p, m);
      pick(q, n, true, p, m, out);
      sort_keys(q, keys, keys, n);
      matmul(q, product);
      { limits_of(q) } -> std::same_as<launch_limits>;
      launch_blocks(q, blocks, p);
      sort_pairs(q, keys, keys, out, out, n);
      sort_rows(q, keys, keys, n, n);
      argsort_rows(q, keys, positions, n, n);
      { compiler_of(q) } -> std::same_as<kernel_compiler&>;
      visit_lists(q, lists, r);
      reduce_dealt(q, n, r, r, s);
      reduce_segments(q, segments, p, r, s);
      mark_runs(q, p, keys, n, m, &facts);
      visit_marked(q, n, m, p);
      visit_elements(q, n, m, p);
      read_back(q, facts, p);
      fft(q, transform);
      { fft_scales(q) } -> std::same_as<bool>;
      { linear_algebra_of(q) } -> std::same_as<linear_algebra&>;
    };

/// Requirements of core on a space: a cheap value that names a queue (space_handle.hpp).
///
///   name, memory_space            as users write it; where its Views live
///   host_accessible               whether the host may read its memory
///   queue()                       the queue; a default handle's is looked for when it is used
///   new_queue(priority)           another one of the same device
///   devices()                     those present
template <class S>
concept backend_space =
    std::regular<S> && backend_queue<typename S::queue_type> && requires(S const& s) {
      typename S::memory_space;
      { S::name } -> std::convertible_to<char const*>;
      { S::host_accessible } -> std::convertible_to<bool>;
      { s.queue() } -> std::same_as<typename S::queue_type&>;
      { S::default_queue() } -> std::same_as<typename S::queue_type&>;
      { S::running_queue() } -> std::same_as<typename S::queue_type*>;
      {
        S::make_queue(s.queue(), queue_priority())
      } -> std::same_as<std::shared_ptr<typename S::queue_type>>;
      { S::of_device(0) } -> std::same_as<S>;
      { S::devices() } -> std::same_as<std::vector<device_info>>;
    } && runs_patterns<typename S::queue_type>;

}  // namespace acre::backends
