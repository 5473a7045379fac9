#pragma once

#include <acre/backends/common/reduce.hpp>
#include <acre/distributed/detail/joint.hpp>
#include <acre/error.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

/// Where a level's results are until they are gathered: memory of the host, or of the device whose
/// kernels make them.
namespace acre::distributed::detail {

/// Memory of a queue for values that its kernels make.
template <class Space, class Value>
class device_values {
 public:
  static constexpr bool is_device = true;

  device_values(Space const& space, std::int64_t count) : space_(space), count_(count)
  {
    if (count == 0) return;
    data_ = static_cast<Value*>(space_.allocate(bytes()));
    if (!data_)
      throw out_of_memory("distributed: Unable to allocate " + std::to_string(bytes()) +
                          " bytes for the results of tiles");
  }
  device_values(device_values&& other) noexcept
      : space_(other.space_),
        count_(std::exchange(other.count_, 0)),
        data_(std::exchange(other.data_, nullptr))
  {}
  device_values& operator=(device_values&& other) noexcept
  {
    std::swap(space_, other.space_);
    std::swap(count_, other.count_);
    std::swap(data_, other.data_);
    return *this;
  }
  ~device_values()
  {
    if (data_) space_.deallocate(data_, bytes());
  }

  Space const& space() const { return space_; }
  std::int64_t size() const { return count_; }
  std::size_t bytes() const { return static_cast<std::size_t>(count_) * sizeof(Value); }
  Value* data() const { return data_; }

 private:
  Space space_;
  std::int64_t count_;
  Value* data_ = nullptr;
};

template <class Space, class Value>
class host_values : public value_list<Value> {
 public:
  static constexpr bool is_device = false;
  host_values(Space const&, std::int64_t count) : value_list<Value>(count) {}
};

template <class Space, class Value, bool IsDevice>
struct level_results_of {
  using type = host_values<Space, Value>;
};
template <class Space, class Value>
struct level_results_of<Space, Value, true> {
  using type = device_values<Space, Value>;
};
template <class Space, class Value>
using level_results = typename level_results_of<Space, Value, Space::queue_type::is_device>::type;

/// The lanes of a tile on their way through a device. `from`: null where they begin there.
template <class Space, class Value>
class device_lanes {
 public:
  device_lanes(Space const& space, Value const* from) : there_(space, backends::reduce_lanes)
  {
    if (from) space.copy_from_host(there_.data(), from, there_.bytes());
  }
  Value* data() const { return there_.data(); }
  void copy_to(Value* lanes) const
  {
    there_.space().copy_to_host(lanes, there_.data(), there_.bytes());
  }

 private:
  device_values<Space, Value> there_;
};

/// Waits.
template <class Space, class Value>
value_list<Value> on_host(device_values<Space, Value> const& results)
{
  value_list<Value> values(results.size());
  if (results.size() > 0)
    results.space().copy_to_host(values.data(), results.data(), results.bytes());
  return values;
}
template <class Space, class Value>
value_list<Value> on_host(host_values<Space, Value>& results)
{
  return std::move(results);
}

}  // namespace acre::distributed::detail
