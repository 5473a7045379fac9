#include <acre_apps/progress.hpp>
#include <acre_apps/table.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string_view>

#include <sys/ioctl.h>
#include <unistd.h>

namespace acre::apps {
namespace {

bool stderr_is_terminal()
{
  char const* const term = std::getenv("TERM");
  return ::isatty(STDERR_FILENO) != 0 && (term == nullptr || std::string_view(term) != "dumb");
}

int terminal_width()
{
  winsize size{};
  if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  return 80;
}

// 0:07, 12:34, 1:02:03
std::string clock_time(double seconds)
{
  auto const s = static_cast<long long>(std::min(seconds, 3.6e8) + 0.5);
  char text[32];
  if (s < 3600)
    std::snprintf(text, sizeof text, "%lld:%02lld", s / 60, s % 60);
  else
    std::snprintf(text, sizeof text, "%lld:%02lld:%02lld", s / 3600, s / 60 % 60, s % 60);
  return text;
}

// At most `columns` columns of text, cut between characters.
std::string_view fit(std::string_view text, int columns)
{
  while (display_width(text) > columns) {
    std::size_t last = text.size() - 1;
    while (last > 0 && (static_cast<unsigned char>(text[last]) & 0xc0) == 0x80) --last;
    text = text.substr(0, last);
  }
  return text;
}

}  // namespace

progress_bar::progress_bar(std::string label, std::int64_t total, options o)
    : label_(std::move(label)),
      total_(total),
      out_(o.out != nullptr ? o.out : &std::cerr),
      shown_(o.force ? *o.force : o.out == nullptr && stderr_is_terminal()),
      width_(o.width > 0 ? o.width : terminal_width())
{}

void progress_bar::update(std::int64_t done) noexcept
{
  done_ = total_ > 0 ? std::clamp<std::int64_t>(done, 0, total_) : done;
  if (!shown_) return;
  auto const now = clock::now();
  if (drawn_ && now - last_ < std::chrono::milliseconds(100)) return;
  last_ = now;
  try {
    draw(now);
  } catch (...) {
    shown_ = false;  // a bar is no reason to stop the work
  }
}

void progress_bar::label(std::string text) noexcept { label_ = std::move(text); }

void progress_bar::draw(clock::time_point now)
{
  drawn_ = true;
  double const elapsed = std::chrono::duration<double>(now - start_).count();
  std::string right;
  double part = 0;
  if (total_ > 0) {
    part = static_cast<double>(done_) / static_cast<double>(total_);
    char percent[16];
    std::snprintf(percent, sizeof percent, " %3d %%", static_cast<int>(part * 100));
    right += percent;
  }
  right += ' ';
  right += clock_time(elapsed);
  if (part >= 0.01) {  // the first steps are slow: what they foretell is no help
    std::string const left = ", " + clock_time(elapsed / part - elapsed) + " left";
    if (display_width(right + left) < width_) right += left;
  }
  int const room = width_ - 1 - display_width(right);  // the last column stays free: no wrapping
  std::string line(fit(label_, std::max(room, 0)));
  int const bar = std::min(room - display_width(line) - 3, 40);
  if (total_ > 0 && bar >= 5) {
    auto const full = static_cast<std::size_t>(part * bar);
    line.append(" [").append(full, '#').append(static_cast<std::size_t>(bar) - full, '.') += ']';
  }
  *out_ << '\r' << line << fit(right, width_ - 1) << "\x1b[K" << std::flush;
}

void progress_bar::finish() noexcept
{
  if (!shown_) return;
  shown_ = false;
  try {
    if (drawn_) *out_ << "\r\x1b[K" << std::flush;
  } catch (...) {
  }
}

}  // namespace acre::apps
