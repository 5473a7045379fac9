#pragma once

#include <acre/backends/generic/queue.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>

namespace acre::backends::generic {

/// Memory of a queue for the host's libraries (host_common/library_for_others.hpp): itself, or a
/// copy where the host cannot read it.
template <class Backend>
struct seen_by_host {
  template <class T>
  class of {
   public:
    of(backends::queue& on, T* data, std::int64_t bytes)
        : on_(static_cast<queue<Backend>&>(on)),
          data_(data),
          bytes_(data ? static_cast<std::size_t>(bytes) : 0)
    {
      if constexpr (queue<Backend>::is_host) {
        on_.instance().fence("acre: a library of the host");
      } else if (bytes_ > 0) {
        copy_ = std::make_unique_for_overwrite<std::byte[]>(bytes_);
        on_.copy_to_host(copy_.get(), data, bytes_);
      }
    }
    of(of const&) = delete;
    T* get() const { return copy_ ? copy_.get() : data_; }
    void write_back()
    {
      static_assert(!std::is_const_v<T>);
      if (copy_) on_.copy_from_host(data_, copy_.get(), bytes_);
    }

   private:
    queue<Backend>& on_;
    T* data_;
    std::size_t bytes_;
    std::unique_ptr<std::byte[]> copy_;
  };
};

}  // namespace acre::backends::generic
