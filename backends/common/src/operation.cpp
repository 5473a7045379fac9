#include <acre/backends/common/operation.hpp>
#include <acre/backends/common/tools.hpp>
#include <acre/error.hpp>

#include <algorithm>
#include <exception>
#include <functional>
#include <string>
#include <utility>

namespace acre::backends {

operation::operation(char const* name, queue& on) : on_(on)
{
  on_.lock().lock();
  begin(name);
}

operation::operation(char const* name, queue& on, queue* const* first, std::size_t leaves,
                     std::size_t bytes)
    : on_(on)
{
  auto const* at = reinterpret_cast<char const*>(first);
  for (std::size_t leaf = 0; leaf < leaves; ++leaf, at += bytes)
    if (queue* const other = *reinterpret_cast<queue* const*>(at); other && other != &on)
      add(*other);
  if (others_.empty())
    on_.lock().lock();
  else
    join();
  begin(name);
}

void operation::add(queue& other)
{
  if (std::find(others_.begin(), others_.end(), &other) == others_.end()) others_.push_back(&other);
}

void operation::join()
{
  // all threads take locks in one order, that of the addresses
  others_.push_back(&on_);
  std::sort(others_.begin(), others_.end(), std::less<>());
  for (queue* each : others_) each->lock().lock();
  std::erase(others_, &on_);
  try {
    for (queue* other : others_) {
      on_.refuse_in_capture("an operand is of another queue");
      other->refuse_in_capture("an operand is of another queue");
      if (!on_.reaches(*other))
        throw value_error("an operand lives on device " + std::to_string(other->device_index()) +
                          ", whose memory device " + std::to_string(on_.device_index()) +
                          " cannot read; copy it there with copy_to(space, x)");
    }
    for (queue* other : others_) on_.wait_for(*other);
  } catch (...) {  // no destructor runs for an object that wasn't made
    for (queue* other : others_) other->lock().unlock();
    on_.lock().unlock();
    throw;
  }
}

void operation::begin(char const* name)
{
  around_ = std::exchange(on_.operation_name_, name);
  on_.begin_operation(name);
  region_ = tools::listening();
  if (region_) tools::push_region(name);
  on_.unheard_ = !region_;
}

void operation::part()
{
  for (queue* other : others_) {
    try {
      other->wait_for(on_);
    } catch (std::exception const&) {  // a device that is lost tells so at the next call
    }
    other->lock().unlock();
  }
}

operation::~operation()
{
  if (region_) tools::pop_region();
  on_.end_operation();
  on_.operation_name_ = around_;
  on_.unheard_ = false;
  if (!others_.empty()) part();
  on_.lock().unlock();
}

}  // namespace acre::backends
