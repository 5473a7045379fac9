#pragma once
#include <acre/array/copy.hpp>
#include <acre/device/spaces.hpp>
#include <acre_apps/timing.hpp>

#include <cmath>
#include <filesystem>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "outcome.hpp"

namespace acre::tour {

/// Input of the workloads.
struct context {
  /// Up to here the largest count, 1e8 at size 1, and its bytes are 64-bit integers.
  static constexpr double largest_size = 1e10;

  double size = 1;  ///< factor on the sizes of made input, above 0
  std::optional<std::filesystem::path> data, events;

  /// `n` elements of made input, scaled; at least one.
  std::int64_t count(std::int64_t n) const
  {
    return std::max<std::int64_t>(1, std::llround(static_cast<double>(n) * size));
  }
};

/// Input that is not there: the workload is left out, and the message says why.
struct unavailable : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct workload {
  std::string name, about;
  std::function<outcome(std::string const& space, context const&)> run;
  std::function<std::vector<picture>(outcome const&)> draw;  ///< may be empty

  /// The name up to the dot, or the whole name.
  std::string group() const { return name.substr(0, name.find('.')); }
};

/// A function object rather than a lambda, as nvcc wants it (see acre::dispatch).
template <class Run>
struct call_on {
  outcome* out;
  context const* given;
  template <class Space>
  void operator()(Space const& space) const
  {
    *out = Run{}(space, *given);
  }
};

/// Adds the workload Run: `outcome operator()(Space const&, context const&) const`, written once as
/// a template over the space.
template <class Run>
void add(std::vector<workload>& list, std::string name, std::string about,
         std::function<std::vector<picture>(outcome const&)> draw = {})
{
  auto run = [](std::string const& space, context const& given) {
    outcome out;
    dispatch(space, call_on<Run>{&out, &given});
    return out;
  };
  list.push_back({std::move(name), std::move(about), run, std::move(draw)});
}

/// Seconds of the fastest of some runs of f, which queues work on `space`.
template <class Space, class F>
double seconds_of(Space const& space, F const& f)
{
  auto const run = [&] {
    f();
    space.fence();
  };
  return apps::measure(run, {.warm_up = 1, .repeats = 5, .max_seconds = 0.3}).best;
}

/// The elements of an array, to be compared with serial's.
template <class Array>
void keep(outcome& out, std::string name, Array const& a)
{
  auto const shape = a.shape();
  out.arrays.push_back({std::move(name), {shape.begin(), shape.end()}, to_vector(a)});
}

/// Path of the data set of that name (see apps::find_dataset). Throws unavailable.
std::filesystem::path dataset(std::string const& name, context const& given);

/// printf into a string: the results for people.
std::string format(char const* pattern, ...) __attribute__((format(printf, 1, 2)));

void add_topography(std::vector<workload>& list);
void add_relief(std::vector<workload>& list);
void add_sea_temperature(std::vector<workload>& list);
void add_events(std::vector<workload>& list);
void add_elementwise(std::vector<workload>& list);
void add_random(std::vector<workload>& list);
void add_reductions(std::vector<workload>& list);
void add_sort(std::vector<workload>& list);
void add_heat(std::vector<workload>& list);
void add_mandelbrot(std::vector<workload>& list);
void add_indices(std::vector<workload>& list);

}  // namespace acre::tour
