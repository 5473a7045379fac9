// Pages of a CPU's memory: large blocks in huge pages, each page with the thread that works on
// it.
#include <acre/array/copy.hpp>
#include <acre/array/creation.hpp>
#include <acre/device/memory.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre/elementwise/own.hpp>
#include <acre_test/on_space.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <unistd.h>

namespace {

using acre::shape;

constexpr std::int64_t mebi = 1 << 20;

/// The flags of the mapping that an address lies in, as "rd wr mr mw me ac hg"; empty where the
/// system tells none.
std::string mapping_flags(void const* address)
{
  auto const wanted = reinterpret_cast<std::uintptr_t>(address);
  std::ifstream maps("/proc/self/smaps");
  bool inside = false;
  for (std::string row; std::getline(maps, row);) {
    std::uintptr_t low = 0, high = 0;
    char dash = 0;
    std::istringstream head(row);
    if (row.find(':') > row.find(' ') && head >> std::hex >> low >> dash >> high && dash == '-')
      inside = low <= wanted && wanted < high;
    if (inside && row.rfind("VmFlags:", 0) == 0) return row.substr(8) + ' ';
  }
  return {};
}

/// How often each thread of the process has had a page given, by its number.
std::map<long, long> pages_given()
{
  std::map<long, long> given;
  for (auto const& task : std::filesystem::directory_iterator("/proc/self/task")) {
    std::ifstream file(task.path() / "stat");
    std::string const text{std::istreambuf_iterator<char>(file), {}};
    std::istringstream rest(text.substr(std::min(text.size(), text.rfind(')') + 1)));
    std::string state;
    long skipped = 0, faults = 0;
    rest >> state;
    for (int field = 0; field < 6; ++field) rest >> skipped;
    if (rest >> faults) given[std::stol(task.path().filename())] = faults;
  }
  return given;
}

/// How many pages each thread was given while f ran.
template <class F>
std::map<long, long> pages_given_by(F const& f)
{
  auto const before = pages_given();
  f();
  auto given = pages_given();
  for (auto const& [thread, pages] : before) given[thread] -= pages;
  return given;
}

long sum(std::map<long, long> const& given)
{
  long all = 0;
  for (auto const& [thread, pages] : given) all += pages;
  return all;
}

[[maybe_unused]] double this_thread()
{
  thread_local double const number = gettid();
  return number;
}

struct number_of_the_thread {
  KOKKOS_FUNCTION double operator()([[maybe_unused]] double x) const
  {
    KOKKOS_IF_ON_HOST((return this_thread();))
    KOKKOS_IF_ON_DEVICE((return x;))
  }
};

template <class Space>
class memory_pages : public acre_test::on_space<Space> {
 protected:
  void SetUp() override
  {
    if (!Space::host_accessible) GTEST_SKIP() << "the device has pages of its own";
  }
  /// Memory that nobody has had before.
  Space fresh() const { return with_pool(this->space, "pages"); }
};
TYPED_TEST_SUITE(memory_pages, acre_test::spaces, acre_test::space_names);

TYPED_TEST(memory_pages, are_huge_for_large_blocks)
{
  std::ifstream file("/sys/kernel/mm/transparent_hugepage/enabled");
  std::string const setting{std::istreambuf_iterator<char>(file), {}};
  if (setting.empty() || setting.find("[never]") != std::string::npos)
    GTEST_SKIP() << "the system has no transparent huge pages";
  auto const x = acre::empty<std::int8_t>(this->fresh(), shape(16 * mebi));
  std::string const flags = mapping_flags(x.data());
  if (flags.empty()) GTEST_SKIP() << "the system tells nothing of its mappings";
  EXPECT_NE(flags.find(" hg "), std::string::npos) << flags;
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(x.data()) % (2 * mebi), 0u);
}

// A processor has a load wait for a store before it where their addresses agree in the lowest 12
// bits: what is read and what is written are equally large most often.
TYPED_TEST(memory_pages, begin_at_different_places)
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "a sanitizer is to see the beginning of each block";
#endif
  auto const space = this->fresh();
  for (std::int64_t const bytes : {std::int64_t{16384}, std::int64_t{34848}, mebi, 3 * mebi}) {
    std::vector<acre::array<std::int8_t, 1, TypeParam>> all;
    for (int n = 0; n < 8; ++n) {
      all.push_back(acre::empty<std::int8_t>(space, shape(bytes)));
      auto const here = reinterpret_cast<std::uintptr_t>(all.back().data());
      EXPECT_EQ(here % 64, 0u);
      for (int before = 0; before < n; ++before) {
        auto const distance = (here - reinterpret_cast<std::uintptr_t>(all[before].data())) % 4096;
        EXPECT_GE(distance, 192u) << bytes << ": " << before << ", " << n;
        EXPECT_LE(distance, 4096u - 192u) << bytes << ": " << before << ", " << n;
      }
    }
  }
}

TYPED_TEST(memory_pages, are_touched_first_by_the_threads_that_work_on_them)
{
  int threads = 1;
  if constexpr (requires { this->space.instance(); })
    threads = this->space.instance().concurrency();
  if (threads == 1) GTEST_SKIP() << "one thread touches all";
  if (threads > 32) GTEST_SKIP() << "it would take more than 2 GiB";
  if (pages_given().size() < static_cast<std::size_t>(threads))
    GTEST_SKIP() << "the system tells nothing of its threads";
  auto const space = this->fresh();
  std::int64_t const n = std::max(threads, 4) * mebi;  // four huge pages for each
  std::vector<double> const ones(static_cast<std::size_t>(n), 1.0);
  acre::array<double, 1, TypeParam> x, z, y(space, shape(n));
  EXPECT_LT(sum(pages_given_by([&] { x = acre::empty<double>(space, shape(n)); })), 16)
      << "memory is had, and nobody touches it";

  // each thread gets about its share, whatever writes first
  auto const expect_shares = [&](char const* what, std::map<long, long> const& given) {
    long const all = sum(given);
    EXPECT_GE(all, n / mebi * 4) << what;
    long touching = 0;
    for (auto const& [thread, pages] : given) touching += 2 * threads * pages >= all ? 1 : 0;
    EXPECT_EQ(touching, threads) << what << ": of " << all << " pages";
  };
  expect_shares("fill", pages_given_by([&] { x(acre::ALL) = 1.0; }));
  expect_shares("expression", pages_given_by([&] { y(acre::ALL) = x * 2.0; }));
  expect_shares("copy from the host",
                pages_given_by([&] { z = acre::from_host<double>(space, ones); }));

  // the same part in every operation
  acre::array<double, 1, TypeParam> const first = acre::elementwise(number_of_the_thread{}, x),
                                          later = acre::elementwise(number_of_the_thread{}, y + z);
  auto const a = acre::to_vector(first), b = acre::to_vector(later);
  std::int64_t same = 0;
  for (std::size_t i = 0; i < a.size(); ++i) same += a[i] == b[i] ? 1 : 0;
  EXPECT_GE(same, n - n / 16);
}

}  // namespace
