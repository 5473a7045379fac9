#include <acre/array/detail/storage.hpp>
#include <acre/device/memory.hpp>
#include <acre/error.hpp>

namespace acre {

void device_memory::set_limit(std::size_t bytes) const
{
  if (pool_->set_limit(bytes)) return;
  auto const readable = [](std::size_t n) {
    return detail::readable_bytes(static_cast<double>(n));
  };
  throw value_error("set_limit: " + readable(bytes) + " are less than the " + readable(used()) +
                    " of " + pool_->name() + " that are in use; remove_limit() does without one");
}

void device_memory::set_limit_percent(double percent) const
{
  if (!(percent > 0 && percent <= 100))
    throw value_error("set_limit_percent: " + std::to_string(percent) +
                      " is not above 0 and up to 100");
  set_limit(static_cast<std::size_t>(static_cast<double>(total()) * (percent / 100)));
}

void device_memory::remove_limit() const { pool_->set_limit(SIZE_MAX); }

std::optional<std::size_t> device_memory::limit() const
{
  auto const bytes = pool_->state().limit;
  return bytes == SIZE_MAX ? std::nullopt : std::optional(bytes);
}

std::string device_memory::report() const { return detail::memory_report(*pool_); }

namespace detail {

void require_pool_name(std::string const& name)
{
  if (name.empty()) throw value_error("with_pool: the name of a pool is empty");
}

void refuse_pool(backends::pool const& there)
{
  throw value_error("with_pool: there is a pool " + there.name() +
                    " already; with_pool(space, name) takes its memory");
}

}  // namespace detail
}  // namespace acre
