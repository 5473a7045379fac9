#include <acre/device/graph.hpp>

namespace acre::detail {

graph_body::graph_body(backends::queue& on, std::function<void()> f)
    : f_(std::move(f)), captured_(on.capture(f_, nullptr))
{}

void graph_body::replay(backends::queue& on) const
{
  on.refuse_in_capture("another graph is replayed");
  captured_->replay(f_);
}

void graph_body::update(backends::queue& on, std::function<void()> f)
{
  captured_ = on.capture(f, captured_.get());
  f_ = std::move(f);
}

}  // namespace acre::detail
