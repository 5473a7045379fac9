#include <acre/backends/common/failure_log.hpp>
#include <acre/error.hpp>

#include <algorithm>
#include <cstdio>
#include <string_view>

namespace acre::backends {

std::uint64_t failure_log::add(index_check const& check)
{
  std::lock_guard const lock(mutex_);
  open_.emplace_back(++last_, check);
  any_.store(true, std::memory_order_release);
  return last_;
}

std::uint64_t failure_log::add_lasting(index_check const* checks, int count)
{
  std::lock_guard const lock(mutex_);
  for (int n = 0; n < count; ++n) lasting_[++last_] = checks[n];
  any_.store(!open_.empty() || !lasting_.empty(), std::memory_order_release);
  return last_ - static_cast<std::uint64_t>(count) + 1;
}

void failure_log::forget(std::uint64_t after, std::uint64_t up_to)
{
  std::lock_guard const lock(mutex_);
  lasting_.erase(lasting_.upper_bound(after), lasting_.upper_bound(up_to));
  any_.store(!open_.empty() || !lasting_.empty(), std::memory_order_release);
}

void failure_log::forget_done(std::uint64_t after, index_failure const& record)
{
  std::lock_guard const lock(mutex_);
  std::uint64_t const failed = seen(record.launch);
  std::erase_if(open_,
                [&](auto const& launch) { return launch.first > after && launch.first != failed; });
  any_.store(!open_.empty() || !lasting_.empty(), std::memory_order_release);
}

namespace {

std::string_view file_name(char const* path)
{
  std::string_view const p(path);
  auto const slash = p.find_last_of("/\\");
  return slash == p.npos ? p : p.substr(slash + 1);
}

index_error error_of(index_check const& check, index_failure const& record)
{
  std::string text = "index " + std::to_string(record.index) + " is out of bounds for axis " +
                     std::to_string(check.axis) + " with size " + std::to_string(check.size) +
                     " (in ";
  // a(i, j) of a kernel has no array of indices, and the line is that of ref()
  bool const of_element = std::string_view(check.operation) == element_access;
  if (!of_element) text += "acre::";
  text += check.operation;
  if (!check.label.empty()) text += " of '" + check.label + "'";
  if (of_element)
    text += "; ref() called at ";
  else
    text += ", position " + std::to_string(record.position) + " of the indices; called at ";
  text += file_name(check.where.file_name());
  text += ":" + std::to_string(check.where.line()) + ")";
  return {text,
          {check.operation, check.label, record.position, record.index, check.axis, check.size,
           check.where}};
}

}  // namespace

std::optional<index_error> failure_log::take_error(index_failure const& record)
{
  std::lock_guard const lock(mutex_);
  std::optional<index_error> error;
  auto const number = [](auto const& launch) { return launch.first; };
  if (auto const at = std::ranges::lower_bound(open_, record.launch, {}, number);
      at != open_.end() && at->first == record.launch)
    error = error_of(at->second, record);
  if (auto const at = lasting_.find(record.launch); at != lasting_.end())
    error = error_of(at->second, record);
  open_.clear();
  any_.store(!lasting_.empty(), std::memory_order_release);
  return error;
}

void failure_log::settle(index_failure const& record)
{
  if (auto const error = take_error(record)) throw *error;
}

void failure_log::report_unseen(index_failure const& record) noexcept
{
  try {
    if (auto const error = take_error(record))
      std::fprintf(stderr, "acre: an index error that nothing waited for: %s\n", error->what());
  } catch (...) {  // no memory for the text
  }
}

}  // namespace acre::backends
