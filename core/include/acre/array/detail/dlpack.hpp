#pragma once

#include <acre/array/array.hpp>
#include <acre/array/copy.hpp>
#include <acre/array/dlpack_tensor.hpp>

#include <concepts>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>

namespace acre::detail {

/// A tensor's description, checked as far as that goes without a dtype and a rank.
struct tensor_layout {
  void* data = nullptr;
  acre::dtype dtype{};
  int rank = 0;
  shape_t<max_rank> shape{}, strides{};
  bool read_only = false;
};

/// Throw value_error, backend_error, dtype_error, shape_error: see from_dlpack. `space`, `device`:
/// where the tensor should lie.
tensor_layout described(DLManagedTensor const* tensor, char const* space, int device);
tensor_layout described(DLManagedTensorVersioned const* tensor, char const* space, int device);
void require_writable(tensor_layout const& found, char const* instead);
void require_tensor(tensor_layout const& found, dtype type, int rank, bool may_be_read_only);

/// An array that a tensor describes.
struct tensor_source {
  std::shared_ptr<void> owner;
  void* data;
  acre::dtype dtype;
  extents_view shape, strides;
  char const* space;
  int device;
  bool read_only, copied;
};
void make_tensor(tensor_source const& of, DLManagedTensor*& made);
void make_tensor(tensor_source const& of, DLManagedTensorVersioned*& made);

/// A stream's number, as Python has it, as the vendor's handle; -1 for none. Throws value_error for
/// one that the space has not.
std::int64_t stream_handle(char const* space, std::optional<std::int64_t> number);
/// The other way round.
std::int64_t number_of_stream(char const* space, std::int64_t handle);
/// Whether a stream lives as long as its device: a default one.
inline bool is_permanent(std::int64_t handle) { return handle >= 0 && handle <= 2; }

/// A space whose work is queued on streams of a vendor's.
template <class Queue>
concept has_streams = requires { typename Queue::api; };

/// Work that comes later on one of a queue's own stream and a foreign one, by its handle, runs
/// behind what the other has been given so far.
template <has_streams Queue>
void join_streams(Queue& queue, std::int64_t foreign, bool foreign_waits)
{
  using api = typename Queue::api;
  auto const other = reinterpret_cast<typename api::stream>(static_cast<std::intptr_t>(foreign));
  if (foreign == -1 || other == queue.stream()) return;
  struct on_device {
    explicit on_device(Queue& q) : queue(q) { queue.enter(); }
    on_device(on_device const&) = delete;
    ~on_device() { queue.leave(); }
    Queue& queue;
  };
  struct point {
    typename api::event event = api::make_event();
    point() = default;
    point(point const&) = delete;
    ~point() { api::destroy_event(event); }
  };
  std::lock_guard const calls(queue.lock());
  queue.refuse_in_capture("a tensor is exchanged");
  on_device const here(queue);
  point const behind;
  api::record(behind.event, foreign_waits ? queue.stream() : other);
  api::wait(foreign_waits ? other : queue.stream(), behind.event);
}

template <class Queue>
std::optional<std::int64_t> stream_number(Queue& queue, char const* space)
{
  if constexpr (has_streams<Queue>)
    return number_of_stream(space, reinterpret_cast<std::intptr_t>(queue.stream()));
  else
    return {};
}

template <class Queue>
void wait_for_stream(Queue& queue, char const* space, std::int64_t number)
{
  auto const handle = stream_handle(space, number);
  if constexpr (has_streams<Queue>) join_streams(queue, handle, false);
}

/// `owner`, and before it goes the array's queue waits for the consumer's work.
template <class Space>
std::shared_ptr<void> behind_consumer(Space const& space, std::shared_ptr<void> owner,
                                      std::int64_t stream)
{
  if constexpr (has_streams<typename Space::queue_type>) {
    auto const wait = [space, owner, stream](void*) {
      try {
        if (!space.has_ended() && !space.queue().capturing())
          join_streams(space.queue(), stream, false);
      } catch (std::exception const&) {  // a device that is lost tells so at the next call
      }
    };
    if (is_permanent(stream)) return {owner.get(), wait};
  }
  return owner;
}

template <class Tensor, class Space>
Tensor* exported(Space const& space, tensor_source source, std::optional<std::int64_t> stream)
{
  auto const handle = stream_handle(Space::name, stream);
  if constexpr (has_streams<typename Space::queue_type>) join_streams(space.queue(), handle, true);
  source.owner = behind_consumer(space, std::move(source.owner), handle);
  source.space = Space::name;
  source.device = space.queue().device_index();
  Tensor* made = nullptr;
  make_tensor(source, made);
  return made;
}

template <class Tensor, class Array>
Tensor* exported(Array const& a, std::optional<std::int64_t> stream, bool copied)
{
  using T = typename Array::value_type;
  stream_handle(Array::space_type::name, stream);  // refused before anything is copied
  auto const tensor_of = [&](auto const& from, bool read_only) {
    return exported<Tensor>(
        from.space(),
        tensor_source{std::const_pointer_cast<void>(std::shared_ptr<void const>(from.owner())),
                      const_cast<T*>(node::first(from)), dtype_traits<T>::code, from.shape(),
                      from.strides(), nullptr, 0, read_only, copied},
        stream);
  };
  if (copied) return tensor_of(copy(a), false);
  return tensor_of(a, std::is_const_v<std::remove_pointer_t<decltype(a.data())>>);
}

/// Calls the deleter when a queue's work so far, which may read the memory, is done: the producer
/// may write to it again from then on.
template <class Space, dlpack_managed Tensor>
void let_go(Space const& space, Tensor* tensor) noexcept
{
  std::unique_ptr<Tensor, dlpack_deleter> last(tensor);
  if constexpr (has_streams<typename Space::queue_type>) {
    try {
      if (space.has_ended()) return;
      auto& queue = space.queue();
      std::unique_lock calls(queue.lock());
      if (queue.capturing()) {  // the graph will read it
        queue.keep(std::shared_ptr<void>(std::move(last)));
        return;
      }
      auto const behind = queue.record();
      calls.unlock();  // a deleter may wait for a thread that uses the queue
      if (!behind->done()) behind->wait();
    } catch (std::exception const&) {  // a device that is lost tells so at the next call
    }
  }
}

/// An array's share of a tensor, which it owns from now on. If this throws it does not own it.
template <class Space, dlpack_managed Tensor>
std::shared_ptr<void> owner_of(Space const& space, Tensor* tensor)
{
  struct holder {
    explicit holder(Space s) : space(std::move(s)) {}
    holder(holder const&) = delete;
    ~holder()
    {
      if (tensor) let_go(space, tensor);
    }
    Space space;
    Tensor* tensor = nullptr;
  };
  auto const made = std::make_shared<holder>(space);
  made->tensor = tensor;
  return made;
}

}  // namespace acre::detail
