#include <acre/error.hpp>

#include <mutex>

#include "call_site.hpp"

namespace acre {
namespace detail {

/// Where an error was made; its text is written when it is first read.
class call_trace {
 public:
  call_trace() : count_(return_addresses(addresses_, most)) {}

  char const* text_behind(char const* message)
  {
    std::call_once(written_, [&] { text_ = message + call_site_text(addresses_, count_); });
    return text_.c_str();
  }

 private:
  static constexpr int most = 64;
  void* addresses_[most];
  int count_;
  std::once_flag written_;
  std::string text_;
};

namespace {

/// Null where there is no memory for one: an error without its line is better than none.
std::shared_ptr<call_trace> trace_of_this_call() noexcept
{
  try {
    return std::make_shared<call_trace>();
  } catch (...) {
    return nullptr;
  }
}

}  // namespace
}  // namespace detail

error::error(std::string const& message)
    : std::runtime_error(message), trace_(detail::trace_of_this_call())
{}

error::error(char const* message)
    : std::runtime_error(message), trace_(detail::trace_of_this_call())
{}

char const* error::what() const noexcept
{
  if (!trace_) return message();
  try {
    return static_cast<detail::call_trace*>(trace_.get())->text_behind(message());
  } catch (...) {
    return message();
  }
}

}  // namespace acre
