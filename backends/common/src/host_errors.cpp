#include <acre/backends/common/queue.hpp>

#include <cstdio>
#include <utility>

namespace acre::backends {

void host_errors::guard(std::function<void()> const& f) noexcept
{
  try {
    f();
  } catch (...) {
    std::lock_guard const lock(mutex_);
    if (!first_) first_ = std::current_exception();
    any_.store(true, std::memory_order_release);
  }
}

std::exception_ptr host_errors::take()
{
  if (!any_.load(std::memory_order_acquire)) return nullptr;
  std::lock_guard const lock(mutex_);
  any_.store(false, std::memory_order_relaxed);
  return std::exchange(first_, nullptr);
}

void host_errors::rethrow()
{
  if (auto const thrown = take()) std::rethrow_exception(thrown);
}

void host_errors::report_unseen() noexcept
{
  auto const thrown = take();
  if (!thrown) return;
  try {
    std::rethrow_exception(thrown);
  } catch (std::exception const& e) {
    std::fprintf(stderr, "acre: a host call's error that nothing waited for: %s\n", e.what());
  } catch (...) {
    std::fprintf(stderr, "acre: a host call threw, and nothing waited for it\n");
  }
}

}  // namespace acre::backends
