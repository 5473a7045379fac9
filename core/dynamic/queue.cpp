#include <acre/array/pinned.hpp>
#include <acre/dynamic/queue.hpp>

#include <algorithm>
#include <chrono>
#include <exception>
#include <memory>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

namespace acre::dynamic {

namespace {

/// f(a, b) of two spaces of one type; else `otherwise`.
template <class F>
bool with_both(dynamic_space const& a, dynamic_space const& b, F const& f)
{
  return std::visit(
      [&]<class Space>(Space const& on) {
        auto const* const other = std::get_if<Space>(&b);
        return other && f(on, *other);
      },
      a);
}

}  // namespace

dynamic_space new_queue(dynamic_space const& like, queue_priority priority)
{
  return std::visit([&](auto const& on) { return dynamic_space(on.new_queue(priority)); }, like);
}

bool is_same_queue(dynamic_space const& a, dynamic_space const& b)
{
  return with_both(a, b, [](auto const& x, auto const& y) { return x == y; });
}

bool is_same_device(dynamic_space const& a, dynamic_space const& b)
{
  return with_both(a, b, [](auto const& x, auto const& y) {
    return x.queue().device_index() == y.queue().device_index();
  });
}

event record(dynamic_space const& queue)
{
  return std::visit([](auto const& on) { return on.record(); }, queue);
}

bool is_idle(dynamic_space const& queue)
{
  return std::visit(
      [](auto const& on) {
        if constexpr (requires { on.queue().is_idle(); })
          return on.queue().is_idle();
        else
          return true;  // a CPU's work is done when its call returns
      },
      queue);
}

void wait_for(dynamic_space const& queue, event const& e)
{
  std::visit([&](auto const& on) { on.wait_for(e); }, queue);
}

bool is_on_host(dynamic_space const& space)
{
  return std::visit([]<class Space>(Space const&) { return bool(Space::host_accessible); }, space);
}

device_info device_of(dynamic_space const& space)
{
  return std::visit([](auto const& on) { return on.device(); }, space);
}

device_memory memory_of(dynamic_space const& space)
{
  return std::visit([](auto const& on) { return acre::memory_of(on); }, space);
}

device_memory pinned_memory_of(dynamic_space const& space)
{
  return std::visit([](auto const& on) { return acre::pinned_memory_of(on); }, space);
}

dynamic_array empty_pinned(dynamic_space const& space, dtype type, extents_view shape)
{
  auto const bytes = static_cast<std::int64_t>(
      acre::detail::bytes_of(shape, static_cast<std::size_t>(item_size(type)), acre::name(type)));
  std::vector<std::int64_t> strides(shape.size(), 1);
  for (std::size_t axis = shape.size(); axis-- > 1;)
    strides[axis - 1] = strides[axis] * shape[axis];
  return std::visit(
      [&](auto const& on) -> dynamic_array {
        if constexpr (std::is_constructible_v<dynamic_space, host const&>) {
          dynamic_array const all = acre::empty_pinned<std::uint8_t>(on, acre::shape(bytes));
          return dynamic_array(all.memory(), all.space(), type, all.first(), shape, strides);
        } else {
          throw backend_error(
              "empty_pinned: acre::dynamic has been built without the host's spaces, on which such "
              "an array lies");
        }
      },
      space);
}

void launch_host(dynamic_space const& queue, std::function<void()> f)
{
  std::visit([&](auto const& on) { acre::launch_host(on, std::move(f)); }, queue);
}

benchmark_result benchmark(dynamic_space const& queue, std::function<void()> const& f,
                           benchmark_options const& options)
{
  return std::visit([&](auto const& on) { return acre::benchmark(on, f, options); }, queue);
}

void fence(dynamic_space const& queue)
{
  std::visit([](auto const& on) { on.fence(); }, queue);
}

void wait(event const& e, std::function<void()> const& meanwhile)
{
  using namespace std::chrono;
  // most waits are short, and a thread that sleeps wakes up late
  auto const begin = steady_clock::now();
  auto asked = begin;
  while (!e.done()) {
    auto const now = steady_clock::now();
    if (now - asked > milliseconds(50)) {
      meanwhile();
      asked = now;
    }
    // a hundredth of the wait so far is lost at most
    if (now - begin > milliseconds(2))
      std::this_thread::sleep_for(std::min<nanoseconds>(microseconds(500), (now - begin) / 100));
    else
      std::this_thread::yield();
  }
  e.wait();  // throws what a lost device has to say
}

void fence(dynamic_space const& queue, std::function<void()> const& meanwhile)
{
  if (!is_on_host(queue)) wait(record(queue), meanwhile);
  fence(queue);
}

dynamic_array on_queue(dynamic_space const& queue, dynamic_array const& a)
{
  if (is_same_queue(queue, a.space())) return a;
  if (!is_same_device(queue, a.space()))
    throw value_error(std::string("the array lives on ") + name(a.space()) +
                      ", and the queue is of another device: copy_to(space, x) moves it");
  return std::visit(
      [&]<class Space>(Space const& own) {
        Space const other = std::get<Space>(queue);
        other.wait_for(own);
        auto const part = [own, other, memory = a.memory()](void*) {
          try {
            if (!own.has_ended() && !other.has_ended()) own.wait_for(other);
          } catch (std::exception const&) {  // a device that is lost tells so at the next call
          }
        };
        return dynamic_array(queue, a.dtype(), std::shared_ptr<void>(a.owner().get(), part),
                             a.first(), a.shape(), a.strides());
      },
      a.space());
}

}  // namespace acre::dynamic
