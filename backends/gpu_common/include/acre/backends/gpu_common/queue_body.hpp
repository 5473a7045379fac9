#pragma once

#include <acre/backends/gpu_common/early_start.hpp>
#include <acre/backends/gpu_common/queue.hpp>
#include <acre/backends/gpu_common/staging.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <exception>
#include <map>
#include <mutex>
#include <tuple>
#include <utility>

/// The bodies of gpu::queue's members, for the one source of each Api that instantiates them.
namespace acre::backends::gpu {

template <class Api>
queue<Api>::queue(int device, queue_priority priority, pool* memory)
    : queue(device_scope<Api>(device), priority, memory)
{}

template <class Api>
queue<Api>::queue(device_scope<Api> const&, queue_priority priority, pool* memory)
    : queue(Api::make_stream(priority), nullptr, memory)
{
  owns_stream_ = true;
}

template <class Api>
queue<Api>::queue(typename Api::stream stream, std::shared_ptr<void> owner, pool* memory)
    : backends::queue(Api::tools_device()),
      stream_(stream),
      owner_(std::move(owner)),
      event_(Api::make_event()),
      info_(Api::describe(Api::current_device())),
      memory_(memory ? *memory : device_pool<Api>::of(info_.index))
{
  record_ = static_cast<index_failure*>(allocate(sizeof(index_failure), "acre::failures"));
  staging_ = static_cast<std::byte*>(Api::allocate_pinned(staging_bytes));
  Api::clear_async(record_, sizeof(index_failure), stream_);
}

template <class Api>
queue<Api>::~queue()
{
  device_scope<Api> const here(info_.index);
  try {
    if (calls_host_ || !kept_.empty()) Api::synchronize(stream_);
    this->host_errors_.report_unseen();
    if (!this->log_.empty()) this->log_.report_unseen(take_record());
  } catch (std::exception const&) {  // a lost device was reported before
  }
  deallocate(record_, sizeof(index_failure), "acre::failures");
  if (tickets_) deallocate(tickets_, ticket_count_ * sizeof(std::uint32_t), "acre::tickets");
  for (auto const& [tickets, count] : retired_tickets_)
    deallocate(tickets, count * sizeof(std::uint32_t), "acre::tickets");
  if (has_spare_) Api::destroy_stream(spare_);
  if (numbers_) deallocate(numbers_, 16 * held_numbers, "acre::numbers");
  if (small_) deallocate(small_, small_bytes, "acre::scratch");
  if (shared_words_.words) deallocate(shared_words_.words, shared_words_bytes, "acre::scratch");
  if (joins_told_) deallocate(joins_told_, sizeof(std::uint64_t), "acre::joins");
  memory_.forget(*this);
  Api::deallocate_pinned(staging_);
  Api::destroy_event(event_);
  if (owns_stream_) Api::destroy_stream(stream_);
}

/// A captured graph with the memory that it works in. It lives as long as its queue at most, or is
/// abandoned.
template <class Api>
class device_graph final : public recorded_graph {
 public:
  explicit device_graph(queue<Api>& on) : on_(on), checks_after_(on.log_.last()) {}
  ~device_graph() override
  {
    if (abandoned_) return;
    if (!kept_checks_) checks_up_to_ = on_.log_.last();
    if (made_) {
      try {
        Api::synchronize(on_.stream_);
      } catch (std::exception const&) {  // a device that is lost tells so at the next call
      }
      Api::destroy(graph_);
    }
    on_.memory_.unhold(&on_, this);
    on_.log_.forget(checks_after_, checks_up_to_);
  }
  /// Out of what the stream has captured; in the place of another one if they are alike.
  void make(typename Api::captured const& captured, device_graph* before)
  {
    checks_up_to_ = on_.log_.last();
    kept_checks_ = true;
    if (before && before->made_) {
      Api::synchronize(on_.stream_);
      if (Api::update(before->graph_, captured)) {
        graph_ = before->graph_;
        before->made_ = false;
        made_ = true;
        return;
      }
    }
    graph_ = Api::instantiate(captured);
    made_ = true;
  }
  void replay(std::function<void()> const&) override
  {
    std::lock_guard const calls(on_.lock());
    device_scope<Api> const here(on_.info_.index);
    Api::launch(graph_, on_.stream_);
  }
  void abandon() override { abandoned_ = true; }
  void keep(std::shared_ptr<void> owner) { kept_.push_back(std::move(owner)); }

 private:
  queue<Api>& on_;
  typename Api::graph graph_{};
  bool made_ = false, abandoned_ = false, kept_checks_ = false;
  std::uint64_t checks_after_, checks_up_to_ = 0;
  std::vector<std::shared_ptr<void>> kept_;
};

template <class Api>
typename Api::stream queue<Api>::allocation_stream()
{
  if (!capturing()) return stream_;
  if (!has_spare_) spare_ = Api::make_stream(queue_priority::normal);
  has_spare_ = true;
  return spare_;
}

template <class Api>
void queue<Api>::begin_capture()
{
  device_scope<Api> const here(info_.index);
  building_ = std::make_shared<device_graph<Api>>(*this);
  has_captured_ = true;
  memory_.begin_hold(*this, building_.get());
  try {
    Api::begin_capture(stream_);
  } catch (...) {
    memory_.end_hold(*this);
    building_.reset();
    throw;
  }
}

template <class Api>
std::shared_ptr<recorded_graph> queue<Api>::end_capture(recorded_graph* before)
{
  device_scope<Api> const here(info_.index);
  auto const captured = Api::end_capture(stream_);
  building_->make(captured, static_cast<device_graph<Api>*>(before));
  building_->replay({});
  memory_.end_hold(*this);
  return std::move(building_);
}

template <class Api>
void queue<Api>::abort_capture() noexcept
{
  device_scope<Api> const here(info_.index);
  Api::discard_capture(stream_);
  // they may have been made by the graph that is none now, which was to clear them
  if (tickets_) retired_tickets_.emplace_back(tickets_, ticket_count_);
  tickets_ = nullptr;
  ticket_count_ = 0;
  memory_.end_hold(*this);
  building_.reset();
}

template <class Api>
int queue<Api>::resident(void const* kernel, int threads, std::size_t shared_bytes)
{
  static auto& known = *new std::map<std::tuple<int, void const*, int, std::size_t>, int>;
  static auto& room = *new std::map<std::tuple<int, void const*>, std::size_t>;
  static auto& lock = *new std::mutex;
  std::lock_guard const only_one(lock);
  std::tuple const question{info_.index, kernel, threads, shared_bytes};
  if (auto const found = known.find(question); found != known.end()) return found->second;
  // the answer also makes room for as much, and takes none away: a thread of another queue may be
  // about to launch the kernel with more
  std::size_t& made = room[{info_.index, kernel}];
  std::size_t const most = std::max(made, shared_bytes);
  int const blocks = Api::resident_blocks(kernel, threads, shared_bytes, most);
  made = most;
  return known[question] = blocks;
}

template <class Api>
bool queue<Api>::reaches(backends::queue const& other) const
{
  int const there = other.device_index();
  return there == info_.index || Api::reaches(info_.index, there);
}

template <class Api>
void queue<Api>::wait_for(backends::queue& other)
{
  device_scope<Api> const here(info_.index);
  this->refuse_in_capture("the queue is to wait for another");
  other.refuse_in_capture("another queue is to wait for this one");
  auto& earlier = static_cast<queue&>(other);
  Api::record(earlier.event_, earlier.stream_);
  Api::wait(stream_, earlier.event_);
}

/// A queue's count of how often it has come to a point that another one waits for.
template <class Count>
__global__ void tell_count_kernel(Count* told, Count count)
{
  await_work_before();
  __threadfence();
  *const_cast<Count volatile*>(told) = count;
}
template <class Count>
__global__ void await_count_kernel(Count const* told, Count count)
{
  await_work_before();
  while (*const_cast<Count const volatile*>(told) < count) {
  }
  __threadfence();
}

/// By a kernel of one thread that looks at a count: all that it waits for has been given to the
/// device before it, so that it ends however few kernels run at a time. On an H200 a kernel of a
/// whole array behind another one so takes 1.8 µs less than behind an event that has long happened.
template <class Api>
void queue<Api>::join(queue& other)
{
  if constexpr (has_early_starts) {
    device_scope<Api> const here(info_.index);
    std::lock_guard const calls(this->lock());
    if (joins_by_count(other)) {
      std::lock_guard const its_calls(other.lock());
      ++joins_;
      other.launch_early("tell", tell_count_kernel<std::uint64_t>, 1, 1, joins_told_, joins_);
      launch_early("join", await_count_kernel<std::uint64_t>, 1, 1, joins_told_, joins_);
      return;
    }
  }
  wait_for(other);
}
template <class Api>
std::uint64_t queue<Api>::new_identity()
{
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

/// From the second time on that they are joined, so that nothing which another one was to tell is
/// still to come.
template <class Api>
bool queue<Api>::joins_by_count(queue& other)
{
  if (this == &other || other.info_.index != info_.index || this->capturing() || other.capturing())
    return false;
  if (joined_ != other.identity_) {
    joined_ = other.identity_;
    if (joins_told_) deallocate(joins_told_, sizeof(std::uint64_t), "acre::joins");
    joins_told_ = nullptr;
    return false;
  }
  if (!joins_told_) {
    joins_told_ = static_cast<std::uint64_t*>(allocate(sizeof(std::uint64_t), "acre::joins"));
    if (!joins_told_) return false;
    Api::clear_async(joins_told_, sizeof(std::uint64_t), stream_);
    other.wait_for(*this);
    joins_ = 0;
  }
  return true;
}

/// An event of a device, which may outlive the queue that recorded it.
template <class Api>
class device_event final : public recorded_event {
 public:
  device_event(typename Api::stream stream, device_info const& device)
      : event_(Api::make_timing_event()), clock_("device " + std::to_string(device.index))
  {
    clock_ += " (" + device.name + ')';
    Api::record(event_, stream);
  }
  ~device_event() override { Api::destroy_event(event_); }
  bool done() override { return Api::done(event_); }
  void wait() override { Api::wait(event_); }
  double seconds_since(recorded_event& earlier) override
  {
    auto& first = static_cast<device_event&>(earlier);
    first.wait();
    wait();
    return Api::seconds_between(first.event_, event_);
  }
  std::string clock() const override { return clock_; }
  typename Api::event get() const { return event_; }

 private:
  typename Api::event event_;
  std::string clock_;
};

template <class Api>
void queue<Api>::wait_for(recorded_event& event)
{
  device_scope<Api> const here(info_.index);
  this->refuse_in_capture("the queue is to wait for an event");
  if (auto* const of_device = dynamic_cast<device_event<Api>*>(&event))
    Api::wait(stream_, of_device->get());
  else
    event.wait();  // of the host
}

template <class Api>
std::shared_ptr<recorded_event> queue<Api>::record()
{
  device_scope<Api> const here(info_.index);
  this->refuse_in_capture("an event is recorded");
  return std::make_shared<device_event<Api>>(stream_, info_);
}

template <class Api>
void queue<Api>::call_on_host(std::function<void()> f)
{
  device_scope<Api> const here(info_.index);
  struct call {
    host_errors& errors;
    std::function<void()> f;
  };
  std::lock_guard const calls(this->lock());
  this->refuse_in_capture("the host is called");
  auto made = std::make_unique<call>(this->host_errors_, std::move(f));
  Api::call_on_host(
      [](void* data) {
        std::unique_ptr<call> const once(static_cast<call*>(data));
        once->errors.guard(once->f);
      },
      made.get(), stream_);
  made.release();
  calls_host_ = true;
}

template <class Api>
void queue<Api>::keep(std::shared_ptr<void> owner)
{
  std::lock_guard const calls(this->lock());
  if (building_) return building_->keep(std::move(owner));
  forget_done();
  kept_.emplace_back(record(), std::move(owner));
}

template <class Api>
void queue<Api>::forget_done()
{
  while (!kept_.empty() && kept_.front().first->done()) kept_.pop_front();
}

template <class Api>
std::shared_ptr<void> queue<Api>::allocate_pinned(std::size_t bytes)
{
  void* const data = pinned_memory().allocate(this, bytes, "acre::pinned");
  if (!data) return {};
  return {data, [](void* p) { pinned_pool<Api>::only().deallocate(nullptr, p); }};
}

/// Failures that the kernels so far left in the record, which is clear again. Waits.
template <class Api>
index_failure queue<Api>::take_record()
{
  Api::copy_async(staging_, record_, sizeof(index_failure), stream_);
  Api::clear_async(record_, sizeof(index_failure), stream_);
  Api::synchronize(stream_);
  index_failure record;
  std::memcpy(&record, staging_, sizeof record);
  return record;
}

template <class Api>
void queue<Api>::settle()
{
  if (calls_host_) {  // an index error waits for the next time
    Api::synchronize(stream_);
    calls_host_ = false;
    this->host_errors_.rethrow();
  }
  if (this->log_.empty())
    Api::synchronize(stream_);
  else
    this->log_.settle(take_record());
}

template <class Api>
void queue<Api>::fence()
{
  device_scope<Api> const here(info_.index);
  std::lock_guard const calls(this->lock());
  this->refuse_in_capture("the host waits for the queue");
  settle();
  kept_.clear();
}

/// Some bytes as words in memory that the host watches.
template <class = void>
__global__ void watched_words_kernel(std::uint32_t* words, unsigned char const* from, int bytes)
{
  await_work_before();
  int const first = 4 * static_cast<int>(threadIdx.x);
  if (first >= bytes) return;
  std::uint32_t word = 0;
  for (int k = 0; k < 4; ++k)
    if (first + k < bytes) word |= std::uint32_t{from[first + k]} << 8 * k;
  *static_cast<std::uint32_t volatile*>(words + threadIdx.x) = word;
}

inline std::size_t words_of(std::size_t bytes)
{
  return (bytes + sizeof(std::uint32_t) - 1) / sizeof(std::uint32_t);
}

/// Few words are seen in pinned memory as soon as a kernel has written them there, 3.4 µs on an
/// H200 before the vendor says that it is done: the kernel that knows them (read_back), or one that
/// fetches them, which starts early and is sooner there than a copy (sum(x).item() of 1000 elements
/// 11.5 µs, by a copy 15.4 to 17.9). Words of 4 bytes come as a whole, and are looked for in the
/// place of others, which would come by chance. A long wait is left to the vendor's call, which
/// notices a lost device.
template <class Api>
bool queue<Api>::can_watch(std::size_t bytes) const
{
  return bytes <= watched_bytes && !calls_host_ && this->log_.empty();
}

template <class Api>
std::uint32_t* queue<Api>::expect_words(std::size_t bytes)
{
  auto* const words = reinterpret_cast<std::uint32_t*>(staging_);
  unlikely_ = unlikely_ * 1664525 + 1013904223;
  for (std::size_t k = 0; k < words_of(bytes); ++k)
    std::atomic_ref(words[k]).store(unlikely_, std::memory_order_release);
  return words;
}

template <class Api>
void queue<Api>::await_words(void* to, std::size_t bytes)
{
  using clock = std::chrono::steady_clock;
  auto* const words = reinterpret_cast<std::uint32_t*>(staging_);
  auto const most = clock::now() + std::chrono::microseconds(200);
  unsigned looks = 0;
  for (std::size_t k = 0; k < words_of(bytes); ++k)
    while (std::atomic_ref(words[k]).load(std::memory_order_acquire) == unlikely_)
      if (++looks % 256 == 0 && clock::now() > most) {
        Api::synchronize(stream_);
        std::memcpy(to, words, bytes);
        return;
      }
  std::memcpy(to, words, bytes);
}

template <class Api>
void queue<Api>::copy_to_host(void* to, void const* from, std::size_t bytes)
{
  device_scope<Api> const here(info_.index);
  std::lock_guard const calls(this->lock());
  this->refuse_in_capture("the host waits for the queue");
  if (can_watch(bytes)) {
    auto* const words = expect_words(bytes);
    launch_early("told", watched_words_kernel<>, 1, 32, words,
                 static_cast<unsigned char const*>(from), static_cast<int>(bytes));
    return await_words(to, bytes);
  }
  if (bytes + sizeof(index_failure) <= staging_bytes) {
    Api::copy_async(staging_ + sizeof(index_failure), from, bytes, stream_);
    settle();
    std::memcpy(to, staging_ + sizeof(index_failure), bytes);
  } else {
    settle();
    if (bytes >= staging_least && !Api::is_pinned(to))
      return staging<Api>::of(info_.index).to_host(to, from, bytes, stream_);
    Api::copy_async(to, from, bytes, stream_);
    Api::synchronize(stream_);
  }
}

template <class Api>
void queue<Api>::read_back(void* value, std::size_t bytes, read_back_work const& work)
{
  device_scope<Api> const here(info_.index);
  std::lock_guard const calls(this->lock());
  this->refuse_in_capture("the host waits for the queue");
  if (!can_watch(bytes)) {
    scratch_memory<Api, std::byte> const there(*this, static_cast<std::int64_t>(bytes));
    work(there.data());
    return copy_to_host(value, there.data(), bytes);
  }
  auto* const there = expect_words(bytes);
  try {
    work(there);
  } catch (...) {  // what it has queued may write there when the next call expects something else
    try {
      Api::synchronize(stream_);
    } catch (std::exception const&) {  // a device that is lost tells so at the next call
    }
    throw;
  }
  await_words(value, bytes);
}

template <class Api>
void queue<Api>::copy_from_host(void* to, void const* from, std::size_t bytes)
{
  device_scope<Api> const here(info_.index);
  this->refuse_in_capture("the host's memory is read");
  if (bytes >= staging_least && !Api::is_pinned(from))
    return staging<Api>::of(info_.index).to_device(to, from, bytes, stream_);
  Api::copy_async(to, from, bytes, stream_);
  Api::synchronize(stream_);
}

template <class Api>
void queue<Api>::require_grid(std::int64_t blocks) const
{
  if (blocks > 2147483647)
    throw launch_error("a grid of " + std::to_string(blocks) +
                       " blocks exceeds the limit of 2147483647 of " + info_.name);
}

template <class Api>
void queue<Api>::require_launched()
{
  if (char const* message = Api::launch_error()) throw launch_error(message);
}

template <class Api>
void* queue<Api>::take_scratch(std::size_t bytes, bool& kept)
{
  void* data;
  if (!Api::guards_memory && bytes <= small_bytes && !small_in_use_) {
    if (!small_) small_ = allocate(small_bytes, "acre::scratch");
    data = small_;
    small_in_use_ = kept = data != nullptr;
  } else {
    data = allocate(bytes, "acre::scratch");
  }
  if (!data)
    throw out_of_memory("Unable to allocate " + std::to_string(bytes) + " bytes of scratch memory");
  return data;
}

template <class Api>
void queue<Api>::give_scratch(void* data, std::size_t bytes, bool kept)
{
  if (kept)
    small_in_use_ = false;
  else
    deallocate(data, bytes, "acre::scratch");
}

template <class Api>
std::uint32_t* queue<Api>::tickets(std::int64_t count)
{
  if (count > ticket_count_) {
    if (tickets_ && has_captured_)
      retired_tickets_.emplace_back(tickets_, ticket_count_);
    else if (tickets_)
      deallocate(tickets_, ticket_count_ * sizeof(std::uint32_t), "acre::tickets");
    ticket_count_ = count < 4096 ? 4096 : count;
    std::size_t const bytes = ticket_count_ * sizeof(std::uint32_t);
    tickets_ = static_cast<std::uint32_t*>(allocate(bytes, "acre::tickets"));
    if (!tickets_) {
      ticket_count_ = 0;
      throw out_of_memory("Unable to allocate " + std::to_string(bytes) +
                          " bytes of scratch memory");
    }
    Api::clear_async(tickets_, bytes, stream_);
  }
  return tickets_;
}

template <class Api>
stamped_words queue<Api>::words_between_blocks(std::int64_t count)
{
  if (capturing() || count > static_cast<std::int64_t>(shared_words_bytes / sizeof(std::uint64_t)))
    return {};
  bool const first = shared_words_.words == nullptr;
  if (first)
    shared_words_.words =
        static_cast<std::uint64_t*>(allocate(shared_words_bytes, "acre::scratch"));
  if (!shared_words_.words) return {};
  if (first || shared_words_.stamp == 0xffffffff) {
    Api::clear_async(shared_words_.words, shared_words_bytes, stream_);
    shared_words_.stamp = shared_words_.first_ticket = 0;
  }
  ++shared_words_.stamp;
  return shared_words_;
}

/// (A template, as each source that names it would make one of its own.)
template <class Word = std::uint64_t>
__global__ void number_kernel(Word* to, Word first, Word second)
{
  await_work_before();
  to[0] = first;
  to[1] = second;
}

template <class Api>
std::shared_ptr<void> queue<Api>::number(std::array<std::uint64_t, 2> const& bits)
{
  device_scope<Api> const here(info_.index);
  std::lock_guard const calls(this->lock());
  if (capturing()) return {};
  if (!numbers_) numbers_ = static_cast<std::byte*>(allocate(16 * held_numbers, "acre::numbers"));
  if (!numbers_) return {};
  auto const write = [&](void* to) {
    launch_early("number", number_kernel<>, 1, 1, static_cast<std::uint64_t*>(to), bits[0],
                 bits[1]);
  };
  for (auto const& [there, place] : numbers_there_)
    if (there == bits) return place;
  if (std::size_t const count = numbers_there_.size(); count < held_numbers) {
    std::shared_ptr<void> place(numbers_ + 16 * count, [](void*) {});
    write(place.get());
    numbers_there_.emplace_back(bits, place);
    return place;
  }
  for (std::size_t looks = 0; looks < held_numbers; ++looks) {
    auto& [there, place] = numbers_there_[next_number_];
    next_number_ = (next_number_ + 1) % held_numbers;
    if (place.use_count() > 1) continue;
    std::atomic_thread_fence(std::memory_order_acquire);  // who held it has queued what reads it
    write(place.get());
    there = bits;
    return place;
  }
  return {};
}

}  // namespace acre::backends::gpu
