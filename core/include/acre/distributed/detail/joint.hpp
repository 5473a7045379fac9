#pragma once

#include <acre/distributed/detail/layout.hpp>
#include <acre/distributed/processes.hpp>
#include <acre/error.hpp>

#include <cstdint>
#include <cstring>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

/// Calls that all processes make together: each looks whether the others make the same one, and all
/// of them throw the same error if one process has met any.
namespace acre::distributed::detail {

/// An error of one process that all are to throw.
struct failure {
  // (calls: the processes' calls differ, which is a value_error)
  enum class kind : std::int32_t { index, memory, shape, value, dtype, file, calls, other };
  kind what = kind::other;
  std::int64_t call = 0,
               position = -1;  // of an index error: which call on the arrays, which element
  std::string text;
  index_details details;  // of an index error
};

/// What a call is: the same on all processes, or else an error that names two.
struct joint_name {
  std::string operation;  // with the arguments that all are to give alike: "topk of 5"
  char const* dtype;
  layout const* where;  // null: of no blocks yet
};

/// A number as an argument of a call: in as few digits as give it back.
std::string text_of(double argument);

/// What all processes have given, behind what gather_all() put before it.
class gathered {
 public:
  gathered(backends::gathered_bytes all, std::size_t before) : all_(std::move(all)), before_(before)
  {}
  std::span<std::byte const> of(std::size_t process) const
  {
    return std::span((*all_)[process]).subspan(before_);
  }
  std::size_t size() const { return all_->size(); }

 private:
  backends::gathered_bytes all_;
  std::size_t before_;
};

/// Gives `payload` to all and returns theirs. `mine`: this process'
/// error, which all throw instead: of several the index error of the earliest call and there of the
/// smallest position, else that of the lowest process. Throws value_error on all processes where
/// their calls, dtypes or layouts differ.
gathered gather_all(processes const& all, joint_name const& name, backends::byte_message payload,
                    std::optional<failure> const& mine = {});

/// The exception that is being handled, as a failure.
failure current_failure();
/// f(), unless there was an error before, which is kept: nobody throws between joint calls.
template <class F>
void try_to(std::optional<failure>& failed, F const& f)
{
  if (failed) return;
  try {
    f();
  } catch (std::exception const&) {
    failed = current_failure();
  }
}

/// What is to be told where a message isn't what was expected: the processes' calls differ.
failure another_call(processes const& all, int from);
/// Throws communication_error for a message that isn't of so many elements.
void require_bytes(std::size_t bytes, std::int64_t elements, std::size_t item_size,
                   char const* operation, int from);

/// Index errors of this process that wait for the next joint call.
std::optional<failure> take_pending(processes const& all);
/// Likewise into `failed`, where that has none yet: an earlier one counts, and is told once.
inline void take_pending(processes const& all, std::optional<failure>& failed)
{
  auto later = take_pending(all);
  if (!failed) failed = std::move(later);
}

/// Behind work on the arrays' blocks: the bad index that fence() throws, if it does, waits for the
/// next joint call, with its position in the whole array.
void note_failures(processes const& all, layout const& where, std::function<void()> const& fence);
/// Another call on the arrays begins.
void next_call(processes const& all);

template <class T>
backends::byte_message to_bytes(std::span<T const> values)
{
  static_assert(std::is_trivially_copyable_v<T>);
  backends::byte_message b(values.size_bytes());
  if (!b.empty()) std::memcpy(b.data(), values.data(), b.size());
  return b;
}
/// Values side by side, bool too (which std::vector packs).
template <class T>
class value_list {
 public:
  value_list() = default;
  explicit value_list(std::int64_t count)
      : values_(std::make_unique<T[]>(static_cast<std::size_t>(count))), count_(count)
  {}
  std::int64_t size() const { return count_; }
  T* data() { return values_.get(); }
  T const* data() const { return values_.get(); }
  T& operator[](std::int64_t i) { return values_[static_cast<std::size_t>(i)]; }

 private:
  std::unique_ptr<T[]> values_;
  std::int64_t count_ = 0;
};

template <class T>
backends::byte_message to_bytes(value_list<T> const& values)
{
  return to_bytes(std::span<T const>(values.data(), static_cast<std::size_t>(values.size())));
}
/// The values that all have given, those of one process behind the other's.
template <class T>
value_list<T> values_of(gathered const& messages)
{
  std::size_t bytes = 0;
  for (std::size_t p = 0; p < messages.size(); ++p) bytes += messages.of(p).size();
  value_list<T> all(static_cast<std::int64_t>(bytes / sizeof(T)));
  auto* to = reinterpret_cast<std::byte*>(all.data());
  for (std::size_t p = 0; p < messages.size(); ++p) {
    auto const m = messages.of(p);
    if (!m.empty()) std::memcpy(to, m.data(), m.size());
    to += m.size();
  }
  return all;
}

}  // namespace acre::distributed::detail
