// Measures the largest errors of acre::math's functions, in units in the last place (ulp), on all
// cores, and prints them as a table.
//
//   mpfr_errors [--function NAME] [--only double|float] [--arguments 1|2] [--points N] [--stride K]
//               [--pairs N] [--seed S] [--hard DIR] [--threads N]
//
// double: N random arguments a function, and the arguments in DIR/NAME.wc, those whose results are
//   hardest to round (CORE-MATH's lists, src/binary64/*/*.wc in core-math.gitlabpages.inria.fr),
//   of both signs. Each point is first held against the C library's long double function, a filter
//   with 11 bits to spare: MPFR (160 bits) decides where the error so measured comes within 1/128
//   ulp of the largest yet. So the maximum printed is MPFR's, and it is that of all points as long
//   as long double is off by less than 1/128 ulp of double (16 of its own) in each. One point in
//   1024 goes to MPFR whatever the filter says; the program fails if that finds the filter worse.
// float: every K-th of all 2^32 (two arguments: N random pairs) against the C library's double
//   function, good to some 2^-27 ulp of float. MPFR decides where the error comes within 2^-20 of
//   the largest yet, and within 2^-20 of a tie, where double can't tell which neighbour is right:
//   "at most 1/2", the share of results that no float is nearer to, is exact.
//
// The points depend on the seed alone, not on the number of threads. Not part of the default tests.
//
// Build: g++ -std=c++20 -O3 -march=x86-64-v3 -ffp-contract=off -fno-trapping-math -DACRE_MATH_CALLS=0 -I core/include
//        -I backends/common/include -isystem <Kokkos> tests/reference/mpfr_errors.cpp -lmpfr -lgmp
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <string>
#include <thread>
#include <type_traits>

#include "functions.hpp"

namespace {

using namespace reference;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr int chunk = 1024;        // points that a function is called with
constexpr int block = 64 * chunk;  // points that a thread takes at once

struct options {
  std::string function, type, hard;
  int arguments = 0;
  std::uint64_t points = 1000000, pairs = 1000000, stride = 4099, seed = 20240501;
  unsigned threads = std::max(1u, std::thread::hardware_concurrency());
};

struct place {
  double error = 0, x = 0, y = 0;

  /// Keeps the larger error; the place kept does not depend on the order of the calls.
  void offer(place const& p)
  {
    if (p.error > error || (p.error == error && (p.x < x || (p.x == x && p.y < y)))) *this = p;
  }
};

struct findings {
  place worst;
  std::uint64_t count = 0, right = 0, asked = 0;  // points, at most 1/2 ulp off, decided by MPFR
  double filter_off = 0;
  std::uint64_t wrong = 0;  // NaN, infinity or a zero's sign where it doesn't belong
  double wrong_x = 0, wrong_y = 0;

  void add(findings const& other)
  {
    worst.offer(other.worst);
    if (wrong == 0) wrong_x = other.wrong_x, wrong_y = other.wrong_y;
    count += other.count, right += other.right, asked += other.asked, wrong += other.wrong;
    filter_off = std::max(filter_off, other.filter_off);
  }
};

/// log2 of T's ulp for numbers of [2^(e - 1), 2^e).
template <class T>
int ulp_exponent(int e)
{
  using limits = std::numeric_limits<T>;
  return std::clamp(e, limits::min_exponent, limits::max_exponent) - limits::digits;
}

int exponent(double x)
{
  return static_cast<int>(__builtin_bit_cast(std::uint64_t, x) >> 52 & 0x7ff) - 1022;
}
int exponent(long double x) { return std::ilogb(x) + 1; }
/// x times 2^n; of double only where 2^n is a normal number.
double scaled(double x, int n)
{
  return x * __builtin_bit_cast(double, static_cast<std::uint64_t>(n + 1023) << 52);
}
double scaled(long double x, int n) { return static_cast<double>(std::scalbn(x, n)); }

/// |got - exact| in ulp of T at the larger of |exact| and |unit|. An infinite result stands for
/// the power of two where overflow begins.
template <class T, class Wide>
double error_of(T got, Wide exact, double unit)
{
  if (exact == 0) return got == 0 ? 0 : infinity;
  Wide const top = std::scalbn(Wide(1), std::numeric_limits<T>::max_exponent);
  Wide value = got;
  if (std::isinf(got)) {
    if (std::abs(exact) >= top) return (got > 0) == (exact > 0) ? 0 : infinity;
    value = got > 0 ? top : -top;
  } else if (std::isinf(exact)) {
    return infinity;
  }
  int e = exponent(exact);
  if (unit != 0) e = std::max(e, exponent(unit));
  return scaled(std::abs(value - exact), -ulp_exponent<T>(e));
}

/// A thread's MPFR numbers.
class decider {
 public:
  decider() { mpfr_inits2(53, x_, y_, nullptr), mpfr_inits2(160, r_, s_, nullptr); }
  ~decider() { mpfr_clears(x_, y_, r_, s_, nullptr), mpfr_free_cache(); }
  decider(decider const&) = delete;

  template <class T>
  double error(function const& f, T got, double x, double y, double unit)
  {
    using limits = std::numeric_limits<T>;
    mpfr_set_d(x_, x, MPFR_RNDN);
    mpfr_set_d(y_, y, MPFR_RNDN);
    f.exact(r_, x_, y_);
    if (mpfr_zero_p(r_)) return got == 0 ? 0 : infinity;
    if (mpfr_nan_p(r_)) return infinity;
    if (std::isinf(got)) {
      if (mpfr_inf_p(r_) || mpfr_get_exp(r_) > limits::max_exponent)
        return (got > 0) == (mpfr_sgn(r_) > 0) ? 0 : infinity;
      mpfr_set_si_2exp(s_, got > 0 ? 1 : -1, limits::max_exponent, MPFR_RNDN);
    } else {
      if (mpfr_inf_p(r_)) return infinity;
      mpfr_set_d(s_, got, MPFR_RNDN);
    }
    int e = static_cast<int>(std::clamp<mpfr_exp_t>(mpfr_get_exp(r_), -5000, 5000));
    if (unit != 0) e = std::max(e, exponent(unit));
    mpfr_sub(s_, s_, r_, MPFR_RNDN);
    mpfr_mul_2si(s_, s_, -ulp_exponent<T>(e), MPFR_RNDN);
    return std::fabs(mpfr_get_d(s_, MPFR_RNDN));
  }

 private:
  mpfr_t x_, y_, r_, s_;
};

template <class T>
class measurement {
 public:
  static constexpr bool is_double = std::is_same_v<T, double>;
  static constexpr double margin = is_double ? 0x1p-7 : 0x1p-20;

  measurement(function const& f, options const& wanted) : f_(f), wanted_(wanted)
  {
    if (!is_double && f.arguments == 1)
      points_ = ((std::uint64_t{1} << 32) + wanted.stride - 1) / wanted.stride;
    else
      points_ = is_double ? wanted.points : wanted.pairs;
    if (is_double && !wanted.hard.empty()) read_hard_points();
  }

  findings run()
  {
    findings all;
    std::vector<findings> found(wanted_.threads);
    std::vector<std::thread> threads;
    for (findings& mine : found) threads.emplace_back([this, &mine] { take_blocks(mine); });
    for (std::thread& t : threads) t.join();
    for (findings const& mine : found) all.add(mine);
    return all;
  }

 private:
  void read_hard_points()
  {
    std::string name = f_.name;
    if (name.back() == '*') name.pop_back();
    std::ifstream file(wanted_.hard + '/' + name + ".wc");
    for (std::string line; std::getline(file, line);) {
      char* end = nullptr;
      double const x = std::strtod(line.c_str(), &end),
                   y = *end == ',' ? std::strtod(end + 1, &end) : 0;
      if (end == line.c_str() || line[0] == '#' || !std::isfinite(x) || !std::isfinite(y)) continue;
      hard_.insert(hard_.end(), {x, y, -x, y});
    }
  }

  void take_blocks(findings& mine)
  {
    std::uint64_t const hard = hard_.size() / 2, blocks = (points_ + block - 1) / block;
    decider exact;
    for (std::uint64_t k; (k = next_++) < blocks + (hard + block - 1) / block;) {
      random_bits random(wanted_.seed + (k + 1) * 0x9e3779b97f4a7c15u);
      bool const is_hard = k >= blocks;
      // out of order, so that a large error is found early: from then on few points go to MPFR
      std::uint64_t const first = (is_hard ? k - blocks : k * 1000003 % blocks) * block;
      std::uint64_t const end = std::min(first + block, is_hard ? hard : points_);
      T x[chunk] = {}, y[chunk] = {};
      for (std::uint64_t at = first; at < end; at += chunk) {
        int const n = static_cast<int>(std::min<std::uint64_t>(chunk, end - at));
        for (int i = 0; i < n; ++i) {
          std::uint64_t const p = at + static_cast<std::uint64_t>(i);
          if (is_hard)
            x[i] = static_cast<T>(hard_[2 * p]), y[i] = static_cast<T>(hard_[2 * p + 1]);
          else
            make_point(random, p, x[i], y[i]);
        }
        compare(x, y, n, mine, exact);
      }
    }
  }

  void make_point(random_bits& random, std::uint64_t p, T& x, T& y) const
  {
    if constexpr (!is_double) {
      if (f_.arguments == 1) {
        x = __builtin_bit_cast(float, static_cast<std::uint32_t>(p * wanted_.stride));
        return;
      }
    }
    do {
      x = static_cast<T>(draw(random, f_.low_x, f_.high_x, f_.specials));
      if (f_.arguments == 1) continue;
      y = static_cast<T>(f_.companion != nullptr && (random() & 1)
                             ? f_.companion(random, static_cast<double>(x))
                             : draw(random, f_.low_y, f_.high_y, f_.specials));
      if constexpr (!is_double) {
        std::uint64_t const bits = random();
        if (bits >> 62 & 1) x = __builtin_bit_cast(float, static_cast<std::uint32_t>(bits));
        if (bits >> 63) y = __builtin_bit_cast(float, static_cast<std::uint32_t>(random()));
      }
    } while (std::isnan(x) || std::isnan(y) ||
             (is_double && !(std::isfinite(x) && std::isfinite(y))));
  }

  void compare(T const* x, T const* y, int n, findings& mine, decider& exact)
  {
    T got[chunk];
    if constexpr (is_double)
      f_.as_double(x, y, got, n);
    else
      f_.as_float(x, y, got, n);
    T last_got = std::numeric_limits<T>::quiet_NaN();
    double last_filter = 0, last_error = 0;
    for (int i = 0; i < n; ++i) {
      place here{0, x[i], y[i]};
      if (std::isnan(x[i])) continue;
      ++mine.count;
      auto const filter = [&] {
        if constexpr (is_double)
          return f_.wide(x[i], y[i]);
        else
          return f_.libm(here.x, here.y);
      }();
      if (std::isnan(filter) || std::isnan(got[i])) {
        if (std::isnan(filter) == std::isnan(got[i]))
          ++mine.right;
        else
          fail(mine, here);
        continue;
      }
      double const unit = f_.unit != nullptr ? f_.unit(here.x, here.y) : 0;
      if (std::signbit(filter) != std::signbit(got[i]) && unit == 0 &&
          (got[i] == 0 || std::isinf(got[i])))
        fail(mine, here);
      here.error = error_of(got[i], filter, unit);
      bool const close =
          here.error > std::max(largest_.load(std::memory_order_relaxed) - margin, margin);
      // many floats in a row may have one result, acos of the smallest say: decided once
      bool const again = !is_double && f_.arguments == 1 && got[i] == last_got &&
                         static_cast<double>(filter) == last_filter;
      if (again) {
        here.error = last_error;
      } else if (close || (is_double ? i == 0 : std::abs(here.error - 0.5) < margin)) {
        decide(mine, exact, got[i], here, unit);
        last_got = got[i], last_filter = static_cast<double>(filter), last_error = here.error;
      }
      if (here.error <= 0.5) ++mine.right;
    }
  }

  void decide(findings& mine, decider& exact, T got, place& here, double unit)
  {
    double const error = exact.error(f_, got, here.x, here.y, unit);
    ++mine.asked;
    if (std::isfinite(here.error))
      mine.filter_off = std::max(mine.filter_off, std::abs(error - here.error));
    here.error = error;
    mine.worst.offer(here);
    double largest = largest_.load(std::memory_order_relaxed);
    while (error > largest && !largest_.compare_exchange_weak(largest, error)) {
    }
  }

  static void fail(findings& mine, place const& here)
  {
    if (mine.wrong++ == 0) mine.wrong_x = here.x, mine.wrong_y = here.y;
  }

  function const& f_;
  options const& wanted_;
  std::uint64_t points_;
  std::vector<double> hard_;  // x and y in turn
  std::atomic<std::uint64_t> next_{0};
  std::atomic<double> largest_{0};
};

template <class T>
bool measure(function const& f, options const& wanted)
{
  auto const start = std::chrono::steady_clock::now();
  findings const found = measurement<T>(f, wanted).run();
  double const seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  constexpr bool is_double = std::is_same_v<T, double>;
  char at[80], share[16] = "";
  std::snprintf(at, sizeof at, f.arguments == 2 ? "%a, %a" : "%a", found.worst.x, found.worst.y);
  if (!is_double)
    std::snprintf(share, sizeof share, "%.4f %%",
                  100.0 * static_cast<double>(found.right) / static_cast<double>(found.count));
  std::printf("| %-10s | %s | %10llu | %9.4f | %-46s | %10s |\n", f.name,
              is_double ? "float64" : "float32", static_cast<unsigned long long>(found.count),
              found.worst.error, at, share);
  if (found.wrong != 0)
    std::printf("%s: %llu results of the wrong kind, one at %a, %a\n", f.name,
                static_cast<unsigned long long>(found.wrong), found.wrong_x, found.wrong_y);
  std::fflush(stdout);
  std::fprintf(stderr,
               "%-10s %s %7.1f s, %llu points decided by MPFR, filter off by up to %.2g ulp\n",
               f.name, is_double ? "double" : "float ", seconds,
               static_cast<unsigned long long>(found.asked), found.filter_off);
  bool const filter_holds = found.filter_off < measurement<T>::margin;
  if (!filter_holds)
    std::printf("%s: the filter is off by %g ulp: the maximum isn't sure\n", f.name,
                found.filter_off);
  return filter_holds && found.wrong == 0;
}

}  // namespace

int main(int argc, char** argv)
{
  options wanted;
  for (int i = 1; i < argc; i += 2) {
    std::string const option = argv[i];
    char const* const value = i + 1 < argc ? argv[i + 1] : "";
    auto const number = [&] { return std::strtoull(value, nullptr, 10); };
    if (option == "--function")
      wanted.function = value;
    else if (option == "--only")
      wanted.type = value;
    else if (option == "--hard")
      wanted.hard = value;
    else if (option == "--arguments")
      wanted.arguments = static_cast<int>(number());
    else if (option == "--points")
      wanted.points = number();
    else if (option == "--pairs")
      wanted.pairs = number();
    else if (option == "--seed")
      wanted.seed = number();
    else if (option == "--stride")
      wanted.stride = std::max(1ull, number());
    else if (option == "--threads")
      wanted.threads = static_cast<unsigned>(std::max(1ull, number()));
    else
      return std::fprintf(stderr, "unknown option %s\n", option.c_str()), 2;
  }
  std::printf(
      "| function   | dtype   |     points | max, ulp  | at                                        "
      "     | at most 1/2 |\n"
      "|---|---|---|---|---|---|\n");
  bool fine = true;
  for (function const& f : functions()) {
    if (!wanted.function.empty() && wanted.function != f.name) continue;
    if (wanted.arguments != 0 && wanted.arguments != f.arguments) continue;
    if (wanted.type != "float") fine &= measure<double>(f, wanted);
    if (wanted.type != "double") fine &= measure<float>(f, wanted);
  }
  std::printf("\n* in ulp of the larger of |result| and the larger argument.\n");
  return fine ? 0 : 1;
}
