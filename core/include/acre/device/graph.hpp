#pragma once

#include <acre/backends.hpp>

#include <concepts>
#include <functional>
#include <memory>
#include <type_traits>
#include <utility>

namespace acre {

namespace detail {

/// A graph's function and what the queue has made of it.
class graph_body {
 public:
  graph_body(backends::queue& on, std::function<void()> f);
  void replay(backends::queue& on) const;
  void update(backends::queue& on, std::function<void()> f);
  void abandon() { captured_->abandon(); }

 private:
  std::function<void()> f_;
  std::shared_ptr<backends::recorded_graph> captured_;
};

}  // namespace detail

/// A sequence of acre's calls that is given to a queue as one: capture(space, f) does f()'s work
/// once and keeps it, replay() does it again, on the same memory with the same numbers, for the
/// price of one launch. On a GPU it is a CUDA (HIP) graph; on a CPU f is called again, and f is to
/// do the same then: what it takes from outside are arrays, which it captures by value and writes
/// element by element (a(ALL) = …), and numbers. Results, and index errors at the next fence(), are
/// those of the calls. The graph keeps f, and with it the arrays that f holds by value; temporaries
/// of f keep their memory as long as the graph lives.
///
/// In f every array is of `space`'s own queue, and the host does not wait: item(), printing,
/// to_vector(), from_host(), functions whose result's size depends on values (nonzero, compress,
/// unique, groups), fence(), record(), wait_for() and launch_host() throw value_error. capture()
/// rethrows f's exception, out_of_memory as well; the queue goes on as before (a CPU has done the
/// calls in front of it).
///
/// ```cpp
/// default_space const space;
/// auto const x = ones(space, shape(3)), y = zeros(space, shape(3));
/// auto steps = capture(space, [=] {
///   y(ALL) = x * 0.5 + y;
///   x(ALL) = y + 1;
/// });
/// for (int k = 1; k < 4; ++k) steps.replay();
/// std::cout << x << '\n';
/// steps.update([=] { x(ALL) = x * 2; });
/// steps.replay();
/// std::cout << x << '\n';
/// ```
/// ```text
/// [5.0625 5.0625 5.0625]
/// [20.25 20.25 20.25]
/// ```
template <class Space>
class graph {
 public:
  graph(Space space, std::function<void()> f)
      : space_(std::move(space)),
        body_(std::make_unique<detail::graph_body>(space_.queue(), std::move(f)))
  {}
  graph(graph&&) noexcept = default;
  graph& operator=(graph&&) = delete;
  ~graph()
  {
    if (body_ && space_.has_ended()) body_->abandon();
  }

  /// All of it again, behind what the queue has been given so far. Queued.
  void replay() const { body_->replay(space_.queue()); }
  /// f's work instead, done once, as capture() does. If only numbers and addresses differ from
  /// before this is cheap. An exception of f leaves the graph as it was.
  template <class F>
  void update(F f)
  {
    body_->update(space_.queue(), std::move(f));
  }
  Space const& space() const { return space_; }

 private:
  Space space_;
  std::unique_ptr<detail::graph_body> body_;
};

/// f()'s calls as a graph: once recorded, given to the queue by replay(). graph's contract says
/// what f may do.
template <class Space, class F>
graph<Space> capture(Space const& space, F f)
{
  static_assert(std::invocable<F&>, "acre: capture's function is called without arguments");
  return {space, std::move(f)};
}

}  // namespace acre
