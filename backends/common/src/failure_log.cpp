#include <acre/backends/common/failure_log.hpp>
#include <acre/error.hpp>

namespace acre::backends {

std::uint64_t failure_log::add(index_check const& check)
{
  std::lock_guard const lock(mutex_);
  open_[++last_] = check;
  return last_;
}

bool failure_log::empty() const
{
  std::lock_guard const lock(mutex_);
  return open_.empty();
}

void failure_log::settle(index_failure const& record)
{
  index_check check;
  {
    std::lock_guard const lock(mutex_);
    auto const found = open_.find(record.launch);
    bool const bad = record.launch != 0 && found != open_.end();
    if (bad) check = found->second;
    open_.clear();
    if (!bad) return;
  }
  throw index_error("index " + std::to_string(record.index) + " is out of bounds for axis " +
                    std::to_string(check.axis) + " with size " + std::to_string(check.size) + " (in acre::" +
                    check.operation + ", position " + std::to_string(record.position) + " of the indices)");
}

}  // namespace acre::backends
