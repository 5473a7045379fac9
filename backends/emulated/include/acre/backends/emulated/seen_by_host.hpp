#pragma once

#include <acre/backends/common/queue.hpp>

#include <cstdint>

namespace acre::backends::emulated {

/// Memory of the device for the host's libraries (host_common/library_for_others.hpp): itself, as
/// what a stream is given is done at once, but in a graph, which takes no call of the host's.
struct seen_by_host {
  template <class T>
  class of {
   public:
    of(queue& on, T* data, std::int64_t) : data_(data)
    {
      on.refuse_in_capture("a library of the host computes");
    }
    T* get() const { return data_; }
    void write_back() {}

   private:
    T* data_;
  };
};

}  // namespace acre::backends::emulated
