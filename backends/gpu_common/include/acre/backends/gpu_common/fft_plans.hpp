#pragma once

#include <acre/backends/gpu_common/fft.hpp>
#include <acre/backends/gpu_common/tuning.hpp>
#include <acre/error.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <list>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

/// Bodies of backends::fft for GPUs, compiled once for each vendor's library. `Library` names it:
///
///   plan                       a handle
///   make(problem, bytes)       with no work area of its own, but the bytes that it wants; throws
///                              backend_error
///   run(plan, problem, stream, work)
///   destroy(plan)
namespace acre::backends::gpu {

/// Key of a plan.
struct fft_shape {
  void const* on;  // the queue; of two at one address, one after the other, a plan serves both
  int device;
  fft_kind kind;
  bool single;
  std::array<std::int64_t, fft_most_axes> length;
  int axes;
  std::int64_t count;
  bool operator==(fft_shape const&) const = default;
};

/// The plans that were used last, each for one queue: a plan's calls follow each other in a stream.
template <class Library>
class fft_plans {
 public:
  struct entry {
    fft_shape shape;
    typename Library::plan plan;
    std::size_t bytes;
  };

  static fft_plans& only()
  {
    static fft_plans* const plans = new fft_plans;  // beyond the end of the vendor's runtime
    return *plans;
  }

  /// f(entry) of the plan for a shape, which is made if there is none.
  template <class F>
  void with(fft_shape const& shape, fft_problem const& problem, F const& f)
  {
    std::lock_guard const lock(mutex_);
    auto at = std::find_if(plans_.begin(), plans_.end(),
                           [&](entry const& e) { return e.shape == shape; });
    if (at == plans_.end()) {
      entry made{shape, {}, 0};
      made.plan = Library::make(problem, made.bytes);
      plans_.push_front(made);
      if (plans_.size() > fft_plans_kept) {
        Library::destroy(plans_.back().plan);
        plans_.pop_back();
      }
    } else {
      plans_.splice(plans_.begin(), plans_, at);
    }
    f(plans_.front());
  }

 private:
  std::mutex mutex_;
  std::list<entry> plans_;
};

template <class Library, class Api>
void run_fft(queue<Api>& on, fft_problem const& p)
{
  on.refuse_in_capture("a Fourier transform is to be queued, whose plan a graph doesn't keep");
  fft_shape shape{&on, on.device_index(), p.kind, p.single, {}, p.axes, p.count};
  std::copy_n(p.length, p.axes, shape.length.begin());
  fft_plans<Library>::only().with(shape, p, [&](auto const& entry) {
    auto const work = on.template scratch<std::byte>(
        static_cast<std::int64_t>(std::max<std::size_t>(entry.bytes, 1)));
    tools::kernel const seen(on, "transform");
    Library::run(entry.plan, p, on.stream(), work.data());
  });
}

}  // namespace acre::backends::gpu
