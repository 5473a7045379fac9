// apps/common: tables and numbers for people, the progress bar, timing.
#include <acre_apps/progress.hpp>
#include <acre_apps/table.hpp>
#include <acre_apps/timing.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace {

using namespace acre::apps;

TEST(apps_table, width_of_utf8)
{
  EXPECT_EQ(display_width(""), 0);
  EXPECT_EQ(display_width("abc"), 3);
  EXPECT_EQ(display_width("10⁸ ± 3 µs"), 10);
  EXPECT_EQ(display_width("2²⁷×√n−1"), 8);
  EXPECT_EQ(display_width("e\u0301"), 1);      // e and a combining accent
  EXPECT_EQ(display_width("12\u202f345"), 6);  // narrow space
  EXPECT_EQ(display_width("数"), 2);
  EXPECT_EQ(display_width("\xff\xc3"), 2);  // no UTF-8
  EXPECT_EQ(display_width("\xe2\x82"), 2);  // cut off
}

TEST(apps_table, aligns_and_leaves_no_trailing_space)
{
  text_table table({{"workload", align::left}, {"time", align::right}, {"agreement"}});
  table.add_row({"iadd1", "12.3 ms", "same bits"});
  table.add_row({"sum 2²⁷", "456 µs"});
  table.add_rule();
  table.add_row({"", "1 s"});
  std::ostringstream out;
  table.print(out);
  EXPECT_EQ(out.str(),
            "workload     time  agreement\n"
            "────────────────────────────\n"
            "iadd1     12.3 ms  same bits\n"
            "sum 2²⁷    456 µs\n"
            "────────────────────────────\n"
            "              1 s\n");
  EXPECT_THROW(table.add_row({"1", "2", "3", "4"}), std::invalid_argument);
}

TEST(apps_table, significant_digits)
{
  EXPECT_EQ(significant(1.23456, 3), "1.23");
  EXPECT_EQ(significant(9.996, 3), "10.0");
  EXPECT_EQ(significant(0.00123456, 3), "0.00123");
  EXPECT_EQ(significant(123456, 3), "123456");
  EXPECT_EQ(significant(-12.34, 3), "-12.3");
  EXPECT_EQ(significant(0, 3), "0.00");
  EXPECT_EQ(significant(std::numeric_limits<double>::quiet_NaN(), 3), "nan");
  EXPECT_EQ(significant(-std::numeric_limits<double>::infinity(), 3), "-inf");
}

TEST(apps_table, time)
{
  EXPECT_EQ(format_time(0.0123), "12.3 ms");
  EXPECT_EQ(format_time(456e-6), "456 µs");
  EXPECT_EQ(format_time(999.6e-6), "1.00 ms");
  EXPECT_EQ(format_time(1), "1.00 s");
  EXPECT_EQ(format_time(3e-9), "3.00 ns");
  EXPECT_EQ(format_time(2.5e-10), "0.250 ns");
  EXPECT_EQ(format_time(1500), "25.0 min");
  EXPECT_EQ(format_time(86400), "24.0 h");
  EXPECT_EQ(format_time(0), "0 s");
  EXPECT_EQ(format_time(-0.5), "-500 ms");
  EXPECT_EQ(format_time(std::numeric_limits<double>::infinity()), "inf s");
}

TEST(apps_table, rate_count_bytes)
{
  EXPECT_EQ(format_rate(4.1e12, 1), "4100 GB/s");
  EXPECT_EQ(format_rate(51.6e9, 1), "51.6 GB/s");
  EXPECT_EQ(format_rate(0.123e9, 1), "0.123 GB/s");
  EXPECT_EQ(format_rate(0, 1), "");
  EXPECT_EQ(format_rate(1, 0), "");

  EXPECT_EQ(format_count(0), "0");
  EXPECT_EQ(format_count(9999), "9999");
  EXPECT_EQ(format_count(10000), "10\u202f000");
  EXPECT_EQ(format_count(100000), "100\u202f000");
  EXPECT_EQ(format_count(16777227), "16\u202f777\u202f227");
  EXPECT_EQ(format_count(-1234567), "-1\u202f234\u202f567");
  EXPECT_EQ(format_count(-123456), "-123\u202f456");
  EXPECT_EQ(format_count(std::numeric_limits<std::int64_t>::min()),
            "-9\u202f223\u202f372\u202f036\u202f854\u202f775\u202f808");

  EXPECT_EQ(format_many(1, "step"), "1 step");
  EXPECT_EQ(format_many(12345, "step"), "12\u202f345 steps");
  EXPECT_EQ(counted(0, "step"), "0 steps");
  EXPECT_EQ(counted(12345, "step"), "12345 steps");
  EXPECT_EQ(format_scientific(1e9), "1.00e+09");
  EXPECT_EQ(format_scientific(7.431e8), "7.43e+08");

  EXPECT_EQ(format_bytes(0), "0 bytes");
  EXPECT_EQ(format_bytes(1), "1 byte");
  EXPECT_EQ(format_bytes(1023), "1023 bytes");
  EXPECT_EQ(format_bytes(1024), "1.00 KiB");
  EXPECT_EQ(format_bytes(1010 * 1024), "1010 KiB");
  EXPECT_EQ(format_bytes((1u << 20) - 1), "1.00 MiB");
  EXPECT_EQ(format_bytes(8'000'000'000'000), "7.28 TiB");
  EXPECT_EQ(format_bytes(std::numeric_limits<std::uint64_t>::max()), "16.0 EiB");
}

// Text on a terminal of one line after this was written to it.
std::string shown(std::string const& written)
{
  std::string line;
  std::size_t at = 0;
  for (std::size_t i = 0; i < written.size(); ++i) {
    if (written[i] == '\r') {
      at = 0;
    } else if (written.compare(i, 3, "\x1b[K") == 0) {
      line.resize(at);
      i += 2;
    } else {
      line.resize(std::max(line.size(), at + 1));
      line[at++] = written[i];
    }
  }
  return line;
}

TEST(apps_progress, shows_percent_and_times_and_leaves_nothing)
{
  std::ostringstream out;
  {
    progress_bar bar("tour", 200, {.force = true, .out = &out, .width = 60});
    bar.update(50);
    EXPECT_EQ(shown(out.str()), "tour [#######.......................]  25 % 0:00, 0:00 left");
    EXPECT_EQ(display_width(shown(out.str())), 59);
  }
  EXPECT_EQ(shown(out.str()), "");
}

TEST(apps_progress, foretells_nothing_at_first_nor_half_a_word)
{
  std::ostringstream out;
  progress_bar bar("tour", 1000, {.force = true, .out = &out, .width = 60});
  bar.update(9);
  EXPECT_TRUE(shown(out.str()).ends_with("]   0 % 0:00")) << shown(out.str());
  std::ostringstream small;
  progress_bar narrow("tour", 2, {.force = true, .out = &small, .width = 20});
  narrow.update(1);
  EXPECT_EQ(shown(small.str()), "tour  50 % 0:00");
}

TEST(apps_progress, at_most_ten_times_a_second)
{
  std::ostringstream out;
  progress_bar bar("work", 1000000, {.force = true, .out = &out, .width = 60});
  auto const start = std::chrono::steady_clock::now();
  for (int i = 0; i < 100000; ++i) bar.advance();
  double const seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  auto const text = out.str();
  EXPECT_LE(static_cast<double>(std::count(text.begin(), text.end(), '\r')), 1 + 10 * seconds);
  std::this_thread::sleep_for(std::chrono::milliseconds(110));
  bar.label("other work");
  bar.advance();
  EXPECT_EQ(shown(out.str()).rfind("other work [", 0), 0u);
}

TEST(apps_progress, narrow_unknown_and_hidden)
{
  std::ostringstream narrow, unknown, hidden;
  progress_bar a("a long label: µµµµµµ", 10, {.force = true, .out = &narrow, .width = 30});
  a.update(99);  // beyond the end: 100 %
  EXPECT_LE(display_width(shown(narrow.str())), 29);
  EXPECT_NE(narrow.str().find("100 %"), std::string::npos);
  progress_bar tiny("label", 10, {.force = true, .out = &narrow, .width = 4});
  narrow.str("");
  tiny.update(5);
  EXPECT_LE(display_width(shown(narrow.str())), 3);
  progress_bar b("reading", 0, {.force = true, .out = &unknown, .width = 60});
  b.update(5);
  EXPECT_EQ(shown(unknown.str()), "reading 0:00");
  {
    progress_bar c("quiet", 10, {.out = &hidden});
    c.update(5);
    progress_bar d("quiet", 10, {.force = false, .out = &hidden});
    d.update(5);
  }
  EXPECT_EQ(hidden.str(), "");
}

TEST(apps_timing, counts_calls_and_sorts_out_the_middle)
{
  int calls = 0;
  auto const t = measure([&] { ++calls; }, {.warm_up = 2, .repeats = 3});
  EXPECT_EQ(calls, 5);
  EXPECT_EQ(t.samples.size(), 3u);
  EXPECT_LE(t.best, t.median);
  auto const slow = [] { std::this_thread::sleep_for(std::chrono::milliseconds(5)); };
  auto const limited = measure(slow, {.warm_up = 0, .repeats = 1000, .max_seconds = 0.001});
  EXPECT_EQ(limited.samples.size(), 1u);
  EXPECT_GE(limited.best, 0.005);

  EXPECT_EQ(summarize({3, 1, 2}).median, 2);
  EXPECT_EQ(summarize({3, 1, 2}).best, 1);
  EXPECT_EQ(summarize({4, 1, 2, 3}).median, 2.5);
  EXPECT_EQ(summarize({}).median, 0);
}

}  // namespace
