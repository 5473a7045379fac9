// The kernels of BabelStream: how fast copy, mul, add, triad, dot and nstream use the memory.
// arguments: --arraysize 1000 --numtimes 3
// prints: all results are right
#include <acre/array.hpp>
#include <acre/device.hpp>
#include <acre/elementwise.hpp>
#include <acre/reduce.hpp>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

constexpr char const* usage = R"(usage: stream [OPTION]...

Times six kernels over arrays a, b and c, and checks their results:
  copy c = a    mul b = s c    add c = a + b    triad a = b + s c    dot sum(a b)    nstream a += b + s c

  -s, --arraysize N     elements of an array (default: 33554432)
  -n, --numtimes N      how often each kernel runs, 2 at least; the first time isn't counted (default: 100)
      --float           float32 (default: float64)
      --acre-space=NAME where: serial, openmp:4, cuda:1, ... (default: the foremost space of the build)
  -h, --help            prints this

A rate is what a kernel has to read and write, in megabytes (10^6 bytes) a second; min, avg and max are
those of a kernel's runs. Exit status: 0; 1 where a result is wrong; 2 for options that are refused.
)";

struct settings {
  std::int64_t size = std::int64_t(1) << 25, times = 100;
  bool single = false, help = false;
};

std::int64_t number_of(std::string_view option, std::string_view text, std::int64_t least)
{
  std::int64_t n = 0;
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  if (error != std::errc() || end != text.data() + text.size() || n < least)
    throw std::invalid_argument(std::string(option) + " takes an integer of " +
                                std::to_string(least) + " or more, not '" + std::string(text) +
                                "'");
  return n;
}

settings settings_of(int argc, char** argv)
{
  settings given;
  for (int k = 1; k < argc; ++k) {
    std::string_view option = argv[k];
    auto const value = [&]() -> std::string_view {  // --option=VALUE or --option VALUE
      if (auto const sign = option.find('='); sign != option.npos) return option.substr(sign + 1);
      return k + 1 < argc ? argv[++k] : "";
    };
    auto const name = option.substr(0, option.find('='));
    if (name == "-s" || name == "--arraysize")
      given.size = number_of(name, value(), 1);
    else if (name == "-n" || name == "--numtimes")
      given.times = number_of(name, value(), 2);
    else if (option == "--float")
      given.single = true;
    else if (option == "-h" || option == "--help")
      given.help = true;
    else
      throw std::invalid_argument("there is no option " + std::string(option) +
                                  "; --help lists them");
  }
  return given;
}

/// The three arrays and what is done to them; or three numbers, which is what every element should
/// be.
template <class T, class Values>
struct streams {
  Values a, b, c;
  T s = T(0.4);

  void copy()
  {
    if constexpr (std::is_same_v<Values, T>)
      c = a;
    else
      c(acre::ALL) = a;  // a kernel; c = a would make c another name of a
  }
  void mul() { b = s * c; }
  void add() { c = a + b; }
  void triad() { a = b + s * c; }
  void nstream() { a += b + s * c; }
};

void print_rates(char const* name, double bytes, std::vector<double> took)
{
  took.erase(took.begin());
  auto const [least, most] = std::minmax_element(took.begin(), took.end());
  double const average = std::accumulate(took.begin(), took.end(), 0.0) / double(took.size());
  std::printf("%-10s%14.1f%14.1f%14.1f%14.2f\n", name, 1e-6 * bytes / *most, 1e-6 * bytes / average,
              1e-6 * bytes / *least, 1e6 * *least);
}

template <class T>
struct benchmark {
  settings given;
  bool& right;

  template <class Space>
  void operator()(Space const& space) const
  {
    auto const shape = acre::shape(given.size);
    streams<T, acre::array<T, 1, Space>> all{full(space, shape, T(0.1)), full(space, shape, T(0.2)),
                                             full(space, shape, T(0))};
    streams<T, T> one{T(0.1), T(0.2), T(0)};
    T dot = 0;

    double const array = sizeof(T) * double(given.size);
    std::printf("%s of %zu bytes in %s, arrays of %.6g MB\n",
                sizeof(T) == 4 ? "float32" : "float64", sizeof(T), acre::chosen_space().c_str(),
                1e-6 * array);
    std::printf("%-10s%14s%14s%14s%14s\n", "kernel", "min MB/s", "avg MB/s", "max MB/s",
                "least us");
    std::vector<double> copy, mul, add, triad, dots, nstream;
    auto const timed = [&](std::vector<double>& took, auto const& kernel) {
      auto const start = std::chrono::steady_clock::now();
      kernel();
      space.fence();
      std::chrono::duration<double> const seconds = std::chrono::steady_clock::now() - start;
      took.push_back(seconds.count());
    };
    for (std::int64_t k = 0; k < given.times; ++k) {
      timed(copy, [&] { all.copy(); });
      timed(mul, [&] { all.mul(); });
      timed(add, [&] { all.add(); });
      timed(triad, [&] { all.triad(); });
      timed(dots, [&] { dot = sum(all.a * all.b).item(); });
      one.copy(), one.mul(), one.add(), one.triad();
    }
    print_rates("copy", 2 * array, copy);
    print_rates("mul", 2 * array, mul);
    print_rates("add", 3 * array, add);
    print_rates("triad", 3 * array, triad);
    print_rates("dot", 2 * array, dots);
    check(all, one);
    double const wanted = double(one.a) * double(one.b) * double(given.size);
    if (!(std::abs(dot - wanted) <= 100 * std::numeric_limits<T>::epsilon() * wanted)) {
      std::printf("dot is wrong: %.17g, not %.17g\n", double(dot), wanted);
      right = false;
    }

    for (std::int64_t k = 0; k < given.times; ++k) {
      timed(nstream, [&] { all.nstream(); });
      one.nstream();
    }
    print_rates("nstream", 4 * array, nstream);
    check(all, one);
  }

  /// Every element has the bits of the number that went the same way: acre promises them.
  template <class Arrays>
  void check(Arrays const& all, streams<T, T> const& one) const
  {
    check("a", all.a, one.a);
    check("b", all.b, one.b);
    check("c", all.c, one.c);
  }

  template <class Array>
  void check(char const* name, Array const& array, T wanted) const
  {
    std::int64_t const wrong = count_nonzero(array != wanted);
    if (wrong == 0) return;
    std::printf("%s is wrong: %lld elements are not %.17g\n", name, static_cast<long long>(wrong),
                double(wanted));
    right = false;
  }
};

int main(int argc, char** argv)
try {
  acre::runtime const runtime(argc, argv);
  settings const given = settings_of(argc, argv);
  if (given.help) {
    std::fputs(usage, stdout);
    return 0;
  }
  bool right = true;
  if (given.single)
    acre::dispatch(acre::chosen_space(), benchmark<float>{given, right});
  else
    acre::dispatch(acre::chosen_space(), benchmark<double>{given, right});
  std::puts(right ? "all results are right" : "some results are wrong");
  return right ? 0 : 1;
} catch (std::exception const& e) {
  std::fprintf(stderr, "stream: %s\n", e.what());
  return 2;
}
