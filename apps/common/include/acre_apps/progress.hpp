#pragma once
#include <chrono>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <utility>

namespace acre::apps {

/// A bar on one line of stderr for work that takes long: percent, time so far, time to go.
///
/// It shows itself only where stderr is a terminal, or always or never if `force` says so, at most
/// ten times a second, and leaves an empty line behind when it ends or is destroyed. One thread at
/// a time. Never throws after construction.
class progress_bar {
 public:
  struct options {
    std::optional<bool> force{};  ///< shown or not, whatever stderr is
    std::ostream* out = nullptr;  ///< another place than stderr; needs force to be seen
    int width = 0;                ///< columns; 0: the terminal's, or 80
  };

  /// `total` is the amount of work in any unit; 0 or less: unknown, and no percent is shown.
  progress_bar(std::string label, std::int64_t total) : progress_bar(std::move(label), total, {}) {}
  progress_bar(std::string label, std::int64_t total, options o);
  ~progress_bar() { finish(); }
  progress_bar(progress_bar const&) = delete;
  progress_bar& operator=(progress_bar const&) = delete;

  /// The work done so far; beyond total counts as total.
  void update(std::int64_t done) noexcept;
  void advance(std::int64_t amount = 1) noexcept { update(done_ + amount); }
  /// The bar's text, seen from the next drawing on.
  void label(std::string text) noexcept;
  /// Clears the line; nothing is drawn after that.
  void finish() noexcept;

 private:
  using clock = std::chrono::steady_clock;

  void draw(clock::time_point now);

  std::string label_;
  std::int64_t total_;
  std::int64_t done_ = 0;
  std::ostream* out_;
  bool shown_;
  bool drawn_ = false;
  int width_;
  clock::time_point start_ = clock::now();
  clock::time_point last_{};
};

}  // namespace acre::apps
